package speech

import (
	"slices"
	"strconv"
	"strings"
)

// argument finds the argument of what is asked for, whose row marked a sign; it reports false if
// the argument is in doubt.
func (a *Asked) argument(marked int, tokens []saidToken, before, behind []Word) bool {
	words := a.Sentence
	at := tokenAt(tokens, marked)
	switch a.Kind {
	case "terms":
		a.Kind, a.Words = "show", "terms"
	case "state", "turn":
		a.Kind = "show"
		return !asksByName(words) && !statesFirst(before, words[0])
	case "topic":
		a.Kind = "help"
		return !asksByName(words) && (!statesFirst(before, words[0]) || asksHowTo(words))
	case "again":
		return !someDay(words)
	case "try":
		a.Words = TextOf(words[tokens[at].at : len(words)-1])
	case "law":
		for _, t := range tokens {
			if t.plain == "@law" {
				a.Words = citationIn(words[t.at].Raw)
			}
		}
	case "leave":
		if !leavesOff(tokens) {
			return false
		}
		a.Words = leaveAsked(words, before)
		return a.Words != "" || slices.ContainsFunc(tokens, func(t saidToken) bool { return t.plain == "leave" }) // "I need a holiday!"
	case "propose":
		n := 0
		for _, t := range tokens {
			if t.plain == "@pace" {
				a.Words, _ = paceAt(words, t.at)
				n++
			} else if t.plain == "@long" {
				n++
			}
		}
		return n == 1
	case "named":
		if !slices.ContainsFunc(before, func(w Word) bool { return entering[w.Plain] }) && !slices.ContainsFunc(behind, func(w Word) bool { return entering[w.Plain] }) {
			return false
		}
		a.Kind = "register"
		fallthrough
	case "challenge", "register":
		if at < 0 || at >= len(tokens) {
			return false
		}
		t := tokens[at]
		a.Words = strings.Trim(TextOf(words[t.at:t.at+t.n]), ",;:!?()\"<>")
		if a.Words = strings.TrimSuffix(a.Words, "."); t.plain == "@called" {
			if at+2 < len(tokens) && tokens[at+1].plain == "to" && tokens[at].stop == 0 && !aims[tokens[at+2].plain] {
				return false // "Please invite Helen to the dinner."
			}
			return at+1 == len(tokens) || tokens[at].stop != 0 || endsName[tokens[at+1].plain]
		}
	case "say", "thanked":
		a.Kind = "say"
		return !tellsNothing(words) && a.passedOn(at, tokens, behind)
	}
	return true
}

// asksByName reports whether a sentence begins with the name of somebody who is asked: "Bob, how
// much time have I got?" is not for the mail office.
func asksByName(words []Word) bool {
	return len(words) > 1 && words[0].Stop == ',' && isCapital(words[0].Raw) && len(words[0].Plain) > 1 && !noName[words[0].Plain]
}

// noName are words before a sign at the beginning of what somebody asks the mail office.
var noName = SetOf("hello hi hey dear sir sirs madam please sorry well so and but now oh ah yes no ok okay also thanks help umpire secretary corrd corrd's excuse tell first secondly then again good by")

// someDay reports whether a sentence puts off what it wishes to a time that it does not name, or
// wonders about it: "Let us play again some day", "Would you ever play again?"
func someDay(words []Word) bool {
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1].Plain
		}
		if eventual[w.Plain] || (w.Plain == "some" || w.Plain == "one") && (next == "day" || next == "time") || w.Plain == "next" && seasons[next] {
			return true
		}
	}
	return false
}

// Words of a time that may never come, and of one that is far off.
var eventual, seasons = SetOf("ever sometime someday oneday eventually later"), SetOf("week month year summer winter autumn spring season christmas easter time")

// asksHowTo reports whether a sentence asks how its writer may do something, which leaves open
// nothing that stands before it: "Yes. How do I castle?"
func asksHowTo(words []Word) bool {
	at := slices.IndexFunc(words, func(w Word) bool { return w.Plain == "how" })
	return at >= 0 && at+2 < len(words) && (at <= FewestWords || AllPolite(words[:at])) && (words[at+1].Plain == "do" || words[at+1].Plain == "can" || words[at+1].Plain == "should" || words[at+1].Plain == "must") && (OfWriter(words[at+2]) || words[at+2].Plain == "you" || words[at+2].Plain == "one")
}

// statesFirst reports whether something before a question states what comes first: "I accept! Which
// colour am I?"
func statesFirst(before []Word, first Word) bool {
	return first.Plain == "yes" || first.Plain == "no" || slices.ContainsFunc(before, func(w Word) bool { return notPassed[w.Plain] })
}

// tellsNothing reports whether a sentence ends with whom somebody is to tell, and says nothing that
// they are to be told: "Please tell him."
func tellsNothing(words []Word) bool {
	n := len(words)
	for n > 1 && (words[n-1].Plain == "please" || words[n-1].Plain == "soon" || words[n-1].Plain == "too") {
		n--
	}
	if n < 2 || !tellable[words[n-1].Plain] {
		return false
	}
	verb := words[n-2].Plain
	if IsOwn(words[n-2]) || verb == "the" {
		verb = words[max(0, n-3)].Plain
	}
	return verb == "tell" || verb == "inform" || verb == "assure" || verb == "remind"
}

// tellable are words for the other side.
var tellable = SetOf("him her them opponent adversary rival partner black white")

// entering are words of somebody who wants to be entered.
var entering = SetOf("account registration enrolment membership admission admitted enrolled registering joining signing join register registered enrol enroll inscribe sign entered member player")

// Enters reports whether the words of a yes ask to be entered: "Sign me up please!"
func Enters(text string) bool { return anyOf(Of(text), entering) }

// aims are words of what somebody is challenged to.
var aims = SetOf("a another play game chess me us")

// endsName are words that may stand behind a name.
var endsName = SetOf("if and please kindly pls to for from and at thanks thank not rather instead")

// tokenAt returns the token whose sign has a number, -1 for none; signs of colons stand between.
func tokenAt(tokens []saidToken, sign int) int {
	n := 0
	for i, t := range tokens {
		if n == sign {
			return i
		}
		if n++; t.stop == ':' || t.stop == '-' {
			n++
		}
	}
	if n == sign {
		return len(tokens)
	}
	return -1
}

// passedOn finds the words that are to be passed on: those behind a token, or else the whole
// sentence. Words that state something in a game are not passed on.
func (a *Asked) passedOn(at int, tokens []saidToken, behind []Word) bool {
	words := a.Sentence
	for i, w := range words {
		own := i > 0 && (words[i-1].Plain == "my" || words[i-1].Plain == "i")
		if notPassed[w.Plain] || (w.Plain == "move" || w.Plain == "moves" || w.Plain == "play") && own {
			return false
		}
	}
	if at < 0 {
		a.Words = TextOf(words)
		return true
	}
	if stop := tokens[max(at-1, 0)].stop; stop == ':' || stop == '-' {
		rest := TextOf(behind)
		said := ""
		if at < len(tokens) {
			said = TextOf(words[tokens[at].at:])
		}
		a.Words, a.open = strings.TrimSpace(said+" "+rest), true
		for _, t := range tokens[:at] {
			if t.plain == "@called" {
				a.Words = strings.TrimSpace(TextOf(words) + " " + rest)
			}
		}
		return a.Words != ""
	}
	if at >= len(tokens) {
		return false
	}
	a.Words = strings.TrimRight(TextOf(words[tokens[at].at:]), "?")
	for _, t := range tokens[:at] {
		if t.plain == "@called" {
			a.Words = TextOf(words)
		}
	}
	return true
}

// notPassed are words of acts that are stated in a game, and no small talk.
var notPassed = SetOf("resign resigning draw accept accepted declined refused rejected decline concede surrender claim waive penalty adopt withdraw annul agree refuse adjourn yes no nope ok")

// leaveAsked returns the length of leave that words ask for, "10 days", or the dates they name; the
// sentences before are looked at if they name none.
func leaveAsked(words, before []Word) string {
	length, dates := leaveIn(words)
	if length == "" && (dates == "" || strings.HasSuffix(dates, " then")) {
		if l, d := leaveIn(before); l != "" || d != "" {
			length, dates = l, d
		}
	}
	if dates != "" {
		return strings.TrimSpace(length + " " + dates)
	}
	return length
}

// leavesOff reports whether what stands directly behind the word of a leave leaves it one from
// play: its length, its dates, a reason or a sign. "I take leave of my senses" and "holiday pay"
// are none.
func leavesOff(tokens []saidToken) bool {
	for i, t := range slices.Backward(tokens) {
		if !leaves[t.plain] || t.plain == "off" && i > 0 && (tokens[i-1].plain == "are" || tokens[i-1].plain == "am" || tokens[i-1].plain != "@long" && i+1 < len(tokens) && tokens[i+1].plain == "to") {
			continue // "we are off to Cornwall"
		}
		if i+1 == len(tokens) || t.stop != 0 {
			return true
		}
		next, after := tokens[i+1].plain, ""
		if i+2 < len(tokens) {
			after = tokens[i+2].plain
		}
		if next == "from" && determining[after] && !slices.ContainsFunc(tokens[i+2:], func(t saidToken) bool { return Times[t.plain] || IsDigit(t.plain[0]) || ofDates[t.plain] }) {
			return false // "5 days off from the washing up"
		}
		if next == "my" && lessened[after] {
			return false // "10 days off my life"
		}
		if i > 0 && tokens[i-1].plain == "@long" && !ofLeaveElse[tokens[i+1].plain] {
			return true // "3 weeks leave baby is coming"
		}
		switch next {
		case "of", "for":
			return after == "@long" || next == "for" && (after == "me" || after == "the" || after == "my" || after == "us" || after == "about")
		case "in":
			return after == "all" || after == "my" || after == "this" || after == "our"
		}
		return behindLeave[next]
	}
	return true
}

// ofDates are words of a day, besides those of time.
var ofDates = SetOf("@long first last end middle beginning start may")

// lessened are what something may take days off.
var lessened = SetOf("life sentence bill price rent debt fine age wait estimate")

// ofLeaveElse are words behind a length of leave that make it one from something else.
var ofLeaveElse = SetOf("the his her smoking drinking meat sugar of from with at pay money season for in on work school home is was")

var (
	leaves      = SetOf("leave holiday holidays vacation off absent away")
	behindLeave = SetOf("@long from until till til starting beginning commencing because as since so and but i my we please kindly pls thank thanks accordingly now then today at say over due everywhere between up to-day it cheers sir madam")
)

// leaveIn returns the one length of time that words name, and the dates from their first on.
func leaveIn(words []Word) (length, dates string) {
	total, several, at := 0, false, 0
	for i := range words {
		if days, _, n := lengthAt(words, i); n > 0 {
			several = several || total != 0 && total != days
			total, at = days, i
		}
	}
	if total > 0 {
		length = strconv.Itoa(total) + " days"
	}
	for i, w := range words {
		if reason := i < at && slices.ContainsFunc(words[i:at], IsOwn); !reason && datesLeave(w.Plain, words[i+1:]) { // not "… tomorrow, so I'd like a week off"
			dates = strings.Trim(TextOf(beforeRequest(words[i:])), " .,;:!?-")
			break
		}
	}
	if several && dates == "" {
		return "", strings.Trim(TextOf(words), " .,;:!?-")
	}
	return length, dates
}

// datesLeave reports whether a word begins the dates of leave that does not begin at once, or ends
// on a day that is named.
func datesLeave(word string, behind []Word) bool {
	next, after := "", ""
	if len(behind) > 0 {
		next = behind[0].Plain
	}
	if len(behind) > 1 {
		after = behind[1].Plain
	}
	switch word {
	case "until", "till", "til", "'til", "between", "tomorrow":
		return true
	case "from", "starting", "beginning", "commencing":
		return next != "today" && next != "now" && next != "once" && next != "" && after != "game" && after != "games" && next != "chess"
	case "on":
		return next != "" && (IsDigit(next[0]) || Times[next] && next != "leave")
	case "up":
		return next == "to"
	}
	return false
}

// maskOfHelp is the bit of help, and visiting are words with which somebody who offers help says
// where it is.
var (
	maskOfHelp = uint32(1) << slices.Index(askingKinds, "help")
	visiting   = SetOf("visit click call contact see browse go phone ring ask read try")
)

// question is a sentence as signs of the grammar.
type question struct {
	reading
	starts    uint64 // where a clause begins, with nothing before it that leaves it open
	dangerous uint64
}

// questionOf makes the signs of a sentence.
func questionOf(tokens []saidToken, asked bool) *question {
	g := askingGrammar
	q := &question{starts: 1, reading: reading{signs: make([]sign, 0, 2*len(tokens)+2)}}
	open := false
	begins := true
	for i, t := range tokens {
		one := g.signs[t.plain]
		at := uint64(1) << len(q.signs)
		if (begins || joinsAsking[t.plain] || i > 0 && asksUnmarked[t.plain] && !acts.governing[tokens[i-1].plain] && !subject[tokens[i-1].plain]) && !open {
			q.starts |= at
		}
		begins = t.stop != 0 && t.stop != ':' || joinsAsking[t.plain] // "as in: challenge bob@example.org"
		if opening[t.plain] {
			open = true
			q.dangerous |= at
		}
		if endangering[t.plain] {
			q.dangerous |= at
		}
		q.signs = append(q.signs, one)
		if t.stop == ':' || t.stop == '-' {
			q.signs = append(q.signs, g.signs[string(t.stop)])
		}
	}
	if asked {
		q.signs = append(q.signs, g.signs["?"])
	}
	q.signs = append(q.signs, g.signs["$"])
	return q
}

var (
	opening     = SetOf(strings.Join(askingGrammar.sets["open"], " "))
	endangering = SetOf(strings.Join(askingGrammar.sets["danger"], " "))
	// asksUnmarked are words that begin a question without stops, unless a subject stands before.
	asksUnmarked = SetOf("i need want please kindly can could may")
	subject      = SetOf("i we you he she they it who")
	joinsAsking  = SetOf("so and but therefore hence because since then")
)

// holds reports whether a sentence has a word with which each part of a row may begin.
func (q *question) holds(r *askingRow) bool {
	for _, part := range r.parts {
		if n := part.rule; n != nil && !n.empty {
			q.work++
			if !slices.ContainsFunc(q.signs, n.first.has) {
				return false
			}
		}
	}
	return true
}

// row reports whether a row reads the sentence; marked is the number of the sign where its argument
// begins, -1 if it has none.
func (q *question) row(r *askingRow) (marked int, ok bool) {
	marked = -1
	at := q.starts
	if !r.begins {
		at = q.run(at, mostSigns, false)
	}
	for i, part := range r.parts {
		switch {
		case part.rule != nil:
			at = q.ends(part.rule, at)
		case part.marks:
			at, marked = q.markedAt(at, r.parts[i+1:])
		default:
			at = q.run(at, part.run, part.any)
		}
		if at == 0 {
			return 0, false
		}
	}
	return marked, true
}

// markedAt returns the first of some places from which the next part of a row reads on.
func (q *question) markedAt(at uint64, next []askingPart) (uint64, int) {
	for i := range q.signs {
		one := at & (1 << i)
		if one != 0 && (next[0].rule == nil || q.ends(next[0].rule, one) != 0) {
			return one, i
		}
	}
	return 0, 0
}

// run returns the places to which free words lead from some.
func (q *question) run(at uint64, most int, any bool) uint64 {
	within := uint64(1)<<(len(q.signs)-1) - 1 // the end of the sentence is no word
	if !any {
		within &^= q.dangerous
	}
	for range most {
		next := at | at&within<<1
		q.work++
		if next == at {
			break
		}
		at = next
	}
	return at
}
