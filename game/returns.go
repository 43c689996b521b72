package game

import "slices"

// chooses reports whether a fact settles a choice that somebody may have made by mistake.
func chooses(f Fact) bool {
	switch f.(type) {
	case Adopted, Exacted, Waived, Spent, Restored:
		return true
	}
	return false
}

// mark keeps the game as it stands before an event that settles a choice.
func (s *State) mark(e Event) {
	if !chooses(e.Fact) {
		return
	}
	b := s.remember(e)
	b.State.Returns = nil
	s.Returns = added(s.Returns, b)
}

// MostNamed is how many points in the middle of a turn are named to the umpire.
const MostNamed = 8

// NewestReturns gives the newest points in the middle of a turn to which the umpire can
// restore the game; all the others, which Returns has, are as good.
func (s State) NewestReturns() []*Before { return s.Returns[max(0, len(s.Returns)-MostNamed):] }

// PointAfter gives the game as it stood after an event, where that is known: the next event
// that changed anything settled a choice. nil: it is not.
func (s State) PointAfter(event int64) *Before {
	for _, b := range s.Returns {
		if b.State.Stirred <= event && event < b.Seq {
			return b
		}
	}
	return nil
}

// returned puts the game back to a point at which a choice was open. The time since then
// counts against nobody.
func (s *State) returned(e Event, r Ruling) {
	b, ruling := s.PointAfter(r.Event), s.Ruling
	s.rewind(*b, e.At, r.Closes)
	s.Ruling = ruling
}

// searchesOn has a claim before the umpire searched once more, within a greater limit; the others
// stay before the umpire.
func (s *State) searchesOn(e Event, r Ruling) {
	c := *s.ClaimOn(r.Appeal)
	if s.Claim.Seq != c.Seq {
		s.Others = added(slices.DeleteFunc(slices.Clone(s.Others), func(o Claim) bool { return o.Seq == c.Seq }), *s.Claim)
	}
	c.Proving, c.Nodes, c.Phase, c.At = true, r.Number, s.Phase, e.At
	s.Claim, s.Phase = &c, ClaimOpen
	s.Halt(e.At)
}
