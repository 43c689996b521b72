package interpret

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"corrd/interpret/notation"
	"corrd/interpret/wording"
)

// aWord is a word of a line: as it stands there, in lower case without the signs around it, and
// the last of the signs of punctuation behind it, 0 for none.
type aWord struct {
	raw, plain string
	stop       byte
	sort       wordSort
	idiom      int // the place of the idiom that the word belongs to, from 1; 0 for none
}

// wordSort says what a word may do in a sentence beside a statement.
type wordSort uint8

const (
	otherWord wordSort = iota
	politeWord
	nameWord
	doubtWord // the sentence may take back or restrict what is stated
)

// wordsOf parts a line into its words and sorts them.
func (p *parser) wordsOf(line string) []aWord {
	p.spend(len(line))
	words := make([]aWord, 0, strings.Count(line, " ")+1)
	for raw := range strings.FieldsSeq(line) {
		w := aWord{raw: raw, plain: strings.ToLower(strings.Trim(raw, ".,;:!?-()\"'"))}
		if w.plain == "" && len(words) > 0 { // a dash between two sentences
			words[len(words)-1].raw += " " + raw
			words[len(words)-1].stop = stopAt(raw, words[len(words)-1].stop)
			continue
		}
		w.stop = stopAt(raw, 0)
		if w.plain == "ye" && len(words) > 0 {
			w.plain = "you"
		}
		w.plain = wording.LongForm(w.plain)
		words = append(words, w)
	}
	p.spend(stepsOfSorting * len(words))
	for i := range words {
		words[i].sort = sortOf(words[i])
	}
	if n := len(words) - 1; n > 0 && words[n].plain == "x" && (words[n].raw == "x" || words[n].raw == "X") {
		words[n].sort = politeWord // a kiss
	}
	if len(words) > 1 && words[0].plain == "k" && words[0].stop|',' == ',' && words[1].sort == politeWord {
		words[0].plain, words[0].sort = "ok", politeWord
	}
	for i := 0; i < len(words); i++ {
		if n := idiomAt(words[i:]); n > 0 {
			for j := range n {
				words[i+j].sort, words[i+j].idiom = politeWord, i+1
			}
			if last := &words[i+n-1]; last.stop == '?' && (words[i].plain == "why" || words[i].plain == "how") {
				last.stop = '!' // a question that asks nothing
			}
			i += n - 1
		}
	}
	for i := 1; i < len(words); i++ {
		if words[i].plain == "conditions" && (small[words[i-1].plain] || words[i-1].plain == "all") {
			words[i].plain, words[i].sort = "terms", otherWord // those that are put to the writer
		}
	}
	for i := 1; i+1 < len(words); i++ {
		if words[i].plain == "should" && (words[i-1].plain == "i" || words[i-1].plain == "we") && behindWould[words[i+1].plain] {
			words[i].plain, words[i].sort = "would", politeWord // "I should like that"
		}
	}
	greeted(words)
	thanked(words)
	excused(words)
	for i := 0; i+mostNamesInRow < len(words); i++ { // so long a row of capitals is no name
		if !slices.ContainsFunc(words[i:i+mostNamesInRow+1], func(w aWord) bool { return w.sort != nameWord }) {
			words[i].sort = otherWord
		}
	}
	return words
}

// greeted makes courtesies of the words with which greetings are sent: "and give my love to your mother".
func greeted(words []aWord) {
	for i, w := range words {
		if !greets[w.plain] || i > 0 && words[i-1].stop == 0 && words[i-1].plain != "and" && words[i-1].plain != "please" {
			continue
		}
		sent := words[i : i+sentence(words[i:])]
		if has(sent, doubtWord) || len(sent) < fewestWords || !slices.ContainsFunc(sent, func(w aWord) bool { return wished[w.plain] }) {
			continue
		}
		for n := range sent {
			sent[n].sort = politeWord
		}
	}
}

// greets are the verbs with which greetings are sent.
var greets = wording.SetOf("give send pass remember kiss")

// stopAt is the sign that ends a clause at the end of a word, or another if there is none.
func stopAt(raw string, other byte) byte {
	tail := raw[len(strings.TrimRight(raw, ".,;:!?-()\"'")):]
	for _, stop := range [...]byte{'?', '!', '.', ';', ':', ',', '-'} {
		if strings.IndexByte(tail, stop) >= 0 {
			return stop
		}
	}
	return other
}

// sortOf sorts a word by itself.
func sortOf(w aWord) wordSort {
	bare := strings.ReplaceAll(w.plain, "'", "")
	switch first, _ := utf8.DecodeRuneInString(strings.TrimLeft(w.raw, "(\"'")); {
	case doubts[bare] || strings.HasSuffix(w.plain, "n't"):
		return doubtWord
	case polite[bare], isScore(w.raw), manners[bare] && bare != "now", wording.IsKisses(w.raw):
		return politeWord
	case unicode.IsUpper(first) && (isGivenName(w.raw) || !notation.IsLanguage(w.plain)) && !strings.ContainsAny(w.plain, "0123456789@"):
		return nameWord
	}
	return otherWord
}

// sentence is the number of words up to the first stop, that word included.
func sentence(words []aWord) int {
	for i, w := range words {
		if w.stop != 0 {
			return i + 1
		}
	}
	return len(words)
}

func has(words []aWord, sort wordSort) bool {
	return slices.ContainsFunc(words, func(w aWord) bool { return w.sort == sort })
}

func allPolite(words []aWord) bool { return !has(words, otherWord) && !has(words, doubtWord) }

// idiomAt is the number of words of a turn of phrase that begins with the first word; 0 if there is
// none.
func idiomAt(words []aWord) int {
	for _, idiom := range idioms[strings.ReplaceAll(words[0].plain, "'", "")] {
		if n := len(idiom); n <= len(words) && !slices.ContainsFunc(words[:n-1], func(w aWord) bool { return w.stop != 0 && w.stop != ',' }) {
			same := func(i int) bool { return strings.ReplaceAll(words[i].plain, "'", "") == idiom[i] }
			i := 0
			for i < n && same(i) {
				i++
			}
			if i == n {
				return n
			}
		}
	}
	return 0
}
