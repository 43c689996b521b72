// Package speech parts a line of a letter into words and sorts them: courtesies, names, words that
// may take back what a statement says, and others. It finds words in lines, at their head or among
// them, whatever their case, short form or signs, and knows the turns with which players bring a
// move in. All sorted words stand in phrases.txt.
//
// Three grammars read sentences, and each has its table. carrying.txt accounts for each word of a
// sentence that carries a move (package carrying). sentences.txt has kernels, a verb and its
// object, of what decides or offers something: a kernel may stand among words of any kind but those
// that are dangerous where they stand, and StatesFreely gives the kind that the first kernel
// states. TakesBack says by the same table whether the sentence beside it takes that back. acts.txt
// has shorter kernels for what no sentence of that table reads: the words around them are free but
// for its closed classes (acts.go). asking.txt has what somebody asks for that costs little when it
// is read wrongly: most of the words of such a sentence are free, and Asks gives its argument too.
// Before a kernel is believed, foreign.go looks whether the sentence tells it of somebody else.
//
// It must not know what a statement is, nor what comes of one. It is pure.
package speech

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"corrd/interpret/notation"
)

// Word is a word of a line: as it stands there, in lower case without the signs around it, and
// the last of the signs of punctuation behind it, 0 for none.
type Word struct {
	Raw, Plain string
	Stop       byte
	Sort       Sort
	Idiom      int // the place of the idiom that the word belongs to, from 1; 0 for none
}

// Bare returns the plain word without its apostrophes, as SetOf keeps words.
func (w Word) Bare() string { return strings.ReplaceAll(w.Plain, "'", "") }

// Sort says what a word may do in a sentence beside a statement.
type Sort uint8

// The sorts.
const (
	Other Sort = iota
	Polite
	Name
	Doubt  // the sentence may take back or restrict what is stated
	Record // the words of a move; Of does not know them
)

// Lengths of turns of speech, in words.
const (
	MostNames   = 3 // of a name
	FewestWords = 3 // of a clause that says something without a sign before it
)

// Of parts a line into its words and sorts them.
func Of(line string) []Word {
	words := make([]Word, 0, strings.Count(line, " ")+1)
	for raw := range strings.FieldsSeq(line) {
		w := Word{Raw: raw, Plain: strings.ToLower(strings.Trim(raw, ".,;:!?-()\"'"))}
		if (w.Plain == "" || strings.Trim(w.Plain, "=>/") == "") && len(words) > 0 { // a dash between two sentences, "my move ="
			words[len(words)-1].Raw += " " + raw
			words[len(words)-1].Stop = stopAt(separators.Replace(raw), words[len(words)-1].Stop)
			continue
		}
		w.Stop = stopAt(raw, 0)
		if w.Plain == "ye" && len(words) > 0 {
			w.Plain = "you"
		}
		w.Plain = spelt(LongForm(w.Plain))
		words = append(words, w)
	}
	for i := range words {
		if i > 0 && words[i-1].Plain == "no" && (i == 1 || words[i-2].Stop != 0 || answersTo[words[i-2].Plain]) && trifling[words[i].Plain] && (i+1 == len(words) || words[i+1].Plain != "please") {
			words[i].Plain = "problem"
		}
		if words[i].Plain == "no" && words[i].Stop == '.' && i+1 < len(words) && IsDigit(words[i+1].Raw[0]) && (i == 0 || words[i-1].Stop != 0) {
			words[i].Plain, words[i].Stop = "number", 0 // "No. 8 to Queen's Park" denies nothing
		}
		words[i].Sort = sortOf(words[i])
		if i > 0 && titles[words[i-1].Plain] && words[i-1].Stop == '.' && words[i].Sort == Name {
			words[i-1].Stop, words[i-1].Sort = 0, Name
		}
	}
	if n := len(words) - 1; n > 0 && words[n].Plain == "x" && (words[n].Raw == "x" || words[n].Raw == "X") {
		words[n].Sort = Polite // a kiss
	}
	if len(words) > 1 && words[0].Plain == "k" && words[0].Stop|',' == ',' && words[1].Sort == Polite {
		words[0].Plain, words[0].Sort = "ok", Polite
	}
	idiomatic(words)
	softened(words)
	greeted(words)
	thanked(words)
	excused(words)
	for i := 0; i+MostNames < len(words); i++ { // so long a row of capitals is not a name
		if !slices.ContainsFunc(words[i:i+MostNames+1], func(w Word) bool { return w.Sort != Name }) {
			words[i].Sort = Other
		}
	}
	return words
}

// trifling are words for what "no" makes light of: "no sweat".
var trifling = SetOf("sweat biggie biggy drama dramas stress hassle bovver botheration aggro fuss")

// separators are signs that people write for others between two parts of a line.
var separators = strings.NewReplacer("=", ":", "/", "-")

// idiomatic makes one courtesy of the words of each idiom.
func idiomatic(words []Word) {
	for i := 0; i < len(words); i++ {
		if n := idiomAt(words[i:]); n > 0 {
			for j := range n {
				words[i+j].Sort, words[i+j].Idiom = Polite, i+1
			}
			if last := &words[i+n-1]; last.Stop == '?' && (words[i].Plain == "why" || words[i].Plain == "how") {
				last.Stop = '!' // a question that asks nothing
			}
			i += n - 1
		}
	}
}

// softened makes courtesies of words that only sound like a condition, a wish or a wait.
func softened(words []Word) {
	for i := 1; i < len(words); i++ {
		if words[i].Plain == "conditions" && (Small[words[i-1].Plain] || words[i-1].Plain == "all") {
			words[i].Plain, words[i].Sort = "terms", Other // those that are put to the writer
		}
	}
	for i := 1; i+1 < len(words); i++ {
		if words[i].Plain == "should" && (words[i-1].Plain == "i" || words[i-1].Plain == "we") && BehindWould[words[i+1].Plain] {
			words[i].Plain, words[i].Sort = "would", Polite // "I should like that"
		}
	}
	for i := 0; i+2 < len(words); i++ {
		if (words[i].Plain == "wait" || words[i].Plain == "waiting") && words[i+1].Plain == "for" && (words[i+2].Plain == "your" || words[i+2].Plain == "you") {
			words[i].Sort = Polite // who waits for the other side holds nothing back
		}
	}
}

// greeted makes courtesies of the words with which greetings are sent: "and give my love to your
// mother".
func greeted(words []Word) {
	for i, w := range words {
		if !greets[w.Plain] || i > 0 && words[i-1].Stop == 0 && words[i-1].Plain != "and" && words[i-1].Plain != "please" {
			continue
		}
		sent := words[i : i+Sentence(words[i:])]
		if Has(sent, Doubt) || len(sent) < FewestWords || !slices.ContainsFunc(sent, func(w Word) bool { return Wished[w.Plain] }) {
			continue
		}
		for n := range sent {
			sent[n].Sort = Polite
		}
	}
}

// greets are the verbs with which greetings are sent.
var greets = SetOf("give send pass remember kiss")

// stopAt is the sign that ends a clause at the end of a word, or another if there is none.
func stopAt(raw string, other byte) byte {
	tail := raw[len(strings.TrimRight(raw, ".,;:!?-()\"'")):]
	if at := len(raw) - len(tail); strings.HasPrefix(tail, "!?") && at > 0 && IsDigit(raw[at-1]) {
		return '!' // an annotator's sign behind a move
	}
	for _, stop := range [...]byte{'?', '!', '.', ';', ':', ',', '-'} {
		if strings.IndexByte(tail, stop) >= 0 {
			return stop
		}
	}
	return other
}

// sortOf sorts a word by itself.
func sortOf(w Word) Sort {
	bare := w.Bare()
	switch first, _ := utf8.DecodeRuneInString(strings.TrimLeft(w.Raw, "(\"'")); {
	case doubts[bare] || strings.HasSuffix(w.Plain, "n't"):
		return Doubt
	case polite[bare], strings.IndexByte(bare, ' ') > 0 && AllPolite(Of(bare)), isScore(w.Raw), Manners[bare] && bare != "now", IsKisses(w.Raw):
		return Polite
	case unicode.IsUpper(first) && (IsGivenName(w.Raw) || !notation.IsLanguage(w.Plain)) && !strings.ContainsAny(w.Plain, "0123456789@"):
		return Name
	}
	return Other
}

// Sentence is the number of words up to the first stop, that word included.
func Sentence(words []Word) int {
	for i, w := range words {
		if w.Stop != 0 {
			return i + 1
		}
	}
	return len(words)
}

// Has reports whether a word of a sort is among some.
func Has(words []Word, sort Sort) bool {
	return slices.ContainsFunc(words, func(w Word) bool { return w.Sort == sort })
}

// AllPolite reports whether words are courtesies and names alone.
func AllPolite(words []Word) bool { return !Has(words, Other) && !Has(words, Doubt) }

// idiomAt is the number of words of a turn of phrase that begins with the first word; 0 if there is
// none.
func idiomAt(words []Word) int {
	for _, idiom := range idioms[words[0].Bare()] {
		if n := len(idiom); n <= len(words) && !slices.ContainsFunc(words[:n-1], func(w Word) bool { return w.Stop != 0 && w.Stop != ',' }) {
			same := func(i int) bool { return words[i].Bare() == idiom[i] }
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

// EndsSentence reports whether a sign of punctuation ends a sentence that is not a question.
func EndsSentence(stop byte) bool { return stop == '.' || stop == '!' || stop == ';' }

// TextOf returns the text of words as they stand in their line.
func TextOf(words []Word) string {
	raw := make([]string, len(words))
	for i, w := range words {
		raw[i] = w.Raw
	}
	return strings.Join(raw, " ")
}

// contractions are short forms with the words for which they stand.
var contractions = map[string]string{"im": "i am", "id": "i would", "ill": "i will", "ive": "i have", "cant": "can not", "cannot": "can not", "wont": "will not",
	"shant": "shall not", "dont": "do not", "doesnt": "does not", "didnt": "did not", "isnt": "is not", "couldnt": "could not", "wouldnt": "would not", "lets": "let us", "thats": "that is",
	"youre": "you are", "youve": "you have", "weve": "we have", "hes": "he is", "theres": "there is", "heres": "here is", "whos": "who is", "ye're": "you are", "wouldja": "would you", "wheres": "where is", "hows": "how is", "hasnt": "has not", "havent": "have not", "arent": "are not", "wasnt": "was not", "gonna": "going to", "wanna": "want to", "gotta": "have to", "thx": "thanks"}

// apostrophes are the ends of words that stand for words of their own.
var apostrophes = [...][2]string{{"n't", " not"}, {"'m", " am"}, {"'ll", " will"}, {"'d", " would"}, {"'ve", " have"}, {"'re", " are"}, {"it's", "it is"}, {"that's", "that is"},
	{"there's", "there is"}, {"here's", "here is"}, {"mine's", "mine is"}, {"let's", "let us"}, {"what's", "what is"}, {"name's", "name is"}, {"who's", "who is"}, {"where's", "where is"}, {"how's", "how is"}, {"he's", "he is"}}

// WrittenOut returns the words of a clause in lower case, those with short forms written out.
func WrittenOut(words []Word) []string {
	plain := make([]string, 0, len(words)+2)
	for i, w := range words {
		long := w.Plain
		if i > 0 && w.Sort == Name && IsGivenName(w.Raw) && !Matters[long] && !Times[long] && !Acting[long] {
			long = "sir"
		}
		long = writtenOut(long)
		if strings.IndexByte(long, ' ') < 0 {
			plain = append(plain, long)
		} else {
			plain = append(plain, strings.Fields(long)...)
		}
	}
	return plain
}

// writtenOut returns the words for which a short form stands, and any other word as it is.
func writtenOut(word string) string {
	if full, ok := contractions[strings.ReplaceAll(word, "'", "")]; ok {
		return full
	}
	if strings.Contains(word, "'") {
		for _, a := range apostrophes {
			if cut, ok := strings.CutSuffix(word, a[0]); ok {
				return cut + a[1]
			}
		}
	}
	return word
}

// longestTidied is how many bytes a line that is tidied has at most.
const longestTidied = 4000

// Tidy returns a line folded and in single spaces, without signs of quotation around it and little
// faces in it. A line longer than any that is read comes back as it is.
func Tidy(line string) string {
	if len(line) > longestTidied {
		return line
	}
	if line = strings.Trim(line, " "); !notation.IsTidy(line) {
		line = strings.Join(strings.Fields(notation.Fold(notation.WithoutPictographs(strings.ReplaceAll(line, "🤝", " gg ")))), " ") // who shakes hands
	}
	if notation.MayHoldFace(line) {
		for _, face := range [...]string{":-)", ":)", ";-)", ";)", ":-(", ":(", " :-D", " :D", " xD", " XD", " :P", " <3", " ^^"} {
			line = strings.ReplaceAll(line, face, "")
		}
		line = strings.Join(strings.Fields(line), " ")
	}
	line = strings.ReplaceAll(strings.Trim(withoutStars(line), "\"'*_` "), " // ", " - ")
	line = withoutAddress(dictated(line))
	if stop := strings.TrimRight(line, "-"); strings.HasSuffix(stop, " ") {
		line = strings.TrimRight(stop, " ") // "P-K4 --"
	}
	if !utf8.ValidString(line) {
		return strings.ToValidUTF8(line, "?")
	}
	return line
}
