package interpret

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// The moves that prose names, and the one with which it begins.

// mostNaming is how many bytes of prose are looked through at most.
const mostNaming = 3000

// Named returns the full records of moves that the sentences of some prose name, each once, for a
// question to its writer; none that it names as somebody else's.
func Named(prose string) (named []notation.Move) {
	if len(prose) >= mostNaming || !mayHoldMove(prose) {
		return nil
	}
	r := carrying.Reader{Left: maxSteps}
	prose = strings.TrimRight(speech.Tidy(prose), "= ")
	for _, m := range r.NamedIn(prose) {
		before := speech.Of(prose[:m.From])
		whose := len(before) > 0 && (carrying.IsPerson(before[len(before)-1]) || before[len(before)-1].Plain == "your")
		if !whose && !slices.ContainsFunc(named, func(n notation.Move) bool { return n.Text == m.Text }) {
			named = append(named, m.Move)
		}
	}
	return named
}

// suppose takes a conditional series out of prose: its sender, whom it does not bind, is told so.
func (p *pageReader) suppose() {
	for n, line := range p.note {
		if one := p.Supposed(line); one != "" {
			p.note[n] = strings.TrimSpace(strings.Replace(line, one, "", 1))
			p.page.Statements = append(p.page.Statements, Statement{Kind: KindConditional, Text: one, Line: n + 1, Game: p.game})
			return
		}
	}
}

// The words at the head of a letter taken for a move, and the bytes of a letter looked at, at most.
const mostHeadWords, mostHeaded = 9, 2000

// tellsOf are words behind a move that tell of it, and do not make it: "d5 was a blunder".
var tellsOf = speech.SetOf("was is were are looks looked seems seemed surprised would has had will can could should did does came made gave gives worked works took takes or against and as if in on at by for than that which threatens when")

// unspaced matches a word of a line.
var unspaced = regexp.MustCompile(`[^ \t]+`)

// HeadMove returns the move that stands at the head of a letter of prose, perhaps behind a
// greeting, and the words behind it: "d5, u want a draw?". The letter may not mean it.
func HeadMove(prose string) (m notation.Move, rest string, ok bool) {
	if prose = withoutGreeting(strings.TrimSpace(prose)); len(prose) > mostHeaded || !mayHoldMove(prose) {
		return m, "", false
	}
	line, _, _ := strings.Cut(prose, "\n")
	words := unspaced.FindAllStringIndex(line, -1)
	for n := min(mostHeadWords, len(words)); n > 0; n-- {
		at := words[n-1][1]
		head := strings.TrimRight(line[:at], ".,;:!?- ")
		if n < len(words) && len(head) == at && tellsOf[strings.ToLower(strings.Trim(line[words[n][0]:words[n][1]], ".,;:!?"))] {
			continue
		}
		if !mayHoldMove(head) {
			break // nor do fewer words
		}
		page := Parse(head)
		if len(page.Statements) != 1 || page.Statements[0].Kind != KindMove || len(page.Statements[0].Confirms) > 0 || page.Note != "" && !IsCourteous(page.Note) {
			continue
		}
		if i := strings.Index(head, page.Statements[0].Text); i >= 0 { // "d6, Grüße" from Cologne
			at = i + len(page.Statements[0].Text)
		}
		if strings.HasPrefix(strings.TrimLeft(prose[at:], " "), "-") { // "P-KR3 - the threat"
			return m, "", false
		}
		return page.Statements[0].Moves[0], strings.TrimSpace(strings.TrimLeft(prose[at:], ".,;:!- ")), true
	}
	return m, "", false
}
