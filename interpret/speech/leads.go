package speech

import (
	"slices"
	"strings"

	"corrd/interpret/notation"
)

// Leads are the words with which players bring their move in, one after another.
var Leads = TableOf(Said["lead"]...)

// MostLeads bounds how many leads before a move are looked at.
const MostLeads = 6

// WithoutLead returns a text without the leads before its move and the words behind it.
func WithoutLead(text string) string {
	text = withoutTail(strings.TrimPrefix(text, "- "))
	text = notation.WithoutBrackets(text)
	_, coloured := CutAnyWord(text, "white black", "black white") // the head of a score
	for n := 0; n < MostLeads && !coloured; n++ {
		rest, ok := Leads.Cut(text)
		_, another := CutWord(rest, "of") // "instead of Q-R5"
		if rest = strings.TrimLeft(rest, ":,.!;- "); !ok || rest == "" || another {
			break
		}
		text = rest
	}
	return text
}

// naming are the words of which what names a move consists.
var naming = Set("naming")

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
	for _, tail := range Said["tail"] {
		at := len(bare) - len(tail)
		if at > 1 && bare[at]|0x20 == tail[0] && strings.EqualFold(bare[at:], tail) && strings.IndexByte(" ,;.!?", bare[at-1]) >= 0 {
			return withoutTail(strings.TrimRight(bare[:at], ",;- "))
		}
	}
	return text
}
