package notation

import "corrd/game/board"

// Aim is what words that express no legal move would have done: the men that they may
// move, and the men of the other side that they may take.
type Aim struct {
	Men     board.Squares
	Takes   board.Squares
	Castles bool // the words are of castling: Men holds King and Rook
}

// Aim tells which man words that express no legal move would have moved, and which
// taken. The false moves that the words express tell that first (FalseMoves); where
// there are none, the names of the men do. Words that name no man aim with none.
func (m Move) Aim(p *board.Position, rules Rules) (a Aim) {
	for _, move := range m.FalseMoves(p, rules) {
		a.Men |= 1 << move.From()
		if _, on, takes := p.Captured(move); takes {
			a.Takes |= 1 << on
		}
		a.Castles = a.Castles || p.IsCastling(move)
	}
	if len(m.Text) > maxWords || a.Men != 0 && !a.Castles {
		return a
	}
	r := newReader(p, rules, nil)
	s := scan(withoutNumber([]byte(Fold(m.Text))))
	var all forms
	all.parse(&s)
	for i := range all.all() {
		f := &all.list[i]
		switch pl := r.plan(f); {
		case f.castles != 0:
			a.Castles = true
			a.Men |= r.castlers(f.castles)
		case f.man.kinds != anyKind:
			a.Men |= pl.from
			a.Takes |= pl.victims
		}
	}
	return a
}

// castlers are the King and the Rooks of some wings that stand on their first squares.
func (r *reader) castlers(w wings) (men board.Squares) {
	first := board.Square(56 * int(r.side))
	men = r.p.Men(r.side, board.King) & (1 << (first + 4))
	if w&kingsWing != 0 {
		men |= r.p.Men(r.side, board.Rook) & (1 << (first + 7))
	}
	if w&queensWing != 0 {
		men |= r.p.Men(r.side, board.Rook) & (1 << first)
	}
	return men
}
