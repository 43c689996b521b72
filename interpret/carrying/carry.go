// Package carrying says what carries a move in a text: other moves in a row with it (row.go), its
// name in another notation (gloss.go), a hypothesis (hypothesis.go, series.go), or prose. A move
// that stands in prose may be its writer's for the turn, or a memory, a plan, a joke or somebody
// else's, and what tells is the words around it.
//
// Each other file has one way in which prose makes a move or does not: words each of which only
// carries it (carry.go), words that play it among free ones (lead.go, free.go), a sign that sets
// it apart from words of other matters (apart.go), a line above that announces it (around.go);
// another board, and lines that disown it (elsewhere.go). The full records among other words, of
// which package weigh says which is sent, are found by records.go. Of a list of moves prose names
// one (settle.go); it may be for somebody else than the other side (audience.go), or tell its
// reader what to do (urging.go). The words are sorted by package speech, whose tables have most of
// their classes.
//
// It must not know what a letter states, nor what a position allows. It is pure.
package carrying

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// A move that is written into a sentence is its writer's move for the turn only if the whole
// sentence is understood: if each part of it, up to the move and behind it, is a courtesy or one of
// the rows of words by which people carry a move. carrying.txt has these rows. A sentence with any
// other word only names the move.

// mostSpan is how many parts of a sentence are looked at as one row of words.
const mostSpan = 4

// Carries reports whether words before a move, in its sentence, only carry it. work counts the
// parts of the grammar that were looked at.
func Carries(words []speech.Word) (carries bool, work int) {
	stop := words[len(words)-1].Stop
	carries = understood(words, func(span []speech.Word, _, last bool) bool {
		switch {
		case last && stop == 0:
			return speech.Carrying.Reads("into", span, &work) && !endsInTheirs(span, stop, &work)
		case last && stop == ':':
			return speech.Carrying.Reads("introduces", span, &work) && !endsInTheirs(span, stop, &work)
		}
		return speech.Carrying.Reads("head", span, &work) || speech.Carrying.Reads("called", span, &work) || isCourtesy(span, &work)
	})
	return carries && !addresses[words[len(words)-1].Plain] && !thanksForMove(words, &work), work
}

// addresses are words that end no head of a sentence which a move goes on: "Dear P-KR3",
// "Yesterday:".
var addresses = speech.SetOf("dear dearest respected yours yesterday tomorrow")

// endsInTheirs reports whether words only speak of what the adversary has played, and end with it,
// so that a move behind them may be its name: "to your last move", "I have seen your move".
func endsInTheirs(words []speech.Word, stop byte, work *int) bool {
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
	return yours && (!own && stop != ':' || speech.Carrying.Reads("found", words, work))
}

// theirMoves are words for a move of the adversary's.
var theirMoves = speech.SetOf("move moves reply answer response opening play threat attack sacrifice")

// thanksForMove reports whether the courtesy or the receipt with which words end, but for the name
// of their reader, speaks of a move, which the move behind it may be: "thank you for your move,".
func thanksForMove(words []speech.Word, work *int) bool {
	begins := []int{0}
	for i, w := range words[:len(words)-1] {
		if w.Stop != 0 {
			begins = append(begins, i+1)
		}
	}
	for len(begins) > 1 && speech.Carrying.Reads("called", words[begins[len(begins)-1]:], work) {
		words, begins = words[:begins[len(begins)-1]], begins[:len(begins)-1]
	}
	last := words[begins[len(begins)-1]:]
	if !slices.ContainsFunc(last, func(w speech.Word) bool { return ofMoves[w.Plain] || w.Sort == speech.Record }) && !LeavesOpen(last[len(last)-1].Plain) {
		return false
	}
	for i := len(last) - 1; i >= 0; i-- {
		if i == 0 || speech.Joining[last[i].Plain] {
			if speech.Carrying.Reads("introduces", last[i:], work) || speech.Carrying.Reads("answered", last[i:], work) {
				return false // "thank you for the card and I play,"
			}
		}
	}
	for _, from := range begins[max(0, len(begins)-mostSpan):] {
		if span := words[from:]; speech.Carrying.Reads("receipt", span, work) || isCourtesy(span, work) && !speech.Carrying.Reads("regret", span, work) {
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
	ofMoves = speech.SetOf("move moves moved play plays played playing answer answered reply replied response responded found find saw see had would last next choose choice chose try tried opening open opened castle castled castling check takes took take attack defence sacrifice combination threat pawn knight bishop rook queen king go went")
	open    = speech.SetOf("to on for of with upon about by that the a an and or if whether because when which who my your")
)

// Trails reports whether words behind a move, up to the end of its sentence, leave it as it was
// carried; apart says that a sign stands before them. Who has thanked, wished or begged pardon
// there may go on to speak of other things: more are the words that only must not put the move in
// doubt. work is as Carries counts it.
func Trails(words []speech.Word, apart bool) (more []speech.Word, ok bool, work int) {
	trails := func(span []speech.Word, first, _ bool) bool {
		if isCourtesy(span, &work) || gives(span, &work) {
			return true
		}
		if first && !apart {
			return speech.Carrying.Reads("behind", span, &work)
		}
		return speech.Carrying.Reads("tail", span, &work) || speech.Carrying.Reads("called", span, &work)
	}
	if understood(words, trails) {
		return nil, true, work
	}
	n := speech.Sentence(words)
	return words[n:], n < len(words) && (n >= speech.FewestWords || !BegsPardon(words[:n])) && isCourtesy(words[:n], &work), work
}

// gives reports whether words give the reason of a move: "because your Bishop bites".
func gives(words []speech.Word, work *int) bool {
	return speech.Carrying.Reads("reason", words, work) && !speech.Has(words[1:], speech.Doubt)
}

// Announces reports whether words before a move name it as their writer's, "my ninth move", or say
// that they make it.
func Announces(words []speech.Word) (announces bool, work int) {
	announces = speech.Carrying.Reads("announce", words, &work)
	return announces, work
}

// Inverted reports whether words behind "with" and a move say what their writer does: "I open the
// game".
func Inverted(words []speech.Word) (inverted bool, work int) {
	inverted = speech.Carrying.Reads("inverted", words, &work)
	return inverted, work
}

// understood reports whether words can be parted into spans each of which is understood. A span
// ends at a sign, or before "and" and its like.
func understood(words []speech.Word, reads func(span []speech.Word, first, last bool) bool) bool {
	ends := []int{0}
	for i, w := range words {
		if w.Stop != 0 || i+1 == len(words) || speech.Joining[words[i+1].Plain] {
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
func isCourtesy(words []speech.Word, work *int) bool {
	if words[0].Plain == "and" && len(words) > 1 {
		words = words[1:]
	}
	if !slices.ContainsFunc(words, func(w speech.Word) bool { return !speech.IsKisses(w.Raw) }) {
		return true
	}
	if BegsPardon(words) { // and may be so for the move
		return speech.Carrying.Reads("regret", words, work)
	}
	wished := slices.ContainsFunc(words, func(w speech.Word) bool { return speech.Wished[w.Plain] && !speech.Praising[w.Plain] })
	doubts := func(w speech.Word) bool { return w.Sort == speech.Doubt && !strings.HasPrefix(w.Raw, "May") } // the month
	return wished && speech.AllPolite(words) || speech.Carrying.Reads("wish", words, work) && !slices.ContainsFunc(words[min(1, len(words)-1):], doubts)
}

// BegsPardon reports whether words beg pardon.
func BegsPardon(words []speech.Word) bool {
	return slices.ContainsFunc(words, func(w speech.Word) bool { return speech.Carrying.Holds("sorry", w.Plain) })
}
