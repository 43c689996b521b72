package game

import (
	"slices"

	"corrd/game/board"
	"corrd/interpret/notation"
)

// maxPlies is more than any series looks ahead.
const maxPlies = 1 << 20

// SentWith reports whether the turn that ends with a move is one that a series was sent with.
func (s State) SentWith(c Conditional, last board.Move) bool {
	for i, m := range c.After {
		if m == last && (i >= len(c.First) || len(s.Line) > 0 && s.Line[0].Move == c.First[i]) {
			return true
		}
	}
	return false
}

// apply adds the hypotheses of a series to those that wait. A series whose words were
// erased lapses: a branch without words would answer every move.
func (f Promised) apply(s *State, e Event) {
	by, _ := e.By.Side()
	status := Waiting
	if f.Words == "" {
		status = Lapsed
	}
	all := slices.Clone(s.Conditionals)
	for _, b := range f.Series {
		all = append(all, Conditional{Side: by, Ply: f.Ply, Branch: b, After: f.After, First: f.First, At: e.At, Law: e.Law, Status: status})
	}
	s.Conditionals = all
}

// apply marks a conditional as fired and those for the same turn that wait as
// lapsed; what its branch says of the next turn begins to wait on its move, unless the
// words of the branch were erased.
func (f Arrived) apply(s *State, e Event) {
	all := slices.Clone(s.Conditionals)
	for i := range all {
		if c := &all[i]; c.Status == Waiting && c.Side == f.Side && c.Ply == f.Ply {
			c.Status = Lapsed
		}
	}
	if i := f.Number - 1; i >= 0 && i < len(all) {
		all[i].Status = Fired
		next := Waiting
		if fired := all[i].Branch; fired.Then == "" && !fired.Resign {
			next = Lapsed
		}
		for _, b := range all[i].Branch.Next {
			all = append(all, Conditional{Side: f.Side, Ply: f.Ply + 2, Branch: b, After: f.Moves, At: all[i].At, Law: all[i].Law, Status: next, Parent: f.Number})
		}
	}
	s.Conditionals = all
}

// Standing gives what has become of a conditional: one that waits has lapsed as
// soon as another move than it assumes, or than it follows, has been played, or
// the game is over. If that move is put in question again it waits again.
func (s State) Standing(c Conditional) Standing {
	last := s.LastPly()
	switch {
	case c.Status != Waiting:
	case s.Result != nil:
		return Lapsed
	case s.Held != nil || s.Offence != nil:
	case last >= c.Ply, last == c.Ply-1 && len(s.Line) > 0 && len(c.After) > 0 && !s.SentWith(c, s.Line[len(s.Line)-1].Move):
		return Lapsed
	}
	return c.Status
}

// lapse ends the conditionals of a side for plies before one at which it has moved.
func (s *State) lapse(side board.Side, ply int) {
	passed := func(c Conditional) bool { return c.Status == Waiting && c.Side == side && c.Ply < ply }
	if !slices.ContainsFunc(s.Conditionals, passed) {
		return
	}
	all := slices.Clone(s.Conditionals)
	for i := range all {
		if passed(all[i]) {
			all[i].Status = Lapsed
		}
	}
	s.Conditionals = all
}

// Rivals reports whether of the hypotheses that a side has communicated for one turn,
// those of a new series among them, two assume the same in the same words and bind
// different moves to it, and whether one assumes any move and another a certain one. It
// looks at the words alone: nobody is told what lies ahead.
func (s State) Rivals(by board.Side, f Promised) (twice, named bool) {
	var siblings []Branch
	for _, c := range s.Conditionals {
		if c.Side == by && c.Ply == f.Ply && c.Status == Waiting {
			siblings = append(siblings, c.Branch)
		}
	}
	return rivals(append(siblings, f.Series...))
}

// rivals looks for rivals among several hypotheses for one turn, and among those that
// follow one of them.
func rivals(all []Branch) (twice, named bool) {
	same := func(a, b string) bool { return notation.Fold(a) == notation.Fold(b) }
	certain := 0
	for i, b := range all {
		if len(b.If) > 0 {
			certain++
		}
		again := func(o Branch) bool {
			return !b.Resign && !o.Resign && slices.EqualFunc(b.If, o.If, same) && !same(b.Then, o.Then)
		}
		t, n := rivals(b.Next)
		twice = twice || t || slices.ContainsFunc(all[:i], again)
		named = named || n
	}
	return twice, named || certain > 0 && certain < len(all)
}
