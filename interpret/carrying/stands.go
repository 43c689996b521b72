package carrying

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// isOfWriter reports whether a sentence before a move is about its writer's own affairs, and about
// nobody who may have played it.
func isOfWriter(one []speech.Word) bool {
	return len(one) > speech.FewestWords-1 && slices.ContainsFunc(one, speech.IsOwn) && !speech.HasPerson(one) && !touches(one) && !waversAbove(one)
}

// waversAbove reports whether a sentence says that its writer is not yet so far.
func waversAbove(one []speech.Word) bool {
	return slices.ContainsFunc(one, func(w speech.Word) bool {
		return wavering[w.Plain] || pointing[w.Plain] || speech.IsDigit(w.Raw[0]) || hazards[strings.ReplaceAll(w.Plain, "'", "")]
	})
}

// isTorn reports whether a sentence says outright that somebody has not made up their mind: "I am
// still torn", "I am in two minds".
func isTorn(one []speech.Word) bool {
	for i, w := range one {
		next := i + 1
		if w.Plain == "torn" && (next == len(one) || one[next].Plain == "between") || w.Plain == "minds" && i > 0 && one[i-1].Plain == "two" {
			return true
		}
	}
	return false
}

// wavering are words of who has not made up their mind.
var wavering = speech.SetOf("still yet torn dithering leaning mulling pondering deciding decide between unless tempted almost")

// leadsOut reports whether words before a move end with a sign, or with a word that goes on to what
// follows from them, and are about their writer.
func leadsOut(words []speech.Word) bool {
	last := words[len(words)-1]
	if len(words) == 1 {
		return counting[last.Plain] && last.Stop == ','
	}
	if splitting[last.Plain] {
		free := words[:len(words)-1]
		if speech.Denying[free[0].Plain] || saying[free[len(free)-1].Plain] { // "before I say so:"
			return false
		}
		from := len(free) - 1
		for from > 0 && free[from-1].Stop == 0 {
			from--
		}
		clause := free[from:]
		return slices.ContainsFunc(clause, speech.OfWriter) && !isCondition(free) && !isElsewhere(free) && !othersPlay(free) && !slices.ContainsFunc(free, feigns) && !slices.ContainsFunc(free, tellsOfGame) && !speech.HasPerson(clause) && !speech.Has(free, speech.Record)
	}
	if last.Stop != ',' && last.Stop != ':' && last.Stop != ';' || speech.Denying[words[0].Plain] || otherScene(words) || isSceneless(words) {
		return false
	}
	if greeting[words[0].Plain] && len(words) <= speech.FewestWords+1 && !isHazardous(words) && !isShaded(words) && !speech.HasPerson(words) && !judged(words) && !namesDeed(words) && last.Stop == ',' && slices.ContainsFunc(words, func(w speech.Word) bool { return w.Plain == "it's" || w.Plain == "here" }) {
		return true // "Hello, it's Beryl again,"
	}
	return len(words) >= longSentence && slices.ContainsFunc(words, speech.OfWriter) && !speech.HasPerson(words) && !touches(words) && !slices.ContainsFunc(words, func(w speech.Word) bool { return namesMove[w.Plain] && w.Plain != "message" || wavering[w.Plain] })
}

// tellsOfGame reports whether a word tells how another game went: "I lost to this at school, so".
func tellsOfGame(w speech.Word) bool {
	return w.Idiom == 0 && (results[w.Plain] || speech.Past[w.Plain])
}

// results are verbs of how a game has gone.
var results = speech.SetOf("lost won beat drew played began opened")

// counting are words with which somebody begins one of several things that they have to say.
var counting = speech.SetOf("first firstly second secondly third thirdly lastly finally")

// touches reports whether a word of a closed class is among those that belong to a move.
func touches(words []speech.Word) bool {
	return isCondition(words) || isElsewhere(words) || othersPlay(words) || slices.ContainsFunc(words, func(w speech.Word) bool {
		return isEmbedding(w) || w.Sort == speech.Record || judgedNouns[w.Plain] || strings.ContainsAny(w.Raw, `"[]{}<>=`) || w.Stop == '?'
	})
}

// GoesOnOut reports whether words behind a move go on to another matter: a question, a wish, a
// request, or what their writer does next.
func GoesOnOut(words []speech.Word) bool {
	n := len(words)
	if first := words[0].Plain; first == "for" && n > 1 && forWhom[words[1].Plain] {
		return n == 2 || words[1].Stop != 0 && !touches(words[2:])
	}
	if n < speech.FewestWords || words[0].Plain != "and" || words[0].Stop != 0 {
		return false
	}
	if words[n-1].Stop == '?' {
		return questioning[words[1].Plain] && !asksOfMove(words[1:]) && !slices.ContainsFunc(words[1:], isOfPlay)
	}
	if article := words[1].Plain; (article == "a" || article == "an") && !slices.ContainsFunc(words, func(w speech.Word) bool { return speech.Wished[w.Plain] && !speech.Praising[w.Plain] }) {
		return false
	}
	return goingOn[words[1].Plain] && !touches(words) && !slices.ContainsFunc(words[2:], func(w speech.Word) bool { return pointing[w.Plain] && w.Plain != "it" && w.Plain != "that" })
}

var (
	// forWhom are those for whom a move is sent.
	forWhom = speech.SetOf("you me us")
	// questioning are the first words of a question behind "and".
	questioning = speech.SetOf("how what when where who did do does could would can will have has is are")
	// goingOn are the first words behind "and" of another matter than the move.
	goingOn = speech.SetOf("now then please a an many thanks thank hope could also")
)
