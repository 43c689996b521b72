package weigh

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// token is a word of a letter in lower case, a sign, the end of a line or a pictograph.
type token struct {
	text string
	sign bool
}

// aName, aMan and aNumber stand for any name, for the letter of a man and for any number above
// twelve, begin and end for the ends of a letter.
const (
	aName   = "_name"
	aMan    = "_man"
	aNumber = "_number"
	begin   = "<"
	end     = ">"
)

// stem is how many letters of a word are also a feature, so that forms of one word are alike.
const stem = 5

// plainly writes signs as a typewriter has them.
var plainly = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "—", "-", "–", "-", "…", "...")

var digits = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve")

// tokens returns the tokens of a text.
func tokens(text string) (all []token) {
	heads := true // the next word begins a sentence
	for rest := plainly.Replace(text); rest != ""; {
		first := []rune(rest[:min(len(rest), 4)])[0]
		n := len(string(first))
		switch {
		case unicode.IsLetter(first) || first == '_':
			n = wordLength(rest)
			all = append(all, wordTokens(strings.TrimRight(rest[:n], "'"), heads)...)
			heads = false
		case first >= '0' && first <= '9':
			n = len(rest) - len(strings.TrimLeft(rest, "0123456789"))
			all = append(all, token{text: number(rest[:n])})
			heads = false
		case first == '\n' || !unicode.IsSpace(first) && first != '\'' && first != '\uFE0F':
			all = append(all, token{text: string(first), sign: true})
			heads = strings.ContainsRune(".!?\n\"(", first)
		}
		rest = rest[n:]
	}
	return all
}

// wordLength is the number of bytes of the word with which a text begins.
func wordLength(text string) int {
	n := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '_' })
	if n < 0 {
		n = len(text)
	}
	return n
}

// wordTokens returns a word as one token, or as two if it is one with "not".
func wordTokens(word string, heads bool) []token {
	lower := strings.ToLower(word)
	switch {
	case len(word) == 1 && strings.Contains("KQRBNP", word), menOfRecords[word]:
		return []token{{text: aMan}}
	case !heads && len(word) > 1 && word[0] >= 'A' && word[0] <= 'Z' && word[1] >= 'a' && !strings.HasPrefix(lower, "i'"):
		return []token{{text: aName}}
	case strings.HasSuffix(lower, "n't"):
		return []token{{text: strings.TrimSuffix(lower, "n't")}, {text: "not"}}
	}
	return []token{{text: lower}}
}

// menOfRecords are men and files of records in capitals.
var menOfRecords = map[string]bool{"KB": true, "QB": true, "KR": true, "QR": true, "KKt": true, "QKt": true, "KN": true, "QN": true, "KP": true, "QP": true,
	"KBP": true, "QBP": true, "KRP": true, "QRP": true, "KKtP": true, "QKtP": true}

// number returns a number in words up to twelve.
func number(figures string) string {
	if n, err := strconv.Atoi(figures); err == nil && n < len(digits) {
		return digits[n]
	}
	return aNumber
}

// denying are words that deny what stands behind them in their clause.
var denying = map[string]bool{"not": true, "no": true, "never": true, "without": true, "nothing": true, "nobody": true, "nor": true}

// span is how far apart the tokens of a pair in a clause stand at most.
const span = 4

// features returns what a text is weighed by, each feature once for all matters of its model and
// once for its own. The first letter of a feature says what it is: a word (1), two (2) or three (3)
// together, the stem of a word (s), a word of the first clause (f), one that begins a clause (b) or
// stands in a question (q) or behind a denial (n), one that ends a clause with its sign (e), two of
// a clause that stand apart (k), a clause of a few words (c).
func features(matter Matter, text string) (all []string) {
	add := func(kind string, tokens ...token) {
		f := kind
		for _, t := range tokens {
			f += " " + t.text
		}
		all = append(all, f, string(matter)+"|"+f)
	}
	line := append(append([]token{{text: begin, sign: true}}, tokens(text)...), token{text: end, sign: true})
	for i, t := range line {
		add("1", t)
		if i+1 < len(line) {
			add("2", line[i:i+2]...)
		}
		if i+2 < len(line) {
			add("3", line[i:i+3]...)
		}
		if !t.sign && len(t.text) > stem {
			add("s", token{text: t.text[:stem]})
		}
	}
	first := true
	for at := 1; at < len(line); {
		n := slices.IndexFunc(line[at:], func(t token) bool { return t.sign })
		clause, rest := line[at:at+n], line[at+n:]
		at += n + 1
		if n == 0 {
			continue
		}
		asked, denied := asks(rest), false
		for _, t := range clause {
			if first {
				add("f", t)
			}
			if asked {
				add("q", t)
			}
			if denied {
				add("n", t)
			}
			denied = denied || denying[t.text]
		}
		for i := range clause {
			for j := i + 2; j < min(i+span+1, len(clause)); j++ {
				add("k", clause[i], clause[j])
			}
		}
		add("b", clause[0])
		add("e", clause[n-1], rest[0])
		if n < stem {
			add("c", clause...)
		}
		first = false
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// asks reports whether a sentence that goes on with some tokens ends as a question does.
func asks(rest []token) bool {
	for _, t := range rest {
		switch t.text {
		case "?":
			return true
		case ".", "!", "\n", end:
			return false
		}
	}
	return false
}
