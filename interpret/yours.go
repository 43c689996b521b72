package interpret

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// Moves that a letter names and does not make: examples, those that a sentence takes back, and the
// adversary's, which it answers.

// onlyForm stands in corrd's letters beside an example of a move, perhaps broken by
// a mail program. Nobody means the move of a line in which it stands.
var onlyForm = [...]string{"only the form is meant", "a move (only", "conditional move (only", "of this turn (only", "(only the form"}

// isExample reports whether such words stand in a line, or the signs with which words are struck
// out: "~~P-K4~~".
func isExample(line string) bool {
	return strings.Contains(line, "~~") || speech.IndexWord(line, "only", 0) >= 0 && speech.HoldsPhrase(line, onlyForm[:])
}

// averted are words of what was not done: "I nearly wrote P-Q4".
var averted = speech.TableOf("nearly", "almost", "had i", "if i had")

// notWriters are words before a move that is of somebody else than its writer: "I like your P-Q4".
var notWriters = speech.SetOf("your yours his her their")

// mentioned returns the moves that a sentence names which takes something back: "so sorry, of
// course it has to be P-QR3 there". Nobody plays them; their writer is asked.
func (p *pageReader) mentioned(line string, above, below []string) (s Statement, ok bool) {
	if len(line) > maxLine || isExample(line) || speech.HoldsAny(line, averted) {
		return s, false
	}
	among := len(above) > 0 && p.isProse(above[len(above)-1]) || len(below) > 0 && p.isProse(below[0])
	if among && !speech.HoldsAny(line, speech.Owning) && (len(above) == 0 || !speech.HoldsAny(above[len(above)-1], speech.Owning)) {
		return s, false // "instead" is a word of those who tell of a game
	}
	s = Statement{Kind: KindMove, Text: line}
	last := ""
	for fields := strings.Fields(line); len(fields) > 0; {
		n := p.mention(fields)
		if n > 0 && !notWriters[last] {
			text := strings.Trim(strings.Join(fields[:n], " "), ".,;:!?()\"' ")
			s.Moves = append(s.Moves, notation.Move{Text: text, Doubt: notation.Mentioned | notation.Instead | notation.InText})
		}
		last = strings.ToLower(fields[max(n, 1)-1])
		fields = fields[max(n, 1):]
	}
	if len(s.Moves) > 1 {
		s.Kind = KindMoves
	}
	return s, len(s.Moves) > 0
}

// yourHeads are the words with which the adversary's move is repeated.
var yourHeads = [...]string{"your last move was", "your last move", "your move was", "your move", "you played", "yours",
	"i confirm", "confirmed", "confirming", "received", "i have received"}

// yourWords are words of which one stands in each of those heads.
var yourWords = speech.TableOf("you", "confirm", "received")

// answersMove are the first words of such a sentence.
var answersMove = speech.SetOf("u ive my as with thanks thank many ok okay well so to against in i we i'll you you've your yours roger received copy got noted")

// yoursThenMine is a sentence that names the adversary's move and then its writer's: "to your P-K4
// I answer P-Q4", "your P-K4 is received; I reply P-Q4".
var yoursThenMine = regexp.MustCompile(`(?i)^(?:ok(?:ay)?,? |well,? |so,? )?(?:(?:to|against|(?:in|with) (?:answer|reply|response|reference) to|(?:many )?thank(?:s| you) for)(?: your)? |(?:i|we|i'll|i will|i shall) (?:meet|counter|answer|see|raise)(?: your)? |(?:i see|i note|i notice) (?:that )?you(?:'ve| have)? (?:played|moved) |u (?:played|moved) |you open |(?:roger|received|copy|got|noted)(?: your)? |you(?:'ve| have)? (?:played|moved|answered|opened|went|pushed|chose) |(?:i|we) (?:have|got|have got|received) your |yours |your (?:move )?)([^,;!:]{2,40}?)` +
	`(?: (?:refers|is|was|has|does|did|came|arrived|i have|received|to hand)\b[^.;!:?]{0,60}[.;!]|[,;:.]| -)? (?:and |so |then )*((?:i|we|my|mine|our|with|reply|answer|answering|replying)\b.*)$`)

// answersYours is the head of a sentence that names the move which the move behind it answers: "In
// reply to your P-K4: ".
var answersYours = regexp.MustCompile(`(?i)^(?:in|with|my|as) ?(?:a |an )?(?:answer|reply|response) to your ([^,;!:]{2,40}?)(?:[,:;]| -| is) (.*)$`)

// yourMove reads a text that repeats the adversary's move under a heading.
func (p *parser) yourMove(text string) ([]notation.Move, bool) {
	rest, ok := speech.CutAnyWord(text, yourHeads[:]...)
	if !ok {
		return nil, false
	}
	m := p.OneMove(strings.TrimLeft(rest, ":,-= "))
	if m == nil {
		return nil, false
	}
	return []notation.Move{*m}, true
}

// cutYourMove takes the adversary's move, repeated under a heading, off the one
// end of a line or the other, if the rest is a statement.
func (p *parser) cutYourMove(line string) (rest string, yours []notation.Move, ok bool) {
	if answersMove[speech.OpenerOf(line)] && len(line) <= longestCourteous && p.Spend(carrying.StepsOfPiece+len(line)) {
		m := yoursThenMine.FindStringSubmatch(line)
		if m == nil {
			m = answersYours.FindStringSubmatch(line)
		}
		if m != nil {
			if theirs := p.OneMove(m[1]); theirs != nil {
				rest, _ = speech.CutWord(m[2], "with")
				if _, _, ok = p.parseLine(rest, false); ok {
					return rest, []notation.Move{*theirs}, true
				}
			}
		}
	}
	if !speech.HoldsAny(line, yourWords) {
		return "", nil, false
	}
	for _, head := range yourHeads {
		i := speech.IndexWord(line, head, 0)
		if i < 0 {
			continue
		}
		if yours, ok = p.yourMove(line[i:]); ok && i > 0 {
			rest = strings.TrimRight(line[:i], " .,;(")
			found, states := p.parseParts(rest)
			return rest, yours, states && !slices.ContainsFunc(found, func(s Statement) bool { return s.agrees() && s.Kind != KindAcceptDraw })
		}
		for j := i; i == 0 && j < len(line); j++ {
			if after, joins := cutJoiner(line[j:]); joins || strings.HasPrefix(line[j:], "; ") {
				rest = strings.TrimLeft(after, "; ")
				if yours, ok = p.yourMove(line[:j]); ok {
					_, ok = p.parseParts(rest)
				}
				if ok {
					return rest, yours, true
				}
			}
		}
	}
	return "", nil, false
}
