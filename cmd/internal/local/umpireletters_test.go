package local_test

import (
	"fmt"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/desk"
)

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
