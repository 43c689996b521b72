package interpret

import (
	"maps"
	"slices"
	"strings"
)

// openers are the first words, as openerOf gives them, of everything that parseCommand reads: few
// lines of prose or of moves begin with one, and the others are not looked at.
var openers = func() map[string]bool {
	set := map[string]bool{}
	add := func(texts ...string) {
		for _, t := range texts {
			set[openerOf(t)] = true
		}
	}
	add("please", "and", "so", "hereby", "i", "we", "most", "very", "need", "want", "request", "take", "ask", "apply")
	add(openings.list()...)
	add(futures.list()...)
	for _, c := range commands {
		add(c.head)
	}
	for _, words := range [...]map[string]bool{small, manners} {
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
	word := openerOf(text)
	if word == "i" || word == "we" {
		text = strings.TrimLeft(text, ".,;:! ")[len(word):]
		if next := openerOf(text); next != "" && text[0] == ' ' {
			return openers[next] || openers[longForm(next)] || behindWriter[next]
		}
	}
	return openers[word] || openers[longForm(word)]
}

// behindWriter are the words behind "I" or "we" at the head of what parseCommand reads, besides the
// openers.
var behindWriter = func() map[string]bool {
	set := setOf("are with")
	for _, all := range [...][]string{openings.list(), futures.list(), slices.Collect(maps.Keys(phrases))} {
		for _, text := range all {
			for _, writer := range [...]string{"i ", "we "} {
				if rest, ok := strings.CutPrefix(text, writer); ok {
					set[openerOf(rest)] = true
				}
			}
		}
	}
	return set
}()

// longestOpener is how many bytes of the first word of a text are looked at.
const longestOpener = 40

// openerOf gives the letters at the head of a text in lower case, without the stops before them and
// the apostrophes among them.
func openerOf(text string) string {
	text = strings.TrimLeft(text, ".,;:! ")
	n := 0
	for n < len(text) && text[n] >= 'a' && text[n] <= 'z' {
		n++
	}
	if n == len(text) || n >= longestOpener || text[n] != '\'' && !isLetter(text[n]) {
		return text[:min(n, longestOpener)]
	}
	var word [longestOpener]byte
	n = 0
	for i := 0; i < len(text) && n < longestOpener && (isLetter(text[i]) || text[i] == '\''); i++ {
		if text[i] != '\'' {
			word[n] = lower(text[i])
			n++
		}
	}
	return string(word[:n])
}
