package board

import "slices"

// NewMove returns the move from one square to another; promotion is NoKind unless the move promotes a Pawn (I.11.E(d)).
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
