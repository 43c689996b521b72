package board

// Position is the men on the board and what the next move depends on besides:
// whose turn it is, who may still castle, the square a Pawn has just passed
// over, whether the check in which the side to move stands must be met, the
// half-move clock and the move number. It is a small value: copy it, compare it
// with ==. The zero Position is the empty board, White to move at
// move 1.
//
// A man is six bits, and each bit has its own plane of 64 squares: one for the
// side, three for the Kind, two for the Origin. So a man travels whole, with
// its origin, by moving one bit in each plane.
type Position struct {
	white         Squares
	kind1         Squares // Kind's lowest bit: Pawns, Bishops, Queens
	kind2         Squares // Knights, Bishops, Kings
	kind4         Squares // Rooks, Queens, Kings
	origin1       Squares
	origin2       Squares
	side          Side
	castling      castling
	passed        Square // passed over at the preceding move; a1, which never is, for none
	unheeded      bool   // the side to move is in check and need not meet the check
	halfMoves     uint16 // the half-moves since a capture or a Pawn's move
	completeTurns uint16 // move number less one
}

// countLimit is where the half-move clock and the move number stand still.
const countLimit = 1<<16 - 1

// castling is a set of the corner rights below: neither that Rook nor the King
// has moved in the game (I.11.E(e)). A right that is in the set a second time,
// shifted up by rookless, is that of a King whose Rook was given at odds: the
// corner has been empty throughout the game (IV.5).
type castling uint8

const (
	whiteKingside castling = 1 << iota
	whiteQueenside
	blackKingside
	blackQueenside
	allCastling = 1<<iota - 1
)

const rookless = 4

// with is a right and, where it is one without the Rook, its mark.
func (c castling) with() castling { return c | c<<rookless }

// array is the ordinary game before the first move.
var array = arrange()

// Array is the position in which an ordinary game begins (I.5(b)), White to
// move, every Bishop, Knight and Rook knowing its wing (I.6).
func Array() Position { return array }

func arrange() Position {
	p := Position{castling: allCastling}
	pieces := [8]Kind{Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook}
	for _, side := range []Side{White, Black} {
		for file, kind := range pieces {
			home := side.firstRank() + Square(file)
			p.set(home, Man{side, kind, wing(home, kind)})
			p.set(At(file, 1+5*int(side)), Man{Side: side, Kind: Pawn})
		}
	}
	return p
}

// wing returns the origin of a piece that stands on a square of its first rank before the game.
func wing(home Square, kind Kind) Origin {
	switch {
	case kind < Knight || kind > Rook:
		return Unknown
	case home.File() < 4:
		return QueensWing
	}
	return KingsWing
}

// SideToMove is the side whose turn it is.
func (p *Position) SideToMove() Side { return p.side }

// MoveNumber returns the number of the move due, counted from 1 and raised after each turn of Black.
func (p *Position) MoveNumber() int { return int(p.completeTurns) + 1 }

// EnPassant is the square that a Pawn passed over at the preceding move,
// whether or not anything can take it there, or NoSquare.
func (p *Position) EnPassant() Square {
	if p.passed == 0 {
		return NoSquare
	}
	return p.passed
}

// Castling are the corners towards which a side's King may still castle, with
// the Rook or without (I.11.E(e), IV.5), whatever stands between.
func (p *Position) Castling(side Side) Squares {
	var set Squares
	for _, c := range corners {
		if c.side == side && p.castling&c.right != 0 {
			set |= c.rook.bit()
		}
	}
	return set
}

// At is the man on a square, and whether there is one.
func (p *Position) At(s Square) (Man, bool) {
	kind := p.kindAt(s)
	if kind == NoKind {
		return Man{}, false
	}
	side := Black
	if p.white.Has(s) {
		side = White
	}
	return Man{side, kind, Origin(p.origin1>>s&1 | p.origin2>>s&1<<1)}, true
}

// Men are the squares on which a side's men of a kind stand.
func (p *Position) Men(side Side, kind Kind) Squares {
	return p.ofKind(kind) & p.of(side)
}

// of are the squares of all men of a side.
func (p *Position) of(side Side) Squares {
	if side == White {
		return p.white
	}
	return p.occupied() &^ p.white
}

func (p *Position) occupied() Squares { return p.kind1 | p.kind2 | p.kind4 }

func (p *Position) ofKind(kind Kind) Squares {
	switch kind {
	case Pawn:
		return p.kind1 &^ (p.kind2 | p.kind4)
	case Knight:
		return p.kind2 &^ (p.kind1 | p.kind4)
	case Bishop:
		return p.kind1 & p.kind2
	case Rook:
		return p.kind4 &^ (p.kind1 | p.kind2)
	case Queen:
		return p.kind1 & p.kind4
	case King:
		return p.kind2 & p.kind4
	}
	return 0
}

// diagonalMen are the Bishops and Queens of both sides.
func (p *Position) diagonalMen() Squares { return p.kind1 & (p.kind2 | p.kind4) }

// straightMen are the Rooks and Queens of both sides.
func (p *Position) straightMen() Squares { return p.kind4 &^ p.kind2 }

func (p *Position) kindAt(s Square) Kind {
	return Kind(p.kind1>>s&1 | p.kind2>>s&1<<1 | p.kind4>>s&1<<2)
}

// clear takes whatever stands on a square off the board.
func (p *Position) clear(s Square) {
	rest := ^s.bit()
	p.white &= rest
	p.kind1 &= rest
	p.kind2 &= rest
	p.kind4 &= rest
	p.origin1 &= rest
	p.origin2 &= rest
}

// set stands a man on a square in place of whatever is there.
func (p *Position) set(s Square, m Man) {
	p.clear(s)
	p.white |= Squares(m.Side&1^1) << s
	p.kind1 |= Squares(m.Kind&1) << s
	p.kind2 |= Squares(m.Kind>>1&1) << s
	p.kind4 |= Squares(m.Kind>>2&1) << s
	p.origin1 |= Squares(m.Origin&1) << s
	p.origin2 |= Squares(m.Origin>>1&1) << s
}

// carry transfers the man on one square to another, taking what stands there.
func (p *Position) carry(from, to Square) {
	p.white = carried(p.white, from, to)
	p.kind1 = carried(p.kind1, from, to)
	p.kind2 = carried(p.kind2, from, to)
	p.kind4 = carried(p.kind4, from, to)
	p.origin1 = carried(p.origin1, from, to)
	p.origin2 = carried(p.origin2, from, to)
}

func carried(plane Squares, from, to Square) Squares {
	bit := plane >> (from & 63) & 1
	return plane&^(from.bit()|to.bit()) | bit<<(to&63)
}
