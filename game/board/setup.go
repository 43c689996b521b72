package board

// Flaws are what keeps a set-up from being a position of a lawful game; none where
// nothing does. A set-up with flaws can be drawn, written, read and played on like
// any other.
type Flaws uint8

// The flaws.
const (
	NoKing        Flaws = 1 << iota // a side has no King
	SeveralKings                    // a side has more than one
	KingEnPrise                     // the side that waits has a King in check
	TooManyMen                      // a side has more than sixteen men
	PawnOnEndRank                   // a Pawn stands on a first or eighth rank
)

// Flaws returns what keeps the position from being one of a lawful game. Flaws looks at the men as they stand, not at how
// they can have come there.
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
