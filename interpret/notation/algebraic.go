package notation

import (
	"bytes"
	"strings"

	"corrd/game/board"
)

// algebraicMove is what a text in algebraic notation says of a move.
type algebraicMove struct {
	kind    board.Kind // Pawn where no piece is named, NoKind where two squares are and any man may be meant
	from    board.Squares
	to      board.Squares
	takes   bool
	bare    bool // the text names neither file nor capture of the Pawn, so that the Pawn goes straight on
	becomes kinds
}

// algebraic reads a text in algebraic notation: standard or long, with figurines, and with the
// usual slips (the case of a letter, a capture or check not marked or marked by ":" or "ch", "ed"
// for "exd5", "0-0"). The result reports whether the text is a move in algebraic notation; german
// says that the letters are German.
func (r *reader) algebraic(res *Result, text string, german bool) bool {
	var buf [64]byte
	words := withoutNumber([]byte(Fold(text)))
	if w := castlingInWords(words); w != 0 {
		return r.announced(res, r.castlings(w), 0, false)
	}
	word, said := algebraicWord(buf[:0], words)
	if len(word) == 0 {
		return false
	}
	if w := castlingWord(word); w != 0 {
		return r.announced(res, r.castlings(w), said, false)
	}
	readings := []bool{false, true}
	if german {
		readings = readings[:1] // a Bishop is no "b"
		word = fromGerman(word)
	}
	understood := false
	for _, lenient := range readings {
		a, ok := parseAlgebraic(word, lenient)
		if !ok {
			continue
		}
		understood = true
		if found := r.matchAlgebraic(&a, said); len(found) > 0 {
			return r.announced(res, found, said, false)
		}
	}
	return understood
}

// algebraicSigns are endings that are not part of the move itself.
var algebraicSigns = []struct {
	text string
	term terms
}{
	{"checkmate", termMate}, {"mate", termMate}, {"#", termMate}, {"dblch", termCheck | termDouble},
	{"disch", termCheck | termDiscovered}, {"check", termCheck}, {"-ch", termCheck}, {"/ch", termCheck}, {"ch", termCheck}, {"+", termCheck},
	{"ck", termCheck}, {"chk", termCheck},
	{"e.p.", termPassing}, {"e.p", termPassing}, {"ep", termPassing}, {"(ep)", termPassing}, {"(e.p.)", termPassing},
	{"!", 0}, {"?", 0}, {".", 0}, {",", 0}, {";", 0}, {":", 0},
}

// cutName takes a word that stands in the place of a sign off the head of a text.
func cutName(text []byte) (sign string, rest []byte, ok bool) {
	var run [len("captures")]byte
	n := 0
	for ; n < len(text) && isLetter(text[n]); n++ {
		if n == len(run) {
			return "", text, false
		}
		run[n] = text[n] | 0x20
	}
	switch string(run[:n]) {
	case "king":
		sign = "K"
	case "queen":
		sign = "Q"
	case "rook":
		sign = "R"
	case "bishop":
		sign = "B"
	case "knight":
		sign = "N"
	case "pawn":
	case "to":
		sign = "-"
	case "takes", "captures":
		sign = "x"
	default:
		if n > 1 && n < 4 && string(run[:2]) == "kt" {
			return "N", text[2:], true // "Ktf3"
		}
		return "", text, false
	}
	return sign, text[n:], true
}

// castlingInWords is the wings on which "castles", "castles kingside" castle; 0
// for words that are not of castling.
func castlingInWords(text []byte) wings {
	if len(text) < len("cas") || text[0]|0x20 != 'c' || text[1]|0x20 != 'a' {
		return 0
	}
	var f forms
	if s := scan(text); !s.known || !f.castling(s.tokens()) || f.n == 0 {
		return 0
	}
	return f.list[0].castles
}

// algebraicWord appends the text without spaces to dst, with signs in place of words, and takes the
// signs at the end of the text apart. A text that is too long for a move gives nothing.
func algebraicWord(dst, text []byte) ([]byte, terms) {
	for inWord := false; len(text) > 0; {
		if sign, rest, ok := cutName(text); ok && !inWord {
			dst, text = append(dst, sign...), rest
			continue
		}
		c := text[0]
		if text, inWord = text[1:], isLetter(c); c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			continue
		}
		if dst = append(dst, c); len(dst) > 40 {
			return nil, 0
		}
	}
	var said terms
	for cut := true; cut; {
		cut = false
		for _, s := range algebraicSigns {
			if len(dst) > len(s.text) && bytes.EqualFold(dst[len(dst)-len(s.text):], []byte(s.text)) {
				dst, said, cut = dst[:len(dst)-len(s.text)], said|s.term, true
			}
		}
	}
	return dst, said
}

// castlingWord is the wing of o-o or o-o-o, in letters or noughts; 0 for other words.
func castlingWord(word []byte) wings {
	n := 0
	for _, c := range word {
		switch {
		case c == '0' || c|0x20 == 'o':
			n++
		case c != '-':
			return 0
		}
	}
	switch n {
	case 2:
		return kingsWing
	case 3:
		return queensWing
	}
	return 0
}

// castlings are the legal castlings on the wings.
func (r *reader) castlings(w wings) []board.Move {
	var found []board.Move
	for _, m := range r.legal {
		if r.p.IsCastling(m) && wingOf(m.To())&w != 0 {
			found = append(found, m)
		}
	}
	return found
}

// parseAlgebraic takes a word apart from its end: promotion, square arrived at,
// sign, square left, piece. Strictly a "b" is the file and a "B" the Bishop; a
// lenient reading takes each for the other.
func parseAlgebraic(word []byte, lenient bool) (algebraicMove, bool) {
	a := algebraicMove{kind: board.Pawn, from: anywhere}
	word, a.becomes = cutPromotion(word)
	word, ok := a.cutArrival(word)
	if !ok {
		return a, false
	}
	signed := false
	if n := len(word); n > 0 && bytes.IndexByte([]byte("xX:-"), word[n-1]) >= 0 {
		a.takes, signed, word = word[n-1] != '-', true, word[:n-1]
	}
	word, said := a.cutOrigin(word, lenient)
	if len(word) == 1 {
		if k := pieceLetter(word[0]); k != board.NoKind {
			a.kind, word = k, nil
		}
	}
	pawn := a.kind == board.Pawn
	a.bare = pawn && !said && !a.takes
	if pawn && a.from.Len() == 1 {
		a.kind = board.NoKind // "c3-d5"
	}
	return a, len(word) == 0 && (a.to.Len() == 1 || pawn && said && (signed || !a.bare))
}

// cutPromotion takes the piece a Pawn becomes off the end: "=Q", "(Q)", "/Q", "Q".
func cutPromotion(word []byte) ([]byte, kinds) {
	rest := bytes.TrimSuffix(word, []byte(")"))
	n := len(rest)
	if n < 3 {
		return word, anyKind
	}
	k := pieceLetter(rest[n-1])
	if k == board.NoKind || k == board.King || k == board.Pawn {
		return word, anyKind
	}
	switch c := rest[n-2]; {
	case c == '=' || c == '(' || c == '/':
		return rest[:n-2], 1 << k
	case c == '1' || c == '8':
		return rest[:n-1], 1 << k
	}
	return word, anyKind
}

// cutArrival takes the square arrived at, or the file of the square alone ("exd"), off the end of a
// word.
func (a *algebraicMove) cutArrival(word []byte) ([]byte, bool) {
	n := len(word)
	if n >= 2 {
		if file, rank := fileLetter(word[n-2]), rankFigure(word[n-1]); file != 0 && rank != 0 {
			a.to = file & rank
			return word[:n-2], true
		}
		if file := fileLetter(word[n-1]); file != 0 {
			a.to = file
			return word[:n-1], true
		}
	}
	return word, false
}

// cutOrigin takes what is said of the square left off the end, and reports
// whether anything is.
func (a *algebraicMove) cutOrigin(word []byte, lenient bool) ([]byte, bool) {
	said := false
	if n := len(word); n > 0 && rankFigure(word[n-1]) != 0 {
		a.from &= rankFigure(word[n-1])
		word, said = word[:n-1], true
	}
	n := len(word)
	if n == 0 || fileLetter(word[n-1]) == 0 {
		return word, said
	}
	if bishop := n == 1 && (word[0] == 'B') != (lenient && word[0]|0x20 == 'b'); bishop {
		return word, said
	}
	a.from &= fileLetter(word[n-1])
	return word[:n-1], true
}

// fileLetter is the file that a letter in either case names; 0 for other characters.
func fileLetter(c byte) board.Squares {
	if c |= 0x20; c >= 'a' && c <= 'h' {
		return fileA << (c - 'a')
	}
	return 0
}

func rankFigure(c byte) board.Squares {
	if c >= '1' && c <= '8' {
		return rank1 << (8 * (c - '1'))
	}
	return 0
}

// pieceLetter is the man that an English letter names, in any case; NoKind for others.
func pieceLetter(c byte) board.Kind {
	return board.Kind(max(strings.IndexByte(".pnbrqk", c|0x20), 0))
}

// matchAlgebraic are the legal moves that fit what is said. A false "e.p." or
// sign of capture leaves none; one left out says nothing, except that a Pawn of
// which no file is given goes straight on.
func (r *reader) matchAlgebraic(a *algebraicMove, said terms) []board.Move {
	f := form{becomes: a.becomes}
	var found []board.Move
	for _, m := range r.legal {
		switch {
		case !a.from.Has(m.From()) || !a.to.Has(m.To()) || !r.isKind(m.From(), a.kind):
		case r.p.IsCastling(m) && a.from.Len() > 1: // "Kg1"
		case a.takes && !r.p.IsCapture(m), a.bare && r.p.IsCapture(m):
		case said&termPassing != 0 && !r.p.IsEnPassant(m):
		case a.to.Len() > 1 && !r.p.IsCapture(m):
		case r.becomes(&f, m):
			found = append(found, m)
		}
	}
	return found
}

// isKind reports whether a man of the kind stands on a square; any will do for NoKind.
func (r *reader) isKind(s board.Square, k board.Kind) bool {
	man, _ := r.p.At(s)
	return k == board.NoKind || man.Kind == k
}

const sanLetters = "  NBRQK"

// SAN writes a legal move in standard algebraic notation: "Nf3", "exd6", "e8=Q+", "O-O-O#". A move
// that is not legal, and stands, has the square left in full, "Ng1e5". The sign of check or mate is
// the last character; a caller who may not announce check (house:6) cuts "+" and "#" off. A turn
// passed is "--", the null move of PGN.
func SAN(p *board.Position, m board.Move) string {
	if m == board.Pass {
		return "--"
	}
	text := sanMove(p, m)
	q := p.Play(m)
	switch {
	case q.Checkmate():
		return text + "#"
	case q.InCheck(q.SideToMove()):
		return text + "+"
	}
	return text
}

func sanMove(p *board.Position, m board.Move) string {
	if p.IsCastling(m) {
		if wingOf(m.To()) == kingsWing {
			return "O-O"
		}
		return "O-O-O"
	}
	man, _ := p.At(m.From())
	text := sanLetters[man.Kind : man.Kind+1]
	if man.Kind == board.Pawn {
		text = ""
	}
	if p.IsLegal(m) {
		text += sanOrigin(p, m, man.Kind)
	} else {
		text += m.From().String()
	}
	if p.IsCapture(m) {
		text += "x"
	}
	text += m.To().String()
	if k := m.Promotion(); k != board.NoKind {
		text += "=" + sanLetters[k:k+1]
	}
	return text
}

// sanOrigin is as much of the square left as SAN needs: the file of a Pawn that takes; for a piece
// the file, else the rank, else the square that tells the piece from other pieces of its kind with
// a legal move to the same square.
func sanOrigin(p *board.Position, m board.Move, kind board.Kind) string {
	from := m.From().String()
	if kind == board.Pawn {
		if p.IsCapture(m) {
			return from[:1]
		}
		return ""
	}
	var room [256]board.Move
	rivals, sameFile, sameRank := false, false, false
	for _, other := range p.Moves(room[:0]) {
		man, _ := p.At(other.From())
		if other.To() != m.To() || other.From() == m.From() || man.Kind != kind || p.IsCastling(other) {
			continue
		}
		rivals = true
		sameFile = sameFile || other.From().File() == m.From().File()
		sameRank = sameRank || other.From().Rank() == m.From().Rank()
	}
	switch {
	case !rivals:
		return ""
	case !sameFile:
		return from[:1]
	case !sameRank:
		return from[1:]
	}
	return from
}
