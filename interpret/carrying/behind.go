package carrying

import (
	"slices"

	"corrd/interpret/speech"
)

// What the words behind a move do to it: they leave it as it is, or say, feign or leave open
// something of it, and words for people who are not its writer.

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

// namesWing reports whether words name a wing of the board, which the move before them may lack.
func namesWing(words []speech.Word) bool {
	return slices.ContainsFunc(words, func(w speech.Word) bool {
		return w.Plain == "side" || w.Plain == "wing" || w.Plain == "kingside" || w.Plain == "queenside"
	})
}
