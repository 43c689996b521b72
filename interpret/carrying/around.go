package carrying

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// Around is what stands around the record of a move in prose: the sentence above its own, the words
// of its own sentence before and behind it, and the sentence below. Sign is the stop with which the
// record ends, 0 for none. In all words the record of a move is one word.
type Around struct {
	Above, Before, After, Below []speech.Word
	Sign                        byte
}

var (
	// light are words with which somebody comes to their move.
	light = speech.SetOf("yep yup yeah oh ah and also so then anyway anyhow now well right ok okay yes chess hence therefore thus finally lastly ergo")
)

// isCalm reports whether the sentences next to that of the move are about other matters.
func (m Around) isCalm() bool {
	return (len(m.Above) == 0 || isCalmAbove(m.Above)) && m.isCalmBelow()
}

// isCalmBelow reports whether the sentence below is about another matter.
func (m Around) isCalmBelow() bool { return len(m.Below) == 0 || isCalmBelow(m.Below) }

// isCalmAbove reports whether a sentence above is about another matter than the move.
func isCalmAbove(one []speech.Word) bool {
	last := one[len(one)-1]
	if last.Stop == '?' {
		return len(one) > speech.FewestWords && !asksOfMove(one) && !slices.ContainsFunc(one, isOfPlay) && !speech.HasPerson(one)
	}
	return !speech.IsDigit(last.Raw[0]) && !touches(one) && !hasThird(one) && !pointing[one[0].Plain] && !judged(one) && !slices.ContainsFunc(one, func(w speech.Word) bool { return wavering[w.Plain] || headings[w.Plain] })
}

// isCalmBelow reports whether a sentence below is about another matter than the move.
func isCalmBelow(one []speech.Word) bool {
	n := len(one)
	first, _, _ := strings.Cut(one[0].Plain, "'")
	has := func(is func(speech.Word) bool) bool { return slices.ContainsFunc(one, is) }
	switch {
	case n > 1 && (first == "ps" || first == "p.s"):
		return isCalmBelow(one[1:])
	case Rejects(one), speech.Has(one, speech.Record):
		return false
	case speech.AllPolite(one) && !speech.Praising[first] && !BegsPardon(one) && !LeavesOpen(one[n-1].Plain):
		return true
	case one[n-1].Stop == '?' && dares(one):
		return true
	case one[n-1].Stop == '?':
		return n > speech.FewestWords && questioning[first] && !asksOfMove(one) && !slices.ContainsFunc(one[1:], func(w speech.Word) bool {
			one := strings.TrimSuffix(w.Plain, "s")
			return w.Plain == "i" || w.Plain == "we" || speech.MenNamed[one] || deeds[one]
		})
	case first == "if" && n > speech.FewestWords:
		return concludes(one) || IsNews(one) && !has(points)
	case first == "more", first == "let" && n > speech.FewestWords && one[1].Plain == "me" && one[2].Plain == "know":
		return !has(func(w speech.Word) bool {
			return thinking[w.Plain] || isOfPlay(w) && w.Plain != "if" && w.Plain != "when" && w.Plain != "i"
		})
	case first == "sorry" && n > speech.FewestWords && !pointing[one[1].Plain] && one[1].Plain != "wrong":
		return !has(func(w speech.Word) bool {
			return ofBoard[w.Plain] || w.Plain == "move" || w.Plain == "board" || w.Plain == "wrong"
		})
	case first == "that" && n > 1 && (one[1].Plain == "all" || one[1].Plain == "it"), first == "thats" && n > 1 && one[1].Plain == "all":
		return true // "That's all for tonight."
	case aside[first], pointing[first]:
		return false
	}
	return n > speech.FewestWords && IsNews(one) && (speech.IsOwn(one[0]) || !has(points))
}

// dares reports whether a question is one that somebody asks who has made their move: "What do you
// say to that?"
func dares(one []speech.Word) bool {
	work := 0
	return len(one) < mostLed && speech.Carrying.Reads("dares", one, &work)
}

// aside are first words of a sentence that is about the one before it.
var aside = speech.SetOf("sorry or as hmm you white black")

// points reports whether a word points at what was said before.
func points(w speech.Word) bool { return pointing[w.Plain] && w.Plain != "so" }

// concludes reports whether a condition has its own conclusion, which says nothing of a move before
// it: "If you castle I shall attack."
func concludes(one []speech.Word) bool {
	concluded := false
	for i, w := range one[2:] {
		if pointing[w.Plain] || feigns(w) || speech.Denying[w.Plain] {
			return false
		}
		subject, _, _ := strings.Cut(w.Plain, "'")
		concluded = concluded || one[i+1].Stop == ',' && speech.Bidding[w.Plain] || subject == "i" || subject == "we"
	}
	return concluded && !pointing[one[1].Plain]
}

// Announced reports whether a colon stands before the move, behind words that are more than the
// heading of something and say nothing that makes it another's.
func (m Around) Announced() bool {
	n := len(m.Before)
	if n < longHeading || m.Before[n-1].Stop != ':' || !m.GoesOn() || !m.isCalm() || isElsewhere(m.Before) || isCondition(m.Before) || othersPlay(m.Before) || speech.Denying[m.Before[0].Plain] {
		return false
	}
	for i, w := range m.Before {
		bare := w.Bare()
		denied := i > 0 && (w.Plain == "for" && m.Before[i-1].Plain == "not" || speech.IsDigit(w.Raw[0]) && ofBoard[m.Before[i-1].Plain]) // "not for this one:"
		if feigns(w) && !told[w.Plain] || dwelling[bare] || judgedNouns[bare] || headings[bare] || denied || w.Sort == speech.Record || strings.ContainsAny(w.Raw, `"[]{}<>=~`) {
			return false
		}
	}
	clauses, last := clausesOf(m.Before), m.Before[n-1].Plain
	clause := clauses[len(clauses)-1]
	theirs := (theirMoves[last] || speech.MenNamed[last]) && slices.ContainsFunc(clause, func(w speech.Word) bool { return w.Plain == "your" })
	return !theirs && !slices.ContainsFunc(clause, isEmbedding) && !LeavesOpen(last)
}

// AnnouncesBelow reports whether the last of some sentences does so for a move on a line below it.
func AnnouncesBelow(words []speech.Word) bool {
	return len(words) > 0 && Around{Before: words[speech.BeginOf(words[:len(words)-1]):]}.Announced()
}

// dwelling are words of who only dwells on a move or keeps it back, and of what is always so.
var dwelling = speech.SetOf("keep keeps keeping year's always usually often sometimes never ever somebody someone")

// Clauses that say how, when or why somebody acts: "After a sleepless night", "With apologies for
// typing".

// setsScene reports whether a clause that begins with a preposition only says how, after what or
// why somebody acts.
func setsScene(clause []speech.Word) bool {
	second := clause[1].Plain
	switch clause[0].Plain {
	case "after", "upon":
		return scenesAfter[second] || speech.IsDigit(clause[1].Raw[0])
	case "against":
		return second == "my" || second == "all" || second == "better"
	case "since", "as", "because":
		return len(clause) > 3 && (second == "i" || second == "we" || second == "you" || second == "it" || second == "my" || second == "our" || second == "the" || ofPlan[second] || strings.Contains(second, "'"))
	case "in", "at", "on", "from":
		if answering[second] {
			return len(clause) > 3 && (clause[3].Plain == "your" || clause[3].Plain == "yours" || clause[3].Plain == "the" || clause[3].Plain == "that")
		}
		return !isSceneless(clause) && !namesDeed(clause) && (!speech.Has(clause[1:], speech.Name) || clause[0].Plain == "from")
	}
	return true
}

// ofPlan are the participles of what was settled before: "as promised".
var ofPlan = speech.SetOf("promised agreed discussed arranged announced usual ever always expected")

// sceneless are words of which none stands in what only says how or why an act is done.
var sceneless = speech.Set("sceneless")

// isSceneless reports whether a word among some is of another place than that at which somebody
// plays.
func isSceneless(words []speech.Word) bool {
	return slices.ContainsFunc(words, func(w speech.Word) bool { return sceneless[w.Plain] })
}

// scenesAfter are the words behind "after" of something that is over.
var scenesAfter = speech.SetOf("a an long much many some all two three four five six seven careful due hours days weeks only several half such another")

// otherScene reports whether one of the clauses of a sentence sets a scene other than the writer's
// desk.
func otherScene(words []speech.Word) bool {
	for from := 0; from < len(words); {
		n := speech.Sentence(words[from:])
		clause := words[from : from+n]
		from += n
		if scenes[clause[0].Plain] && len(clause) > 1 && (!setsScene(clause) || isSceneless(clause) || inCompany(clause) || handledBy(clause)) {
			return true
		}
	}
	return false
}

// A letter of a few words that names one move, and none of whose words leaves it open, tells of
// another game or judges it, was written to send the move: "K-B1, don't laugh".

// Bounds of such a letter, and of the words behind its move.
const (
	MostBrief = 160 // bytes
	mostTail  = 10  // words
)

var (
	// hailed are words with which somebody is addressed behind a move without a sign between.
	hailed = speech.SetOf("pal man mate big hon love duck lad lass lads chief boss guv bru bro buddy folks dear friend sir old my our kid young dude cobber petal bab")
)
