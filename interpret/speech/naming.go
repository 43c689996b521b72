package speech

import (
	"slices"
	"strings"
)

// Words that name a move as what follows them, or ask to enter it, and the place in a line where a
// move begins that no sign sets apart from them.

const (
	mostOfName = 8 // words that say which move one is
	mostOfMan  = 6 // words of a man before its move
)

// Naming are the words of which what names a move consists, before "is" and its like.
var Naming = Set("naming")

// recording are the words of a request to enter a move.
var recording = Set("recording")

// NamesMove reports whether words say that a move is what follows: "my reply is", "the move I have
// chosen is", "what I play is".
func NamesMove(plain []string) bool {
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(plain, w) })
	}
	if len(plain) > 5 && plain[0] == "my" && plain[2] == "to" && plain[len(plain)-1] == "is" && (plain[3] == "your" || plain[3] == "that") && (plain[len(plain)-2] == "move" || MenNamed[plain[len(plain)-2]] || plain[len(plain)-2] == "letter" || plain[len(plain)-2] == "threat" || plain[len(plain)-2] == "attack" || plain[len(plain)-2] == "last") {
		plain = []string{plain[0], plain[1], "is"} // "my reply to your Bishop's move is"
	}
	if slices.ContainsFunc(plain, func(w string) bool { return !Naming[w] && !numbered(w) }) {
		return false
	}
	links := has("is", "be", "follows", "falls")
	if has("i", "we") { // who does it is said by a clause of its own, behind what is named or "what"
		return links && (has("move", "reply", "answer", "choice", "response") || plain[0] == "what")
	}
	noun := has("move", "reply", "answer", "choice", "response", "decision", "selection")
	if slices.ContainsFunc(plain, numbered) {
		own := has("my", "our", "mine")
		return noun && len(plain) <= mostOfName && !slices.ContainsFunc(plain, func(w string) bool {
			return !own && (w == "in" || w == "of" || w == "sir" || w == "your" || w == "the")
		})
	}
	return has("my", "our", "mine", "here", "which") && (links || noun) || noun && links && (plain[0] == "the" || plain[0] == "this" || plain[0] == "move")
}

// numbered reports whether a word says which of the moves one is: "9th", "nine", "ninth".
func numbered(word string) bool {
	if n := strings.TrimRight(word, "stndrh."); n != "" && strings.Trim(n, "0123456789") == "" {
		return true
	}
	return Numbers[word]
}

// AsksToEnter reports whether words ask that a move be entered.
func AsksToEnter(plain []string) bool {
	switch plain[0] {
	case "please", "kindly", "pray", "could", "would":
		plain = plain[1:]
	case "you":
		if len(plain) < 3 || plain[1] != "may" && plain[1] != "can" {
			return false
		}
	case "be": // "be so good as to enter"
		if len(plain) < 3 || plain[1] != "so" {
			return false
		}
	case "enter", "record", "log", "mark", "book", "play", "put": // an order
	default:
		return false
	}
	return !slices.ContainsFunc(plain, func(w string) bool { return !recording[w] }) && slices.ContainsFunc(plain, func(w string) bool {
		switch w {
		case "move", "do", "send", "give", "record", "note", "take", "enter", "put", "register", "book", "log", "write", "receive", "find", "mark", "accept", "make", "play":
			return true
		}
		return false
	})
}

// MoveAt returns the place in a line at which the words of a move begin that has no sign before it,
// 0 for none: at the first word with the figure of a rank or a dash, or at the word of a man before
// it.
func MoveAt(line string) int {
	at := 0
	for i := 0; i < len(line); {
		w, _, _ := strings.Cut(line[i:], " ")
		castles := false
		if w != "" && (Lower(w[0]) == 'c' || Lower(w[0]) == 'o') {
			_, castles = CutAnyWord(w, "castles", "castle", "castling", "o-o")
		}
		if castles && i > 0 && line[i-1] == ' ' && (i == 1 || strings.IndexByte(".!:,;-?", line[i-2]) < 0) {
			return i
		}
		if castles || strings.ContainsAny(w, "12345678") && i > 0 {
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

// withMan returns the place of the words of a man directly before a place in a line, "pawn to" of
// "pawn to K4"; 0 if a sign stands before it.
func withMan(line string, at int) int {
	for back := 0; at > 0 && back < mostOfMan; back++ {
		before := strings.TrimRight(line[:at], " ")
		last := strings.TrimRight(before[strings.LastIndexByte(before, ' ')+1:], ".")
		small := strings.ToLower(strings.TrimRight(last, "s'"))
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
	small := strings.ToLower(line)
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
