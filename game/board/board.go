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

// Origin is the wing from which a Bishop, Knight or Rook is named (I.6): the wing on which the man stood when the game
// began.
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
