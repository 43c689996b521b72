package speech

import (
	"math/bits"
	"slices"
	"strings"
)

// What a sentence answers to a question by the rules of acts.txt, and what sentences beside it
// leave of that.

// answer is what a sentence answers.
type answer struct {
	Inclination
	bare  bool // it says no more than yes or no
	names bool // it names the act
	about bool // … and what was asked, or to whom it is to be told
	glad  bool // it can only answer what was put to its writer: "with pleasure"
}

// answers returns what one of some sentences answers by itself, if the others leave it so.
func answers(sentences [][]Word, asked Question) Inclination {
	var found answer
	at := 0
	for i, one := range sentences {
		switch said := answerBy(one, asked); {
		case said.Inclination == Open, anyOf(one, jokes), anyOf(one, sports), teases(one), IsAboutElse(one), looksFirst(plainlyIn(one, true)), contrasts(plainly(one)):
			return Open
		case said.Inclination == Idle, said.Inclination == found.Inclination && !found.bare:
		case found.Inclination == Idle, said.Inclination == found.Inclination, said.names && i > at:
			found, at = said, i // "Yes, it is level. But I decline."
		default:
			return Open
		}
	}
	for i, one := range sentences {
		if found.Inclination != Idle && i != at && opens(one, found, asked, i > at) {
			return Open
		}
	}
	return found.Inclination
}

// opens reports whether a sentence before or behind one that answers leaves that open.
func opens(one []Word, found answer, asked Question, behind bool) bool {
	if behind && looksFirst(plainlyIn(one, true)) {
		return true
	}
	if (found.glad || found.about || found.names) && Aloof(one) {
		return false
	}
	if found.glad && anyOf(one, awaited) && anyOf(one, OfReader) {
		return false // "Was hoping you'd ask!"
	}
	if work := 0; asked == OfDraw && found.glad && freely.readsSigns("tired", freely.signsOf(plainlyIn(one, true)), &work) {
		return false // "Yes please. I am off to bed."
	}
	if len(one) == 1 && (yeses[one[0].Plain] || one[0].Sort == Polite) && found.Inclination == Willing {
		return false
	}
	if one[len(one)-1].Stop == '?' {
		if behind {
			return !AsksAboutPlay(one) && !AsksAssent(one)
		}
		return !rhetorical(one) && (asked == OfPlay || asked == OfRegistration || len(one) > 2*FewestWords)
	}
	plain := plainly(one)
	if slices.ContainsFunc(plain, func(w string) bool {
		return onTerms[w] && (behind || found.Inclination == Willing) || behind && len(plain) < MostOfMan && acts.vetoes[w] && !(found.Inclination == Unwilling && putsOff(one))
	}) {
		return true
	}
	if said := answerBy(one, asked); said.Inclination != Idle {
		return false
	}
	if behind && !(found.Inclination == Unwilling && putsOff(one)) {
		if open, _ := TakesBack(one, true); open {
			return true
		}
	}
	excuses := found.Inclination == Unwilling && behind && !slices.ContainsFunc(plain, func(w string) bool { return decided[w] || acts.reports[w] }) // "Not now. My wife is ill."
	if !found.about && !excuses && !AllPolite(one) && foreign(one, Speaks{Answers: true}) {
		return true
	}
	return found.bare && found.Inclination == Willing && !anyOf(one, ofWho) && (!AllPolite(one) || one[0].Plain != "it" && anyOf(one, finite) || one[len(one)-1].Stop == '!' && !Has(one, Polite))
}

var (
	// gladly are words of a yes that no news can be answered with.
	gladly = SetOf("pleasure gladly happily willingly deal gg ggs")
	// tagging are words of assent with which a request ends as well.
	tagging = SetOf("please ok okay alright all right fine thanks thank you cool great perfect lovely excellent splendid , _")
	// awaited are words of somebody who has waited for what was asked.
	awaited = SetOf("hoping hoped waiting waited ask asked offer wondering")
	// putOff are words of somebody who has not decided.
	putOff = SetOf("decide deciding undecided torn tempted sleep first before answer let")
	// onTerms are words of a condition, which leave an answer open wherever they stand.
	onTerms = SetOf("if unless provided providing joke joking kidding otherwise")
	// unresolved are words that leave a refusal open.
	unresolved = SetOf("maybe perhaps possibly probably might whether wonder suppose says said quote")
	// sayings are those of unresolved that may tell why somebody refuses: "no, mother says it is
	// late".
	sayings = SetOf("says said")
	// elsewhere are words before an answer in its sentence that tell of another game.
	elsewhere = SetOf("other ended last yesterday")
	// forAnother are words with which somebody who refuses puts off to another time.
	forAnother = SetOf("time now later next year month week summer autumn winter spring term again today")
	// ofWho are words of a sentence of its writer beside a bare yes.
	ofWho = SetOf("i i'm i've i'll i'd im ive please me my we let let's lets looking play playing game match")
)

// putsOff reports whether somebody who refuses says no more than that another time may do.
func putsOff(one []Word) bool {
	return anyOf(one, forAnother) && !anyOf(one, putOff) && one[0].Plain != "ask"
}

// IsGlad reports whether a word of a line says yes as no news is answered.
func IsGlad(line string) bool {
	return len(line) <= longestLine && slices.ContainsFunc(strings.Fields(line), func(w string) bool { return gladly[strings.ToLower(strings.Trim(w, ".,;:!?"))] })
}

// answerBy returns what a sentence answers.
func answerBy(sentence []Word, asked Question) (said answer) {
	words := plainlyIn(sentence, true)
	if len(words) == 0 || len(words) > mostSigns || sentence[len(sentence)-1].Stop == '?' || strings.HasSuffix(sentence[len(sentence)-1].Raw, "..") {
		return said
	}
	if at := slices.Index(words, "stop"); at > 0 && at < FewestWords && (words[at-1] == "please" || words[at-1] == "kindly") {
		said.Inclination = Open // no telegram's STOP
		if asked == OfPlay || asked == OfRegistration {
			said.Inclination = Unwilling
		}
		return said
	}
	k := kernelsOf(words, freely.signsOf(words))
	starts := clauseStarts(k.words)
	framed := k.ends(freely.parsed["frame"], starts)
	starts |= framed
	from := 0
	for i, rules := range [...][]string{questions[asked].yes, questions[asked].no} {
		for n, rule := range rules {
			one := Inclination(i) + Willing
			at, ok := k.answer(rule, [...]string{"yes", "no"}[i], n > 0 || i > 0, starts)
			if ok && n == 0 && at > 0 && !slices.ContainsFunc(k.words[at:], func(w string) bool { return !tagging[w] }) {
				ok = false // "Give me until Sunday, please"
			}
			if ok && said.Inclination != one {
				if said.Inclination != Idle || i > 0 && (yeses[words[0]] || words[0] == "ok") {
					said.Inclination = Open // "yes and no"
					return said
				}
				said.Inclination, said.bare, said.about, from = one, n == 0, strings.HasPrefix(rule, "answer-yes-"), at
			}
		}
	}
	if said.Inclination == Idle {
		return said
	}
	said.names = slices.ContainsFunc(words, func(w string) bool { return decided[w] }) || words[0] == "but" || words[0] == "however"
	said.about = said.about || anyOf(sentence, ofGames) || framed>>from&1 != 0 || words[0] == "but"
	said.glad = slices.ContainsFunc(words, func(w string) bool { return gladly[w] }) || slices.Contains(words, "yes") && slices.Contains(words, "please")
	open := k.leftOpen("", from, from+clauseOf(k.words[from:], 1)) || said.Inclination == Willing && (!said.names && slices.Contains(k.words, "but") || contrasts(k.words))
	if said.Inclination == Unwilling {
		open = slices.ContainsFunc(k.words, func(w string) bool { return onTerms[w] }) || slices.ContainsFunc(k.words[from:], func(w string) bool { return unresolved[w] && !sayings[w] }) || slices.ContainsFunc(k.words[from:min(len(k.words), from+FewestWords)], func(w string) bool { return sayings[w] })
	}
	switch {
	case from > 0 && slices.ContainsFunc(k.words[:from], func(w string) bool { return elsewhere[w] }):
		return answer{}
	case open, words[0] == "save", words[0] == "why" && words[min(1, len(words)-1)] != "not", said.Inclination == Willing && isWithTerms(words), looksFirst(words), !said.about && from > 0 && foreign(sentence[:min(from, len(sentence))], Speaks{Answers: true}):
		said.Inclination = Open
	}
	return said
}

// contrasts reports whether words grant a part of something: "the first and not the second", "but
// only at three days".
func contrasts(words []string) bool {
	line := strings.Join(words, " ")
	return strings.Contains(line, "and not ") || strings.Contains(line, "but only ") || strings.Contains(line, "but not ")
}

// isWithTerms reports whether a yes stands behind what it is tied to: "With slower time, yes".
func isWithTerms(words []string) bool {
	return words[0] == "with" && slices.Contains(words, ",") && !slices.ContainsFunc(words[1:min(3, len(words))], func(w string) bool { return gladly[w] || w == "joy" || w == "delight" || w == "thanks" })
}

// looksFirst reports whether somebody has to do something before they answer, or cannot tell yet:
// "Let me look at my diary".
func looksFirst(words []string) bool {
	for i := 2; i < len(words); i++ {
		if words[i-1] == "to" && obliged[words[i-2]] && advisers[words[i]] {
			return true
		}
		if words[i-2] == "let" && words[i-1] == "me" && looking[words[i]] || words[i-2] == "can" && words[i-1] == "not" && untold[words[i]] || words[i-2] == "ask" && words[i-1] == "me" && words[i] == "again" {
			return true
		}
	}
	return false
}

// obliged and advisers are words of "I have to ask my wife first".
var obliged, advisers = SetOf("have need must got want"), SetOf("ask check consult consider sleep")

var looking, untold = SetOf("look check ask see think consult consider read find sleep"), SetOf("say tell decide promise")

// answer returns where a rule of acts.txt says yes or no in a sentence.
func (k *kernels) answer(rule, kind string, goesOn bool, starts uint64) (from int, ok bool) {
	n, act := freely.parsed[rule], strings.TrimPrefix(rule, "act-")
	for ; starts != 0 && n != nil; starts &= starts - 1 {
		one, at := starts&-starts, bits.TrailingZeros64(starts)
		if !goesOn && at > 0 && !acts.joints[k.words[at-1]] && !acts.openers[k.words[at-1]] {
			continue
		}
		if act != rule && k.state("act-", act, one) || act == rule && k.stand(n, freely.parsed["civil"], kind, goesOn, one) {
			return at, true
		}
	}
	return 0, false
}

var (
	// takes are verbs with which somebody takes, or does not take, what is put to them, and itself
	// the pronouns for it.
	takes  = SetOf("take taking have accept accepting decline declining grab refuse")
	itself = SetOf("it that this them both these")
	// presents are what a player may find on the board, in a letter or on the table; behind "thanks
	// for" men are, too.
	presents = SetOf("gambit sacrifice gift present hint hints tip tips advice lesson compliment compliments apology apologies criticism correction " +
		"cake cup tea coffee biscuit dinner lunch drink beer wine wager bait blame book loan exchange parcel")
	// determiners begin the object of such a verb.
	determiners = SetOf("the your a an his her my our their")
	// ofOffers are words of what is offered in a game.
	ofOffers = SetOf("offer offered offering offers draw drawn half halves point points peace proposal proposed propose terms remis challenge match registration adjournment extension pace truce split level equal game games")
	// supposed begin what somebody only takes for granted: "I take it you are well".
	supposed = SetOf("you you're youre he she they we i that there the your this all back")
)

// TakesElse reports whether the words of an answer take a thing, and not what the question was
// about. An answer about a move that is taken back, or about a penalty, may name men and moves.
func TakesElse(words []Word, asked Question) bool {
	return asked != OfWithdrawal && asked != OfRequest && asked != OfPenalty && TakesThing(words, words, nil)
}

// TakesThing reports whether the words of an answer in its line take a man, a hint or a cake, and
// not what was offered: "Thanks for the Pawn, I'll take it". text is the words of the answer, above
// those of the line above.
func TakesThing(words, text, above []Word) bool {
	at := slices.IndexFunc(text, func(w Word) bool { return takes[w.Plain] })
	from := placeOf(words, text)
	if len(text) == len(words) { // the answer may be the last clause of its line
		at = len(words) - 1
		for at >= 0 && !takes[words[at].Plain] {
			at--
		}
		from = 0
	}
	if at < 0 || from == len(words) {
		return false
	}
	at += from
	verb, points := words[at], at+1 < len(words) && words[at].Stop == 0 && itself[words[at+1].Plain]
	if points && at+2 < len(words) && words[at+1].Plain == "it" && words[at+1].Stop == 0 && verb.Plain == "take" && supposed[words[at+2].Plain] {
		return true
	}
	begin := at
	for begin > 0 && words[begin-1].Stop == 0 && words[begin-1].Plain != "and" && words[begin-1].Plain != "so" {
		begin--
	}
	before := words[:begin]
	if begin == 0 && points {
		before = above
		if len(words) == 3 && len(above) == 0 && verb.Plain == "take" && words[0].Plain == "i" && words[2].Plain == "it" {
			return true // "I take it."
		}
	}
	has := func(set map[string]bool) bool {
		return slices.ContainsFunc(before, func(w Word) bool { return set[w.Plain] })
	}
	if next := at + 1; !points && next < len(words) && words[at].Stop == 0 {
		behind := words[next : next+Sentence(words[next:])]
		if determiners[behind[0].Plain] || !AllPolite(behind) { // an object of its own
			return determiners[behind[0].Plain] && len(behind) == 2 && presents[behind[1].Plain]
		}
	}
	if has(ofOffers) {
		return false
	}
	thanked := slices.ContainsFunc(before, func(w Word) bool { return strings.HasPrefix(w.Plain, "thank") })
	return has(presents) || has(MenNamed) && (points || thanked)
}
