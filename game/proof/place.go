package proof

import "corrd/game/board"

// place is a position with all that its future depends on: the men, the side to move, the rights to castle, the square
// just passed over, and whether a check must be met. Two positions of one place always have the same legal moves.
// Places are narrower than the identity of I.16, under which a King that may castle and one that may not are in
// identical positions.
type place struct {
	men    board.Identity
	side   board.Side
	passed board.Square
	rights rights
	leaves bool // the check in which the side stands need not be met
}

// rights is a set of bits, one for each corner towards which castling is still
// allowed.
type rights uint8

// touches gives, for each square, the rights that end when a man leaves or reaches the square: e1, h1, a1 and e8, h8,
// a8 have rights.
var touches = [64]rights{4: 1 | 2, 7: 1, 0: 2, 60: 4 | 8, 63: 4, 56: 8}

// rightsOf returns the rights of a position.
func rightsOf(p *board.Position) (r rights) {
	for corner := range (p.Castling(board.White) | p.Castling(board.Black)).All() {
		r |= touches[corner]
	}
	return r
}

// after returns the rights left after a move.
func (r rights) after(m board.Move) rights {
	return r &^ (touches[m.From()] | touches[m.To()])
}

func placeOf(p *board.Position, r rights) place {
	return place{p.Identity(), p.SideToMove(), p.EnPassant(), r, p.Unheeded()}
}
