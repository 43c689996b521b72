package speech

import (
	"regexp"
	"slices"
	"strings"
)

// A draw ends the game, and a letter that offers one may tell of other things as well. So a draw is
// accepted by words that name it, or that answer and do nothing else: not by "I accept that I was
// slow", and not by "Agreed, that is the best move".

// NamesElse reports whether the words of a letter that accepts, or agrees, without saying what to,
// name something else than a draw that may be meant: a move, a challenge.
func NamesElse(words []Word) bool { return anyOf(words, agreeable) && !anyOf(words, drawing) }

// answersElse reports whether a sentence says yes to what cannot have been put to its writer: "I
// accept that I was slow", "No objection to the delay", "Happy to see you are well".
func answersElse(one []Word) bool {
	words := plainlyIn(one, true)
	for i := 0; i+2 < len(words); i++ {
		next, third := words[i+1], words[i+2]
		behind := words[min(i+3, len(words)):]
		switch words[i] {
		case "accept", "accepted", "agree", "agreed", "granted":
			if (next == "that" || next == "it") && len(behind) > 0 && (subjects[third] || finite[third]) || words[i] == "granted" && next == "," && third == "you" && !anyOf(one, putOn) {
				return true
			}
			if next == "to" && third == aName && len(behind) == 0 {
				return true // "I agree to Sundays"
			}
		case "objection", "objections", "problem", "problems":
			if (next == "to" || next == "with") && determining[third] && len(behind) > 0 && !anyOf(one, putOn) && !ofGames[behind[0]] && !puttable[behind[0]] {
				return true
			}
		case "happy", "glad", "pleased", "delighted":
			if next == "to" && perceiving[third] && !anyOf(one, drawing) {
				return true
			}
		}
	}
	return false
}

var (
	// perceiving are verbs of who takes notice of something.
	perceiving = SetOf("see hear know read learn note find")
	// puttable are words of what can be put to a player, beside putOn.
	puttable = SetOf("pause break adjournment wait week extension withdrawal retraction correction withdrawing taking use same request whole your his him")
	// drawing are words that name a draw, or what is done with one.
	drawing = SetOf("draw draws drawn drew drawing remis half halves point points split splitting peace peaceful honours honors shake handshake quits tie tied stalemate offer offered proposal proposed propose day result outcome verdict level equal even deadlock truce armistice armistices settle win")

	// agreeable are words of what else somebody may accept or agree with.
	agreeable = SetOf("move moves challenge invitation extension pause break adjournment")
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
// line asks when a draw may be offered; whether it wants something in return; or whether it offers
// a man: "I offer my Bishop as a draw for your attention".
func WondersAtDraw(line string) bool {
	if on := bargain.FindStringSubmatch(line); on != nil && !ofDrawing[strings.ToLower(on[1])] {
		return true
	}
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

// bargain is how somebody asks for something in return for a draw, and ofDrawing what words behind
// it only name the draw: "if you agree to it".
var (
	bargain   = regexp.MustCompile(`(?i)\bif (?:you|he|she|they|black|white) (?:\w+ ){0,2}?(?:agrees?|willing|ready|prepared|promises?) to (\w+)`)
	ofDrawing = SetOf("it that this one a the draw split share accept take call make end agree settle half peace")
)

// offersMan is how somebody offers a man.
var offersMan = regexp.MustCompile(`(?i)\boffer(?:ing|ed)? (?:you )?(?:my|a|the|this|that) (?:(?:king|queen)'?s? )?(?:pawn|knight|bishop|rook|queen|exchange)s?\b`)
