package carrying

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// A sentence beside one that plays a move may tell of another board than the one between its writer
// and its reader: of a game with somebody else, of what is always done, or of what is only told.
// The words behind a move may answer it as one that somebody else has made.

// The classes of words by which such a sentence is known: where and when people play each other,
// who plays with the writer besides the reader, what is told or set as a task, how somebody begins
// to tell it, and what somebody does as a rule.
var (
	occasions = speech.Set("occasion")
	relatives = speech.Set("relative")
	fictions  = speech.Set("fiction")
	recounts  = speech.Set("recount")
	habits    = speech.Set("habit")
)

// isElsewhere reports whether a sentence tells of another board: "My move against Harry is going
// well."
func isElsewhere(one []speech.Word) bool {
	board, others, own, against := false, false, false, false
	for i, w := range one {
		last := ""
		if i > 0 {
			last = one[i-1].Plain
		}
		switch {
		case w.Idiom != 0:
		case fictions[w.Plain], recounts[w.Plain] && (last == "me" || last == "us"), habits[w.Plain] && ofItsKind[last],
			last == "other" && (ofBoard[w.Plain] || w.Plain == "board"),
			occasions[w.Plain] && slices.ContainsFunc(one[max(0, i-mostToPlace):i], func(w speech.Word) bool { return placing[w.Plain] }):
			return true
		}
		board = board || ofBoard[w.Plain]
		own = own || speech.Voices[w.Plain]
		others = others || relatives[w.Plain] && slices.ContainsFunc(one[max(0, i-mostToPlace):i], func(w speech.Word) bool { return w.Plain == "with" || w.Plain == "against" }) || w.Sort == speech.Name && (last == "with" || last == "and")
		against = against || (last == "against" || last == "opposite") && !speech.OfReader[w.Plain] && !speech.IsDigit(w.Raw[0])
	}
	return board && others || own && against || isOfYear(one) || playsAlong(one) || ofEverybody[one[0].Plain] && len(one) < speech.MostOfMan || knowsWriter(one)
}

// mostToPlace is how many words stand at most from a preposition to what it places.
const mostToPlace = 3

// Words of a game and its place, prepositions with which it is placed, and words before what is one
// of its kind, or the writer's.
var (
	ofBoard   = speech.SetOf("game games play")
	placing   = speech.SetOf("at in for during of")
	ofItsKind = speech.SetOf("a an my our this that same old")
)

// isOfYear reports whether a short sentence names a year, as the head of an old game does.
func isOfYear(one []speech.Word) bool {
	return len(one) < speech.MostOfMan && slices.ContainsFunc(one, func(w speech.Word) bool {
		return len(w.Plain) == 4 && speech.IsDigit(w.Raw[0]) && speech.IsDigit(w.Plain[3])
	})
}

// playsAlong reports whether the writer and somebody else are the subject together: "Harry and I
// are".
func playsAlong(one []speech.Word) bool {
	for i := 1; i+2 < len(one); i++ {
		if one[i].Plain == "and" && one[i+1].Plain == "i" && (one[i-1].Sort == speech.Name || relatives[one[i-1].Plain]) {
			return true
		}
	}
	return false
}

// ofEverybody are subjects that are nobody in particular.
var ofEverybody = speech.SetOf("people they everyone everybody some most many pigs")

// knowsWriter reports whether a sentence says what others call or know its writer for: "You know
// me".
func knowsWriter(one []speech.Word) bool {
	return slices.ContainsFunc(one[1:], func(w speech.Word) bool { return w.Plain == "me" }) &&
		slices.ContainsFunc(one, func(w speech.Word) bool {
			return w.Plain == "know" || w.Plain == "knows" || w.Plain == "call" || w.Plain == "calls"
		})
}

// inCompany reports whether words name an occasion of other games, what is told, or somebody with
// whom or for whom the writer plays: "at the club", "with my students". Who only is there plays no
// game: "with the children in bed".
func inCompany(words []speech.Word) bool {
	for i, w := range words {
		ends := i+1 == len(words) || w.Stop != 0
		if w.Idiom == 0 && (occasions[w.Plain] || fictions[w.Plain] || w.Plain == "board" || ends && relatives[strings.TrimSuffix(w.Plain, "'s")]) {
			return true
		}
	}
	return false
}

// answeringMove are the first words of a line with which somebody takes note of a move that another
// has made, and of one that says what stands before it is none; praising ones end such a line.
var (
	answeringMove = speech.SetOf("received noted duly understood got ouch copy spell learn clever sic rejected full crossed struck scratched deleted")
	endsPraise    = speech.SetOf("one played clever sound")
)

// Rejects reports whether words behind a move, set apart from it by a full stop, a dash or a
// bracket, only answer it, as who repeats their adversary's does, or say that it is none.
func Rejects(words []speech.Word) bool {
	n := speech.EndOf(words)
	one := words[:n]
	first, last := one[0].Plain, one[n-1].Plain
	switch {
	case words[0].Raw[0] == '(':
		return strings.HasSuffix(words[n-1].Raw, "out)") || n == 1 && words[0].Sort == speech.Name || judged(one) || slices.ContainsFunc(one, func(w speech.Word) bool { return fictions[w.Plain] })
	case answeringMove[first]:
		return n < speech.MostOfMan
	case (ofBoard[first] || placing[first]) && isElsewhere(one):
		return n < speech.MostOfMan // "P-Q3 (game with Dora)"
	case first == "no" || first == "not":
		return n > 1 && (one[1].Plain == "thanks" || one[1].Plain == "thank" || one[1].Plain == "for")
	case first == "good" || first == "well" || first == "very":
		return n <= speech.FewestWords && endsPraise[last]
	case first == "i":
		return n < speech.MostOfLine && last == "coming" && (one[1%n].Plain == "saw" || one[1%n].Plain == "did" || one[1%n].Plain == "never")
	}
	return first == "you" && n < speech.MostOfLine && one[1%n].Plain == "surprise"
}

// pretences are words of which none stands in a sentence of its own beside one that plays a move:
// of what is not meant, or taken back.
var pretences = speech.Set("pretence")

// IsHarmless reports whether whole sentences may stand before one in which their writer plays a
// move in so many words.
func IsHarmless(words []speech.Word) bool {
	for len(words) > 0 {
		n := speech.EndOf(words)
		one := words[:n]
		words = words[n:]
		if n == 1 && pretences[one[0].Plain] || !speech.EndsSentence(one[n-1].Stop) && one[n-1].Stop != '?' || one[n-1].Stop == '?' && (n < speech.FewestWords+1 || slices.ContainsFunc(one, isOfPlay)) {
			return false
		}
		for _, w := range one {
			if pretences[w.Bare()] && w.Idiom == 0 || strings.ContainsAny(w.Raw, `"[]{}<>=`) {
				return false
			}
		}
	}
	return true
}

// isOfPlay reports whether a word of a question is of its writer or of the game, who may answer it
// with what they would play.
func isOfPlay(w speech.Word) bool {
	return w.Plain == "i" || w.Plain == "we" || speech.MenNamed[strings.TrimSuffix(w.Plain, "s")] || speech.MenNamed[w.Plain] || deeds[strings.TrimSuffix(w.Plain, "s")] || hits[w.Plain] || speech.Conditional[w.Plain] || habits[w.Plain]
}

// Feigns reports whether one of some sentences sets a scene in which nobody plays: a condition, a
// dream, what another said or plays.
func Feigns(words []speech.Word) bool {
	for len(words) > 0 {
		n := speech.EndOf(words)
		one := words[:n]
		words = words[n:]
		if isElsewhere(one) || isTorn(one) {
			return true
		}
		if first := strings.TrimSuffix(one[0].Plain, "'s"); (first == "it" || first == "this" || first == "that") && slices.ContainsFunc(one[1:], func(w speech.Word) bool {
			return judgedNouns[w.Plain] || w.Sort == speech.Name && strings.HasSuffix(w.Plain, "'s")
		}) {
			return true // "It was Harry's favourite."
		}
		short := n < speech.MostOfMan
		if short && (speech.Conditional[one[0].Plain] || n > 1 && speech.Conditional[one[1].Plain]) {
			return true
		}
		told := one[n-1].Plain == "this" || one[n-1].Plain == "that" || one[n-1].Plain == "follows"
		for i, w := range one {
			if short && (deeds[w.Plain] || hits[w.Plain]) && i > 0 && speech.Persons[one[i-1].Plain] || told && hazards[w.Plain] || short && (w.Plain == "dream" || w.Plain == "dreams") {
				return true
			}
		}
	}
	return false
}

// A move that stands alone in its line may still be no move: the lines above and below it, of which
// it is a part, deny it, ask about it, or are the heading of something else.

// headings are words of which one makes a line the heading of what nobody plays, asksAbout those
// with which a question is about the move beside it, and ending those with which a line leaves its
// sentence open. undoing begin a line that takes back what was sent before, and pointing one that
// speaks of the move beside it.
var (
	headings  = speech.SetOf("draft drafts test tests testing example examples rejected candidate candidates homework lesson lessons shortlist board boards dream dreams diagram quote riddle puzzle quiz subject instance margin parrot diary poem title password passwords")
	asksAbout = speech.SetOf("legal allowed possible correct mean write writes written better right works")
	ending    = speech.SetOf("play plays played playing add go goes sends send like trust expected considered rejected refuse gives suggests shows showed recommends against prefer preferred is stands said than at about of from with for to but not never thought was tried hate fear feared perhaps maybe found saw made began next then me you my your the a in on")
	undoing   = speech.SetOf("cancel ignore disregard forget scratch undo strike withdraw retract")
	pointing  = speech.SetOf("that this it these those such anything which that's it's so what who")
)

// Disowns reports whether the line above a move may make it one that nobody plays. The
// move is alone in its own line.
func Disowns(words []speech.Word) bool {
	if len(words) == 0 || !speech.IsLetter(words[0].Raw[0]) {
		return false
	}
	own := words[speech.BeginOf(words[:len(words)-1]):]
	if undoing[own[0].Plain] { // "Cancel that, please": what was sent before
		return false
	}
	last := words[len(words)-1]
	open := !speech.EndsSentence(last.Stop) && last.Stop != '?'
	switch {
	case last.Stop == '?':
		return asksOfMove(own)
	case (open || own[0].Plain == "here" || own[0].Plain == "this") && slices.ContainsFunc(own, func(w speech.Word) bool { return headings[w.Plain] }) && len(own) < speech.MostOfLine:
		return true
	case !open:
		return len(own) < speech.FewestWords && slices.ContainsFunc(own, func(w speech.Word) bool { return speech.Denying[w.Plain] })
	}
	return ending[last.Plain] || speech.Conditional[own[0].Plain] || isHazardous(own) || isShaded(own) || judged(own) || last.Stop == ':' && (speech.Has(own, speech.Name) || speech.HasPerson(own))
}

// IsHeading reports whether a line is the heading of something that nobody plays: "Homework",
// "Draft:".
func IsHeading(words []speech.Word) bool {
	if len(words) > 1 && headings[words[0].Plain] && (words[0].Stop == '-' || words[0].Stop == ':') {
		return true // "DRAFT - not to be sent"
	}
	return len(words) > 0 && len(words) <= speech.FewestWords && speech.IsLetter(words[0].Raw[0]) && slices.ContainsFunc(words, func(w speech.Word) bool { return headings[w.Plain] })
}

// asksOfMove reports whether a question is about the move beside it: "Is that legal?", "What do you
// think of this?"
func asksOfMove(words []speech.Word) bool {
	for i, w := range words {
		if asksAbout[w.Plain] || headings[w.Plain] || (i == 1 && !(i+1 < len(words) && ofWeather[words[i+1].Plain]) || i+1 == len(words)) && (w.Plain == "this" || w.Plain == "that" || w.Plain == "it") {
			return true
		}
	}
	return false
}

// ofWeather are words behind "it" with which a question is about the day: "Is it still snowing?"
var ofWeather = speech.SetOf("still already really raining snowing cold hot warm sunny wet dry freezing windy foggy late dark")

// WhoOf reports whether a question is the name of somebody of whom more follows: "Doris? Never."
func WhoOf(one []speech.Word) bool {
	return len(one) == 1 && one[0].Stop == '?' && speech.IsGivenName(one[0].Raw) && !calling[one[0].Plain]
}

// calling are words of which one alone asks about a move.
var calling = speech.SetOf("ok okay right yes no good legal agreed correct really sure huh well fine clear deal happy enough draw white black check mate possible allowed satisfied understood surprised")

// GoesBack reports whether the line below a move goes on its sentence, or speaks of it so that
// nobody may be playing it: "was in your last letter", "That is my uncle's", "Is that legal?".
// alone says that the line is a paragraph of its own; one of a longer paragraph can only go on the
// sentence.
func GoesBack(words []speech.Word, alone bool) bool {
	n := speech.EndOf(words)
	one := words[:n]
	if slices.ContainsFunc(words, func(w speech.Word) bool { return w.Sort == speech.Record || strings.ContainsAny(w.Raw, "012345678") }) {
		return false // it has a move of its own
	}
	first := one[0].Plain
	has := func(set map[string]bool) bool {
		return slices.ContainsFunc(one, func(w speech.Word) bool { return set[w.Plain] })
	}
	switch {
	case one[0].Raw[0] >= 'a' && one[0].Raw[0] <= 'z' && continuing[first] && n > 1 && (first != "in" || n > speech.FewestWords && !has(speech.MenNamed)):
		return true
	case !alone:
		return false
	case speech.Denying[first] && n < speech.FewestWords:
		return true
	case one[n-1].Stop == '?':
		return asksOfMove(one) || n == 1 && !WhoOf(one) || first == "what" && n < speech.MostOfLine && has(thinking)
	case (first == "if" || first == "unless") && n < speech.MostOfLine && !has(speech.Voices):
		return true
	case pointing[strings.TrimSuffix(first, "'s")] && n < speech.MostOfMan && (isHazardous(one) || isShaded(one) || judged(one) || speech.Has(one, speech.Name) || has(deeds) || speech.HasPerson(one)):
		return true
	}
	return n <= speech.FewestWords && has(headings) || n < speech.MostOfMan && speech.HasPerson(one) && isHazardous(one)
}

// thinking are words with which somebody asks what another makes of a move.
var thinking = speech.SetOf("think say do make reckon")

// continuing are small words with which a line goes on the sentence above it.
var continuing = speech.SetOf("but whatever unless if though although would was were is which who in never said says looks loses makes might may could can for or as by when until on seems deserves fails wins stops")

// Nearest is the first line from a place on that is neither blank nor empty of words.
func Nearest(lines []string, at, step int) string {
	for ; at >= 0 && at < len(lines); at += step {
		if lines[at] != "" && !speech.IsEmpty(lines[at]) {
			return lines[at]
		}
	}
	return ""
}
