package speech

import (
	_ "embed"
	"slices"
	"strings"
)

// Most words of a sentence that states an act matter nothing: its kernel does, a verb of a class and
// an object of a class where a clause begins, and that none of the closed classes of words stands in
// the sentence that leave it open. acts.txt has both.

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
	if leftOpen(words) {
		return ""
	}
	starts, form := clauseStarts(words), "act-"
	if asked {
		form = "ask-"
	}
	r := reading{signs: signs, comma: freely.signs[","]}
	defer func() { *work += r.work }()
	for _, kind := range ranked {
		n := freely.parsed[form+kind]
		if n == nil && freely.parsed["whole-"+kind] == nil || slices.ContainsFunc(words, func(w string) bool { return unwanted[kind][w] || IsDigit(w[0]) && unwanted[kind][aNumber] }) {
			continue
		}
		ends := uint64(0)
		if n != nil {
			ends = r.ends(n, starts)
		}
		if tail := freely.parsed["tail-"+kind]; tail != nil && ends != 0 {
			ends = r.ends(tail, ends)
		}
		if ends>>len(signs)&1 != 0 || !asked && freely.readsSigns("whole-"+kind, signs, work) {
			return Stated(kind)
		}
	}
	return ""
}

// clauseStarts returns the places of a sentence where a clause of its own may begin: at its head and
// behind its joints, behind greetings there, and, where somebody writes without stops, at "I".
func clauseStarts(words []string) (starts uint64) {
	starts = 1
	own := ofOwn[words[0]]
	for i := 1; i < len(words); i++ {
		before, opened := words[i-1], starts>>(i-1)&1 != 0
		switch {
		case before == ":" && !own:
			continue // "The headline was: I resign."
		case acts.joints[before], opened && (acts.openers[before] || before == aName || strings.HasSuffix(before, "ly")):
		case own && (words[i] == "i" || words[i] == "please") && !acts.governing[before]:
		default:
			continue
		}
		starts |= 1 << i
	}
	return starts
}

// leftOpen reports whether words of a sentence leave open what it states.
func leftOpen(words []string) bool {
	for i, w := range words {
		if acts.vetoes[w] || acts.reports[w] && !(w == "say" && i > 0 && duty[words[i-1]]) && !slices.ContainsFunc(words[i:], func(w string) bool { return concluding[w] }) {
			return true
		}
	}
	return false
}

var (
	// concluding are the words behind which somebody states what they do, whatever others said before.
	concluding = SetOf("so thus therefore hence consequently accordingly")
	// duty are the words behind which somebody says what they say: "I must say".
	duty = SetOf("must to i")
	// ofOwn are the words with which a sentence begins that tells of the writer and of the game.
	ofOwn = SetOf("i we you it hi hello hey sorry well ok okay yes no thanks this there nothing not had am had cannot can")
)

// unwanted are for each kind the words that make something else of its kernels.
var unwanted = func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, kind := range ranked {
		all[kind] = SetOf(strings.Join(freely.sets["not-"+kind], " "))
	}
	return all
}()

// LeavesUnsaid reports whether a sentence beside one that states an act leaves that open by one of its
// words: of a condition, a doubt, or a pretence.
func LeavesUnsaid(one []Word) bool {
	return slices.ContainsFunc(plainly(one), func(w string) bool { return acts.vetoes[w] })
}

// TakesNote reports whether a sentence only says that its writer has what was sent: "Yes, I got your
// letter."
func TakesNote(one []Word) bool {
	plain := plainly(one)
	return len(plain) < MostOfLine && slices.Contains(plain, "i") && slices.ContainsFunc(plain, func(w string) bool { return noted[w] })
}

var noted = SetOf("got received saw read know seen understand noticed noted")
