package interpret

import (
	"maps"
	"slices"
	"strings"

	"corrd/interpret/speech"
	"corrd/interpret/wording"
)

// openers are the first words, as wording.OpenerOf gives them, of everything that parseCommand reads: few
// lines of prose or of moves begin with one, and the others are not looked at.
var openers = func() map[string]bool {
	set := map[string]bool{}
	add := func(texts ...string) {
		for _, t := range texts {
			set[wording.OpenerOf(t)] = true
		}
	}
	add("please", "and", "so", "hereby", "i", "we", "most", "very", "need", "want", "request", "take", "ask", "apply")
	add(openings.List()...)
	add(futures.List()...)
	for _, c := range commands {
		add(c.head)
	}
	for _, words := range [...]map[string]bool{speech.Small, speech.Manners} {
		add(slices.Collect(maps.Keys(words))...)
	}
	add(slices.Collect(maps.Keys(phrases))...)
	add(slices.Collect(maps.Keys(verbs))...)
	add(slices.Collect(maps.Keys(objects))...)
	return set
}()

// mayState reports whether a text begins with a word with which a statement may begin that is
// neither a move nor a conditional.
func mayState(text string) bool {
	word := wording.OpenerOf(text)
	if word == "i" || word == "we" {
		text = strings.TrimLeft(text, ".,;:! ")[len(word):]
		if next := wording.OpenerOf(text); next != "" && text[0] == ' ' {
			return openers[next] || openers[wording.LongForm(next)] || behindWriter[next]
		}
	}
	return openers[word] || openers[wording.LongForm(word)]
}

// behindWriter are the words behind "I" or "we" at the head of what parseCommand reads, besides the
// openers.
var behindWriter = func() map[string]bool {
	set := wording.SetOf("are with")
	for _, all := range [...][]string{openings.List(), futures.List(), slices.Collect(maps.Keys(phrases))} {
		for _, text := range all {
			for _, writer := range [...]string{"i ", "we "} {
				if rest, ok := strings.CutPrefix(text, writer); ok {
					set[wording.OpenerOf(rest)] = true
				}
			}
		}
	}
	return set
}()
