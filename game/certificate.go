package game

import (
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/interpret"
)

// What the wire does to a form is no fault of its sender's (III.3): the form as it was
// handed in is kept, and certifies the true words.

// certifyAfter is how long after the delivery of a form that cannot be read the true words
// are delivered by themselves.
const certifyAfter = 3 * day

// Wire is the last form that was delivered to a side.
type Wire struct {
	Passage
	Before Before // the game as the form found it
}

// mutilated reports whether the form came with other words than were handed in.
func (p Passage) mutilated() bool { return p.Carried != nil }

// Illegible is a form of whose mutilated words no move comes. The receiver may have the
// form repeated; neither clock runs until the true words have come.
type Illegible struct {
	Number int      `json:"number"`
	Words  []string `json:"words"` // as they were delivered
}

// Certified is a form that is delivered again, as it was handed in. Where the wire had
// changed the words, the game goes back to the first delivery, and what was played since falls.
type Certified struct {
	Number int      `json:"number"`
	Words  []string `json:"words"`            // as they were handed in
	With   []string `json:"with,omitempty"`   // as they were first delivered, where those are others
	Charge int      `json:"charge,omitempty"` // in halfpence, to the side that asks
}

// apply stops both clocks until the true words come.
func (f Illegible) apply(s *State, e Event) {
	s.Illegible = true
	s.halt(e.At)
}

// apply puts the game back to the first delivery where the words were others.
func (f Certified) apply(s *State, e Event) {
	if by, ok := e.By.Side(); ok {
		s.Charges[by] += f.Charge
	}
	i := slices.IndexFunc(s.Wires[:], func(w *Wire) bool { return w != nil && w.Number == f.Number })
	if i < 0 || len(f.With) == 0 {
		return
	}
	w, now := *s.Wires[i], *s
	s.rewind(w.Before, e.At, s.Closes)
	if now.Rest != nil {
		s.Rest, s.Session, s.Closes = now.Rest, now.Session, now.Closes
		s.halt(e.At)
	}
	s.Illegible = false
	w.Carried = nil
	s.Wires[i] = &w
}

// readable reports whether a move, or whatever else is no fault of its sender's, comes of
// words that the wire has changed.
func (d *docket) readable(p Passage) bool {
	tried := *d
	tried.events = nil
	tried.hear(p, p.Carried)
	for _, e := range tried.events {
		switch e.Fact.(type) {
		case Held, Offended, Asked, Refused:
			return false
		}
	}
	return len(tried.events) > 0
}

// repeatForm has the last form that was delivered to the sender repeated, at half its charge.
func (d *docket) repeatForm(s interpret.Statement) {
	w := d.Wires[d.by]
	if w == nil {
		d.refuse(termsMedium, NothingToRepeat, s.Text)
		return
	}
	d.certify(PartyOf(d.by), *w, int(carrier.Charge(w.Charge).Half()))
}

// protestsWire has a form certified of which either side says that the wire has changed
// it: the last that was mutilated on the way to or from that side. Once the game is over the
// umpire decides.
func (d *docket) protestsWire(s interpret.Statement) bool {
	if d.Phase == Finished || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(s.Words)), "mutilated") {
		return false
	}
	for _, side := range []board.Side{d.by, d.by.Other()} {
		if w := d.Wires[side]; w != nil && w.mutilated() {
			d.certify(PartyOf(d.by), *w, 0)
			return true
		}
	}
	return false
}

// certify delivers a form again as it was handed in.
func (d *docket) certify(by Party, w Wire, charge int) {
	f := Certified{Number: w.Number, Words: w.Words, Charge: charge}
	if w.mutilated() {
		f.With = w.Carried
	}
	d.add(by, termsMedium, f)
	if w.mutilated() {
		asker := *d
		d.hear(w.Passage, w.Words)
		d.from, d.by, d.ply, d.answers = asker.from, asker.by, asker.ply, asker.answers
	}
}

// illegible gives the form that waits for its true words; ok is false where none does.
func (s State) illegible() (w Wire, ok bool) {
	for _, form := range s.Wires {
		if s.Illegible && form != nil && form.mutilated() && form.Before.Seq >= w.Before.Seq {
			w, ok = *form, true
		}
	}
	return w, ok
}

// certificateDue gives when the true words of a form that cannot be read come by themselves.
func (s State) certificateDue() (at time.Time, ok bool) {
	w, ok := s.illegible()
	return w.Delivered.Add(certifyAfter), ok
}
