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

// MoveNumber returns the number of the move due, counted from 1 and raised after each turn of
// Black.
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

// Put returns the position with a man set on a square, in place of whatever stood there. Like every
// edit, Put drops a castling right whose King or Rook no longer stands at home, and a square passed
// over that does not fit the men any more. A square off the board, or a man of no kind, changes
// nothing.
func (p *Position) Put(s Square, m Man) Position {
	q := *p
	if s < NoSquare && m.Kind >= Pawn && m.Kind <= King {
		q.set(s, m)
		q.settle()
	}
	return q
}

// Remove is the position with whatever stands on a square taken off the board, as
// for odds (Part IV).
func (p *Position) Remove(s Square) Position {
	q := *p
	if s < NoSquare {
		q.clear(s)
		q.settle()
	}
	return q
}

// WithSide returns the position with a side to move. When the turn changes hands no square counts
// as passed over at the preceding move.
func (p *Position) WithSide(side Side) Position {
	q := *p
	q.unheeded = q.unheeded && q.side == side&1
	q.side = side & 1
	q.settle()
	return q
}

// corners are the two squares that must be held by the unmoved King and Rook
// for each castling right, in the order in which FEN names them.
var corners = [4]struct {
	right      castling
	letter     byte
	side       Side
	king, rook Square
}{
	{whiteKingside, 'K', White, 4, 7},
	{whiteQueenside, 'Q', White, 4, 0},
	{blackKingside, 'k', Black, 60, 63},
	{blackQueenside, 'q', Black, 60, 56},
}

// settle drops what the men contradict: castling without King or Rook at home, a
// passed square over which no Pawn can just have gone, and an unheeded check where
// there is none.
func (p *Position) settle() {
	for _, c := range corners {
		corner := p.Men(c.side, Rook)
		if p.castling&(c.right<<rookless) != 0 {
			corner = ^p.occupied()
		}
		if !p.Men(c.side, King).Has(c.king) || !corner.Has(c.rook) {
			p.castling &^= c.right.with()
		}
	}
	if p.passed != 0 && !p.justPassed(p.passed) {
		p.passed = 0
	}
	p.unheeded = p.unheeded && p.InCheck(p.side)
}

// justPassed reports whether the side that waits can have moved a Pawn over the
// square at the preceding move.
func (p *Position) justPassed(s Square) bool {
	mover := p.side.Other()
	if s.Rank() != 2+3*int(mover) {
		return false
	}
	ahead, behind := s+8, s-8
	if mover == Black {
		ahead, behind = behind, ahead
	}
	return p.occupied()&(s.bit()|behind.bit()) == 0 && p.Men(mover, Pawn).Has(ahead)
}

// Identity is a position as I.16 sees it: which men, of which colour and name,
// stand on which squares. Castling, a Pawn just moved, origins and whose turn it
// is do not enter. Identities are compared with == and may be keys of a map.
type Identity struct{ white, kind1, kind2, kind4 Squares }

// Identity returns which men stand on which squares, and nothing else of the position.
func (p *Position) Identity() Identity {
	return Identity{p.white, p.kind1, p.kind2, p.kind4}
}

// Identical reports whether two positions are identical (I.16(b)).
func (p *Position) Identical(q *Position) bool { return p.Identity() == q.Identity() }
