package board

import (
	"iter"
	"math/bits"
)

// At is the square on a file (0 = a … 7 = h) and a rank (0 = White's first … 7);
// only the low three bits of each count.
func At(file, rank int) Square { return Square(rank&7<<3 | file&7) }

// ParseSquare reads a square in algebraic form, "a1" to "h8" in lower case,
// and reports whether the text was one.
func ParseSquare(s string) (Square, bool) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return NoSquare, false
	}
	return At(int(s[0]-'a'), int(s[1]-'1')), true
}

// File is the square's file, 0 (the Queen's Rook's) to 7 (the King's Rook's).
func (s Square) File() int { return int(s & 7) }

// Rank is the square's rank counted from White's side, 0 to 7.
func (s Square) Rank() int { return int(s >> 3) }

// String is the square in algebraic form, or "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s.File()), '1' + byte(s.Rank())})
}

// bit is the set of this square alone.
func (s Square) bit() Squares { return 1 << (s & 63) }

// Other is the opposing side.
func (s Side) Other() Side { return s ^ 1 }

// String is "white" or "black".
func (s Side) String() string {
	if s == White {
		return "white"
	}
	return "black"
}

// firstRank is the square of the Queen's Rook's file on the side's first rank (I.3).
func (s Side) firstRank() Square { return Square(s) * 56 }

// Squares is a set of squares; square s is in it when bit s is set.
type Squares uint64

const (
	fileA        Squares = 0x0101010101010101
	fileH        Squares = fileA << 7
	rank1        Squares = 0xff
	rank8        Squares = rank1 << 56
	lightSquares Squares = 0x55aa55aa55aa55aa
)

// Has reports whether s is in the set.
func (b Squares) Has(s Square) bool { return b>>s&1 != 0 }

// Len is the number of squares in the set.
func (b Squares) Len() int { return bits.OnesCount64(uint64(b)) }

// First is the lowest square of the set, a1 before b1 before a2; NoSquare when
// the set is empty.
func (b Squares) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// All yields the squares of the set, a1 first.
func (b Squares) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; b != 0; b &= b - 1 {
			if !yield(b.First()) {
				return
			}
		}
	}
}

// SquaresOf is the set of the squares of a list.
func SquaresOf(list []Square) (set Squares) {
	for _, s := range list {
		set |= 1 << s
	}
	return set
}

// one reports whether the set holds a single square.
func (b Squares) one() bool { return b != 0 && b&(b-1) == 0 }
