package carrying

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"corrd/interpret/notation"
	"corrd/interpret/speech"
	"corrd/interpret/weigh"
)

// Somebody who was sent a list names one of it: by its place, or by a man that moves in no other
// one. Whether they choose it is weighed.

// numbering are the words before the number of one in a list, and endNamed the names of its ends.
var (
	numbering = speech.SetOf("number no nr option choice reading move version line")
	endNamed  = map[string]int{"former": 1, "top": 1, "upper": 1, "latter": -1, "last": -1, "bottom": -1, "lower": -1}
)

// placeAt returns the place in a list that words name at some place: "(2)", "number two", "the
// latter", of which 0 is none and -1 the last.
func placeAt(words []speech.Word, at int) int {
	w := words[at]
	bare := strings.TrimLeft(w.Plain, "#")
	n, _ := strconv.Atoi(bare)
	if len(bare) == 3 && speech.IsDigit(bare[0]) && speech.OrdinalEnding(bare[1:]) == 2 {
		return int(bare[0] - '0') // "2nd"
	}
	if n == 0 {
		n = slices.Index(speech.Counted[:], bare) + 1
	}
	switch {
	case w.Plain == "one" && at+1 < len(words) && words[at+1].Plain == "of":
	case at == 0 && (w.Plain == "former" || w.Plain == "latter"):
		return endNamed[w.Plain]
	case n > 0 && (strings.HasPrefix(w.Raw, "(") || bare != w.Plain || at == 0 || numbering[words[at-1].Plain]):
		return n
	case at > 0 && words[at-1].Plain == "the" || at == 0 && len(words) > 1 && (words[1].Plain == "one" || numbering[words[1].Plain]):
		return cmp.Or(slices.Index(notation.Ordinals[:], w.Plain)+1, endNamed[w.Plain])
	}
	return 0
}

// BeginsDate reports whether words begin as a date does: "Tuesday, the 2nd", "On Monday".
func BeginsDate(words []speech.Word) bool {
	return slices.ContainsFunc(words[:min(len(words), 2)], func(w speech.Word) bool { return ofCalendar[w.Plain] })
}

// ofCalendar are words of dates.
var ofCalendar = speech.SetOf("monday tuesday wednesday thursday friday saturday sunday january february april june july august september october november december inst ult")

// mostOfManNamed is how many words name a man at most: "the one with the King's Knight".
const mostOfManNamed = 6

// manListedAt returns the place in a list of the man that some words begin by naming, and of how
// many words the name is.
func manListedAt(words []speech.Word, ofMan func(name string) int) (place, length int) {
	for n := min(len(words), mostOfManNamed, speech.Sentence(words)); n > 0; n-- {
		if place := ofMan(strings.Trim(speech.TextOf(words[:n]), ".,;:!?()- ")); place > 0 {
			return place, n
		}
	}
	return 0, 0
}

// rethinking are words of somebody who settles on another one than they have named.
var rethinking = speech.SetOf("or rather no wait sorry actually instead correction mean meant oops scratch thoughts reflection mind")

// SettlesRather returns the place in a list of some that an answer to the list names instead of
// another, and 0 if it names none.
func SettlesRather(words []speech.Word, of int) (place int) {
	for _, one := range speech.Sentences(words) {
		if !slices.ContainsFunc(one, func(w speech.Word) bool { return rethinking[w.Plain] }) {
			continue
		}
		for i, w := range one {
			n := placeAt(one, i)
			if n == 0 && (w.Stop != 0 || i == len(one)-1) {
				n, _ = strconv.Atoi(w.Plain)
				n = cmp.Or(n, slices.Index(notation.Ordinals[:], w.Plain)+1)
			} else if n < 0 {
				n = of
			}
			if n > 0 && n <= of {
				place = n // the last that it names
			}
		}
	}
	return place
}

// sureOfChoice is how sure it must be that a place in a list is chosen, and longestAnswer how many
// bytes an answer to the list has at most that is weighed.
const (
	sureOfChoice  = 0.65
	longestAnswer = 2000
)

// Chosen returns the place in a list of some that the words of an answer to the list choose, by
// what such words chose in other letters; 0 if none or if that is not sure.
func Chosen(text string, of int, ofMan func(name string) int) (place int) {
	if len(text) > longestAnswer {
		return 0
	}
	if text = strings.Join(strings.Fields(speech.Unframed(text)), " "); !weigh.Weighs(text) {
		return 0
	}
	place, _ = strconv.Atoi(weigh.Meant(weigh.Choice, text, Listed(text, of, ofMan), sureOfChoice))
	return place
}

// several stands for the place where more than one has been named.
const several = -1

// Listed returns the parts of a text that name one of a list of some, by its place or by its man,
// each by the place.
func Listed(text string, of int, ofMan func(name string) int) (parts []weigh.Part) {
	words := speech.Of(text)
	from := make([]int, len(words)+1)
	for i, w := range words {
		at := strings.Index(text[from[i]:], w.Raw)
		if at < 0 {
			return nil
		}
		from[i] += at
		from[i+1] = from[i] + len(w.Raw)
	}
	only := 0 // the one place that has been named
	for i := 0; i < len(words); i++ {
		n, length := manListedAt(words[i:], ofMan)
		if n != 0 && i+length < len(words) && words[i+length-1].Stop == 0 && ofMen[strings.TrimSuffix(words[i+length].Plain, "'s")] {
			n = 0 // "the Queen's Knight's Pawn"
		}
		if n == 0 {
			n, length = placeAt(words, i), 1
		}
		if n == 0 {
			n = placeBare(words, i)
		}
		if n == 0 && of == 2 && only > 0 && words[i].Plain == "other" {
			n = 1 + 2 - only // "not 2, the other one"
		}
		if n < 0 {
			n = of
		}
		if n == 0 || n > of {
			continue
		}
		last := words[i+length-1]
		bare := strings.TrimRight(last.Raw, ".,;:!?)'\"")
		parts = append(parts, weigh.Part{From: from[i], To: from[i+length] - len(last.Raw) + len(bare), Name: strconv.Itoa(n)})
		if only == 0 || only == n {
			only = n
		} else {
			only = several
		}
		i += length - 1
	}
	return parts
}

// ofMen are words that go on with the name of another man behind that of a man or of a wing.
var ofMen = speech.SetOf("pawn bishop knight kt rook castle p b r kp qp rp bp ktp")

// placeBare returns the place in a list for which a word alone may stand: a figure, a number in
// words or an ordinal.
func placeBare(words []speech.Word, i int) int {
	plain := words[i].Plain
	counted := slices.Index(speech.Counted[:], plain) + 1
	if counted == 1 && !countsOne(words, i) {
		counted = 0
	}
	digit, _ := strconv.Atoi(plain)
	return cmp.Or(digit, counted, slices.Index(notation.Ordinals[:], plain)+1, endNamed[plain])
}

// countsOne reports whether "one" is a number, as in "settled on one, please", and no word for what
// has been named, as in "the one that I mean".
func countsOne(words []speech.Word, i int) bool {
	before := i == 0 || words[i-1].Stop != 0 || besideOne[words[i-1].Plain]
	behind := i+1 == len(words) || words[i].Stop != 0 || words[i+1].Plain == "and" || words[i+1].Plain == "please"
	return before && behind
}

// besideOne are words behind which "one" is a number.
var besideOne = speech.SetOf("adopt number no nr option reading choice to on for is it's its be with take say not choose pick a make settled means")
