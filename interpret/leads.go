package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/notation"
	"corrd/interpret/speech"
	"corrd/interpret/wording"
)

// leads are the words with which players bring their move in, one after another; mostLeads bounds
// how many are looked at.
var leads = wording.TableOf(speech.Said["lead"]...)

const mostLeads = 6

// mayMove reports whether a text may begin, behind such words, with the words of a move or with its
// number. If it does not, no part of it that begins with its first word is a move.
func mayMove(text string) bool {
	if !notation.MayHold(text) {
		return false
	}
	for n := 0; n <= mostLeads && text != ""; n++ {
		text, _ = wording.CutWord(text, "either")
		if text == "" || !wording.IsLetter(text[0]) || notation.MayBegin(text[:min(len(text), maxOneMove)]) {
			return true
		}
		if _, _, _, numbered := cutLabel(text); numbered {
			return true
		}
		rest, ok := leads.Cut(text)
		if text = strings.TrimLeft(rest, ":,.!;- "); !ok {
			return false
		}
	}
	return false
}

// withoutLead takes such words off a move.
func withoutLead(text string) string {
	text = withoutTail(strings.TrimPrefix(text, "- "))
	text = notation.WithoutBrackets(text)
	_, coloured := wording.CutAnyWord(text, "white black", "black white") // the head of a score
	for n := 0; n < mostLeads && !coloured; n++ {
		rest, ok := leads.Cut(text)
		_, another := wording.CutWord(rest, "of") // "instead of Q-R5"
		if rest = strings.TrimLeft(rest, ":,.!;- "); !ok || rest == "" || another {
			break
		}
		text = rest
	}
	return text
}

// withoutTail takes such words off the end of a move, and the mark of the question in which they
// stand.
func withoutTail(text string) string {
	text = strings.TrimRight(text, ", ")
	bare := strings.TrimRight(text, ".!? ")
	for _, word := range [...]string{" as my ", " for my ", " as our "} {
		if at := strings.LastIndex(bare, word); at > 1 && !slices.ContainsFunc(strings.Fields(strings.ToLower(bare[at+len(word):])), func(w string) bool { return !speech.Naming[w] }) {
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
