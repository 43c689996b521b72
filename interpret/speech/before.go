package speech

import (
	"slices"
	"strings"
)

// The words before the verb of an act deny it, announce it, or only say how, why and after what it
// is done.

// before are the words that may stand before the verb of an act, behind its subject.
var before = Set("before")

// unsure are adverbs with which nothing is done.
var unsure = SetOf("nearly generally mostly possibly probably hardly barely scarcely partly theoretically hypothetically conditionally provisionally tentatively supposedly initially originally previously formerly recently eventually normally usually ordinarily rarely early likely unlikely only only silly")

// MayPrecede reads the words before a verb: whether they deny it, announce it, and may stand there.
func MayPrecede(words []string) (denied, announced, ok bool) {
	for i, w := range words {
		next, last := "", ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		if i > 0 {
			last = words[i-1]
		}
		switch {
		case w == "not":
			if denied || next == "decided" || next == "resolved" || next == "think" || next == "know" || next == "say" || next == "have" || next == "feel" {
				return false, false, false
			}
			denied = true
		case w == "unable" || w == "unwilling":
			denied = true
		case w == "able" && last == "not", w == "able" && i > 1 && words[i-2] == "not":
		case w == "position" && denied:
		case w == "would" || w == "should":
			if !BehindWould[next] && !(next == "not" && i+2 < len(words) && BehindWould[words[i+2]]) {
				return false, false, false
			}
		case w == "could" || w == "can":
			if next != "not" && next != "only" && next != "but" {
				return false, false, false
			}
		case w == "think" || w == "believe" || w == "guess" || w == "reckon":
			rest := words[i+1:]
			if len(rest) < 2 || !(rest[0] == "i" || rest[0] == "we" || rest[0] == "it" || rest[0] == "that") || !(slices.Contains(rest, "will") || slices.Contains(rest, "shall") || slices.Contains(rest, "must") || slices.Contains(rest, "have") || slices.Contains(rest, "time")) {
				return false, false, false
			}
		case w == "you":
			if last != "thank" && last != "inform" && last != "tell" && last != "to" {
				return false, false, false
			}
		case w == "to" && i == 0, (w == "minded" || w == "inclined") && !denied, w == "no" && next != "choice" && next != "option" && next != "alternative" && next != "other":
			return false, false, false
		case (w == "tell" || w == "inform") && next != "you", w == "do" && (next == "i" || next == "we"), w == "like" && last == "feel", w == "too" && last == "am", w == "been", w == "had" && last != "i" && last != "have":
			return false, false, false
		case before[w]:
			announced = announced || (w == "will" || w == "shall" || w == "going") && next != "have" && next != "now"
		case Manners[w], strings.HasSuffix(w, "ly") && !unsure[w]:
		default:
			return false, false, false
		}
	}
	if slices.Contains(words, "have") && slices.Contains(words, "to") {
		announced = false
	}
	return denied, announced, true
}

// sceneless are words of which none stands in what only says how or why an act is done.
var sceneless = Set("sceneless")

// WithoutScene takes off the head of a clause what says how or why its writer acts: "in all
// humility I".
func WithoutScene(words []string) []string {
	if len(words) < 3 {
		return words
	}
	switch words[0] {
	case "in", "with", "after", "upon", "out", "from", "by", "having", "as", "being", "given", "considering", "on", "at", "for", "to", "under":
	default:
		return words
	}
	for i, w := range words[1:] {
		if w == "i" || w == "we" {
			return words[i+1:]
		}
		if sceneless[w] || Unfit[w] && w != "long" && w != "that" && w != "but" && w != "what" || Times[w] || w == "would" || w == "you" || w == "he" || w == "they" || IsDigit(w[0]) || i > MostOfLine {
			return words
		}
	}
	return words
}

// Unfit are words that make a condition, a time or another matter of what stands behind an act.
var Unfit = Set("unfit")

// HasDone reports whether a clause only says that its writer has looked at what is put to them: "I
// have read the terms".
func HasDone(plain []string) bool {
	if len(plain) < 3 || len(plain) > MostOfLine || plain[0] != "i" && plain[0] != "we" || plain[1] != "have" {
		return false
	}
	if plain[2] == "long" || plain[2] == "now" || plain[2] == "carefully" || plain[2] == "duly" {
		plain = slices.Delete(slices.Clone(plain), 2, 3)
	}
	if len(plain) < 3 {
		return false // "I have carefully"
	}
	switch plain[2] {
	case "been":
		return len(plain) > 3 && (plain[3] == "thinking" || plain[3] == "pondering" || plain[3] == "looking" || plain[3] == "busy")
	case "read", "checked", "studied", "considered", "thought", "looked", "reviewed", "examined", "seen", "weighed", "slept", "gone", "discussed", "pondered":
		return !slices.ContainsFunc(plain[3:], func(w string) bool { return w == "not" || w == "whether" || w == "if" || w == "but" || Feigned[w] })
	}
	return false
}

// MostOfLine is how many words set a scene for an act.
const MostOfLine = 8

// Scenic are the prepositions and adverbs with which words set the scene of an act.
var Scenic = Set("scenic")

// Describes reports whether a word is an adjective by its ending, and none that picks one of
// several.
func Describes(word string) bool {
	switch word {
	case "previous", "original", "initial", "final", "earliest", "latest", "additional", "alternative", "different", "conditional", "provisional", "partial", "imaginary", "hypothetical":
		return false
	}
	for _, end := range [...]string{"ous", "ful", "ing", "able", "ible", "ive", "less", "ent", "ant", "ish", "est", "ed", "ial", "ual", "brave", "bold", "fine", "wise"} {
		if len(word) > len(end) && strings.HasSuffix(word, end) || word == end {
			return true
		}
	}
	return false
}

// Feigned are words of speech, of fancy and of sleep: what follows upon them may be meant by
// somebody else, or by nobody.
var Feigned = Set("feigned")
