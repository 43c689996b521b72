package speech

import (
	"slices"
	"strings"
)

// Where the clauses of a sentence begin, who is their subject, and which of them leave that alone
// which stands before them.

// withoutClosing takes the formula with which a letter ends off a sentence: "and remain, yours
// faithfully, W. T. Pemberton".
func withoutClosing(words []string, signs []sign) ([]string, []sign) {
	for i := 2; i+1 < len(words); i++ {
		if (words[i] == "and" || words[i] == "i") && words[i+1] == "remain" || words[i] == "yours" && remaining[words[i+1]] {
			if words[i-1] == "," {
				i--
			}
			return words[:i], signs[:i]
		}
	}
	return words, signs
}

// remaining are the words behind "yours" at the end of a letter.
var remaining = SetOf("faithfully sincerely truly ever obediently respectfully , always cordially affectionately")

// withSubjects puts "i" before each verb of an act to which "and" joins what its writer does: "I
// see no hope and resign". Who only might do it, or does it not, has done nothing.
func withSubjects(words []string, signs []sign) ([]string, []sign) {
	for i := 2; i+1 < len(words) && len(words) < mostSigns; i++ {
		at := i + 1
		for at+1 < len(words) && (acts.openers[words[at]] || strings.HasSuffix(words[at], "ly")) && !ofOwn[words[at]] {
			at++
		}
		if words[i] != "and" || !joinable[words[at]] || at+1 < len(words) && particled[words[at]] && !particles[words[at+1]] {
			continue
		}
		from := i
		for from > 0 && words[from-1] != "," && words[from-1] != ":" && words[from-1] != "so" && words[from-1] != "but" {
			from--
		}
		for from < i && (acts.openers[words[from]] || acts.joints[words[from]]) {
			from++
		}
		for at := i - 1; at > from; at-- { // "Having lost a piece I see no hope and resign"
			if words[at] == "i" && (!acts.governing[words[at-1]] || words[at-1] == "thought") && leadsIn[words[from]] {
				from = at
			}
		}
		lead := words[from:i]
		if len(lead) > 1 && (lead[0] == "i" || lead[0] == "we") && !slices.ContainsFunc(lead, func(w string) bool { return unjoined[w] }) && !(lead[1] == "do" || lead[1] == "hope" || lead[1] == "want" || lead[1] == "wish" || (lead[1] == "will" || lead[1] == "shall" || lead[1] == "am") && len(lead) > 2 && lead[2] == "not") {
			words, signs = slices.Insert(slices.Clone(words), i+1, "i"), slices.Insert(slices.Clone(signs), i+1, freely.signs["i"])
			i++
		}
	}
	return words, signs
}

var (
	// joinable are the verbs of acts to which "and" may join what somebody does, particled those of
	// them that are such verbs only before particles.
	joinable  = SetOf("resign accept decline refuse offer propose suggest withdraw waive adopt annul agree claim concede surrender capitulate yield protest exact consent retract cancel ask beg lay throw give tip turn strike")
	particled = SetOf("lay throw give tip turn")
	particles = SetOf("down up in my over him her it them this")
	// leadsIn are words with which a sentence begins that tells how matters stand before its
	// subject.
	leadsIn = SetOf("having with given being seeing after considering as since because after")
	// unjoined are words of a clause that leave open what "and" joins to it.
	unjoined = SetOf("would could should might may never to him them he she they if unless when that told asked ask tell")
)

// clauseStarts returns the places of a sentence where a clause of its own may begin: at its head
// and behind its joints, behind greetings there, and, where somebody writes without stops, at "I".
func clauseStarts(words []string) (starts uint64) {
	starts = 1
	own := ofOwn[words[0]] || words[0] == "as" && len(words) > 1 && (ofOwn[words[1]] || words[1] == idle || words[1] == "neither" || words[1] == "nobody")
	for i := 1; i < len(words); i++ {
		before, opened := words[i-1], starts>>(i-1)&1 != 0
		switch {
		case before == ":" && !own && !subjects[words[0]] && words[0] != "they" && !slices.ContainsFunc(words[:i], func(w string) bool { return decisions[w] }):
			continue // "The headline was: I resign."
		case before == "no" && denied[words[i]]:
			continue // "No penalty please"
		case acts.joints[before], opened && (acts.openers[before] || before == aName || strings.HasSuffix(before, "ly")):
		case i > 1 && hails[words[i-2]] && !freely.Knows(before):
		case i > 1 && words[i-1] == "think" && words[i-2] == "i" && words[i] == "i":
		case own && (words[i] == "i" || words[i] == "please" || words[i] == "let" || may[words[i]] && i+1 < len(words) && words[i+1] == "i") && !acts.governing[before]:
		default:
			continue
		}
		starts |= 1 << i
	}
	return starts
}

// may are the words with which somebody asks before "I".
var may = SetOf("may can could might")

// denied are the words of an act that "no" before them denies.
var denied = SetOf("penalty penalties punishment forfeit")

// goesOnApart reports whether words from the last of a kernel on begin another clause, with a joint
// or, where somebody writes without stops, with a subject and its verb: "i resign this is
// hopeless".
func goesOnApart(words []string) bool {
	if furthering[words[1]] {
		return len(words) > 3 && (subjects[words[2]] || words[1] == "and" && (words[2] == "let" || words[2] == "please" || words[2] == "wish" || words[2] == "hope" || words[2] == "look") || possessing[words[2]] && words[1] != "for" || words[1] == "because" || words[2] == "thank" || words[2] == "thanks")
	}
	if set := words[0] == ","; set || words[1] == "," || words[1] == ":" {
		if !set {
			words = words[1:]
		}
		if len(words) < 2 {
			return false
		}
		if len(words) > 3 && words[1] == "and" {
			words = words[1:]
		}
		thing := words[1] == "the" || words[1] == "a" || words[1] == "an"
		return len(words) > FewestWords && !bound[words[1]] && words[2] != "seems" && (!thing || slices.ContainsFunc(words[2:min(len(words), 6)], func(w string) bool { return finite[w] || w == idle }))
	}
	if len(words) > 2 && farewells[words[1]] {
		return true
	}
	for i := 1; i < min(len(words)-1, 4); i++ {
		if finite[words[i+1]] && (i == 1 && subjects[words[1]] || i > 1 && possessing[words[1]] && words[1] != "that") {
			return true
		}
	}
	return false
}

// withoutVocative takes the name of whom a sentence is addressed to off its end, ", my dear Bob",
// and a name between commas out of it.
func withoutVocative(words []string, signs []sign) ([]string, []sign) {
	for i := len(words) - 2; i > 1; i-- {
		if words[i] == aName && words[i-1] == "," && words[i+1] == "," { // "a draw, Bob, since"
			words, signs = slices.Delete(slices.Clone(words), i-1, i+1), slices.Delete(slices.Clone(signs), i-1, i+1)
		}
	}
	n := len(words)
	for n > 1 && (words[n-1] == aName || vocative[words[n-1]]) {
		n--
	}
	if n > 0 && n < len(words) && governed[words[n-1]] {
		return words, signs // "with thanks to Bob"
	}
	if n == len(words) && n > 2 && signs[n-1] == unknown && !IsDigit(words[n-1][0]) && (telephonic[words[n-2]] || words[n-2] == ",") {
		if n--; words[n-1] != "," {
			return words[:n], signs[:n] // "lets play on bob"; and "again please, bru"
		}
	}
	if n > 1 && n < len(words) && words[n-1] == "," {
		return words[:n-1], signs[:n-1]
	}
	return words, signs
}

// governed are words behind which a name is no address.
var governed = SetOf("to from with for of by against and or beat play tell")

// telephonic are words behind which, where no stop stands, a word that no table knows is a name.
var telephonic = SetOf("on draw please thanks game accept resign play again down him up back")

// vocative are the words of such an address besides a name.
var vocative = SetOf("my dear old good friend sir mate esteemed worthy opponent madam fellow")
