package game

import (
	"slices"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
)

// Forgotten returns, on their squares, the men of a side that were left out when the men were set
// up. plain reports whether the terms alone show the omission: at move 1 of a game without odds,
// each man of either side is missing or stands on its square of the array.
func (s State) Forgotten(side board.Side) (men []line.Placed, plain bool) {
	p, array := codes.InitialPosition(s.Terms.Position), board.Array()
	if s.Terms.Position == "" || s.Terms.Odds.Name != "" || p.MoveNumber() != 1 {
		return nil, false
	}
	wanting := 0
	for sq := range board.NoSquare {
		man, stands := p.At(sq)
		home, belongs := array.At(sq)
		switch {
		case stands && (!belongs || man.Kind != home.Kind || man.Side != home.Side):
			return nil, false
		case belongs && !stands:
			wanting++
			if home.Side == side {
				men = append(men, line.Placed{Square: sq, Man: home})
			}
		}
	}
	return men, wanting > 0
}

func (f Recommenced) apply(s *State, e Event) {
	s.lapse(board.White, s.LastPly()+maxPlies)
	s.lapse(board.Black, s.LastPly()+maxPlies)
	array := board.Array()
	s.Initial, s.Supplied = array.WithSide(s.Initial.SideToMove()), true
	s.DrawOffer, s.Proposal, s.Count, s.Bar = Corrd, nil, nil, nil
	s.backTo(s.PliesBefore(), e)
	s.Position = s.Initial
}

func (f Proceeded) apply(s *State, e Event) {
	men, _ := s.Forgotten(e.By.AsSide().Other())
	s.Supplied = true
	if n := len(s.Line); n > 0 {
		s.Line = slices.Clone(s.Line)
		s.Line[n-1].Placed = men
	} else {
		s.Initial = line.Set(s.Initial, men)
	}
	s.Position = s.At(len(s.Line))
	s.newRound()
}
