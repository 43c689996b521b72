package local_test

import (
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/cmd/internal/local/town"
	"corrd/store/postgres/pgtest"
)

// TestObserversByMail: whoever watches a game by real mail has its moves as far behind as the
// public, no note, the rest at its end, and nothing after unwatch, with the store in a file and in
// PostgreSQL.
func TestObserversByMail(t *testing.T) {
	t.Run("file", func(t *testing.T) { observed(t, local.Options{}) })
	t.Run("postgres", func(t *testing.T) {
		if testing.Short() {
			t.Skip("starts a PostgreSQL")
		}
		observed(t, local.Options{Database: pgtest.New(t).URL(t)})
	})
}

// observed has carol and dave watch a game of alice and bob.
func observed(t *testing.T, o local.Options) {
	w := place{town.With(t, o, nil)}
	looks := func() {
		for range 4 { // the game is looked at, and each letter has its turn
			w.Ask("/clock/advance", control.Lasting{For: 2 * time.Minute}, new(control.ClockState))
			w.Settle()
		}
	}
	g := w.Begin("publish delay 1, observers yes")
	w.Register("carol", "dave")
	for _, who := range []string{"carol", "dave"} {
		w.Write(who, "watch 1")
		w.told(who, "office", "You watch game 1", "unwatch 1")
	}
	w.Reply("alice", "P-K4\n\nXyzzy, what a fine day.")
	w.told("bob", "move", "| Xyzzy, what a fine day.")
	w.Reply("bob", "P-K4")
	looks()
	w.told("carol", "office", "You watch game 1")
	w.Reply("alice", "KKt-B3")
	looks()
	w.told("carol", "observed", "1. P-K4 (e4)")
	w.Reply("carol", "unwatch 1")
	w.told("carol", "office", "game 1")
	carol := len(w.Box("carol"))
	w.Reply("bob", "QKt-B3")
	looks()
	w.told("dave", "observed", "1... P-K4 (e5)")
	w.Reply("alice", "I resign. Well played!")
	looks()
	w.told("dave", "observed", "White resigns", "2. Kt-KB3 (Nf3), Kt-QB3 (Nc6)")
	w.wantCount("carol", carol)
	w.wantMoves(g, "e2e4 e7e5 g1f3 b8c6")
	for _, who := range []string{"carol", "dave"} {
		for _, letter := range w.Box(who) {
			if text := letter.Text(); strings.Contains(string(letter.Raw), "Xyzzy") || strings.Contains(text, w.Who("alice").Address) {
				t.Errorf("%s is told:\n%s", who, text)
			}
		}
	}
}
