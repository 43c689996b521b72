package notation

import (
	"slices"
	"strings"

	"corrd/game/board"
)

// Record writes the full record of a legal move (I.13.A) in the Code's
// abbreviations (I.13.B): "P(K2)-K4", "Kt(KB3)×P(K5)", "P(K5)×P ip",
// "P(K7)-K8(Q)", "o-o".
func Record(p *board.Position, m board.Move) string {
	return compact.write(p, m, onlyFullRecord)
}

// Write writes a legal move in the notation n is, the first of them if n is a
// set: Short, SAN, SAN with German letters, or the figures and syllables of a code.
func (n Set) Write(p *board.Position, m board.Move) string {
	switch {
	case n&Descriptive != 0:
		return Short(p, m)
	case n&Algebraic != 0:
		return SAN(p, m)
	case n&Numeric != 0:
		return numericCode.write(m)
	case n&Gringmuth != 0:
		return gringmuthCode.write(m)
	case n&German != 0:
		return germanSAN(p, m)
	}
	return uedemannCode.write(m)
}

// Short writes the shortest descriptive form in the usual style that reads back as this legal move
// alone: "Kt-KB3", "BP×P", "R(K1)-K2". Short adds no "ch": whether check must be announced, and by
// whom, is for the code of laws. A turn passed is "(passed)", which no reader takes for a move.
func Short(p *board.Position, m board.Move) string {
	if m == board.Pass {
		return "(passed)"
	}
	return compact.write(p, m, shortestFirst)
}

// Long writes a legal move in the long printed style: "K. Kt. to K. B's 3d.", "P. takes P. in
// passing.", "Castles on K's side." Long adds no "(ch.)".
func Long(p *board.Position, m board.Move) string {
	return printed.write(p, m, shortestFirst)
}

// Words writes a legal move in plain words: "King's Knight to King's Bishop's
// third square", "Castles Queen's Rook".
func Words(p *board.Position, m board.Move) string {
	return spoken.write(p, m, shortestFirst)
}

// fullRecord leaves nothing out.
var fullRecord = saying{man: placed, victim: placed, side: true}

// wordings are the texts to write a move by, the best first.
type wordings func(st *style, w *writing) []string

func onlyFullRecord(st *style, w *writing) []string {
	text, _ := st.say(w, fullRecord)
	return []string{text}
}

// write writes the move by the first of the wordings that reads back as the move alone. The last
// wording is the full record, which always reads back so.
func (st *style) write(p *board.Position, m board.Move, choices wordings) string {
	w := &writing{p: p, m: m, side: p.SideToMove()}
	if p.IsCastling(m) {
		return st.castles[wingOf(m.To())-kingsWing] + st.end
	}
	var room [256]board.Move
	rd := newReader(p, Rules{}, room[:0])
	texts := choices(st, w)
	for _, text := range texts[:len(texts)-1] {
		if rd.only(text, m) {
			return text
		}
	}
	return texts[len(texts)-1]
}

// only reports whether a text reads as one legal move alone.
func (r *reader) only(text string, m board.Move) bool {
	var res Result
	return r.descriptive(&res, text) && len(res.Moves) == 1 && res.Moves[0] == m
}

// shortestFirst are all wordings of a move, the shorter before the longer, and
// among equals those that name the man least; before them, in styles of full
// names, the one a printer would choose; after them the full record.
func shortestFirst(st *style, w *writing) []string {
	type choice struct {
		text string
		cost int
	}
	said := quietly
	if w.p.IsCapture(w.m) {
		said = taking
	}
	all := make([]choice, 0, len(said))
	for _, s := range said {
		if text, ok := st.say(w, s); ok {
			all = append(all, choice{text, st.cost(w, s, text)})
		}
	}
	slices.SortStableFunc(all, func(a, b choice) int { return a.cost - b.cost })
	texts := make([]string, 0, len(all)+1)
	for _, c := range all {
		texts = append(texts, c.text)
	}
	return append(texts, onlyFullRecord(st, w)...)
}

// quietly and taking are the choices of what to say of a move without capture and of a capture.
var quietly, taking = sayings(false), sayings(true)

// sayings are the choices of what to say of a move with or without capture.
func sayings(capture bool) []saying {
	var all []saying
	for man := kindOnly; man < details; man++ {
		if !capture {
			all = append(all, saying{man: man}, saying{man: man, side: true})
			continue
		}
		for victim := kindOnly; victim < details; victim++ {
			all = append(all, saying{man: man, victim: victim})
		}
	}
	return all
}

// cost orders wordings.
func (st *style) cost(w *writing, s saying, text string) int {
	if st.fullNames && !w.p.IsCapture(w.m) && s.side && s.man == st.usual(w) {
		return 0
	}
	return len(text)*8 + int(s.man)
}

// usual is how a printer names the man of a move without capture: by the wing, where the man has a
// wing and is not a Pawn.
func (st *style) usual(w *writing) detail {
	man, _ := w.p.At(w.m.From())
	if _, ok := st.man(w, w.m.From(), ownName); ok && man.Kind != board.Pawn {
		return ownName
	}
	return kindOnly
}

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

// nameTold writes the name of a man or of a square: "King's Knight's third".
func nameTold(tokens []token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 {
			b.WriteString("'s ")
		}
		if t.isMan() {
			b.WriteString([...]string{"Pawn", "Knight", "Bishop", "Rook", "Queen", "King"}[t-tokPawn])
		} else if t.isRank() {
			b.WriteString(Ordinals[t-tokRank1])
		}
	}
	return b.String()
}
