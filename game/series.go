package game

import (
	"corrd/game/board"
	"corrd/game/line"
)

// maxPlies is more than the number of plies of any series.
const maxPlies = 1 << 20

// apply adds the branches of a series to those that wait. A series whose words were erased lapses,
// because a branch without words would answer every move.
func (f Promised) apply(s *State, e Event) {
	status := line.Waiting
	if f.Words == "" {
		status = line.Lapsed
	}
	s.Conditionals.Add(line.Conditional{Side: e.By.AsSide(), Ply: f.Ply, After: f.After, First: f.First,
		At: e.At, Sent: s.handedIn(e, e.At), Law: e.Law, Status: status, Cancelled: f.Words == "", Sealed: f.Sealed}, f.Series)
}

// Hides reports whether a series is hidden from the other side until its assumed move is made.
func (s State) Hides(f Promised) bool { return f.Sealed || s.Terms.Sealed() }

func (f Arrived) apply(s *State, _ Event) { s.Conditionals.Fire(f.Number, f.Side, f.Ply, f.Moves) }

// Standing returns what has become of a conditional. A waiting conditional lapses when the game is
// over, and when another move has been played than the conditional assumes or follows. If that
// other move is put in question again, the conditional waits again.
func (s State) Standing(c line.Conditional) line.Standing {
	last := s.LastPly()
	switch {
	case c.Status != line.Waiting:
	case s.Result != nil:
		return line.Lapsed
	case s.Held != nil || s.Offence != nil:
	case last >= c.Ply, last == c.Ply-1 && len(s.Line) > 0 && len(c.After) > 0 && !s.SentWith(c, s.Line[len(s.Line)-1].Move):
		return line.Lapsed
	}
	return c.Status
}

// lapse ends the conditionals of a side for plies before a ply at which the side has moved.
func (s *State) lapse(side board.Side, ply int) {
	s.Conditionals.End(line.Lapsed, func(c line.Conditional) bool { return c.Side == side && c.Ply < ply })
}

// Rivals compares the branches that a side has communicated for one turn with those of a new
// series. twice reports whether two branches assume the same move in the same words and bind
// different moves. named reports whether one branch assumes any move and another branch assumes a
// certain move. Rivals compares only words, so that its answer tells nobody about a position to
// come.
func (s State) Rivals(by board.Side, f Promised) (twice, named bool) {
	var siblings []line.Branch
	for _, c := range s.Conditionals {
		if c.Side == by && c.Ply == f.Ply && c.Status == line.Waiting {
			siblings = append(siblings, c.Branch)
		}
	}
	return line.Rivals(append(siblings, f.Series...))
}
