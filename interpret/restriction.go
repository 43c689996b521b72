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
	ends := func(words string) bool { return strings.HasSuffix(plain, " "+words+" ") }
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
