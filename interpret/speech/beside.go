package speech

import (
	"regexp"
	"slices"
	"strings"
)

// What a sentence tells beside an act that one of its clauses states.

// Joins are the words that may join a statement to the clause before it, and Reasons those that
// begin the reason of an act in its sentence.
var (
	Joins   = SetOf("and so which therefore but hence")
	Reasons = SetOf("because bc cuz coz cos since owing due for and so while with as seeing given having")

	// unsettled are words of a condition, of a doubt or of another time, and reporting those of
	// what somebody else has said, in the sentence of an act. They are fewer than the words that
	// leave a sentence open by itself: a mistake or something to forget may be the reason of an
	// act.
	unsettled = SetOf("if whenever unless until till should whether suppose supposing provided tomorrow someday probably perhaps maybe seems appears between")
	reporting = SetOf("said says remarked remarks announced announces sighed groaned muttered answered replied wrote writes told tells insists insisted cried shouted whispered exclaimed declared declares quoth thinks believes")
	// Bidding are words with which somebody bids another do something: "Take that and I resign".
	Bidding = SetOf("take play give make send do let try come go say tell one another any just")
	// describing are words with which somebody begins to tell how the game or its writer stands, or
	// consoles.
	describing = SetOf("i im ive it its that thats this there theres nothing neither both well no dont lets let honestly alas otherwise my we")
	// Described are what somebody tells of with "the" before it.
	Described = SetOf("position game ending endgame board end clock rule law men pieces time king queen rook bishop knight pawn pawns")
	// Decisions are what leads to an answer with "my" before it.
	Decisions = SetOf("answer choice decision reply adoption")
)

// EndOf returns the number of words up to the end of the first sentence, its commas and dashes
// included.
func EndOf(words []Word) int {
	n := 0
	for n < len(words) && (n == 0 || !EndsSentence(words[n-1].Stop) && words[n-1].Stop != '?' || words[n-1].Stop == '.' && abbreviated[words[n-1].Plain]) {
		n++
	}
	return n
}

// BeginOf returns the place of the first word of the sentence that words do not end; the stop of a
// figure ends none.
func BeginOf(words []Word) int {
	own := len(words)
	for own > 0 && (!EndsSentence(words[own-1].Stop) && words[own-1].Stop != '?' || own == len(words) && IsDigit(words[own-1].Raw[0]) || words[own-1].Stop == '.' && abbreviated[words[own-1].Plain]) {
		own--
	}
	return own
}

// EndsClause reports whether a clause that begins at a place may end before another: at a stop, or
// where a reason or another clause begins. No sentence ends within it.
func EndsClause(words []Word, from, to int) bool {
	for _, w := range words[from : to-1] {
		if w.Stop != 0 && w.Stop != ',' {
			return false
		}
	}
	if to == len(words) || words[to-1].Stop != 0 {
		return true
	}
	next := ""
	if to+1 < len(words) {
		next = words[to+1].Plain
	}
	switch words[to].Plain {
	case "because", "bc", "cos", "coz", "cuz", "since", "i", "we", "you", "owing", "due":
		return true
	case "for":
		return next == "i" || next == "my" || next == "we" || next == "there" || next == "it"
	case "as", "and", "so", "but":
		return next == "i" || next == "my" || next == "we" || next == "there" || next == "it" || next == "the"
	}
	return false
}

// GivesReason reports whether words begin as a reason does, or tell what the writer or the game is
// like.
func GivesReason(words []Word) bool {
	for i, w := range words[:len(words)-1] {
		if w.Stop == ',' && AllPolite(words[:i+1]) {
			words = words[i+1:] // "Dear friend, …"
			break
		}
	}
	for len(words) > 1 && (Joins[words[0].Plain] || words[0].Plain == "so" || Interjections[words[0].Plain]) {
		words = words[1:]
	}
	first := words[0].Bare()
	return Reasons[first] || describing[first] || len(words) > 1 && first == "the" && Described[words[1].Plain]
}

// OnCondition reports whether a clause itself sets a condition on what binds its writer.
func OnCondition(clause []Word, binds bool) bool {
	for i, w := range clause[:len(clause)-1] {
		next := clause[i+1].Plain
		switch {
		case next == "case" && (w.Plain == "which" || (w.Plain == "that" || w.Plain == "this") && i > 0 && clause[i-1].Plain == "in"):
			return true
		case (w.Plain == "if" && next != "i" || w.Plain == "should" && next == "you") && binds:
			return true
		}
	}
	return false
}

// Reported reports whether words tell what somebody else has said.
func Reported(words []Word) bool {
	for i, w := range words {
		if reporting[w.Plain] && (i == 0 || words[i-1].Plain != "i" && words[i-1].Plain != "we" && words[i-1].Plain != "to") {
			return true
		}
	}
	return false
}

// Unsettled reports whether words set a condition, or speak of another time.
func Unsettled(words []Word) bool {
	for i, w := range words {
		if unsettled[w.Plain] || i == 0 && (w.Plain == "another" || w.Plain == "when") || w.Plain == "more" && i > 0 && words[i-1].Plain == "one" {
			return true
		}
	}
	return false
}

// OfWriter reports whether a word names the writer, or whom the writer asks for something.
func OfWriter(w Word) bool {
	switch plain, _, _ := strings.Cut(w.Plain, "'"); plain {
	case "i", "im", "ill", "we", "my", "me", "us", "our", "let", "lets", "please", "kindly", "pray", "you", "your":
		return true
	}
	return false
}

// AsksAssent reports whether a question only asks what somebody thinks of what was stated.
func AsksAssent(words []Word) bool {
	if n := len(words); n > FewestWords && words[n-1].Sort == Name && words[n-2].Stop == ',' {
		words = append(slices.Clone(words[:n-2]), Word{Raw: words[n-2].Plain + "?"}) // "What do you think, Bob?"
	}
	return assenting.MatchString(PlainPhrase(TextOf(words)))
}

// assenting is a question whether its reader agrees.
var assenting = regexp.MustCompile(`^(?:(?:is|would|does|will|are) (?:that|it|this|you) (?:be )?(?:ok|okay|fine|good|right|all right|alright|agreeable|acceptable|possible|agreed|agree|suit|happy|content)(?: (?:with|for|by|to))?(?: (?:you|that|it|him|her|bob))?|(?:do|would|will|don't) you (?:not )?(?:agree|accept|mind)|what (?:do|would|is) (?:you|your) (?:think|say|answer|opinion|view)(?: (?:of|to|about) (?:that|it|this))?|how (?:does|would) (?:that|it) (?:sound|suit you|be)|(?:yes|ok|okay|all right|deal|agreed|shall we|what say you))\??$`)

// RuesMove reports whether words behind "sorry" are about the move before them: "that was silly".
func RuesMove(words []Word) bool {
	if len(words) == 0 {
		return false
	}
	switch words[0].Plain {
	case "that", "this", "it", "wrong", "that's", "it's":
		return true
	}
	return false
}

// IsAdverbial reports whether words say after what an act is done: "after long reflection".
func IsAdverbial(words []Word) bool {
	return (words[0].Plain == "after" || words[0].Plain == "with" || words[0].Plain == "upon" || words[0].Plain == "following") && len(words) <= FewestWords+2 &&
		!slices.ContainsFunc(words, func(w Word) bool { return Times[w.Plain] || Matters[w.Plain] && w.Plain != "soon" })
}

// IsOfFeeling reports whether the words behind "with" only say how somebody acts: "with alacrity",
// "with a good grace". The sentence ends with the feeling, or with somebody for whom it is.
func IsOfFeeling(words []Word) bool {
	n := Sentence(words)
	felt := -1
	for i, w := range words[:n] {
		if Feelings[w.Plain] {
			felt = i
		}
	}
	return felt >= 0 && !slices.ContainsFunc(words[felt+1:n], func(w Word) bool { return w.Sort == Other && !felted[w.Plain] })
}

// Feelings are nouns of how an act is done.
var Feelings = Set("feelings")

// felted are words that may stand behind a feeling in its sentence.
var felted = SetOf("and to for you your sir all of both indeed from us me here everyone")

// Untagged returns words without the question with which a sentence ends that asks nothing: "It
// took me an age, didn't it?"
func Untagged(words []Word) []Word {
	n := len(words)
	if n < FewestWords+1 || words[n-1].Stop != '?' || words[n-3].Stop != ',' || !strings.HasSuffix(words[n-2].Plain, "n't") || slices.ContainsFunc(words, func(w Word) bool { return w.Plain == "legal" || w.Plain == "move" }) {
		return words
	}
	return words[:n-2]
}
