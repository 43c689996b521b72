package notation

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
			if t := word(run[:n]); t > tokRank8 && t != tokOne && t != tokTwo && t != tokFiller {
				return t, n // no numbers: "none" is no Knight's one square
			}
		}
	}
	return noToken, 0
}

// word is the meaning of a whole word in lower case; noToken if it has none.
func word(w []byte) token {
	switch string(w) {
	case "k", "king", "kings":
		return tokKing
	case "q", "queen", "queens", "queening":
		return tokQueen
	case "b", "bishop", "bishops":
		return tokBishop
	case "kt", "n", "knight", "knights":
		return tokKnight
	case "r", "rook", "rooks":
		return tokRook
	case "p", "pawn", "pawns":
		return tokPawn
	case "x", "takes", "take", "taking", "captures", "takeing", "tks", "retakes", "recaptures":
		return tokTakes
	case "to":
		return tokTo
	case "on", "at", "from", "upon":
		return tokOn
	case "sq", "squ", "square":
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
	case "ip", "ep", "passing", "passant", "pass", "pas":
		return tokPassing
	case "his", "her":
		return tokHis
	case "doubled":
		return tokDoubled
	case "castles", "castle", "castling", "castled", "cas":
		return tokCastles
	case "side", "wing":
		return tokSide
	case "short":
		return tokShort
	case "long":
		return tokLong
	case "becomes", "becoming", "become", "promotes", "promoting", "promoted", "makes", "making", "claims", "claiming":
		return tokBecomes
	case "white":
		return tokWhite
	case "black":
		return tokBlack
	case "s", "the", "in", "en", "a", "an", "and", "with", "giving", "gives", "by", "wins",
		"best", "own", "moves", "goes", "plays", "of", "now", "new", "home", "advances", "interposes", "covers":
		return tokFiller
	}
	return ordinal(w)
}

// ordinal is the rank a word such as "third" or "three" names; noToken if it
// names none.
func ordinal(w []byte) token {
	switch string(w) {
	case "first":
		return tokRank1
	case "second":
		return tokRank1 + 1
	case "third", "three":
		return tokRank1 + 2
	case "fourth", "four":
		return tokRank1 + 3
	case "fifth", "five":
		return tokRank1 + 4
	case "sixth", "six":
		return tokRank1 + 5
	case "seventh", "seven":
		return tokRank1 + 6
	case "eighth", "eight":
		return tokRank8
	}
	return noToken
}
