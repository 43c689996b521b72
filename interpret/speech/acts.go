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
	for asked && len(k.words) > FewestWords && (k.words[0] == "perhaps" || k.words[0] == "maybe" || k.words[0] == "possibly") {
		k.words, k.signs = k.words[1:], k.signs[1:] // who asks politely leaves nothing open
	}
	if asked && len(k.words) > 1 && k.words[0] == "might" && ofWriter[k.words[1]] {
		k.words, k.signs = slices.Concat([]string{"may"}, k.words[1:]), slices.Concat([]sign{freely.signs["may"]}, k.signs[1:])
	}
	starts := clauseStarts(k.words)
	framed := k.ends(freely.parsed["frame"], starts)
	if at := slices.Index(k.words, ":"); asked && at > 1 {
		before := kernels{reading{signs: k.signs[:at], comma: k.comma}, k.words[:at]}
		for _, kind := range [...]string{"submit", "protest"} { // "Please put this to the umpire: does the postmark count?"
			if before.state("act-", kind, clauseStarts(before.words)) {
				return Stated(kind)
			}
		}
	}
	all := starts | framed
	kept := k.unvetoed("", all)
	if asked {
		framed = k.ends(freely.parsed["frame"], 1) // "could you tell him I resign?"
	}
	if kind := k.avowed(); !asked && kind != "" {
		return kind
	}
	for _, kind := range ranked {
		if slices.ContainsFunc(k.words, func(w string) bool { return strange[kind][w] }) {
			continue
		}
		starts := kept
		if len(yet[kind]) > 0 {
			starts = k.unvetoed(kind, all)
		}
		if k.state("ask-", kind, starts) || asked && k.state("asked-", kind, 1) || asked && framed != 0 && k.state("act-", kind, framed) || !asked && (k.state("act-", kind, starts) || k.state("whole-", kind, 1) || ofWriter[k.words[0]] && k.state("own-", kind, commas(k.words))) {
			return Stated(kind)
		}
	}
	if from, to := aside(words); to > 0 && slices.ContainsFunc(words, func(w string) bool { return joinable[w] || w == "back" || w == "leave" }) {
		return actsPlainly(slices.Delete(slices.Clone(words), from, to), slices.Delete(slices.Clone(signs), from, to), asked, work)
	}
	return ""
}

const (
	mostAside      = 10 // words between two commas that only accompany the clause that they part
	mostBeforeVerb = 6  // words from its subject on with the verb of an act that is avowed
)

// aside returns the place of words between two commas, with the first and the second, that only
// accompany the clause that they part: "I must, with apologies, decline". No word of them leaves
// anything open, states an act, or has a subject of its own but "I think".
func aside(words []string) (from, to int) {
	for i := 1; i+2 < len(words); i++ {
		n := slices.Index(words[i+1:], ",")
		if words[i] != "," || n < 1 || n > mostAside {
			continue
		}
		inner := words[i+1 : i+1+n]
		if !slices.ContainsFunc(inner, func(w string) bool {
			return acts.vetoes[w] && w != "_if" || turning[w] || termed[w] || len(keyed[w]) > 0 || joinable[w] || disowning[w] || acts.reports[w] && !supposes[w] || w == "and" || w == "so" || w == ":"
		}) && (!subjects[inner[0]] && !possessing[inner[0]] || inner[0] == "i" && n <= FewestWords) {
			return i, i + n + 2
		}
	}
	return 0, 0
}

// avowed returns the first kind of which a kernel is what the writer says of themselves with verb
// and object, "I exact the penalty": such a clause states its act wherever it stands in a sentence
// that does not turn it, whatever clauses lead to it and follow.
func (k *kernels) avowed() Stated {
	for i, w := range k.words {
		verbs := k.words[min(i+1, len(k.words)):min(i+mostBeforeVerb, len(k.words))]
		if w != "i" || !slices.ContainsFunc(verbs, func(w string) bool { return joinable[w] }) || !k.mayAvow(i) {
			continue
		}
		for _, kind := range ranked {
			n := freely.parsed["act-"+kind]
			if n == nil || !avowable[kind] || slices.ContainsFunc(k.words, func(w string) bool { return strange[kind][w] }) {
				continue
			}
			for ends := k.ends(n, 1<<i); ends != 0; ends &= ends - 1 {
				if to := bits.TrailingZeros64(ends); k.stays(kind, i, to) {
					return Stated(kind)
				}
			}
		}
	}
	return ""
}

// avows reports whether a sentence states an act that its writer avows.
func avows(sentence []Word) bool {
	words := plainly(sentence)
	return len(words) > 0 && len(words) <= mostSigns && kernelsOf(words, freely.signsOf(words)).avowed() != ""
}

// mayAvow reports whether the subject at a place begins a clause of its own: at the head of the
// sentence, behind a joint, or behind a verb with which somebody says what they state.
func (k *kernels) mayAvow(at int) bool {
	for at > 0 && acts.openers[k.words[at-1]] {
		at--
	}
	before := k.words[:max(0, at-1)]
	if at == 0 || acts.joints[k.words[at-1]] && (k.words[at-1] != "and" || at > 1 && k.words[at-2] == ",") {
		return at == 0 || k.words[at-1] != ":" || !slices.Contains(before, "used") // "my teacher used to say: I offer a draw"
	}
	return k.words[at-1] == "that" && len(before) > 0 && declaring[before[len(before)-1]] && !slices.ContainsFunc(before, func(w string) bool { return acts.vetoes[w] || disowning[w] || undeclared[w] })
}

// stays reports whether the words around a kernel from one place to another leave it as it is.
func (k *kernels) stays(kind string, from, to int) bool {
	behind := k.words[to:]
	if len(behind) > 0 && behind[0] == "," {
		behind = behind[1:]
	}
	switch {
	case len(behind) == 0, acts.joints[behind[0]]:
	case slices.ContainsFunc(behind, func(w string) bool { return acts.vetoes[w] || w == "seems" || w == "would" }), kind == "resign" && behind[0] == "without", k.words[to] != "," && !attending[behind[0]] && !goesOnApart(k.words[to-1:]), bound[behind[0]] && !attending[behind[0]]:
		return false
	case behind[0] == "and" || behind[0] == "which":
		if len(behind) < 3 || !going[behind[1]] {
			return false
		}
	}
	end := to
	for end < len(k.words) && !parting(k.words[end:]) {
		end++
	}
	return !slices.ContainsFunc(k.words[from:end], func(w string) bool { return unwanted[kind][w] }) && !k.leftOpen(kind, from, end) && (end == len(k.words) || !turns(kind, k.words[end:]))
}

var (
	// avowable are the kinds of acts that are stated so.
	avowable = SetOf("resign offer_draw accept_draw decline_draw accept decline agree exact waive withdraw adopt")
	// declaring are the verbs behind which "that" leads to what is stated.
	declaring = SetOf("record say note state announce add declare acknowledge confess")
	// disowning are words of a sentence that states nothing of its writer or of now, and undeclared
	// those of a clause that declares nothing: "Nobody can say that I resign".
	disowning  = SetOf("he she they who would could did said told not never no if when")
	undeclared = SetOf("_ you one nobody none people everybody everyone can cannot hardly scarcely glad")
	// attending begin what accompanies an act, and going what goes on from it.
	attending = SetOf("with without gladly cheerfully accordingly forthwith which thanking trusting hoping wishing")
	going     = SetOf("i my you shall will am beg hope wish thank remain look congratulate trust think _")
)

// kernels is the reading of a sentence by the kernels of its clauses.
type kernels struct {
	reading
	words []string
}

func kernelsOf(words []string, signs []sign) *kernels {
	words, signs = withSubjects(withoutClosing(withoutVocative(words, signs)))
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
		if from == len(k.words) || !k.stand(n, tail, kind, form == "act-", 1<<from) {
			continue
		}
		own := k.words[from:]
		if !binding[kind] && form == "act-" {
			own = own[:clauseOf(own, bits.Len64(k.ends(n, 1<<from))-1-from)]
		}
		if !slices.ContainsFunc(own, func(w string) bool { return unwanted[kind][w] || IsDigit(w[0]) && unwanted[kind][aNumber] }) && !k.leftOpen(kind, from, from+len(own)) {
			return true
		}
	}
	return false
}

// unvetoed returns those of some places at which no clause begins whose words leave open whatever
// is stated, or what is stated of a kind.
func (k *kernels) unvetoed(kind string, starts uint64) (kept uint64) {
	for ; starts != 0; starts &= starts - 1 {
		from := bits.TrailingZeros64(starts)
		if from >= len(k.words) {
			break
		}
		if own := k.words[from:]; !leftOpen(kind, own[:clauseOf(own, 1)]) {
			kept |= 1 << from
		}
	}
	return kept
}

// clauseOf is the number of words up to the end of the clause in which a kernel of some words ends.
func clauseOf(words []string, kernel int) int {
	to := max(kernel, 1)
	for to < len(words) && !parting(words[to:]) {
		to++
	}
	return min(to, len(words))
}

// parting reports whether words begin another clause.
func parting(words []string) bool {
	return acts.joints[words[0]] || furthering[words[0]] && (words[0] != "as" && words[0] != "for" || len(words) > 1 && (subjects[words[1]] || words[1] == "my"))
}

// binding are the kinds of which what stands in other clauses may set the terms.
var binding = SetOf("accept agree yes accept_draw adopt")

// leftOpen reports whether words leave open what is stated by a kernel whose own clause stands at
// some place: any of the closed classes in that clause, and in another one those that it begins
// with, or that fill it, those of pretence, and what somebody says.
func (k *kernels) leftOpen(kind string, from, to int) bool {
	if leftOpen(kind, k.words[from:to]) {
		return true
	}
	for at := 0; at < len(k.words); {
		if at == from {
			at = to
			continue
		}
		end := at
		for end < len(k.words) && end != from && !parting(k.words[end:]) {
			end++
		}
		if end == at {
			end++
		} else if k.opened(kind, at, end, from) {
			return true
		}
		at = end
	}
	return false
}

// opened reports whether another clause than that of a kernel leaves open what this states.
func (k *kernels) opened(kind string, at, end, from int) bool {
	before := end <= from
	from = max(from, end)
	clause := k.words[at:end]
	for i, w := range clause {
		switch {
		case !acts.vetoes[w] && !acts.reports[w] || yet[kind][w], w == "tell" && (i == 0 || asksOffice[clause[i-1]]), w == "think" && i+1 < len(clause) && (clause[i+1] == "of" || clause[i+1] == "about"), i > 0 && !acts.vetoes[w] && asNoun[clause[i-1]]:
		case acts.reports[w]:
			mine := i > 0 && (clause[i-1] == "i" || clause[i-1] == "we") && (!before || supposes[w])
			heeded := before && slices.ContainsFunc(k.words[end:from], func(w string) bool { return concluding[w] || w == "but" })
			if !heeded && !(mine && len(clause) > i+2) && (before || i <= FewestWords) && !(i == 0 && !before && (w == "hope" || w == "hear")) {
				return true
			}
		case unmeant[w], len(clause) <= FewestWords, i == 0, Conditional[w] && i == 1:
			return true
		}
	}
	last := clause[len(clause)-1]
	return len(clause) <= FewestWords+1 && !slices.ContainsFunc(clause, func(w string) bool { return finite[w] }) && (possessing[clause[0]] || clause[0] == aName || clause[0] == "a") && strings.HasSuffix(last, "ed") // "my brother groaned"
}

// asNoun are words before "hope" or "thought" that make a noun of it: "I see no more hope".
var asNoun = SetOf("_ no more any little my the a long much some careful great deep further of")

// supposes are verbs of what somebody thinks while they state something.
var supposes = SetOf("think hope hear read feel believe see expect")

// unmeant are the words of what is not meant.
var unmeant = SetOf("joke joking kidding jest dream dreamt dreamed dreaming poem song tune title lyrics film novel script quote quoting phrase motto example imagine pretend pretending hypothetically theoretically suppose supposing supposed")

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

// turns reports whether clauses behind one that states an act turn it into something else.
func turns(kind string, words []string) bool {
	begins, short := true, len(words) <= FewestWords
	for i, w := range words {
		if binding[kind] && termed[w] || turning[w] && !(w == "rather" && kind == "withdraw") && (begins || short || turning[w] && !turningAhead[w]) || decided[w] && !strings.HasPrefix(kind, w) && !(i > 0 && (words[i-1] == "to" || possessing[words[i-1]])) {
			return true
		}
		begins = parting(words[i:]) || begins && acts.openers[w]
	}
	return false
}

var (
	// furthering are the words with which a clause goes on from another and leaves it as it is.
	furthering = SetOf("because since as for and so though although while thus")
	// subjects and possessing begin a clause in which the word of finite is the verb.
	subjects   = SetOf("i we he she it this that there you they here")
	possessing = SetOf("my his her your the our this that")
	finite     = SetOf("may can am is are was were have has had will shall can could would must do does did play played plays need want think see lost won cannot got saw seems looks takes gives makes deserve know")
	// bound are words behind a sign that go on the clause before it, and do not leave it as it is.
	bound = SetOf("of to in on at with under by from until till before after once as or not but if only except unless when whether that which who whose than rather instead starting beginning provided subject without save is was were are wenn mais aber seulement nur")
	// farewells are the words with which a letter takes leave where somebody writes without stops.
	farewells = SetOf("let see hope thanks thank good well congratulations congrats best love regards greetings cheers gg wp sorry bye take kind warm yours have say give lol all")
	// turning and decided are the words of a clause that takes back, restricts or contradicts an
	// act.
	turning      = SetOf("not not-yet if or only condition conditions terms otherwise instead rather never no but nearly")
	turningAhead = SetOf("if or never no but not only")
	termed       = SetOf("theory meaning warn white black colour color colours clock algebraic descriptive notation umpire money stake stakes pound pounds odds provisional principle reservation reservations proviso")
	decided      = SetOf("accept decline refuse resign offer withdraw waive exact agree adopt annul")
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
	ofOwn = SetOf("with given having seeing of since because i we you it hi hello hey oh oops sorry well ok okay yes no thanks this there nothing not had am had cannot can")
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
		return acts.vetoes[w] && !(w == "when" && slices.ContainsFunc(words, func(w string) bool { return Past[w] }))
	})
}

// TakesNote reports whether a sentence only says that its writer has what was sent: "Yes, I got
// your letter."
func TakesNote(one []Word) bool {
	plain := plainly(one)
	return len(plain) < MostOfLine && slices.Contains(plain, "i") && slices.ContainsFunc(plain, func(w string) bool { return noted[w] })
}

var noted = SetOf("got received saw read know seen understand noticed noted")
