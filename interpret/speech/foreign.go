package speech

import (
	"slices"
	"strings"
)

// What stands beside a statement in its line may say that it is a joke, the words of another, or
// the answer to something that has nothing to do with the game. The statement need not be looked at
// for that: a line that speaks of other things costs its writer a question.

var (
	// standing are verbs of which one stands in a clause that is a reason before "and I resign";
	// what is bidden or foretold has none.
	standing = SetOf("law is are was were am has had have got see stands stand cannot can't lost played i'm it's i've you've you're that's that've enough thanks thank reached came arrived received thats considered thought studied looked")
	// ofGames are words of the game, of its offers and of its terms.
	// put are words of what is put to somebody.
	put     = SetOf("challenge challenged invitation draw")
	ofGames = SetOf("game games chess draw offer offered proposal propose proposed proposing challenge challenged challenger terms pace days invitation invited invite opponent adversary move moves position rook rooks king queen bishop knight pawn pawns mate mated checkmate attack defence defense ending endgame board rating club tournament letter letters limit time clock piece pieces win won lost play played winning losing lose better beaten resign hopeless level equal drawish peace half point points match request asked ask hear terms penalty slip slips slipped mistake mistakes mistype mistypes mistyped misclick misclicks errs error honour honoured progress confirms confirm rule rules law got generous kind sporting fair reasonable")
	// ofOthers are words with which a sentence tells of what another than the writer and the
	// adversary says, of posts, and of games that are not this one.
	ofOthers = SetOf("boss committee chairman treasurer council bank firm director minister crossword riddle football cricket rugby referee batsman england germany brazil arsenal chelsea piano violin drum weather museum job cottage marriage divorce computer dictionary election rent cheque tomatoes kitchen taxes wallet umbrella wife's bridge draughts marbles tag blitz television cup manager parliament school insurers soup neighbour neighbours")
	// sports are words of games that are not played here.
	sports = SetOf("england germany brazil arsenal chelsea rugby referee batsman")
	// victories are what is claimed of a forfeited game, and overdue are words of a forfeiture.
	victories = SetOf("victory point win")
	overdue   = SetOf("time clock limit day days default forfeit forfeits forfeited forfeiture law laws rule rules late overdue exceeded overstepped overstepping expired silence silent reply flag week weeks month months")
	// musing are words of a question that its writer asks of their own game, and leadHeads those
	// that begin a habit, a case or another time.
	remitted  = SetOf("exact exacting slip penalty draw point peace")
	musing    = SetOf("i we more else point use you")
	leadHeads = SetOf("in on at out upon time mostly generally given two whenever usually")
	jokes     = SetOf("tune tunes song songs chorus refrain lyric lyrics waltz typed dreams nightmares nightmare moon sheba capablanca alekhine poet puts treasurer cheese parrot")
	// anew are words of a question about another game.
	anew = SetOf("again another rematch revenge")
	// jestHeads and jests begin and mark what makes a joke or a quotation of what stands before it.
	jestHeads = SetOf("in on from such so is was were which")
	jests     = SetOf("typed dream dreams hope hopes words believe believes nightmares nightmare spirit paper wrote writes wants wish wishes read cheese moon sheba poet puts alekhine capablanca treasurer")
	fancied   = SetOf("hope wish would believe think dream")
	// quoting, abroadHeads, kin and doings are words with which a sentence begins that tells of
	// something other than the game, or repeats what the adversary said: a bare answer behind it
	// may answer that.
	quoting     = SetOf("say says write writes think ask call called wrote said apologised apologized mentioned borrowed")
	abroadHeads = SetOf("the they our a guess rain did would peace christmas winter spring summer it's in on her his she he")
	kin         = SetOf("son daughter wife grandson granddaughter neighbour neighbor husband brother sister choir name watch knee garden hair book poem cat dog friend mother father uncle aunt nephew niece")
	doings      = SetOf("asked bought got read retired went used drink put open made sold moved paid opened paid lost lent")
	// plainEnds are words with which a resignation, a claim or an answer names what it is about.
	plainEnds = SetOf("resign resigned resigning resigns game match king mate defeat draw challenge terms offer penalty proposal invitation days letters")
)

// Speaks is how a statement is meant that Belied looks at.
type Speaks struct {
	Answers bool // it only says yes or no to what its writer was asked
	Ends    bool // it ends the game for its writer
	Decides bool // it decides something and binds its writer
	Remits  bool // it is about a penalty or a letter, of which there are some beside the game
	Claims  bool // it claims something; its words are those of its whole line
}

// Belied reports whether what stands beside a statement in its line may belie it; text is the words
// of the statement. work counts what was looked at.
func Belied(words []Word, text []Word, how Speaks) (belied bool, work int) {
	if len(text) == 0 {
		return false, len(words)
	}
	sentences := Sentences(words)
	if how.Claims {
		text = append(slices.Clone(text), text[0]) // which no sentence is
	}
	at, from, to := within(sentences, text)
	if at < 0 || how.Claims && sentences[at][to-1].Stop == ':' {
		return false, len(words)
	}
	c := claimed{line: words, own: sentences[at], lead: sentences[at][:from], text: text, tail: sentences[at][to:], colon: sentences[at][to-1].Stop == ':', Speaks: how}
	c.bare = !anyOf(text, plainEnds) || how.Remits && !anyOf(c.own, remitted)
	if how.Claims {
		c.text = c.own[from:to]
	}
	if from == 0 {
		c.leadOff()
	}
	work = len(words)
	if anyOf(words, sports) || teases(words) || c.Answers && IsAboutElse(c.own) || how.Claims && anyOf(c.text, victories) && !anyOf(words, overdue) || fancies(c.own) || !how.Claims && IsElsewhere([][]Word{c.own}) {
		return true, work
	}
	if c.bare && c.Ends && tellsNews(calledOff(c.tail)) {
		return true, work // "I'd like to give up, Gwen, my health is poor"
	}
	for i, one := range sentences {
		if i == at {
			continue
		}
		if c.beliedBy(one, i > at, &work) {
			return true, work
		}
	}
	if !how.Decides && !how.Answers || avows(c.own) {
		return false, work
	}
	belied = c.beliedBefore(&work) || c.beliedBehind(&work)
	return belied, work
}

// claimed is a statement in the words of its own sentence.
type claimed struct {
	line, own, lead, text, tail []Word // the sentence in its line: the words before the statement, its own, and those behind it
	colon                       bool   // the statement ends with a colon
	bare                        bool   // the words do not name the game or the penalty, and may be about something else
	Speaks
}

// IsElsewhere reports whether a sentence states an act of another game, another time, or a case.
func IsElsewhere(sentences [][]Word) bool {
	return slices.ContainsFunc(sentences, func(one []Word) bool {
		words, work := plainly(one), 0
		return slices.ContainsFunc(words, func(w string) bool { return joinable[w] || decided[w] }) && freely.readsSigns("elsewhere", freely.signsOf(words), &work)
	})
}

// leadOff parts the words that lead up to a statement from the statement, where this is a whole
// sentence: those before the first "I", or before "and I".
func (c *claimed) leadOff() {
	own := c.own
	if leadHeads[own[0].Plain] {
		if n := slices.IndexFunc(own, func(w Word) bool { return w.Plain == "i" }); n > 0 {
			c.lead, c.text = own[:n], own[n:]
		}
	}
	if own[0].Plain == "i" {
		return
	}
	if n := slices.IndexFunc(own, func(w Word) bool { return w.Plain == "and" }); n > 0 && own[n-1].Stop == 0 && n+1 < len(own) && own[n+1].Plain == "i" && !anyOf(own[:n], plainEnds) {
		c.lead, c.text = own[:n], own[n:]
	}
}

// beliedBy reports whether another sentence of the line, before the statement or behind it, belies
// it.
func (c *claimed) beliedBy(one []Word, behind bool, work *int) bool {
	asks := one[len(one)-1].Stop == '?' && (!c.Decides || anyOf(one, anew))
	if behind && !asks && !Aloof(one) && !(one[0].Plain == "that" && (!c.Decides || SpeaksOfPlay(one))) {
		open, cost := TakesBack(one, true)
		if *work += cost; open {
			return true
		}
	}
	if c.bare && c.Ends && behind && tellsNews(one) {
		return true
	}
	if c.bare && !behind && !(c.Ends && anyOf(c.own, ofGames)) && foreign(one, c.Speaks) {
		return true
	}
	return c.Ends && !c.namesGame() && !AllPolite(one) && anyOf(one, ofOthers) && !anyOf(one, ofGames)
}

// namesGame reports whether a resignation says that it is this game's: "I resign the game", "White
// resigns", "Well played" beside it.
func (c *claimed) namesGame() bool {
	return slices.ContainsFunc(Sentences(c.line), func(one []Word) bool { return AllPolite(one) && anyOf(one, ofGames) }) || slices.ContainsFunc(c.own, func(w Word) bool {
		return w.Plain == "game" || w.Plain == "match" || w.Plain == "white" || w.Plain == "black"
	})
}

// teases reports whether a line says that it is not meant: "I'm teasing".
func teases(words []Word) bool {
	for i, w := range words {
		if (w.Plain == "teasing" || w.Plain == "joking" || w.Plain == "kidding") && (i == 0 || !Denying[words[i-1].Plain] && words[i-1].Plain != "be" && words[i-1].Plain != "you're" && words[i-1].Plain != "are") {
			return true
		}
	}
	return false
}

// tellsNews reports whether a sentence behind a bare "I give up" asks something or has a subject of
// its own that is none of the game, which may be what its writer gives up on.
func tellsNews(one []Word) bool {
	n := len(one)
	if n < FewestWords || AllPolite(one) && one[n-1].Stop != '?' {
		return false
	}
	if one[n-1].Stop == '?' {
		return !anyOf(one, anew) && !anyOf(one, ofGames)
	}
	first, second := one[0].Plain, one[1].Plain
	return (Definite[first] && first != "you" && first != "him" || first == "my" || first == "our" || first == "a") && !ofGames[second] && !Described[second] && !MenNamed[second] && !Praising[second]
}

// calledOff returns words without the name at their head of whom they are addressed to.
func calledOff(words []Word) []Word {
	for len(words) > 0 && (words[0].Sort == Name || Called[words[0].Plain] && words[0].Plain != "my") {
		words = words[1:]
	}
	return words
}

// beliedBefore reports whether the words that lead up to a statement in its sentence belie it.
func (c *claimed) beliedBefore(work *int) bool {
	switch {
	case bidsFirst(c.lead, c.text), c.bare && len(c.lead) > 2 && foreign(c.lead, c.Speaks):
		return true
	case c.Decides && len(c.lead) > 0 && len(c.lead) < mostSigns/2 && leadHeads[c.lead[0].Plain] && c.lead[len(c.lead)-1].Stop == 0 && !AllPolite(c.lead) &&
		!freely.readsSigns("lead", freely.signsOf(plainly(c.lead)), work):
		return true
	}
	return c.Ends && anyOf(c.own, ofOthers) && !anyOf(c.own, ofGames)
}

// beliedBehind reports whether the words behind a statement in its sentence belie it.
func (c *claimed) beliedBehind(work *int) bool {
	tail := c.tail
	if len(tail) == 0 || AllPolite(tail) || !c.Decides || c.colon || tail[0].Raw[0] == '(' || tail[0].Plain == "because" || !jestHeads[tail[0].Plain] && !anyOf(tail, jests) && !(len(tail) > 1 && tail[0].Plain == "you" && fancied[tail[1].Plain]) {
		return false
	}
	signs := freely.signsOf(append([]string{","}, plainly(tail)...))
	return len(signs) <= mostSigns && !freely.readsSigns("aside", signs, work)
}

// fancies reports whether a sentence is a joke, or says what the adversary hopes for.
func fancies(own []Word) bool {
	for i, w := range own {
		next, after := "", ""
		if i+1 < len(own) {
			next = own[i+1].Plain
		}
		if i+2 < len(own) {
			after = own[i+2].Plain
		}
		civil := i > 0 && (own[i-1].Plain == "if" || own[i-1].Plain == "as" || own[i-1].Plain == "should") // "if you wish"
		switch {
		case jokes[w.Plain]:
			return true
		case w.Plain != "you":
		case after != "" && (next == "always" || next == "often"):
			return true
		case !civil && (next == "hope" || next == "wish" || next == "believe" || next == "would" && after == "like" && i > 0):
			return true
		}
	}
	return false
}

// within returns the sentence in which the words of a statement stand, and where.
func within(sentences [][]Word, text []Word) (at, from, to int) {
	for i, one := range sentences {
		for from := range one {
			if n := min(len(text), len(one)-from); n > 0 && n == len(text) && slices.EqualFunc(one[from:from+n], text, func(a, b Word) bool { return a.Plain == b.Plain }) {
				return i, from, from + n
			}
		}
	}
	for i, one := range sentences { // a claim has its whole line for its text
		if n := slices.IndexFunc(one, func(w Word) bool { return strings.HasPrefix(w.Plain, "claim") }); n >= 0 && len(text) > len(one)/2 {
			for to = n + 1; to < len(one) && one[to-1].Stop == 0; to++ {
			}
			return i, claimFrom(one, n), to
		}
	}
	return -1, 0, 0
}

// claimFrom returns where the clause begins whose verb stands at a place.
func claimFrom(one []Word, at int) int {
	for at > 0 && one[at-1].Stop == 0 && one[at].Plain != "i" && one[at].Plain != "and" {
		at--
	}
	return at
}

// foreign reports whether words before a statement that names nothing of the game speak of nothing
// of it either, so that the statement may answer them.
func foreign(words []Word, how Speaks) bool {
	if !how.Answers && !how.Ends && !how.Remits || AllPolite(words) {
		return false
	}
	if words[len(words)-1].Stop == '?' && how.Answers && !rhetorical(words) || anyOf(words, ofOthers) && !anyOf(words, put) {
		return true
	}
	first, second := words[0].Plain, ""
	if len(words) > 1 {
		second = words[1].Plain
	}
	if words[len(words)-1].Stop == '?' && how.Ends {
		return !anyOf(words, musing)
	}
	switch {
	case first == "the" && how.Ends && !anyOf(words[:min(3, len(words))], ofGames) && !Described[second], first == "my" && kin[second]:
		return true
	case first == "you" && quoting[second]:
		return true
	case anyOf(words, ofGames):
		return false
	}
	return abroadHeads[first] || first == "my" && kin[second] || (first == "i" || first == "we") && doings[second] || first == "thank" && len(words) > 3 && words[2].Plain == "for"
}

// rhetorical reports whether a question asks how its writer could say no.
func rhetorical(words []Word) bool {
	return len(words) > FewestWords && (words[0].Plain == "how" || words[0].Plain == "who" || words[0].Plain == "why") &&
		slices.ContainsFunc(words, func(w Word) bool {
			return w.Plain == "refuse" || w.Plain == "resist" || w.Plain == "decline" || w.Plain == "no"
		})
}

// bidsFirst reports whether what leads to a statement bids or foretells something, on which the
// statement then waits: "Win my queen and I resign".
func bidsFirst(lead, text []Word) bool {
	n := len(lead)
	if n == 0 {
		return false
	}
	joined := text[0].Plain == "and" && lead[n-1].Stop == 0 || lead[n-1].Plain == "and" && (n == 1 || lead[n-2].Stop == 0)
	tells := n > FewestWords && telling[lead[0].Plain]                                              // "My health fails me and I resign"
	same := lead[0].Plain == "i" && text[0].Plain != "i" && (len(text) < 2 || text[1].Plain != "i") // "I use my right and annul"
	return joined && !same && !tells && !AllPolite(lead) && !anyOf(lead, standing)
}

// telling are the words with which a clause begins that tells of the writer and of the game.
var telling = SetOf("my i we it there you our")

// anyOf reports whether one of the words is of a set.
func anyOf(words []Word, set map[string]bool) bool {
	return slices.ContainsFunc(words, func(w Word) bool { return set[w.Plain] })
}

// A sentence that opens with a condition, a doubt or another time takes back what stands beside it
// only if it is about that: "Perhaps you will visit in spring" is not.

var (
	// touching are words by which a sentence may be about what stands beside it: of acts, of
	// agreement, of speech, of jokes, and those that only point there.
	touching = SetOf("it's that's this so such same one either instead otherwise except only just mean meant actually really agree agrees agreed " +
		"allow allows let lets permits approve approves consent consents mind joke joking jokes jest kidding teasing fool fooled fooling pretend pretending bluff bluffing imagine quote quoting test testing " +
		"said says say saying face words decide decides decided deciding answer reply undecided sure unsure doubt sleep think thinking reconsider change changed ask wait hold typed dared copied scare scared surprise surprised worry worried frighten frightened")
	// ofActs are the words of acts that news has as well.
	ofActs = SetOf("leave keep continue carry play press fight lay give shake chance order enjoy happy fine content request pass flag split delighted")
	// aside are words with which a sentence begins before its subject.
	opensAside = SetOf("perhaps maybe possibly probably well oh ah and also anyway today tomorrow tonight yesterday here meanwhile sadly luckily by hopefully after before when whenever if once whatever while as since although though because next last this in on at")
	// subordinate are those of them behind which a second clause has to stand.
	subordinate = SetOf("if when whenever once before after whatever while as since although though because")
	// aboutWhom begin what a sentence tells or asks of.
	aboutWhom = SetOf("i i'm i've we we're we've you you're he she they there the a an my your our his her their some all both")
	asksOf    = SetOf("did do does have has had how where what who is are was were will can when any")
	weathers  = SetOf("rain rains raining rained snow snows snowing snowed cold hot warm wet freezing freeze frosty thaw windy sunny stormy foggy birthday christmas dark late")
	// household are words of news that the tables of acts know.
	household = SetOf("garden weather tea coffee dinner lunch supper bread cake wine beer house home holiday holidays vacation train trains bus car wife husband son daughter mother father sister brother uncle aunt nephew niece cousin friend neighbour children grandson granddaughter grandchildren cat dog baby doctor hospital hip knee eyes health church choir school work job summer winter spring autumn rain sun news film song concert wedding funeral meeting court army room money bank kitchen museum cottage football cricket tennis golf piano violin guitar bridge soup roof boiler photo photos picture pictures opening openings visit jam book books post club week month year")
	// elided begin a sentence in which its writer leaves themselves out.
	elided    = SetOf("shall will must hope")
	placed    = SetOf("the new at in to from old")
	hereafter = SetOf("would could should might may")
	unwished  = SetOf("have love like enjoy")
)

// Aloof reports whether a sentence tells or asks of something else than what is stated beside it:
// it has a subject, a word that no act, no game and no grammar of acts knows, and no word that may
// refer to what was stated. A condition is aloof only with the clause that stands on it.
func Aloof(one []Word) bool {
	for i := FewestWords + 1; i+1 < len(one); i++ {
		if one[i].Plain == "if" && one[i-1].Stop == ',' {
			one = one[:i] // ", if that is of interest to anyone"
		}
	}
	n := len(one)
	if n <= FewestWords || n > MostFree {
		return false
	}
	weather := anyOf(one, weathers)
	asks, past := one[n-1].Stop == '?', slices.ContainsFunc(one, func(w Word) bool {
		return Past[strings.TrimSuffix(w.Plain, "n't")] || strings.HasSuffix(w.Plain, "ed")
	})
	own := false
	for i, w := range one {
		bare := w.Bare()
		switch {
		case w.Idiom != 0, w.Sort == Name && i > 0:
		case (bare == "it" || bare == "its") && weather, bare == "that" && w.Stop == 0 && i+1 < n && one[i+1].Sort == Other && !finite[one[i+1].Plain] && !Acting[one[i+1].Plain] && one[i+1].Plain != "back" && len(one[i+1].Plain) > 3:
		case bare == "it", bare == "that", touching[w.Plain], touching[bare], w.Sort == Record, strings.ContainsAny(w.Raw, `"<>=`), strings.HasSuffix(w.Raw, ".."):
			return false
		case Acting[bare] && !ofActs[bare], (ofGames[bare] || MenNamed[bare]) && !past && bare != "letter" && bare != "letters":
			return false
		case hereafter[bare] && i+1 < n && !unwished[one[i+1].Plain] && i > 0 && one[i-1].Plain != "you" && !weather:
			return false
		}
		own = own || unfamiliar(w) || weather || past && (MenNamed[bare] || ofGames[bare]) || w.Sort == Name && i > 1 && placed[one[i-1].Plain]
	}
	at := 0
	for at < n-2 && opensAside[one[at].Plain] && !aboutWhom[one[at].Plain] {
		at++
	}
	if subordinate[one[0].Plain] && !slices.ContainsFunc(one[min(n, FewestWords):], func(w Word) bool { return aboutWhom[w.Plain] && w.Plain != "the" && w.Plain != "a" && w.Plain != "my" }) {
		return false
	}
	return own && (aboutWhom[one[at].Plain] || elided[one[at].Plain] || one[at].Sort == Name || weather && one[at].Plain == "it" || asks && asksOf[one[at].Plain] || asks && at > 0)
}

// unfamiliar reports whether a word is one of no act and of no sentence around one.
func unfamiliar(w Word) bool {
	return w.Sort == Other && w.Idiom == 0 && len(w.Plain) > 2 && (!freely.Knows(w.Plain) || household[w.Plain]) && !Acting[w.Plain] && !ofGames[w.Plain] && !MenNamed[w.Plain]
}

// IsDomestic reports whether a sentence is about something at home, and names nothing of the game.
func IsDomestic(one []Word) bool {
	return anyOf(one, household) && !anyOf(one, ofGames) && !HasPerson(one)
}
