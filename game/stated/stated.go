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

// Acts reports whether a statement of this kind is an act in a game: the others
// are for the registrar and the mail office.
func Acts(k interpret.Kind) bool {
	switch k {
	case interpret.KindRegister, interpret.KindChallenge, interpret.KindSet, interpret.KindTry,
		interpret.KindShow, interpret.KindHistory, interpret.KindPGN, interpret.KindBook, interpret.KindAgain, interpret.KindGames,
		interpret.KindHelp, interpret.KindRepeat, interpret.KindAddress, interpret.KindWithdrawChallenge,
		interpret.KindStop, interpret.KindBlock, interpret.KindUnblock, interpret.KindUnregister, interpret.KindLaw, interpret.KindLeaveEverywhere, interpret.KindStopNews,
		interpret.KindEvents, interpret.KindEnter, interpret.KindTable, interpret.KindWithdrawEntry, interpret.KindWatch, interpret.KindUnwatch:
		return false
	}
	return true
}

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

// OnlyProtests reports whether a letter does nothing but protest, as it may when the game is over: the umpire can rule
// on an end that was not lawful.
func OnlyProtests(st []interpret.Statement) bool {
	return len(st) > 0 && !slices.ContainsFunc(st, func(s interpret.Statement) bool { return s.Kind != interpret.KindProtest })
}

// InSuspense reports whether a statement acts while a game stands still: one that needs
// nobody's turn.
func InSuspense(s interpret.Statement) bool {
	switch s.Kind {
	case interpret.KindClaim:
		return s.Forfeiture
	case interpret.KindResign, interpret.KindOfferDraw, interpret.KindAcceptDraw, interpret.KindDeclineDraw, interpret.KindAccept,
		interpret.KindAgree, interpret.KindPropose, interpret.KindAdjourn, interpret.KindDecline, interpret.KindNo, interpret.KindYes,
		interpret.KindProtest, interpret.KindSubmit, interpret.KindLeave, interpret.KindRepeatForm, interpret.KindRepeatCard:
		return true
	}
	return !Acts(s.Kind)
}
