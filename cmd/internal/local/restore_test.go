package local

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/courier"
	"corrd/store"
)

// restart stops the house and starts it again on the same folder, with the store
// given in the place of its own; nil leaves it.
func (w *town) restart(store []byte) *town {
	w.Helper()
	w.stop()
	if store != nil {
		if err := os.WriteFile(filepath.Join(w.dir, "corrd.db"), store, 0o600); err != nil {
			w.Fatal(err)
		}
	}
	return newTown(w.T, w.dir)
}

// TestStoreThatWasPutBackSendsNothingTwice goes on for days after a backup, with
// moves, a claim, reminders and a flag, and puts the backup back.
func TestStoreThatWasPutBackSendsNothingTwice(t *testing.T) {
	w := newTown(t, "")
	w.begin("time reply in 5 days")
	w.reply("alice", "P-K4")
	var backup bytes.Buffer
	if _, err := w.ctl.Backup(context.Background(), "b.db", &backup); err != nil {
		t.Fatal(err)
	}
	days := func(n int) {
		var state control.ClockState
		w.ask("/clock/advance", control.Lasting{For: time.Duration(n) * 24 * time.Hour}, &state)
	}
	days(3)
	w.reply("bob", "P-K4")
	days(1)
	w.reply("alice", "P-K3")
	w.reply("bob", "waive")
	days(2)
	w.reply("alice", "Kt-KB3")
	days(7)
	before, moves := map[string][]letter{"alice": w.box("alice"), "bob": w.box("bob")}, w.show(1)
	now := w.house.folder.Clock.Now()

	w = w.restart(backup.Bytes())
	w.settle()
	if got := w.show(1); got.Status != moves.Status || got.FEN != moves.FEN || len(got.Moves) != len(moves.Moves) {
		t.Errorf("the game is %s at %s after %d moves; it was %s at %s after %d", got.Status, got.FEN, len(got.Moves), moves.Status, moves.FEN, len(moves.Moves))
	}
	if got := w.house.folder.Clock.Now(); got.Before(now.Add(-7 * 24 * time.Hour)) {
		t.Errorf("the clock has been put back from %v to %v", now, got)
	}
	for name, had := range before {
		for _, l := range w.box(name)[len(had):] {
			t.Errorf("%s has another letter: %s %s\n%s", name, l.Get("Message-ID"), l.Get("Subject"), l.text)
		}
	}
}

// TestGameThatARestoredStoreForgot puts a backup of before a game back where the mailbox is
// lost too. Who answers the letter of the game is told, and no other game has its number.
func TestGameThatARestoredStoreForgot(t *testing.T) {
	w := newTown(t, "")
	w.register("alice", "bob")
	var backup bytes.Buffer
	if _, err := w.ctl.Backup(context.Background(), "b.db", &backup); err != nil {
		t.Fatal(err)
	}
	challenge := func() {
		w.write("alice", "challenge "+w.who("bob").Address+", colour white")
		w.reply("bob", "accept")
	}
	challenge()
	start := w.last("alice")
	w.stop()
	kept, err := os.ReadFile(courier.NumberFile(filepath.Join(w.dir, "secret")))
	if err != nil || strings.TrimSpace(string(kept)) != "1 2 1 0" {
		t.Errorf("the numbers kept are %q, %v", kept, err)
	}
	if err := os.RemoveAll(filepath.Join(w.dir, "post")); err != nil {
		t.Fatal(err)
	}
	w = w.restart(backup.Bytes())
	for range 6 { // the mailbox begins anew, and its first places are those of letters that the store knows
		w.write("bob", "games")
	}
	w.ask("/clock/advance", control.Lasting{For: time.Hour}, new(control.ClockState)) // or its letters would be those that have left
	w.settle()
	challenge()
	if got := w.show(2); got.ID != 2 || got.Status == "" {
		t.Errorf("the next game is %+v", got)
	}
	w.answer("alice", start, "P-K4")
	if l := w.last("alice"); l.Get("Corrd-Letter") != "refused" || !strings.Contains(strings.Join(strings.Fields(l.text), " "), "the server no longer knows") {
		t.Errorf("the answer is %q\n%s", l.Get("Corrd-Letter"), l.text)
	}
	if g := w.show(2); len(g.Moves) != 0 {
		t.Errorf("a letter of the game forgotten has moved in the next: %v", g.Moves)
	}
}

// TestStoreThatIsGone, or whose file was emptied, is not begun anew where letters
// have left: the players' games would be gone without a word. A backup mends it.
func TestStoreThatIsGone(t *testing.T) {
	for name, spoil := range map[string]func(path string) error{
		"gone":    os.Remove,
		"emptied": func(path string) error { return os.Truncate(path, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newTown(t, "")
			w.begin("")
			w.stop()
			file := filepath.Join(w.dir, "corrd.db")
			whole, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := spoil(file); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := open(t, Options{Dir: w.dir}); !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "put the last backup in its place") {
					t.Fatalf("error %v, want one that says what to do", err)
				}
			}
			if err := os.WriteFile(file, whole, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := open(t, Options{Dir: w.dir}); err != nil {
				t.Error(err)
			}
		})
	}
}
