package templates

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret/notation"

	"github.com/corentings/chess/v2"
	"pgregory.net/rapid"
)

// scripted are names that players in random games have.
var scripted = []string{"Alice Example", "Bob Example", "Ольга Щербакова", "Ἀριστοτέλης Ωνάσης", "محمد صلاح", "דוד ברונשטיין", "สมชาย ใจดี", "王小明", "🐎 Horse", `B. "Black" \ {Esq.} % [no tag]`}

// TestPGNsOfRandomGames plays random games of every code by every carrier, with odds, positions,
// penalties, rulings and moves taken back, and has another program read the PGN of each: it finds
// the moves that were made, from a position that every program takes. The folder that CORRD_PGNS
// names gets them all in one file, for other programs.
func TestPGNsOfRandomGames(t *testing.T) {
	var all bytes.Buffer
	games, had := 0, map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		w := &truthWorld{rightsWorld: rightsWorld{sitting: sit(t, drawnTerms(t), nil), chance: lots{t}}, t: t}
		for range 40 {
			if w.moveOn(); w.state.Result != nil {
				break
			}
		}
		if w.state.Hushed() {
			return
		}
		names := [2]string{rapid.SampledFrom(scripted).Draw(t, "white"), rapid.SampledFrom(scripted).Draw(t, "black")}
		text := PGN(w.state, names, testOffice, w.log...)
		all.WriteString(text + "\n")
		games++
		for _, e := range w.log {
			had[factName(e.Fact)]++
		}
		readPGN(t, w.state, text)
	})
	t.Logf("%d games, %d bytes: %v", games, all.Len(), had)
	for fact, enough := range map[string]int{"Played": 1, "Ended": 20, "Ruled": 40, "Exacted": 300, "Adopted": 300} {
		if games >= enough && had[fact] == 0 { // fewer games may all lack it
			t.Errorf("none of %d games has %s", games, fact)
		}
	}
	if dir := os.Getenv("CORRD_PGNS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "random.pgn"), all.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPGNsOfEarlierGames plays random games again which the test of PGNs could not play on once.
func TestPGNsOfEarlierGames(t *testing.T) { replay(t, TestPGNsOfRandomGames, "183747225") }

// moveOn has the side to move play any legal move, most often, or something else happen.
func (w *truthWorld) moveOn() {
	w.letters = nil
	mover, ok := w.state.Asked()
	switch n := w.chance.Intn(10); {
	case n < 6 && ok && w.state.Phase == game.AwaitMove && w.state.Stays() == nil: // against a mate that waits there is no move
		moves := board.Sorted(w.state.Position.Moves(nil))
		p := w.state.Position
		w.letter(mover, short(&w.state, &p, moves[w.chance.Intn(len(moves))], "", notation.Descriptive))
	case n == 9:
		w.ruleAtRandom()
	case n == 8:
		w.wait(time.Duration(w.chance.Intn(48)+1) * time.Hour)
	default:
		w.write()
	}
	w.delivered()
}

// readPGN holds the moves that a reader finds in a PGN to the last of those that were played.
func readPGN(t *rapid.T, s game.State, text string) {
	t.Helper()
	read, err := chess.PGN(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	g := chess.NewGame(read)
	if fen := g.GetTagPair("FEN"); fen != "" {
		if p, err := board.ParseFEN(fen); err != nil || p.Flaws() != 0 {
			t.Errorf("the moves begin from %s, which is no position: %v\n%s", fen, err, text)
		}
	}
	var got, want []string
	for _, m := range g.Moves() {
		got = append(got, m.String())
	}
	for _, turn := range s.Line {
		want = append(want, turn.Move.String())
	}
	if len(got) > len(want) || fmt.Sprint(got) != fmt.Sprint(want[len(want)-len(got):]) {
		t.Errorf("read back %v\nplayed    %v\n%s", got, want, text)
	}
}
