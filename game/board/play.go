package board

import "slices"

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

// rookInCastling returns the corner that the Rook leaves, and the square to which the Rook crosses,
// when the King castles to a square.
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

// Captured returns the man that the move takes, the square of that man, and whether the move takes
// one.
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

// NewMove returns the move from one square to another; promotion is NoKind unless the move promotes
// a Pawn (I.11.E(d)).
func NewMove(from, to Square, promotion Kind) Move {
	return Move(from&63) | Move(to&63)<<6 | Move(promotion&7)<<12
}

// From is the square the man is transferred from; in castling the King's.
func (m Move) From() Square { return Square(m & 63) }

// To is the square the man is transferred to; in castling the King's.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Promotion is the kind a Pawn is exchanged for, or NoKind.
func (m Move) Promotion() Kind { return Kind(m >> 12 & 7) }

const promotionLetters = "..nbrq.."

// String is the move as the Universal Chess Interface writes it: "e2e4",
// "e7e8q", castling by the King's squares "e1g1", a passed turn "0000".
func (m Move) String() string {
	var room [5]byte
	return string(m.AppendText(room[:0]))
}

// UCI returns the Strings of moves, in their order; it is never nil.
func UCI(moves []Move) []string {
	all := make([]string, len(moves))
	for i, m := range moves {
		all[i] = m.String()
	}
	return all
}

// Compare orders moves as their Strings are ordered.
func (m Move) Compare(o Move) int { return int(m.order()) - int(o.order()) }

// order packs a move so that numbers are ordered as the Strings are: the file and the rank
// it goes from, those it goes to, then b, n, q, r.
func (m Move) order() uint32 {
	of := func(s Square) uint32 { return uint32(s.File())<<3 | uint32(s.Rank()) }
	kinds := [...]uint32{Bishop: 1, Knight: 2, Queen: 3, Rook: 4}
	return of(m.From())<<9 | of(m.To())<<3 | kinds[m.Promotion()]
}

// Sorted sorts moves in place by their Strings, and drops what is said twice.
func Sorted(moves []Move) []Move {
	slices.SortFunc(moves, Move.Compare)
	return slices.Compact(moves)
}

// AppendText appends what String returns.
func (m Move) AppendText(dst []byte) []byte {
	if m == Pass {
		return append(dst, "0000"...)
	}
	from, to := m.From(), m.To()
	dst = append(dst, 'a'+byte(from.File()), '1'+byte(from.Rank()), 'a'+byte(to.File()), '1'+byte(to.Rank()))
	if k := m.Promotion(); k != NoKind {
		dst = append(dst, promotionLetters[k])
	}
	return dst
}

// ParseMove reads a move as String writes it and reports whether the text was
// one; whether a position allows the move is another question (IsLegal).
func ParseMove(uci string) (Move, bool) {
	if uci == "0000" {
		return Pass, true
	}
	if len(uci) != 4 && len(uci) != 5 {
		return Pass, false
	}
	from, ok1 := ParseSquare(uci[:2])
	to, ok2 := ParseSquare(uci[2:4])
	if !ok1 || !ok2 || from == to {
		return Pass, false
	}
	promotion := NoKind
	if len(uci) == 5 {
		if promotion = promotionKind(uci[4]); promotion == NoKind {
			return Pass, false
		}
	}
	return NewMove(from, to, promotion), true
}

func promotionKind(letter byte) Kind {
	for k := Knight; k <= Queen; k++ {
		if promotionLetters[k] == letter {
			return k
		}
	}
	return NoKind
}
