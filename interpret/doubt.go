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
	if carrying.TellsAhead(p.ownSentence(line, head)) {
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
	if len(after) > 0 && p.isProse(after[0]) {
		below = after[0]
	}
	if len(above) == 0 && p.breaksOff(before, head) {
		return notation.InText | notation.Wrapped
	}
	if len(above) == 0 {
		if below != "" {
			doubt = notation.InText
			if len(line) >= brokenLine && !endsInStop(line) {
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
	if down == "" || speech.IsSecret(down) {
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
	} else if n--; n >= 0 && endsInVerb(above[n]) && !p.leads(p.wordsOf(above[n]), false) {
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

// mostAbove is how many lines above another are looked at.
const mostAbove = 12

// paragraph returns the lines of prose at the end of some lines.
func (p *pageReader) paragraph(lines []string) (prose []string) {
	for n := len(lines) - 1; n >= 0 && len(prose) < mostAbove && (p.isProse(lines[n]) || p.leftOpen(lines[n]) || p.endsSentence(lines[:n], lines[n])); n-- {
		prose = append(prose, lines[n])
	}
	slices.Reverse(prose)
	return prose
}

// endsSentence reports whether a courtesy goes on a sentence of prose that the lines above it have
// left open: "It is not true that / I play".
func (p *pageReader) endsSentence(above []string, line string) bool {
	for range linesOfSentence {
		n := len(above) - 1
		if n < 0 || line == "" || !p.isCourtesy(line) || !p.goesOn(above[n], line) {
			return false
		}
		if p.isProse(above[n]) || p.leftOpen(above[n]) {
			return true
		}
		above, line = above[:n], above[n]
	}
	return false
}

// goesOn reports whether a line may go on the sentence of the line above it: that one has no stop,
// and this one begins as no sentence does, or the line above ends as none does.
func (p *pageReader) goesOn(above, line string) bool {
	if above == "" || line == "" || endsInStop(above) {
		return false
	}
	return line[0] >= 'a' || speech.OpenerOf(line) == "i" || p.leftOpen(above)
}

// leftOpen reports whether a line, which is no statement, ends with a word with which no sentence
// ends.
func (p *pageReader) leftOpen(line string) bool {
	if !p.isProse(line) && !p.isCourtesy(line) { // "set reminders on"
		return false
	}
	last := p.wordsOf(line[strings.LastIndexByte(line, ' ')+1:])
	return len(last) > 0 && last[0].Stop == 0 && (last[0].Sort == speech.Doubt || carrying.LeavesOpen(last[0].Plain))
}

// endsInVerb reports whether a line without a stop ends with a word of making a move, whose object
// the move below may be: "Last year we answered".
func endsInVerb(line string) bool {
	return madeMove[strings.ToLower(line[strings.LastIndexByte(line, ' ')+1:])]
}

// madeMove are such words.
var madeMove = speech.SetOf("moved plays played playing sends sent replied went used chose posted answered opened tried wrote add play go send like trust expected considered rejected refuse gives suggests against prefer of about at but")

// runsInto reports whether a line ends with words that would carry the move below it if they stood
// alone: "If I play".
func (p *pageReader) runsInto(line string) bool {
	words := p.wordsOf(line)
	for n := len(words) - 1; n >= max(1, len(words)-mostCarrying); n-- {
		switch words[n].Plain {
		case "i", "we", "my", "our":
			return words[len(words)-1].Stop == 0 && words[0].Plain != "" && speech.IsLetter(words[0].Plain[0]) && p.leads(words[n:], false)
		}
	}
	return false
}

// inBlock reports whether a line of moves between others is one of a paragraph: of lines without
// room for the next word, of which one is prose.
func (p *pageReader) inBlock(line string, before, after []string) bool {
	block := []string{line}
	defer func() { p.Spend(len(block) * stepsOfLine) }()
	for n := len(before) - 1; n >= 0 && len(block) < mostAbove && before[n] != ""; n-- {
		block = append(block, before[n])
	}
	slices.Reverse(block)
	for n := 0; n < len(after) && n < mostAbove && after[n] != ""; n++ {
		block = append(block, after[n])
	}
	return len(block) > filledLines && filled(block) && slices.ContainsFunc(block, p.isProse)
}

// unfinished reports whether a line ends with the number of a move, or with "or".
func unfinished(line string) bool {
	last := line[strings.LastIndexByte(line, ' ')+1:]
	return last != line && (strings.EqualFold(last, "or") || strings.HasSuffix(last, ".") && speech.IsDigit(last[0]))
}

// isProse reports whether a line is neither blank nor a statement nor a courtesy.
func (p *pageReader) isProse(line string) bool {
	prosaic, known := p.prosaic[line]
	if !known {
		p.Spend(stepsOfTrial + lineWork(line))
		prosaic = p.readsAsProse(line)
		carrying.Keep(&p.prosaic, line, prosaic)
	}
	p.Spend(carrying.StepsOfKnown + len(line)/16)
	return prosaic
}

// readsAsProse is isProse of a line that has not been looked at.
func (p *pageReader) readsAsProse(line string) bool {
	if line == "" || len(line) > maxLine || p.isCourtesy(line) {
		return line != "" && len(line) > maxLine
	}
	_, _, turns := speech.CutGame(line)
	if _, says := cutSay(line, line); turns || says {
		return false
	}
	_, remark, ok := p.parseLine(line, false)
	return !ok || remark != ""
}

// filled reports whether no line has room for the first word of the next one, so that a mail
// program may have broken them.
func filled(lines []string) bool {
	width := 0
	for _, l := range lines {
		width = max(width, len(l))
	}
	for n, l := range lines[:len(lines)-1] {
		word, _, _ := strings.Cut(lines[n+1], " ")
		if len(l)+1+len(word) <= width {
			return false
		}
	}
	return true
}

// endsInStop reports whether a line ends with a stop, perhaps within brackets or quotes. The stop
// of a figure or of an initial is none: "3.", "Q. B."; that of a square is one: "B-Q2."
func endsInStop(line string) bool {
	const longestInitial = 2
	line = strings.TrimRight(line, ")]\"' ")
	bare := strings.TrimRight(line, ".:")
	last := bare[strings.LastIndexAny(bare, " .")+1:] // empty where the stops stand alone: "And so ..."
	if bare != line && last != "" && (speech.IsDigit(last[0]) || len(last) <= longestInitial && (last[0] < 'a' || len(last) < longestInitial) && !speech.IsDigit(last[len(last)-1])) {
		return false
	}
	return line == "" || strings.IndexByte(".:!?", line[len(line)-1]) >= 0
}

// introduces reports whether the sentence with which lines of prose end, and with which a line goes
// on up to its move, carries that move.
func (p *pageReader) introduces(lines []string, head string) bool {
	lines = lines[max(0, len(lines)-linesOfSentence):]
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
