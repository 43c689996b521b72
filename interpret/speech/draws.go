package speech

import (
	"regexp"
	"slices"
)

// What names a draw and offers none.

// ofOffer are words behind the name of a draw that answer an offer of one: "draw? yes, accepted".
var ofOffer = SetOf("yes yep yeah ok okay accepted accept agreed agree no")

// AnswersOffer reports whether words behind the name of a draw answer an offer of one.
func AnswersOffer(words []Word) bool {
	return slices.ContainsFunc(words, func(w Word) bool { return ofOffer[w.Plain] && w.Stop != '?' })
}

// wondering is a question that names a draw and nothing else, and what stands behind it.
var wondering = regexp.MustCompile(`(?i)(?:^|[.,!] )(?:a )?draw\?+ (.+)$`)

// opinion is a question what somebody thinks of a draw, which offers none.
var opinion = regexp.MustCompile(`(?i)\b(?:would|do|did) you (?:say|think|reckon|believe|suppose) (?:that )?(?:a|the|this|that|it|we|bishops|most)\b.*\bdraw\w*\b[^.!]*\?|\bwould a draw be the \w+ result\b`)

// WondersAtDraw reports whether a line asks "A draw?" and goes on as one who is surprised by an
// offer, or has not made up their mind: "Certainly not!", "In this position?", "Hmm."; whether a
// line asks when a draw may be offered; or whether it offers a man: "I offer my Bishop as a draw
// for your attention".
func WondersAtDraw(line string) bool {
	if opinion.MatchString(line) || asksRule.MatchString(line) || offersMan.MatchString(line) {
		return true
	}
	found := wondering.FindStringSubmatch(line)
	if found == nil {
		return false
	}
	for words := Of(found[1]); len(words) > 0; {
		n := Sentence(words)
		one, stop := words[:n], words[n-1].Stop
		if open, _ := TakesBack(one, true); open || !AllPolite(one) && (stop == '?' || stop == '!') {
			return true
		}
		words = words[n:]
	}
	return false
}

// putsDraw is how somebody begins who proposes a draw, and no terms.
var putsDraw = regexp.MustCompile(`(?i)\bpropos\w* (?:you |to you )?(?:an? |the )?(?:\w+ )?draw\b`)

// PutsDraw reports whether a line proposes a draw, and no terms.
func PutsDraw(line string) bool { return putsDraw.MatchString(line) }

// asksRule is a question when somebody may offer a draw, which offers none.
var asksRule = regexp.MustCompile(`(?i)\b(?:can|may|could|must|should|do|does|am|is|are) (?:i|we|one|you|he|she|a player|players|anyone|anybody)\b.*\boffer\w* (?:\w+ )?(?:a |the )?draws?\b[^.!?]*\b(?:while|when|whenever|before|after|during|until|once|twice|without|often|every|out of turn|not my turn|not their turn)\b`)

// offersMan is how somebody offers a man.
var offersMan = regexp.MustCompile(`(?i)\boffer(?:ing|ed)? (?:you )?(?:my|a|the|this|that) (?:(?:king|queen)'?s? )?(?:pawn|knight|bishop|rook|queen|exchange)s?\b`)
