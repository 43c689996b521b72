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

// passesOver reports whether a fact leaves an open penalty behind that might still be exacted.
func (s State) passesOver(f Fact) bool {
	if s.Offence == nil || s.Offence.Exacted {
		return false
	}
	switch f.(type) {
	case Played, Ended:
		return true
	}
	return false
}

func (s *State) mark(e Event) {
	if !chooses(e.Fact) && !s.passesOver(e.Fact) {
		return
	}
	b := s.remember(e)
	b.State.Returns, b.State.Wires = nil, [2]*Wire{} // returned keeps the older points, and rewind the forms
	s.Returns = append(slices.Clip(s.Returns), b)
}

// MostNamed is the greatest number of points in the middle of a turn that are named to the umpire.
const MostNamed = 8

// NewestReturns returns the newest points in the middle of a turn to which the umpire can restore
// the game. The umpire can restore the game to the older points in Returns too.
func (s State) NewestReturns() []*Before { return s.Returns[max(0, len(s.Returns)-MostNamed):] }

// PointAfter returns the game as it stood after an event, if the next event that changed the game
// settled a choice. Otherwise PointAfter gives nil.
func (s State) PointAfter(event int64) *Before {
	for _, b := range s.Returns {
		if b.State.Stirred <= event && event < b.Seq {
			return b
		}
	}
	return nil
}

// returned puts the game back to a point at which a choice was open, and keeps the older points. The
// time since that point counts against nobody.
func (s *State) returned(e Event, r Ruling) {
	b, ruling, points := s.PointAfter(r.Event), s.Ruling, s.Returns
	s.rewind(*b, e.At, r.Closes)
	s.Ruling, s.Returns = ruling, slices.Clip(points[:slices.Index(points, b)])
}

// searchesOn starts another search for a claim before the umpire, with a greater limit. The other
// claims still wait for the umpire.
func (s *State) searchesOn(e Event, r Ruling) {
	c := *s.ClaimOn(r.Appeal)
	if s.Claim.Seq != c.Seq {
		s.Others = append(slices.DeleteFunc(slices.Clone(s.Others), func(o Claim) bool { return o.Seq == c.Seq }), *s.Claim)
	}
	c.Proving, c.Nodes, c.Phase, c.At = true, r.Number, s.Phase, e.At
	s.Claim, s.Phase = &c, ClaimOpen
	s.Halt(e.At)
}
