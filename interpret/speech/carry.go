package speech

import (
	_ "embed"
	"slices"
	"strings"
)

// A move that is written into a sentence is its writer's move for the turn only if the whole
// sentence is understood: if each part of it, up to the move and behind it, is a courtesy or one of
// the rows of words by which people carry a move. carrying.txt has these rows. A sentence with any
// other word only names the move.

//go:embed carrying.txt
var carryingText string

// carrying is the grammar of carrying.txt.
var carrying = grammarOf(carryingText)

// mostSpan is how many parts of a sentence are looked at as one row of words.
const mostSpan = 4

// Carries reports whether words before a move, in its sentence, only carry it. work counts the
// parts of the grammar that were looked at.
func Carries(words []Word) (carries bool, work int) {
	runs := words[len(words)-1].Stop == 0
	carries = understood(words, func(span []Word, _, last bool) bool {
		if runs && last {
			return carrying.reads("into", span, &work)
		}
		entitles := span[len(span)-1].Stop == ':' && len(span) < FewestWords // "Draft: P-K4"
		return carrying.reads("head", span, &work) || !entitles && (carrying.reads("called", span, &work) || isCourtesy(span, &work))
	})
	return carries, work
}

// Trails reports whether words behind a move, up to the end of its sentence, leave it as it was
// carried; apart says that a sign stands before them. Who has thanked, wished or begged pardon
// there may go on to speak of other things: more are the words that only must not put the move in
// doubt. work is as Carries counts it.
func Trails(words []Word, apart bool) (more []Word, ok bool, work int) {
	trails := func(span []Word, first, _ bool) bool {
		if isCourtesy(span, &work) || gives(span, &work) {
			return true
		}
		if first && !apart {
			return carrying.reads("behind", span, &work)
		}
		return carrying.reads("tail", span, &work) || carrying.reads("called", span, &work)
	}
	if understood(words, trails) {
		return nil, true, work
	}
	n := Sentence(words)
	return words[n:], n < len(words) && isCourtesy(words[:n], &work), work
}

// gives reports whether words give the reason of a move: "because your Bishop bites".
func gives(words []Word, work *int) bool {
	return carrying.reads("reason", words, work) && !Has(words[1:], Doubt)
}

// Announces reports whether words before a move name it as their writer's, "my ninth move", or say
// that they make it.
func Announces(words []Word) (announces bool, work int) {
	announces = carrying.reads("announce", words, &work)
	return announces, work
}

// Inverted reports whether words behind "with" and a move say what their writer does: "I open the
// game".
func Inverted(words []Word) (inverted bool, work int) {
	inverted = carrying.reads("inverted", words, &work)
	return inverted, work
}

// MayTrail reports whether a word may be the first behind a move without a sign between.
func MayTrail(word string) bool {
	first, _, _ := strings.Cut(writtenOut(LongForm(word)), " ")
	return carrying.signs[first] != unknown || IsKisses(word)
}

// joining are the words before which a part of a sentence ends.
var joining = SetOf("and so but")

// understood reports whether words can be parted into spans each of which is understood. A span
// ends at a sign, or before "and" and its like.
func understood(words []Word, reads func(span []Word, first, last bool) bool) bool {
	ends := []int{0}
	for i, w := range words {
		if w.Stop != 0 || i+1 == len(words) || joining[words[i+1].Plain] {
			ends = append(ends, i+1)
		}
	}
	reached := make([]bool, len(ends))
	reached[0] = true
	for to := 1; to < len(ends); to++ {
		for from := max(0, to-mostSpan); from < to && !reached[to]; from++ {
			reached[to] = reached[from] && reads(words[ends[from]:ends[to]], from == 0, to == len(ends)-1)
		}
	}
	return reached[len(ends)-1]
}

// isCourtesy reports whether words are greetings, thanks, regrets or wishes.
func isCourtesy(words []Word, work *int) bool {
	if words[0].Plain == "and" && len(words) > 1 {
		words = words[1:]
	}
	if !slices.ContainsFunc(words, func(w Word) bool { return !IsKisses(w.Raw) }) {
		return true
	}
	wished := slices.ContainsFunc(words, func(w Word) bool { return Wished[w.Plain] && !praising[w.Plain] })
	doubts := func(w Word) bool { return w.Sort == Doubt && !strings.HasPrefix(w.Raw, "May") } // the month
	return wished && AllPolite(words) || carrying.reads("wish", words, work) && !slices.ContainsFunc(words[min(1, len(words)-1):], doubts)
}

// praising are those of the words of wishes with which a move may be praised as well.
var praising = SetOf("best good nice hope excited")
