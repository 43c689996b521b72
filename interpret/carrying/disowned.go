package carrying

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

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

// Nearest is the first line that is not blank from a place on.
func Nearest(lines []string, at, step int) string {
	for ; at >= 0 && at < len(lines); at += step {
		if lines[at] != "" {
			return lines[at]
		}
	}
	return ""
}
