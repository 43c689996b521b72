package templates

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
)

// TestConcerns: of every kind of event it is laid down in testdata/concerns.txt whether White is
// told it: where White, Black, corrd and the umpire have brought it about, of an event that names
// White if it names a side. A new kind is in none of its lines: whoever adds one decides here whom
// it concerns.
func TestConcerns(t *testing.T) {
	files, err := filepath.Glob("../store/testdata/events/*")
	if err != nil || len(files) < 60 {
		t.Fatal("no kinds of events: ", files, err)
	}
	var table []string
	for _, file := range files {
		tag := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		fact, err := store.ReadFact(tag, []byte("{}"))
		if err != nil {
			t.Fatal(tag, err)
		}
		var makers []string
		for _, by := range []game.Party{game.PartyOf(board.White), game.PartyOf(board.Black), game.Corrd, game.Umpire} {
			e, s := game.Event{By: by, Fact: fact}, game.State{Claim: &game.Claim{}}
			p := &gamePage{GameLetter: GameLetter{State: s, Events: []game.Event{e}, Reader: Reader{Side: board.White}}}
			one := told{gamePage: p, Event: e, Fact: fact, State: s, Mine: by == game.PartyOf(board.White)}
			if one.concerns() {
				makers = append(makers, fmt.Sprint(by))
			}
		}
		table = append(table, fmt.Sprintf("%s: told if by %s", tag, strings.Join(makers, ", ")))
	}
	const path = "testdata/concerns.txt"
	if *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(path, []byte(strings.Join(table, "\n")+"\n"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	laid := strings.Split(strings.TrimSpace(string(raw)), "\n")
	for _, line := range table {
		if !slices.Contains(laid, line) {
			t.Errorf("%q is not laid down in %s; decide whom it concerns (go test -update writes the table)", line, path)
		}
	}
	if len(laid) != len(table) {
		t.Errorf("%d lines are laid down, %d are wanted", len(laid), len(table))
	}
}
