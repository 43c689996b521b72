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
			if pretences[strings.ReplaceAll(w.Plain, "'", "")] && w.Idiom == 0 || strings.ContainsAny(w.Raw, `"[]{}<>=`) {
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
