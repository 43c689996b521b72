package interpret

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the text in the few characters the reader knows: Unicode
// compatibility forms composed into plain ones, every dash as "-", every sign of
// multiplication as "x", typographic quotes and spaces as plain ones, figurines
// as letters, look-alike Cyrillic and Greek letters as the Latin ones they look
// like, and invisible characters dropped. Case and line ends are kept.
func Fold(text string) string {
	if isASCII(text) {
		return text
	}
	return string(appendFold(make([]byte, 0, len(text)), text))
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
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
			dst = append(dst, c)
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
	case invisible(r):
		return "", true
	case r >= 0x2654 && r <= 0x265F: // the chessmen, white and black
		return figurines[(r-0x2654)%6], true
	case r == 0xA0 || r >= 0x2000 && r <= 0x200A || r == 0x202F || r == 0x205F || r == 0x3000:
		return " ", true
	case r == 0x2028 || r == 0x2029 || r == 0x85:
		return "\n", true
	}
	switch r {
	case '×', '✕', '✖', '⨯', '╳', '⊗', '∗', 'ⅹ':
		return "x", true
	case '‐', '‑', '‒', '–', '—', '―', '−', '﹘', '﹣', '-', '⁃', '¬', '─', '➝', '→', '⟶', '➔', '⇒':
		return "-", true
	case '‘', '’', '‚', '‛', '′', '´', 'ʼ', 'ʹ', '`':
		return "'", true
	case '“', '”', '„', '‟', '″', '«', '»':
		return `"`, true
	case '…':
		return "...", true
	case '†', '✝':
		return "+", true
	case '‡':
		return "++", true
	case '·', '•', '∙':
		return " ", true
	case '⁄', '∕':
		return "/", true
	case '№':
		return "", true
	}
	if s, ok := lookalikes[r]; ok {
		return s, true
	}
	return "", false
}

// invisible reports whether a character has no form of its own: soft hyphens,
// joiners, marks of direction, selectors of variants, the byte order mark.
func invisible(r rune) bool {
	return r == 0xAD || r == 0x61C || r == 0x180E || r == 0xFEFF ||
		r >= 0x200B && r <= 0x200F || r >= 0x202A && r <= 0x202E ||
		r >= 0x2060 && r <= 0x206F || r >= 0xFE00 && r <= 0xFE0F ||
		r >= 0xE0000 && r <= 0xE01EF || r == 0x34F || r == 0x115F || r == 0x1160
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
	'ı': "i",
}
