package game

import (
	"fmt"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/codes"
)

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

// mostNamed is how many points in the middle of a turn are named to the umpire.
const mostNamed = 8

// NewestReturns gives the newest points in the middle of a turn to which the umpire can
// restore the game; all the others, which Returns has, are as good.
func (s State) NewestReturns() []*Before { return s.Returns[max(0, len(s.Returns)-mostNamed):] }

// pointAfter gives the game as it stood after an event, where that is known: the next event
// that changed anything settled a choice. nil: it is not.
func (s State) pointAfter(event int64) *Before {
	for _, b := range s.Returns {
		if b.State.Stirred <= event && event < b.Seq {
			return b
		}
	}
	return nil
}

// objectsToReturn looks for the point that a ruling names.
func (s State) objectsToReturn(r Ruling, _ time.Time) string {
	if s.pointAfter(r.Event) != nil {
		return ""
	}
	var known []string
	for _, b := range s.NewestReturns() {
		known = append(known, fmt.Sprint(b.State.Stirred))
	}
	if len(known) == 0 {
		return "no choice has been made to which the game could go back; --restore-turn restores a turn"
	}
	return fmt.Sprintf("the game can go back to the choice that stood open after event %s; --restore-turn restores a turn", strings.Join(known, " or "))
}

// returned puts the game back to a point at which a choice was open. The time since then
// counts against nobody.
func (s *State) returned(e Event, r Ruling) {
	b, ruling := s.pointAfter(r.Event), s.Ruling
	s.rewind(*b, e.At, r.Closes)
	s.Ruling = ruling
}

// mostSearched is how many positions a search that the umpire orders looks at, at most.
const mostSearched = 20_000_000

// objectsToSearch looks for a claim that can be searched further.
func (s State) objectsToSearch(r Ruling, _ time.Time) string {
	switch c := s.Claim; {
	case c == nil || c.Proving || !s.isSearched(*c):
		return "no claim that a search could decide is before the umpire"
	case c.Ply > s.LastPly():
		return "the position of the claim has been taken back"
	case r.Number < 1 || r.Number > mostSearched:
		return fmt.Sprintf("name how many positions are to be searched, %d at most", mostSearched)
	}
	return ""
}

// isSearched reports whether a claim is one that is decided by a search.
func (s State) isSearched(c Claim) bool {
	by, _, provided := drawGround(s.Code(), c.Ground).By.Get()
	return provided && by == codes.ChecksSearch
}

// claimedIn is the position in which a claim was made.
func (s State) claimedIn(c Claim) board.Position {
	return s.At(len(s.Line) - (s.LastPly() - c.Ply))
}

// searchesOn has the claim before the umpire searched once more, within a greater limit.
func (s *State) searchesOn(e Event, r Ruling) {
	c := *s.Claim
	c.Proving, c.Nodes, c.Phase, c.At = true, r.Number, s.Phase, e.At
	s.Claim, s.Phase = &c, ClaimOpen
	s.halt(e.At)
}
