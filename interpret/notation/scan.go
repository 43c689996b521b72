package notation

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// scan reads folded text into a sentence. Marks of punctuation and praise are
// read past; the first unknown word ends the scan.
func scan(text []byte) (s sentence) {
	s.known = true
	i := 0
	for i < len(text) && s.known {
		c := text[i] | 0x20
		switch {
		case c >= 'a' && c <= 'z' && text[i] >= 'A':
			s.hangs = false
			i = s.scanLetters(text, i)
		case text[i] >= '1' && text[i] <= '8':
			s.hangs = false
			s.add(tokRank1 + token(text[i]-'1'))
			i = skipOrdinal(text, i+1)
		case text[i] == '0':
			i = s.scanCastling(text, i)
		case text[i] == '-' && s.n == 0 && s.words:
			s.add(tokUnknown) // "A-R5"
			i++
		default:
			s.colon = s.colon || text[i] == ':'
			if s.add(signs[text[i]]); text[i] == '-' && i+1 < len(text) && text[i+1] == '>' {
				i++ // "P->Q3"
			}
			i++
		}
	}
	s.end = i
	return s
}

// skipOrdinal passes over the "st", "nd", "d", "rd" or "th" of an ordinal number.
func skipOrdinal(text []byte, i int) int {
	var run [3]byte
	n := 0
	for ; i+n < len(text) && isLetter(text[i+n]); n++ {
		if n == len(run) {
			return i
		}
		run[n] = text[i+n] | 0x20
	}
	if isOrdinalEnding(run[:n]) {
		return i + n
	}
	return i
}

func isOrdinalEnding(run []byte) bool {
	switch string(run) {
	case "st", "nd", "d", "rd", "th":
		return true
	}
	return false
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }

// maxWord is longer than any word of the language.
const maxWord = 16

// scanLetters reads a run of letters: a word, or signs run together ("KtxQBP"). The result is where
// the run ends, or the wider sign that the run begins.
func (s *sentence) scanLetters(text []byte, i int) int {
	if end, ok := s.scanInPassing(text, i); ok {
		return end
	}
	var run [maxWord]byte
	n := 0
	for ; i+n < len(text) && isLetter(text[i+n]); n++ {
		if n == maxWord {
			s.known = false
			return len(text)
		}
		run[n] = text[i+n] | 0x20
	}
	if _, ok := inPassing(text, i+n-1); ok && n > 1 && s.n+n > 2 && run[n-1] == 'e' && i+n < len(text) && word(run[:n]) == noToken {
		n-- // "PxPe.p.", but not "takes the P"
	}
	if run[0] == 'o' && (n == 1 || string(run[:n]) == "oo" || string(run[:n]) == "ooo") {
		return s.scanCastling(text, i)
	}
	if string(run[:n]) == "your" && s.last() == tokTakes {
		return i + n // the victim is the adversary's
	}
	if t := word(run[:n]); t != noToken {
		s.addWord(t, run[:n], text[i+n:])
	} else if wing, ok := bytes.CutSuffix(run[:n], []byte("side")); ok && word(wing).isMan() {
		s.add(word(wing)) // "kingside"
		s.add(tokSide)
	} else if !s.last().isRank() || !isOrdinalEnding(run[:n]) {
		s.scanRun(run[:n])
	}
	return i + n
}

// addWord adds a whole word. "castle" behind a word that is read past, as in "the Castle", is
// unknown, and so are "a" with no word after and the "in" of "in short".
func (s *sentence) addWord(t token, word, rest []byte) {
	rest = bytes.TrimLeft(rest, " ")
	switch {
	case s.words && string(word) == "castle", string(word) == "a" && (len(rest) == 0 || !isLetter(rest[0])),
		string(word) == "in" && s.n == 0 && len(rest) >= len("long") && (bytes.EqualFold(rest[:len("long")], []byte("long")) || bytes.EqualFold(rest[:len("shor")], []byte("shor"))):
		t = tokUnknown
	case t == tokFiller && len(word) > 1 || string(word) == "a":
		s.words = true
	case string(word) == "s" && s.n == 0:
		t = tokUnknown
	}
	switch string(word) {
	case "the", "a", "an", "of", "and", "with", "by", "in":
		s.hangs = t == tokFiller
	}
	s.add(t)
}

// scanInPassing reads "ip", "e.p." and their like at i.
func (s *sentence) scanInPassing(text []byte, i int) (int, bool) {
	end, ok := inPassing(text, i)
	if !ok || s.last() == tokTo {
		return i, false
	}
	s.add(tokPassing)
	return end, true
}

// inPassing reports whether "ip", "e.p." or their like stand at i, and where they end.
func inPassing(text []byte, i int) (end int, ok bool) {
	if c := text[i] | 0x20; c != 'i' && c != 'e' {
		return i, false
	}
	j := i + 1
	for j < len(text) && (text[j] == '.' || text[j] == ' ') {
		j++
	}
	if j == len(text) || text[j]|0x20 != 'p' || j+1 < len(text) && isLetter(text[j+1]) {
		return i, false
	}
	return j + 1, true
}

// scanCastling reads o-o or o-o-o, in letters or noughts, spaced or not.
func (s *sentence) scanCastling(text []byte, i int) int {
	count, end := 0, i
	for j := i; j < len(text); j++ {
		switch c := text[j]; {
		case c == '0' || c|0x20 == 'o':
			count, end = count+1, j+1
		case c != '-' && c != ' ' && c != '.':
			j = len(text)
		}
	}
	switch {
	case end < len(text) && isLetter(text[end]) && text[end-1] != '0':
		s.add(tokUnknown)
	case count == 2:
		s.add(tokShort)
	case count == 3:
		s.add(tokLong)
	default:
		s.add(tokUnknown)
	}
	return end
}

// scanRun reads signs written together, men by their letters: "QKtxKtPch".
func (s *sentence) scanRun(run []byte) {
	for len(run) > 0 && s.known {
		t, n := sign(run)
		if n == 0 || t == tokTo && s.n == 0 {
			t, n = s.misprint(run)
		}
		s.add(t)
		run = run[n:]
	}
}

// misprint reads a capital I or an l that ends a run after a man as the
// printer's 1, if a verb stands before, and an s there as the possessive without its
// apostrophe.
func (s *sentence) misprint(run []byte) (token, int) {
	verb := slices.ContainsFunc(s.tokens(), token.isVerb)
	if len(run) == 1 && s.last().isMan() && (verb || run[0] == 's') {
		switch run[0] {
		case 'i', 'l':
			return tokRank1, 1
		case 's':
			return tokFiller, 1
		}
	}
	return tokUnknown, len(run)
}

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
