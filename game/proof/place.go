package proof

import (
	"strings"

	"corrd/game/board"
)

// place is a position with all that its future depends on: the men, whose turn
// it is, who may still castle, the square just passed over. Two positions of
// one place have the same legal moves for ever. It is narrower than the
// identity of I.16, under which a King that may castle and one that may not are
// in identical positions.
type place struct {
	men    board.Identity
	side   board.Side
	passed board.Square
	rights rights
}

// rights is a set of bits, one for each wing and side on which castling is
// still allowed, in the order in which FEN names them.
type rights uint8

const castlingLetters = "KQkq"

// touches are, for each square, the rights that end when a man leaves or
// reaches it.
var touches = map[board.Square]rights{
	board.At(4, 0): 1 | 2, board.At(7, 0): 1, board.At(0, 0): 2,
	board.At(4, 7): 4 | 8, board.At(7, 7): 4, board.At(0, 7): 8,
}

// rightsOf reads the rights of a position from its FEN, and those of a King whose
// Rook was given at odds, which FEN does not tell.
func rightsOf(p *board.Position) rights {
	var r rights
	for _, letter := range strings.Fields(p.FEN())[2] {
		if i := strings.IndexRune(castlingLetters, letter); i >= 0 {
			r |= 1 << i
		}
	}
	for corner := range (p.Rookless(board.White) | p.Rookless(board.Black)).All() {
		r |= touches[corner]
	}
	return r
}

// after are the rights left after a move.
func (r rights) after(m board.Move) rights {
	if r == 0 {
		return 0
	}
	return r &^ (touches[m.From()] | touches[m.To()])
}

func placeOf(p *board.Position, r rights) place {
	return place{p.Identity(), p.SideToMove(), p.EnPassant(), r}
}

// hash spreads places evenly over 64 bits.
func (p place) hash() uint64 {
	h := uint64(p.side)<<16 | uint64(p.passed)<<8 | uint64(p.rights)
	for _, plane := range p.men.Planes() {
		h = (h ^ uint64(plane)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h * 0xbf58476d1ce4e5b9
}
