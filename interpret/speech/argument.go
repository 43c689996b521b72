package speech

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Numbers of days, times for moves, names, addresses and provisions in a sentence.

// alone are short forms that stand for several words.
var alone = map[string]string{"whats": "what is", "wheres": "where is", "hows": "how is", "what's": "what is", "where's": "where is", "how's": "how is", "gimme": "give me", "lemme": "let me", "dunno": "do not know", "til": "till", "'til": "till"}

// tokensOf parts a sentence into tokens: words, short forms written out, and numbers of days,
// names, addresses and provisions as one each.
func tokensOf(words []Word) []saidToken {
	capitals := isCapitals(words)
	tokens := make([]saidToken, 0, len(words)+4)
	for i := 0; i < len(words); {
		if kind, n := argumentAt(words, i, capitals); n > 0 {
			tokens = append(tokens, saidToken{kind, i, n, words[i+n-1].Stop})
			i += n
			continue
		}
		w := words[i]
		plain := alone[w.Plain]
		if plain == "" {
			plain = writtenOut(w.Plain)
		}
		if w.Plain == "leave" && i > 0 && departs[words[i-1].Plain] && !(words[i-1].Plain == "please" && i+1 < len(words) && sinceWhen[words[i+1].Plain]) {
			plain = "depart" // "I have to leave in ten days"
		}
		for one := range strings.FieldsSeq(plain) {
			tokens = append(tokens, saidToken{one, i, 1, 0})
		}
		if len(tokens) > 0 {
			tokens[len(tokens)-1].stop = w.Stop
		}
		i++
	}
	return tokens
}

// beforeRequest returns words up to a question that ends them: "from tomorrow, could I have leave?"
func beforeRequest(words []Word) []Word {
	for i := 1; i+1 < len(words); i++ {
		if words[i-1].Stop == ',' && OfWriter(words[i+1]) && requests[words[i].Plain] {
			return words[:i]
		}
	}
	return words
}

var requests = SetOf("could can may might would")

// departs are words behind which "leave" is a verb.
var departs = SetOf("to must shall will i we please you they can may could would should us never just dont not")

// sinceWhen are the words behind "leave" with which somebody asks for it: "Leave from 8 May".
var sinceWhen = SetOf("for from between until till")

// isCapitals reports whether words are written in capitals alone.
func isCapitals(words []Word) bool {
	return !slices.ContainsFunc(words, func(w Word) bool { return strings.ToUpper(w.Raw) != w.Raw })
}

// provision is the name of a provision of a code.
var provision = regexp.MustCompile(`^(?i:(?:s-corr-?|s|l)?[ivx]+(?:\.[0-9a-z]+)+(?:\([a-z0-9]\))*|(?:s-corr-?|s|l)?[ivx]+\([a-z0-9]\)|l\d{1,2})$`)

// NamesProvision reports whether a word is the name of a provision.
func NamesProvision(raw string) bool { return provision.MatchString(citationIn(raw)) }

// citationIn is a provision without its marks of punctuation.
func citationIn(raw string) string { return strings.TrimRight(strings.Trim(raw, ",;:!?\"'"), ".") }

// argumentAt returns what an argument is that begins at a word, and how many words it has; 0 if
// none begins there.
func argumentAt(words []Word, i int, capitals bool) (kind string, n int) {
	raw := words[i].Raw
	switch {
	case strings.Contains(strings.Trim(raw, "@"), "@"):
		return "@address", 1
	case NamesProvision(raw):
		return "@law", 1
	}
	if days, n := paceAt(words, i); days != "" {
		return "@pace", n
	}
	if _, _, n := lengthAt(words, i); n > 0 {
		return "@long", n
	}
	if n := nameAt(words, i, capitals); n > 0 {
		return "@called", n
	}
	return "", 0
}

// units are the lengths of time in which leave and replies are counted, in days.
var units = map[string]int{"day": 1, "days": 1, "day's": 1, "days'": 1, "week": 7, "weeks": 7, "week's": 7, "weeks'": 7, "wk": 7, "wks": 7, "fortnight": 14, "fortnights": 14, "fortnight's": 14}

// numerals are the numbers that people write in words.
var numerals = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty")

// longestNumeral is how many characters a number in words has at most.
const longestNumeral = len("seventy-seven")

// numberOf returns a number that a word is.
func numberOf(plain string) (int, bool) {
	if plain == "" || len(plain) > longestNumeral {
		return 0, false
	}
	if n := slices.Index(numerals, plain); n > 0 {
		return n, true
	}
	for i, tens := range [...]string{"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"} {
		if rest, ok := strings.CutPrefix(plain, tens); ok {
			if rest = strings.Trim(rest, "-"); rest == "" {
				return 20 + 10*i, true
			}
			if n := slices.Index(numerals, rest); n > 0 && n < 10 {
				return 20 + 10*i + n, true
			}
		}
	}
	n, rest, ok := CutNumber(plain)
	return n, ok && rest == "" && n > 0 && n < 1000
}

// lengthAt returns the length of time that begins at a word, in days, and how many words it has.
func lengthAt(words []Word, i int) (days int, unit string, n int) {
	number, ok := numberOf(words[i].Plain)
	if !ok && (words[i].Plain == "a" || words[i].Plain == "another" || words[i].Plain == "one") {
		number, ok = 1, true
	}
	if !ok || words[i].Stop != 0 && words[i].Stop != '-' {
		return 0, "", 0
	}
	for n = 1; n <= 2 && i+n < len(words); n++ {
		plain := words[i+n].Plain
		if strings.HasPrefix(words[i+n].Raw, "days'") || strings.HasPrefix(words[i+n].Raw, "weeks'") {
			plain = strings.TrimSuffix(plain, "'")
		}
		if each := units[plain]; each > 0 {
			if words[i].Plain == "a" && each == 1 {
				return 0, "", 0 // "ten moves a day"
			}
			return number * each, plain, n + 1
		}
		if plain != "full" && plain != "whole" && plain != "clear" && plain != "more" && plain != "good" {
			break
		}
	}
	return 0, "", 0
}

// PaceOf returns the time for moves that some words state, and no others beside them, as the term
// has it: "reply in 7 days" for "a week for each move".
func PaceOf(text string) (pace string, ok bool) {
	if rest, ok := CutWord(text, "a day"); ok {
		text = "1 day " + rest // not so within a sentence: "ten moves a day"
	}
	words := Of(text)
	if len(words) == 0 {
		return "", false
	}
	pace, n := paceAt(words, 0)
	return pace, n == len(words) && pace != ""
}

// ofTerms are words of which one stands in what is said of the terms of a game.
var ofTerms = SetOf("penalty penalties rated unrated courteous lenient books computer computers engine advice leave black white colour color colours colors clock clocks limit slow slowly fast quick blitz odds handicap blindfold notation algebraic descriptive games match matches code rules laws umpire without lot rook knight queen pawn telegraph post card cards postcard postcards first")

// namingSelf are words by which writers name themselves, and ofAnybody those behind which a colour
// is not certainly theirs.
var (
	namingSelf = SetOf("i i'm im i'll i'd i've me")
	ofAnybody  = SetOf("you he she him her they them we us not don't dont or either against without")
)

// TermsTold returns what prose about a game says for certain of the time for a move, as the term
// has it, and of the colour of its writer; told reports whether it speaks of terms at all.
func TermsTold(prose string) (pace, colour string, told bool) {
	words := Of(prose)
	for i, w := range words {
		told = told || ofTerms[w.Plain] || strings.ContainsAny(w.Plain, "0123456789")
		if _, _, n := lengthAt(words, i); n > 0 {
			told = true
		}
		if one, _ := paceAt(words, i); one != "" && pace != "" && one != pace {
			return "", "", true // two times
		} else if one != "" {
			pace = one
		}
		if w.Plain != "black" && w.Plain != "white" {
			continue
		}
		if !takesColour(words[max(0, i-5):i]) || colour != "" {
			return pace, "", true
		}
		colour = w.Plain
	}
	return pace, colour, told
}

// takesColour reports whether the words before a colour say that it is their writer's: "I take
// the".
func takesColour(before []Word) bool {
	own := false
	for _, w := range before {
		if EndsSentence(w.Stop) {
			own = false
			continue
		}
		own = (own || namingSelf[w.Bare()]) && !ofAnybody[w.Bare()]
	}
	return own
}

// paceAt returns the time for moves that begins at a word as the term has it, "reply in 5 days",
// and how many words it has.
func paceAt(words []Word, i int) (pace string, n int) {
	plain := func(n int) string {
		if i+n < len(words) && words[i+n-1].Stop == 0 {
			return words[i+n].Plain
		}
		return ""
	}
	if moves, ok := numberOf(words[i].Plain); ok && plain(1) == "moves" && (plain(2) == "in" || plain(2) == "every" || plain(2) == "within") && i+3 < len(words) {
		if days, _, n := lengthAt(words, i+3); n > 0 {
			return strconv.Itoa(moves) + " moves in " + strconv.Itoa(days) + " days", 3 + n
		}
	}
	if words[i].Plain == "reply" && (plain(1) == "in" || plain(1) == "within" || plain(1) == "every") && i+2 < len(words) {
		if days, _, n := lengthAt(words, i+2); n > 0 {
			return inDays(days), 2 + n
		}
	}
	if days, _, n := lengthAt(words, i); n > 0 && words[i+n-1].Stop == 0 {
		each, what := plain(n), plain(n+1)
		if (each == "a" || each == "per" || each == "each" || each == "every" || each == "for") && (what == "each" || what == "every") && each == "for" {
			n, what = n+1, plain(n+2)
		} else if each == "for" {
			return "", 0
		}
		if (each == "a" || each == "per" || each == "each" || each == "every" || each == "for") && (what == "move" || what == "reply" || what == "turn" || what == "letter") {
			return inDays(days), n + 2
		}
	}
	return "", 0
}

// inDays is the term of a time for each reply.
func inDays(days int) string {
	if days == 1 {
		return "reply in 1 day"
	}
	return "reply in " + strconv.Itoa(days) + " days"
}

// smallInNames are words of a name that begin with no capital.
var smallInNames = SetOf("de van von der den la le du da di bin al")

// nameAt returns how many words the name has that begins at a word.
func nameAt(words []Word, i int, capitals bool) (n int) {
	if !isNamed(words, i, capitals) || calls[words[i].Plain] {
		return 0
	}
	for n = 1; i+n < len(words) && n < mostOfName; n++ {
		if words[i+n-1].Stop != 0 || !isCapital(words[i+n].Raw) && !(smallInNames[words[i+n].Plain] && i+n+1 < len(words) && isCapital(words[i+n+1].Raw)) {
			break
		}
		if capitals && askingGrammar.Knows(words[i+n].Plain) {
			break
		}
	}
	return n
}

// mostOfName is of how many words a name is at most.
const mostOfName = 5

// calls are words with a capital that are no names.
var calls = SetOf("i black white pgn law dear january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday easter christmas corrd")

// isNamed reports whether a name may begin at a word: it has a capital, and where every word has
// one no row of asking.txt knows it.
func isNamed(words []Word, i int, capitals bool) bool {
	w := words[i]
	if i > 0 && addressing[words[i-1].Plain] && !anybody[w.Plain] && (isCapital(w.Raw) && !askingGrammar.Knows(w.Plain) || tells[words[i-1].Plain] && !askingGrammar.Knows(w.Plain) && writtenOut(w.Plain) == w.Plain) {
		return true // "Give Bob my best wishes", "tell bob nice move"
	}
	if !isCapital(w.Raw) || titles[w.Plain] && i+1 == len(words) || strings.ContainsAny(w.Plain, "0123456789") {
		return false
	}
	if i == 0 || capitals || words[i-1].Stop != 0 && words[i-1].Stop != ',' {
		return !askingGrammar.Knows(w.Plain) && w.Sort == Name && writtenOut(w.Plain) == w.Plain
	}
	return writtenOut(w.Plain) == w.Plain && (w.Sort != Polite && w.Sort != Doubt || titles[w.Plain])
}

// addressing are verbs behind which a word with a capital is a name, and tells those behind which
// any word is that no table knows.
var (
	addressing = SetOf("give tell send wish inform ask")
	tells      = SetOf("tell inform")
	anybody    = SetOf("nobody everybody everyone anybody anyone people somebody someone what how why when where no nothing something stories jokes lies tales")
)

// isCapital reports whether a word begins with a capital.
func isCapital(raw string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(raw, "(\"'"))
	return unicode.IsUpper(first)
}
