package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/local"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/mailer"
	"corrd/store"

	"github.com/alecthomas/kong"

	"corrd/cmd/internal/terminal"
)

// hostile is what a stranger writes to take over the terminal of whoever reads it: escapes, a bell,
// a link of OSC 8, a control of C1, overrides of the direction of writing, bytes that are not
// UTF-8, and a line and a column that are not there.
const hostile = "a\x1b[2J\x1b]0;owned\x07 b\u009b31m c\u202egnp.exe\u2066 d\r\te\u2028f\x7f\u200f \x1b]8;;http://evil.test\x1b\\here\x1b]8;;\x07 \xff\xc3("

// hostileWord is hostile where only UTF-8 is taken: in an argument.
var hostileWord = strings.ToValidUTF8(hostile, "")

// hostileStore fills the store of a daemon that does not run yet with hostile words,
// wherever a stranger, a player or a mail server can put words.
func hostileStore(t *testing.T, db store.Store, now time.Time) {
	t.Helper()
	err := db.Update(func(tx store.Tx) error {
		white := &store.Player{Name: hostile + " white", Addresses: []string{"alice@example.org", hostile + "@example.org"}, Registered: now, Settings: map[string]string{hostile: hostile}}
		black := &store.Player{Name: hostile, Addresses: []string{"bob@example.org"}, Registered: now}
		if err := errors.Join(tx.PutPlayer(white), tx.PutPlayer(black)); err != nil {
			return err
		}
		id, err := tx.NewGame()
		if err != nil {
			return err
		}
		pawn := board.NewMove(board.At(4, 1), board.At(4, 3), board.NoKind)
		events := play.Decide(game.State{ID: id}, play.Start{Terms: terms.Default(), Players: [2]int64{white.ID, black.ID}}, now)
		_, err = tx.Append(id, append(events,
			game.Event{At: now, By: game.White, Law: "I.13.C", Fact: game.Played{Ply: 1, Move: pawn, Words: hostile, Reader: hostile}},
			game.Event{At: now, By: game.Black, Law: "II.9", Fact: game.Protested{Words: hostile}})...)
		if err != nil {
			return err
		}
		raw := []byte("From: " + hostile + "\nSubject: " + hostile + "\x9b31m\n\n" + hostile + "\x9b31m\n")
		for _, state := range []store.LetterState{store.HeldLetter, store.Quarantined, store.Ignored, store.Acted} {
			l := &store.Letter{Received: now, Source: "imap", From: hostile, To: []string{hostile}, MessageID: hostile, Subject: hostile, Game: id,
				Player: white.ID, Kind: hostile, State: state, Verdict: hostile, Note: hostile, Size: int64(len(raw))}
			if err := tx.PutLetter(l, raw); err != nil {
				return err
			}
		}
		return tx.Enqueue(&store.Row{At: now, Kind: hostile, To: hostile, Game: id, Seq: 1, First: 1, State: store.Parked, Error: hostile, Note: hostile, MessageID: hostile, Bytes: raw})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// lineOf is a command line for a command: 1 for every number that the command asks for, and hostile
// words for everything else. The commands that need other arguments stand in lines.
func lineOf(path string, n *kong.Node) []string {
	if line, ok := otherLines[path]; ok {
		return line
	}
	line := strings.Fields(path)
	word := func(v *kong.Value) string {
		if v.Target.Kind() == reflect.Int64 && v.Target.Type().Name() == "int64" {
			return "1"
		}
		return hostileWord
	}
	for _, p := range n.Positional {
		line = append(line, word(p))
	}
	for _, f := range n.Flags {
		if f.Required {
			line = append(line, "--"+f.Name+"="+word(f.Value))
		}
	}
	return line
}

var otherLines = map[string][]string{
	"rule game": {"rule", "1", "--suspend", "--law", "II.9", "--reason", hostileWord},
	"rule undo": {"rule", "undo", "1.4", "--law", "II.9", "--reason", hostileWord},
	"settle":    {"settle", "--timeout", "1s"},
	"check":     {"check"},
}

// TestNoCommandPrintsWhatATerminalObeys drives every command, plain and with --json,
// against a daemon whose store strangers have filled.
func TestNoCommandPrintsWhatATerminalObeys(t *testing.T) {
	t.Chdir(t.TempDir())
	w := local.OpenTown(t, "", func(h *local.House) {
		hostileStore(t, h.Store, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	})
	t.Setenv("CORRD_SOCKET", w.House.Socket)
	if err := os.WriteFile(filepath.Join(w.Dir, "letter.eml"), []byte("From: a@b.test\n\n"+hostile+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	otherLines["letter read"] = []string{"letter", "read", filepath.Join(w.Dir, "letter.eml")}
	repeated := 0 // how often the words came back in a form that can be read
	terminal.EachCommand(kong.Must(&cli{}).Model.Node, func(path string, n *kong.Node) {
		if !n.Leaf() {
			return
		}
		for _, more := range [][]string{nil, {"--json"}} {
			var out, trouble bytes.Buffer
			status := run(append(lineOf(path, n), more...), strings.NewReader(hostile), &out, &trouble)
			for _, printed := range []string{out.String(), trouble.String()} {
				if at := strings.IndexFunc(printed, mailer.Hidden); at >= 0 {
					t.Errorf("%s %v, status %d, prints %q", path, more, status, printed[at:min(len(printed), at+40)])
				}
				if strings.Contains(printed, `\u009b31m`) || strings.Contains(printed, `\u202egnp`) {
					repeated++
				}
			}
		}
	})
	if repeated < 20 {
		t.Errorf("the words came back %d times only: the test does not reach what it is for", repeated)
	}
}
