package notation

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// stepsOfWord is what looking at a word of a text as part of a move costs; a step
// is about what looking at one character costs.
const stepsOfWord = 30

// Sounds reports whether a text is, whatever the position, the words of one move in some notation
// that say where a man goes or what a man takes. steps are the steps of work that the answer took.
func Sounds(text string) (sounds bool, steps int) {
	s := scan([]byte(text))
	steps = s.end
	if s.hangs || calls(text) || isFilledIn(text) {
		return false, steps
	}
	if s.known && s.n > 0 && s.menRunning() < menOfDiagram && !emptySquares(text) {
		steps += stepsOfWord * s.n
		var f forms
		if f.parse(&s); f.n > 0 && s.says() && !f.hasStray(&s) && !beginsStray(text) {
			return true, steps
		}
	}
	if !strings.ContainsAny(text, "12345678") || text[0]|0x20 == 'x' {
		return false, steps
	}
	return looksAlgebraic(text) || isNumeric(text), steps + len(text)
}

// calls reports whether a text has a cry before a move: "Bishop! P-KR3".
func calls(text string) bool {
	at := strings.IndexAny(text, "!?")
	return at > 0 && at+1 < len(text) && text[at+1] == ' ' && strings.ContainsAny(text[at:], "12345678")
}

// isFilledIn reports whether a text is of a form, a puzzle or a formula: it holds a box, "[x] K",
// more than one letter that is to be found, "K?B?4", or a fraction, "P(B) = 4/5".
func isFilledIn(text string) bool {
	if strings.Contains(text, "[ ]") || strings.Contains(text, "[x]") {
		return true
	}
	sought := 0
	for i := 1; i+1 < len(text); i++ {
		switch before, after := text[i-1], text[i+1]; {
		case text[i] == '?' && (isLetter(after) || isDigit(after)):
			if sought++; sought > 1 {
				return true
			}
		case text[i] == '/' && isDigit(before) && isDigit(after) && (i == 1 || !isDigit(text[i-2])):
			return true
		}
	}
	return false
}

// MayBegin reports whether a text may begin with the words of a move: its first word is one of the
// language or of algebraic notation, or a sign that the next word may complete.
func MayBegin(text string) bool {
	const longestLetters = 5 // that stand before the figure of a square
	first := firstWord(text)
	bare := strings.TrimRight(first, ".")
	if goesOnBehind(bare, text) {
		return true
	}
	if s := scan([]byte(first)); s.known {
		return true
	}
	if !strings.ContainsAny(text, "12345678") {
		return false
	}
	_, _, named := cutName([]byte(text))
	return named || len(bare) <= longestLetters || strings.ContainsFunc(bare, func(r rune) bool { return r >= utf8.RuneSelf || !isLetter(byte(r)) })
}

// MayHold reports whether the words of a move may stand anywhere in a text: it holds a figure, the
// colon, a word that names a man, takes or castles, or "his" and the word of a rank.
func MayHold(text string) bool {
	var run [maxWord]byte
	his, rank := false, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if isDigit(c) || c == ':' || c >= utf8.RuneSelf {
			return true
		}
		if !isLetter(c) {
			continue
		}
		n, letters := 0, uint32(0)
		for ; i < len(text) && isLetter(text[i]); i++ {
			if n < maxWord {
				run[n] = text[i] | 0x20
				letters |= 1 << (run[n] & 31)
			}
			n++
		}
		if i--; n > maxWord {
			continue
		}
		t := word(run[:n])
		his = his || letters&(1<<('h'&31)) != 0 && (bytes.Contains(run[:n], []byte("his")) || bytes.Contains(run[:n], []byte("her")))
		rank = rank || t.isRank() || t == tokFirst || t == tokOne || t == tokTwo || letters&(1<<('q'&31)) != 0 && bytes.Contains(run[:n], []byte("sq"))
		if his && rank || isOfMove(run[:n], t) {
			return true
		}
	}
	return false
}

// isOfMove reports whether a run of letters in lower case, whose meaning as a word is whole, names
// a man, takes or castles, by itself or as signs written together, of which the last may be a
// misprint or go on behind a stop.
func isOfMove(run []byte, whole token) bool {
	moves := func(t token) bool { return t.isMan() || t == tokTakes || t >= tokCastles && t <= tokLong }
	if run[0] == 'o' && len(bytes.Trim(run, "o")) == 0 {
		return true
	}
	if whole != noToken {
		return moves(whole)
	}
	if len(run) > len("side") && bytes.HasSuffix(run, []byte("side")) {
		return true
	}
	rest, named := run, false
	for len(rest) > 0 {
		t, n := sign(rest)
		if n == 0 {
			break
		}
		rest, named = rest[n:], named || moves(t)
	}
	switch string(rest) {
	case "", "s", "i", "l":
		return named
	case "e":
		return named && len(run) > len("be")
	}
	return false
}

// longestAlgebraic is how many octets a move in algebraic notation takes with all its signs in
// words.
const longestAlgebraic = 48

// Reach returns how many octets at the head of a text the words of one move may take: none if it
// may not begin with them, else as far as its words are of the language or, if it holds figures,
// those of algebraic notation.
func Reach(text string) int {
	if !MayBegin(text) {
		return 0
	}
	s := scan([]byte(text))
	switch {
	case s.known:
		return len(text)
	case strings.ContainsAny(text, "12345678"):
		return min(len(text), max(s.end, longestAlgebraic))
	}
	return s.end
}

// goesOnBehind reports whether the first word of a text may be a part of a sign that the words
// behind it complete: "e p", "o o", "PxPe p", or "a" before the name of a man.
func goesOnBehind(bare, text string) bool {
	const longestSign = 2
	if bare == "" {
		return true
	}
	last := bare[len(bare)-1] | 0x20
	if _, passes := inPassing([]byte(text), len(bare)-1); passes {
		return true
	}
	if len(bare) > longestSign {
		return (last == 'e' || last == 'i') && (strings.ContainsAny(bare, "xX") || strings.Contains(strings.ToLower(bare), "take"))
	}
	return !isLetter(bare[0]) || !isLetter(last) || last == 'o' && (len(bare) == 1 || bare[0]|0x20 == 'o') || len(bare) == 1 && last == 'a'
}

// Attempts reports whether a folded text is a communication for which the laws have
// an answer though nobody can play it: the text is wholly in the language of moves
// and holds a square, castling, or a man with what the man does. A square may be
// one that no board has, "B-Z9", where a man goes to it or the letter has no other
// line, which sole says. Attempts also gives the steps of work that the answer took.
func Attempts(text string, sole bool) (attempts bool, steps int) {
	onBoard, outside := ontoBoard(text)
	s := scan([]byte(onBoard))
	switch {
	case !isPlain(text), isFilledIn(text), s.hangs, strings.Contains(text, "---"), s.menRunning() >= menOfDiagram, emptySquares(text):
		return false, s.end // the middle of a sentence, or of a diagram
	case s.n > 0 && s.list[0].isRank() && s.list[s.n-1] >= tokCastles:
		return false, s.end // "4 Castle"
	case !(s.known && s.says()) && !(HoldsSquare(onBoard) && looksAlgebraic(onBoard)):
		return false, s.end
	}
	return !outside || sole || s.n > 2 && s.list[0].isMan() && slices.ContainsFunc(s.tokens(), token.isVerb), s.end
}

// menOfDiagram is how many men one after the other are a row of a diagram: a record names
// three at most, as in "Q Kt P takes".
const menOfDiagram = 4

// emptySquares reports whether full stops that stand alone are the empty squares of a
// diagram's row, perhaps with the number of a link among them: two stops part a man from
// what follows, as in "P . . 4", or there are more than a spaced ellipsis and a move have.
func emptySquares(text string) bool {
	const mostStops = 4
	stops, run, named := 0, 0, false
	for word := range strings.FieldsSeq(text) {
		if number, rest, ok := strings.Cut(word, "]"); ok && strings.Trim(number, "0123456789") == "[" {
			word = rest
		}
		switch {
		case word == ".":
			stops, run = stops+1, run+1
		case word != "":
			if named && run > 1 {
				return true
			}
			run, named = 0, named || strings.ContainsFunc(word, unicode.IsLetter)
		}
	}
	return stops > mostStops
}

// menRunning returns how many men a sentence names at most without anything between them.
func (s *sentence) menRunning() (most int) {
	n := 0
	for _, t := range s.tokens() {
		n++
		if !t.isMan() {
			n = 0
		}
		most = max(most, n)
	}
	return most
}

// IsLanguage reports whether a text consists only of the words and signs of the
// language of moves, and names a man, a rank, a taking or castling.
func IsLanguage(text string) bool {
	s := scan([]byte(text))
	return s.known && slices.ContainsFunc(s.tokens(), func(t token) bool {
		return t.isMan() || t.isRank() || t == tokTakes || t >= tokCastles && t <= tokLong
	})
}

// NamesSquare reports whether a text is the name of a square and nothing else.
func NamesSquare(text string) bool {
	if len(text) == 2 && HoldsSquare(text) {
		return true
	}
	s := scan([]byte(text))
	return s.known && s.n > 1 && rankOf(s.last()) != 0 && parseSquare(s.tokens()) != 0
}

// IsAlgebraic reports whether a text has the form of algebraic notation and names a square by file
// and rank.
func IsAlgebraic(text string) bool { return HoldsSquare(text) && looksAlgebraic(text) }

// IsStandard reports whether a text is algebraic notation as corrd writes it: its men are capitals.
func IsStandard(text string) bool {
	text = strings.TrimRight(string(withoutNumber([]byte(Fold(text)))), " +#!.")
	return IsAlgebraic(text) && !strings.ContainsAny(text, " -=") && (len(text) == len("e4") || strings.IndexByte("KQRBN", text[0]) >= 0)
}

// EndsInVerb reports whether a text breaks off before what is gone to or taken.
func EndsInVerb(text string) bool {
	s := scan([]byte(text))
	return s.last().isVerb()
}

// SquaresApart reports whether a text is two squares in the ICCF's figures with a dash or a space
// between, so that the first is not a move number: "52 - 54".
func SquaresApart(text string) bool {
	parts := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '-' || c == '.' })
	return len(parts) == 2 && len(parts[0]) == 2 && len(parts[1]) == 2 && isNumeric(parts[0]+parts[1])
}

// isNumeric reports whether a text is four or five figures of the ICCF's kind.
func isNumeric(text string) bool {
	for i := range len(text) {
		if isLetter(text[i]) {
			return false
		}
	}
	_, _, rest, ok := numericCode.split(codeWord(text))
	return ok && (rest == "" || len(rest) == 1 && rest[0] >= '1' && rest[0] <= '4')
}

// IsCode reports whether a text is a word of a telegraph code.
func IsCode(text string) bool {
	word := codeWord(text)
	_, _, rest, ok := gringmuthCode.split(word)
	if ok && len(rest) <= 2 && strings.Trim(rest, "CMSPLQRBK") == "" {
		return true
	}
	_, _, rest, ok = uedemannCode.split(word)
	return ok && (rest == "" || strings.HasPrefix(rest, "("))
}

// CodePair parts a telegraph word of two moves: the adversary's, and the answer.
func CodePair(text string) (adversary, answer Move, ok bool) {
	word := codeWord(text)
	for i := 4; i <= len(word)-4 && len(word) <= 14; i++ {
		if IsCode(word[:i]) && IsCode(word[i:]) {
			return Move{Text: word[:i]}, Move{Text: word[i:]}, true
		}
	}
	return Move{}, Move{}, false
}

// hasStray reports whether a sign behind a square can only be stray: a cross, or
// the name of a piece though no Pawn arrives at an eighth rank.
func (f *forms) hasStray(s *sentence) bool {
	if s.n > 2 && s.last() == tokTakes && s.list[s.n-2].isRank() {
		return true
	}
	for _, one := range f.all() {
		if one.becomes == anyKind || one.to&(rank1<<56) != 0 {
			return false
		}
	}
	return true
}

// says reports whether a sentence has a square, castling, or a man with what the
// man does: a verb with something after it, steps, or a term for a verb.
func (s *sentence) says() bool {
	men := false
	for i, t := range s.tokens() {
		switch {
		case t >= tokCastles && t <= tokLong:
			return true
		case i == 0:
			men = t.isMan()
			if t == tokTakes && s.n == 1 && s.end > len("x.") { // "takes", as "if he takes"
				return true
			}
		case rankOf(t) != 0 && (s.list[i-1].isMan() || s.list[i-1] == tokHis):
			return true
		case men && (t == tokOne || t == tokTwo || t == tokBecomes || t == tokTakes || t.isRank() || t == tokTo && i+1 < s.n):
			return true
		}
		men = men || t.isMan()
	}
	return men && s.list[0].isMan() && s.terms&^termPassing != 0
}

// looksAlgebraic reports whether a text has the form of algebraic notation. A word that has the
// form and holds a figure is not a plain word.
func looksAlgebraic(text string) bool {
	var buf [64]byte
	word, _ := algebraicWord(buf[:0], []byte(text))
	if len(word) == 0 || len(word) > 10 {
		return false
	}
	if i := strings.LastIndexByte(text, ' '); severalSquares(text) || i > 0 && i == len(text)-2 && HoldsSquare(text[:i]) && fileLetter(text[i+1]) != 0 {
		return false // "a3 a"
	}
	_, strict := parseAlgebraic(word, false)
	_, lenient := parseAlgebraic(word, true)
	if strict || lenient {
		return true
	}
	_, german := parseAlgebraic(fromGerman(word), false)
	return german
}

// severalSquares reports whether more than one word of a text names a square in
// small letters, so that "e4 e5" is two moves and "e2 - e4" one.
func severalSquares(text string) bool {
	n := 0
	for _, w := range strings.Fields(text) {
		switch {
		case w == "-" || w == "x":
			n--
		case HoldsSquare(w):
			n++
		}
	}
	return n > 1
}

// ontoBoard replaces each name of a square that no board has, a letter and a figure, by the name of
// a square of the board. outside reports whether a letter named no file.
func ontoBoard(text string) (on string, outside bool) {
	if castlingWord([]byte(text)) != 0 {
		return text, false
	}
	b := []byte(text)
	for i, c := range b {
		alone := (i == 0 || !isLetter(text[i-1])) && i+1 < len(b) && isDigit(text[i+1]) && (i+2 == len(b) || !isDigit(text[i+2]) && !isLetter(text[i+2]))
		switch {
		case c == '9' || c == '0':
			b[i] = '8'
		case isLetter(c) && alone && fileLetter(c) == 0:
			if t, _ := sign([]byte{c | 0x20}); t == noToken {
				b[i], outside = 'K', true
			}
		}
	}
	return string(b), outside
}

// beginsStray reports whether a comma parts a lone initial from a move: "B, P-Q3".
func beginsStray(text string) bool {
	initial, rest, found := strings.Cut(text, ",")
	if !found || len(initial) != 1 {
		return false
	}
	sounds, _ := Sounds(strings.TrimSpace(rest))
	return sounds
}
