package carrying

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// A line above a move may announce it behind a colon: "And so, with a heavy heart, my answer:". The
// words by which others play, say, feign or undo a move are for all files.

// light are words with which somebody comes to their move.
var light = speech.SetOf("yep yup yeah oh ah and also so then anyway anyhow now well right ok okay yes chess hence therefore thus finally lastly ergo")

// AnnouncesBelow reports whether the last of some sentences, which stand above a move, ends with a
// colon behind words that are more than the heading of something and say nothing that makes the
// move another's.
func AnnouncesBelow(words []speech.Word) bool {
	if len(words) == 0 {
		return false
	}
	words = words[speech.BeginOf(words[:len(words)-1]):]
	n := len(words)
	if n < longHeading || words[n-1].Stop != ':' || isElsewhere(words) || isCondition(words) || othersPlay(words) || speech.Denying[words[0].Plain] {
		return false
	}
	for i, w := range words {
		bare := w.Bare()
		denied := i > 0 && (w.Plain == "for" && words[i-1].Plain == "not" || speech.IsDigit(w.Raw[0]) && ofBoard[words[i-1].Plain]) // "not for this one:"
		if feigns(w) && !told[w.Plain] || dwelling[bare] || judgedNouns[bare] || headings[bare] || denied || w.Sort == speech.Record || strings.ContainsAny(w.Raw, `"[]{}<>=~`) {
			return false
		}
	}
	clauses, last := clausesOf(words), words[n-1].Plain
	clause := clauses[len(clauses)-1]
	theirs := (theirMoves[last] || speech.MenNamed[last]) && slices.ContainsFunc(clause, func(w speech.Word) bool { return w.Plain == "your" })
	return !theirs && !slices.ContainsFunc(clause, isEmbedding) && !LeavesOpen(last)
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

// clausesOf parts words at their signs.
func clausesOf(words []speech.Word) (clauses [][]speech.Word) {
	for len(words) > 0 {
		n := 1
		for n < len(words) && words[n-1].Stop == 0 {
			n++
		}
		clauses, words = append(clauses, words[:n]), words[n:]
	}
	return clauses
}

// IsPerson reports whether a word is for somebody else than its writer.
func IsPerson(w speech.Word) bool { return speech.Persons[w.Plain] }

// othersPlay reports whether somebody else plays or does something with a man: "you take the pawn".
func othersPlay(words []speech.Word) bool {
	for i, w := range words[1:] {
		if speech.Persons[words[i].Plain] && (deeds[w.Plain] || hits[w.Plain]) {
			return true
		}
	}
	return false
}

// isEmbedding reports whether a word makes the words behind it something that is said, feigned or
// left open.
func isEmbedding(w speech.Word) bool {
	return w.Idiom == 0 && saying[w.Bare()] || feigns(w)
}

// feigns reports whether a word says that something is not meant, or no longer.
func feigns(w speech.Word) bool {
	return w.Idiom == 0 && pretences[w.Bare()]
}

// saying are verbs of what somebody says, thinks or would do.
var saying = speech.SetOf("say says said saying tell tells told suggest suggests suggested recommend recommends recommended advise advises advised insist insists insisted claim claims claimed swear wrote writes ask asks asked would could might wish imagine unless whenever suppose promise true")

// undoes are words of which none stands in what leaves a move as it is.
var undoes = speech.SetOf("or if unless maybe perhaps probably possibly would could might may should not never said says cried thinks think suppose guess bet expect expected either but isnt was were looks seems nearly almost whenever when until till once while say tomorrow")
