package local_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/play"
	"corrd/store"
	"corrd/store/bolt"
)

// TestErasedAndPutBack erases a player, and puts a backup back that knows them: they are
// erased again, under the same number of the order, and no byte of theirs is left in either
// store.
func TestErasedAndPutBack(t *testing.T) {
	w := newTown(t, "")
	game := w.Begin("")
	w.Reply("alice", "P-K4\n\nBeware the jabberwock.")
	w.Reply("bob", "P-K4")
	var refused *control.Refusal
	if err := w.Control.Call(t.Context(), "/player/erase", control.Numbered{ID: 1}, nil); !errors.As(err, &refused) || !strings.Contains(refused.Message, "plays in game 1") {
		t.Errorf("in a running game: %v", err)
	}
	w.Reply("alice", "resign\nfarewell, quoth I")
	w.Reply("alice", "yes")
	if g := w.Show(game); g.Status != "finished" {
		t.Fatalf("game %d is %s", game, g.Status)
	}
	var backup bytes.Buffer
	if _, err := w.Control.Backup(context.Background(), "/backups/b.db", &backup); err != nil {
		t.Fatal(err)
	}
	var events []control.EventView
	w.Ask("/game/events", control.Numbered{ID: game}, &events)

	var done control.ErasureView
	w.Ask("/player/erase", control.Numbered{ID: 1}, &done)
	if done.Order != 1 || done.Name != "former member 1" || fmt.Sprint(done.Games) != "[1]" || len(done.Letters) == 0 || len(done.Backups) != 1 || done.Backups[0].File != "/backups/b.db" {
		t.Errorf("%+v", done)
	}
	if err := w.Control.Call(t.Context(), "/player/erase", control.Numbered{ID: 1}, nil); !errors.As(err, &refused) || !strings.Contains(refused.Message, "order 1") {
		t.Errorf("again: %v", err)
	}
	w.wantErased(game, events)
	w.Stop()
	w.wantGone()
	erased, err := os.ReadFile(filepath.Join(w.Dir, "corrd.db"))
	if err != nil {
		t.Fatal(err)
	}
	w = w.restart(erased) // letters of the erased player still lie where letters are put that were taken
	w.Settle()
	w.Stop()
	w.wantGone()

	w = w.restart(backup.Bytes())
	w.Settle()
	w.wantErased(game, events)
	w.Write("bob", "games")
	if text := w.Last("bob").Text(); !strings.Contains(text, "former member 1") {
		t.Errorf("the other player is told: %s", text)
	}
	w.Stop()
	w.wantGone()
	orders, err := os.ReadFile(filepath.Join(w.Dir, ledger.ErasuresFile))
	if err != nil || strings.Contains(strings.ToLower(string(orders)), "alice") || !strings.Contains(string(orders), `"order":1,"player":1`) {
		t.Errorf("%s, %v", orders, err)
	}
}

// TestErasureWaits puts a backup back of a time when the player was playing: the order waits,
// check names it, and within a day of the end of the game it is carried out, without another
// start.
func TestErasureWaits(t *testing.T) {
	w := newTown(t, "")
	id := w.Begin("")
	w.Reply("alice", "P-K4\n\nBeware the jabberwock.")
	w.Reply("bob", "P-K4")
	var backup bytes.Buffer
	if _, err := w.Control.Backup(context.Background(), "", &backup); err != nil {
		t.Fatal(err)
	}
	draw := control.Ruling{ID: id, Rule: &play.Rule{Ruling: game.Ruling{Verb: game.RulesDrawn, Reason: "agreed at the board"}, Law: "II.8"}}
	w.Ask("/rule", draw, new(control.RulingView))
	var done control.ErasureView
	w.Ask("/player/erase", control.Numbered{ID: 1}, &done)
	w.Stop()

	w = w.restart(backup.Bytes())
	w.Settle()
	var faults control.Faults
	w.Ask("/check", control.None{}, &faults)
	if len(faults.Waiting) != 1 || faults.Waiting[0].Number != done.Order || faults.Waiting[0].Player != 1 || len(faults.Faults) > 0 {
		t.Fatalf("while the game runs: %+v", faults)
	}
	w.Ask("/rule", draw, new(control.RulingView))
	w.Ask("/clock/advance", control.Lasting{For: 25 * time.Hour}, new(control.ClockState))
	for end := time.Now().Add(20 * time.Second); len(faults.Waiting) > 0 && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		faults = control.Faults{}
		w.Ask("/check", control.None{}, &faults)
	}
	w.Settle()
	if g := w.Show(id); g.White != "former member 1" || len(faults.Waiting) > 0 {
		t.Errorf("a day after its end: %s, %+v", g.White, faults)
	}
	w.Stop()
	w.wantGone()
}

// wantErased wants the game there, with the hashes of some events, and the player a former
// member.
func (w place) wantErased(id int64, events []control.EventView) {
	w.Helper()
	if g := w.Show(id); g.White != "former member 1" || len(g.Moves) != 2 || g.Moves[0].SentAs != "" || g.Moves[1].SentAs != "P-K4" {
		w.Errorf("%+v", g)
	}
	var now []control.EventView
	w.Ask("/game/events", control.Numbered{ID: id}, &now)
	for i, e := range events {
		if i >= len(now) || now[i].Hash != e.Hash || *now[i].Line != *e.Line {
			w.Errorf("event %d has changed: %+v", e.Seq, e)
		}
	}
	var faults control.Faults
	w.Ask("/check", control.None{}, &faults)
	if len(faults.Faults) > 0 || faults.Erased == 0 {
		w.Errorf("%+v", faults)
	}
}

// wantGone wants no byte of the erased player in the closed file, nor in what the file holds
// compressed, save in the letters of others.
func (w place) wantGone() {
	w.Helper()
	path := filepath.Join(w.Dir, "corrd.db")
	file, err := os.ReadFile(path)
	if err != nil {
		w.Fatal(err)
	}
	words := []string{"alice", "jabberwock", "quoth"}
	gone := func(where string, text []byte) {
		for _, word := range words {
			if i := bytes.Index(bytes.ToLower(text), []byte(word)); i >= 0 {
				w.Errorf("%s: %s is left, in %q", where, word, text[max(0, i-80):min(len(text), i+80)])
			}
		}
	}
	gone("the file", file)
	db, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		w.Fatal(err)
	}
	defer db.Close()
	err = db.View(func(v store.View) error {
		rows, err := v.Rows(math.MaxInt)
		for _, r := range rows {
			signed, err := v.Signed(r.ID)
			if err != nil {
				return err
			}
			gone(fmt.Sprint("row ", r.ID, " ", r.Kind), signed)
		}
		letters, err2 := v.Letters(math.MaxInt)
		for _, l := range letters {
			if raw, err := v.Raw(l.ID); l.Player == 1 && err == nil {
				w.Errorf("letter %d: %s", l.ID, raw)
			}
		}
		return errors.Join(err, err2)
	})
	if err != nil {
		w.Error(err)
	}
}
