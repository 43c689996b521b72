package speech

import (
	"slices"
	"strings"
)

// Clauses that say how, when or why somebody acts: "After a sleepless night", "With apologies for typing".

// setsScene reports whether a clause that begins with a preposition only says how, after what or
// why somebody acts.
func setsScene(clause []Word) bool {
	second := clause[1].Plain
	switch clause[0].Plain {
	case "after", "upon":
		return scenesAfter[second] || IsDigit(clause[1].Raw[0])
	case "against":
		return second == "my" || second == "all" || second == "better"
	case "since", "as", "because":
		return len(clause) > 3 && (second == "i" || second == "we" || second == "you" || second == "it" || second == "my" || second == "our" || second == "the" || ofPlan[second] || strings.Contains(second, "'"))
	case "in", "at", "on", "from":
		if answering[second] {
			return len(clause) > 3 && (clause[3].Plain == "your" || clause[3].Plain == "yours" || clause[3].Plain == "the" || clause[3].Plain == "that")
		}
		return !isSceneless(clause) && !namesDeed(clause) && (!Has(clause[1:], Name) || clause[0].Plain == "from")
	}
	return true
}

// ofPlan are the participles of what was settled before: "as promised".
var ofPlan = SetOf("promised agreed discussed arranged announced usual ever always expected")

// isSceneless reports whether a word among some is of another place than that at which somebody plays.
func isSceneless(words []Word) bool {
	return slices.ContainsFunc(words, func(w Word) bool { return sceneless[w.Plain] })
}

// scenesAfter are the words behind "after" of something that is over.
var scenesAfter = SetOf("a an long much many some all two three four five six seven careful due hours days weeks only several half such another")

// otherScene reports whether one of the clauses of a sentence sets a scene other than the writer's desk.
func otherScene(words []Word) bool {
	for from := 0; from < len(words); {
		n := Sentence(words[from:])
		clause := words[from : from+n]
		from += n
		if scenes[clause[0].Plain] && len(clause) > 1 && (!setsScene(clause) || isSceneless(clause) || inCompany(clause) || handledBy(clause)) {
			return true
		}
	}
	return false
}
