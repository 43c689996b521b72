package speech

import (
	"strings"
)

// The place in a line where a move begins that no sign sets apart from the words before it.

const MostOfMan = 6 // words of a man before its move

// MoveAt returns the place in a line at which the words of a move begin that has no sign before it,
// 0 for none: at the first word with the figure of a rank or a dash, or at the word of a man before
// it.
func MoveAt(line string) int {
	at := 0
	for i := 0; i < len(line); {
		w, _, _ := strings.Cut(line[i:], " ")
		castles := false
		if w != "" && (lower(w[0]) == 'c' || lower(w[0]) == 'o') {
			_, castles = CutAnyWord(w, "castles", "castle", "castling", "o-o")
		}
		if castles && i > 0 && line[i-1] == ' ' && (i == 1 || strings.IndexByte(".!:,;-?", line[i-2]) < 0) {
			return i
		}
		if castles || (strings.ContainsAny(w, "12345678") || isMoveNumber(w)) && i > 0 {
			at = i
			break
		}
		if strings.ContainsAny(w, "x-") && len(w) > 2 && w[0] >= 'B' && w[0] <= 'R' && i > 0 {
			at = i
			break
		}
		i += len(w) + 1
	}
	if at == 0 {
		at = manAt(line)
	}
	return withMan(line, at)
}

// isMoveNumber reports whether a word is a number and a stop: "9."
func isMoveNumber(word string) bool {
	bare := strings.TrimRight(word, ".")
	_, rest, ok := CutNumber(bare)
	return ok && rest == "" && bare != word
}

// withMan returns the place of the words of a man directly before a place in a line, "pawn to" of
// "pawn to K4"; 0 if a sign stands before it.
func withMan(line string, at int) int {
	for back := 0; at > 0 && back < MostOfMan; back++ {
		before := strings.TrimRight(line[:at], " ")
		last := strings.TrimRight(before[strings.LastIndexByte(before, ' ')+1:], ".")
		small := lowered(strings.TrimRight(last, "s'"))
		if small == "take" && !takesByMan(before[:strings.LastIndexByte(before, ' ')+1]) ||
			!(MenNamed[small] || MenNamed[small+"s"] || small == "to" || small == "x" || small == "one" || small == "two" || len(small) < 3 && strings.Contains("KQRBNP KtQRKRQBKB", last[:len(small)])) {
			break
		}
		at = strings.LastIndexByte(before, ' ') + 1
	}
	if at > 0 && line[at-1] == ' ' && at > 1 && strings.IndexByte(".!:,;-?", line[at-2]) >= 0 {
		return 0
	}
	return at
}

// RecordAt returns the place of a record with its own man behind the words of a man at a place in a
// line; 0 if none stands there.
func RecordAt(line string, at int) int {
	for i := at; at > 0 && i < len(line); {
		w, _, _ := strings.Cut(line[i:], " ")
		if strings.ContainsAny(w, "12345678") {
			if i > at && strings.Contains(w, "-") {
				return i
			}
			break
		}
		i += len(w) + 1
	}
	return 0
}

// takesByMan reports whether words before "take" or "takes" end with a man, who takes: of "please
// take P-KR3" nobody does.
func takesByMan(before string) bool {
	before = strings.TrimRight(before, " ")
	man := strings.ToLower(strings.TrimRight(before[strings.LastIndexByte(before, ' ')+1:], "s'."))
	return man != "" && (MenNamed[man] || strings.Contains("kqrbnp kt", man))
}

// manAt returns the place of the man in "I would like to move my pawn to king's fourth", 0 for
// none.
func manAt(line string) int {
	small := lowered(line)
	if at := strings.Index(small, " square"); at > 0 { // "my King's Pawn two squares"
		return strings.LastIndexByte(small[:at], ' ') + 1
	}
	if !strings.Contains(small, " to ") {
		return 0
	}
	for _, man := range [...]string{" pawn to ", " knight to ", " bishop to ", " rook to ", " queen to ", " king to "} {
		if at := strings.Index(small, man); at > 0 {
			return at + 1
		}
	}
	return 0
}

// lowered returns a text with its letters from A to Z in lower case, and nothing else changed, so
// that each byte keeps its place.
func lowered(text string) string {
	small := []byte(text)
	for i, c := range small {
		if c >= 'A' && c <= 'Z' {
			small[i] = c | 0x20
		}
	}
	return string(small)
}
