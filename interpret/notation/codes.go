package notation

import (
	"bytes"
	"slices"
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

// uedemannCode is Uedemann's code: the file's letter leads on the Queen's side, the rank's on the
// King's. Uedemann gave no signs of promotion; the piece in brackets is corrd's addition.
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

// split takes a word apart into the word's two squares and what follows the squares.
func (c *squareCode) split(word string) (from, to board.Square, rest string, ok bool) {
	if len(word) < 4 {
		return 0, 0, "", false
	}
	from, ok1 := c.named[word[:2]]
	to, ok2 := c.named[word[2:4]]
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
		case strings.ContainsRune(" -.,!?\t", c):
			return -1
		case c >= 'a' && c <= 'z':
			return c - 'a' + 'A'
		}
		return c
	}, text)
}

// promotion is the piece a suffix names; NoKind for no suffix.
func (c *squareCode) promotion(rest string) (board.Kind, bool) {
	k := slices.Index(c.suffix[:], rest)
	return board.Kind(max(k, 0)), k >= 0
}

// squares reads a word of a code that has no signs but those of promotion: the ICCF's figures or
// Uedemann's code. The result reports whether the text is such a word.
func (r *reader) squares(res *Result, c *squareCode, word string) bool {
	from, to, rest, ok := c.split(word)
	promotion, known := c.promotion(rest)
	return ok && known && r.announced(res, r.between(from, to, promotion), 0, false)
}

// between are the legal moves from one square to another that promote as the words say; where the
// words say nothing of a promotion, the rules decide what the Pawn may become.
func (r *reader) between(from, to board.Square, promotion board.Kind) (found []board.Move) {
	f := form{becomes: anyKind}
	if promotion != board.NoKind {
		f.becomes = 1 << promotion
	}
	for _, m := range r.legal {
		if m.From() == from && m.To() == to && r.becomes(&f, m) {
			found = append(found, m)
		}
	}
	return found
}

// gringmuth reads a word in Gringmuth's code: two syllables, then any of Nores's
// letters: C check, M mate, S stalemate, P in passing, L castles (the King's and
// the Rook's squares), Q R B K the piece a Pawn becomes. S selects nothing: the two
// squares leave a choice only of the piece that a Pawn becomes, and no code has a word
// for stalemate among the terms of a move.
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
			if promotion, ok = gringmuthCode.promotion(rest[i : i+1]); !ok {
				return false
			}
		}
	}
	found := r.between(from, to, promotion)
	if castles {
		found = slices.DeleteFunc(r.castlings(bothWings), func(m board.Move) bool { return m.From() != from || to != rookInCastling(m) })
	}
	if said&termPassing != 0 {
		found = slices.DeleteFunc(found, func(m board.Move) bool { return !r.p.IsEnPassant(m) })
	}
	return r.announced(res, found, said, false)
}

// rookInCastling is the corner the Rook of a castling stands in.
func rookInCastling(m board.Move) board.Square {
	if wingOf(m.To()) == kingsWing {
		return board.At(7, m.From().Rank())
	}
	return board.At(0, m.From().Rank())
}

// The letters of the pieces in German, Dame, Turm, Läufer, Springer, where they
// differ from the English ones.
const (
	germanLetters  = "DTLS"
	englishLetters = "QRBN"
)

// fromGerman puts the German letters of a word of algebraic notation into English: the piece before
// the squares, and the piece that a Pawn becomes. Only "D" must be a capital there, because "d" is
// a file. English letters stay as they are, and figurines with them.
func fromGerman(word []byte) []byte {
	word = bytes.Clone(word)
	if len(word) > 2 && word[0] != 'd' {
		translate(&word[0])
	}
	rest := bytes.TrimSuffix(word, []byte(")"))
	if n := len(rest); n > 2 && bytes.IndexByte([]byte("18=(/"), rest[n-2]) >= 0 {
		translate(&rest[n-1])
	}
	return word
}

// translate puts a German letter into English.
func translate(c *byte) {
	if i := bytes.IndexByte([]byte(germanLetters), *c&^0x20); i >= 0 {
		*c = englishLetters[i]
	}
}

// germanSAN writes a legal move as SAN does, in German letters: "Sf3", "e8=D+".
func germanSAN(p *board.Position, m board.Move) string {
	text := []byte(SAN(p, m))
	for i, c := range text {
		if at := bytes.IndexByte([]byte(englishLetters), c); at >= 0 {
			text[i] = germanLetters[at]
		}
	}
	return string(text)
}
