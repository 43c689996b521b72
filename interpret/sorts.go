package interpret

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"corrd/interpret/notation"
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
		w.stop, w.plain = stopAt(raw, 0), longForm(w.plain)
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
var greets = setOf("give send pass remember kiss")

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
	case polite[bare], isScore(w.raw), manners[bare] && bare != "now", isKisses(w.raw):
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

// isPictograph reports whether a character is a small picture, or one of the unseen signs that
// shape such pictures. The chessmen are none.
func isPictograph(r rune) bool {
	switch {
	case r >= 0x1FA00 && r <= 0x1FA6F, r >= 0x2654 && r <= 0x265F:
		return false
	case r >= 0x1F000 && r <= 0x1FAFF, r >= 0x2600 && r <= 0x27BF, r == 0x200D, r == 0x20E3, r >= 0xFE00 && r <= 0xFE0F,
		r == 0x231A, r == 0x231B, r >= 0x23E9 && r <= 0x23FA, r == 0x2B50, r == 0x2B55, r >= 0xE0020 && r <= 0xE007F:
		return true
	}
	return false
}

// emojiPawn is the black Pawn as mail programs of telephones write the small picture of one.
const emojiPawn = "\u265F\uFE0F"

// withoutPictographs takes small pictures out of a text.
func withoutPictographs(text string) string {
	if strings.IndexFunc(text, isPictograph) < 0 {
		return text
	}
	text = strings.ReplaceAll(text, emojiPawn, " ")
	return strings.Map(func(r rune) rune {
		if isPictograph(r) {
			return ' '
		}
		return r
	}, text)
}

// shortForms are the words of telephones and of haste, with the words that they stand for.
var shortForms = map[string]string{"u": "you", "ur": "your", "r": "are", "n": "and", "plz": "please", "plse": "please", "pls": "please",
	"kk": "ok", "okey": "ok", "okeydokey": "ok", "sry": "sorry", "soz": "sorry", "yh": "yes", "ye": "yes", "ya": "yes", "yea": "yes", "yeh": "yes", "yass": "yes", "yess": "yes", "yus": "yes", "yessir": "yes",
	"nah": "no", "naw": "no", "nop": "no", "noo": "no", "tnx": "thanks", "thnx": "thanks", "thanx": "thanks", "thks": "thanks", "tks": "thanks", "tx": "thanks", "tysm": "thanks",
	"gr8": "great", "m8": "mate", "gd": "good", "bro": "mate", "bruv": "mate", "yw": "welcome", "acc": "accept", "aight": "ok", "ight": "ok", "yo": "hey", "fam": "mate", "pleas": "please", "plase": "please", "pleae": "please", "thnaks": "thanks", "thansk": "thanks", "wud": "would", "w": "with", "prob": "problem", "ofc": "of course",
	"ja": "yes", "jawohl": "yes", "oui": "yes", "nein": "no", "remis": "draw", "einverstanden": "agreed", "gerne": "gladly", "gern": "gladly", "volontiers": "gladly"}

// longForm gives the word for which a short form or a drawn-out one, "pleeease", stands.
func longForm(word string) string {
	if long, ok := shortForms[word]; ok {
		return long
	}
	for i := 0; i+2 < len(word); i++ {
		if word[i] == word[i+1] && word[i] == word[i+2] && isLetter(word[i]) {
			drawn := slices.Compact([]byte(word))
			if long, ok := shortForms[string(drawn)]; ok {
				return long
			}
			return string(drawn)
		}
	}
	return word
}

// longForms is a phrase with the long forms of its words.
func longForms(plain string) string {
	if same := !strings.Contains(plain, "  "); same {
		for w := range strings.SplitSeq(plain, " ") {
			w = strings.TrimSuffix(w, "?")
			same = same && longForm(w) == w
		}
		if same {
			return plain
		}
	}
	words := strings.Fields(plain)
	for i, w := range words {
		asks := strings.HasSuffix(w, "?")
		if words[i] = longForm(strings.TrimSuffix(w, "?")); asks {
			words[i] += "?"
		}
	}
	return strings.Join(words, " ")
}
