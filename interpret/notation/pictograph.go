package notation

import (
	"strings"
	"unicode"
)

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

// WithoutPictographs takes small pictures out of a text. The first one ends what it stands behind,
// if that is a figure or a word and words follow: "P-KR3 🐢 slow and steady".
func WithoutPictographs(text string) string {
	if strings.IndexFunc(text, isPictograph) < 0 {
		return text
	}
	text = strings.ReplaceAll(text, emojiPawn, " ")
	at := strings.IndexFunc(text, isPictograph)
	if at > 1 && text[at-1] == ' ' && (isDigit(text[at-2]) || isLetter(text[at-2])) && strings.IndexFunc(text[at:], unicode.IsLetter) >= 0 {
		text = text[:at] + "-" + text[at:]
	}
	return strings.Map(func(r rune) rune {
		if isPictograph(r) {
			return ' '
		}
		return r
	}, text)
}
