package interpret

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
)

// A move that is a sentence by itself stays one whatever the other sentences of its line state:
// "I'd rather fight on, thanks. Castles king's side."

// allStated is stated, of a line that may also hold a move in a sentence of its own.
func (p *pageReader) allStated(line string) (found []Statement, note string, ok bool) {
	found, note, ok = p.stated(line)
	if ok && note == "" && !slices.ContainsFunc(found, Statement.isUnread) || slices.ContainsFunc(found, Statement.IsMove) {
		return found, note, ok
	}
	if all, rest, both := p.besideMove(line); both {
		return all, rest, true
	}
	return found, note, ok
}

// isUnread reports whether a statement is a condition that could not be read.
func (s Statement) isUnread() bool { return s.Kind == KindConditional && s.Series == nil }

// besideMove reads a line whose first or last sentence is a move and nothing else, and whose other
// sentences state something, which is not a move.
func (p *pageReader) besideMove(line string) (found []Statement, note string, ok bool) {
	if p.besides > mostBeside || p.wrapped || len(line) > longestCourteous || !mayHoldMove(line) || !p.Spend(carrying.StepsOfPiece+len(line)/4) {
		return nil, "", false
	}
	p.besides++
	if at := withMove.FindStringSubmatchIndex(line); at != nil { // "I offer a draw with P-Q3"
		m, plays := p.moveAlone(line[at[1]:])
		offer, note, ok := p.stated(line[:at[0]])
		if plays && ok && note == "" && len(offer) == 1 && offer[0].Kind == KindOfferDraw {
			return append(offer, m), "", true
		}
	}
	cuts := apartStops.FindAllStringIndex(line, mostSentences)
	if len(cuts) == 0 || len(cuts) > mostBeside {
		return nil, "", false
	}
	first, last := cuts[0], cuts[len(cuts)-1]
	m, plays := p.moveAlone(line[last[1]:])
	others := line[:last[0]+1]
	if leads, begins := p.moveAlone(line[:first[0]+1]); begins {
		if plays {
			return nil, "", false
		}
		m, others = leads, line[first[1]:]
	} else if !plays {
		return nil, "", false
	}
	if p.namesMoves(others) {
		return nil, "", false
	}
	states, note, ok := p.stated(others)
	switch {
	case !ok || slices.ContainsFunc(states, func(s Statement) bool { return !s.besidesMove() }):
		return nil, "", false
	case plays:
		return append(states, m), note, true
	}
	return append([]Statement{m}, states...), note, true
}

// mostBeside is how many sentences may stand beside that of a move.
const mostBeside = 4

// apartStops are the ends of the sentences of a line that another follows.
var apartStops = regexp.MustCompile(`[.!?] +`)

// withMove stands between an offer and the move beside which it is made.
var withMove = regexp.MustCompile(`(?i),? (?:(?:along |together )?with|and play|and i play|beside|by) (?:(?:my|the) move,? )?`)

// moveAlone reads a sentence that is one move and nothing else.
func (p *parser) moveAlone(sentence string) (s Statement, ok bool) {
	text := strings.TrimSpace(sentence)
	if len(text) > carrying.MaxOneMove+1 || strings.HasSuffix(text, "?") || strings.HasSuffix(text, "..") {
		return s, false
	}
	found, prose, ok := p.parseLine(strings.TrimRight(text, ".! "), false)
	if !ok || prose != "" || len(found) != 1 || found[0].Kind != KindMove || len(found[0].Confirms) > 0 || notation.Weigh(found[0].Moves[0].Text) != 0 {
		return s, false
	}
	return found[0], true
}

// besidesMove reports whether a statement may stand in a sentence beside that of a move.
func (s Statement) besidesMove() bool {
	return s.Kind == KindOfferDraw || s.Kind == KindDeclineDraw || s.Kind == KindAcceptDraw || s.Kind == KindWaive || s.Kind == KindAdopt || s.Kind == KindLeave || s.Kind == KindPropose || s.Kind == KindWithdraw
}
