package interpret

import (
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/speech"
)

// A move that is a sentence of its own, or that a sign sets apart from the words before it and with
// which its sentence ends, plays whatever else a letter tells (carrying/apart.go), unless a
// sentence beside it takes it back, leaves it open, or tells of another board.

// mayLead reports whether words before a move leave no doubt of it and that it is their writer's;
// ends says that its sentence ends with it.
func (p *parser) mayLead(head string, ends bool) bool {
	if strings.HasPrefix(head, "|") { // corrd shows so what others have written
		return false
	}
	words := p.wordsOf(head)
	own := speech.BeginOf(words)
	if before := speech.Untagged(words[:own]); len(before) > 0 && !speech.AllPolite(before) && p.unsettle(before, ends || p.plays(speech.TextOf(words[own:]))) {
		return false
	}
	return own == len(words) || p.leads(words[own:], true) || ends && p.Spend(len(words)) && carrying.SetsApart(p.withRecords(words[own:]))
}

// unsettle reports whether sentences before one of a move put it in doubt. clear says that the move
// is a sentence of its own, or that its sentence plays it in so many words.
func (p *parser) unsettle(before []speech.Word, clear bool) bool {
	if p.namesMoves(speech.TextOf(before)) && (!clear || p.standsBare(before)) {
		return true
	}
	return carrying.Feigns(before) || !p.idle(before, true) && !(clear && carrying.IsHarmless(before)) ||
		len(before) < speech.FewestWords && speech.IsDigit(before[0].Raw[0])
}

// standsBare reports whether one of some sentences is a move and nothing else.
func (p *parser) standsBare(words []speech.Word) bool {
	for len(words) > 0 {
		n := speech.EndOf(words)
		if p.SoundsLikeMove(strings.TrimRight(speech.TextOf(words[:n]), ".!? ")) {
			return true
		}
		words = words[n:]
	}
	return false
}

// begins reports whether a move begins its sentence behind others.
func (p *parser) begins(head string) bool {
	words := p.wordsOf(head)
	return len(words) > 0 && speech.BeginOf(words) == len(words)
}

// endsAt reports whether the sentence that begins with a move in a text ends with it.
func endsAt(text, move string) bool {
	rest, ok := strings.CutPrefix(text, move)
	rest = strings.TrimLeft(rest, " )")
	return ok && (rest == "" || strings.IndexByte(".!;", rest[0]) >= 0)
}

// isSalutation reports whether lines are the one with which a letter begins, in whatever language:
// a few words and a comma.
func (p *pageReader) isSalutation(lines []string) bool {
	words := p.wordsOf(lines[0])
	return len(lines) == 1 && len(words) <= speech.MostNames+2 && words[len(words)-1].Stop == ',' && speech.Sentence(words) == len(words) && speech.Has(words, speech.Name)
}

// standsAlone reports whether a move below lines of prose is in a sentence of its own that begins
// and ends in its line, or plays the move in so many words, and nothing above puts it in doubt.
func (p *pageReader) standsAlone(above []string, line, head string) bool {
	rest := strings.TrimLeft(strings.TrimPrefix(line, head), " ")
	_, tail, ok := p.parseFollowed(rest, false)
	if !ok || head == "" {
		return false
	}
	words := p.wordsOf(strings.Join(above, " ") + " " + head)
	own := speech.BeginOf(words)
	alone := own == len(words) && own > 0 && words[own-1].Stop != ';' && (tail == "" || endsAt(rest, rest[:len(rest)-len(tail)]))
	if !alone && !p.plays(speech.TextOf(words[own:])) {
		return false
	}
	return (own == len(words) || p.leads(words[own:], true)) && (own == 0 || !p.unsettle(words[:own], true) && !p.namesMoves(speech.TextOf(words[:own])))
}
