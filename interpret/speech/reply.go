package speech

import (
	"slices"
	"strings"
)

// Who was asked whether they will play, or be registered, is expected to answer, and little tells
// their yes from their no: a word of one who comes or a denial of it, in a clause of the writer's
// own. The sets begin with "reply-" in acts.txt.

// Inclination is what a sentence lets one expect of its writer.
type Inclination uint8

// The inclinations. A sentence that is Open leaves the whole letter open.
const (
	Idle Inclination = iota
	Willing
	Unwilling
	Open
)

var replies = func() (r struct{ willing, unwilling, matters, denials, open, others, were, ofPlay, answers map[string]bool }) {
	set := func(name string) map[string]bool {
		return SetOf(strings.Join(freely.sets["reply-"+name], " "))
	}
	r.willing, r.unwilling, r.matters = set("willing"), set("unwilling"), set("matters")
	r.denials, r.open, r.others, r.were, r.ofPlay, r.answers = set("denials"), set("open"), set("others"), set("were"), set("of-play"), set("answers")
	return r
}()

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
	words = toSomebody(withoutYeah(words))
	sentences := Sentences(words)
	said := inclinesTo(words, sentences, asked)
	if (said == Idle || said == Open) && !SaysBoth(words) && affirms(sentences, asked) {
		return Willing
	}
	return said
}

// inclinesTo is Inclines but for a yes with a comment.
func inclinesTo(words []Word, sentences [][]Word, asked Question) Inclination {
	if SaysBoth(words) || asked == OfWithdrawal && isThanked(words) || asked == OfDraw && len(sentences) == 1 && isOnlyNotYet(sentences[0]) {
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
	switch {
	case said != Idle, asked == OfTerms, asked == OfPause, asked == OfMeaning, asked == OfWithdrawal, asked == OfLetter, asked == OfRequest, asked == OfPenalty:
		return said
	case asked == OfDraw:
		return leans(sentences)
	}
	found := Idle
	for _, one := range sentences {
		switch said := inclines(one); {
		case said == Open && found != Idle && Aloof(one):
		case said == Open, said != Idle && found != Idle && said != found:
			return Open
		case said != Idle:
			found = said
		}
	}
	return found
}

// toSomebody takes the name off a letter that says yes or no to somebody, and no more: "ok alice",
// "nah bob", "alright alice then". A word in small letters that no table knows is a name there.
func toSomebody(words []Word) []Word {
	n := len(words)
	if n == 3 && words[2].Plain == "then" {
		n--
	}
	if n != 2 || words[1].Stop == '?' || words[0].Stop != 0 && words[0].Stop != ',' || !answersTo[words[0].Plain] {
		return words
	}
	name := words[1].Plain
	if freely.Knows(name) || len(name) < FewestWords || strings.HasSuffix(name, "ing") || strings.HasSuffix(name, "ly") || strings.HasSuffix(name, "ed") || strings.ContainsFunc(name, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return words
	}
	return words[:1]
}

// isThanked reports whether a letter says no more than "my pleasure", which may answer thanks, and
// gives back no move.
func isThanked(words []Word) bool {
	return len(words) == 2 && words[0].Plain == "my" && words[1].Plain == "pleasure"
}

// answersTo are the words of a yes or a no behind which somebody may be named.
var answersTo = SetOf("yes yep yeah yup aye sure ok okay alright no nope nah naw")

// isOnlyNotYet reports whether a sentence says "not yet", with whatever courtesy, and nothing else.
func isOnlyNotYet(one []Word) bool {
	work := 0
	return freely.readsSigns("bare-open-draw", freely.signsOf(plainlyIn(one, true)), &work)
}

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

// inclines is Inclines of one sentence.
func inclines(sentence []Word) Inclination {
	words := plainly(sentence)
	asks := sentence[len(sentence)-1].Stop == '?'
	if asks && rhetorical(sentence) {
		return Idle
	}
	has := func(set map[string]bool, words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return set[w] })
	}
	if said := saysSo(sentence, words); said != Idle {
		return said
	}
	if asks || has(acts.vetoes, words) || has(acts.reports, words) || has(replies.open, words) {
		return Open
	}
	said := Idle
	for from := 0; from < len(words); { // clause by clause
		to := from + 1
		for to < len(words) && !clausal[words[to]] {
			to++
		}
		clause := words[from:to]
		from = to
		for len(clause) > 0 && (acts.openers[clause[0]] || acts.joints[clause[0]]) && !replies.willing[clause[0]] && !replies.denials[clause[0]] {
			clause = clause[1:]
		}
		if len(clause) == 0 || replies.others[clause[0]] || clause[0] == aName && len(clause) > 1 || has(replies.were, clause) {
			continue
		}
		denied := denies(clause)
		one := Idle
		switch {
		case denied && len(clause) > MostOfLine+FewestWords:
			return Open // of several clauses without a stop
		case len(clause) > 1 && len(clause) <= FewestWords && clause[0] == "not" && (clause[1] == "now" || clause[1] == "this"):
			one = Unwilling
		case has(replies.unwilling, clause), denied && has(replies.matters, clause):
			one = Unwilling
		case has(wills, clause) && has(plays, clause) && !denied && !has(ofElse, clause[:len(clause)-1]):
			one = Willing
		case has(replies.willing, clause) && !denied && (len(clause) <= MostOfMan && !has(ofElse, clause) || has(replies.ofPlay, clause)) && !(slices.Contains(clause, "love") && !slices.Contains(clause, "would")):
			one = Willing
		}
		if one != Idle && said != Idle && one != said {
			return Open
		}
		said = max(said, one)
	}
	if said == Willing && (contrasts(words) || has(ofCodes, words)) {
		return Open // "I will play, under the American code"
	}
	return said
}

// ofCodes are words of terms on which somebody is willing.
var ofCodes = SetOf("under code codes rules laws")

// denies reports whether a clause denies something; "I don't mind" does not.
func denies(clause []string) bool {
	for i, w := range clause {
		if replies.denials[w] && !(i+1 < len(clause) && (clause[i+1] == "mind" || clause[i+1] == "care")) {
			return true
		}
	}
	return false
}

// wills and plays are words of which a pair says that somebody is coming.
var wills, plays = SetOf("will shall want going"), SetOf("play playing join")

// ofElse are words behind which a clause speaks of something else.
var ofElse = SetOf("for of about in with")

// saysSo reads a sentence that begins with a yes and goes on with a word of what was asked, or
// begins with a no that stands by itself.
func saysSo(sentence []Word, words []string) Inclination {
	yes, no := yeses[sentence[0].Plain], nos[sentence[0].Plain] && (sentence[0].Stop == ',' || sentence[0].Stop == '.' || sentence[0].Stop == '!')
	if !yes && !no || sentence[len(sentence)-1].Stop == '?' || len(sentence) < FewestWords {
		return Idle
	}
	for _, w := range words[1:] {
		if acts.vetoes[w] || acts.reports[w] || replies.open[w] || yes && (replies.denials[w] || replies.were[w]) || w == "but" || yes && w == "only" {
			return Open
		}
	}
	switch {
	case no:
		return Unwilling
	case slices.ContainsFunc(words[1:], func(w string) bool { return replies.answers[w] }) && !ofElse[words[1]] && (len(words) < 3 || !ofElse[words[2]]):
		return Willing
	}
	return Idle
}

var yeses, nos = SetOf("yes yep yeah yup aye sure"), SetOf("no nope nah")

// clausal are the words with which another clause begins.
var clausal = SetOf(", : so and but therefore hence because as since for which while though although")
