package speech

import (
	"slices"
	"strings"
)

// isOfWriter reports whether a sentence before a move is about its writer's own affairs, and about
// nobody who may have played it.
func isOfWriter(one []Word) bool {
	return len(one) > FewestWords-1 && slices.ContainsFunc(one, isOwn) && !hasPerson(one) && !touches(one) && !waversAbove(one)
}

// isOwn reports whether a word is for the writer as the subject of a clause, or for what is theirs.
func isOwn(w Word) bool {
	first, _, _ := strings.Cut(w.Plain, "'")
	return first == "i" || first == "we" || first == "my" || first == "our"
}

// waversAbove reports whether a sentence says that its writer is not yet so far.
func waversAbove(one []Word) bool {
	return slices.ContainsFunc(one, func(w Word) bool {
		return wavering[w.Plain] || pointing[w.Plain] || IsDigit(w.Raw[0]) || hazards[strings.ReplaceAll(w.Plain, "'", "")]
	})
}

// isTorn reports whether a sentence says outright that somebody has not made up their mind: "I am
// still torn", "I am in two minds".
func isTorn(one []Word) bool {
	for i, w := range one {
		next := i + 1
		if w.Plain == "torn" && (next == len(one) || one[next].Plain == "between") || w.Plain == "minds" && i > 0 && one[i-1].Plain == "two" {
			return true
		}
	}
	return false
}

// wavering are words of who has not made up their mind.
var wavering = SetOf("still yet torn dithering leaning mulling pondering deciding decide between unless tempted almost")

// leadsOut reports whether words before a move end with a sign, or with a word that goes on to what
// follows from them, and are about their writer.
func leadsOut(words []Word) bool {
	last := words[len(words)-1]
	if len(words) == 1 {
		return counting[last.Plain] && last.Stop == ','
	}
	if splitting[last.Plain] {
		free := words[:len(words)-1]
		if denying[free[0].Plain] || saying[free[len(free)-1].Plain] { // "before I say so:"
			return false
		}
		from := len(free) - 1
		for from > 0 && free[from-1].Stop == 0 {
			from--
		}
		clause := free[from:]
		return slices.ContainsFunc(clause, OfWriter) && !isCondition(free) && !isElsewhere(free) && !othersPlay(free) && !slices.ContainsFunc(free, feigns) && !slices.ContainsFunc(free, tellsOfGame) && !hasPerson(clause) && !Has(free, Record)
	}
	if last.Stop != ',' && last.Stop != ':' && last.Stop != ';' || denying[words[0].Plain] || otherScene(words) || isSceneless(words) {
		return false
	}
	if greeting[words[0].Plain] && len(words) <= FewestWords+1 && !isHazardous(words) && !isShaded(words) && !hasPerson(words) && !judged(words) && !namesDeed(words) && last.Stop == ',' && slices.ContainsFunc(words, func(w Word) bool { return w.Plain == "it's" || w.Plain == "here" }) {
		return true // "Hello, it's Beryl again,"
	}
	return len(words) >= longSentence && slices.ContainsFunc(words, OfWriter) && !hasPerson(words) && !touches(words) && !slices.ContainsFunc(words, func(w Word) bool { return namesMove[w.Plain] && w.Plain != "message" || wavering[w.Plain] })
}

// tellsOfGame reports whether a word tells how another game went: "I lost to this at school, so".
func tellsOfGame(w Word) bool { return w.Idiom == 0 && (results[w.Plain] || isPast[w.Plain]) }

// results are verbs of how a game has gone.
var results = SetOf("lost won beat drew played began opened")

// counting are words with which somebody begins one of several things that they have to say.
var counting = SetOf("first firstly second secondly third thirdly lastly finally")

// touches reports whether a word of a closed class is among those that belong to a move.
func touches(words []Word) bool {
	return isCondition(words) || isElsewhere(words) || othersPlay(words) || slices.ContainsFunc(words, func(w Word) bool {
		return isEmbedding(w) || w.Sort == Record || judgedNouns[w.Plain] || strings.ContainsAny(w.Raw, `"[]{}<>=`) || w.Stop == '?'
	})
}

// GoesOnOut reports whether words behind a move go on to another matter: a question, a wish, a
// request, or what their writer does next.
func GoesOnOut(words []Word) bool {
	n := len(words)
	if first := words[0].Plain; first == "for" && n > 1 && forWhom[words[1].Plain] {
		return n == 2 || words[1].Stop != 0 && !touches(words[2:])
	}
	if n < FewestWords || words[0].Plain != "and" || words[0].Stop != 0 {
		return false
	}
	if words[n-1].Stop == '?' {
		return questioning[words[1].Plain] && !asksOfMove(words[1:]) && !slices.ContainsFunc(words[1:], isOfPlay)
	}
	if article := words[1].Plain; (article == "a" || article == "an") && !slices.ContainsFunc(words, func(w Word) bool { return Wished[w.Plain] && !praising[w.Plain] }) {
		return false
	}
	return goingOn[words[1].Plain] && !touches(words) && !slices.ContainsFunc(words[2:], func(w Word) bool { return pointing[w.Plain] && w.Plain != "it" && w.Plain != "that" })
}

var (
	// forWhom are those for whom a move is sent.
	forWhom = SetOf("you me us")
	// questioning are the first words of a question behind "and".
	questioning = SetOf("how what when where who did do does could would can will have has is are")
	// goingOn are the first words behind "and" of another matter than the move.
	goingOn = SetOf("now then please a an many thanks thank hope could also")
)
