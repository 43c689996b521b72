package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/speech"
)

// isForAnother reports whether a line, below another, urges its reader to what it seems to state,
// puts it into somebody's mouth, lists what one may choose from, or answers something else.
func (p *pageReader) isForAnother(found []Statement, plain, above string) bool {
	s := found[0]
	if !s.Kind.IsMove() && p.listsStatements(plain) {
		return true
	}
	if slices.ContainsFunc(found, func(s Statement) bool { return s.Kind == KindResign }) && speech.Urges(p.wordsOf(plain), p.wordsOf(p.next)) || !s.Kind.IsMove() && speech.Scolds(p.wordsOf(plain)) {
		return true
	}
	if s.Kind.IsMove() {
		return (strings.Contains(plain, ":") || strings.HasSuffix(above, ":")) && speech.Told(p.wordsOf(plain), speech.Of(above))
	}
	if s.Kind.IsAnswer() && speech.TakesThing(p.wordsOf(plain), speech.Of(s.Text), speech.Of(above)) {
		return true
	}
	return s.Kind.Acts() && rows[s.Kind].manner != asReport && !s.Kind.Row().PassedOn && speech.Mouthed(p.wordsOf(plain), speech.Of(s.Text), speech.Of(above))
}

// listsStatements reports whether a line is several statements with strokes between, as who copies
// a list has them: "waive / exact penalty C".
func (p *pageReader) listsStatements(line string) bool {
	stated := 0
	for part := range strings.SplitSeq(line, " / ") {
		if _, ok := p.parseCommand(strings.TrimSpace(part)); ok && len(part) < len(line) {
			stated++
		}
	}
	return stated > 1
}

// isOnSecret reports whether a line says that the conditional moves above or below it are to be
// hidden, and notes it.
func (p *pageReader) isOnSecret(plain string) bool {
	n := len(p.page.Statements)
	above := n > 0 && p.page.Statements[n-1].Kind == KindConditional
	below := carrying.StartsConditional(p.next)
	if !above && !below || !speech.HeadsSecret(plain) {
		return false
	}
	if p.secret = below; above && !below {
		seal(p.page.Statements[n-1:])
	}
	return true
}
