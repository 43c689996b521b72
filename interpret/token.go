package interpret

// token is one word or sign of the language of moves.
type token uint8

const (
	noToken token = iota
	tokPawn
	tokKnight
	tokBishop
	tokRook
	tokQueen
	tokKing
	tokRank1 // to tokRank1+7: a rank, or the number of a Pawn on its file (I.8)
	_
	_
	_
	_
	_
	_
	tokRank8
	tokFirst   // "square" with no number: the first (I.7)
	tokOne     // "one (square)": a Pawn's single step
	tokTwo     // "two (squares)"
	tokTo      // the dash or "to"
	tokTakes   // the cross or "takes"
	tokOn      // "on", "at", "from": a place follows
	tokOpen    // an opening bracket
	tokClose   // its fellow
	tokSlash   // a place, or the piece a Pawn becomes, follows
	tokBecomes // a piece follows
	tokHis     // "his", "her": by the man's own file
	tokSide    // the "side" of castling
	tokWhite   // the colour of a piece a Pawn becomes
	tokBlack
	tokCastles // "castles" without a word which way
	tokShort   // o-o
	tokLong    // o-o-o

	tokCheck // the terms; they are gathered apart
	tokMate
	tokDiscovered
	tokDouble
	tokPassing
	tokFiller // read past
	tokSquares
	tokUnknown
)

// isMan reports whether the token names a kind of man.
func (t token) isMan() bool { return t >= tokPawn && t <= tokKing }

// isRank reports whether the token is a numbered rank.
func (t token) isRank() bool { return t >= tokRank1 && t <= tokRank8 }

// terms is a set of words that say what a move does besides moving.
type terms uint8

const (
	termCheck terms = 1 << iota
	termMate
	termDiscovered
	termDouble
	termPassing
)

// maxTokens is more than the longest record of a move in words has.
const maxTokens = 40

// sentence is the words of one move, scanned.
type sentence struct {
	list  [maxTokens]token
	n     int
	terms terms
	known bool // every word is of the language, and there is room for all
}

func (s *sentence) tokens() []token { return s.list[:s.n] }

// last is the newest token, or noToken.
func (s *sentence) last() token {
	if s.n == 0 {
		return noToken
	}
	return s.list[s.n-1]
}

// add takes the next word: terms and fillers are set apart, a number before
// "squares" becomes steps, brackets with nothing between them go.
func (s *sentence) add(t token) {
	switch t {
	case tokFiller:
		return
	case tokCheck, tokMate, tokDiscovered, tokDouble, tokPassing:
		s.terms |= 1 << (t - tokCheck)
		return
	case tokUnknown:
		s.known = false
		return
	case tokTo:
		if s.last() == tokTo || s.last() == tokBecomes {
			return
		}
	case tokClose:
		if s.last() == tokOpen {
			s.n--
			return
		}
	case tokSquares:
		s.makeSteps()
		return
	case tokFirst:
		if s.last().isRank() || s.last() == tokOne || s.last() == tokTwo {
			return // "3d square", "one square"
		}
	}
	s.push(t)
}

func (s *sentence) push(t token) {
	if s.n == maxTokens {
		s.known = false
		return
	}
	s.list[s.n] = t
	s.n++
}

// makeSteps reads "2 squares", the number being the last token, as steps.
func (s *sentence) makeSteps() {
	switch s.last() {
	case tokRank1:
		s.list[s.n-1] = tokOne
	case tokRank1 + 1:
		s.list[s.n-1] = tokTwo
	case tokOne, tokTwo:
	default:
		s.known = false
	}
}

// scan reads folded text into a sentence. Marks of punctuation and praise are
// read past; the first unknown word ends the scan.
func scan(text []byte) (s sentence) {
	s.known = true
	for i := 0; i < len(text) && s.known; {
		c := text[i] | 0x20
		switch {
		case c >= 'a' && c <= 'z' && text[i] >= 'A':
			i = s.scanLetters(text, i)
		case text[i] >= '1' && text[i] <= '8':
			s.add(tokRank1 + token(text[i]-'1'))
			i = skipOrdinal(text, i+1)
		case text[i] == '0':
			i = s.scanCastling(text, i)
		default:
			s.add(signs[text[i]])
			i++
		}
	}
	return s
}

// signs gives the meaning of each sign that is neither letter nor digit.
var signs = func() (t [256]token) {
	for i := range t {
		t[i] = tokUnknown
	}
	for _, c := range " \t\r\n.,;!?'\"`_*~" {
		t[c] = tokFiller
	}
	for _, c := range "([{" {
		t[c] = tokOpen
	}
	for _, c := range ")]}" {
		t[c] = tokClose
	}
	for c, tok := range map[byte]token{'-': tokTo, ':': tokTakes, '/': tokSlash, '=': tokBecomes,
		'+': tokCheck, '#': tokMate, '@': tokOn, '&': tokFiller} {
		t[c] = tok
	}
	return t
}()

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

func isLetter(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }

// maxWord is longer than any word of the language.
const maxWord = 16

// scanLetters reads a run of letters: a word, or signs run together ("KtxQBP").
// It returns where the run, or the wider sign it begins, ends.
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
	if run[0] == 'o' && (n == 1 || string(run[:n]) == "oo" || string(run[:n]) == "ooo") {
		return s.scanCastling(text, i)
	}
	if t := word(run[:n]); t != noToken {
		s.add(t)
	} else if !s.last().isRank() || !isOrdinalEnding(run[:n]) {
		s.scanRun(run[:n])
	}
	return i + n
}

// scanInPassing reads "ip", "e.p." and their like at i.
func (s *sentence) scanInPassing(text []byte, i int) (int, bool) {
	if c := text[i] | 0x20; c != 'i' && c != 'e' || s.last() == tokTo {
		return i, false
	}
	j := i + 1
	for j < len(text) && (text[j] == '.' || text[j] == ' ') {
		j++
	}
	if j == len(text) || text[j]|0x20 != 'p' || j+1 < len(text) && isLetter(text[j+1]) {
		return i, false
	}
	s.add(tokPassing)
	return j + 1, true
}

// scanCastling reads o-o or o-o-o, in letters or noughts, spaced or not.
func (s *sentence) scanCastling(text []byte, i int) int {
	count, end := 0, i
	for j := i; j < len(text); j++ {
		switch c := text[j]; {
		case c == '0' || c|0x20 == 'o':
			count, end = count+1, j+1
		case c != '-' && c != ' ':
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
		if n == 0 {
			t, n = s.misprint(run)
		}
		s.add(t)
		run = run[n:]
	}
}

// sign is the sign that a run of letters begins with, and its length; 0 if none.
func sign(run []byte) (token, int) {
	switch run[0] {
	case 'k':
		switch {
		case len(run) == 1 || run[1] != 't':
			return tokKing, 1
		case len(run) > 2 && (run[2] == 'o' || run[2] == 'a'):
			return tokKing, 1 // "Kto", "Ktakes"
		}
		return tokKnight, 2
	case 'q':
		return tokQueen, 1
	case 'b':
		return tokBishop, 1
	case 'n':
		return tokKnight, 1
	case 'r':
		return tokRook, 1
	case 'p':
		return tokPawn, 1
	case 'x':
		return tokTakes, 1
	}
	for _, n := range [...]int{5, 4, 3, 2} {
		if n <= len(run) {
			if t := word(run[:n]); t > tokKing {
				return t, n
			}
		}
	}
	return noToken, 0
}

// misprint reads a capital I or an l that ends a run after a man as the
// printer's 1, and an s there as the possessive without its apostrophe.
func (s *sentence) misprint(run []byte) (token, int) {
	if len(run) == 1 && s.last().isMan() {
		switch run[0] {
		case 'i', 'l':
			return tokRank1, 1
		case 's':
			return tokFiller, 1
		}
	}
	return tokUnknown, len(run)
}

// word is the meaning of a whole word in lower case; noToken if it has none.
func word(w []byte) token {
	switch string(w) {
	case "k", "king", "kings":
		return tokKing
	case "q", "queen", "queens":
		return tokQueen
	case "b", "bishop", "bishops":
		return tokBishop
	case "kt", "n", "knight", "knights":
		return tokKnight
	case "r", "rook", "rooks":
		return tokRook
	case "p", "pawn", "pawns":
		return tokPawn
	case "x", "takes", "take", "taking", "captures", "takeing":
		return tokTakes
	case "to":
		return tokTo
	case "on", "at", "from", "upon":
		return tokOn
	case "sq", "square":
		return tokFirst
	case "squares", "sqs":
		return tokSquares
	case "one":
		return tokOne
	case "two":
		return tokTwo
	case "ch", "check", "checks", "checking":
		return tokCheck
	case "mate", "mates", "checkmate", "checkmates", "mating":
		return tokMate
	case "dis", "disc", "disch", "discovered", "discovering", "discovers", "discovery":
		return tokDiscovered
	case "dbl", "dble", "double", "doubly":
		return tokDouble
	case "ip", "ep", "passing", "passant", "pass":
		return tokPassing
	case "his", "her":
		return tokHis
	case "castles", "castle", "castling", "castled", "cas":
		return tokCastles
	case "side", "wing":
		return tokSide
	case "becomes", "becoming", "become", "promotes", "promoting", "promoted", "makes", "making", "queening":
		return tokBecomes
	case "white":
		return tokWhite
	case "black":
		return tokBlack
	case "s", "the", "in", "en", "a", "an", "and", "with", "giving", "gives", "by", "wins",
		"best", "own", "moves", "goes", "plays", "of", "now":
		return tokFiller
	}
	return ordinal(w)
}

// ordinal is the rank a word such as "third" names; noToken if it names none.
func ordinal(w []byte) token {
	switch string(w) {
	case "first":
		return tokRank1
	case "second":
		return tokRank1 + 1
	case "third":
		return tokRank1 + 2
	case "fourth":
		return tokRank1 + 3
	case "fifth":
		return tokRank1 + 4
	case "sixth":
		return tokRank1 + 5
	case "seventh":
		return tokRank1 + 6
	case "eighth":
		return tokRank8
	}
	return noToken
}
