package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// A move written into a sentence is its writer's move for the turn only if each word of the
// sentence is one of those with which people carry a move (speech/carrying.txt). Any other
// word may make the move a memory, a plan, a doubt, a joke or somebody else's: such a sentence
// names the move and plays nothing.

// leads reports whether words before a move, in its sentence, carry it; free says that they may be
// free ones.
func (p *parser) leads(words []speech.Word, free bool) bool {
	if len(words) == 0 || len(words) > mostCourteous/2 {
		return false
	}
	words = p.withRecords(words)
	carries, work := carrying.Carries(words)
	if !carries && free {
		freely, more := carrying.CarriesFreely(words)
		carries, work = freely, work+more
	}
	return p.Spend(work/partsOfStep) && carries
}

// plays reports whether words before a move say that their writer plays it.
func (p *parser) plays(head string) bool {
	if head == "" || len(head) > longestCourteous {
		return false
	}
	plays, work := carrying.Plays(p.wordsOf(head))
	return p.Spend(work/partsOfStep) && plays
}

// partsOfStep is how many parts of the grammar are looked at in a step.
const partsOfStep = 2

// trails reports whether words behind a move, up to the end of its sentence, leave it as it was
// carried. by says how they are joined to it.
func (p *parser) trails(words []speech.Word, by carrying.Join) bool {
	if len(words) == 0 || len(words) > mostCourteous/2 {
		return len(words) == 0
	}
	if words[len(words)-1].Stop == '?' {
		return asksElse(words)
	}
	words = p.withRecords(words)
	more, ok, work := carrying.Trails(words, by.Apart)
	if !ok && carrying.TrailsFreely(words, by) {
		return p.Spend(work/partsOfStep + len(words))
	}
	return p.Spend(work/partsOfStep) && ok && !p.namesMoves(speech.TextOf(more)) && p.idle(more, false)
}

// withRecords returns words in which the words of each move are one.
func (p *parser) withRecords(words []speech.Word) []speech.Word {
	raw := make([]string, len(words))
	for i, w := range words {
		raw[i] = w.Raw
	}
	named := make([]speech.Word, 0, len(words))
	for i := 0; i < len(words); {
		n := p.mention(raw[i:])
		if n > 1 && !strings.ContainsAny(strings.Join(raw[i:i+n], ""), "-x") {
			n = 0 // "Knight to B1" is said, and not written as a record
		}
		w := words[max(i, i+n-1)]
		if n > 0 {
			w.Plain, w.Sort = "", speech.Record
		}
		named = append(named, w)
		i += max(n, 1)
	}
	return named
}

// mention is how many words at the head of some are the record of a move, 0 for none.
func (p *parser) mention(fields []string) int {
	first := strings.TrimLeft(fields[0], "(\"'")
	for n := min(mostMentions, len(fields)); n > 0; n-- {
		text := strings.Trim(strings.Join(fields[:n], " "), ".,;:!?()\"' ")
		named := n == 1 || first != "" && first[0] >= 'A' && first[0] <= 'Z'
		if strings.ContainsAny(text, "12345678-x") && named && p.SoundsLikeMove(text) && notation.Weigh(text) == 0 {
			return n
		}
	}
	return 0
}

// announces reports whether the words before a move name it as their writer's, "my ninth move:", or
// say that they make it.
func (p *parser) announces(head string) bool {
	words := p.wordsOf(head)
	announces, work := carrying.Announces(words)
	return p.Spend(work/partsOfStep) && announces && !slices.ContainsFunc(words[:len(words)-1], func(w speech.Word) bool { return w.Stop != 0 })
}

// inverted reads a sentence that begins with what its writer does it with: "With P-K4 I open the
// game."
func (p *parser) inverted(head, text string) (found []Statement, tail string, ok bool) {
	at := strings.Index(text, " I ")
	if small := strings.ToLower(head); small != "with" && small != "by" || at < 0 {
		return nil, "", false
	}
	m := p.OneMove(text[:at])
	if m == nil {
		return nil, "", false
	}
	words := p.wordsOf(text[at+1:])
	n := speech.EndOf(words)
	if inverted, work := carrying.Inverted(p.withRecords(words[:n])); !p.Spend(work/partsOfStep) || !inverted {
		return nil, "", false
	}
	if p.namesMoves(speech.TextOf(words[n:])) || !p.idle(words[n:], true) {
		return nil, "", false
	}
	m.Doubt |= notation.InText
	return []Statement{moveOf(*m, text[:at])}, text[at+1:], true
}

// namesMoves reports whether a remark has a move in it, so that nobody knows which is to be played.
func (p *parser) namesMoves(remark string) bool {
	for w := range strings.FieldsSeq(remark) {
		if w = strings.Trim(w, "(),;:"); strings.ContainsAny(w, "12345678") && p.SoundsLikeMove(w) {
			return true
		}
	}
	return false
}
