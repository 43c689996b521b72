package dossier

import (
	"flag"
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

var updateSights = flag.Bool("update", false, "write testdata/sights.txt anew")

// TestSights: of every kind of event, whoever brought it about, it is laid down in
// testdata/sights.txt what White may read while the game is played and after its end. A new kind is
// in none of its lines: whoever adds one decides here whether its words are for both sides.
func TestSights(t *testing.T) {
	files, err := filepath.Glob("../../../store/testdata/events/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no kinds of events: ", err)
	}
	var table []string
	for _, file := range files {
		tag := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		fact, err := store.ReadFact(tag, []byte("{}"))
		if err != nil {
			t.Errorf("%s: %v", tag, err)
			continue
		}
		for _, by := range []game.Party{game.PartyOf(board.White), game.PartyOf(board.Black), game.Corrd, game.Umpire} {
			var seen []string
			for _, over := range []bool{false, true} {
				one := newTeller(board.White, 1, nil)
				if over {
					one.state.Result = &game.Result{}
				}
				seen = append(seen, one.sees(game.Event{By: by, Fact: fact}).String())
			}
			table = append(table, fmt.Sprintf("%s by %v: %s; at the end %s", tag, by, seen[0], seen[1]))
		}
	}
	const path = "testdata/sights.txt"
	if *updateSights {
		if err := os.WriteFile(path, []byte(strings.Join(table, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	laid := strings.Split(strings.TrimSpace(string(raw)), "\n")
	for _, line := range table {
		if !slices.Contains(laid, line) {
			t.Errorf("not laid down in %s (go test -update writes it anew): %s", path, line)
		}
	}
	if len(laid) != len(table) {
		t.Errorf("%d lines are laid down, %d are wanted", len(laid), len(table))
	}
}

// String returns what may be read of an event: nothing, its line, or its line and what stands
// beside it.
func (s sight) String() string {
	switch {
	case !s.line:
		return "nothing"
	case s.parts && len(s.texts) == 0:
		return "its line and parts"
	case len(s.texts) == 0:
		return "its line"
	case s.parts:
		return "its line, parts and " + strings.Join(s.texts, ",")
	case slices.Contains(s.texts, store.RawText):
		return "all"
	}
	return "all but its letter"
}
