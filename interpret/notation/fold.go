package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the text in the few characters the reader knows: Unicode
// compatibility forms composed into plain ones, every dash as "-", every sign of
// multiplication as "x", typographic quotes and spaces as plain ones, figurines
// as letters, the digits of every script as figures, and characters that nobody
// sees dropped: controls, joiners, marks of direction. Case and line ends are kept.
//
// Cyrillic and Greek letters that look like Latin ones are read as what the eye
// sees, whatever keyboard they came from: a letter that a human would take for a
// clean move is one, and never another move than it looks. Letters that look like
// none are kept; no move is read from words that have any, and no law is invoked
// for them.
func Fold(text string) string {
	if isPlain(text) {
		return text
	}
	return string(appendFold(make([]byte, 0, len(text)), text))
}

// isPlain reports whether a text folds to itself.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x7F || s[i] < ' ' && s[i] != '\n' && s[i] != '\t' && s[i] != '\r' {
			return false
		}
	}
	return true
}

// appendFold appends the folded text to dst. Text in ASCII and the common signs
// of print are folded without an allocation when dst has room.
func appendFold(dst []byte, text string) []byte {
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			if isPlain(text[i : i+1]) {
				dst = append(dst, c)
			} else if c == '\v' || c == '\f' {
				dst = append(dst, ' ')
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if s, ok := foldRune(r); ok {
			dst = append(dst, s...)
			i += n
			continue
		}
		end := i + n
		for end < len(text) && text[end] >= utf8.RuneSelf {
			end++
		}
		dst = appendCompatible(dst, text[i:end])
		i = end
	}
	return dst
}

// appendCompatible folds a run of other characters by way of their
// compatibility forms; what has none is kept.
func appendCompatible(dst []byte, run string) []byte {
	for _, r := range norm.NFKC.String(run) {
		if s, ok := foldRune(r); ok {
			dst = append(dst, s...)
		} else {
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

// foldRune returns the plain text of a character that stands for one.
func foldRune(r rune) (string, bool) {
	switch {
	case r < utf8.RuneSelf:
		return string(r), true
	case r >= 0x2654 && r <= 0x265F: // the chessmen, white and black
		return figurines[(r-0x2654)%6], true
	case r == 0x2028 || r == 0x2029 || r == 0x85:
		return "\n", true
	case unicode.Is(unicode.Zs, r):
		return " ", true
	case unicode.Is(unicode.Nd, r):
		return figure(r), true
	case unicode.Is(unicode.Dash, r):
		return "-", true
	case invisible(r):
		return "", true
	}
	if s, ok := signsOfPrint[r]; ok {
		return s, true
	}
	if s, ok := lookalikes[r]; ok {
		return s, true
	}
	return "", false
}

// figure is the figure for a digit of any script. Unicode places the ten digits of a script one
// after the other, and a range of Unicode's table of digits begins with a nought.
func figure(r rune) string {
	first := r
	for _, t := range unicode.Nd.R16 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			first = rune(t.Lo)
		}
	}
	for _, t := range unicode.Nd.R32 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			first = rune(t.Lo)
		}
	}
	n := (r - first) % 10
	return "0123456789"[n : n+1]
}

// signsOfPrint are signs that compositors and keyboards put for plain ones.
var signsOfPrint = map[rune]string{
	'×': "x", '✕': "x", '✖': "x", '⨯': "x", '╳': "x", '⊗': "x", '∗': "x", 'ⅹ': "x",
	'⁃': "-", '¬': "-", '─': "-", '━': "-", '➝': "-", '→': "-", '⟶': "-", '➔': "-", '⇒': "-",
	'ー': "-", 'ｰ': "-", 'ㅡ': "-", 'ˉ': "-", '¯': "-",
	'‘': "'", '’': "'", '‚': "'", '‛': "'", '′': "'", '´': "'", 'ʼ': "'", 'ʹ': "'", '`': "'",
	'“': `"`, '”': `"`, '„': `"`, '‟': `"`, '″': `"`, '«': `"`, '»': `"`,
	'…': "...", '†': "+", '✝': "+", '‡': "++", '⁄': "/", '∕': "/",
	'·': " ", '•': " ", '∙': " ", '№': "",
}

// Visible is a text without the characters that nobody sees, save spaces.
func Visible(text string) string {
	return strings.Map(func(r rune) rune {
		if invisible(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// invisible reports whether a character has no form of its own: controls, soft
// hyphens, joiners, marks of direction, selectors of variants, the byte order mark.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

var figurines = [...]string{"K", "Q", "R", "B", "N", "P"}

// lookalikes are the letters of other alphabets that a keyboard or a scanner
// puts in the place of Latin ones.
var lookalikes = map[rune]string{
	'А': "A", 'В': "B", 'С': "C", 'Е': "E", 'Н': "H", 'І': "I", 'Ј': "J", 'К': "K", 'М': "M",
	'О': "O", 'Р': "P", 'Ѕ': "S", 'Т': "T", 'Х': "X", 'Ԛ': "Q",
	'а': "a", 'с': "c", 'е': "e", 'һ': "h", 'і': "i", 'ј': "j", 'к': "k", 'о': "o", 'р': "p",
	'ѕ': "s", 'т': "t", 'х': "x", 'ԛ': "q", 'у': "y", 'ѵ': "v", 'ԁ': "d", 'ɡ': "g",
	'Α': "A", 'Β': "B", 'Ε': "E", 'Η': "H", 'Ι': "I", 'Κ': "K", 'Μ': "M", 'Ν': "N", 'Ο': "O",
	'Ρ': "P", 'Τ': "T", 'Χ': "X", 'ο': "o", 'ρ': "p", 'χ': "x", 'κ': "k", 'ν': "v", 'ι': "i", 'τ': "t",
	'ı': "i", 'З': "3", 'з': "3", 'б': "6",
}

// IsTidy reports whether a line is of printed characters of ASCII in single spaces.
func IsTidy(line string) bool {
	last := byte(0)
	for i := range len(line) {
		c := line[i]
		if c < ' ' || c > '~' || c == ' ' && last == ' ' {
			return false
		}
		last = c
	}
	return true
}

// MayHoldFace reports whether two signs of a little face stand together in a line.
func MayHoldFace(line string) bool {
	for i := 1; i < len(line); i++ {
		switch line[i-1] {
		case ':', ';', 'x', 'X', '<', '^':
			if strings.IndexByte("-)(DP3^", line[i]) >= 0 {
				return true
			}
		}
	}
	return false
}
