package interpret

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// Lengths of lines, in bytes, by which a line that a mail program has broken is known.
const (
	brokenLine      = 45 // a line without a stop that is at least so long may go on below
	linesOfSentence = 3  // lines above a move that may hold the head of its sentence
	filledLines     = 2  // so many lines of prose that leave no room for the next word are a paragraph
	mostCarrying    = 6  // words at the end of a line that may carry a move below it
	mostMentions    = 4  // words of a sentence that are looked at as one move
	// sentences of a letter that are looked at for moves in the place of its move
	mostSentences = 20
)

// doubt says of each move of a line why it may not be meant: how much of a record it is, what the
// line says besides, and where the line stands, between the lines above and those below.
func (p *pageReader) doubt(found []Statement, line string, above, below []string) {
	if !slices.ContainsFunc(found, Statement.IsMove) {
		return
	}
	var more notation.Doubt
	if len(below) > 0 && len(line) >= brokenLine && p.isProse(below[0]) {
		if words := p.wordsOf(below[0]); !p.idle(words[:speech.Sentence(words)], true) {
			more |= notation.InText | notation.Wrapped // "… and so P-K4. / April fool!"
		}
	}
	if later, disowning := p.takenBack(); later || disowning >= len(above) {
		more |= notation.Later
	}
	if speech.Corrects(line) || len(above) > 0 && speech.Corrects(above[len(above)-1]) {
		more |= notation.Instead
	}
	if speech.LeavesOpenMove(line, found[len(found)-1].Kind.IsMove() && !p.endsElsewhere(line)) {
		more |= notation.Unsure
	}
	head := headBefore(line, found)
	more |= notation.OfColour(p.ownSentence(line, head))
	if own := p.ownSentence(line, head); carrying.TellsAhead(strings.TrimPrefix(own, besideText(found))) { // "I'll take the first, and I castle"
		more |= notation.Planned
	}
	more |= p.place(line, head, above, below)
	if p.apartFrom(above, below, head) {
		more |= notation.InText | notation.Wrapped
	}
	if last := headBeforeLast(line, found); last != head { // "your P-K4 is noted, I play P-K4"
		more |= p.place(line, last, above, below)
	}
	for k := range found {
		s := &found[k]
		if !s.Kind.IsMove() {
			continue
		}
		weight := notation.Brief | notation.Vague
		for _, m := range s.Moves {
			weight = min(weight, notation.Weigh(m.Text)) // words joined to a record are not strays
		}
		for n := range s.Moves {
			s.Moves[n].Doubt |= weight | more
		}
	}
}

// besideText is the text of what a line states before its moves, "" for nothing.
func besideText(found []Statement) string {
	if found[0].Kind.IsMove() {
		return ""
	}
	return found[0].Text
}

// takenBack returns whether the letter says that its move comes later, and the place of its last
// line that takes back a move above it, -1 if none does.
func (p *pageReader) takenBack() (later bool, disowning int) {
	if p.later == nil {
		later, steps := notation.SaysLater(p.text)
		at, more := notation.LastDisowning(p.lines)
		p.Spend(steps + more)
		p.later, p.disowning = &later, at
	}
	return *p.later, p.disowning
}

// ownSentence is a line without the sentences before that of its move; head is what stands before
// it.
func (p *pageReader) ownSentence(line, head string) string {
	words := p.wordsOf(head)
	if own := speech.BeginOf(words); own > 0 {
		return strings.TrimSpace(strings.TrimPrefix(line, speech.TextOf(words[:own])))
	}
	return line
}

// Doubt returns the reasons why the moves of the statement may not be meant as they read.
func (s *Statement) Doubt() (all notation.Doubt) {
	for _, m := range s.Moves {
		all |= m.Doubt
	}
	return all
}

// place is what the lines around a line of moves make of it; head is what stands in the line before
// the first move.
func (p *pageReader) place(line, head string, before, after []string) (doubt notation.Doubt) {
	above, below := p.paragraph(before), ""
	if len(after) > 0 && !signsOff(after) && p.isProse(after[0]) {
		below = after[0]
	}
	if len(above) == 0 && p.breaksOff(before, head) {
		return notation.InText | notation.Wrapped
	}
	if len(above) == 0 {
		if below != "" {
			doubt = notation.InText
			if len(line) >= brokenLine && !endsInStop(line) && !remaining.MatchString(line) {
				doubt |= notation.Wrapped
			}
		} else if p.inBlock(line, before, after) {
			doubt = notation.InText
		}
		return doubt
	}
	doubt = notation.InText
	last := above[len(above)-1]
	if p.beginsAnew(head) || len(before) == len(above) && p.isSalutation(above) || p.introduces(above, head) || p.standsAlone(above, line, head) && !p.goesOn(line, below) {
		return doubt
	}
	if len(above) > 1 || len(last) >= brokenLine {
		doubt |= notation.Paragraph
	}
	switch {
	case strings.HasSuffix(last, ":") && !carrying.AnnouncesBelow(p.wordsOf(strings.Join(above, " "))), // "Password of the day:"
		p.leftOpen(last), head == "" && endsInVerb(last), head != "" && p.goesOn(last, head),
		p.runsInto(last), len(above) > 1 && !endsInStop(last) && p.goesOn(above[len(above)-2], last) && (p.isCourtesy(last) || p.leads(p.wordsOf(last), false)): // "It is not true that / I play"
		doubt |= notation.Wrapped
	case endsInStop(last):
	case len(last) >= brokenLine, unfinished(last),
		len(above) >= filledLines && filled(append(above, line)),
		below != "" && filled([]string{last, line, below}):
		doubt |= notation.Wrapped
	}
	return doubt
}

// remaining matches a line behind which the last words of a letter stand: "and remain, Sir,".
var remaining = regexp.MustCompile(`(?i)\b(?:i|and|to) (?:remain|am),?(?: (?:dear |my dear )?(?:sirs?|madam))?,$`)

// apartFrom reports whether the line next above or below a move goes on its sentence, or says that
// nobody makes it: "My move is NOT", and below "whatever you heard".
func (p *pageReader) apartFrom(before, after []string, head string) bool {
	up, down := carrying.Nearest(before, len(before)-1, -1), carrying.Nearest(after, 0, 1)
	if numbered := strings.Trim(head, "0123456789. ") == ""; up != "" && numbered {
		words := p.wordsOf(up)
		if ended := endsInStop(up) && notation.InParagraph(before, slices.Index(before, up)); ended {
			words = nil // the end of a sentence of other matters
		}
		if carrying.IsHeading(words) && (p.isCourtesy(up) || p.isProse(up)) || head == "" && carrying.Disowns(words) && p.isProse(up) && !p.introduces([]string{up}, "") && !carrying.AnnouncesBelow(words) {
			return true
		}
	}
	if down == "" || carrying.IsSecret(down) {
		return false
	}
	words := p.wordsOf(down)
	return p.isProse(down) && carrying.GoesBack(words, true) && (!notation.InParagraph(after, slices.Index(after, down)) || carrying.GoesBack(words, false))
}

// beginsAnew reports whether a sentence ends in what stands before a move in its line, and its own
// words play it, so that the lines above are no part of it: "on Tuesday. I reply".
func (p *pageReader) beginsAnew(head string) bool {
	words := p.wordsOf(strings.TrimRight(head, "0123456789. ")) // "I reply 9."
	own := speech.BeginOf(words)
	return own > 0 && own < len(words) && p.plays(speech.TextOf(words[own:]))
}

// breaksOff reports whether the lines above a move, none of which is prose, and what stands before
// it in its own line are a sentence broken into lines that does not carry it although its end
// would: "In the old Hastings game / I play".
func (p *pageReader) breaksOff(above []string, head string) bool {
	n := len(above)
	if head != "" {
		above = append(slices.Clone(above), head)
	} else if n--; n >= 0 && endsInVerb(above[n]) && !p.introduces(above[n:], "") {
		return true
	}
	if n < 1 || above[n-1] == "" || !p.isCourtesy(above[n-1]) || speech.AllPoliteWish(p.wordsOf(above[n-1])) || !p.goesOn(above[n-1], above[n]) || !p.leads(p.wordsOf(above[n]), false) {
		return false
	}
	from := n
	for from > 0 && n-from < linesOfSentence && above[from-1] != "" && !endsInStop(above[from-1]) {
		from--
	}
	if head == "" {
		return !p.introduces(above[from:n+1], "")
	}
	return !p.introduces(above[from:n], head)
}

// behindStated is what stands in a line behind what the line states first, the whole line if it
// states nothing: "and reply" of "adopt 2, and reply".
func (p *pageReader) behindStated(line string) string {
	if at := beforeMove.FindStringIndex(line); at != nil && len(line) < brokenLine {
		if _, states := p.parseCommand(line[:at[0]]); states {
			return line[at[1]:]
		}
	}
	return line
}

// headBefore is what stands in a line before the first move of its statements, where that is
// written first.
func headBefore(line string, found []Statement) string { return before(line, found, strings.Index) }

// headBeforeLast is what stands before that move where it is written last.
func headBeforeLast(line string, found []Statement) string {
	return before(line, found, strings.LastIndex)
}

// before is what stands in a line before the first move of its statements, which index finds.
func before(line string, found []Statement, index func(line, move string) int) string {
	for _, s := range found {
		if len(s.Moves) > 0 {
			return strings.TrimSpace(line[:max(0, index(line, s.Moves[0].Text))])
		}
	}
	return ""
}

// introduces reports whether the sentence with which lines of prose end, and with which a line goes
// on up to its move, carries that move.
func (p *pageReader) introduces(lines []string, head string) bool {
	lines = slices.Clone(lines[max(0, len(lines)-linesOfSentence):])
	if n := len(lines) - 1; n >= 0 {
		lines[n] = p.behindStated(lines[n])
	}
	return p.carriesOn(strings.Join(lines, " "), head) || p.carriesOn(p.withCommas(lines, head != ""), head)
}

// withCommas joins lines with a comma behind each short one of several words, a whole clause,
// behind which a sign may be missing: people who write on telephones begin a line instead. last
// says that another line follows.
func (p *pageReader) withCommas(lines []string, last bool) string {
	joined := slices.Clone(lines)
	for i, line := range lines {
		words := p.wordsOf(line)
		if n := len(words) - 1; n >= speech.FewestWords && len(line) < brokenLine && speech.BeginOf(words) == 0 && words[n].Stop == 0 && !p.leftOpen(line) && (last || i+1 < len(lines)) {
			joined[i] += ","
		}
	}
	return strings.Join(joined, " ")
}

// carriesOn reports whether the sentence with which a text ends, and with which a line goes on up
// to its move, carries that move.
func (p *pageReader) carriesOn(text, head string) bool {
	words := p.wordsOf(text)
	begun := speech.BeginOf(words)
	if begun < len(words) && head != "" {
		words = p.wordsOf(text + " " + head)
	}
	at := speech.BeginOf(words)
	return begun < len(words) && at <= begun && at < len(words) && p.leads(words[at:], false)
}

// mending are the words directly behind which a sentence names the move that was meant.
var mending = regexp.MustCompile(`(?i)\b(?:meant|i mean|correction|should be|should have been|must be|make that)[\s:,(\-"']*$`)

// Mends reports whether the sentence of a statement says outright which move was meant, "Sorry, I
// meant P-K4", and does not merely speak of one.
func (s Statement) Mends() bool {
	if len(s.Moves) != 1 {
		return false
	}
	at := strings.Index(s.Text, s.Moves[0].Text)
	return at > 0 && mending.MatchString(s.Text[:at])
}
