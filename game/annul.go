package game

import (
	"strings"

	"corrd/game/board"
	"corrd/game/line"
)

// apply plays the move that was sent first, or leaves to the receiver what the first letter left to them. The letter
// after the first is an offence out of turn, whose penalty is for the offender's next turn.
func (f Restored) apply(s *State, e Event) {
	h := s.Held
	if h == nil || h.First == nil && h.Earlier == nil {
		return
	}
	open, ply := s.Offence, s.LastPly()+1
	kept := 1
	if h.First != nil {
		s.move(e, *h.First, false)
	} else {
		kept = len(h.Earlier.Words)
		s.leave(*h.Earlier, h.Lists)
	}
	if open == nil {
		open = &Offence{By: h.By, Words: strings.Join(h.Words[min(kept, len(h.Words)):], line.WordsApart), Intelligible: true, Law: e.Law,
			// the receiver, who required the annulment, needs no notice
			Later: true, Second: true, Ply: ply, Man: board.NoSquare}
	}
	s.Offence = open
}

// leave gives the receiver back the choice that the first letter for a turn gave them.
func (s *State) leave(u line.Undetermined, lists []line.List) {
	u.Lists = lists
	u.List(s.notice(u.By.Other()))
	s.Held, s.Withheld, s.Phase = &u, nil, HeldAmbiguous
	if u.Multiple {
		s.Phase = HeldMultiple
	}
	s.newRound()
}
