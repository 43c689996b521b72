package speech

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"corrd/interpret/notation"
)

// What a clause names: how long a leave is, and which reading of several.

// Counted are the numbers of days or weeks that people write in words.
var Counted = [...]string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen"}

// BeginsLeave are the words other than numbers, days and months with which the dates of leave
// begin.
var BeginsLeave = SetOf("from until till til between starting beginning commencing through next")

// ChoiceOf returns the number of the reading that a clause names; in what order letters were sent
// is none.
func ChoiceOf(clause []Word) string {
	for i, w := range clause {
		if w.Plain != "" && IsDigit(w.Plain[0]) {
			return strings.TrimRight(w.Plain, "stndrh")
		}
		if i > 0 && inOrder[clause[i-1].Plain] {
			return "" // "the one that was sent first"
		}
		if slices.Contains(notation.Ordinals[:], w.Plain) {
			return w.Plain
		}
	}
	for _, w := range clause {
		if n := slices.Index(Counted[:], w.Plain); n >= 0 && n < len(notation.Ordinals) && w.Plain != "one" {
			return notation.Ordinals[n]
		}
	}
	for i, w := range clause {
		if w.Plain == "one" && !(i > 0 && pointing[clause[i-1].Plain]) {
			return "1"
		}
	}
	return ""
}

// inOrder are words behind which a place is one in the order of letters.
var inOrder = SetOf("sent came wrote written posted arrived")

// pointing are words before "one" that make no number of it: "the one with the King's Knight".
var pointing = SetOf("the that this which either another other any no only right true")

// closings are words of which one stands in the closing of a letter.
var closings = SetOf("yours truly sincerely faithfully regards wishes respectfully cordially cheers love")

var (
	// nameEnds matches where a name ends for certain: before a mark that no name has, words of
	// politeness, and small words that begin a clause.
	nameEnds = regexp.MustCompile(`[!;\n]|,? (?:instead|if possible|if i may|if I may|then|rather|please|pls|thanks|thank you|thx|cheers|because|since)\b|` +
		`,(?: and)? ?(?i:i|i['’]\w+|its?|it['’]s|that|that['’]?s|this|my|we|with|as|but|so|if|or|not|for|who|which|sorry|hope|looking)(?: |$)|(?: and)? (?:my|that|it|which|not|if|but|who|so|as)(?:['’]?s)? `)
	// sentenceEnds matches a full stop behind which a sentence of its own begins.
	sentenceEnds = regexp.MustCompile(`\. +(?:(?:I|My|The|That|We|Thank|Thanks|Please|Looking|It|This|You|He|She|Best|Kind|Hope|So|Is|See|Sorry|Sent|Regards|Yours|Cheers|Greetings|From|Very|Also)\b|(?:\S+ +){2}\S)`)
)

// NameAlone returns a name without what a line says behind it: "Zoe Okafor" of "Zoe Okafor, that's
// my married name". The stop of an abbreviated title or forename ends none.
func NameAlone(name string) string {
	if at := nameEnds.FindStringIndex(name); at != nil && at[0] > 0 {
		name = name[:at[0]]
	}
	if at := sentenceEnds.FindStringIndex(name); at != nil {
		before := name[:at[0]]
		if last := before[strings.LastIndexByte(before, ' ')+1:]; len(last) > 1 && !abbreviated[strings.ToLower(last)] {
			name = before
		}
	}
	return strings.TrimRight(name, " ")
}

// mostOfSignature is how many lines stand at most below the closing of a letter.
const mostOfSignature = 3

// Unframed returns a text without the salutation in its first line and the closing of its last
// ones: "Dear Secretary,", "Best wishes from the seaside," and a name below.
func Unframed(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if first := strings.TrimSpace(lines[0]); len(lines) > 1 && strings.HasSuffix(first, ",") {
		if words := Of(first); len(words) > 0 && len(words) <= MostNames+2 && saluting[words[0].Plain] {
			lines = lines[1:]
		}
	}
	for i := max(1, len(lines)-1-mostOfSignature); i < len(lines); i++ {
		closing := strings.TrimSpace(lines[i])
		if len(closing) == 0 || closing[len(closing)-1] != ',' && i+1 < len(lines) {
			continue
		}
		if words := Of(closing); len(words) > 0 && len(words) <= MostNames+2 && slices.ContainsFunc(words, func(w Word) bool { return closings[w.Plain] }) && words[0].Plain != "i" && words[0].Plain != "no" {
			lines = lines[:i]
			break
		}
	}
	return strings.Join(lines, "\n")
}

// NamesCastle reports whether a line has the surname Castle behind initials or a title, as in
// "J. Castle" or "Mrs. Castle". A Rook has initials too: "K. R. Castle" castles.
func NamesCastle(line string) bool {
	words := strings.Fields(line)
	n := slices.IndexFunc(words, func(w string) bool { return strings.TrimRight(w, ",.;:") == "Castle" })
	if n < 1 {
		return false
	}
	before := strings.TrimRight(words[n-1], ".")
	if titles[strings.ToLower(before)] || before == "Miss" || before == "Sir" {
		return true
	}
	stopped := len(before) < len(words[n-1])
	rook := strings.HasSuffix(before, "R") && (strings.HasSuffix(before, "K.R") || strings.HasSuffix(before, "Q.R") || n > 1 && (words[n-2] == "K." || words[n-2] == "Q."))
	return stopped && isCapital(before) && (len(before) == 1 || before[1] == '.') && !rook
}

// saluting are the words with which a salutation begins.
var saluting = SetOf("dear hi hello hey sir sirs madam mr mrs miss gentlemen good")

// Unsigned returns words without the closing and the name with which they end: "Yours truly, C. B.
// Pemberton, Dayton, Ohio".
func Unsigned(words []Word) []Word {
	for from := range words {
		if from > 0 && !EndsSentence(words[from-1].Stop) {
			continue
		}
		name := from
		for i, w := range words[from:min(from+MostNames, len(words))] {
			if closings[w.Plain] {
				name = from + i + 1
			}
			if EndsSentence(w.Stop) {
				break
			}
		}
		signed := name > from && len(words)-name <= MostOfLine
		for _, w := range words[name:] {
			signed = signed && w.Raw[0] >= 'A' && w.Raw[0] <= 'Z' && w.Plain != "i" && w.Sort != Record && w.Stop != '?'
		}
		if signed {
			return words[:from]
		}
	}
	return words
}

// span is a number of days or hours in words or figures: "seven (7) days", "twenty-one days",
// "2 wks", "ten of my leave days".
var span = regexp.MustCompile(`(?i)\b(\d{1,3}|(?:(?:twenty|thirty)[ -])?(?:one|two|three|four|five|six|seven|eight|nine)|an?|` +
	`ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty)` +
	`(?: (?:full|whole|of my|leave|\(\d{1,3}\)))*[ -]?(day|week|wk|fortnight|month|hour)s?\b`)

// SpanAt returns the beginning of a text up to a number of days or hours, if the text begins with
// one; "" if not.
func SpanAt(text string) string { return spanAt.FindString(text) }

// spanAt matches a span at the beginning of what goes on behind a yes.
var spanAt = regexp.MustCompile(`^[,:;]? (?:-+ )?(?:(?:for|to|make it|let's say|say|at|the|then|please|of course) )?` + span.String())

// inWords are the numbers of spans that are written out, and dozens the words for others.
var (
	inWords = map[string]int{"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
		"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30}
	dozens = strings.NewReplacer("half a dozen", "6", "a dozen", "12", "a couple of", "2")
)

// hoursOf are the units of spans.
var hoursOf = map[string]int{"hour": 1, "day": 24, "week": 7 * 24, "wk": 7 * 24, "fortnight": 14 * 24, "month": 30 * 24}

// spansIn returns the spans that a text names, in hours.
func spansIn(text string) (all []int) {
	for _, m := range span.FindAllStringSubmatch(dozens.Replace(strings.ToLower(text)), -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			for word := range strings.FieldsSeq(strings.ReplaceAll(m[1], "-", " ")) {
				n += inWords[word] // "twenty-one"
			}
		}
		all = append(all, n*hoursOf[m[2]])
	}
	return all
}

// OtherSpan reports whether the words of a consent name a number of days or hours, and none that
// stands in what they consent to: "four days is fine", "ok, four it is", where six are proposed.
func OtherSpan(consent, proposed string) bool {
	named, put := spansIn(consent), spansIn(proposed)
	if len(named) == 0 {
		for _, m := range bareSpan.FindAllStringSubmatch(consent, -1) {
			named = append(named, spansIn(m[1]+" days")...)
		}
	}
	if !slices.ContainsFunc(put, func(n int) bool { return n%24 != 0 }) { // "I'm on twelve-hour shifts"
		named = slices.DeleteFunc(named, func(n int) bool { return n%24 != 0 })
	}
	return len(named) > 0 && len(put) > 0 && !slices.ContainsFunc(named, func(n int) bool { return slices.Contains(put, n) })
}

// bareSpan is a number that ends its clause, or of which something is said.
var bareSpan = regexp.MustCompile(`(?i)\b(two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|[0-9]{1,2})(?: (?:it|is|would|will|then|please|works|suits|sounds)\b|[.,!]|$)`)

// DaysIn returns the number of days of leave that a text names: its one span, or of several the
// one beside which a word for leave stands; 0 if that is none or not one.
func DaysIn(text string) int {
	for _, part := range []string{text, strings.Join(besideLeave.FindAllString(text, -1), "; ")} {
		spans := slices.DeleteFunc(spansIn(part), func(hours int) bool { return hours%24 != 0 }) // "at an hour's notice"
		slices.Sort(spans)
		if spans = slices.Compact(spans); len(spans) == 1 {
			return spans[0] / 24
		}
	}
	return 0
}

// besideLeave matches a word for leave, and the words beside it.
var besideLeave = regexp.MustCompile(`(?i)(?:[\w()-]+ ){1,2}[\w()'-]+ (?:of )?(?:leave|off|holiday|away)\b(?: (?:of|for) [\w()-]+(?: [\w()-]+)?)?`)
