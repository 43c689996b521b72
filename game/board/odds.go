package board

// CastlesWithoutRook is the position with the right of a side to castle, by
// moving its King alone, towards a corner from which its Rook was removed
// before the game (IV.5). The right lasts while the King has not moved and
// nothing has ever stood in the corner; the squares between must be empty and
// out of command as for ordinary castling. Where the square is no corner of the
// side's, is occupied, or the King is not at home, the position is unchanged.
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
