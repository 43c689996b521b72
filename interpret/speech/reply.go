package speech

import (
	"slices"
	"strings"
)

// Who was asked one thing is expected to answer that: by the rules of acts.txt (answer.go), by the
// phrases of tends.txt (tends.go), or by what stands at the head of the letter (head.go).

// Inclination is what a sentence lets one expect of its writer.
type Inclination uint8

// The inclinations. A sentence that is Open leaves the whole letter open.
const (
	Idle Inclination = iota
	Willing
	Unwilling
	Open
)

// Question is what somebody was asked for a yes or a no.
type Question uint8

// The questions. A yes alone accepts no draw.
const (
	OfPlay Question = iota
	OfRegistration
	OfDraw
	OfTerms
	OfPause      // whether play is to stop for a while
	OfMeaning    // whether words are meant, or are to be passed on
	OfWithdrawal // whether the other side may take a move back
	OfLetter     // whether a letter is theirs
	OfRequest    // whether they still ask to take a move back
	OfPenalty    // whether an offence of the other side is to cost nothing
)

// forTerms and againstTerms are the rules for what is proposed.
var (
	forTerms     = []string{"bare-yes", "answer-yes", "answer-yes-terms", "act-agree", "act-accept"}
	againstTerms = []string{"bare-no", "answer-no", "answer-no-terms", "act-no", "act-decline"}
)

// questions are the rules of acts.txt that say yes and no to each question, and its name in
// tends.txt.
var questions = [...]struct {
	name    string
	yes, no []string
	only    bool // what says yes or no to whatever was asked says nothing to it
}{
	OfPlay: {name: "play",
		yes: []string{"bare-yes", "answer-yes", "answer-yes-play", "act-yes", "act-accept", "act-agree"},
		no:  []string{"bare-no", "answer-no", "act-no", "act-decline"},
	},
	OfRegistration: {name: "registration",
		yes: []string{"bare-yes", "answer-yes", "answer-yes-register", "act-yes"},
		no:  []string{"bare-no", "answer-no", "answer-no-register", "act-no", "act-decline"},
	},
	OfDraw: {
		yes: []string{"bare-yes-draw", "answer-yes", "answer-yes-draw", "act-accept_draw", "act-accept", "act-agree"},
		no:  []string{"bare-no", "bare-no-draw", "answer-no", "answer-no-draw", "act-decline_draw", "act-decline", "act-no"},
	},
	OfTerms: {name: "terms", yes: forTerms, no: againstTerms},
	OfPause: {name: "pause", yes: append(slices.Clone(forTerms), "answer-yes-pause"), no: againstTerms},
	OfMeaning: {name: "meaning",
		yes: []string{"bare-yes-meant", "answer-yes-meant"},
		no:  []string{"bare-no", "answer-no-meant"},
	},
	OfWithdrawal: {name: "withdrawal",
		yes: []string{"bare-yes", "answer-yes", "answer-yes-back", "act-agree", "act-accept"},
		no:  []string{"bare-no", "answer-no", "answer-no-back", "act-no", "act-decline"},
	},
	OfLetter: {name: "letter",
		yes: []string{"bare-yes", "answer-yes", "act-yes"},
		no:  []string{"bare-no", "answer-no", "act-no"},
	},
	OfRequest: {name: "request"},
	OfPenalty: {name: "penalty", only: true}, // a yes exacts and waives
}

// Inclines returns what the sentences of a letter that states nothing let one expect of its writer,
// who was asked for a yes or a no.
func Inclines(words []Word, asked Question) Inclination {
	words = withoutYeah(words)
	sentences := Sentences(words)
	said := inclinesTo(words, sentences, asked)
	if asked == OfLetter || asked == OfRequest || asked == OfPenalty || SaysBoth(words) {
		return said
	}
	switch head, rest := byHead(sentences, asked); {
	case said == Willing && asked != OfMeaning && rest >= defers && !(rest == against && asked == OfDraw):
		return Open
	case head != Idle && (said == Idle || said == Open && rest == belongs):
		return head
	}
	return said
}

// inclinesTo is Inclines but for what stands at the head.
func inclinesTo(words []Word, sentences [][]Word, asked Question) Inclination {
	if SaysBoth(words) || asked == OfWithdrawal && len(words) == 2 && words[1].Plain == "pleasure" || asked == OfDraw && len(sentences) == 1 && freely.readsSigns("bare-open-draw", freely.signsOf(plainlyIn(sentences[0], true)), new(int)) { // "My pleasure." may answer thanks; "Not yet."
		return Open
	}
	said := answers(sentences, asked)
	if asked == OfDraw && said == Willing && !settles(sentences, true) ||
		asked == OfWithdrawal && said == Willing && slices.ContainsFunc(sentences, func(one []Word) bool { return tends(one, asked) == Unwilling }) { // "It happens. Live with it!"
		return Open
	}
	if said == Idle || said == Open && asked != OfDraw {
		if tends := Tends(sentences, asked); tends == Willing || tends == Unwilling {
			return tends
		}
	}
	if said == Idle && asked == OfDraw {
		return leans(sentences)
	}
	return said
}

// answersTo are the words of a yes or a no behind which somebody may be named.
var answersTo = SetOf("yes yep yeah yup aye sure ok okay alright no nope nah naw")

// leans returns whether somebody who was offered a draw tells that they would rather play, in a
// letter that answers in no other way. It costs little to take them so: an offer may be made again.
func leans(sentences [][]Word) (found Inclination) {
	for _, one := range sentences {
		words, work := plainlyIn(one, true), 0
		if len(words) > mostSigns || one[len(one)-1].Stop == '?' || strings.HasSuffix(one[len(one)-1].Raw, "..") || slices.ContainsFunc(words, func(w string) bool {
			return acts.vetoes[w] || onTerms[w] || putOff[w] || acts.reports[w] && !supposes[w]
		}) && !Aloof(one) {
			return Idle
		}
		if !anyOf(one, ofOthers) && freely.readsSigns("leans-no-draw", freely.signsOf(words), &work) {
			found = Unwilling
		}
	}
	return found
}

// yeses and nos are words that say no more than yes or no.
var yeses, nos = SetOf("yes yep yeah yup aye sure"), SetOf("no nope nah")
