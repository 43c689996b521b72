package speech

import (
	"slices"
	"strings"
)

// What a yes or a no is said to: with pleasure, to a thing on the table, or to an offer.

// gladly are words of a yes that no news can be answered with.
var gladly = SetOf("pleasure gladly happily willingly deal gg ggs")

// onTerms are words of a condition.
var onTerms = SetOf("if unless provided providing joke joking kidding otherwise")

// answersTo are the words of a yes or a no behind which somebody may be named.
var answersTo = SetOf("yes yep yeah yup aye sure ok okay alright no nope nah naw")

// yeses and nos are words that say no more than yes or no.
var yeses, nos = SetOf("yes yep yeah yup aye sure"), SetOf("no nope nah")

// IsGlad reports whether a word of a line says yes as no news is answered.
func IsGlad(line string) bool {
	return len(line) <= longestLine && slices.ContainsFunc(strings.Fields(line), func(w string) bool { return gladly[strings.ToLower(strings.Trim(w, ".,;:!?"))] })
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
