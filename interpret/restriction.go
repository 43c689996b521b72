package interpret

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// contradicted reports whether words beside a statement that says no say yes, or those before a
// bare no state anything else.
func (p *parser) contradicted(s Statement, before, after []speech.Word) bool {
	if s.weak() && slices.ContainsFunc(after, func(w speech.Word) bool {
		return w.Idiom == 0 && (w.Plain == "look" || w.Plain == "check" || w.Plain == "ask")
	}) {
		return true // "ok, I will look at it"
	}
	if s.answers() != No && s.Kind != KindDeclineDraw {
		return false
	}
	if slices.ContainsFunc(before, func(w speech.Word) bool { return w.Stop != 0 && (w.Plain == "accept" || w.Plain == "agree") }) {
		return true
	}
	yes := func(w speech.Word) bool { return w.Plain == "yes" }
	if slices.ContainsFunc(before, yes) || slices.ContainsFunc(after, yes) {
		return true
	}
	for len(before) > 0 && s.Kind == KindNo {
		n := speech.Sentence(before)
		if other, ok := p.stated(before[:n], false); ok && other.answers() != No {
			return true
		}
		before = before[n:]
	}
	return false
}

// mocks reports whether a line says yes in mockery: "yeah, right", "sure you will".
func mocks(line string) bool {
	plain := " " + PlainWords(line) + " "
	ends := func(words string) bool {
		before, found := strings.CutSuffix(plain, " "+words+" ")
		return found && !strings.HasSuffix(before, " if") && !strings.HasSuffix(before, " as") // "if you wish"
	}
	return slices.Contains(speech.Said["mocking alone"], strings.TrimSpace(plain)) || slices.ContainsFunc(speech.Said["mocking"], ends)
}

// ponders is how somebody tells what they thought of doing, before a no that answers themselves.
var ponders = regexp.MustCompile(`(?i)\b(?:offering|proposing|resigning|claiming)\b.*\bbut no\b`)

// belied reports whether what stands beside a statement in its line may belie it.
func (p *parser) belied(s *Statement, line string) bool {
	if s.Kind.refusal() && (ponders.MatchString(line) || speech.IsArticle(p.wordsOf(line), speech.Of(s.Text))) {
		return true
	}
	words := p.wordsOf(speech.CommasApart(line))
	if s.Kind.refusal() && s.Choice == 0 && slices.ContainsFunc(speech.Sentences(words), speech.IsAboutElse) {
		return true
	}
	if s.Choice != 0 || s.Kind.refusal() || s.answers() == Unclear && !s.Kind.said(ofItsOwn) {
		return false
	}
	belied, work := speech.Belied(words, speech.Of(s.Text), speech.Speaks{Answers: s.answers() != Unclear, Ends: s.Kind == KindResign, Claims: s.Kind == KindClaim, Remits: s.Kind == KindWaive || s.Kind == KindExact || s.Kind == KindWithdraw, Decides: s.Kind.said(outright) || s.Kind == KindAccept})
	return !p.Spend(work/partsOfStep) || belied
}

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
