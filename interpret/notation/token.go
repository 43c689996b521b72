package notation

import (
	"slices"
	"strings"
	"unicode"
)

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
	tokRank1 // from here to tokRank1+7: a rank, or the number of a Pawn on its file (I.8)
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
	tokClose   // a closing bracket
	tokSlash   // a place, or the piece a Pawn becomes, follows
	tokBecomes // a piece follows
	tokHis     // "his", "her": by the man's own file
	tokSide    // the "side" of castling
	tokWhite   // the colour of a piece a Pawn becomes
	tokBlack
	tokDoubled // of a Pawn with another of its side on its file
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

// isVerb reports whether the token is the dash or the cross.
func (t token) isVerb() bool { return t == tokTo || t == tokTakes }

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
	end   int  // where the scan ended, in bytes
	words bool // there are words that are read past
	colon bool // the sign of taking is a colon
	hangs bool // the last word is one after which a sentence goes on: "the"
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
		if t != tokPassing {
			s.endBeforeTerm()
		}
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
	case tokOne, tokTwo:
		if slices.Contains(s.tokens(), tokTo) {
			t = tokRank1 + t - tokOne // "to King two"
		}
	case tokFirst:
		if s.n > 1 && s.list[s.n-2] == tokPawn && s.last() <= tokRank1+1 && s.last().isRank() {
			s.makeSteps() // "K R P 1 sq."
			return
		}
		if s.last().isRank() || s.last() == tokOne || s.last() == tokTwo {
			return // "3d square", "one square"
		}
	}
	s.push(t)
}

// endBeforeTerm drops the sign that only sets a term apart from a move that is complete:
// "Q-R5: ch", "Q-R5 - mate", "Q-R5/ch".
func (s *sentence) endBeforeTerm() {
	for n := s.n - 1; n > 1 && (s.last() == tokTo || s.last() == tokTakes && s.colon || s.last() == tokSlash || s.last() == tokBecomes); n-- {
		if complete := s.list[n-1].isRank() || slices.ContainsFunc(s.list[:n], token.isVerb); !complete {
			return
		}
		s.n = n
	}
}

// signAsDash takes a colon or a stroke between a man and a square for a dash, "P:Q4", "P/KR3", and
// reports whether there is one.
func (s *sentence) signAsDash() bool {
	for i, t := range s.tokens() {
		if t == tokTakes && s.colon || t == tokSlash {
			s.list[i] = tokTo
			return i > 0 && rankOf(s.last()) != 0
		}
		if t.isVerb() {
			return false
		}
	}
	return false
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

// sign is the sign with which a run of letters begins, and the sign's length; the length is 0 where
// the run begins with no sign.
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
			if t := word(run[:n]); t > tokRank8 && t != tokOne && t != tokTwo && t != tokFiller {
				return t, n // no numbers: "none" is no Knight's one square
			}
		}
	}
	return noToken, 0
}

// word is the meaning of a whole word in lower case; noToken for an unknown word.
func word(w []byte) token {
	if !begins[headOf(w)] {
		return noToken
	}
	return lexicon[string(w)]
}

// headOf is the place among begins of the first two letters of a word in lower case.
func headOf(w []byte) int {
	if len(w) == 1 {
		return int(w[0]&31) << 5
	}
	return int(w[0]&31)<<5 | int(w[1]&31)
}

// begins tells of the first two letters of words whether a word of the language begins with them.
var begins = func() (is [1 << 10]bool) {
	for w := range lexicon {
		is[headOf([]byte(w))] = true
	}
	return is
}()

// lexicon is the words of the language and what each of them means.
var lexicon = func() map[string]token {
	words := map[string]token{}
	for _, meaning := range [...]struct {
		is   token
		said string
	}{
		{tokKing, "k king kings"}, {tokQueen, "q queen queens queening"}, {tokBishop, "b bishop bishops"},
		{tokKnight, "kt n knight knights"}, {tokRook, "r rook rooks"}, {tokPawn, "p pawn pawns"},
		{tokTakes, "x takes take taking captures takeing tks retakes recaptures"},
		{tokTo, "to"}, {tokOn, "on at from upon"},
		{tokFirst, "sq squ square"}, {tokSquares, "squares sqs"}, {tokOne, "one"}, {tokTwo, "two"},
		{tokCheck, "ch check checks checking ck chk chck chec"}, {tokMate, "mate mates checkmate checkmates checkmating mating ckmate chmate"},
		{tokDiscovered, "dis disc disch disck discd discov discovered discovering discovers discovery"}, {tokDouble, "dbl dble doub dblch dbleck dblech double doubly"},
		{tokPassing, "ip ep passing passant pass pas"},
		{tokHis, "his her"}, {tokDoubled, "doubled"}, {tokWhite, "white"}, {tokBlack, "black"},
		{tokCastles, "castles castle castling castled cas cstls cstl castl"}, {tokSide, "side wing"}, {tokShort, "short"}, {tokLong, "long"},
		{tokBecomes, "becomes becoming become promotes promoting promoted makes making claims claiming"},
		{tokFiller, "s the in en a an and with giving gives by wins best own moves goes plays of now new home advances interposes covers"},
		{tokRank1, "first"}, {tokRank1 + 1, "second"}, {tokRank1 + 2, "third three"}, {tokRank1 + 3, "fourth four"},
		{tokRank1 + 4, "fifth five"}, {tokRank1 + 5, "sixth six"}, {tokRank1 + 6, "seventh seven"}, {tokRank8, "eighth eight"},
	} {
		for w := range strings.FieldsSeq(meaning.said) {
			words[w] = meaning.is
		}
	}
	return words
}()

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
