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
	stop := words[len(words)-1].Stop
	carries = understood(words, func(span []Word, _, last bool) bool {
		switch {
		case last && stop == 0:
			return carrying.reads("into", span, &work) && !endsInTheirs(span, stop, &work)
		case last && stop == ':':
			return carrying.reads("introduces", span, &work) && !endsInTheirs(span, stop, &work)
		}
		return carrying.reads("head", span, &work) || carrying.reads("called", span, &work) || isCourtesy(span, &work)
	})
	return carries && !addresses[words[len(words)-1].Plain] && !thanksForMove(words, &work), work
}

// addresses are words that end no head of a sentence which a move goes on: "Dear P-KR3",
// "Yesterday:".
var addresses = SetOf("dear dearest respected yours yesterday tomorrow")

// endsInTheirs reports whether words only speak of what the adversary has played, and end with it,
// so that a move behind them may be its name: "to your last move", "I have seen your move".
func endsInTheirs(words []Word, stop byte, work *int) bool {
	if !theirMoves[words[len(words)-1].Plain] {
		return false
	}
	yours, own := false, false
	for _, w := range words {
		switch w.Plain {
		case "your":
			yours = true
		case "i", "we", "my", "our":
			own, yours = true, false
		}
	}
	return yours && (!own && stop != ':' || carrying.reads("found", words, work))
}

// theirMoves are words for a move of the adversary's.
var theirMoves = SetOf("move moves reply answer response opening play threat attack sacrifice")

// thanksForMove reports whether the courtesy or the receipt with which words end, but for the name
// of their reader, speaks of a move, which the move behind it may be: "thank you for your move,".
func thanksForMove(words []Word, work *int) bool {
	begins := []int{0}
	for i, w := range words[:len(words)-1] {
		if w.Stop != 0 {
			begins = append(begins, i+1)
		}
	}
	for len(begins) > 1 && carrying.reads("called", words[begins[len(begins)-1]:], work) {
		words, begins = words[:begins[len(begins)-1]], begins[:len(begins)-1]
	}
	last := words[begins[len(begins)-1]:]
	if !slices.ContainsFunc(last, func(w Word) bool { return ofMoves[w.Plain] || w.Sort == Record }) && !LeavesOpen(last[len(last)-1].Plain) {
		return false
	}
	for i := len(last) - 1; i >= 0; i-- {
		if i == 0 || joining[last[i].Plain] {
			if carrying.reads("introduces", last[i:], work) || carrying.reads("answered", last[i:], work) {
				return false // "thank you for the card and I play,"
			}
		}
	}
	for _, from := range begins[max(0, len(begins)-mostSpan):] {
		if span := words[from:]; carrying.reads("receipt", span, work) || isCourtesy(span, work) && !carrying.reads("regret", span, work) {
			return true
		}
	}
	return false
}

// LeavesOpen reports whether no sentence ends with a word: "that", "whether".
func LeavesOpen(word string) bool { return open[word] }

// ofMoves are words with which a courtesy speaks of a move, and open are those with which it is not
// ended.
var (
	ofMoves = SetOf("move moves moved play plays played playing answer answered reply replied response responded found find saw see had would last next choose choice chose try tried opening open opened castle castled castling check takes took take attack defence sacrifice combination threat pawn knight bishop rook queen king go went")
	open    = SetOf("to on for of with upon about by that the a an and or if whether because when which who my your")
)

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
	return words[n:], n < len(words) && (n >= FewestWords || !BegsPardon(words[:n])) && isCourtesy(words[:n], &work), work
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
	if BegsPardon(words) { // and may be so for the move
		return carrying.reads("regret", words, work)
	}
	wished := slices.ContainsFunc(words, func(w Word) bool { return Wished[w.Plain] && !praising[w.Plain] })
	doubts := func(w Word) bool { return w.Sort == Doubt && !strings.HasPrefix(w.Raw, "May") } // the month
	return wished && AllPolite(words) || carrying.reads("wish", words, work) && !slices.ContainsFunc(words[min(1, len(words)-1):], doubts)
}

// BegsPardon reports whether words beg pardon.
func BegsPardon(words []Word) bool {
	return slices.ContainsFunc(words, func(w Word) bool { return slices.Contains(carrying.sets["sorry"], w.Plain) })
}

// praising are those of the words of wishes with which a move may be praised as well.
var praising = SetOf("best good nice hope excited fun")
