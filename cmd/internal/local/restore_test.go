package local_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/local"
	"corrd/store"
)

// restart stops the house and starts it again on the same folder, with the store
// given in the place of its own; nil leaves it.
func (w place) restart(store []byte) place {
	w.Helper()
	w.Stop()
	if store != nil {
		if err := os.WriteFile(filepath.Join(w.Dir, "corrd.db"), store, 0o600); err != nil {
			w.Fatal(err)
		}
	}
	return newTown(w.T, w.Dir)
}

// TestStoreThatWasPutBackSendsNothingTwice goes on for days after a backup, with
// moves, a claim, reminders and a flag, and puts the backup back.
func TestStoreThatWasPutBackSendsNothingTwice(t *testing.T) {
	for terms, spans := range map[string][5]int{"time reply in 5 days": {3, 1, 0, 2, 7}, "medium post, time reply in 12 days": {5, 5, 5, 5, 17}} {
		t.Run(terms, func(t *testing.T) { putsBack(t, terms, spans) })
	}
}

// putsBack plays a game on some terms, with so many days between the letters, puts back the backup
// that was made after the first of them, and wants the same game and no letter more.
func putsBack(t *testing.T, terms string, spans [5]int) {
	w := newTown(t, "")
	w.Begin(terms)
	w.Reply("alice", "P-K4")
	var backup bytes.Buffer
	if _, err := w.Control.Backup(context.Background(), "b.db", &backup); err != nil {
		t.Fatal(err)
	}
	days := func(n int) {
		var state control.ClockState
		w.Ask("/clock/advance", control.Lasting{For: time.Duration(n) * 24 * time.Hour}, &state)
	}
	days(spans[0])
	w.Reply("bob", "P-K4")
	days(spans[1])
	w.Reply("alice", "P-K3")
	if spans[2] > 0 { // by post
		days(spans[2])
	}
	w.Reply("bob", "waive")
	days(spans[3])
	w.Reply("alice", "Kt-KB3")
	days(spans[4])
	before, moves := map[string][]local.Letter{"alice": w.Box("alice"), "bob": w.Box("bob")}, w.Show(1)
	now := w.Who("alice").Now()

	w = w.restart(backup.Bytes())
	w.Settle()
	if got := w.Show(1); got.Status != moves.Status || got.FEN != moves.FEN || len(got.Moves) != len(moves.Moves) {
		t.Errorf("the game is %s at %s after %d moves; it was %s at %s after %d", got.Status, got.FEN, len(got.Moves), moves.Status, moves.FEN, len(moves.Moves))
	}
	if got := w.Who("alice").Now(); got.Before(now.AddDate(0, 0, -spans[4])) {
		t.Errorf("the clock has been put back from %v to %v", now, got)
	}
	for name, had := range before {
		for _, l := range w.Box(name)[len(had):] {
			t.Errorf("%s has another letter: %s %s\n%s", name, l.Get("Message-ID"), l.Get("Subject"), l.Text())
		}
	}
}

// TestGameThatARestoredStoreForgot puts a backup of before a game back where the mailbox is
// lost too. Who answers the letter of the game is told, and no other game has its number.
func TestGameThatARestoredStoreForgot(t *testing.T) {
	w := newTown(t, "")
	w.Register("alice", "bob")
	var backup bytes.Buffer
	if _, err := w.Control.Backup(context.Background(), "b.db", &backup); err != nil {
		t.Fatal(err)
	}
	challenge := func() {
		w.Write("alice", "challenge "+w.Who("bob").Address+", colour white")
		w.Reply("bob", "accept")
	}
	challenge()
	start := w.Last("alice")
	w.Stop()
	kept, err := os.ReadFile(courier.NumberFile(filepath.Join(w.Dir, "secret")))
	if err != nil || strings.TrimSpace(string(kept)) != "1 2 1 0" {
		t.Errorf("the numbers kept are %q, %v", kept, err)
	}
	if err := os.RemoveAll(filepath.Join(w.Dir, "post")); err != nil {
		t.Fatal(err)
	}
	w = w.restart(backup.Bytes())
	for range 6 { // the mailbox begins anew, and its first places are those of letters that the store knows
		w.Write("bob", "games")
	}
	w.Ask("/clock/advance", control.Lasting{For: time.Hour}, new(control.ClockState)) // else its letters would be the letters that have left
	w.Settle()
	challenge()
	if got := w.Show(2); got.ID != 2 || got.Status == "" {
		t.Errorf("the next game is %+v", got)
	}
	w.Answer("alice", start, "P-K4")
	if l := w.Last("alice"); l.Kind() != "refused" || !strings.Contains(strings.Join(strings.Fields(l.Text()), " "), "this server no longer knows") {
		t.Errorf("the answer is %q\n%s", l.Kind(), l.Text())
	}
	if g := w.Show(2); len(g.Moves) != 0 {
		t.Errorf("a letter of the game forgotten has moved in the next: %v", g.Moves)
	}
}

// TestAlarmReckonedOtherwise: a store in which another corrd has reckoned when something falls due
// in a game is not a damaged store. The alarm is put right, the umpire is told once, and the flag
// falls in its time.
func TestAlarmReckonedOtherwise(t *testing.T) {
	for name, by := range map[string]time.Duration{"later": 48 * time.Hour, "earlier": -48 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			w := newTown(t, "")
			w.Begin("time reply in 5 days")
			w.Stop()
			shiftAlarms(t, filepath.Join(w.Dir, "corrd.db"), by)
			for range 2 {
				w = place{local.TownWith(t, local.Options{Dir: w.Dir, Umpire: "umpire@corrd.localhost"}, nil)}
				w.Settle()
				w.Stop()
			}
			w = place{local.TownWith(t, local.Options{Dir: w.Dir, Umpire: "umpire@corrd.localhost"}, nil)}
			w.Settle()
			told := 0
			for _, l := range w.Box("umpire") {
				if strings.Contains(l.Subject(), "reckoned anew") {
					told++
				}
			}
			if told != 1 {
				t.Errorf("the umpire was told %d times", told)
			}
			var state control.ClockState
			w.Ask("/clock/advance", control.Lasting{For: 6 * 24 * time.Hour}, &state)
			w.Settle()
			if got := w.Show(1); got.Status != "finished" {
				t.Errorf("after the time the game is %s", got.Status)
			}
		})
	}
}

// shiftAlarms puts each alarm of a store elsewhere, in the index and in the head of the game.
func shiftAlarms(t *testing.T, path string, by time.Duration) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	shift := func(stamp []byte) {
		seconds := int64(binary.BigEndian.Uint64(stamp) ^ 1<<63)
		binary.BigEndian.PutUint64(stamp, uint64(seconds+int64(by/time.Second))^1<<63)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		alarms, games := tx.Bucket([]byte("alarms")), tx.Bucket([]byte("games"))
		k, _ := alarms.Cursor().First()
		was, is := bytes.Clone(k), bytes.Clone(k)
		shift(is)
		c := games.Cursor()
		for key, value := c.First(); key != nil; key, value = c.Next() {
			if at := bytes.Index(value, was[:12]); at >= 0 {
				key, value = bytes.Clone(key), bytes.Clone(value)
				shift(value[at:])
				return errors.Join(games.Put(key, value), alarms.Delete(was), alarms.Put(is, nil))
			}
		}
		return errors.New("no head has the alarm")
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
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
			w.Begin("")
			w.Stop()
			file := filepath.Join(w.Dir, "corrd.db")
			whole, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := spoil(file); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := open(t, local.Options{Dir: w.Dir}); !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "put the last backup in its place") {
					t.Fatalf("error %v, want one that says what to do", err)
				}
			}
			if err := os.WriteFile(file, whole, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := open(t, local.Options{Dir: w.Dir}); err != nil {
				t.Error(err)
			}
		})
	}
}
