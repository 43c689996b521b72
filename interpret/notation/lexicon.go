package notation

import "strings"

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
