package clerk

import (
	"strings"
	"testing"
	"time"

	"corrd/game/board"
	"corrd/store"
)

// held has a letter come for White's side from an address that is not on file,
// and gives its number.
func (b *table) held(id, body string) int64 {
	b.Helper()
	b.letter("mallory", b.key(board.White), id, body)
	l := b.newest()
	if l.State != store.HeldLetter {
		b.Fatalf("%+v", l)
	}
	return l.ID
}

// stateOf is what has become of a letter.
func (b *table) stateOf(id int64) (state store.LetterState) {
	b.Helper()
	b.view(func(v store.View) error {
		l, err := v.Letter(id)
		state = l.State
		return err
	})
	return state
}

// TestYesBesideAnotherStatement: the letter held is released, and what else the
// letter states acts by itself.
func TestYesBesideAnotherStatement(t *testing.T) {
	b := newTable(t)
	id := b.held("1", "P-K4")
	b.answer(board.White, "2", b.last(board.White, "confirm"), "yes\ndraw?")
	if s := b.game(); len(s.Line) != 1 || s.DrawOffer.String() != "white" || b.stateOf(id) != store.Acted {
		t.Errorf("%v, %v, %s", s.Line, s.DrawOffer, b.stateOf(id))
	}
}

// TestReleasedLetterIsToldOfAsOfNow: a letter that was held acts as of its receipt,
// and the letters that tell of it bear the date of its release.
func TestReleasedLetterIsToldOfAsOfNow(t *testing.T) {
	b := newTable(t)
	b.held("1", "P-K4")
	received := b.clock.Now()
	b.pass(24 * time.Hour)
	b.answer(board.White, "2", b.last(board.White, "confirm"), "yes")
	if s := b.game(); len(s.Line) != 1 || !s.Line[0].At.Equal(received) {
		t.Fatalf("%+v", s.Line)
	}
	for _, r := range b.rows()[len(b.rows())-2:] {
		if !r.At.Equal(b.clock.Now()) {
			t.Errorf("%s is dated %v, want %v", r.Kind, r.At, b.clock.Now())
		}
	}
}

// TestYesWithNothingAsked: it is answered, and what stands beside it acts.
func TestYesWithNothingAsked(t *testing.T) {
	b := newTable(t)
	b.answer(board.White, "1", "", "yes\nP-K4")
	if s := b.game(); len(s.Line) != 1 || b.newest().State != store.Acted {
		t.Errorf("%v, %+v", s.Line, b.newest())
	}
}

// TestNoIsAnswered: who disowns a letter is told that it is dropped.
func TestNoIsAnswered(t *testing.T) {
	b := newTable(t)
	id := b.held("1", "resign")
	b.answer(board.White, "2", b.last(board.White, "confirm"), "no")
	rows := b.rows()
	if last := rows[len(rows)-1]; b.stateOf(id) != store.Discarded || last.Kind != "office" || !strings.Contains(string(last.Data), "mallory@example.org") {
		t.Errorf("%s, %+v", b.stateOf(id), last)
	}
	other := b.held("3", "resign")
	b.answer(board.White, "4", b.last(board.White, "confirm"), "no\nP-K4")
	if s := b.game(); b.stateOf(other) != store.Discarded || len(s.Line) != 1 {
		t.Errorf("%s, %v", b.stateOf(other), s.Line)
	}
}

// TestYesToNoneForCertain: of several letters held none acts by a yes that does
// not say which, nor one that nobody was asked about, nor by a yes to something else.
func TestYesToNoneForCertain(t *testing.T) {
	b := newTable(t)
	b.cfg.Budgets.Questions = 1
	first := b.held("1", "P-K4")
	unasked := b.held("2", "resign")
	start := b.last(board.White, "start")
	b.answer(board.White, "3", start, "yes")
	if b.stateOf(first) != store.HeldLetter || b.newest().Verdict != "which of the letters held?" {
		t.Fatalf("yes to another letter: %s, %+v", b.stateOf(first), b.newest())
	}
	b.answer(board.White, "4", "", "yes")
	if s := b.game(); b.stateOf(first) != store.Acted || len(s.Line) != 1 {
		t.Fatalf("the only one asked about: %s, %v", b.stateOf(first), s.Line)
	}
	b.answer(board.White, "5", "", "yes")
	if s := b.game(); b.stateOf(unasked) != store.HeldLetter || s.Result != nil {
		t.Errorf("a letter he was never shown: %s, %+v", b.stateOf(unasked), s.Result)
	}
}
