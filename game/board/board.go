// Package board is the chessboard of the codes: men with the names they were
// born with (British Code I.6), squares, positions, commanded squares (I.9),
// check (I.10), legal moves (I.11), identity of positions (I.16) and FEN.
//
// It knows the moves of the men and nothing else: no letters, no penalties, no
// clocks, and not which code of laws a game is played under. A Position is any
// men on any squares, because an umpire or an old code may have to let stand what
// no lawful game reaches: a King left in check, no King, several. Flaws tells such
// a set-up from a lawful position, and Unheeding marks a position in which a check
// need not be met.
package board

import (
	"fmt"
	"iter"
	"math/bits"
)

// Square is one of the 64 squares: a1 = 0, b1 = 1 … h1 = 7, a2 = 8 … h8 = 63.
type Square uint8

// NoSquare is the absent square, as for a position without a Pawn to take in passing.
const NoSquare Square = 64

// Side is the colour of the men, and the player who has them.
type Side uint8

// The two sides.
const (
	White Side = iota
	Black
)

// Kind is the kind of a man.
type Kind uint8

// The kinds of men; NoKind is an empty square, or a move that promotes nothing.
const (
	NoKind Kind = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// Origin is the wing from which a Bishop, Knight or Rook is named (I.6): the wing on which the man
// stood when the game began.
type Origin uint8

// Unknown is the origin of a man set up from a bare FEN when it cannot be
// inferred: either wing's name may be used of it. Promoted men have no wing
// name at all, Queens among them. Kings, Pawns and the Queens of the array are
// Unknown (Pawns are named from the file they stand on, I.8).
const (
	Unknown Origin = iota
	KingsWing
	QueensWing
	Promoted
)

// Man is one man on the board.
type Man struct {
	Side   Side
	Kind   Kind
	Origin Origin
}

// Move is a legal move of the position it came from: from-square in bits 0–5,
// to-square in bits 6–11, the Kind promoted to in bits 12–14. Castling is the
// King's two-square move. The zero Move is a passed turn, written 0000.
type Move uint16

// Pass is the turn that is passed without a move.
const Pass Move = 0

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

// MarshalText writes the square as "e4", NoSquare as "".
func (s Square) MarshalText() ([]byte, error) {
	if s >= NoSquare {
		return nil, nil
	}
	return []byte(s.String()), nil
}

// UnmarshalText reads what MarshalText writes; anything else is an error.
func (s *Square) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*s = NoSquare
		return nil
	}
	square, ok := ParseSquare(string(text))
	if !ok {
		return fmt.Errorf("board: no square %q", text)
	}
	*s = square
	return nil
}

// MarshalText writes the move in UCI form.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a move in UCI form; anything else is an error.
func (m *Move) UnmarshalText(text []byte) error {
	move, ok := ParseMove(string(text))
	if !ok {
		return fmt.Errorf("board: no move %q", text)
	}
	*m = move
	return nil
}

// MarshalText writes "white" or "black".
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// ParseSide reads "white" or "black".
func ParseSide(name string) (s Side, ok bool) {
	err := s.UnmarshalText([]byte(name))
	return s, err == nil
}

// UnmarshalText reads what MarshalText writes; anything else is an error.
func (s *Side) UnmarshalText(text []byte) error {
	switch string(text) {
	case "white":
		*s = White
	case "black":
		*s = Black
	default:
		return fmt.Errorf("board: no side %q", text)
	}
	return nil
}
