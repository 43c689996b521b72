package board

// Flaws are what keeps a set-up from being a position of a lawful game, or none if nothing does. A
// set-up with flaws can be drawn, written, read and played on like any other.
type Flaws uint8

// The flaws.
const (
	NoKing        Flaws = 1 << iota // a side has no King
	SeveralKings                    // a side has more than one
	KingEnPrise                     // the side that waits has a King in check
	TooManyMen                      // a side has more than sixteen men
	PawnOnEndRank                   // a Pawn stands on a first or eighth rank
)

// Flaws returns what keeps the position from being one of a lawful game. Flaws looks at the men as
// they stand, not at how they can have come there.
func (p *Position) Flaws() Flaws {
	var f Flaws
	for _, side := range [...]Side{White, Black} {
		switch kings := p.Men(side, King); {
		case kings == 0:
			f |= NoKing
		case !kings.one():
			f |= SeveralKings
		}
		if p.of(side).Len() > 16 {
			f |= TooManyMen
		}
	}
	if p.InCheck(p.side.Other()) {
		f |= KingEnPrise
	}
	if p.ofKind(Pawn)&(rank1|rank8) != 0 {
		f |= PawnOnEndRank
	}
	return f
}

// Unheeding is the position in which the side to move need not meet the check in
// which it stands, because the check was not announced (London 13): the side may
// make any move its men have by themselves, castling out of that check included, and
// the King may be left or placed in check by the move; but the Kings are not placed side
// by side. The mark is the turn's and
// ends with the move. Where the side to move is not in check the position is
// unchanged.
func (p *Position) Unheeding() Position {
	q := *p
	q.unheeded = q.InCheck(q.side)
	return q
}

// Heeding is the position in which the side to move must meet a check.
func (p *Position) Heeding() Position {
	q := *p
	q.unheeded = false
	return q
}

// Unheeded reports whether the side to move stands in a check that it need not meet.
func (p *Position) Unheeded() bool { return p.unheeded }

// CastlesWithoutRook returns the position with the right of a side to castle, by moving its King
// alone, towards a corner from which the Rook was removed before the game (IV.5). The right lasts
// while the King has not moved and no man has ever stood in the corner; the squares between must be
// empty and not commanded, as for ordinary castling. The position is unchanged where the square is
// not a corner of the side, where it is occupied, and where the King is not at home.
func (p *Position) CastlesWithoutRook(side Side, corner Square) Position {
	q := *p
	for _, c := range corners {
		if c.side == side && c.rook == corner && !q.occupied().Has(corner) {
			q.castling |= c.right.with()
		}
	}
	q.settle()
	return q
}

// CastlesRookless reports whether the move is castling without a Rook (IV.5).
func (p *Position) CastlesRookless(m Move) bool {
	if !p.IsCastling(m) {
		return false
	}
	corner, _ := rookInCastling(m.To())
	return p.Rookless(p.side).Has(corner)
}

// Rookless are the corners towards which a side's King may still castle
// without a Rook (IV.5), whatever stands between.
func (p *Position) Rookless(side Side) Squares {
	var set Squares
	for _, c := range corners {
		if c.side == side && p.castling&(c.right<<rookless) != 0 {
			set |= c.rook.bit()
		}
	}
	return set
}

// inferOrigins gives the Bishops, Knights and Rooks of a bare FEN the origins
// the position itself tells (I.6), and leaves the others Unknown.
func (p *Position) inferOrigins() {
	for _, side := range []Side{White, Black} {
		p.inferUnmoved(side)
		p.inferCastlers(side)
		for _, kind := range []Kind{Knight, Rook} {
			p.inferHomePair(side, kind)
			p.inferFellows(side, kind)
		}
		p.inferBishops(side, KingsWing)
		p.inferBishops(side, QueensWing)
	}
}

// name gives the man on a square an origin.
func (p *Position) name(s Square, o Origin) {
	man, _ := p.At(s)
	man.Origin = o
	p.set(s, man)
}

// named are the side's men of a kind that have a wing's name; with Unknown,
// those that have no origin yet.
func (p *Position) named(side Side, kind Kind, o Origin) Squares {
	men := p.Men(side, kind)
	switch o {
	case KingsWing:
		return men & p.origin1 &^ p.origin2
	case QueensWing:
		return men & p.origin2 &^ p.origin1
	}
	return men &^ (p.origin1 | p.origin2)
}

// inferUnmoved names the pieces of a side that has moved none: every man of it
// stands where the array has one, and no Rook has lost its right to castle. It
// serves games that begin at odds.
func (p *Position) inferUnmoved(side Side) {
	for s := range p.of(side).All() {
		if first, _ := array.At(s); first.Side != side || first.Kind != p.kindAt(s) {
			return
		}
	}
	for _, c := range corners {
		if c.side == side && p.Men(side, Rook).Has(c.rook) && p.castling&c.right == 0 {
			return
		}
	}
	for s := range p.of(side).All() {
		first, _ := array.At(s)
		p.name(s, first.Origin)
	}
}

// inferCastlers names the Rooks that may still castle: they have not moved.
func (p *Position) inferCastlers(side Side) {
	for _, c := range corners {
		if c.side == side && p.castling&c.right != 0 {
			p.name(c.rook, wing(c.rook, Rook))
		}
	}
}

// inferHomePair names two Knights or Rooks that both stand where the array has them, and assumes
// that they have not changed places.
func (p *Position) inferHomePair(side Side, kind Kind) {
	homes := array.Men(side, kind)
	if p.Men(side, kind)&homes != homes {
		return
	}
	for s := range homes.All() {
		p.name(s, wing(s, kind))
	}
}

// inferFellows names the Knights or Rooks beside those already named: when both
// wings' are known all others are promoted Pawns, and when one is known a
// single other is taken for its fellow.
func (p *Position) inferFellows(side Side, kind Kind) {
	kings, queens := p.named(side, kind, KingsWing), p.named(side, kind, QueensWing)
	rest := p.named(side, kind, Unknown)
	switch {
	case kings != 0 && queens != 0:
		for s := range rest.All() {
			p.name(s, Promoted)
		}
	case kings != 0 && rest.one():
		p.name(rest.First(), QueensWing)
	case queens != 0 && rest.one():
		p.name(rest.First(), KingsWing)
	}
}

// inferBishops names the Bishops on the squares of the colour that a wing's
// Bishop goes on: a single one is that Bishop. When it is still shut in by the
// two Pawns before it, it is the one on its first square, and any other there
// is a promoted Pawn.
func (p *Position) inferBishops(side Side, o Origin) {
	home := side.firstRank() + 5
	if o == QueensWing {
		home = side.firstRank() + 2
	}
	colour := lightSquares
	if !lightSquares.Has(home) {
		colour = ^lightSquares
	}
	gate := pawnCommands[side][home]
	shut := p.Men(side, Pawn)&gate == gate
	men := p.Men(side, Bishop) & colour
	for s := range men.All() {
		switch {
		case shut && s != home:
			p.name(s, Promoted)
		case shut || men.one():
			p.name(s, o)
		}
	}
}
