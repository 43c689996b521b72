package interpret

import (
	"strings"

	"corrd/interpret/notation"
)

// maxDate is how many words a date and an hour have: "on Monday the 20th of July
// 2026 at 10 a.m.".
const maxDate = 10

// cutDate takes a date or an hour off the one end of a line or the other, if a
// sequence of moves is left.
func (p *parser) cutDate(line string) (moves string, ok bool) {
	first, _, _ := strings.Cut(line, " ")
	if !notation.OfDate(first) && !notation.OfDate(line[strings.LastIndexByte(line, ' ')+1:]) {
		return "", false
	}
	words := strings.Fields(line)
	most := min(maxDate, len(words)-1)
	before, after := 0, 0 // how many words of a date the line begins with, and ends with
	for before < most && notation.OfDate(words[before]) {
		before++
	}
	for after < most && notation.OfDate(words[len(words)-1-after]) {
		after++
	}
	for n := 1; n <= max(before, after); n++ {
		if n <= before && notation.IsDate(words[:n]) {
			if moves, ok = p.besideDate(words[n:]); ok {
				return moves, true
			}
		}
		if n <= after && notation.IsDate(words[len(words)-n:]) {
			if moves, ok = p.besideDate(words[:len(words)-n]); ok {
				return moves, true
			}
		}
	}
	return "", false
}

// besideDate returns what is left of a line without its date, and whether that is a
// sequence of moves.
func (p *parser) besideDate(words []string) (moves string, ok bool) {
	moves = strings.Trim(strings.Join(words, " "), " ,;-(")
	_, ok = p.parseSequence(withoutLead(moves))
	return moves, ok
}
