package notation

import (
	"math/bits"

	"corrd/game/board"
)

// plan is a form set in a position: the parts of the record as sets of squares
// of the board, White at the bottom, so that a legal move is tested with a few
// bits.
type plan struct {
	form    *form
	from    board.Squares // where a man of the name stands
	quiet   board.Squares // where the man may go without taking
	victims board.Squares // where a man of the victim's name stands that may be taken
	passing board.Squares // squares arrived at by which a Pawn may be taken in passing
}

// reader finds the legal moves that forms express in one position.
type reader struct {
	p     *board.Position
	rules Rules
	side  board.Side
	flip  board.Square // turns a square of the board into the mover's own, and back
	legal []board.Move
}

// newReader is a reader of the position; its legal moves are put in room.
func newReader(p *board.Position, rules Rules, room []board.Move) reader {
	r := reader{p: p, rules: rules, side: p.SideToMove(), legal: p.Moves(room)}
	if r.side == board.Black {
		r.flip = 56
	}
	return r
}

// match appends to dst the legal moves that any of the forms expresses, each
// once, in the order of generation.
func (r *reader) match(dst []board.Move, all []form, said terms) []board.Move {
	var plans [maxForms]plan
	n := 0
	var from, to board.Squares
	for i := range all {
		if pl := r.plan(&all[i]); pl.from != 0 {
			from, to = from|pl.from, to|pl.quiet|pl.victims|pl.passing
			plans[n] = pl
			n++
		}
	}
	for _, m := range r.legal {
		if !from.Has(m.From()) || !to.Has(m.To()) {
			continue
		}
		for i := range plans[:n] {
			if r.expresses(&plans[i], m, said) {
				dst = append(dst, m)
				break
			}
		}
	}
	return dst
}

// plan sets a form in the position. The plan has no square to go from if the form can mean no man.
func (r *reader) plan(f *form) plan {
	to := r.turned(f.to)
	pl := plan{form: f, from: r.named(f.man, r.side) & r.turned(f.from), quiet: to, passing: to}
	if f.verb == goes {
		return pl
	}
	men := r.named(f.victim, r.side.Other())
	pl.victims = to & men
	pl.passing = r.arrivals(pl.victims) | to&r.arrivals(men)
	if f.verb == captures {
		pl.quiet = 0
	}
	return pl
}

// arrivals are the squares at which men on the given ones would be taken in passing.
func (r *reader) arrivals(s board.Squares) board.Squares {
	if r.side == board.White {
		return s << 8
	}
	return s >> 8
}

// turned turns a set of the mover's own squares into squares of the board.
func (r *reader) turned(s board.Squares) board.Squares {
	if r.side == board.White {
		return s
	}
	return board.Squares(bits.ReverseBytes64(uint64(s)))
}

// expresses reports whether a plan's words can be a shortening of the record of
// a legal move.
func (r *reader) expresses(pl *plan, m board.Move, said terms) bool {
	if !pl.from.Has(m.From()) {
		return false
	}
	castling := r.p.IsCastling(m)
	if f := pl.form; castling || f.castles != 0 {
		return castling && f.castles&wingOf(m.To()) != 0
	}
	return r.arrives(pl, m, said) && r.becomes(pl.form, m) && r.advances(pl.form, m) && r.goesToOwn(pl.form, m)
}

func wingOf(to board.Square) wings {
	if to.File() > 3 {
		return kingsWing
	}
	return queensWing
}

// arrives tests the verb and the object of the verb. A Pawn taken in passing may be named by the
// square where the Pawn stood or by the square arrived at. The words "in passing" belong to the
// record (I.13.A(c)): said of another move, they leave no move.
func (r *reader) arrives(pl *plan, m board.Move, said terms) bool {
	to := m.To()
	switch {
	case r.p.IsEnPassant(m):
		return pl.passing.Has(to) && (said&termPassing != 0 || pl.form.verb == captures || pl.form.to == anywhere)
	case said&termPassing != 0:
		return false
	case r.p.IsCapture(m):
		return pl.victims.Has(to)
	}
	return pl.quiet.Has(to)
}

// becomes tests what the words say of a promotion, or what the rules put in
// their place.
func (r *reader) becomes(f *form, m board.Move) bool {
	k := m.Promotion()
	switch {
	case k == board.NoKind:
		return f.becomes == 0
	case f.colour != noToken && !r.rules.AnyColour && (f.colour == tokWhite) != (r.side == board.White):
		return false
	case f.becomes != 0:
		return f.becomes>>k&1 != 0
	}
	return r.rules.Promotion == board.NoKind || r.rules.Promotion == k
}

// advances tests "one square" and "two squares", said of a Pawn's advance.
func (r *reader) advances(f *form, m board.Move) bool {
	if f.steps == 0 {
		return true
	}
	n := m.To().Rank() - m.From().Rank()
	if r.side == board.Black {
		n = -n
	}
	man, _ := r.p.At(m.From())
	return man.Kind == board.Pawn && n == int(f.steps) && m.To().File() == m.From().File()
}

// goesToOwn tests "his" and "her", which name the destination from the man: its own
// file, or a file of its own wing (a Pawn's is the file it stands on).
func (r *reader) goesToOwn(f *form, m board.Move) bool {
	if f.own == notOwn {
		return true
	}
	man, _ := r.p.At(m.From())
	to := board.Squares(1) << (m.To() ^ r.flip)
	if f.own == ownFile {
		return ownFiles(man, m.From())&to != 0
	}
	return ownSide(man, m.From())&to != 0
}

// ownFiles are the squares of the file from which a man has its name.
func ownFiles(man board.Man, at board.Square) board.Squares {
	if man.Kind == board.Pawn {
		return fileA << at.File()
	}
	if man.Origin == board.Promoted {
		return 0
	}
	return filesOf(tokPawn+token(man.Kind-board.Pawn)) & ownSide(man, at)
}

// ownSide are the squares of the wing to which a man belongs; all squares if the man's wing is not
// known.
func ownSide(man board.Man, at board.Square) board.Squares {
	switch {
	case man.Kind == board.King, man.Origin == board.KingsWing:
		return filesK
	case man.Kind == board.Queen, man.Origin == board.QueensWing:
		return filesQ
	case man.Kind == board.Pawn && at.File() > 3:
		return filesK
	case man.Kind == board.Pawn:
		return filesQ
	}
	return anywhere
}

// named are the squares of a side's men that a name fits.
func (r *reader) named(n name, side board.Side) board.Squares {
	if n.kinds == anyKind {
		return r.men(side)
	}
	var set board.Squares
	for k := board.Pawn; k <= board.King; k++ {
		if n.kinds>>k&1 != 0 {
			set |= r.p.Men(side, k)
		}
	}
	if n.files != 0 {
		set &= n.files
	}
	if n.wings != 0 {
		set = r.ofWing(set, n.wings)
	}
	if n.doubled {
		set = doubledPawns(set)
	}
	if n.nth != 0 {
		set = nthOnFile(set, n.nth, side)
	}
	return set
}

// doubledPawns keeps those of a side's Pawns that stand on a file with others.
func doubledPawns(set board.Squares) board.Squares {
	var kept board.Squares
	for file := range 8 {
		if on := set & (fileA << file); on.Len() > 1 {
			kept |= on
		}
	}
	return kept
}

// men are the squares of all men of a side.
func (r *reader) men(side board.Side) board.Squares {
	var set board.Squares
	for k := board.Pawn; k <= board.King; k++ {
		set |= r.p.Men(side, k)
	}
	return set
}

// ofWing keeps the men to which the name of a wing may apply: the men that began on the wing, and
// the men whose origin is not known. Promoted men belong to no wing (I.6).
func (r *reader) ofWing(set board.Squares, w wings) board.Squares {
	kept := set
	for s := range set.All() {
		man, _ := r.p.At(s)
		if !mayBelong(man.Origin, w) {
			kept &^= 1 << s
		}
	}
	return kept
}

func mayBelong(o board.Origin, w wings) bool {
	switch o {
	case board.KingsWing:
		return w&kingsWing != 0
	case board.QueensWing:
		return w&queensWing != 0
	}
	return o == board.Unknown
}

// nthOnFile keeps the nth of the Pawns on each file, counted from the Pawn furthest from its own
// side (I.8).
func nthOnFile(set board.Squares, nth uint8, side board.Side) board.Squares {
	var kept board.Squares
	for file := range 8 {
		on := set & (fileA << file)
		for i := uint8(1); on != 0; i++ {
			s := on.First()
			if side == board.White {
				s = board.Square(63 - bits.LeadingZeros64(uint64(on)))
			}
			if i == nth {
				kept |= 1 << s
			}
			on &^= 1 << s
		}
	}
	return kept
}

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
