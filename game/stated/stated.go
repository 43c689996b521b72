// Package stated says what the statements of one letter say together: which of them act in a
// game, which exclude each other, in which order they act, which are too many.
//
// The package is pure. It must not know how the game stands in which a letter is heard, nor
// what comes of a statement there.
package stated

import (
	"cmp"
	"slices"
	"strings"

	"corrd/game/line"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// Has reports whether one of the statements is of one of the kinds.
func Has(st []interpret.Statement, kinds ...interpret.Kind) bool {
	return slices.ContainsFunc(st, func(s interpret.Statement) bool { return slices.Contains(kinds, s.Kind) })
}

// Moves reports whether one of the statements communicates a move for the turn.
func Moves(st []interpret.Statement) bool { return slices.ContainsFunc(st, interpret.Statement.IsMove) }

// Parted parts the moves that a letter communicates from the letter's other statements.
func Parted(st []interpret.Statement) (moves, rest []interpret.Statement) {
	for _, s := range st {
		if s.IsMove() {
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

// AllAfterEnd reports whether all that a letter states acts when the game is over.
func AllAfterEnd(st []interpret.Statement) bool {
	return len(st) > 0 && !slices.ContainsFunc(st, func(s interpret.Statement) bool { return !ActsAfterEnd(s) })
}

// ActsAfterEnd reports whether a statement acts when the game is over. A protest does, and so does
// taking one back: the umpire can rule on an end that was not lawful.
func ActsAfterEnd(s interpret.Statement) bool {
	return s.Kind.Row().AfterEnd || s.Kind == interpret.KindWithdraw && Recalls(s) == Protest
}

// InSuspense reports whether a statement acts while a game stands still: one that needs
// nobody's turn.
func InSuspense(s interpret.Statement) bool {
	return s.Kind.Row().InSuspense || s.Forfeiture || !s.Kind.Acts()
}

// AtOffice reports whether a statement of a kind needs no carrier: the opponent is not told of the
// statement, or it is for the umpire or the mail office.
func AtOffice(k interpret.Kind) bool {
	return k.Row().NeedsNoCarrier || !k.Acts()
}

// LapsesWithMove reports whether a statement uses a right that its side has no more when it has
// handed in its move for the turn.
func LapsesWithMove(s interpret.Statement) bool {
	return s.Kind.Row().Lapses && !s.Forfeiture
}

// StopsClock reports whether a statement, handed in by the side whose turn runs, stops that side's
// clock from the postmark on.
func StopsClock(s interpret.Statement) bool {
	if s.Kind == interpret.KindClaim && len(s.Moves) == 0 { // others end "otherwise P-K4"
		return false
	}
	return s.Kind.Row().StopsClock
}

// Changed returns the lines of the statements with their moves as the wire delivers them, in
// order.
func Changed(st []interpret.Statement, carried []string) (lines []string) {
	n := 0
	for _, s := range st {
		text, seen := s.Text, 0
		for _, m := range s.Confirms { // what is repeated stands before the moves, and may be the same words
			if i := strings.Index(text[seen:], m.Text); i >= 0 {
				seen += i + len(m.Text)
			}
		}
		for _, m := range s.Moves {
			if !s.IsMove() {
				continue
			}
			if i := strings.Index(text[seen:], m.Text); i >= 0 {
				text = text[:seen+i] + carried[n] + text[seen+i+len(m.Text):]
				seen += i + len(carried[n])
			}
			n++
		}
		lines = append(lines, text)
	}
	return lines
}

// Branches keeps the words of a series: a branch for each of the replies to its
// hypothesis, which all fire together.
func Branches(s *interpret.Series) []line.Branch {
	b := line.Branch{Then: s.Then.Text, Resign: s.Resign}
	for _, w := range s.If {
		b.If = append(b.If, w.Text)
	}
	for _, n := range s.Next {
		b.Next = append(b.Next, Branches(n)...)
	}
	all := []line.Branch{b}
	for _, w := range s.Else {
		b.Then = w.Text
		all = append(all, b)
	}
	return all
}

// InPairs makes a chain of a series out of replies assumed and moves bound to them,
// in turn; nil of fewer than two.
func InPairs(row []notation.Move) *interpret.Series {
	if len(row) < 2 {
		return nil
	}
	s := &interpret.Series{If: row[:1], Then: row[1]}
	if next := InPairs(row[2:]); next != nil {
		s.Next = []*interpret.Series{next}
	}
	return s
}

// Unconditional reports whether a series assumes nothing: it is a further move of the turn.
func Unconditional(s *interpret.Series) bool {
	return s != nil && len(s.If) == 0 && !s.Any && len(s.Else) == 0
}

// Resigning writes a hypothesis on which the sender of the hypothesis resigns.
func Resigning(b line.Branch) string {
	if len(b.If) == 0 {
		return "if any I resign"
	}
	return "if " + strings.Join(b.If, " or ") + " I resign"
}

// Supposing writes a hypothesis with the move that is bound to it, and those that follow.
func Supposing(b line.Branch) string {
	words := "if " + cmp.Or(strings.Join(b.If, " or "), "any") + ", "
	if b.Resign {
		return words + "I resign"
	}
	words += b.Then
	for _, next := range b.Next {
		words += ", then " + Supposing(next)
	}
	return words
}

// Open returns those of the lines of a letter that were kept in which no hidden conditional move
// can stand, for the other side to read. sealed says that the terms hide all conditional moves;
// otherwise the words hide some.
func Open(lines []string, sealed bool) (open []string) {
	for _, line := range lines {
		branch := func(s interpret.Statement) bool {
			return s.Sealed || sealed && (s.Kind == interpret.KindConditional || len(s.Confirms) > 0)
		}
		if !slices.ContainsFunc(Read([]string{line}), branch) {
			open = append(open, line)
		}
	}
	return open
}
