package stated

import (
	"cmp"
	"slices"
	"strings"

	"corrd/game/line"
	"corrd/interpret"
	"corrd/interpret/notation"
)

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
	if b.Resign {
		return Resigning(b)
	}
	words := "if " + cmp.Or(strings.Join(b.If, " or "), "any") + ", " + b.Then
	for _, next := range b.Next {
		words += ", then " + Supposing(next)
	}
	return words
}

// Open returns those of the lines of a letter that were kept in which no hidden conditional move can stand, for the other
// side to read. sealed says that the terms hide all conditional moves; otherwise the words hide some.
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
