package speech

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// longestLine is how many bytes of a line are looked at word by word.
const longestLine = 1000

// HoldsAny reports whether a word of a line, if it is no longer than a statement's, begins with one
// of some in lower case.
func HoldsAny(line string, words *Table) bool {
	if len(line) > longestLine {
		return false
	}
	inWord := false
	for i := range len(line) {
		c := line[i]
		starts := !inWord
		if inWord = IsLetter(c) || IsDigit(c); !starts || !inWord {
			continue
		}
		for _, w := range words.Beside(line[i:]) {
			if len(line)-i >= len(w) && strings.EqualFold(line[i:i+len(w)], w) {
				return true
			}
		}
	}
	return false
}

// PlainPhrase is a text in lower case without the stops and the courtesies
// around it, as phrases are compared.
func PlainPhrase(text string) string {
	text = strings.Trim(strings.ToLower(text), ".,;:! ")
	for _, c := range [...]string{"please ", "and ", "so ", "hereby "} {
		text = strings.TrimPrefix(text, c)
	}
	text = strings.TrimSuffix(text, " please")
	return strings.Trim(text, ".,;:! ")
}

// CommasApart puts a space behind each comma between two letters: "Yes,please".
func CommasApart(line string) string {
	for i := len(line) - 2; i > 0; i-- {
		if line[i] == ',' && IsLetter(line[i-1]) && IsLetter(line[i+1]) {
			line = line[:i+1] + " " + line[i+1:]
		}
	}
	return line
}

// IsKisses reports whether a word is the crosses of a signature: "xx", "xoxo".
func IsKisses(raw string) bool {
	raw = strings.Trim(raw, ".,!")
	for i := range len(raw) {
		if c := raw[i] | 0x20; c != 'x' && (c != 'o' || i == 0) {
			return false
		}
	}
	return len(raw) > 1
}

// WithoutKiss takes a kiss off the end of a line: "draw is fine by me x".
func WithoutKiss(line string) (bare string, kissed bool) {
	bare = strings.TrimRight(line, "xX")
	last := strings.TrimRight(bare, " ")
	return last, strings.Count(last, " ") > 1 && last != bare && bare != line && !strings.HasSuffix(last, "x")
}

// WithoutThanks takes words of thanks off the end of a statement.
func WithoutThanks(text string) string {
	for before := ""; before != text; {
		before = text
		for _, thanks := range [...]string{"please", "pls", "thank you very much", "thank you so much", "thank you", "many thanks", "thanks a lot", "thanks", "thx", "cheers"} {
			at := len(text) - len(thanks)
			if at > 0 && strings.EqualFold(text[at:], thanks) && strings.IndexByte(" ,.;!", text[at-1]) >= 0 {
				text = strings.TrimRight(text[:at], " ,.;!-")
			}
		}
	}
	return text
}

// SignBetween is the sign with which the end of a move and the words behind it begin, ' ' for none.
func SignBetween(text string) byte {
	for i := range text {
		switch {
		case strings.IndexByte(".!;,([{:-", text[i]) >= 0:
			return text[i]
		case i > 0 && text[i] != ' ':
			return ' '
		}
	}
	return ' '
}

// hailing are words with which somebody greets or thanks.
var hailing = SetOf("hi hello hey dear its me good thanks thank many")

// GreetsAgain reports whether a sentence of a line greets or thanks once more: "Hi again", "Thanks
// again".
func GreetsAgain(line string) bool {
	for one := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == '.' || r == '!' || r == '?' || r == ';' }) {
		if hailing[OpenerOf(one)] && strings.HasSuffix(strings.ToLower(strings.TrimRight(one, ", ")), " again") {
			return true
		}
	}
	return false
}

// WithoutAim takes words off that only say what somebody is challenged to: "to a game", "for me".
func WithoutAim(terms string) string {
	if _, aim := CutAnyWord(terms, "to", "for", "please", "at"); aim {
		return ""
	}
	return terms
}

// EndsWithOr reports whether a folded line ends with "or" after something else.
func EndsWithOr(line string) bool {
	at := len(line) - len(" or")
	return at > 0 && strings.EqualFold(line[at:], " or")
}

// IsSoleLine reports whether exactly one line is not blank.
func IsSoleLine(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && !strings.ContainsAny(text, "\r\n")
}

// IsUnsure reports whether a word says that its writer only believes something.
func IsUnsure(word string) bool {
	return word == "think" || word == "thought" || word == "believe" || word == "probably"
}

// IsEmpty reports whether a line says nothing: it has no letter and no figure, and is not a bare
// "?", or is what a mail program puts where its user has written nothing, "(no subject)".
func IsEmpty(line string) bool {
	said := false
	for _, c := range line {
		said = said || c >= utf8.RuneSelf || IsLetter(byte(c)) || IsDigit(byte(c))
	}
	return !said && strings.Trim(line, "?") != "" || unwritten.MatchString(line)
}

// unwritten is how mail programs name what was not written.
var unwritten = regexp.MustCompile(`(?i)^[(\[<{]+ ?(?:no|without|empty|kein|ohne|sans|pas de) (?:subject|title|body|text|message|content|betreff|titel|objet|texte)(?: text| line)? ?[)\]>}]+$`)
