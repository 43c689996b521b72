package speech

import (
	_ "embed"
	"math/bits"
	"slices"
	"strings"
)

// Most words of a sentence that states an act matter nothing: its kernel does, a verb of a class
// and an object of a class where a clause begins, and that none of the closed classes of words
// stands in the sentence that leave it open. acts.txt has both. No noun alone is a kernel: the
// lines of corrd's own letters end with such words.

//go:embed acts.txt
var actsText string

// actsOf are the classes of words of acts.txt.
type actsOf struct{ vetoes, reports, governing, joints, openers map[string]bool }

var acts = func() actsOf {
	set := func(name string) map[string]bool { return SetOf(strings.Join(freely.sets[name], " ")) }
	return actsOf{set("vetoes"), set("reports"), set("governing"), set("joints"), set("openers")}
}()

// actsPlainly returns the first kind with whose kernel a clause of a sentence begins.
// words are as plainly gives them.
func actsPlainly(words []string, signs []sign, asked bool, work *int) Stated {
	words, signs = withoutVocative(words, signs)
	r := reading{signs: signs, comma: freely.signs[","]}
	defer func() { *work += r.work }()
	reads := func(form, kind string, starts uint64) bool {
		n, tail := freely.parsed[form+kind], freely.parsed["tail-"+kind]
		ends := func(starts uint64) bool {
			ends := r.ends(n, starts)
			if tail != nil && ends != 0 && (form == "act-" || form == "ask-") {
				ends = r.ends(tail, ends)
			}
			return ends>>len(signs)&1 != 0
		}
		if n == nil || !ends(starts) {
			return false
		}
		for ; starts != 0; starts &= starts - 1 {
			from := bits.TrailingZeros64(starts)
			if from < len(words) && !slices.ContainsFunc(words[from:], func(w string) bool { return unwanted[kind][w] || IsDigit(w[0]) && unwanted[kind][aNumber] }) && ends(1<<from) {
				return true
			}
		}
		return false
	}
	starts := clauseStarts(words)
	for _, kind := range ranked {
		if leftOpen(kind, words) || slices.ContainsFunc(words, func(w string) bool { return strange[kind][w] }) {
			continue
		}
		if reads("ask-", kind, starts) || !asked && (reads("act-", kind, starts) || reads("whole-", kind, 1) || ofWriter[words[0]] && reads("own-", kind, commas(words))) {
			return Stated(kind)
		}
	}
	return ""
}

// clauseStarts returns the places of a sentence where a clause of its own may begin: at its head
// and behind its joints, behind greetings there, and, where somebody writes without stops, at "I".
func clauseStarts(words []string) (starts uint64) {
	starts = 1
	own := ofOwn[words[0]] || words[0] == "as" && len(words) > 1 && (ofOwn[words[1]] || words[1] == idle || words[1] == "neither" || words[1] == "nobody")
	for i := 1; i < len(words); i++ {
		before, opened := words[i-1], starts>>(i-1)&1 != 0
		switch {
		case before == ":" && !own && !slices.ContainsFunc(words[:i], func(w string) bool { return decisions[w] }):
			continue // "The headline was: I resign."
		case acts.joints[before], opened && (acts.openers[before] || before == aName || strings.HasSuffix(before, "ly")):
		case i > 1 && hails[words[i-2]] && freely.signs[before] == unknown:
		case i > 1 && words[i-1] == "think" && words[i-2] == "i" && words[i] == "i":
		case own && (words[i] == "i" || words[i] == "please" || words[i] == "let") && !acts.governing[before]:
		default:
			continue
		}
		starts |= 1 << i
	}
	return starts
}

// commas returns the places of the commas of a sentence.
func commas(words []string) (at uint64) {
	for i, w := range words {
		if w == "," {
			at |= 1 << i
		}
	}
	return at
}

// withoutVocative takes the name of whom a sentence is addressed to off its end, ", my dear Bob",
// and a name between commas out of it.
func withoutVocative(words []string, signs []sign) ([]string, []sign) {
	for i := len(words) - 2; i > 1; i-- {
		if words[i] == aName && words[i-1] == "," && words[i+1] == "," { // "a draw, Bob, since"
			words, signs = slices.Delete(slices.Clone(words), i-1, i+1), slices.Delete(slices.Clone(signs), i-1, i+1)
		}
	}
	n := len(words)
	for n > 1 && (words[n-1] == aName || vocative[words[n-1]]) {
		n--
	}
	if n == len(words) && n > 3 && signs[n-1] == unknown && !IsDigit(words[n-1][0]) && telephonic[words[n-2]] {
		return words[:n-1], signs[:n-1] // "lets play on bob"
	}
	if n > 1 && n < len(words) && words[n-1] == "," {
		return words[:n-1], signs[:n-1]
	}
	return words, signs
}

// telephonic are words behind which, where no stop stands, a word that no table knows is a name.
var telephonic = SetOf("on draw please thanks game accept resign play again down him up")

// vocative are the words of such an address besides a name.
var vocative = SetOf("my dear old good friend sir mate esteemed worthy opponent madam fellow")

// leftOpen reports whether words of a sentence leave open what it states of a kind.
func leftOpen(kind string, words []string) bool {
	for i, w := range words {
		if yet[kind][w] || w == "tell" && (i == 0 || asksOffice[words[i-1]]) {
			continue
		}
		if acts.vetoes[w] || acts.reports[w] && !(w == "say" && i > 0 && duty[words[i-1]]) && !(w == "think" && i > 0 && i+1 < len(words) && kind != "resign" && words[i-1] == "i" && words[i+1] == "i") && !slices.ContainsFunc(words[i:], func(w string) bool { return concluding[w] }) {
			return true
		}
	}
	return false
}

var (
	// asksOffice are the words behind which somebody is told something at the writer's wish.
	asksOffice = SetOf("please kindly may can and to")
	// decisions are words of what stands behind a colon.
	decisions = SetOf("position repetition times law rule answer decision reply choice letter verdict result conclusion short brief")
	// ofWriter are the words with which a sentence begins of which the writer alone can be the
	// subject.
	ofWriter = SetOf("i no nothing ok okay well hi hello sorry thanks gg there _")
	// hails are words behind which a word that no table knows is a name: "hey bob".
	hails = SetOf("hi hello hey dear ok okay sorry thanks well")
	// concluding are the words behind which somebody states what they do, whatever others said
	// before.
	concluding = SetOf("so thus therefore hence consequently accordingly")
	// duty are the words behind which somebody says what they say: "I must say".
	duty = SetOf("must to i")
	// ofOwn are the words with which a sentence begins that tells of the writer and of the game.
	ofOwn = SetOf("since because i we you it hi hello hey sorry well ok okay yes no thanks this there nothing not had am had cannot can")
)

// unwanted and strange are for each kind the words that make something else of its kernels, behind
// the beginning of their clause and wherever they stand; yet are those that leave it stated
// although they leave others open.
var unwanted, strange, yet = byKind("not-"), byKind("apart-"), byKind("yet-")

// byKind gives the sets with a name for each kind.
func byKind(name string) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, kind := range ranked {
		all[kind] = SetOf(strings.Join(freely.sets[name+kind], " "))
	}
	return all
}

// LeavesUnsaid reports whether a sentence beside one that states an act leaves that open by one of
// its words: of a condition, a doubt, or a pretence.
func LeavesUnsaid(one []Word) bool {
	return slices.ContainsFunc(plainly(one), func(w string) bool { return acts.vetoes[w] })
}

// TakesNote reports whether a sentence only says that its writer has what was sent: "Yes, I got
// your letter."
func TakesNote(one []Word) bool {
	plain := plainly(one)
	return len(plain) < MostOfLine && slices.Contains(plain, "i") && slices.ContainsFunc(plain, func(w string) bool { return noted[w] })
}

var noted = SetOf("got received saw read know seen understand noticed noted")
