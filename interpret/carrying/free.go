package carrying

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// Real people put words of every kind before the words with which they play: "The fog is thick, and
// I play", "Against my better judgment,". A closed grammar never has them all. Here the words that
// play must be those of carrying.txt, in a clause of their own, and the words around them may be
// any but those that are dangerous: of a condition, of somebody who says or thinks it, of a habit,
// of another game, of what others play. The classes of these are wide, because a question costs a
// day and a move that was not meant costs the game.

// hazards are words of which none stands in a sentence whose other words are free; shades are those
// that may stand in a clause from which "so" or "but" goes on, of a denial, a wish, another time;
// verdicts judge a move that is not made.
var (
	hazards  = speech.Set("hazard")
	shades   = speech.Set("shade")
	verdicts = speech.Set("verdict")
)

// greeting are words with which a short clause is no name of a move.
var greeting = speech.SetOf("hola hello hallo hi hey good ok okay well right ciao morning evening greetings")

// Words at which a clause of free words may end, and with which one begins that says how or why
// somebody acts.
var (
	resuming  = speech.SetOf("so but hence therefore thus anyway anyhow accordingly meanwhile still yet")
	scenes    = speech.Set("scene")
	splitting = speech.SetOf("so but hence therefore thus")
	// embedding are words that make the clause behind them a part of another.
	embedding = speech.SetOf("that how what why who whom which where whose like because since as though although while whilst and")
)

// CarriesFreely reports whether words before a move, in its sentence, carry it, although only those
// with which they end are words that carry moves. work is as Carries counts it.
func CarriesFreely(words []speech.Word) (carries bool, work int) {
	n := len(words)
	if n > speech.MostFree || slices.ContainsFunc(words, func(w speech.Word) bool { return w.Sort == speech.Record }) {
		return false, n
	}
	if aside := words[0].Raw[0] == '(' && strings.HasSuffix(words[n-1].Raw, ")"); aside {
		return n > 1 && ofManner[words[0].Plain] && isCalm(words) && !judged(words) && !speech.Has(words, speech.Name), n
	}
	if interposed(words, &work) || doesDeed(words, &work) {
		return true, work
	}
	for at := n; at >= 0; at-- {
		if at > 0 && at < n && words[at-1].Stop == 0 && !speech.Joining[words[at].Plain] && !resuming[words[at].Plain] && !speech.Voices[words[at].Plain] {
			continue
		}
		own := words[at:]
		resumed := at < n && (at > 0 || words[n-1].Stop != 0 || own[0].Plain != "still" && own[0].Plain != "so") && speech.Carrying.Reads("resumed", own, &work)
		switch {
		case at == n, resumed, speech.Carrying.Reads("voice", own, &work) && !endsInTheirs(own, words[n-1].Stop, &work):
		default:
			continue
		}
		if at == 0 || !isHazardous(words[:at]) && mayStandBefore(words[:at], own, resumed) {
			return true, work
		}
	}
	return false, work
}

// doesDeed reports whether words tell what their writer does with a man, and a move may follow: "I
// am giving my King some air:".
func doesDeed(words []speech.Word, work *int) bool {
	last := words[len(words)-1]
	return (last.Stop == ':' || last.Stop == ',' || last.Plain == "with") && isCalm(words) &&
		(handled(words) || (words[0].Plain != "i" && words[0].Plain != "we" && namesDeed(words))) && speech.Carrying.Reads("deed", words, work)
}

// handled reports whether words name a man with "the" or with whose it is.
func handled(words []speech.Word) bool {
	for i, w := range words[1:] {
		if whose := words[i].Plain; speech.MenNamed[w.Plain] && (whose == "my" || whose == "your" || whose == "the" || whose == "that") {
			return true
		}
	}
	return false
}

// interposed reports whether words name a move that its writer makes, or say that it is here, with
// free words between, set apart on both sides: "My move, after much humming and hawing, is".
func interposed(words []speech.Word, work *int) bool {
	first := speech.Sentence(words)
	last := len(words) - 1
	if first > last || words[first-1].Stop != ',' && words[first-1].Stop != '-' {
		return false
	}
	from := last
	for from > first && words[from-1].Stop == 0 {
		from--
	}
	switch {
	case words[last].Stop == ':' || words[last].Stop == ',':
		return speech.Carrying.Reads("saying", words[:first], work) && isCalm(words[first:]) && !speech.Has(words[first:], speech.Name)
	case from > first && isCalm(words[first:from]) && !namesDeed(words[first:from]) && !speech.Has(words[first:from], speech.Name) && !inCompany(words[first:from]) && !isSceneless(words[first:from]):
		return speech.Carrying.Reads("named", words[:first], work) && speech.Carrying.Reads("is", words[from:], work)
	}
	return false
}

// isCalm reports whether free words are neither hazardous nor shaded, and speak of nobody else.
func isCalm(words []speech.Word) bool {
	return !isHazardous(words) && !isShaded(words) && !speech.HasPerson(words)
}

// mayStandBefore reports whether free words, none of which is hazardous, may stand before the words
// that play a move; these are none where the move itself follows, and resumed says that they only
// go on to it.
func mayStandBefore(free, own []speech.Word, resumed bool) bool {
	last := free[len(free)-1]
	clause := len(free) - 1
	for clause > 0 && free[clause-1].Stop == 0 {
		clause--
	}
	clauses, free := free, free[clause:] // the clause directly before
	scene := len(free) > 1 && (scenes[free[0].Plain] && setsScene(free) || last.Plain == "later" && (scenesAfter[free[0].Plain] || speech.IsDigit(free[0].Raw[0])))
	if last.Plain == "later" && scene {
		clauses = clauses[:len(clauses)-1]
	}
	if len(own) == 0 {
		return scene && (ofManner[free[0].Plain] || last.Plain == "later") && !inCompany(free) && last.Stop != 0 && !isShaded(clauses) && !speech.HasPerson(clauses) && !namesDeed(free)
	}
	first := own[0].Plain
	joined := speech.Joining[first] || resuming[first] && (splitting[first] || last.Stop != 0)
	mine := false
	for _, w := range own {
		plain, _, _ := strings.Cut(w.Plain, "'")
		mine = mine || speech.MenNamed[plain] || speech.Voices[plain] || plain == "me" || plain == "mine" || plain == "us"
	}
	switch {
	case scene && (inCompany(free) || handledBy(free)):
		return false
	case !mine && !resumed && joined: // "I take heart and play"
		subject, _, _ := strings.Cut(clauses[0].Plain, "'")
		return (subject == "i" || subject == "we") && !isShaded(clauses) && !speech.HasPerson(clauses)
	case joined && first == "and" && !andBehind[clauses[0].Bare()]:
		return false
	case joined && first == "and":
		return len(free) > 2 && last.Stop == ',' && !isShaded(clauses) || len(free) > 1 && !isShaded(clauses) && !embeds(free)
	case joined:
		return first == "but" || !namesOthers(clauses) && clauses[0].Plain != "you" && !speech.Has(free[1:], speech.Name) && !inCompany(clauses) && !tellsOfOthers(clauses)
	case last.Stop == 0 || len(free) > 3 && answering[free[1].Plain] && free[2].Plain == "to":
		return scene && (answering[free[1].Plain] && free[2].Plain == "to" || !isShaded(free)) && !speech.HasPerson(free)
	case last.Stop == ':':
		return false // "My rule: I play"
	}
	return !isShaded(clauses) && (len(free) > 2 || scene || greeting[free[0].Plain]) && !namesDeed(free)
}

// ofManner are the words with which a clause says how or after what somebody acts, and the move may
// follow it at once; andBehind are the first words of a clause from which "and I play" goes on.
var (
	ofManner  = speech.SetOf("with after against despite notwithstanding since as although though because having knowing")
	andBehind = speech.SetOf("having being i i'm i've im ive ok okay dear hi hello today we we're we've my our the it it's there there's that your this no all after with as well so enough time")
)

// tellsOfOthers reports whether a clause tells what a person, or a man of the board, was or did,
// from which "so" goes on to what followed then: "Morphy was in a hurry".
func tellsOfOthers(clause []speech.Word) bool {
	subject := strings.TrimSuffix(clause[0].Plain, "'s")
	return (clause[0].Sort == speech.Name && !speech.Times[subject] && len(clause) > 1 && speech.Past[clause[1].Plain] || slices.ContainsFunc(clause, func(w speech.Word) bool { return deeds[strings.TrimSuffix(w.Plain, "s")] && w.Idiom == 0 })) && !slices.ContainsFunc(clause, speech.OfWriter)
}

// handledBy reports whether words name a man as one of several, as who tells what they do whenever
// it comes: "with a Bishop on Kt5".
func handledBy(words []speech.Word) bool {
	for i, w := range words[1:] {
		if whose := words[i].Plain; words[len(words)-1].Plain != "less" && (speech.MenNamed[w.Plain] || w.Plain == "pin") && (whose == "a" || whose == "an" || whose == "any") {
			return true
		}
	}
	return false
}

// answering are the words behind "in" of somebody who names what they answer.
var answering = speech.SetOf("answer reply response")

// namesDeed reports whether a clause has a word of a move, which the words behind it may name.
func namesDeed(clause []speech.Word) bool {
	return slices.ContainsFunc(clause, func(w speech.Word) bool { return deeds[strings.TrimSuffix(w.Plain, "'s")] })
}

// embeds reports whether a clause goes on from another, of which it is a part: "it is not true that
// he sleeps".
func embeds(clause []speech.Word) bool {
	for _, w := range clause[1:] {
		if embedding[w.Plain] {
			return true
		}
	}
	return false
}

// isHazardous reports whether a word among some is a hazard, or they hold what somebody quotes,
// leaves off or asks.
func isHazardous(words []speech.Word) bool {
	for i, w := range words {
		bare := w.Bare()
		switch {
		case w.Stop == '?', w.Sort == speech.Record, strings.HasSuffix(w.Raw, ".."), strings.ContainsAny(w.Raw, `"[]{}<>=`), len(w.Plain) == 0:
			return true
		case w.Idiom != 0, isTame(words, i):
		case hazards[bare]:
			return true
		case deeds[bare] && !isNoun(words, i), (deeds[bare] || hits[bare]) && i > 0 && speech.Persons[words[i-1].Plain]:
			return true
		}
	}
	return false
}

// Words by which one of several is meant, and what they stand before where that is a time, a move
// or a player: "every Sunday", "any fool". Before other things they only count: "from every side".
var (
	choosing = speech.SetOf("every any each both another")
	chosen   = speech.SetOf("time times move moves game games opening player players fool man body other one such lesson school club")
)

// chooses reports whether such a word means one of several moves, players or times, or stands
// alone.
func chooses(words []speech.Word, at int) bool {
	if !choosing[words[at].Plain] {
		return false
	}
	if at+1 == len(words) || words[at].Stop != 0 || at == 0 || words[at-1].Stop != 0 {
		return true
	}
	next := words[at+1].Plain
	return speech.Times[next] && next != "more" && next != "longer" || chosen[next] || words[at+1].Sort == speech.Name || speech.MenNamed[next]
}

// reflecting are words of thought behind which "about" or an adverb stands who only tells that they
// have thought, and addressed those behind which the one stands who is asked or answered.
var (
	reflecting = speech.SetOf("thought think")
	howLong    = speech.SetOf("about abt hard long")
	addressed  = speech.SetOf("ask answer reply response")
	asksWhom   = speech.SetOf("the your to for")
)

// isTame reports whether a hazard is none before the word behind it: "thought hard", "reply to".
func isTame(words []speech.Word, at int) bool {
	bare := words[at].Bare()
	if choosing[bare] {
		return !chooses(words, at)
	}
	if at > 0 && reflecting[bare] && (scenesAfter[words[at-1].Plain] || isNoun(words, at)) {
		return true
	}
	if at+1 == len(words) {
		return false
	}
	next := words[at+1].Plain
	return reflecting[bare] && howLong[next] || addressed[bare] && asksWhom[next]
}

// deeds are words of moves that are nouns as well.
var deeds = speech.SetOf("move moves attack check checks threat threats play reply answer response castle castles sacrifice exchange pin advance game games match")

// hits are other words of what a man does, in the present.
var hits = speech.SetOf("take capture castle push retreat swap trade go grab bring put open begin start")

// judged reports whether a word among some judges a move.
func judged(words []speech.Word) bool {
	return slices.ContainsFunc(words, func(w speech.Word) bool { return verdicts[w.Bare()] && w.Idiom == 0 })
}

// isNoun reports whether a word of a move stands behind an article or its like, and so names a
// thing.
func isNoun(words []speech.Word, at int) bool {
	if numbered(words, at) {
		return true
	}
	for i := at - 1; i >= max(0, at-4) && words[i].Stop == 0; i-- {
		switch words[i].Plain {
		case "your", "the", "a", "an", "this", "that", "my", "our", "quick", "such", "no", "good", "great", "nice", "fine":
			return true
		}
	}
	return false
}

// isShaded reports whether a word among some casts a doubt on a clause that goes on with a move.
func isShaded(words []speech.Word) bool {
	timeless := len(words) > 0 && words[0].Plain == "with"
	for i, w := range words {
		bare := w.Bare()
		if w.Idiom == 0 && !(bare == "past" && i > 0 && words[i-1].Plain == "half") && (shades[bare] || strings.HasSuffix(w.Plain, "n't") || !timeless && speech.Times[bare] && w.Sort != speech.Name && !(i > 0 && scenesAfter[words[i-1].Plain]) && !oftenNamed[bare]) {
			return true
		}
	}
	return false
}

// oftenNamed are words of time that also say how somebody acts now.
var oftenNamed = speech.SetOf("moment time present now today tonight move game turn round morning evening afternoon night day")

// namesOthers is speech.HasPerson, but for the reader as the object of what the writer does: "I
// promised you".
func namesOthers(words []speech.Word) bool {
	return slices.ContainsFunc(words, func(w speech.Word) bool {
		return speech.Persons[w.Plain] && w.Idiom == 0 && !(w.Plain == "you" && words[0].Plain == "i")
	})
}

// Join says how words behind a move are joined to it.
type Join struct {
	Apart bool // a sign or "and" stands between
	And   bool // "and" does
	Led   bool // words before the move may play it
}

// TrailsFreely reports whether words behind a move, up to the end of its sentence, leave it as it
// was carried although they are free ones.
func TrailsFreely(words []speech.Word, by Join) bool {
	n := len(words)
	if n > 2 && n < speech.MostFree && by.Led && by.Apart && howMade[words[0].Plain] && isCalm(words[1:]) && !judged(words[1:]) && !speech.Has(words, speech.Name) {
		return true
	}
	if isColour(words, by) {
		return true
	}
	if n < 2 || n > speech.MostFree || isHazardous(words) || isShaded(words) || judged(words) {
		return false
	}
	first, second := words[0].Plain, words[1].Plain
	if by.And {
		return by.Led && !speech.HasPerson(words[:1]) && words[0].Sort != speech.Name && first != "so" && first != "get" && !(first == "the" && n > speech.MostOfMan)
	}
	switch first {
	case "to":
		return n > 2 && trailing[second] && speech.Definite[words[2].Plain]
	case "with":
		return (by.Led || warmly[second]) && by.Apart && !speech.Persons[second] && second != "which" && second != "what" && !speech.Has(words, speech.Name) && !inCompany(words)
	case "because", "as", "since", "while":
		return (by.Led || by.Apart && first == "as" && words[n-1].Plain != "it") && (by.Apart || first == "as" && (second == "my" || second == "our")) && (second == "i" || second == "my" || second == "our" || second == "we" || second == "the" || second == "it")
	case "after":
		return by.Led && by.Apart
	}
	return by.Apart && by.Led && !speech.Has(words, speech.Name) && (strings.HasSuffix(first, "ing") && !speech.Conditional[first] || (first == "i" || first == "we" || first == "my" || first == "the" && !speech.MenNamed[second] && second != "day" && second != "moment") && n > 2 && !slices.ContainsFunc(words, func(w speech.Word) bool { return pretences[w.Plain] }))
}

// mostColour is how many words a cry has at most that only lends colour to a move.
const mostColour = 4

// colourless are first words of what is no cry, uncoloured those that stand in none.
var (
	colourless = speech.SetOf("from over by in at under with forgive excuse apologies sorry never not wrong you what who how why this that these which is it its he she they one two three if as to of on for about into like per see cf via versus vs against against after before during since")
	uncoloured = speech.SetOf("is are was were be been isnt idea slip fantasy nonsense wrong error mistake address person think thought mean meant book books column manual game games page chapter year line lines theory variation opening defence gambit system analysis engine computer dream hope wish wanted want best better worse bad good else instead not no nor none nothing but yet still though only even example instance say guess reckon fear doubt question sure right left yes same other another dead body ha haha joke fun")
)

// isColour reports whether a few words behind a move and a sign only lend it colour, as a cry does:
// ", con brio!". None of them may be one that any table knows to touch a move.
func isColour(words []speech.Word, by Join) bool {
	if !by.Apart || by.And || len(words) > mostColour || len(words[0].Raw) < len("etc") || colourless[words[0].Plain] || isHazardous(words) || isShaded(words) || judged(words) || hasThird(words) || isElsewhere(words) {
		return false
	}
	if at := slices.IndexFunc(words, func(w speech.Word) bool { return w.Plain == "the" }); at > 0 && strings.HasSuffix(words[at-1].Plain, "s") {
		return false // a verb and its object: "discharges the penalty"
	}
	return !slices.ContainsFunc(words, func(w speech.Word) bool {
		bare := w.Bare()
		return w.Stop != 0 && w.Stop != '!' && w.Stop != '.' && w.Stop != ',' || w.Sort == speech.Name || w.Sort == speech.Doubt || uncoloured[bare] || w.Idiom == 0 && (undoes[bare] || feigns(w) || saying[bare] || wavering[bare] || headings[bare] || relatives[bare] || deeds[strings.TrimSuffix(bare, "s")] || hits[bare] || ofBoard[bare] || light[bare] || speech.MenNamed[strings.TrimSuffix(bare, "s")] ||
			speech.Persons[bare] || speech.Times[bare] || speech.Conditional[bare] || strings.HasSuffix(bare, "ly") || strings.HasSuffix(bare, "ed") || speech.IsDigit(w.Raw[0]))
	})
}

// howMade are the participles of how a move was written down: "P-KR3, played by candle".
var howMade = speech.SetOf("sent written made given played dictated posted delivered scribbled typed chosen")

// warmly are the words behind the "with" of a courtesy.
var warmly = speech.SetOf("apologies love regards thanks best my all compliments greetings")

// Plays reports whether words with which a sentence goes on to a move say that their writer plays
// it. work is as Carries counts it.
func Plays(words []speech.Word) (plays bool, work int) {
	words = words[speech.BeginOf(words):]
	for at := len(words) - 1; at >= 0 && !plays; at-- {
		if at == 0 || words[at-1].Stop != 0 || speech.Voices[words[at].Plain] || speech.Joining[words[at].Plain] || words[at].Plain == "the" {
			plays = speech.Carrying.Reads("voice", words[at:], &work)
		}
	}
	return plays, work
}

// trailing are the verbs of what a move is made for.
var trailing = speech.Set("trailing")
