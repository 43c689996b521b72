package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// bySentence reads a line in which one sentence states something, whatever the others tell, as long
// as none of them states something else or takes it back. The first sentence of a line that goes on
// from the line above states nothing. note holds the words beside it.
func (p *pageReader) bySentence(line string) (s Statement, note string, ok bool) {
	if len(line) > longestCourteous || !speech.MayStateFreely(line) || strings.ContainsAny(line, "\"*>|=") || line[0] == '(' {
		return s, "", false
	}
	sentences := speech.Sentences(p.wordsOf(speech.CommasApart(line)))
	at := -1
	for i, one := range sentences {
		last := one[len(one)-1]
		kind, work := speech.StatesFreely(one, last.Stop == '?')
		if !p.spend(work/partsOfStep) || kind == "" || p.wrapped && i == 0 {
			continue
		}
		found, known := p.named(string(kind), one, nil, line)
		switch {
		case !known, p.isDoubtful(&found, one, line):
			return Statement{}, "", false
		case at < 0:
			s, at = found, i
		case found.Kind != s.Kind:
			return Statement{}, "", false
		}
	}
	if at < 0 {
		return Statement{}, "", false
	}
	for i, one := range sentences {
		if i == at {
			continue
		}
		open, work := speech.TakesBack(one, i > at)
		asks := one[len(one)-1].Stop == '?' && i > at && sentences[at][len(sentences[at])-1].Stop == '?' && !speech.AsksAssent(one) || s.Kind == KindResign && speech.AsksAssent(one)
		if !p.spend(work/partsOfStep) || open || asks || i > at && (s.answers() != Unclear && !p.settled(&s, one, false, true, true) || persists(speech.WrittenOut(one))) || p.namesMoves(speech.TextOf(one)) {
			return Statement{}, "", false
		}
	}
	return s, worthTelling(slices.Concat(slices.Concat(sentences[:at]...), slices.Concat(sentences[at+1:]...)), nil), true
}

// isDoubtful reports whether the signs of a sentence that states something, or a move that it names,
// leave that open: it trails off, or quotes somebody.
func (p *parser) isDoubtful(s *Statement, sentence []speech.Word, line string) bool {
	last := sentence[len(sentence)-1]
	trails := strings.HasSuffix(last.Raw, "..") && last.Stop != '?' || s.Kind.said(ofItsOwn) && strings.Contains(line, "..")
	quotes := slices.ContainsFunc(sentence, func(w speech.Word) bool { return len(w.Raw) > 3 && w.Raw[0] == '\'' && w.Plain != "'tis" })
	return trails || quotes || p.namesMoves(speech.TextOf(sentence))
}
