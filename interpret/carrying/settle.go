package carrying

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"corrd/interpret/notation"
	"corrd/interpret/speech"
	"corrd/interpret/weigh"
)

// Somebody who was sent a list settles on one of it: by its place, or by a man that moves in no
// other one.

// listed are words that may stand behind the place of one in a list, numbering those before its
// number, and endNamed the names of its ends.
var (
	listed    = speech.SetOf("on in your one reading move option choice version meaning of the two pair list them these those please then thanks thank you sir for me us is it i and kindly very much he she meant choose adopt take be should will shall must my do nicely of course obviously clearly evidently obv fine ok okay accepted adopted chosen")
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

// concluding is how somebody adopts the one that they take their adversary to have meant.
var concluding = regexp.MustCompile(`(?i)^(?:i (?:think|believe|suppose|reckon|guess|expect|assume|imagine|presume)(?: that)? |surely |presumably |no doubt )?(?:he|she|they|you|\pL+)(?: must have| will have| surely| clearly| probably| no doubt)* meant (.+?)[,;]? (?:so|and so|therefore|hence) (?:i|we|i'll|we'll|i will|we will|i shall|we shall) (?:adopt|take|choose|pick) (?:it|that|this|that one|this one)[.!]*$`)

// Concluded returns such a text as the adoption that it comes to: "I think he meant KKt-K2, so I
// adopt that one".
func Concluded(text string) string {
	if slices.ContainsFunc(speech.Of(text), func(w speech.Word) bool { return meantByNone[w.Plain] }) {
		return text
	}
	return concluding.ReplaceAllString(text, "I adopt $1")
}

// meantByNone are words of who meant something of whom nobody is named.
var meantByNone = speech.SetOf("nobody none neither who someone somebody anyone anybody everybody everyone doubt")

// Settles returns the place in a list of some on which the sentences of an answer to the list
// settle, where they name no other but to rule it out, and 0 if they settle on none. ofMan gives
// the place in the list of a man, by its name.
func Settles(words []speech.Word, of int, ofMan func(name string) int) (place int) {
	for _, one := range speech.Sentences(words) {
		if place != 0 && pausing[one[0].Plain] {
			return 0 // "The second. Wait, let me look again."
		}
		settles, named := settlesOn(one), 0
		for i := 0; i < len(one); i++ {
			n, last, counted := placeAt(one, i), i, slices.Index(speech.Counted[:], one[i].Plain)+1
			if n < 0 {
				n = of
			}
			if n != 0 && (!leadsToPlace(one[:i]) || isDated(one[:i]) || isDated(one[i:min(i+mostToMonth, len(one))])) {
				return 0 // "Thank you for the second one", "Tuesday, the 2nd"
			}
			if man, length := manListedAt(one[i:], ofMan); man > 0 {
				n, last = man, i+length-1
				settles, named = settles && leadsToMan(one[named:i]), last+1
			}
			goesOn := allListed(one[last : last+speech.Sentence(one[last:])][1:])
			switch {
			case counted > 1 && counted <= of && place != 0 && place != counted && (i == 0 || one[i-1].Plain != "the"):
				return 0 // "one AND two"
			case n == 0 || n > of || speech.RulesOut(one[:i]) || i == 0 && n == counted && !goesOn: // "Two Knights can go there"
			case place != 0 && place != n || !settles || !goesOn:
				return 0
			default:
				place = n
			}
			i = last
		}
	}
	return place
}

// isDated reports whether words name a day or a month, so that the number beside is that of a date.
func isDated(words []speech.Word) bool {
	return slices.ContainsFunc(words, func(w speech.Word) bool { return ofCalendar[w.Plain] })
}

// BeginsDate reports whether words begin as a date does: "Tuesday, the 2nd", "On Monday".
func BeginsDate(words []speech.Word) bool { return isDated(words[:min(len(words), 2)]) }

// ofCalendar are words of dates, of which the month stands so many words from the day at most.
var ofCalendar = speech.SetOf("monday tuesday wednesday thursday friday saturday sunday january february april june july august september october november december inst ult")

const mostToMonth = 3

// leavingOpen are words that leave open what a sentence settles on.
var leavingOpen = speech.Set("leavingOpen", "doubting abroad")

// pausing are words with which somebody begins who has not settled after all.
var pausing = speech.SetOf("wait hold oops scratch hm hmm")

// settlesOn reports whether no word of a sentence leaves open what it settles on. The reason for it
// may be a condition of something else.
func settlesOn(one []speech.Word) bool {
	if speech.LeavesUnsaid(one) {
		return false
	}
	before := false // in words of what its writer has thought of first
	for i, w := range one {
		next := ""
		if i+1 < len(one) {
			next = one[i+1].Plain
		}
		before = before && one[i-1].Stop == 0 || w.Plain == "after" && !speech.Persons[next]
		switch {
		case w.Stop == '?', leavingOpen[w.Plain] && w.Plain != "meant":
			return false
		case i > 0 && one[i-1].Stop != 0 && (w.Plain == "because" || w.Plain == "since" || w.Plain == "the" && next == "other"):
			return true
		case w.Plain == "not", w.Plain == "but", w.Plain == "no", w.Plain == "meant", w.Plain == "should" && next == "be", before:
		case w.Sort == speech.Doubt, i > 0 && (w.Plain == "would" || w.Plain == "like" || w.Plain == "liked") && !speech.IsOwn(one[i-1]) && one[i-1].Plain != "would":
			return false
		}
	}
	return true
}

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

// choosesMan are words of who settles on a man, before its name in its clause.
var choosesMan = speech.SetOf("prefer him her black white move i we i've we've i'll we'll i'm we're my our me us have had will shall would do am are is it's that's that this and so then now well oh ok okay yes right please the to on upon for with from of choice answer decision vote verdict pick preference falls fell goes going not but settled fixed plumped opted voted agreed fallen be go take adopt choose pick want say make opt settle plump means mean id down put decided chosen choosing taking adopting picking must meant")

// leadsToMan reports whether the clause of some words goes on to the name of the man on which its
// writer settles.
func leadsToMan(before []speech.Word) bool {
	for _, w := range slices.Backward(before) {
		if w.Stop != 0 {
			return true
		}
		if !choosesMan[strings.ReplaceAll(w.Plain, "'", "")] && w.Sort != speech.Name && !strings.HasSuffix(w.Plain, "ly") {
			return false
		}
	}
	return true
}

// settling are verbs of who settles on one of a list, and besidePlace other words before its place.
var (
	settling    = speech.SetOf("put take adopt choose pick want voted vote opt settle settled plump plumped decided chosen chose choosing taking adopting picking accept accepting elect elected prefer favour favor select selecting go")
	besidePlace = speech.SetOf("down you they he she gimme give resolved balance reflection whole reckon believe think guess suppose let lets may shall could therefore hence thus only just rather it has had needs number no nr option choice reading version line was were it one then definitely")
)

// leadsToPlace reports whether the clause of some words goes on to the place in a list on which its
// writer settles: it has a verb of choosing, or nothing but words that may stand there.
func leadsToPlace(before []speech.Word) bool {
	for i, w := range slices.Backward(before) {
		switch plain := strings.ReplaceAll(w.Plain, "'", ""); {
		case w.Stop != 0, plain == "and", plain == "so", plain == "but", settling[plain]:
			return true
		case plain == "like" && i > 0 && (before[i-1].Plain == "would" || before[i-1].Plain == "should" || strings.HasSuffix(before[i-1].Plain, "'d")):
			return true
		case !choosesMan[plain] && !besidePlace[plain] && w.Sort != speech.Name && !strings.HasSuffix(plain, "ly") && plain != "" && !speech.IsDigit(plain[0]):
			return false
		}
	}
	return true
}

// allListed reports whether words behind a place in a list go on about that place, or are who is
// addressed: "one, please Bob".
func allListed(behind []speech.Word) bool {
	for i, w := range behind {
		called := i == len(behind)-1 && i > 0 && (behind[i-1].Plain == "please" || behind[i-1].Plain == "thanks")
		if !listed[w.Plain] && w.Sort != speech.Name && !called && !speech.Manners[w.Plain] {
			return false
		}
	}
	return true
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
	for i := 0; i < len(words); i++ {
		n, length := manListedAt(words[i:], ofMan)
		if n == 0 {
			n, length = placeAt(words, i), 1
		}
		digit, _ := strconv.Atoi(words[i].Plain)
		n = cmp.Or(n, digit, slices.Index(notation.Ordinals[:], words[i].Plain)+1, endNamed[words[i].Plain])
		if n < 0 {
			n = of
		}
		if n == 0 || n > of {
			continue
		}
		last := words[i+length-1]
		bare := strings.TrimRight(last.Raw, ".,;:!?)'\"")
		parts = append(parts, weigh.Part{From: from[i], To: from[i+length] - len(last.Raw) + len(bare), Name: strconv.Itoa(n)})
		i += length - 1
	}
	return parts
}
