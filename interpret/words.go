package interpret

import (
	"slices"
	"strconv"
	"strings"
)

// cutWord takes a word, whatever its case, off the head of a text, with the
// spaces after it. It reports false if the text does not begin with the word.
func cutWord(text, word string) (string, bool) {
	if len(text) < len(word) || lower(text[0]) != lower(word[0]) || !strings.EqualFold(text[:len(word)], word) {
		return text, false
	}
	rest := text[len(word):]
	if rest != "" && (isLetter(rest[0]) || isDigit(rest[0]) && isDigit(word[len(word)-1])) {
		return text, false
	}
	return strings.TrimLeft(rest, " "), true
}

// cutAnyWord takes the first of the words that heads the text off it.
func cutAnyWord(text string, words ...string) (string, bool) {
	for _, w := range words {
		if rest, ok := cutWord(text, w); ok {
			return rest, true
		}
	}
	return text, false
}

// wordTable holds words and phrases, each of which begins with a letter, by that letter and in the
// order in which they are tried.
type wordTable [26][]string

// tableOf makes a table of words in lower case.
func tableOf(words ...string) *wordTable {
	var t wordTable
	for _, w := range words {
		t[w[0]-'a'] = append(t[w[0]-'a'], w)
	}
	return &t
}

// beside gives the words that begin with the letter that a text begins with.
func (t *wordTable) beside(text string) []string {
	if text == "" || !isLetter(text[0]) {
		return nil
	}
	return t[text[0]|0x20-'a']
}

// cut takes the first of the words that heads a text off it.
func (t *wordTable) cut(text string) (string, bool) { return cutAnyWord(text, t.beside(text)...) }

// list gives all words of the table.
func (t *wordTable) list() []string { return slices.Concat(t[:]...) }

// appendFields appends the words of a text to others.
func appendFields(words []string, text string) []string {
	for w := range strings.FieldsSeq(text) {
		words = append(words, w)
	}
	return words
}

// lower is a capital of ASCII as a small letter; any other character as it is.
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c |= 0x20
	}
	return c
}

// ordinalEnding is the length of the "st", "nd", "d", "rd" or "th" that is the first
// word of a text; 0 if there is none.
func ordinalEnding(text string) int {
	rest, _ := cutAnyWord(text, "st", "nd", "d", "rd", "th")
	return len(strings.TrimRight(text[:len(text)-len(rest)], " "))
}

func isLetter(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// cutNumber takes a number of at most six figures off the head of a text.
func cutNumber(text string) (int, string, bool) {
	i := 0
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	if i == 0 || i > 6 {
		return 0, text, false
	}
	n, _ := strconv.Atoi(text[:i])
	return n, text[i:], true
}

// plainPhrase is a text in lower case without the stops and the courtesies
// around it, as phrases are compared.
func plainPhrase(text string) string {
	text = strings.Trim(strings.ToLower(text), ".,;:! ")
	for _, c := range [...]string{"please ", "and ", "so ", "hereby "} {
		text = strings.TrimPrefix(text, c)
	}
	text = strings.TrimSuffix(text, " please")
	return strings.Trim(text, ".,;:! ")
}

// indexWord finds a word, given in lower case, that stands alone in a text,
// whatever its case there; -1 if there is none.
func indexWord(text, word string, from int) int {
	small, capital := word[0], word[0]&^0x20
	for i := from; i+len(word) <= len(text); i++ {
		if c := text[i]; c != small && c != capital {
			continue
		}
		if strings.EqualFold(text[i:i+len(word)], word) &&
			(i == 0 || !isLetter(text[i-1])) &&
			(i+len(word) == len(text) || !isLetter(text[i+len(word)])) {
			return i
		}
	}
	return -1
}
