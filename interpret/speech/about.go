package speech

import (
	"slices"
	"strings"
)

// What an answer is about. A word that says yes or no answers what was put to its writer only if
// the rest of its sentence belongs to that: "I decline the draw, with thanks", and not "I decline
// with age".

// IsAboutElse reports whether a sentence with a word that says yes or no says it of something else
// than what can be put to a player.
func IsAboutElse(one []Word) bool {
	return saysElse(one) || refusesElse(one) || takesElse(one) || declinesElse(one) || thanksElse(one) || chides(one) || wereIt(one) || answersElse(one)
}

// saysElse reports whether words that say yes or no go on with a clause of its own subject in which
// neither the writer nor anything stands that was put to them: "Agreed, the vicar goes on far too
// long", "No, Henry never told them".
func saysElse(own []Word) bool {
	at := answerOf(own)
	no := at > 0 && nos[own[at-1].Plain]
	if at == 0 && own[0].Plain == "i'm" {
		at = 1 + slices.IndexFunc(own, func(w Word) bool { return w.Stop == ',' }) // "I'm better now, the flu is gone"
	}
	behind := own[at:]
	if at == 0 || len(behind) < FewestWords || AllPolite(behind) || pronouns[behind[len(behind)-1].Plain] {
		return false
	}
	subject := behind[0]
	noun := subject
	switch {
	case (subject.Plain == "it" || subject.Plain == "that" || subject.Plain == "this") && (behind[1].Sort != Other || beings[behind[1].Plain] || Past[behind[1].Plain]):
		if no || !slices.ContainsFunc(behind, func(w Word) bool { return unfamiliar(w) || weathers[w.Plain] }) {
			return false
		}
	case determining[subject.Plain] && !mine[subject.Plain] && behind[1].Plain != "now":
		noun = behind[1]
	case thirds[subject.Plain]:
	case !tellsOfOne(behind):
		return false
	}
	fit := slices.ContainsFunc(behind, func(w Word) bool { return copulas[w.Plain] }) && !household[noun.Plain]
	return !slices.ContainsFunc(behind[1:], OfWriter) && !slices.ContainsFunc(behind, func(w Word) bool {
		bare := strings.TrimSuffix(w.Plain, "'s")
		return ofGames[bare] && !elsewhen[bare] || putOn[bare] || fit && approving[bare] || MenNamed[bare] || termed[bare]
	})
}

// answerOf returns the number of words at the head of a sentence that only say yes or no, and with
// which a clause goes on.
func answerOf(own []Word) (at int) {
	for at < len(own)-1 && (at == 0 || own[at-1].Stop == 0 || own[at-1].Stop == ',') && (replying[own[at].Plain] || own[at].Plain == "of" && own[at+1].Plain == "course" || own[at].Plain == "all" && own[at+1].Plain == "right") {
		at++
	}
	if at == 0 && len(own) > 2 && (own[0].Plain == "i" || own[0].Plain == "we") && own[1].Plain == "agree" {
		at = 2
	}
	if at > 0 && own[at-1].Stop != 0 && own[at-1].Stop != ',' {
		return 0
	}
	return at
}

// joins are the verbs of who comes to play.
var joins = SetOf("play playing join")

// Agrees reports whether a word only says yes.
func Agrees(w Word) bool { return yeses[w.Plain] || consenting[w.Plain] }

// tellsOfOne reports whether words begin with the name of somebody of whom they tell something.
func tellsOfOne(words []Word) bool {
	at := 0
	for at < len(words)-1 && words[at].Raw[0] >= 'A' && words[at].Raw[0] <= 'Z' && words[at].Stop == 0 && !OfWriter(words[at]) {
		at++
	}
	return at > 0 && words[at].Raw[0] >= 'a'
}

var (
	// approving are words of what somebody says of that to which they agree.
	approving = SetOf("fine good fair ok okay right best better acceptable agreeable reasonable sensible suitable sound kind wise generous enough wish pleasure honour privilege plenty idea plan time slow fast slower faster quick long short level equal me us name names spelt spelled correct correctly address true agreed settled order")
	// elsewhen are words of games that news has as well, beings the verbs of how something is.
	elsewhen, beings = SetOf("better tournament club rating letter letters got hear lost won"), SetOf("is are has have")
	// replying are the words of a short answer, thirds begin a clause about others, copulas are the
	// verbs behind which somebody says how they like something, and pronouns end a clause about
	// what was put to its writer.
	replying                   = SetOf("yes yep yeah yup aye sure no nope nah agreed granted accepted ok okay fine certainly definitely indeed naturally absolutely course right alright very well")
	thirds                     = SetOf("they nobody nothing somebody someone everybody everyone everything there")
	mine, pronouns, consenting = SetOf("my our"), SetOf("this that it"), SetOf("ok okay agreed granted certainly gladly")
	copulas                    = SetOf("is are will would sounds sound seems seem suits suit looks works do")
	// determining are words before a noun.
	determining = SetOf("the a an your his her their this that these those any another my our second")
)

// IsArticle reports whether the "no" with which a statement ends is the article of the words behind
// it in its line: "so no move today", "No move this week".
func IsArticle(words, text []Word) bool {
	sentences := Sentences(words)
	at, from, to := within(sentences, text)
	if n := len(text); at < 0 || n > 2 || n == 2 && !Joining[text[0].Plain] || text[n-1].Plain != "no" {
		return false
	}
	if to == len(sentences[at]) { // "No news here, so no": of which nobody asked
		lead := sentences[at][:from]
		return from > 0 && nos[lead[0].Plain] && lead[0].Stop == 0 && !slices.ContainsFunc(lead, OfWriter) && !anyOf(lead, ofGames) && !anyOf(lead, Matters)
	}
	last, next := sentences[at][to-1], sentences[at][to]
	return last.Stop == 0 && next.Sort != Name && !behindNo[next.Plain] && !Wished[next.Plain]
}

// behindNo are words behind "no" that leave it an answer, and not the article of what follows.
var behindNo = SetOf("time idk wasnt wasn't didnt don't dont merci danke grazie gracias thank thanks thankyou i i'm i'd i'll we not sir madam mr mrs miss please but and sorry never it that this he she draw draws deal way dear friend mate ta cheers my chance im ill")

// answeredTo are words behind "to" or "with" of what an answer is to, or how it is given.
var answeredTo = SetOf("your the that this it both all everything draw offer proposal me us my our pleasure thanks regret joy delight great much many kind due respect play be accept agree take join register change")

// refusesElse reports whether a sentence refuses to do something else than what may be answered: "I
// refuse point blank to go out".
func refusesElse(one []Word) bool {
	for i := range len(one) - 1 {
		verb := one[i].Plain
		if verb == "leave" && one[i+1].Plain == "it" && one[i+1].Stop == 0 && i+3 < len(one) && inCare[one[i+2].Plain] {
			return true // "Leave it with me"
		}
		if verb == "pass" && one[i].Stop == 0 && (one[i+1].Plain == "no" || one[i+1].Plain == "the" || one[i+1].Plain == "my") {
			return true // "I pass no remarks"
		}
		if verb != "refuse" && verb != "decline" {
			continue
		}
		for at := i + 1; at < min(len(one)-1, i+2+FewestWords) && one[at-1].Stop == 0 && one[at].Plain != "owing" && one[at].Plain != "due"; at++ {
			if one[at].Plain == "to" && !answeredTo[one[at+1].Plain] && !yielding[one[at+1].Plain] && !joins[one[at+1].Plain] {
				return true
			}
		}
	}
	return false
}

// yielding are verbs of what an offer or a proposal asks for, and inCare words behind "leave it"
// that tell where.
var yielding, inCare = SetOf("accept agree draw take register consent give change sign commit"), SetOf("to with on in till until")

// takesElse reports whether what a sentence accepts, agrees to or declines is nothing that can be
// put to a player: "your apology", "the second helping", "your terms of endearment", "that you are
// stronger".
func takesElse(one []Word) bool {
	for i := 0; i+2 < len(one); i++ {
		if !answeringVerbs[one[i].Plain] || one[i].Stop != 0 {
			continue
		}
		at := i + 1
		if (one[at].Plain == "to" || one[at].Plain == "with") && at+2 < len(one) {
			at++
		}
		if one[at].Plain == "that" && one[at].Stop == 0 && asserting[one[at+1].Plain] || asserting[one[at].Plain] && (beings[one[at+1].Plain] || Past[one[at+1].Plain]) {
			return !anyOf(one[at:], putOn)
		}
		if !determining[one[at].Plain] || one[at].Stop != 0 {
			continue
		}
		at++
		object := one[at : at+nounOf(one[at:])]
		if anyOf(object, putOn) {
			of := at + len(object)
			return one[of-1].Stop == 0 && of+1 < len(one) && one[of].Plain == "of" && unfamiliar(one[of+1]) && !anyOf(one[of:], putOn)
		}
		return slices.ContainsFunc(object, unfamiliar) && !AllPolite(object)
	}
	return false
}

var (
	answeringVerbs = SetOf("granted accept accepting agree agreeing decline declining refuse refusing reject rejecting")
	// asserting begin the clause behind "that" of what somebody grants.
	asserting = SetOf("you he she they it this that the your my his her there")
	// putOn are words of what can be put to a player.
	putOn = SetOf("draw drawn offer proposal proposals challenge challenges invitation terms term conditions change changes extension arrangement arrangements pace limit time schedule honour honor match game games suggestion request penalty result registration control days weeks moves point half fight contest gauntlet glove alteration amendment modification idea plan peace result outcome opportunity chance pleasure wager deal duel contest encounter bout battle rematch return")
)

// nounOf returns the number of words from behind an article up to what goes on from its noun.
func nounOf(words []Word) (n int) {
	for n < len(words) && n < MostOfMan && !prepositions[words[n].Plain] && (n == 0 || words[n-1].Stop == 0) {
		n++
	}
	return max(n, 1)
}

// prepositions end the words of a noun.
var prepositions = SetOf("of to in on at with for from by as and but or so because since that which who though although i we he she it you is are was were these when while until before after")

// declinesElse reports whether somebody tells how they grow weaker: "I decline with age", "I
// decline daily in health".
func declinesElse(one []Word) bool {
	for i := range len(one) - 1 {
		if one[i].Plain != "decline" || one[i].Stop != 0 {
			continue
		}
		at := i + 1
		for at+2 < len(one) && (strings.HasSuffix(one[at].Plain, "ly") && one[at].Sort != Polite || one[at].Plain == "daily") {
			at++
		}
		if at+1 >= len(one) || one[at].Stop != 0 {
			return false
		}
		behind := one[at+1:]
		if at > i+1 && !Manners[one[i+1].Plain] && prepositions[one[at].Plain] && !anyOf(behind, ofGames) {
			return true // "I decline sharply after nine"
		}
		switch one[at].Plain {
		case "with":
			return !AllPolite(behind) && !IsOfFeeling(behind) && !anyOf(behind, ofGames)
		case "in", "into", "by":
			return failing[behind[min(1, len(behind)-1)].Plain] || failing[behind[0].Plain]
		}
		return false
	}
	return false
}

// failing are words of what grows weaker.
var failing = SetOf("health strength vigour vigor body mind years age numbers memory old obscurity day year inch inches stages")

// thanksElse reports whether "no thanks" is the answer to other thanks: "no thanks for the recipe",
// "no thanks needed", "no trouble at all".
func thanksElse(one []Word) bool {
	for i := 1; i+1 < len(one); i++ {
		behind := one[i+1:]
		switch {
		case one[i-1].Plain == "no" && one[i].Plain == "trouble" && behind[0].Plain != "with":
			return true
		case one[i-1].Plain != "no" || one[i-1].Stop != 0 || one[i].Plain != "thanks" || one[i].Stop != 0:
		case behind[0].Plain == "due" && len(behind) > 2 && behind[1].Plain == "to" && (OfWriter(behind[2]) || behind[2].Plain == "him" || behind[2].Plain == "her") && !mine[behind[2].Plain]:
			return true
		case behind[0].Plain == "needed", behind[0].Plain == "necessary", behind[0].Plain == "required":
			return true
		case behind[0].Plain == "for":
			return len(behind) > 2 && determining[behind[1].Plain] && !anyOf(behind, putOn) && slices.ContainsFunc(behind[2:], func(w Word) bool { return !freely.Knows(w.Plain) || household[w.Plain] })
		}
	}
	return false
}

// chides reports whether an assent only says what could be expected of the reader: "Of course you
// would ask that".
func chides(one []Word) bool {
	for i := 1; i+1 < len(one) && i < MostOfMan; i++ {
		if one[i].Plain == "you" && one[i].Stop == 0 && (jesting[one[i+1].Plain] || i+2 < len(one) && one[i+1].Plain == "would" && wouldBe[one[i+2].Plain]) ||
			one[i].Plain == "you'd" && wouldBe[one[i+1].Plain] {
			return !subordinating[one[i-1].Plain]
		}
	}
	return false
}

var (
	jesting = SetOf("jest joke")
	// subordinating are words behind which a clause of the reader's only belongs to another.
	subordinating = SetOf("as what if whatever hoping hoped glad wish wished that know knew")
	wouldBe       = SetOf("ask say think like love want hope wish never always")
)

// Chats reports whether a paragraph of its own below a consent begins with "but" and is about
// something else: it names no act, no term and no condition, and denies nothing.
func Chats(words []Word) bool {
	return adding[words[0].Plain] && !LeavesUnsaid(words) && !slices.ContainsFunc(words[1:], func(w Word) bool {
		bare := w.Bare()
		return acts.vetoes[bare] || onTerms[bare] || Acting[bare] || termed[bare] || Times[bare] || Denying[w.Plain] || touching[bare] || chatless[bare] || strings.HasSuffix(w.Plain, "n't")
	})
}

// adding are the words with which somebody adds something else, and chatless those with which it
// touches a consent.
var adding, chatless = SetOf("but however though although"), SetOf("only not wait question questions first before")

// SaysBoth reports whether somebody says yes and no, each by itself, as who corrects what slipped
// out: "No! Sorry, I mean yes!"
func SaysBoth(words []Word) bool {
	said := [2]bool{}
	for i, w := range words {
		yes := yeses[w.Plain]
		if yes && i > 0 && !slices.ContainsFunc(words[:i], func(w Word) bool { return !nos[w.Plain] }) {
			return true // "nah yeah"
		}
		alone := i == 0 || words[i-1].Stop != 0 || mending[words[i-1].Plain] || words[i-1].Plain == w.Plain
		if (yes || nos[w.Plain]) && alone && (i+1 == len(words) || w.Stop != 0 || words[i+1].Plain == w.Plain || words[i+1].Plain == "wait") {
			said[map[bool]int{true: 1}[yes]] = true
		}
	}
	return said[0] && said[1]
}

// mending are words behind which somebody corrects an answer, or gives a part of one.
var mending = SetOf("mean meant wait sorry rather actually oh say partly half part")

// OfVoice reports whether a word only begins to say what somebody plays: "I'll".
func OfVoice(w Word) bool {
	return Voices[w.Plain] || Joining[w.Plain] || w.Plain == "then" || w.Plain == "ok"
}

// wereIt reports whether a sentence says what would be were things otherwise: "Gladly I would, were
// I younger".
func wereIt(one []Word) bool {
	for i := 1; i+1 < len(one); i++ {
		if (one[i].Plain == "were" || one[i].Plain == "had") && one[i+1].Plain == "i" && one[i].Stop == 0 && (one[i-1].Stop != 0 || one[i-1].Plain == "would") {
			return true
		}
	}
	return len(one) > 1 && (one[0].Plain == "were" || one[0].Plain == "had") && (one[1].Plain == "i" || one[1].Plain == "it")
}
