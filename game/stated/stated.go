// Package stated says what the statements of one letter say together: which of them act in a
// game, which exclude each other, in which order they act, which are too many.
//
// The package is pure. It must not know how the game stands in which a letter is heard, nor
// what comes of a statement there.
package stated

import (
	"slices"
	"strings"

	"corrd/interpret"
)

// IsMove reports whether a statement communicates a move for the turn.
func IsMove(s interpret.Statement) bool {
	return s.Kind == interpret.KindMove || s.Kind == interpret.KindMoves
}

// Has reports whether one of the statements is of one of the kinds.
func Has(st []interpret.Statement, kinds ...interpret.Kind) bool {
	return slices.ContainsFunc(st, func(s interpret.Statement) bool { return slices.Contains(kinds, s.Kind) })
}

// Moves reports whether one of the statements communicates a move for the turn.
func Moves(st []interpret.Statement) bool { return slices.ContainsFunc(st, IsMove) }

// Parted parts the moves that a letter communicates from the letter's other statements.
func Parted(st []interpret.Statement) (moves, rest []interpret.Statement) {
	for _, s := range st {
		if IsMove(s) {
			moves = append(moves, s)
		} else {
			rest = append(rest, s)
		}
	}
	return moves, rest
}

// Text joins the statements of a letter as they were written, a line each.
func Text(st []interpret.Statement) string {
	texts := make([]string, len(st))
	for i, s := range st {
		texts[i] = s.Text
	}
	return strings.Join(texts, "\n")
}

// Joined joins prose and words that are said to the other side, a paragraph each.
func Joined(prose string, said []string) string {
	return strings.TrimSpace(prose + "\n\n" + strings.Join(said, "\n\n"))
}

// Read reads again the statements of lines that were kept.
func Read(lines []string) []interpret.Statement {
	return interpret.Parse(strings.Join(lines, "\n")).Statements
}

// MovesIn reads again the statements of a text that communicate moves.
func MovesIn(text string) []interpret.Statement {
	moves, _ := Parted(interpret.Parse(text).Statements)
	return moves
}

// AllAfterEnd reports whether all that a letter states acts when the game is over. A protest does:
// the umpire can rule on an end that was not lawful.
func AllAfterEnd(st []interpret.Statement) bool {
	return len(st) > 0 && !slices.ContainsFunc(st, func(s interpret.Statement) bool { return !s.Kind.Row().AfterEnd })
}

// InSuspense reports whether a statement acts while a game stands still: one that needs
// nobody's turn.
func InSuspense(s interpret.Statement) bool {
	return s.Kind.Row().InSuspense || s.Forfeiture || !s.Kind.Acts()
}
