package carrying

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// The words directly before a move may say in a form of few bounds that it is its writer's: a
// clause that names their move, "the answer to your letter is", or what they do with it, "I permit
// myself the small move".

// mostLed is how many words of such a clause are looked at, and mostObject those behind its verb.
const (
	mostLed    = 14
	mostObject = 9
)

var (
	// ownMoves are nouns for a move of one's own, owning what stands before them.
	ownMoves = speech.SetOf("move answer reply response ninth tenth turn choice")
)

// hasThird reports whether words speak of somebody who is neither their writer nor their reader.
func hasThird(words []speech.Word) bool {
	return slices.ContainsFunc(words, func(w speech.Word) bool { return speech.Persons[w.Plain] && w.Plain != "you" || w.Plain == "against" })
}

// Leads are the words with which players bring their move in, one after another.
var Leads = speech.TableOf(speech.Said["lead"]...)

// MostLeads bounds how many leads before a move are looked at.
const MostLeads = 6

// WithoutLead returns a text without the leads before its move and the words behind it.
func WithoutLead(text string) string {
	text = withoutTail(strings.TrimPrefix(text, "- "))
	text = notation.WithoutBrackets(text)
	_, coloured := speech.CutAnyWord(text, "white black", "black white") // the head of a score
	for n := 0; n < MostLeads && !coloured; n++ {
		rest, ok := Leads.Cut(text)
		_, another := speech.CutWord(rest, "of") // "instead of Q-R5"
		if _, no := speech.CutWord(text, "no"); no && !another {
			_, another = speech.CutAnyWord(rest, "castling", "castles") // "No castling!"
		}
		if rest = strings.TrimLeft(rest, ":,.!;=- "); !ok || rest == "" || another || soMuch.MatchString(text) {
			break
		}
		text = rest
	}
	return text
}

// soMuch matches words that only say how something is: "sorry, so short".
var soMuch = regexp.MustCompile(`(?i)^so (?:very )?(?:short|long)[.!, ]*$`)

// naming are the words of which what names a move consists.
var naming = speech.Set("naming")

// withoutTail returns a text without the words behind its move, and the mark of the question in
// which they stand.
func withoutTail(text string) string {
	text = strings.TrimRight(text, ", ")
	bare := strings.TrimRight(text, ".!? ")
	for _, word := range [...]string{" as my ", " for my ", " as our "} {
		if at := strings.LastIndex(bare, word); at > 1 && !slices.ContainsFunc(strings.Fields(strings.ToLower(bare[at+len(word):])), func(w string) bool { return !naming[w] }) {
			return withoutTail(strings.TrimRight(bare[:at], ",;- "))
		}
	}
	for _, tail := range speech.Said["tail"] {
		at := len(bare) - len(tail)
		if at > 1 && bare[at]|0x20 == tail[0] && strings.EqualFold(bare[at:], tail) && strings.IndexByte(" ,;.!?", bare[at-1]) >= 0 {
			return withoutTail(strings.TrimRight(bare[:at], ",;- "))
		}
	}
	return text
}
