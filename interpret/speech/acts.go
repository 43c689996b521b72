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
	k := kernelsOf(words, signs)
	defer func() { *work += k.work }()
	starts := clauseStarts(k.words)
	framed := k.ends(freely.parsed["frame"], starts)
	if starts |= framed; asked {
		framed = k.ends(freely.parsed["frame"], 1) // "could you tell him I resign?"
	}
	for _, kind := range ranked {
		if leftOpen(kind, k.words) || slices.ContainsFunc(k.words, func(w string) bool { return strange[kind][w] }) {
			continue
		}
		if k.state("ask-", kind, starts) || asked && k.state("asked-", kind, 1) || asked && framed != 0 && k.state("act-", kind, framed) || !asked && (k.state("act-", kind, starts) || k.state("whole-", kind, 1) || ofWriter[k.words[0]] && k.state("own-", kind, commas(k.words))) {
			return Stated(kind)
		}
	}
	return ""
}

// kernels is the reading of a sentence by the kernels of its clauses.
type kernels struct {
	reading
	words []string
}

func kernelsOf(words []string, signs []sign) *kernels {
	words, signs = withoutVocative(words, signs)
	return &kernels{reading{signs: signs, comma: freely.signs[","]}, words}
}

// state reports whether a clause that begins at one of some places states a kind in a form of
// acts.txt, and none of the words that make something else of it stands there.
func (k *kernels) state(form, kind string, starts uint64) bool {
	n, tail := freely.parsed[form+kind], freely.parsed["tail-"+kind]
	if form != "act-" && form != "ask-" {
		tail = nil
	}
	if n == nil || !k.stand(n, tail, kind, form == "act-", starts) {
		return false
	}
	for ; starts != 0; starts &= starts - 1 {
		from := bits.TrailingZeros64(starts)
		if from < len(k.words) && !slices.ContainsFunc(k.words[from:], func(w string) bool { return unwanted[kind][w] || IsDigit(w[0]) && unwanted[kind][aNumber] }) && k.stand(n, tail, kind, form == "act-", 1<<from) {
			return true
		}
	}
	return false
}

// stand reports whether a kernel begins at one of some places and its sentence ends behind it: at
// once, with its tail, or, where it may go on, with a clause that leaves it as it is.
func (k *kernels) stand(kernel, tail *node, kind string, goesOn bool, starts uint64) bool {
	ends := k.ends(kernel, starts)
	if ends == 0 || ends>>len(k.signs)&1 != 0 || tail != nil && k.ends(tail, ends)>>len(k.signs)&1 != 0 {
		return ends != 0
	}
	if tail == nil || !goesOn {
		return false
	}
	for ends = k.ends(freely.parsed["civil"], ends); ends != 0; ends &= ends - 1 {
		if from := bits.TrailingZeros64(ends); from < len(k.words) && goesOnApart(k.words[from-1:]) && !turns(kind, k.words[from:]) {
			return true
		}
	}
	return false
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

// goesOnApart reports whether words from the last of a kernel on begin another clause, with a joint
// or, where somebody writes without stops, with a subject and its verb: "i resign this is
// hopeless".
func goesOnApart(words []string) bool {
	if furthering[words[1]] {
		return len(words) > 3 && (subjects[words[2]] || possessing[words[2]] && words[1] != "for" || words[1] == "because" || words[2] == "thank" || words[2] == "thanks")
	}
	if set := words[0] == ","; set || words[1] == "," || words[1] == ":" {
		if !set {
			words = words[1:]
		}
		if len(words) > 3 && words[1] == "and" {
			words = words[1:]
		}
		return len(words) > 3 && words[2] != "seems" && (subjects[words[1]] || possessing[words[1]] && (words[1] != "the" || slices.ContainsFunc(words[2:min(len(words), 5)], func(w string) bool { return finite[w] })) || words[1] == aName && finite[words[2]] || besideHeads[words[1]] || words[2] == "you" && asking[words[1]] && words[1] != "which")
	}
	for i := 1; i < min(len(words)-1, 4); i++ {
		if finite[words[i+1]] && (i == 1 && subjects[words[1]] || i > 1 && possessing[words[1]] && words[1] != "that") {
			return true
		}
	}
	return false
}

// turns reports whether a clause behind one that states an act turns it into something else.
func turns(kind string, words []string) bool {
	for i, w := range words {
		if turning[w] || decided[w] && !strings.HasPrefix(kind, w) && !(i > 0 && (words[i-1] == "to" || possessing[words[i-1]])) {
			return true
		}
	}
	return false
}

var (
	// furthering are the words with which a clause goes on from another and leaves it as it is.
	furthering = SetOf("because since as for and so though although while thus")
	// subjects and possessing begin a clause in which the word of finite is the verb.
	subjects   = SetOf("i we he she it this that there you they here")
	possessing = SetOf("my his her your the our this that")
	finite     = SetOf("am is are was were have has had will shall can could would must do does did play played plays need want think see lost won cannot got saw seems looks takes gives makes deserve know")
	// besideHeads are other words with which a clause behind a sign leaves the one before it as it is.
	besideHeads = SetOf("shake nothing neither nobody well what good thanks thank many with because since so sorry please too let")
	// turning and decided are the words of a clause that takes back, restricts or contradicts an
	// act.
	turning = SetOf("not-yet if or only condition conditions terms otherwise instead rather never no but nearly")
	decided = SetOf("accept decline refuse resign offer withdraw waive exact agree adopt annul")
)

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
	if n > 0 && n < len(words) && governed[words[n-1]] {
		return words, signs // "with thanks to Bob"
	}
	if n == len(words) && n > 3 && signs[n-1] == unknown && !IsDigit(words[n-1][0]) && telephonic[words[n-2]] {
		return words[:n-1], signs[:n-1] // "lets play on bob"
	}
	if n > 1 && n < len(words) && words[n-1] == "," {
		return words[:n-1], signs[:n-1]
	}
	return words, signs
}

// governed are words behind which a name is no address.
var governed = SetOf("to from with for of by against and or beat play tell")

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
		if w == "when" && slices.ContainsFunc(words[i:], func(w string) bool { return concluding[w] }) {
			continue // "he let me off when I did it, so"
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
	ofOwn = SetOf("of since because i we you it hi hello hey sorry well ok okay yes no thanks this there nothing not had am had cannot can")
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
	words := plainly(one)
	return slices.ContainsFunc(words, func(w string) bool {
		return acts.vetoes[w] && !(w == "when" && slices.ContainsFunc(words, func(w string) bool { return isPast[w] }))
	})
}

// TakesNote reports whether a sentence only says that its writer has what was sent: "Yes, I got
// your letter."
func TakesNote(one []Word) bool {
	plain := plainly(one)
	return len(plain) < MostOfLine && slices.Contains(plain, "i") && slices.ContainsFunc(plain, func(w string) bool { return noted[w] })
}

var noted = SetOf("got received saw read know seen understand noticed noted")
