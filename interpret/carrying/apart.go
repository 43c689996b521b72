package carrying

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// A move that a sign sets apart from the words before it, and with which its sentence ends, is no
// part of what those words say: "My wrist is in plaster: P-KR3.", "Sorry late, train, P-KR3". They
// may be any that do not make the move somebody else's, another game's, another day's, or one that
// is only named; of the clause directly before the sign more is asked than of those before it.

// SetsApart reports whether words, of one sentence, end with a sign behind which a move stands that
// is its writer's.
func SetsApart(words []speech.Word) bool {
	n := len(words)
	sign := words[n-1].Stop
	if sign == ':' && handsIn(words) {
		return true
	}
	if n < 2 || n > speech.MostFree || sign != ':' && sign != ',' && sign != '-' || isElsewhere(words) || isCondition(words) || slices.ContainsFunc(words, func(w speech.Word) bool { return pretences[w.Plain] && w.Idiom == 0 }) {
		return false
	}
	if (n >= longSentence || sign == ':' && n >= longHeading) && !slices.ContainsFunc(words, func(w speech.Word) bool { return isEmbedding(w) || namesMove[w.Plain] || judgedNouns[w.Plain] }) && !othersPlay(words) && !otherScene(words) {
		return true
	}
	from := n - 1
	for from > 0 && words[from-1].Stop == 0 {
		from--
	}
	clause := words[from:]
	if sign == ':' {
		clause = withoutDeed(clause)
	}
	if isHazardous(words[:from]) || isHazardous(clause) {
		return false
	}
	if len(clause) == 1 && from > 0 && !speech.AllPolite(clause) && sign == ':' {
		return false
	}
	return !disclaims(clause) && !otherScene(words) && (sign != ':' && !comments(clause) || sign == ':' && isPersonal(clause))
}

var (
	// handing are the words with which somebody hands in what follows, as in "here you are".
	handing = speech.SetOf("here there you ye ya it it's we go goes are is comes here's there's now again and so ok okay well then right that's us")
	// handedIn are the words that may stand behind the move that is handed in.
	handedIn = speech.SetOf("move ever by in on e-mail email mail post letter card wire telegraph telegram this the our game match today tonight now for you me from at so please of day round tournament such as it is my")
)

// handsIn reports whether words before a colon only hand in what follows: "Here you go mate:",
// "Here is my first move ever by e-mail:".
func handsIn(words []speech.Word) bool {
	first, n := words[0].Plain, 1
	if first = strings.TrimSuffix(first, "'s"); first != "here" && first != "there" || len(words) > speech.MostFree {
		return false
	}
	for n < len(words) && handing[words[n].Plain] {
		n++
	}
	rest := words[n:]
	if !slices.ContainsFunc(rest, func(w speech.Word) bool { return !hailed[w.Plain] }) {
		return n > 1
	}
	move := slices.IndexFunc(rest, func(w speech.Word) bool { return ownMoves[w.Plain] })
	return move > 0 && move < mostObject/2 && (rest[0].Plain == "my" || rest[0].Plain == "our") && !isHazardous(rest[:move]) &&
		!slices.ContainsFunc(rest[:move], func(w speech.Word) bool {
			return strings.HasSuffix(w.Plain, "'s") || headings[w.Plain] || judgedNouns[w.Plain] || w.Sort == speech.Name
		}) &&
		!slices.ContainsFunc(rest[move+1:], func(w speech.Word) bool { return !handedIn[w.Plain] })
}

// withoutDeed returns a clause without the verb with which its writer says that they move: "I play
// slow".
func withoutDeed(clause []speech.Word) []speech.Word {
	for i, w := range clause[:len(clause)-1] {
		if verb := clause[i+1].Plain; (w.Plain == "i" || w.Plain == "we") && i+2 < len(clause) && (deeds[verb] || hits[verb]) {
			return slices.Delete(slices.Clone(clause), i+1, i+2)
		}
	}
	return clause
}

// comments reports whether a clause before a comma says what its writer thinks of the reader or of
// what has happened, which the move behind it may name: "That was fun, P-K4", "Nice try, P-K4".
func comments(clause []speech.Word) bool {
	first, _, _ := strings.Cut(clause[0].Plain, "'")
	return pointing[first] || first == "you" || first == "your" || first == "how" || verdicts[first] || speech.Wished[first] && speech.Praising[first] || first == "great" || first == "well" && len(clause) > 1
}

// isCondition reports whether a clause of a sentence begins as a condition does.
func isCondition(words []speech.Word) bool {
	for i, w := range words {
		begins := i == 0 || words[i-1].Stop != 0 || speech.Joining[words[i-1].Plain]
		if begins && w.Plain != "before" && w.Plain != "once" && w.Plain != "in" && w.Plain != "after" && (speech.Conditional[w.Plain] || w.Plain == "were" || w.Plain == "had" && i+1 < len(words) && (speech.OfWriter(words[i+1]) || speech.Persons[words[i+1].Plain] || words[i+1].Plain == "it" || words[i+1].Plain == "there")) {
			return true
		}
	}
	return false
}

// namesMove are nouns for what stands behind a sign.
var namesMove = speech.SetOf("move moves reply answer response turn game games one thing things homework message riddle present gift match expect")

// So many words before a sign are more than the heading of what stands behind it.
const (
	longHeading  = 7
	longSentence = 8
)

// modals are words that say of the writer what is not so, or not yet.
var modals = speech.SetOf("would could should might may wish want wants wanted like likes love loves hate hates hope hopes hoped plan plans planned fear fears feared seem seems seemed used")

// disclaims reports whether the clause before a move says that it is none its writer makes now.
func disclaims(clause []speech.Word) bool {
	first := clause[0].Plain
	denied := speech.Denying[first] && !(first == "no" && len(clause) > 2) || strings.HasSuffix(first, "n't")
	last := clause[len(clause)-1].Plain
	names, own := 0, false
	for i, w := range clause {
		bare := w.Bare()
		switch {
		case w.Idiom != 0:
			continue
		case speech.Persons[w.Plain] && !(w.Plain == "you" && (scenes[first] || i+1 < len(clause) && clause[i+1].Plain == "waiting")), modals[bare], w.Plain == "yours", speech.Times[bare] && w.Sort != speech.Name && !oftenNamed[bare],
			speech.Times[bare] && i == 0 && !oftenNamed[bare], judgedNouns[bare], deeds[bare] && !(i > 0 && i+1 == len(clause) && clause[i-1].Plain == "my") && !numbered(clause, i):
			return true
		case speech.Denying[bare] || strings.HasSuffix(w.Plain, "n't"):
			denied = denied || slices.ContainsFunc(clause, func(w speech.Word) bool { return pointing[w.Plain] })
		}
		own = own || speech.OfWriter(w)
		if w.Sort == speech.Name || speech.IsDigit(w.Raw[0]) {
			names++
		}
	}
	switch {
	case denied, first == "your", first == "what", names == len(clause), names > 0 && !own && first != "from", pointing[last], LeavesOpen(last), speech.MenNamed[last] && slices.ContainsFunc(clause, func(w speech.Word) bool { return w.Plain == "your" }):
		return true
	}
	return slices.ContainsFunc(clause, func(w speech.Word) bool { return relatives[strings.TrimSuffix(w.Plain, "'s")] }) && !slices.ContainsFunc(clause, func(w speech.Word) bool { return w.Plain == "i" || w.Plain == "we" || w.Plain == "you" })
}

// numbered reports whether a word of a move has its number behind it: "at move nine".
func numbered(words []speech.Word, at int) bool {
	return at+1 < len(words) && words[at].Plain == "move" && (speech.IsDigit(words[at+1].Raw[0]) || slices.Contains(speech.Counted[:], words[at+1].Plain))
}

// judgedNouns are what somebody calls a move that they do not make.
var judgedNouns = speech.SetOf("suggestion suggestions list shortlist question questions thought thoughts idea ideas line lines opening openings defence defense gambit variation position favourite favorite best worst problem history password title moral")

// isPersonal reports whether a clause speaks of its writer or its reader, or only says how, when or
// why: words that do neither are the heading of what stands behind a colon.
func isPersonal(clause []speech.Word) bool {
	first := clause[0].Plain
	return speech.AllPolite(clause) && slices.ContainsFunc(clause, func(w speech.Word) bool { return speech.Wished[w.Plain] }) || slices.ContainsFunc(clause, speech.OfWriter) || len(clause) > 2 && (scenes[first] || adverbial[first])
}

// adverbial are the first words of such a clause that are no prepositions of a scene.
var adverbial = speech.SetOf("before so then now also first here there well and but therefore thus hence without within for by to it's its")

// IsNews reports whether a sentence behind a move has a subject of its own, and so is not about the
// move: "My wife asks whether you still have the recipe." Who only points at it, denies or puts a
// condition may be speaking of the move.
func IsNews(one []speech.Word) bool {
	first, _, _ := strings.Cut(one[0].Plain, "'")
	if len(one) <= speech.FewestWords || pointing[first] || speech.Denying[first] || speech.Conditional[first] && !(first == "if" && len(one) > speech.MostOfLine) || strings.HasSuffix(one[0].Plain, "n't") || speech.Bidding[first] || undoing[first] {
		return false
	}
	for i, w := range one[1:] {
		if one[i].Stop != 0 && (speech.Denying[w.Plain] || speech.Conditional[w.Plain]) || w.Plain == "let" && i+2 < len(one) && one[i+2].Plain == "me" {
			return false // "Hmm, no, let me sleep on it."
		}
	}
	return !slices.ContainsFunc(one, func(w speech.Word) bool {
		bare := w.Bare()
		return w.Idiom == 0 && (pretences[bare] && !told[bare] || deeds[bare])
	})
}

// Wavers reports whether a sentence behind a move says that it is what its writer would do, or that
// they are not yet so far: "At least that is what I would do in your place", "But I am not there
// yet".
func Wavers(one []speech.Word) bool {
	has := func(words []speech.Word, plain ...string) bool {
		return slices.ContainsFunc(words, func(w speech.Word) bool { return slices.Contains(plain, w.Plain) })
	}
	waits := len(one) > 2 && one[0].Plain == "wait" && one[1].Plain == "for" && speech.IsOwn(one[2]) // "Wait for my next."
	return waits || isTorn(one) || has(one[:min(len(one), speech.FewestWords)], "that", "this", "it") && has(one, "would", "might", "could") && has(one, "i", "what") ||
		has(one, "yet") && has(one, "i", "i'm", "we") && slices.ContainsFunc(one, func(w speech.Word) bool { return speech.Denying[w.Plain] || strings.HasSuffix(w.Plain, "n't") })
}

// told are words of what others say, which is no matter of the move.
var told = speech.SetOf("said says wrote writes follows following")

// isTorn reports whether a sentence says outright that somebody has not made up their mind: "I am
// still torn", "I am in two minds".
func isTorn(one []speech.Word) bool {
	for i, w := range one {
		next := i + 1
		if w.Plain == "torn" && (next == len(one) || one[next].Plain == "between") || w.Plain == "minds" && i > 0 && one[i-1].Plain == "two" {
			return true
		}
	}
	return false
}

// wavering are words of who has not made up their mind.
var wavering = speech.SetOf("still yet torn dithering leaning mulling pondering deciding decide between unless tempted almost")
