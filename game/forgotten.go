package game

import (
	"slices"

	"corrd/game/board"
	"corrd/interpret"
)

// Placed is a man that is set on the board beside a move.
type Placed struct {
	Square board.Square
	Man    board.Man
}

// Forgotten gives the men of a side that were left out when the men were set up, on the
// squares on which they belong. Plain is whether the terms show an omission by themselves:
// at move 1 of a game without odds, men of both sides are wanting or stand as in the array.
func (s State) Forgotten(side board.Side) (men []Placed, plain bool) {
	p, array := initial(s.Terms.Position), board.Array()
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
				men = append(men, Placed{sq, home})
			}
		}
	}
	return men, wanting > 0
}

// forgot acts on the choice of the adversary of a side of whose men some were left out:
// to begin the game again with all the men, or to go on with those set in their places.
// What the terms do not show, and a square that is occupied by now, is for the umpire.
func (d *docket) forgot(s interpret.Statement) {
	_, law, provided := d.code().Forgotten.Get()
	men, plain := d.Forgotten(d.by.Other())
	occupied := func(m Placed) bool {
		_, stands := d.Position.At(m.Square)
		return stands
	}
	switch {
	case !provided:
		d.unknown(s)
	case d.Terms.Position != "" && !plain:
		d.refer(law, s, Claimed{Ground: string(law), Words: s.Text})
	case len(men) == 0 || d.Supplied:
		d.act(law, Refused{Why: NoneForgotten, Words: s.Text})
	case s.Kind == interpret.KindRecommence:
		d.act(law, Recommenced{})
	case d.Phase != AwaitMove || slices.ContainsFunc(men, occupied):
		d.refer(law, s, Claimed{Ground: string(law), Words: s.Text})
	default:
		d.act(law, Proceeded{})
		d.close(d.Position.SideToMove().Other())
	}
}

// apply begins the game again with all the men in their places.
func (f Recommenced) apply(s *State, e Event) {
	s.lapse(board.White, s.LastPly()+maxPlies)
	s.lapse(board.Black, s.LastPly()+maxPlies)
	array := board.Array()
	s.Initial, s.Supplied = array.WithSide(s.Initial.SideToMove()), true
	s.DrawOffer, s.Proposal, s.Count, s.Bar = Corrd, nil, nil, nil
	s.backTo(s.base(), e)
	s.Position = s.Initial
}

// apply sets the men that were left out in their places.
func (f Proceeded) apply(s *State, e Event) {
	men, _ := s.Forgotten(e.By.side().Other())
	s.Supplied = true
	if n := len(s.Line); n > 0 {
		line := slices.Clone(s.Line)
		line[n-1].Placed = men
		s.Line = line
	} else {
		s.Initial = set(s.Initial, men)
	}
	s.Position = s.At(len(s.Line))
	s.newRound()
}

// set sets men on the board.
func set(p board.Position, men []Placed) board.Position {
	for _, m := range men {
		p = p.Put(m.Square, m.Man)
	}
	return p
}
