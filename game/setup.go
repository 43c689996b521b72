package game

import "corrd/game/board"

// erroneous gives the provision that the beginning of a game broke, where the
// terms alone show it: full ranks of men set up for an ordinary game, but not as
// I.5(b) has them, or as it has them, but the wrong side to move. A position
// that is none of an ordinary game's beginning may be meant as it stands.
func (t Terms) erroneous() (law Law, plain bool) {
	if t.Position == "" || t.Odds != (Odds{}) {
		return "", false
	}
	p, array := initial(t.Position), board.Array()
	array = array.WithSide(p.SideToMove())
	switch {
	case p.MoveNumber() != 1 || !atHome(&p):
		return "", false
	case !p.Identical(&array):
		return t.code().WrongSetUp.Law, true
	case p.SideToMove() != t.begins():
		return t.code().WrongFirst.Law, true
	}
	return "", false
}

// atHome reports whether the men stand on their own first and second ranks, the
// Pawns on the second and nothing else there.
func atHome(p *board.Position) bool {
	for s := range board.NoSquare {
		man, stands := p.At(s)
		rank := s.Rank()
		if stands && man.Side == board.Black {
			rank = 7 - rank
		}
		if stands && (rank > 1 || (man.Kind == board.Pawn) != (rank == 1)) {
			return false
		}
	}
	return true
}
