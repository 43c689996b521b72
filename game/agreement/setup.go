package agreement

import (
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/terms"
)

// Erroneous returns the provision that the beginning of a game broke, where the terms alone show the error. All sixteen
// men of each side stand on their own first two ranks in an ordinary game, but not as I.5(b) has them; or they do, and
// the wrong side is to move. Every other position was agreed on.
func Erroneous(t terms.Terms) (law codes.Law, plain bool) {
	if t.Position == "" || t.Odds != (terms.Odds{}) {
		return "", false
	}
	wanting, _, _ := codes.Of(t).WrongSetUp.Get()
	p, array := Initial(t.Position), board.Array()
	array = array.WithSide(p.SideToMove())
	switch {
	case p.MoveNumber() != 1 || !atHome(&p, wanting.Wanting):
		return "", false
	case !p.Identical(&array):
		return codes.Of(t).WrongSetUp.Cite(), true
	case p.SideToMove() != Beginner(t):
		return codes.Of(t).WrongFirst.Cite(), true
	}
	return "", false
}

// atHome reports whether the sixteen men of each side stand on their own first and second ranks. Where men may be
// missing, the men that are there must stand on these ranks, and the squares of the missing men must be empty.
func atHome(p *board.Position, wanting bool) bool {
	array := board.Array()
	var men [2]int
	matched := true
	for s := range board.NoSquare {
		man, stands := p.At(s)
		if !stands {
			continue
		}
		rank := s.Rank()
		if man.Side == board.Black {
			rank = 7 - rank
		}
		if rank > 1 {
			return false
		}
		men[man.Side]++
		usual, _ := array.At(s)
		matched = matched && usual.Side == man.Side && usual.Kind == man.Kind
	}
	return men == [2]int{16, 16} || wanting && matched
}
