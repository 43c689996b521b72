package speech

import (
	"math/bits"
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
	OfMeaning    // whether words are meant, or are to be passed on
	OfWithdrawal // whether the other side may take a move back
	OfLetter     // whether a letter is theirs
	OfRequest    // whether they still ask to take a move back
)

// affirming and refusing are for each question the rules of acts.txt that say yes to it and no.
var affirming, refusing = [...][]string{
	OfPlay:         {"bare-yes", "answer-yes", "answer-yes-play", "act-yes", "act-accept", "act-agree"},
	OfRegistration: {"bare-yes", "answer-yes", "answer-yes-register", "act-yes"},
	OfDraw:         {"bare-yes-draw", "answer-yes", "answer-yes-draw", "act-accept_draw", "act-accept", "act-agree"},
	OfTerms:        {"bare-yes", "answer-yes", "answer-yes-terms", "act-agree", "act-accept"},
	OfMeaning:      {"bare-yes-meant", "answer-yes-meant"},
	OfWithdrawal:   {"bare-yes", "answer-yes", "answer-yes-back", "act-agree", "act-accept"},
	OfLetter:       {"bare-yes", "answer-yes", "act-yes"},
	OfRequest:      nil,
}, [...][]string{
	OfPlay:         {"bare-no", "answer-no", "act-no", "act-decline"},
	OfRegistration: {"bare-no", "answer-no", "answer-no-register", "act-no", "act-decline"},
	OfDraw:         {"bare-no", "bare-no-draw", "answer-no", "answer-no-draw", "act-decline_draw", "act-decline", "act-no"},
	OfTerms:        {"bare-no", "answer-no", "answer-no-terms", "act-no", "act-decline"},
	OfMeaning:      {"bare-no", "answer-no-meant"},
	OfWithdrawal:   {"bare-no", "answer-no", "answer-no-back", "act-no", "act-decline"},
	OfLetter:       {"bare-no", "answer-no", "act-no"},
	OfRequest:      nil,
}

// Inclines returns what the sentences of a letter that states nothing let one expect of its writer,
// who was asked for a yes or a no. aboutPlay says of a question that it leaves an answer as it is:
// when the game begins, say.
func Inclines(words []Word, asked Question, aboutPlay func([]Word) bool) Inclination {
	sentences := Sentences(words)
	if SaysBoth(words) || asked == OfDraw && len(sentences) == 1 && isOnlyNotYet(sentences[0]) {
		return Open
	}
	said := answers(sentences, asked, aboutPlay)
	if asked == OfDraw && said == Willing && !settles(sentences, true) {
		return Open
	}
	if said == Idle || said == Open && asked != OfDraw {
		if tends := Tends(sentences, asked); tends == Willing || tends == Unwilling {
			return tends
		}
	}
	switch {
	case said != Idle, asked == OfTerms, asked == OfMeaning, asked == OfWithdrawal, asked == OfLetter, asked == OfRequest:
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

// answer is what a sentence answers.
type answer struct {
	Inclination
	bare  bool // it says no more than yes or no
	names bool // it names the act
	about bool // … and what was asked, or to whom it is to be told
	glad  bool // it can only answer what was put to its writer: "with pleasure"
}

// answers returns what one of some sentences answers by itself, if the others leave it so.
func answers(sentences [][]Word, asked Question, aboutPlay func([]Word) bool) Inclination {
	var found answer
	at := 0
	for i, one := range sentences {
		switch said := answerBy(one, asked); {
		case said.Inclination == Open, said.Inclination != Unwilling && asksTime(one), anyOf(one, jokes), anyOf(one, sports), teases(one), IsAboutElse(one), looksFirst(plainlyIn(one, true)), contrasts(plainly(one)):
			return Open
		case said.Inclination == Idle, said.Inclination == found.Inclination && !found.bare:
		case found.Inclination == Idle, said.Inclination == found.Inclination, said.names && i > at:
			found, at = said, i // "Yes, it is level. But I decline."
		default:
			return Open
		}
	}
	for i, one := range sentences {
		if found.Inclination != Idle && i != at && opens(one, found, asked, i > at, aboutPlay) {
			return Open
		}
	}
	return found.Inclination
}

// opens reports whether a sentence before or behind one that answers leaves that open.
func opens(one []Word, found answer, asked Question, behind bool, aboutPlay func([]Word) bool) bool {
	if behind && looksFirst(plainlyIn(one, true)) {
		return true
	}
	if (found.glad || found.about || found.names) && Aloof(one) {
		return false
	}
	if found.glad && anyOf(one, awaited) && anyOf(one, OfReader) {
		return false // "Was hoping you'd ask!"
	}
	if len(one) == 1 && (yeses[one[0].Plain] || one[0].Sort == Polite) && found.Inclination == Willing {
		return false
	}
	if one[len(one)-1].Stop == '?' {
		if behind {
			return !aboutPlay(one) && !AsksAssent(one)
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
	if !found.about && !AllPolite(one) && foreign(one, Speaks{Answers: true}) {
		return true
	}
	return found.bare && found.Inclination == Willing && !anyOf(one, ofWho) && (!AllPolite(one) || one[0].Plain != "it" && anyOf(one, finite) || one[len(one)-1].Stop == '!' && !Has(one, Polite))
}

var (
	// gladly are words of a yes that no news can be answered with.
	gladly = SetOf("pleasure gladly happily willingly deal")
	// tagging are words of assent with which a request ends as well.
	tagging = SetOf("please ok okay alright all right fine thanks thank you cool great perfect lovely excellent splendid , _")
	// givesTime, timely and spans are words of somebody who asks for time to answer.
	givesTime = SetOf("give allow grant leave need want require wait bear like take hold")
	forTime   = SetOf("until till time days day week weeks month months moment moments while minute minutes hour hours patience patient bit")
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
	k := kernelsOf(words, freely.signsOf(words))
	starts := clauseStarts(k.words)
	framed := k.ends(freely.parsed["frame"], starts)
	starts |= framed
	from := 0
	for i, rules := range [...][]string{affirming[asked], refusing[asked]} {
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
	case open, words[0] == "save", said.Inclination == Willing && isWithTerms(words), looksFirst(words), !said.about && from > 0 && foreign(sentence[:min(from, len(sentence))], Speaks{Answers: true}):
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

// asksTime reports whether a sentence asks for time to answer, with nothing in it of the game:
// "Give me a week", "I need till Friday to decide".
func asksTime(one []Word) bool {
	for i, w := range one {
		if givesTime[w.Plain] && (i == 0 || i+1 < len(one) && (one[i+1].Plain == "me" || one[i+1].Plain == "us") || OfWriter(one[i-1]) || one[i-1].Plain == "would" || one[i-1].Plain == "please" || one[i-1].Plain == "just") &&
			slices.ContainsFunc(one[i+1:min(len(one), i+MostOfMan)], func(w Word) bool { return forTime[w.Plain] || w.Plain == "with" && one[i].Plain == "bear" }) && !anyOf(one, ofGames) {
			return true
		}
	}
	return false
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
