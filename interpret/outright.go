package interpret

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// People put their move among whatever else they have to say: "I don't know if it is good, but I
// play P-KR3". Where no other reader has found a move in a letter, its sentences are looked through
// for the one that plays a move outright (carrying/outright.go). The other words of the
// letter are free, unless a sentence takes the move back, leaves it open or sets a scene in which
// nobody plays.

// Bounds of the sentences that are looked through.
const (
	mostOutright = 3000 // bytes of a letter
	mostInRecord = 7    // words of a record
	mostRecords  = 24   // places of a letter that are looked at as the record of a move
)

// outright returns the move that exactly one sentence of the letter's prose plays outright.
func (p *pageReader) outright() (s Statement, ok bool) {
	if !p.mayPlayOutright() {
		return s, false
	}
	if later, disowning := p.takenBack(); p.Spent() || later || disowning >= 0 {
		return s, false
	}
	var above []speech.Word // the sentence above
	feigned := false        // by one above
	for _, paragraph := range p.paragraphs {
		if speech.NamesCastle(paragraph.text()) {
			continue
		}
		words := p.wordsOf(paragraph.text())
		for len(words) > 0 && !p.Spent() {
			one := words[:speech.EndOf(words)]
			words = words[len(one):]
			m, names := p.playedIn(above, one, words[:speech.EndOf(words)], feigned)
			above, feigned = one, feigned || carrying.Feigns(one)
			switch {
			case m.Text == "":
				if carrying.Revokes(one, names) {
					return Statement{}, false
				}
			case ok && s.Moves[0].Text != m.Text:
				return Statement{}, false
			default:
				s, ok = moveOf(m, m.Text), true
				s.Line = paragraph.first
			}
		}
	}
	return s, ok && p.records < mostRecords && !slices.ContainsFunc(p.page.Statements, func(b Statement) bool { return b.isBroken() && !s.goesOnFrom(b) })
}

// mayPlayOutright reports whether nothing that the letter states is beside a move more than a
// question or a greeting.
func (p *pageReader) mayPlayOutright() bool {
	return len(p.paragraphs) > 0 && len(p.text) < mostOutright && mayHoldMove(p.text) && !strings.Contains(p.text, "|") && !slices.ContainsFunc(p.page.Statements, Statement.hinders)
}

// hinders reports whether a statement is more than a question or a greeting, so that beside it no
// sentence is looked through for a move.
func (s Statement) hinders() bool {
	return !s.isBroken() && s.Kind != KindSay && s.Kind != KindShow && s.Kind != KindHelp && s.Kind != KindBook && s.Kind != KindDeclineDraw && s.Kind != KindOfferDraw
}

// isBroken reports whether a statement may be the end of a move that a mail program has broken,
// about which its sender would be asked.
func (s Statement) isBroken() bool { return s.Kind == KindMove && s.Doubt()&notation.Wrapped != 0 }

// goesOnFrom reports whether another statement is the end of the move of s, broken off the line
// above.
func (s Statement) goesOnFrom(b Statement) bool {
	return b.isBroken() && len(b.Moves[0].Text) < len(s.Text) && strings.HasSuffix(s.Text, b.Moves[0].Text)
}

// playedIn returns the move that a sentence plays outright, a move without words if it plays none;
// names says that it names a move. above is the sentence before it, below that behind it; feigned
// says that one above sets a scene in which nobody plays.
func (p *pageReader) playedIn(above, one, below []speech.Word, feigned bool) (m notation.Move, names bool) {
	for i := 0; i < len(one) && p.records < mostRecords; i++ {
		found, length := p.recordAt(one[i:])
		if found == nil {
			continue
		}
		if names = true; feigned {
			break
		}
		around := carrying.Around{Above: p.withRecords(above), Before: p.withRecords(one[:i]), After: p.withRecords(one[i+length:]), Below: p.withRecords(below), Sign: one[i+length-1].Stop}
		if p.Spend(len(one)+len(above)+len(below)) && p.playsOutright(around, one[:i], one[i+length:]) {
			found.Doubt |= notation.InText
			if carrying.TellsAhead(speech.TextOf(one)) {
				found.Doubt |= notation.Planned
			}
			return *found, true
		}
	}
	return m, names
}

// recordAt returns the full record of a move at the head of some words, and of how many words it
// is.
func (p *pageReader) recordAt(words []speech.Word) (m *notation.Move, length int) {
	if !mayMove(words[0].Raw) || words[0].Raw[0] == '~' {
		return nil, 0
	}
	p.records++
	for n := min(mostInRecord, len(words)); n > 0; n-- {
		if slices.ContainsFunc(words[:n-1], func(w speech.Word) bool { return w.Stop != 0 && w.Stop != '.' }) {
			continue
		}
		text := strings.Trim(speech.TextOf(words[:n]), ".,;:!?()'*_ ")
		if m = p.OneMove(text); m != nil && notation.Weigh(m.Text) == 0 && (m.Number != 0 || !speech.IsDigit(text[0])) {
			return m, n
		}
	}
	return nil, 0
}

// Named returns the full records of moves that the sentences of some prose name, each once, for a
// question to its writer; none that it names as somebody else's.
func Named(prose string) (named []notation.Move) {
	if len(prose) >= mostOutright || !mayHoldMove(prose) {
		return nil
	}
	p := pageReader{parser: parser{Reader: carrying.Reader{Left: maxSteps}}}
	for line := range strings.Lines(prose) {
		words := p.wordsOf(strings.TrimRight(speech.Tidy(line), "= "))
		for i := 0; i < len(words) && p.records < mostRecords; i++ {
			m, length := p.recordAt(words[i:])
			if m == nil {
				continue
			}
			if another := slices.ContainsFunc(named, func(n notation.Move) bool { return n.Text == m.Text }); !another && !(i > 0 && (carrying.IsPerson(words[i-1]) || words[i-1].Plain == "your")) {
				named = append(named, *m)
			}
			i += length - 1
		}
	}
	return named
}

// playsOutright reports whether a sentence plays the move that stands between some of its words and
// the others.
func (p *pageReader) playsOutright(m carrying.Around, before, after []speech.Word) bool {
	if m.Answers() {
		return false
	}
	if m.Sign == '?' || len(m.After) > 0 && m.After[len(m.After)-1].Stop == '?' || len(before) > 0 && before[0].Plain == "can" {
		if asks, work := m.AsksEntry(); p.Spend(work/partsOfStep) && asks {
			return true
		}
	}
	if m.Sign == '?' {
		return false
	}
	if m.StandsOut() || m.Begins() || m.Announced() {
		return true
	}
	if len(p.text) < carrying.MostBrief && m.Briefly() {
		return true
	}
	confirmed, more := m.Confirmed()
	if len(before) == 0 {
		return confirmed && p.Spend(more/partsOfStep)
	}
	if m.LedLightly(p.leads(before, false)) {
		return true
	}
	at, work := carrying.PlaysFrom(m.Before)
	if !p.Spend((work+more)/partsOfStep) || confirmed || at < 0 || at > 0 && !carrying.MayGoBefore(m.Before[:at], m.Before[at:]) {
		return confirmed
	}
	return m.GoesOn() || !carrying.IsPerson(after[0]) && p.trails(after, carrying.Join{Apart: m.Sign != 0, Led: true}) || carrying.GoesOnOut(after)
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

// aParagraph is the prose of a letter without a blank line in it, and the number of its first line.
type aParagraph struct {
	lines []string
	first int
	open  bool // it may go on
}

// tell keeps a line of prose.
func (p *pageReader) tell(plain string, number int) {
	if n := len(p.paragraphs) - 1; n >= 0 && p.paragraphs[n].open {
		p.paragraphs[n].lines = append(p.paragraphs[n].lines, plain)
		return
	}
	p.paragraphs = append(p.paragraphs, aParagraph{[]string{plain}, number, true})
}

// text returns a paragraph as one line. A line that a mail program has not broken ends a sentence.
func (a aParagraph) text() string {
	var text strings.Builder
	for n, line := range a.lines {
		text.WriteString(line)
		if n+1 < len(a.lines) && !endsInStop(line) && len(line) < longProse && a.lines[n+1][0] < 'a' && !carrying.LeavesOpen(line[strings.LastIndexByte(line, ' ')+1:]) {
			text.WriteByte('.')
		}
		text.WriteByte(' ')
	}
	return text.String()
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
