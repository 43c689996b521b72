package local_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/local"
	"corrd/store/peertest"
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
		observed(t, local.Options{Database: peertest.New(t).URL(t)})
	})
}

// observed has carol and dave watch a game of alice and bob.
func observed(t *testing.T, o local.Options) {
	w := place{local.TownWith(t, o, nil)}
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

// umpired is a town whose umpire, walker, has had a protest in the game that alice and bob play.
func umpired(t *testing.T) place {
	w := newTown(t, "")
	w.Begin("")
	var u control.UmpireView
	w.Ask("/umpire/add", control.Enrolment{Name: "George Walker", Address: "walker@corrd.localhost"}, &u)
	w.Reply("alice", "protest: the letter of Monday was lost")
	return w
}

// TestUmpireWhoIsAwayIsAnsweredOnce: a machine that answers in an umpire's name, without a mark of
// one, is answered once for the same words, and some times a day whatever its words.
func TestUmpireWhoIsAwayIsAnsweredOnce(t *testing.T) {
	w := umpired(t)
	key, before := w.keyed("walker"), len(w.Box("walker"))
	for i := range 5 {
		w.from("walker", key, fmt.Sprint("away", i), "\nI am away until Monday.\n")
	}
	w.wantCount("walker", before+1)
	for i := range 5 {
		w.from("walker", key, fmt.Sprint("form", i), "\nrule 1 dismiss dispute 1, law CITATION, reason TEXT\n")
	}
	w.wantCount("walker", before+2)
	for i := range 2 * desk.MostQuestions {
		w.from("walker", key, fmt.Sprint("day", i), fmt.Sprintf("\nI am away for %d days.\n", i+2))
	}
	w.wantCount("walker", before+desk.MostQuestions)
}

// TestRulingThatIsShownIsNotShownAgain: the same words are shown once while they wait for the
// umpire's yes, and anew after a no.
func TestRulingThatIsShownIsNotShownAgain(t *testing.T) {
	w := umpired(t)
	key, before := w.keyed("walker"), len(w.Box("walker"))
	for i := range 5 {
		w.from("walker", key, fmt.Sprint("rule", i), fmt.Sprintf("\nrule 1 dismiss dispute 1, law II.9, reason no proof\n\nBest wishes %d\n", i))
	}
	w.wantCount("walker", before+1)
	w.Reply("walker", "no")
	w.Reply("walker", "rule 1 dismiss dispute 1, law II.9, reason no proof")
	w.wantCount("walker", before+3)
	w.Reply("walker", "yes")
	var open []control.DisputeView
	w.Ask("/dispute/list", control.Which{}, &open)
	if len(open) != 0 {
		t.Errorf("the dispute is still open: %+v", open)
	}
}
