package interpret

import (
	"slices"
	"strings"
)

// isTalk reports whether a word, or what a number or brackets leave of one, is
// no attempt at a move: the result of a game or another number that names no
// squares, a letter of the alphabet that is no man's, a term or a colour by
// itself, a word of courtesy or of the mail, a statement that is wrapped up,
// unfinished or misspelt, moves stuck together, or words with letters of another
// alphabet, which a machine may have put there (house:9). A card with nothing
// else on it records no move (I.13.C), so no law is invoked: its sender is asked
// what he meant.
func isTalk(text string) bool {
	word := strings.Trim(strings.ReplaceAll(plainPhrase(text), ".", ""), "()[]{}<>?!")
	switch figures := countFigures(word); {
	case !isPlain(text), movesGlued(text):
		return true
	case strings.IndexFunc(word, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }) < 0:
		squares := (figures == 4 || figures == 5) && strings.Trim(word, "0123456789-") == ""
		return !squares && castlingWord([]byte(word)) == 0
	case strings.ContainsRune(word, ' ') || figures > 0:
		return false
	}
	s := scan([]byte(word))
	if s.known {
		return !s.names()
	}
	if looksCoded(text) && text == strings.ToUpper(text) {
		return false // LOSE is a telegraph's Queen to King's second
	}
	return len(word) == 1 || courtesies[word] || isStatement(word)
}

// movesGlued reports whether a word is several moves without the spaces or the
// words that would tell how they are meant: "P-K4|P-Q4".
func movesGlued(word string) bool {
	parts := strings.FieldsFunc(word, func(c rune) bool { return strings.ContainsRune("|/.,;&", c) })
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool { return !soundsLikeMove(p) })
}

func countFigures(text string) int {
	n := 0
	for i := range len(text) {
		if isDigit(text[i]) {
			n++
		}
	}
	return n
}

// courtesies are single words that letters consist of and that mean no move.
var courtesies = setOf("thanks", "thank", "thankyou", "thx", "cheers", "regards", "greetings", "hello", "hallo", "hi", "hey",
	"dear", "goodbye", "bye", "congratulations", "congrats", "bravo", "good", "nice", "great", "excellent", "well", "splendid",
	"ok", "okay", "fine", "right", "wrong", "true", "correct", "noted", "received", "understood", "sorry", "apologies", "oops",
	"please", "perhaps", "maybe", "sure", "what", "why", "how", "when", "where", "who", "huh", "hm", "hmm", "eh", "wow", "ha",
	"wait", "waiting", "later", "soon", "tomorrow", "today", "yesterday", "away", "back", "busy", "ready", "done", "test",
	"testing", "stop", "unsubscribe", "subscribe", "cancel", "quit", "exit", "undo", "takeback", "pass", "start", "begin",
	"status", "board", "position", "diagram", "moves", "list", "info", "menu", "rules", "terms", "law", "laws", "time", "clock",
	"lost", "won", "win", "lose", "concede", "surrender", "yield", "remis", "stalemate", "drawish", "gg", "null", "none", "nil",
	"nothing", "empty", "attached", "attachment", "image", "untitled", "amen", "adieu", "salve", "servus", "merci", "danke")

func setOf(words ...string) map[string]bool {
	set := map[string]bool{}
	for _, w := range words {
		set[w] = true
	}
	return set
}

// isStatement reports whether a word is a statement, begins one, or is a slip of
// the pen away from either.
func isStatement(word string) bool {
	for p := range phrases {
		if p == word || nearly(word, p) {
			return true
		}
	}
	for _, c := range commands {
		if c.head == word || nearly(word, c.head) {
			return true
		}
	}
	return false
}

// nearly reports whether two words, the second of four letters or more, are one
// slip apart: a letter wrong, left out or too many, or two changed about.
func nearly(word, known string) bool {
	if len(known) < 4 || len(word) < len(known)-1 || len(word) > len(known)+1 {
		return false
	}
	i := 0
	for i < len(word) && i < len(known) && word[i] == known[i] {
		i++
	}
	w, k := word[i:], known[i:]
	switch {
	case len(w) > len(k):
		return w[1:] == k
	case len(w) < len(k):
		return w == k[1:]
	case len(w) > 1 && w[0] == k[1] && w[1] == k[0]:
		return w[2:] == k[2:]
	}
	return len(w) > 0 && w[1:] == k[1:]
}
