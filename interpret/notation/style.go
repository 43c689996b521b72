package notation

import (
	"strings"

	"corrd/game/board"
)

// style is a manner of writing descriptive notation.
type style struct {
	men       [board.King + 1]string // by Kind: the name of a man
	files     [8]string              // the name of a file, with the file's side
	bareFiles [8]string              // the name of a file, without the file's side
	ranks     [8]string
	owner     [2]string // before a piece: of the King's wing, of the Queen's
	pawnOf    [8]string // before "Pawn": the Pawn's file, with the file's side
	barePawn  [8]string // before "Pawn": the Pawn's file, without the file's side
	to, takes string
	on, off   string // around a place
	passing   string
	becomes   string // before and
	became    string // after the piece a Pawn becomes
	castles   [2]string
	end       string
	fullNames bool // names wings and sides in a move without capture even where they could be left out
}

// compact is the style of the Code's own abbreviations (I.13.B): "QKt-Q2".
var compact = style{
	men:       [...]string{"", "P", "Kt", "B", "R", "Q", "K"},
	files:     [...]string{"QR", "QKt", "QB", "Q", "K", "KB", "KKt", "KR"},
	bareFiles: [...]string{"R", "Kt", "B", "Q", "K", "B", "Kt", "R"},
	ranks:     [...]string{"1", "2", "3", "4", "5", "6", "7", "8"},
	owner:     [...]string{"K", "Q"},
	pawnOf:    [...]string{"QR", "QKt", "QB", "Q", "K", "KB", "KKt", "KR"},
	barePawn:  [...]string{"R", "Kt", "B", "Q", "K", "B", "Kt", "R"},
	to:        "-", takes: "×", on: "(", off: ")", passing: " ip",
	becomes: "(", became: ")",
	castles: [...]string{"o-o", "o-o-o"},
}

// printed is the long style of the Victorian columns: "K. Kt. to K. B's 3d."
var printed = style{
	men:       [...]string{"", "P.", "Kt.", "B.", "R.", "Q.", "K."},
	files:     [...]string{"Q. R's ", "Q. Kt's ", "Q. B's ", "Q's ", "K's ", "K. B's ", "K. Kt's ", "K. R's "},
	bareFiles: [...]string{"R's ", "Kt's ", "B's ", "Q's ", "K's ", "B's ", "Kt's ", "R's "},
	ranks:     [...]string{"sq", "2d", "3d", "4th", "5th", "6th", "7th", "8th"},
	owner:     [...]string{"K. ", "Q. "},
	pawnOf:    [...]string{"Q. R. ", "Q. Kt. ", "Q. B. ", "Q. ", "K. ", "K. B. ", "K. Kt. ", "K. R. "},
	barePawn:  [...]string{"R. ", "Kt. ", "B. ", "Q. ", "K. ", "B. ", "Kt. ", "R. "},
	to:        " to ", takes: " takes ", on: " on ", passing: " in passing",
	becomes: " (becoming a ", became: ")",
	castles: [...]string{"Castles on K's side", "Castles on Q's side"},
	end:     ".", fullNames: true,
}

// spoken is the style of plain words, abbreviating nothing.
var spoken = style{
	men: [...]string{"", "Pawn", "Knight", "Bishop", "Rook", "Queen", "King"},
	files: [...]string{"Queen's Rook's ", "Queen's Knight's ", "Queen's Bishop's ", "Queen's ",
		"King's ", "King's Bishop's ", "King's Knight's ", "King's Rook's "},
	bareFiles: [...]string{"Rook's ", "Knight's ", "Bishop's ", "Queen's ", "King's ", "Bishop's ", "Knight's ", "Rook's "},
	ranks: [...]string{"square", "second square", "third square", "fourth square",
		"fifth square", "sixth square", "seventh square", "eighth square"},
	owner: [...]string{"King's ", "Queen's "},
	pawnOf: [...]string{"Queen's Rook's ", "Queen's Knight's ", "Queen's Bishop's ", "Queen's ",
		"King's ", "King's Bishop's ", "King's Knight's ", "King's Rook's "},
	barePawn: [...]string{"Rook's ", "Knight's ", "Bishop's ", "Queen's ", "King's ", "Bishop's ", "Knight's ", "Rook's "},
	to:       " to ", takes: " takes ", on: " on ", passing: " in passing",
	becomes:   ", becomes a ",
	castles:   [...]string{"Castles King's Rook", "Castles Queen's Rook"},
	fullNames: true,
}

// detail is how much is said of a man.
type detail uint8

const (
	kindOnly detail = iota // "Kt", "P"
	bareName               // "BP": a Pawn's file without its side
	ownName                // "KKt", "KBP": the wing of a piece, the file of a Pawn
	placed                 // "Kt(KB3)"
	details
)

// saying is a choice of what a record of a move says and leaves out.
type saying struct {
	man, victim detail
	side        bool // the side of the square gone to
}

// writing is a move about to be written.
type writing struct {
	p    *board.Position
	m    board.Move
	side board.Side
}

// rank is the rank of a square from the mover's side, 0 to 7.
func (w *writing) rank(s board.Square) int {
	if w.side == board.Black {
		return 7 - s.Rank()
	}
	return s.Rank()
}

func (st *style) square(w *writing, s board.Square, side bool) string {
	if side {
		return st.files[s.File()] + st.ranks[w.rank(s)]
	}
	return st.bareFiles[s.File()] + st.ranks[w.rank(s)]
}

// man names the man on a square in as much detail as asked. The bool is false if the man has no
// name with so much detail.
func (st *style) man(w *writing, s board.Square, d detail) (string, bool) {
	man, _ := w.p.At(s)
	name := st.men[man.Kind]
	switch {
	case d == kindOnly:
		return name, true
	case d == placed:
		return name + st.on + st.square(w, s, true) + st.off, true
	case man.Kind == board.Pawn && d == bareName:
		return st.barePawn[s.File()] + name, true
	case man.Kind == board.Pawn:
		return st.pawnOf[s.File()] + name, true
	case d == ownName && man.Origin == board.KingsWing:
		return st.owner[0] + name, true
	case d == ownName && man.Origin == board.QueensWing:
		return st.owner[1] + name, true
	}
	return "", false
}

// say writes a move that is not castling with what the saying keeps.
func (st *style) say(w *writing, s saying) (string, bool) {
	text, ok := st.man(w, w.m.From(), s.man)
	if !ok {
		return "", false
	}
	_, at, capture := w.p.Captured(w.m)
	switch {
	case w.p.IsEnPassant(w.m):
		text += st.takes + st.men[board.Pawn] + st.passing
	case capture:
		victim, ok := st.man(w, at, s.victim)
		if !ok {
			return "", false
		}
		text += st.takes + victim
	default:
		text += st.to + st.square(w, w.m.To(), s.side)
	}
	if k := w.m.Promotion(); k != board.NoKind {
		text += st.becomes + st.men[k] + st.became
	}
	if !strings.HasSuffix(text, ".") {
		text += st.end
	}
	return text, true
}
