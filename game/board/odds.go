package board

// CastlesWithoutRook returns the position with the right of a side to castle, by moving its King alone, towards a corner
// from which the Rook was removed before the game (IV.5). The right lasts while the King has not moved and no man has
// ever stood in the corner; the squares between must be empty and not commanded, as for ordinary castling. The position
// is unchanged where the square is no corner of the side, where it is occupied, and where the King is not at home.
func (p *Position) CastlesWithoutRook(side Side, corner Square) Position {
	q := *p
	for _, c := range corners {
		if c.side == side && c.rook == corner && !q.occupied().Has(corner) {
			q.castling |= c.right.with()
		}
	}
	q.settle()
	return q
}

// CastlesRookless reports whether the move is castling without a Rook (IV.5).
func (p *Position) CastlesRookless(m Move) bool {
	if !p.IsCastling(m) {
		return false
	}
	corner, _ := rookInCastling(m.To())
	return p.Rookless(p.side).Has(corner)
}

// Rookless are the corners towards which a side's King may still castle
// without a Rook (IV.5), whatever stands between.
func (p *Position) Rookless(side Side) Squares {
	var set Squares
	for _, c := range corners {
		if c.side == side && p.castling&(c.right<<rookless) != 0 {
			set |= c.rook.bit()
		}
	}
	return set
}
