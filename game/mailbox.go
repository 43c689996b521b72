package game

import (
	"slices"
	"time"

	"corrd/game/board"
)

// CameBack says that a letter of the game to Side could not be delivered and
// will not be tried again.
type CameBack struct {
	Side board.Side
	Asks bool      // it is the letter that asks him for his move
	Sent time.Time // when the next hop had accepted it; zero: it refused it
}

// Heard says that a letter of Side's own has come, whatever it states: he is
// there.
type Heard struct {
	Side board.Side
}

// Unreachable stops the clock of Side, whose turn it is, because letters to it
// come back (house:14). From is when it stopped: where the letter that asks for
// the move never arrived, before the window ran at all.
type Unreachable struct {
	Side board.Side `json:"side"`
	From time.Time  `json:"from"`
}

// Reachable lets the clock run on that Unreachable stopped: a letter to Side has
// been accepted again, or it has written.
type Reachable struct {
	Side    board.Side `json:"side"`
	Assumed bool       `json:"assumed,omitempty"` // nothing of the kind, but the fourteen days are over (house:14)
}

func (CameBack) act() {}
func (Heard) act()    {}

// cameBack stops the clock of a side that letters do not reach. Of letters sent
// before its turn nothing follows; nor of one that comes back when its clock has
// stood for fourteen days in this turn, or when its time was over already.
func (d *docket) cameBack(a CameBack) {
	w := d.Window
	side, runs := d.Running()
	if !runs || side != a.Side || !a.Sent.IsZero() && second(a.Sent).Before(w.Opened) {
		return
	}
	from := d.at
	if a.Asks || !w.Told {
		from = earlier(w.Opened, d.at)
	}
	if from == d.at && d.fallen() || !w.Unreachable.IsZero() && !d.at.Before(w.Unreachable.Add(mailboxGrace)) {
		return
	}
	d.rule(houseMailbox, Unreachable{Side: side, From: from})
}

// heard lets the clock of a side run on that letters did not reach, now that they
// do or that it has written.
func (d *docket) heard(side board.Side) {
	if d.Bouncing() && d.Window.Side == side {
		d.rule(houseMailbox, Reachable{Side: side})
	}
}

// takenAsTold starts the clock of a side that could not be told of its turn for
// fourteen days.
func (d *docket) takenAsTold(side board.Side) {
	if d.Bouncing() {
		d.rule(houseMailbox, Reachable{Side: side, Assumed: true})
	}
	if !d.Window.Told {
		d.rule(houseMailbox, Notified{Side: side, Assumed: true})
	}
}

// Bouncing reports whether the clock of the turn stands because letters to its
// side come back (house:14).
func (s State) Bouncing() bool {
	n := len(s.Bounces)
	return n > 0 && s.Bounces[n-1].Until.IsZero()
}

// apply stops the clock of the turn.
func (f Unreachable) apply(s *State, e Event) {
	if s.Bouncing() || f.Side != s.Window.Side {
		return
	}
	s.Bounces = added(s.Bounces, Leave{Side: f.Side, From: f.From})
	if s.Window.Unreachable.IsZero() {
		s.Window.Unreachable = f.From
	}
}

// apply lets the clock of the turn run on.
func (f Reachable) apply(s *State, e Event) { s.reached(e.At) }

// reached lets the clock of the turn run on; the time for which it stood is
// added to the end of the window.
func (s *State) reached(at time.Time) {
	if !s.Bouncing() {
		return
	}
	s.Bounces = slices.Clone(s.Bounces)
	last := &s.Bounces[len(s.Bounces)-1]
	last.Until = later(at, last.From)
	if !s.Window.Until.IsZero() {
		s.allow()
	}
}
