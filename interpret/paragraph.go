package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/speech"
)

// Where a line stands: whether what is above it is prose, and has left its sentence open.

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
	return last != line && (strings.EqualFold(last, "or") || !endsInStop(line) && strings.HasSuffix(last, ".") && speech.IsDigit(last[0]))
}

// isProse reports whether a line is neither blank nor a statement nor a courtesy.
func (p *pageReader) isProse(line string) bool {
	if p.stoodAlone(line) {
		return false
	}
	prosaic, known := p.prosaic[line]
	if !known {
		p.Spend(stepsOfTrial + lineWork(line))
		prosaic = p.readsAsProse(line)
		carrying.Keep(&p.prosaic, line, prosaic)
	}
	p.Spend(carrying.StepsOfKnown + len(line)/16)
	return prosaic
}

// stoodAlone reports whether the whole of a line has been read as a statement which answers: "I'd
// like to see how this ends".
func (p *pageReader) stoodAlone(line string) bool {
	n := len(p.page.Statements) - 1
	return n >= 0 && p.page.Statements[n].consents() && p.page.Statements[n].Text == strings.TrimRight(line, ".,;:!- ")
}

// readsAsProse is isProse of a line that has not been looked at.
func (p *pageReader) readsAsProse(line string) bool {
	if line == "" || len(line) > maxLine || speech.IsEmpty(line) || p.isCourtesy(line) {
		return line != "" && len(line) > maxLine
	}
	_, _, turns := speech.CutGame(line)
	if _, says := cutSay(line, line); turns || says {
		return false
	}
	_, remark, ok := p.parseLine(line, false)
	return !ok || remark != ""
}

// signsOff reports whether tidied lines are the name with which a letter ends: "- alice", "bob".
func signsOff(lines []string) bool {
	if len(lines) == 0 || slices.ContainsFunc(lines[1:], func(line string) bool { return line != "" }) {
		return false
	}
	name := strings.TrimLeft(lines[0], "-~ ")
	dashed := len(name) < len(lines[0])
	words := strings.Fields(name)
	if len(words) == 0 || len(words) > 2 || !dashed && len(words) > 1 {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return !speech.MayBeName(w) })
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
// of a short figure or of an initial is none, "3.", "Q. B."; that of a square or a year is one,
// "B-Q2.", "Est. 1862."
func endsInStop(line string) bool {
	const longestInitial, longestNumber = 2, 3
	line = strings.TrimRight(line, ")]\"' ")
	bare := strings.TrimRight(line, ".:")
	last := bare[strings.LastIndexAny(bare, " .")+1:] // empty where the stops stand alone: "And so ..."
	if bare != line && last != "" && (speech.IsDigit(last[0]) && len(last) <= longestNumber || len(last) <= longestInitial && (last[0] < 'a' || len(last) < longestInitial) && !speech.IsDigit(last[len(last)-1])) {
		return false
	}
	return line == "" || strings.IndexByte(".:!?", line[len(line)-1]) >= 0
}
