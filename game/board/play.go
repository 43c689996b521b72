package board

// rightsLost are the castling rights that end when a man leaves or reaches a
// square: a King's or Rook's move, the Rook's capture, or a man's arrival in a
// corner that had to stay empty.
var rightsLost = func() (lost [64]castling) {
	for _, c := range corners {
		lost[c.king] |= c.right.with()
		lost[c.rook] |= c.right.with()
	}
	return lost
}()

// Play is the position after a move, the men carrying their origins with them
// and a promoted one marked Promoted; Pass gives the turn to the other side and
// changes nothing else on the board. The move is not judged (IsLegal does
// that): one that is not legal still transfers what stands on its first square
// to its second, and never panics.
func (p *Position) Play(m Move) Position {
	q := *p
	q.passed, q.unheeded = 0, false
	q.halfMoves = min(q.halfMoves, countLimit-1) + 1
	if m != Pass {
		q.transfer(p, m)
	}
	q.completeTurns = min(q.completeTurns+uint16(p.side), countLimit-1)
	q.side = p.side.Other()
	return q
}

// transfer moves the men of q, a copy of p.
func (q *Position) transfer(p *Position, m Move) {
	from, to := m.From(), m.To()
	kind := p.kindAt(from)
	if kind == Pawn || p.occupied().Has(to) {
		q.halfMoves = 0
	}
	q.castling &^= rightsLost[from] | rightsLost[to]
	q.carry(from, to)
	switch {
	case kind == Pawn:
		q.advance(p, m)
	case kind == King && twoSquares(from, to): // without a Rook nothing is carried
		rook, crossed := rookInCastling(to)
		q.carry(rook, crossed)
	}
}

// advance does what a Pawn's transfer brings with it: taking in passing, the
// square passed over, promotion.
func (q *Position) advance(p *Position, m Move) {
	from, to := m.From(), m.To()
	switch {
	case to == p.passed && p.passed != 0 && from.File() != to.File():
		q.clear(to ^ 8)
	case from^to == 16 && (from.Rank() == 1 || from.Rank() == 6):
		q.passed = (from + to) / 2
	case m.Promotion() != NoKind:
		q.set(to, Man{p.side, m.Promotion(), Promoted})
	}
}

// twoSquares reports whether a King's move is castling: the King goes two
// squares along a rank.
func twoSquares(from, to Square) bool {
	return from-to == 2 || to-from == 2
}

// rookInCastling returns the corner that the Rook leaves, and the square to which the Rook crosses, when the King castles
// to a square.
func rookInCastling(to Square) (corner, crossed Square) {
	if to.File() > 4 {
		return to + 1, to - 1
	}
	return to - 2, to + 1
}

// IsCastling reports whether the move is castling (I.11.E(e)).
func (p *Position) IsCastling(m Move) bool {
	return p.kindAt(m.From()) == King && twoSquares(m.From(), m.To())
}

// IsEnPassant reports whether the move is taking in passing (I.11.E(c)).
func (p *Position) IsEnPassant(m Move) bool {
	return p.passed != 0 && m.To() == p.passed && p.kindAt(m.From()) == Pawn && m.From().File() != m.To().File()
}

// IsCapture reports whether the move takes a man (I.11.E(b), (c)).
func (p *Position) IsCapture(m Move) bool {
	return m != Pass && p.occupied().Has(m.To()) || p.IsEnPassant(m)
}

// Captured returns the man that the move takes, the square of that man, and whether the move takes one.
func (p *Position) Captured(m Move) (Man, Square, bool) {
	if !p.IsCapture(m) {
		return Man{}, NoSquare, false
	}
	on := m.To()
	if p.IsEnPassant(m) {
		on ^= 8
	}
	man, ok := p.At(on)
	return man, on, ok
}
