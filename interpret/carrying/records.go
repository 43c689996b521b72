package carrying

import (
	"slices"
	"strings"

	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// The full records of moves that stand among other words.

const (
	mostInRecord = 7  // words of a record
	mostRecords  = 24 // places of a text that are looked at as the record of a move
)

// Named is a move that a text names, and where.
type Named struct {
	notation.Move
	From, To int
}

// besideRecord are words beside a record that are no part of it: "Q-K2. Now what?"
var besideRecord = speech.SetOf("and then now so but well")

// NamedIn returns the full records in a text, in its order. A word for a side of the board is none
// there: "my clock is short".
func (r *Reader) NamedIn(text string) (all []Named) {
	at, places := 0, 0
	for line := range strings.SplitSeq(text, "\n") {
		words, from := speech.Of(line), 0
		r.Spend(len(line))
		for i := 0; i < len(words) && places < mostRecords && !speech.NamesCastle(line); i++ {
			if besideRecord[words[i].Plain] {
				continue
			}
			m, n := r.recordAt(words[i:], &places)
			if m == nil || ofSides[strings.ToLower(m.Text)] {
				continue
			}
			if stands := strings.Index(line[from:], m.Text); stands >= 0 {
				from += stands + len(m.Text)
				all = append(all, Named{*m, at + from - len(m.Text), at + from})
			}
			i += n - 1
		}
		at += len(line) + 1
	}
	return all
}

// ofSides are words that name a castling only where nothing else is written.
var ofSides = speech.SetOf("short long castling")

// recordAt returns the full record of a move at the head of some words, and of how many words it
// is; nil if there is none. places counts the places that are looked at.
func (r *Reader) recordAt(words []speech.Word, places *int) (m *notation.Move, length int) {
	if !MayMove(words[0].Raw) || words[0].Raw[0] == '~' {
		return nil, 0
	}
	*places++
	for n := min(mostInRecord, len(words)); n > 0; n-- {
		if slices.ContainsFunc(words[:n-1], func(w speech.Word) bool { return w.Stop != 0 && w.Stop != '.' }) || n > 1 && besideRecord[words[n-1].Plain] {
			continue
		}
		text := strings.Trim(speech.TextOf(words[:n]), ".,;:!?()'*_ ")
		if m = r.OneMove(text); m != nil && notation.Weigh(m.Text) == 0 && (m.Number != 0 || !speech.IsDigit(text[0])) {
			return m, n
		}
	}
	return nil, 0
}

// MayMove reports whether a text may begin, behind words that bring a move in, with the words of a
// move or with its number. If it does not, no part of it that begins with its first word is a move.
func MayMove(text string) bool {
	if !notation.MayHold(text) {
		return false
	}
	for n := 0; n <= MostLeads && text != ""; n++ {
		text, _ = speech.CutWord(text, "either")
		if text == "" || !speech.IsLetter(text[0]) || notation.MayBegin(text[:min(len(text), MaxOneMove)]) {
			return true
		}
		if _, _, _, numbered := CutLabel(text); numbered {
			return true
		}
		rest, ok := Leads.Cut(text)
		if text = strings.TrimLeft(rest, ":,.!;- "); !ok {
			return false
		}
	}
	return false
}
