package game

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
)

// When the wire changes the words of a form, the sender is not at fault (III.3). The game keeps
// the form as it was handed in, and a certificate proves the true words.

// certifyAfter is the time from the delivery of an unreadable form to the delivery of its true
// words.
const certifyAfter = 3 * clocks.Day

// Wire is the last form that was delivered to a side.
type Wire struct {
	Passage
	Before Before // the game as it stood when the form came
	// no move follows from the form's mutilated words, and the true words are to come
	Unreadable bool
}

// Illegible is a form from whose mutilated words no move follows. The receiver may have the form
// repeated; neither clock runs until the true words have come.
type Illegible struct {
	Number int      `json:"number"`
	Words  []string `json:"words"` // the words as they were delivered
}

// Certified is a form delivered again, with the words that were handed in. If a move followed from
// changed words, the game goes back to the first delivery, and what followed that delivery falls.
// Nothing falls if the form could not be read, because nobody could act on the changed words.
type Certified struct {
	Number int      `json:"number"`
	Words  []string `json:"words"` // the words as they were handed in
	// the words as they were first delivered, where those differ
	With   []string `json:"with,omitempty"`
	Charge int      `json:"charge,omitempty"` // the charge in halfpence to the side that asks
}

func (f Illegible) apply(s *State, e Event) {
	for side, w := range s.Wires {
		if w != nil && w.Number == f.Number {
			waits := *w
			waits.Unreadable = true
			s.Wires[side] = &waits
		}
	}
	s.Illegible = true
	s.Halt(e.At)
}

// apply puts the game back to the first delivery if the wire had changed the words and the form
// could be read. A form that was delivered later then falls, and an unreadable form that was
// delivered earlier still waits.
func (f Certified) apply(s *State, e Event) {
	if by, ok := e.By.Side(); ok {
		s.Charges[by] += f.Charge
	}
	i := slices.IndexFunc(s.Wires[:], func(w *Wire) bool { return w != nil && w.Number == f.Number })
	if i < 0 || len(f.With) == 0 {
		return
	}
	w := *s.Wires[i]
	if w.Unreadable {
		s.newRound() // the receiver may have the true words repeated in the same words
	} else {
		s.backToForm(w, e.At)
	}
	s.Wires[i] = w.stands()
	if _, s.Illegible = s.Unreadable(); !s.Illegible {
		s.restart(e.At)
	}
}

func (s *State) backToForm(w Wire, at time.Time) {
	now := *s
	s.rewind(w.Before, at, s.Closes)
	if now.Rest != nil {
		s.Rest, s.Session, s.Closes = now.Rest, now.Session, now.Closes
		s.Halt(at)
	}
	for to, later := range s.Wires {
		if later != nil && later.Before.Seq > w.Before.Seq {
			s.Wires[to] = later.stands()
		}
	}
}

// stands returns the form marked as one that a certificate can no longer correct.
func (w Wire) stands() *Wire {
	w.Carried, w.Unreadable = nil, false
	return &w
}

// FallsWith returns the number of moves that fall when the true words of a form come: the move made
// by the form's changed words, and the moves played since.
func (s State) FallsWith(number int) int {
	i := slices.IndexFunc(s.Wires[:], func(w *Wire) bool { return w != nil && w.Number == number })
	if i < 0 || s.Wires[i].Unreadable {
		return 0
	}
	return max(0, len(s.Line)-len(s.Wires[i].Before.State.Line))
}

// formsStand makes the delivered forms final as they came, because the umpire has decided since
// then what is played. No certificate puts the game back behind the ruling.
func (s *State) formsStand(at time.Time) {
	if s.Illegible {
		s.Illegible = false
		s.restart(at)
	}
	for side, w := range s.Wires {
		if w != nil && w.Mutilated() {
			s.Wires[side] = w.stands()
		}
	}
}

// Unreadable returns the form that waits for its true words, of two forms the form delivered first;
// ok is false when no form waits.
func (s State) Unreadable() (w Wire, ok bool) {
	for _, form := range s.Wires {
		if form != nil && form.Unreadable && (!ok || form.Before.Seq < w.Before.Seq) {
			w, ok = *form, true
		}
	}
	return w, ok
}

// UnreadableOf returns the form of a side that waits for its true words; ok is false when none
// waits.
func (s State) UnreadableOf(side board.Side) (w Wire, ok bool) {
	if form := s.Wires[side.Other()]; form != nil && form.Unreadable {
		return *form, true
	}
	return w, false
}

// CertificateDue returns the time at which the true words of an unreadable form come by themselves:
// in a session or, while the game is adjourned, between two sessions. ok is false when something
// else comes first.
func (s State) CertificateDue() (at time.Time, ok bool) {
	w, waits := s.Unreadable()
	at = w.Delivered.Add(certifyAfter)
	switch {
	case !waits || s.Undecided() || s.Phase == Finished:
		return at, false
	case s.Rest != nil:
		return at, s.Rest.Resumes.IsZero() || !at.After(s.Rest.Resumes)
	}
	return at, s.Closes.IsZero() || at.Before(s.Closes)
}
