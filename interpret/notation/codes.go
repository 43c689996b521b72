package notation

import (
	"strings"

	"corrd/game/board"
)

// The codes name squares from White's side whoever moves, and a move by the
// square left and the square arrived at; castling is the King's move.

// squareCode is a code that names each square by two letters or figures.
type squareCode struct {
	squares [64]string
	named   map[string]board.Square
	suffix  [board.Queen + 1]string // what tells the piece a Pawn becomes
}

// numericCode is the ICCF's: figures for file and rank, and a fifth for the
// piece a Pawn becomes.
var numericCode = newCode(func(file, rank int) string {
	return string([]byte{'1' + byte(file), '1' + byte(rank)})
}, [...]string{board.Queen: "1", board.Rook: "2", board.Bishop: "3", board.Knight: "4"})

// gringmuthCode is Gringmuth's telegraph code of 1886, a consonant and a vowel
// to a square, with Nores's suffixes for the piece a Pawn becomes.
var gringmuthCode = newCode(func(file, rank int) string {
	if rank < 4 {
		return "BCDFGHKL"[file:file+1] + "AEIO"[rank:rank+1]
	}
	return "MNPRSTWZ"[file:file+1] + "AEIO"[7-rank:8-rank]
}, [...]string{board.Queen: "Q", board.Rook: "R", board.Bishop: "B", board.Knight: "K"})

// uedemannCode is Uedemann's: the file's letter leads on the Queen's side, the
// rank's on the King's. It has no signs of promotion; the piece in brackets is
// an addition of this house.
var uedemannCode = newCode(func(file, rank int) string {
	f, r := "AEIOOIEA"[file:file+1], "BDFGHKLP"[rank:rank+1]
	if file < 4 {
		return f + r
	}
	return r + f
}, [...]string{board.Queen: "(Q)", board.Rook: "(R)", board.Bishop: "(B)", board.Knight: "(KT)"})

// newCode is the code that names each square, of a file and a rank from 0, and
// the piece a Pawn becomes.
func newCode(name func(file, rank int) string, suffix [board.Queen + 1]string) squareCode {
	c := squareCode{named: map[string]board.Square{}, suffix: suffix}
	for s := range board.NoSquare {
		c.squares[s] = name(s.File(), s.Rank())
		c.named[c.squares[s]] = s
	}
	return c
}

// write writes a move in the code.
func (c *squareCode) write(m board.Move) string {
	return c.squares[m.From()] + c.squares[m.To()] + c.suffix[m.Promotion()]
}

// square is the square that two letters or figures name.
func (c *squareCode) square(name string) (board.Square, bool) {
	s, ok := c.named[name]
	return s, ok
}

// split takes a word apart into its two squares and what follows them.
func (c *squareCode) split(word string) (from, to board.Square, rest string, ok bool) {
	if len(word) < 4 {
		return 0, 0, "", false
	}
	from, ok1 := c.square(word[:2])
	to, ok2 := c.square(word[2:4])
	return from, to, word[4:], ok1 && ok2
}

// codeWord is a folded text in capitals without spaces and signs of
// punctuation, as a code's word is compared.
func codeWord(text string) string {
	if len(text) > 64 {
		return ""
	}
	return strings.Map(func(c rune) rune {
		switch {
		case c == ' ' || c == '-' || c == '.' || c == ',' || c == '!' || c == '?' || c == '\t':
			return -1
		case c >= 'a' && c <= 'z':
			return c - 'a' + 'A'
		}
		return c
	}, text)
}

// numeric reads a word in the ICCF's figures. It reports whether it is one.
func (r *reader) numeric(res *Result, word string) bool {
	from, to, rest, ok := numericCode.split(word)
	if !ok || len(rest) > 1 {
		return false
	}
	promotion, ok := promotionSaid(&numericCode, rest)
	if ok {
		r.addCoded(res, from, to, promotion)
	}
	return ok
}

// uedemann reads a word in Uedemann's code. It reports whether it is one.
func (r *reader) uedemann(res *Result, word string) bool {
	from, to, rest, ok := uedemannCode.split(word)
	if !ok {
		return false
	}
	promotion, ok := promotionSaid(&uedemannCode, rest)
	if ok {
		r.addCoded(res, from, to, promotion)
	}
	return ok
}

// promotionSaid is the piece a suffix names; NoKind for no suffix.
func promotionSaid(c *squareCode, rest string) (board.Kind, bool) {
	for k, s := range c.suffix {
		if s == rest {
			return board.Kind(k), true
		}
	}
	return board.NoKind, false
}

// addCoded adds the legal moves from one square to another that promote as said;
// when nothing is said of a promotion the rules decide what it may be.
func (r *reader) addCoded(res *Result, from, to board.Square, promotion board.Kind) {
	f := form{becomes: anyKind}
	if promotion != board.NoKind {
		f.becomes = 1 << promotion
	}
	for _, m := range r.legal {
		if m.From() == from && m.To() == to && r.becomes(&f, m) {
			res.add(m)
		}
	}
}

// add adds a reading unless it is there already.
func (res *Result) add(m board.Move) {
	for _, have := range res.Moves {
		if have == m {
			return
		}
	}
	res.Moves = append(res.Moves, m)
}

// gringmuth reads a word in Gringmuth's code: two syllables, then any of Nores's
// letters: C check, M mate, S stalemate, P in passing, L castles (the King's and
// the Rook's squares), Q R B K the piece a Pawn becomes.
func (r *reader) gringmuth(res *Result, word string) bool {
	from, to, rest, ok := gringmuthCode.split(word)
	if !ok || len(rest) > 3 {
		return false
	}
	promotion, castles, said := board.NoKind, false, terms(0)
	for i := range len(rest) {
		switch c := rest[i]; c {
		case 'C':
			said |= termCheck
		case 'M':
			said |= termMate
		case 'P':
			said |= termPassing
		case 'L':
			castles = true
		case 'S':
		default:
			if promotion, ok = promotionSaid(&gringmuthCode, rest[i:i+1]); !ok {
				return false
			}
		}
	}
	var coded Result
	if castles {
		r.addCastling(&coded, from, to)
	} else {
		r.addCoded(&coded, from, to, promotion)
	}
	found := coded.Moves
	if said&termPassing != 0 {
		found = r.onlyInPassing(found)
	}
	for _, m := range r.heed(res, found, said, false) {
		res.add(m)
	}
	return true
}

// addCastling adds castling told by the King's and the Rook's squares.
func (r *reader) addCastling(res *Result, king, rook board.Square) {
	for _, m := range r.legal {
		if r.p.IsCastling(m) && m.From() == king && rook == rookInCastling(m) {
			res.add(m)
		}
	}
}

// rookInCastling is the corner the Rook of a castling stands in.
func rookInCastling(m board.Move) board.Square {
	if wingOf(m.To()) == kingsWing {
		return board.At(7, m.From().Rank())
	}
	return board.At(0, m.From().Rank())
}

// onlyInPassing keeps the takings in passing.
func (r *reader) onlyInPassing(found []board.Move) []board.Move {
	kept := found[:0]
	for _, m := range found {
		if r.p.IsEnPassant(m) {
			kept = append(kept, m)
		}
	}
	return kept
}
