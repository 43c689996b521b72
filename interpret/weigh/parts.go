package weigh

import (
	"regexp"
	"slices"
	"strings"
)

// Part is a part of a text that names a move, a reading or a person: where it stands, and the name.
type Part struct {
	From, To int
	Name     string
}

// sureOfOther is how sure it must be of each other part that it is not meant.
const sureOfOther = 0.6

// Meant returns the name of the one part of a text that is meant in a matter, "" if none is or if
// that is less likely than a bound. The parts are in the order of the text.
func Meant(matter Matter, text string, parts []Part, bound float64) (name string) {
	var weighed []string
	for _, p := range parts {
		if slices.Contains(weighed, p.Name) {
			continue
		}
		weighed = append(weighed, p.Name)
		switch outcome, sure := Of(matter, Masked(text, parts, p.Name)); {
		case outcome == Chosen && sure >= bound && name == "":
			name = p.Name
		case outcome == Chosen || sure < sureOfOther:
			return ""
		}
	}
	return name
}

// Masked returns a text with the word One for each part of a name and Other for the other parts.
func Masked(text string, parts []Part, name string) string {
	var b strings.Builder
	at := 0
	for _, p := range parts {
		if p.From < at {
			continue
		}
		b.WriteString(text[at:p.From])
		if p.Name == name {
			b.WriteString(One)
		} else {
			b.WriteString(Other)
		}
		at = p.To
	}
	return b.String() + text[at:]
}

// capitals matches words that may be a name: each begins with a capital, with particles, titles and
// initials between.
var capitals = regexp.MustCompile(`(?:(?:Mrs?|Ms|Dr|Prof|Rev|Capt|Col|St|\p{Lu})\. )*\p{Lu}[\pL'’-]*(?: (?:(?:van|von|de|der|den|di|da|du|la|le|bin|ibn) )*(?:\p{Lu}\. )*\p{Lu}[\pL'’-]*)*`)

// shortened matches two words in one before a name: "I'm Zoe", "It’s Zoe".
var shortened = regexp.MustCompile(`^\p{L}+['’](?:m|d|s|t|ll|ve|re) `)

// Names returns the parts of a text that may be names of people. A capital alone, or one word at
// the head of a sentence, is none.
func Names(text string) (all []Part) {
	for _, at := range capitals.FindAllStringIndex(text, -1) {
		if short := shortened.FindString(text[at[0]:at[1]]); short != "" {
			at[0] += len(short)
		}
		name := strings.TrimRight(text[at[0]:at[1]], "'’-")
		head := strings.TrimRight(text[:at[0]], " \n\"'(")
		if begins := head == "" || strings.ContainsAny(head[len(head)-1:], ".!?"); strings.Contains(name, " ") || !begins && len(name) > 1 {
			all = append(all, Part{at[0], at[0] + len(name), name})
		}
	}
	return all
}
