package local_test

import (
	"strings"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local/town"
)

// place is a Town, with what these tests expect of one.
type place struct{ *town.Town }

// newTown opens a House on a virtual clock in dir; "" is a folder of its own.
func newTown(t town.T, dir string) place { return place{town.Open(t, dir, nil)} }

// uci is the moves of a game, in one string.
func uci(g control.GameView) string {
	moves := make([]string, len(g.Moves))
	for i, m := range g.Moves {
		moves[i] = m.UCI
	}
	return strings.Join(moves, " ")
}

func (w place) wantMoves(id int64, want string) {
	w.Helper()
	if got := uci(w.Show(id)); got != want {
		w.Errorf("moves %q, want %q", got, want)
	}
}

func (w place) wantState(id int64, want string) {
	w.Helper()
	if got := w.Show(id).State; got != want {
		w.Errorf("state %q, want %q", got, want)
	}
}

func (w place) wantKind(mailbox, want string) {
	w.Helper()
	if l := w.Last(mailbox); l.Kind() != want {
		w.Errorf("%s's newest letter is %q (%s), want %q", mailbox, l.Kind(), l.Get("Subject"), want)
	}
}
