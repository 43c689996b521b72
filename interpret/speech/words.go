package speech

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// CutWord takes a word, whatever its case, off the head of a text, with the
// spaces after it. It reports false if the text does not begin with the word.
func CutWord(text, word string) (string, bool) {
	if len(text) < len(word) || lower(text[0]) != lower(word[0]) || !strings.EqualFold(text[:len(word)], word) {
		return text, false
	}
	rest := text[len(word):]
	if rest != "" && (IsLetter(rest[0]) || IsDigit(rest[0]) && IsDigit(word[len(word)-1])) {
		return text, false
	}
	return strings.TrimLeft(rest, " "), true
}

// CutAnyWord takes the first of the words that heads the text off it.
func CutAnyWord(text string, words ...string) (string, bool) {
	for _, w := range words {
		if rest, ok := CutWord(text, w); ok {
			return rest, true
		}
	}
	return text, false
}

// Table holds words and phrases, each of which begins with a letter, by that letter and in the
// order in which they are tried.
type Table [26][]string

// TableOf makes a table of words in lower case.
func TableOf(words ...string) *Table {
	var t Table
	for _, w := range words {
		t[w[0]-'a'] = append(t[w[0]-'a'], w)
	}
	return &t
}

// Beside returns the words that begin with the letter that a text begins with.
func (t *Table) Beside(text string) []string {
	if text == "" || !IsLetter(text[0]) {
		return nil
	}
	return t[text[0]|0x20-'a']
}

// Cut takes the first of the words that heads a text off it.
func (t *Table) Cut(text string) (string, bool) { return CutAnyWord(text, t.Beside(text)...) }

// List returns all words of the table.
func (t *Table) List() []string { return slices.Concat(t[:]...) }

// AppendFields appends the words of a text to others.
func AppendFields(words []string, text string) []string {
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

// OrdinalEnding is the length of the "st", "nd", "d", "rd" or "th" that is the first word of a
// text, or 0 if there is none.
func OrdinalEnding(text string) int {
	rest, _ := CutAnyWord(text, "st", "nd", "d", "rd", "th")
	return len(strings.TrimRight(text[:len(text)-len(rest)], " "))
}

// IsLetter reports whether a character is a letter of ASCII.
func IsLetter(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }

// IsDigit reports whether a character is a figure of ASCII.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// CutNumber takes a number of at most six figures off the head of a text.
func CutNumber(text string) (int, string, bool) {
	i := 0
	for i < len(text) && IsDigit(text[i]) {
		i++
	}
	if i == 0 || i > 6 {
		return 0, text, false
	}
	n, _ := strconv.Atoi(text[:i])
	return n, text[i:], true
}

// IndexWord finds a word, given in lower case, that stands alone in a text, whatever its case
// there, or -1 if there is none.
func IndexWord(text, word string, from int) int {
	small, capital := word[0], word[0]&^0x20
	for i := from; i+len(word) <= len(text); i++ {
		if c := text[i]; c != small && c != capital {
			continue
		}
		if strings.EqualFold(text[i:i+len(word)], word) &&
			(i == 0 || !IsLetter(text[i-1])) &&
			(i+len(word) == len(text) || !IsLetter(text[i+len(word)])) {
			return i
		}
	}
	return -1
}

// SetOf returns the words of a text, without their apostrophes, as a set.
func SetOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[strings.ReplaceAll(w, "'", "")] = true
	}
	return set
}

// longestFirst is how many bytes of the first word of a text are looked at.
const longestFirst = 40

// OpenerOf returns the letters at the head of a text in lower case, without the stops before them
// and the apostrophes among them.
func OpenerOf(text string) string {
	text = strings.TrimLeft(text, ".,;:! ")
	n := 0
	for n < len(text) && text[n] >= 'a' && text[n] <= 'z' {
		n++
	}
	if n == len(text) || n >= longestFirst || text[n] != '\'' && !IsLetter(text[n]) {
		return text[:min(n, longestFirst)]
	}
	var word [longestFirst]byte
	n = 0
	for i := 0; i < len(text) && n < longestFirst && (IsLetter(text[i]) || text[i] == '\''); i++ {
		if text[i] != '\'' {
			word[n] = lower(text[i])
			n++
		}
	}
	return string(word[:n])
}

// CutGame reads "Game 2:" at the head of a line: the game's number and what follows the colon.
func CutGame(line string) (rest string, game int, ok bool) {
	after, ok := CutWord(line, "game")
	if !ok {
		return line, 0, false
	}
	after = strings.TrimLeft(after, "#")
	game, after, ok = CutNumber(after)
	if !ok || game == 0 {
		return line, 0, false
	}
	after = strings.TrimSpace(after)
	if after == "" {
		return "", game, true
	}
	if after[0] != ':' {
		return line, 0, false
	}
	return strings.TrimSpace(after[1:]), game, true
}

// A word of a letter may be misspelt. One with which moves and answers are brought in is known all
// the same with two letters in each other's place, "teh" and "moev", or, if it is long, without one
// letter from within, "plese".

// often are the words that are known although they are misspelt. No act is among them: who means
// one spells it.
var often = [...]string{"the", "this", "with", "move", "play", "moves", "playing", "moving", "please", "answer", "reply", "thank", "thanks", "sorry", "would", "your", "invitation",
	"pleasure", "opening", "choose", "castle", "castles", "greetings", "regards", "delay", "letter", "again", "apologies"}

// longEnough is how many letters a word has that is known without one of them.
const longEnough = 6

// misspelt gives the words of often by those of their misspellings that are not words themselves.
var misspelt = func() map[string]string {
	all := map[string]string{}
	for _, phrases := range Said {
		for w := range strings.FieldsSeq(strings.Join(phrases, " ")) {
			all[w] = w
		}
	}
	note := func(wrong, right string) {
		if _, known := all[wrong]; known {
			right = wrong
		}
		all[wrong] = right
	}
	for _, w := range often {
		for i := range len(w) - 1 {
			if w[i] != w[i+1] {
				note(w[:i]+string(w[i+1])+string(w[i])+w[i+2:], w)
			}
			if i > 0 && len(w) >= longEnough && w[i] != w[i-1] {
				note(w[:i]+w[i+1:], w)
			}
		}
	}
	return all
}()

// spelt returns a word as it is spelt.
func spelt(word string) string {
	if right, ok := misspelt[word]; ok {
		return right
	}
	return word
}

// shortForms are the words of telephones and of haste, with the words that they stand for.
var shortForms = map[string]string{"u": "you", "ur": "your", "r": "are", "n": "and", "plz": "please", "plse": "please", "pls": "please",
	"kk": "ok", "okey": "ok", "okeydokey": "ok", "sry": "sorry", "soz": "sorry", "yh": "yes", "ye": "yes", "ya": "yes", "yea": "yes", "yeh": "yes", "yass": "yes", "yess": "yes", "yus": "yes", "yessir": "yes",
	"nah": "no", "naw": "no", "nae": "no", "gie": "give", "auld": "old", "och": "oh", "ach": "oh", "dinnae": "don't", "cannae": "can't", "wasnae": "wasn't", "isnae": "isn't", "didnae": "didn't", "nop": "no", "noo": "no", "tnx": "thanks", "thnx": "thanks", "thanx": "thanks", "thks": "thanks", "tks": "thanks", "tx": "thanks", "tysm": "thanks",
	"thee": "you", "dey": "now", "ah've": "i've", "ah'll": "i'll", "ah'm": "i'm", "ye're": "you're", "wouldja": "would you", "dat": "that", "doin'": "doing", "havin'": "having", "feller": "fellow", "thou": "you", "thy": "your", "gr8": "great", "m8": "mate", "gd": "good", "bro": "mate", "bruv": "mate", "yw": "welcome", "acc": "accept", "aight": "ok", "ight": "ok", "yo": "hey", "fam": "mate", "pleas": "please", "plase": "please", "pleae": "please", "thnaks": "thanks", "thansk": "thanks", "wud": "would", "w": "with", "prob": "problem", "probs": "problem", "np": "no problem", "nps": "no problem", "ofc": "of course",
	"bc": "because", "cuz": "because", "gonna": "going to", "wht": "white", "blk": "black",
	"ja": "yes", "jawohl": "yes", "oui": "yes", "nein": "no", "remis": "draw", "einverstanden": "agreed", "gerne": "gladly", "gern": "gladly", "volontiers": "gladly"}

// LongForm returns the word for which a short form or a drawn-out one, "pleeease", stands.
func LongForm(word string) string {
	if long, ok := shortForms[word]; ok {
		return long
	}
	for i := 0; i+2 < len(word); i++ {
		if word[i] == word[i+1] && word[i] == word[i+2] && IsLetter(word[i]) {
			drawn := slices.Compact([]byte(word))
			if long, ok := shortForms[string(drawn)]; ok {
				return long
			}
			return string(drawn)
		}
	}
	return word
}

// LongForms is a phrase with the long forms of its words.
func LongForms(plain string) string {
	if same := !strings.Contains(plain, "  "); same {
		for w := range strings.SplitSeq(plain, " ") {
			w = strings.TrimSuffix(w, "?")
			same = same && LongForm(w) == w
		}
		if same {
			return plain
		}
	}
	words := strings.Fields(plain)
	for i, w := range words {
		asks := strings.HasSuffix(w, "?")
		if words[i] = LongForm(strings.TrimSuffix(w, "?")); asks {
			words[i] += "?"
		}
	}
	return strings.Join(words, " ")
}

// withoutStars takes the stars with which a mail program marks bold words off a line.
func withoutStars(line string) string {
	if strings.Count(line, "*") < 2 {
		return line
	}
	return starred.ReplaceAllString(line, "$1$2$3")
}

// starred are words between stars.
var starred = regexp.MustCompile(`(^|[ (:])\*{1,2}([^* ]|[^* ][^*]*[^* ])\*{1,2}($|[ ).,;:!?])`)
