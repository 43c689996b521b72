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

// urging are words with which a writer asks somebody else for something.
var urging = [...]string{"please", "pls", "plz", "kindly", "you", "do", "just"}

// urges reports whether a line of a resignation asks somebody else to resign: "please resign",
// "resign, Bob!". Who speaks of themselves does not.
func (p *parser) urges(line string) bool {
	words := p.wordsOf(line)
	for len(words) > 0 {
		n := speech.Sentence(words)
		for n < len(words) && words[n-1].Stop == ',' {
			n += speech.Sentence(words[n:])
		}
		one := words[:n]
		words = words[n:]
		verb, own, asks := -1, false, false
		for i, w := range one {
			switch strings.ReplaceAll(w.Plain, "'", "") {
			case "i", "im", "ill", "id", "ive", "we", "white", "black", "resigns", "resigned", "resigning":
				own = true
			case "my":
				own = own || i+1 == len(one) || !speech.Called[one[i+1].Plain]
			case "resign", "concede", "surrender", "capitulate", "give":
				verb = i
			case "defeat":
				asks = asks || i == 1 && one[0].Plain == "accept"
				verb = max(verb, i-1)
			}
			asks = asks || w.Plain == "already" && verb >= 0 || w.Plain == "come" && verb < 0 && i+1 < n && one[i+1].Plain == "on"
			for _, u := range urging {
				asks = asks || w.Plain == u && (i < verb || verb < 0 || u == "please")
			}
		}
		if n := len(one); verb == 0 && n > 3 && slices.ContainsFunc(one[1:], func(w speech.Word) bool { return w.Sort == speech.Name && w.Stop != 0 }) && slices.ContainsFunc(one, func(w speech.Word) bool { return w.Plain == "you" }) {
			return true // "Give up the game, Bob, you are lost!"
		}
		if verb < 0 || own {
			continue
		}
		named := verb+1 < len(one) && one[verb].Stop == ',' && one[len(one)-1].Stop == '!' && (speech.IsCalled(one[verb+1:]) || one[verb+1].Plain == "you" && verb+3 == len(one))
		if asks || named {
			return true
		}
	}
	return false
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
	return !p.spend(work/partsOfStep) || belied
}
