package board

// Put returns the position with a man set on a square, in place of whatever stood there. Like every edit, Put drops a
// castling right whose King or Rook no longer stands at home, and a square passed over that does not fit the men any
// more. A square off the board, or a man of no kind, changes nothing.
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

// WithSide returns the position with a side to move. When the turn changes hands no square counts as passed over at the
// preceding move.
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
