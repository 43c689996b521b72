package speech

import (
	"slices"
	"strings"
)

// A letter that answers one question is read by its head: a yes or a no that stands there as a
// clause of its own, "Yes indeed, young lady, …", "Decline, sorry Alice. …", decides if nothing of
// what follows can turn it. What follows a mere yes must also belong to it: it speaks of its writer
// or reader, of what is to come, or of what was asked. "Yes! Spring at last" and "Yes, I got your
// card" do not. phrases.txt has the words, under "head".

// mostHeaded is how many words a letter has at most that is read so.
const mostHeaded = 50

// headed is a word of such a letter.
type headed struct {
	plain string
	stop  byte
	soft  bool // of a courtesy
	idiom bool // … of several words
	named bool
	opens bool // its sentence
}

// verdict is what follows a head does to it.
type verdict uint8

const (
	follows verdict = iota // leaves it as it is
	belongs                // belongs to it
	apart                  // may belong to something else
	strays                 // belongs to something else
	unsays                 // leaves it open
	defers                 // … because something comes first
	against                // … and speaks against what was asked
	reports                // says yes to something else in so many words
)

// headPhrase is a turn with which an answer begins.
type headPhrase struct {
	words []string
	Inclination
	strong bool // only what was asked is answered so
}

// headPhrases are those turns by the first word, the longest first.
var headPhrases = func() map[string][]headPhrase {
	all := map[string][]headPhrase{}
	for head, one := range map[string]headPhrase{"head yes": {nil, Willing, false}, "head gladly": {nil, Willing, true}, "head no": {nil, Unwilling, true}} {
		for _, phrase := range Said[head] {
			one.words = strings.Fields(phrase)
			all[one.words[0]] = append(all[one.words[0]], one)
		}
	}
	for _, of := range all {
		slices.SortStableFunc(of, func(a, b headPhrase) int { return len(b.words) - len(a.words) })
	}
	return all
}()

// Sets of words, by what they are in such a letter.
var (
	headFilling, headAddressed               = Set("head filling"), Set("head addressed")
	headTurning, headTelling, headSent       = Set("head turning"), Set("head telling"), Set("head sent")
	headLoose, headEnough                    = SetOf("yes yep yup yeah aye ok okay please course sure"), Set("head unsaying no")
	headObjects, headTaking, headFelt        = Set("head objects"), Set("head taking"), Set("head felt")
	headMeaning, headSeeing                  = SetOf("i me will must shall and a"), SetOf("got get received saw see seen noticed notice")
	headUnreal, headUnready                  = SetOf("should would could might"), SetOf("sure ready keen convinced interested happy able willing allowed free certain going playing right yet")
	headPraise                               = SetOf("cool great lovely nice brilliant fab excellent perfect wonderful splendid super")
	headWeather, headOutset                  = Set("head weather"), SetOf("after once from starting in on at next")
	headBidding, headPermits                 = Set("head bidding"), SetOf("fine ok okay allowed may can alright right yes")
	headPersons, headComing, headConsidering = Set("head persons"), Set("head coming"), Set("head considering")
	headGlad, headHarmless, headBidden       = Set("head glad"), Set("head harmless"), Set("head bidden")
	headUnable, headAsking, headBehindHow    = Set("head unable"), Set("head asking"), Set("head behind how")
	headOf                                   = map[Question]map[string]bool{}
	headAgainst                              = map[Question]map[string]bool{}
)

func init() {
	for q, of := range questions {
		headOf[Question(q)], headAgainst[Question(q)] = Set("head of "+of.name), Set("head against "+of.name)
	}
	headOf[OfDraw], headAgainst[OfDraw] = Set("head of draw"), Set("head against draw")
}

// headedWords are the words of sentences, written out.
func headedWords(sentences [][]Word) (all []headed) {
	for _, one := range sentences {
		for i, w := range one {
			for _, plain := range plainlyIn(one[i:i+1], true) {
				if plain == "," || plain == ":" {
					continue
				}
				if plain == aName && headWeather[w.Plain] {
					plain = w.Plain // "Yes! Spring at last."
				}
				all = append(all, headed{plain: plain, soft: w.Sort == Polite || w.Idiom > 0, idiom: w.Idiom > 0, named: w.Sort == Name && plain == aName, opens: i == 0})
			}
			if len(all) > 0 && w.Stop != 0 {
				all[len(all)-1].stop = w.Stop
			}
		}
	}
	return all
}

// Strays reports whether words that begin with a yes say it of something else than what was asked,
// or leave it open.
func Strays(words []Word, asked Question) bool {
	_, rest := byHead(Sentences(words), asked)
	return rest >= defers
}

// byHead returns what the head of a letter answers to a question, and what the rest of the letter
// does to a yes.
func byHead(sentences [][]Word, asked Question) (said Inclination, rest verdict) {
	words := headedWords(sentences)
	if len(words) == 0 || len(words) > mostHeaded || slices.ContainsFunc(words, func(w headed) bool { return w.stop == '?' }) {
		return Idle, follows
	}
	at, said, strong := headOfLetter(words)
	if said == Idle || said == Open {
		return Idle, follows
	}
	found, named := follows, false
	for from := at; from < len(words); {
		to := from + 1
		for to < len(words) && words[to-1].stop == 0 && !(words[to].plain == "and" && to+1 < len(words) && ofMe[words[to+1].plain]) {
			to++
		}
		clause := words[from:to]
		from = to
		of := isOf(clause, asked)
		one := follow(clause, said, asked, of)
		if strong && one >= defers {
			one = map[verdict]verdict{defers: unsays, against: unsays, reports: strays}[one]
		}
		switch {
		case one >= unsays && said == Willing:
			return Idle, one
		case one >= unsays, asked == OfDraw && said == Willing && one != follows && !of:
			return Idle, follows
		case found == follows, one == strays && found == apart, one == belongs && of && (found != strays || slices.ContainsFunc(clause, func(w headed) bool { return headGlad[w.plain] })):
			found, named = one, named || of
		}
	}
	if at == len(words) {
		found = belongs
	}
	named = named || slices.ContainsFunc(words[:at], func(w headed) bool { return headOf[asked][w.plain] })
	switch {
	case found >= apart && !strong, found == strays && said == Unwilling, asked == OfDraw && said == Willing && !named:
		return Idle, found
	case at == 1 && at < len(words) && words[1].plain == "you" && !headLoose[words[0].plain]: // "Decline, you coward"
		return Idle, follows
	}
	return said, found
}

// headOfLetter returns how many words a letter begins with that only say yes or no, with greetings
// and an address; strong says that they can only answer what was asked.
func headOfLetter(words []headed) (at int, said Inclination, strong bool) {
	closed, loose := 0, false // the end of what stops set apart
	for at < len(words) {
		rest := words[at:]
		n, one := headPhraseAt(rest)
		switch {
		case n > 0 && said != Idle && (one.Inclination != said && rest[n-1].stop == 0 && n < len(rest) || words[at-1].plain == "to"): // "I agree, no hard feelings", "agree to K"
			n = 0
		case n > 0 && said != Idle && one.Inclination != said:
			return at, Open, false
		case n > 0:
			said, strong, loose = one.Inclination, strong || one.strong, headLoose[rest[n-1].plain]
		case said == Idle && (rest[0].plain == "dear" || strings.HasPrefix(rest[0].plain, "thank")):
			for n < len(rest) && (n == 0 || rest[n-1].stop == 0) {
				n++ // "Dear Sir or Madam,", "Thanks for asking,"
			}
		case said == Willing && (len(rest) == 1 || len(rest) == 2 && rest[1].plain == "then") && answersTo[words[at-1].plain] && words[at-1].stop == 0 && rest[0].stop == 0 && len(rest[0].plain) >= FewestWords && !freely.Knows(rest[0].plain): // "ok alice"
			n = 1
		case headFilling[rest[0].plain], headPraise[rest[0].plain] && (rest[0].stop != 0 || len(rest) == 1), rest[0].plain == "you" && at > 0 && words[at-1].plain == "thank", rest[0].named && !(at > 0 && words[at-1].plain == "to") && (said == Idle || len(rest) == 1 && (rest[0].stop != '!' || words[at-1].stop != '!') || rest[0].stop != 0 && words[at-1].stop|',' == ','):
			n = 1
		default:
			switch n = addressedHere(rest); {
			case n > 0:
			case said == Idle:
				n = subjectHere(rest)
			case words[at-1].stop == 0:
				n = objectHere(rest, words[at-1].plain, at > 1 && ofMe[words[at-2].plain])
				strong = strong || n > 0
			}
		}
		if n == 0 || said != Idle && strings.HasPrefix(rest[0].plain, "thank") && slices.ContainsFunc(rest[:min(len(rest), 3)], func(w headed) bool { return w.plain == "for" }) {
			break
		}
		if at += n; words[at-1].stop != 0 && said != Idle {
			closed = at
		}
	}
	if at > 0 && at < len(words) && words[at-1].stop == 0 && !loose {
		at = closed
	}
	if at == 0 {
		said = Idle
	}
	return at, said, strong
}

// headPhraseAt returns the longest turn that words begin with.
func headPhraseAt(words []headed) (int, headPhrase) {
	for _, p := range headPhrases[words[0].plain] {
		n := len(p.words)
		fits := n <= len(words)
		for i := 0; fits && i < n; i++ {
			fits = words[i].plain == p.words[i] && (i == n-1 || words[i].stop == 0)
		}
		if fits {
			return n, p
		}
	}
	return 0, headPhrase{}
}

// addressedHere returns how many words address their reader, up to a stop: "my dear sister".
func addressedHere(words []headed) int {
	for i, w := range words[:min(len(words), MostOfMan)] {
		ends := w.stop != 0 || i+1 == len(words)
		switch {
		case ends && (headAddressed[w.plain] || w.named && i > 0):
			return i + 1
		case ends || !(fondly[w.plain] || headAddressed[w.plain] || w.plain == "you"):
			return 0
		}
	}
	return 0
}

// subjectHere returns how many words before a participle only name what it is said of: "the offer
// is respectfully" declined.
func subjectHere(words []headed) int {
	for i, w := range words[:min(len(words), 2*MostOfMan)] {
		switch p, _ := headPhraseAt(words[i:]); {
		case p == 1 && i > 0 && strings.HasSuffix(w.plain, "ed") && slices.ContainsFunc(words[:i], func(w headed) bool { return headObjects[w.plain] }):
			return i
		case w.stop != 0, headTurning[w.plain], refusing[w.plain], Past[w.plain], p > 0, subjects[w.plain]:
			return 0
		}
	}
	return 0
}

// objectHere returns how many words behind a yes or a no only name what it is said to, or the
// feeling with which: "your kind invitation", "to the six days", "with the greatest pleasure".
func objectHere(words []headed, verb string, said bool) int {
	feels := words[0].plain == "with" || words[0].plain == "without"
	if (verb == "yes" || verb == "no") && !feels && words[0].plain != "to" {
		return 0
	}
	for i, w := range words[:min(len(words), MostOfMan)] {
		next := ""
		if i+1 < len(words) {
			next = words[i+1].plain
		}
		switch {
		case headObjects[w.plain] && !feels && headTaking[verb] && (verb != "accept" || said), feels && (Feelings[w.plain] || headFelt[w.plain]):
			if w.stop != 0 || i+1 == len(words) || next == "with" || next == "and" || next == "without" {
				return i + 1
			}
		case w.stop != 0, headTurning[w.plain], i > 0 && determining[w.plain] && words[i-1].plain != "of" && words[i-1].plain != "to" && words[i-1].plain != "with":
			return 0
		}
	}
	return 0
}

// follow returns what a clause behind the head does to it.
func follow(clause []headed, said Inclination, asked Question, of bool) verdict {
	for len(clause) > 1 && (Joins[clause[0].plain] && clause[0].plain != "but" || Reasons[clause[0].plain] || Interjections[clause[0].plain]) && !clause[0].soft {
		clause = clause[1:]
	}
	has := func(set map[string]bool) bool {
		return slices.ContainsFunc(clause, func(w headed) bool { return set[w.plain] })
	}
	first := clause[0].plain
	switch {
	case strings.HasPrefix(first, "thank") && has(headSent):
		return reports
	case said == Unwilling && has(headEnough) && !has(forAnother):
		return unsays
	case said == Unwilling && !of && (ofOne(clause) || ofThing(clause)):
		return strays
	case said == Unwilling:
		return belongs
	case ofMe[first] && len(clause) > 2 && (headSeeing[clause[1].plain] || headSeeing[clause[2].plain]) && (has(headSent) || has(headObjects)),
		has(headWeather) && !has(ofMe) && !has(headComing) && !(clause[0].opens && has(finite)), ofOne(clause) && !has(ofMe) && !mine[first] && (clause[0].named && !clause[0].opens || has(kin)) && !has(headOf[asked]):
		return reports
	case tellsOf(clause) && !(of && (asked == OfWithdrawal && !headSeeing[clause[1].plain] || supposes[clause[1].plain] || clause[1].plain == "know")), ofOne(clause):
		return strays
	case len(clause) == 1 && clause[0].named && clause[0].stop == '!': // "Yes! Goal!"
		return apart
	}
	switch turn := turnIn(clause, asked); {
	case turn != follows:
		return turn
	case !slices.ContainsFunc(clause, func(w headed) bool { return !w.soft && !w.named && !headFilling[w.plain] }):
		if of {
			return belongs
		}
		return follows
	}
	if of || has(headPersons) || has(headComing) || headBidding[first] || len(clause) > 1 && clause[1].plain == "says" && has(headPermits) {
		return belongs
	}
	return apart
}

// isOf reports whether a clause speaks of what was asked, or says how glad its writer is. Which
// number is meant, OtherSpan says.
func isOf(clause []headed, asked Question) bool {
	for i, w := range clause {
		number := asked == OfTerms && (inWords[w.plain] > 1 || IsDigit(w.plain[0])) && (i+1 == len(clause) || clause[i+1].plain == "days" || clause[i+1].plain == "it" || clause[i+1].plain == "is")
		if headOf[asked][w.plain] || headGlad[w.plain] && asked != OfDraw || number {
			return true
		}
	}
	return false
}

// turnIn returns what turns a yes in a clause, or leaves it open.
func turnIn(clause []headed, asked Question) verdict {
	for i, w := range clause {
		before, next := "", ""
		if i > 0 {
			before = clause[i-1].plain
		}
		if i+1 < len(clause) {
			next = clause[i+1].plain
		}
		switch {
		case w.idiom:
		case refusing[w.plain]:
			if !harmlessDenial(clause, i, asked) {
				return unsays
			}
		case headAgainst[asked][w.plain]:
			return against
		case headTurning[w.plain] && !(w.plain == "before" && next == ""), i == 0 && headOutset[w.plain] && !(w.plain == "from" && (determining[next] || next == "my")), (w.plain == "first" || w.plain == "only") && next == "", acts.vetoes[w.plain]:
			return unsays
		case i == 0 && headAsking[w.plain] && !headBehindHow[next],
			headConsidering[w.plain] && next != "forward" && !(w.plain == "see" && next == "you") && (i == 0 || headMeaning[before] || i > 1 && (before == "to" && obliged[clause[i-2].plain] || before == "would" && clause[i-2].plain == "you")):
			return defers
		}
	}
	return follows
}

// ofMe are the words for the writer.
var ofMe = SetOf("i we me us")

// refusing are the words that deny.
var refusing = SetOf("not never no nothing nobody none neither nor without hardly")

// tellsOf reports whether a clause tells what its writer has seen, heard or done, what the reader
// did, or what was.
func tellsOf(clause []headed) bool {
	if len(clause) < 2 {
		return false
	}
	verb := clause[1].plain
	if verb == "have" && len(clause) > 2 && !clause[2].soft {
		verb = clause[2].plain
	}
	if first := clause[0].plain; ofMe[first] || first == "you" {
		if len(clause) > 2 && (clause[2].plain == "have" && headUnreal[verb] || verb == "am" && headTelling[clause[2].plain]) {
			return true // "I should have castled"
		}
		return headTelling[verb] || Past[verb] || strings.HasSuffix(verb, "ed") && verb != "need"
	} else if ofThing(clause) && slices.ContainsFunc(clause, func(w headed) bool { return strings.HasSuffix(w.plain, "ed") }) {
		return true
	}
	return slices.ContainsFunc(clause, func(w headed) bool { return Past[w.plain] }) && !slices.ContainsFunc(clause, func(w headed) bool { return ofMe[w.plain] })
}

// ofOne reports whether a clause tells of somebody what they do or are.
func ofOne(clause []headed) bool {
	first, at := clause[0].plain, 0
	for at < len(clause)-1 && clause[at].named {
		at++
	}
	if len(clause) < FewestWords || slices.ContainsFunc(clause, func(w headed) bool { return headComing[w.plain] }) || clause[1].plain == "says" && slices.ContainsFunc(clause, func(w headed) bool { return headPermits[w.plain] }) {
		return false // "Mum says it's fine"
	}
	does := at > 0 && !clause[at].soft || slices.ContainsFunc(clause[max(1, at):], func(w headed) bool {
		return finite[w.plain] || beings[w.plain] || Past[w.plain] || headTelling[w.plain] || strings.HasSuffix(w.plain, "s") || strings.HasSuffix(w.plain, "ed")
	})
	return does && (at > 0 || kin[first] || thirds[first] || Persons[first] && first != "you" && first != "it" || mine[first] && kin[clause[1].plain] && !slices.ContainsFunc(clause, func(w headed) bool { return ofMe[w.plain] }))
}

// ofThing reports whether a clause is about a thing, or somebody, that is not its writer's.
func ofThing(clause []headed) bool {
	first := clause[0].plain
	return len(clause) >= FewestWords && (determining[first] && !mine[first] && first != "any" && first != "that" && first != "this" && first != "your" || first == "everything")
}

// harmlessDenial reports whether a denial in a clause turns no yes: "do not give it a thought", "I
// have not had a game for years", "no hurry".
func harmlessDenial(clause []headed, at int, asked Question) bool {
	next, before := "", ""
	if at+1 < len(clause) {
		next = clause[at+1].plain
	}
	if at > 0 {
		before = clause[at-1].plain
	}
	switch w := clause[at].plain; {
	case headHarmless[next] && (w == "no" || w == "without" || w == "nothing"), before == "hurts", before == "harms":
		return true
	case before == "am", before == "are", before == "is":
		return asked != OfDraw && !headUnready[next] && !headOf[asked][next]
	case w == "not" && at == 1 && before == "do":
		return next != "" && !headBidden[next]
	case before == "can" || before == "could":
		return headUnable[next]
	case asked != OfPlay && asked != OfRegistration:
		return false
	case w == "never" && at <= 2, before == "have", before == "has":
		return true
	}
	return false
}

// OfWeather reports whether words speak of the weather, or of a season.
func OfWeather(words []Word) bool { return anyOf(words, headWeather) }
