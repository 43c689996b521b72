package speech

import (
	"slices"
	"strings"
)

// A sentence plays a move outright if the words directly before it say so: "I play", "my move is".
// The words before these are free, but for a few closed classes: a condition, what somebody says,
// thinks or feigns, another board. So are the words behind it that only go on to something else.

// PlaysFrom returns the place in a sentence from which on the words before a move say that their
// writer plays it, or -1. work is as Carries counts it.
func PlaysFrom(words []Word) (at, work int) {
	last := words[len(words)-1]
	for at = len(words) - 1; at >= 0; at-- {
		if (at == 0 || words[at-1].Stop != 0 || voices[words[at].Plain] || joining[words[at].Plain] || joining[words[at-1].Plain]) && carrying.reads("voice", words[at:], &work) && !endsInTheirs(words[at:], last.Stop, &work) {
			return at, work
		}
	}
	return -1, work
}

// MayStandBefore reports whether free words, in the same sentence, may stand before those that play
// a move: no condition, no saying of others, nothing feigned, and a sign or a word that joins
// behind them.
func MayStandBefore(free, own []Word) bool {
	for len(free) > 1 && free[len(free)-1].Stop == 0 && presently[free[len(free)-1].Plain] {
		free = free[:len(free)-1]
	}
	last, joint := free[len(free)-1], own[0].Plain
	if joining[last.Plain] || resuming[last.Plain] {
		joint, free = last.Plain, free[:len(free)-1]
	} else if last.Stop != ',' && last.Stop != '-' && last.Stop != ';' && !joining[joint] {
		return false
	}
	if len(free) == 0 || greeting[free[0].Plain] && AllPolite(free) && last.Stop != 0 {
		return true
	}
	if isCondition(free) || isElsewhere(free) || inCompany(free) || handledBy(free) || !splitting[joint] && slices.ContainsFunc(free, isEmbedding) || slices.ContainsFunc(free, feigns) || othersPlay(free) {
		return false
	}
	clause := len(free) - 1
	for clause > 0 && free[clause-1].Stop == 0 {
		clause--
	}
	subject, _, _ := strings.Cut(free[clause].Plain, "'")
	speaks := slices.ContainsFunc(own, func(w Word) bool { return voices[w.Plain] })
	switch {
	case joint == "and" && !speaks:
		return (subject == "i" || subject == "we") && !isShaded(free[clause:]) && !isHazardous(free[clause:])
	case joint == "and":
		return andBehind[subject] && !embeds(free[clause:])
	case joint == "but":
		return len(free) > 2
	case joint == "so":
		return subject != "you"
	}
	return len(free) > 3 && (subject == "i" || subject == "we" || subject == "my" || subject == "it")
}

// IsPerson reports whether a word is for somebody else than its writer.
func IsPerson(w Word) bool { return persons[w.Plain] }

// presently are words that say that somebody acts now.
var presently = SetOf("today tonight now here then therefore simply just")

// othersPlay reports whether somebody else plays or does something with a man: "you take the pawn".
func othersPlay(words []Word) bool {
	for i, w := range words[1:] {
		if persons[words[i].Plain] && (deeds[w.Plain] || hits[w.Plain]) {
			return true
		}
	}
	return false
}

// isEmbedding reports whether a word makes the words behind it something that is said, feigned or
// left open.
func isEmbedding(w Word) bool {
	return w.Idiom == 0 && saying[strings.ReplaceAll(w.Plain, "'", "")] || feigns(w)
}

// feigns reports whether a word says that something is not meant, or no longer.
func feigns(w Word) bool { return w.Idiom == 0 && pretences[strings.ReplaceAll(w.Plain, "'", "")] }

// saying are verbs of what somebody says, thinks or would do.
var saying = SetOf("say says said saying tell tells told suggest suggests suggested recommend recommends recommended advise advises advised insist insists insisted claim claims claimed swear wrote writes ask asks asked would could might wish imagine unless whenever suppose promise true")

// TrailsOutright reports whether words behind a move, of the same sentence, go on to something that
// leaves it as it is.
func TrailsOutright(tail []Word) bool {
	n := len(tail)
	if tail[n-1].Stop == '?' || slices.ContainsFunc(tail, isEmbedding) {
		return false
	}
	switch tail[0].Plain {
	case "instead":
		return n == 1
	case "because":
		return n > FewestWords && !joining[tail[1].Plain]
	case "before":
		return n > FewestWords && persons[tail[1].Plain]
	case "after":
		return n > FewestWords && tail[1].Plain == "which"
	case "and":
		return n > FewestWords && tail[1].Plain == "not" && !persons[tail[2].Plain]
	}
	return false
}

// SetsScene reports whether the last of some sentences above one that plays a move, or any of them
// that tells a story, sets a scene in which nobody plays.
func SetsScene(above []Word) bool {
	if Feigns(above) {
		return true
	}
	last := above[:len(above)-1]
	one := above[BeginOf(last):]
	return one[len(one)-1].Stop == '?' && (len(one) < FewestWords+1 || slices.ContainsFunc(one, isOfPlay))
}

// Revokes reports whether a sentence of a letter, beside the one that plays a move, takes it back,
// leaves it open, or sets a scene in which nobody plays. names says that it names a move itself.
func Revokes(one []Word, names bool) bool {
	n := len(one)
	if !names && n < FewestWords && slices.ContainsFunc(one, func(w Word) bool { return denying[w.Plain] }) {
		return true
	}
	if Wavers(one) || one[n-1].Stop == '?' && asksOfMove(one) {
		return true
	}
	news := !names && n > mostOfMan+2 && IsNews(one)
	return slices.ContainsFunc(one, func(w Word) bool { return feigns(w) && !(news && told[w.Plain]) })
}

// dictation writes out the names of signs that somebody dictates.
var dictation = strings.NewReplacer(" full stop", ".", " comma ", ", ", " question mark", "?", " exclamation mark", "!", " new line", ".", " new paragraph", ".")

// Dictated returns a line with the signs that somebody has dictated by their names.
func Dictated(line string) string { return dictation.Replace(line) }
