package carrying

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// A sentence plays a move outright if the words directly before it say so: "I play", "my move is".
// The words before these are free, but for a few closed classes: a condition, what somebody says,
// thinks or feigns, another board. So are the words behind it that only go on to something else.

// PlaysFrom returns the place in a sentence from which on the words before a move say that their
// writer plays it, or -1. work is as Carries counts it.
func PlaysFrom(words []speech.Word) (at, work int) {
	last := words[len(words)-1]
	for at = len(words) - 1; at >= 0; at-- {
		if (at == 0 || words[at-1].Stop != 0 || speech.Voices[words[at].Plain] || speech.Joining[words[at].Plain] || speech.Joining[words[at-1].Plain]) && speech.Carrying.Reads("voice", words[at:], &work) && !endsInTheirs(words[at:], last.Stop, &work) {
			return at, work
		}
	}
	return ledFrom(words), work
}

// MayGoBefore reports whether free words, in the same sentence, may stand before those that play a
// move: no condition, no saying of others, nothing feigned, and a sign or a word that joins behind
// them.
func MayGoBefore(free, own []speech.Word) bool {
	speaks := slices.ContainsFunc(own, func(w speech.Word) bool { return speech.Voices[w.Plain] || ownMoves[strings.TrimSuffix(w.Plain, "'s")] })
	for len(free) > 1 && free[len(free)-1].Stop == 0 && presently[free[len(free)-1].Plain] {
		free = free[:len(free)-1]
	}
	last, joint := free[len(free)-1], own[0].Plain
	if last.Stop == 0 && (speech.Joining[last.Plain] || resuming[last.Plain]) {
		joint, free = last.Plain, free[:len(free)-1]
	} else if last.Stop == 0 && !speech.Joining[joint] && !splitting[joint] {
		return isDictated(free, own)
	}
	if len(free) == 0 || greeting[free[0].Plain] && speech.AllPolite(free) {
		return true
	}
	clauses := clausesOf(free)
	if isElsewhere(free) || othersPlay(free) || slices.ContainsFunc(clauses, unsettles) {
		return false
	}
	clause := clauses[len(clauses)-1]
	subject, _, _ := strings.Cut(clause[0].Plain, "'")
	if speech.Denying[subject] && joint != "but" || subject != "i" && subject != "we" && !splitting[joint] && slices.ContainsFunc(clause, isEmbedding) {
		return false
	}
	for len(clause) > 1 && speech.Joining[clause[0].Plain] {
		clause = clause[1:]
	}
	subject, _, _ = strings.Cut(clause[0].Plain, "'")
	switch {
	case !speaks:
		return joint == "and" && (subject == "i" || subject == "we") && !isShaded(clause) && !isHazardous(clause)
	case joint == "and":
		return andBehind[subject] && !embeds(clause)
	case joint == "but", joint == "hence", joint == "therefore", joint == "thus":
		return len(free) > 2
	case joint == "so":
		return subject != "you"
	}
	return len(clause) > speech.FewestWords && narrating[subject]
}

// isDictated reports whether free words are those of who speaks without stops, and then comes to
// their move: "hello it's me dictating my move is".
func isDictated(free, own []speech.Word) bool {
	return len(free) > speech.FewestWords && own[0].Plain == "my" && len(clausesOf(free)) == 1 && !hasThird(free) && !isCondition(free) && !slices.ContainsFunc(free, func(w speech.Word) bool { return isEmbedding(w) || points(w) }) && greeting[free[0].Plain]
}

// narrating are the first words of a clause that tells something, and is no name of what follows
// it.
var narrating = speech.SetOf("i we my our it this that there the having after seeing sorry your")

// unsettles reports whether a clause makes what stands behind it hang on something, or feigns it.
func unsettles(clause []speech.Word) bool {
	first := clause[0].Plain
	condition := isCondition(clause) && first != "having" && first != "seeing"
	return condition || Wavers(clause) || slices.ContainsFunc(clause, func(w speech.Word) bool { return feigns(w) && !told[w.Plain] })
}

// clausesOf parts words at their signs.
func clausesOf(words []speech.Word) (clauses [][]speech.Word) {
	for len(words) > 0 {
		n := 1
		for n < len(words) && words[n-1].Stop == 0 {
			n++
		}
		clauses, words = append(clauses, words[:n]), words[n:]
	}
	return clauses
}

// IsPerson reports whether a word is for somebody else than its writer.
func IsPerson(w speech.Word) bool { return speech.Persons[w.Plain] }

// presently are words that say that somebody acts now.
var presently = speech.SetOf("today tonight now here then therefore simply just")

// othersPlay reports whether somebody else plays or does something with a man: "you take the pawn".
func othersPlay(words []speech.Word) bool {
	for i, w := range words[1:] {
		if speech.Persons[words[i].Plain] && (deeds[w.Plain] || hits[w.Plain]) {
			return true
		}
	}
	return false
}

// isEmbedding reports whether a word makes the words behind it something that is said, feigned or
// left open.
func isEmbedding(w speech.Word) bool {
	return w.Idiom == 0 && saying[w.Bare()] || feigns(w)
}

// feigns reports whether a word says that something is not meant, or no longer.
func feigns(w speech.Word) bool {
	return w.Idiom == 0 && pretences[w.Bare()]
}

// saying are verbs of what somebody says, thinks or would do.
var saying = speech.SetOf("say says said saying tell tells told suggest suggests suggested recommend recommends recommended advise advises advised insist insists insisted claim claims claimed swear wrote writes ask asks asked would could might wish imagine unless whenever suppose promise true")

// Revokes reports whether a sentence of a letter, beside the one that plays a move, takes it back,
// leaves it open, or sets a scene in which nobody plays. names says that it names a move itself.
func Revokes(one []speech.Word, names bool) bool {
	n := len(one)
	if Bids(one) {
		return false
	}
	if !names && n < speech.FewestWords && slices.ContainsFunc(one, func(w speech.Word) bool { return speech.Denying[w.Plain] }) {
		return true
	}
	if Wavers(one) || one[n-1].Stop == '?' && asksOfMove(one) && !dares(one) {
		return true
	}
	pointed := slices.ContainsFunc(one, func(w speech.Word) bool { return w.Plain == "this" || w.Plain == "that" || w.Plain == "move" }) || n < speech.FewestWords
	return slices.ContainsFunc(one, func(w speech.Word) bool { return feigns(w) && (pointed || names || !inNews[w.Plain]) })
}

// inNews are pretences that say nothing of a move in a sentence that does not point to it: "He says
// hello", "I'd be a fool to let you pin the Knight".
var inNews = speech.SetOf("said says wrote writes follows following fool rather otherwise legal illegal draw resign resigned wait hold instead story film novel puzzle exercise quotes error typo maybe perhaps pulling example")

// GoesOn reports whether the words behind the move leave it as it is.
func (m Around) GoesOn() bool { return len(m.After) == 0 || goesOn(m.After, m.Sign != 0) }

// goesOn reports whether words behind a move, of the same sentence, leave it as it is; apart says
// that a sign stands before them.
func goesOn(words []speech.Word, apart bool) bool {
	for len(words) > 1 && partly[words[0].Plain] {
		words = words[1:] // "mostly because your Bishop has been giving me funny looks"
	}
	n := len(words)
	first := words[0].Plain
	if words[n-1].Stop == '?' || isElsewhere(words) || !apart && !trailingOn[first] && !(first == "it" && n > 1 && mustBe[words[1].Plain]) || apart && !behindSign[first] {
		return false
	}
	if n > speech.FewestWords {
		switch next := words[1].Plain; {
		case first == "before" && (speech.Persons[next] || next == "the" || next == "my" || next == "i"):
			return !slices.ContainsFunc(words, func(w speech.Word) bool { return isEmbedding(w) || speech.Times[w.Plain] }) // "before you get your Bishop out"
		case first == "and" && next == "not":
			return !speech.Persons[words[2].Plain]
		}
	}
	if first == "instead" {
		return n == 1 || words[0].Stop != 0 && goesOn(words[1:], true)
	}
	clauses := clausesOf(words)
	clause := clauses[0]
	if first == "with" && n > 1 && speech.Persons[words[1].Plain] || first == "which" && len(clauses) > 1 || slices.ContainsFunc(clauses[1:], func(c []speech.Word) bool { return points(c[0]) }) {
		return false
	}
	bars := first == "to" && n > 2 && trailing[words[1].Plain] && speech.Has(clause, speech.Record) // "to stop B-Kt5"
	return !namesWing(words) && !othersPlay(clause) && (bars || !isHazardous(clause)) && !judged(clause) && !slices.ContainsFunc(words, feigns) &&
		!slices.ContainsFunc(clause, func(w speech.Word) bool { return undoes[w.Bare()] })
}

var (
	// trailingOn are first words behind a move without a sign between, behindSign those with one.
	trailingOn = speech.SetOf("please and because as since with for from now today first instead again sorry before to thanks thank cheers regards xx love yours at by having being hoping which so")
	behindSign = speech.SetOf("please and as because since with sorry thanks thank cheers regards which so but a an hoping being having what instead to")
	// partly are words that say how much of a reason the one behind them is.
	partly = speech.SetOf("mostly mainly chiefly largely partly purely")
	// mustBe are words behind "it" with which a move is settled on: "P-KR3 it must be."
	mustBe = speech.SetOf("is must shall will has")
	// undoes are words of which none stands in what leaves a move as it is.
	undoes = speech.SetOf("or if unless maybe perhaps probably possibly would could might may should not never said says cried thinks think suppose guess bet expect expected either but isnt was were looks seems nearly almost whenever when until till once while say tomorrow")
)

// beginsTail reports whether words behind a move that begins its sentence leave it its writer's.
func beginsTail(words []speech.Word) bool {
	first, next := words[0].Plain, ""
	if len(words) > 1 {
		next = words[1].Plain
	}
	switch first {
	case "from":
		return next == "me"
	case "to":
		return next == "you" || trailing[next] && len(words) > 2 && (speech.Definite[words[2].Plain] || words[2].Sort == speech.Record) && !isCondition(words)
	case "sorry":
		return !pointing[next]
	case "for", "at", "as", "by":
		return false
	}
	return !slices.ContainsFunc(words, func(w speech.Word) bool { return relatives[w.Plain] || w.Plain == "commend" })
}

// namesWing reports whether words name a wing of the board, which the move before them may lack.
func namesWing(words []speech.Word) bool {
	return slices.ContainsFunc(words, func(w speech.Word) bool {
		return w.Plain == "side" || w.Plain == "wing" || w.Plain == "kingside" || w.Plain == "queenside"
	})
}
