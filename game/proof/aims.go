package proof

import "corrd/game/board"

// aims gives, for each side, the only squares on which the side's King can be lost in what follows a position. The
// squares are known where no Pawn can be promoted.
type aims struct {
	known  bool
	losing [2]board.Squares
}

// aimsAt returns the aims in what follows a position. Where a check may be left standing the aims are known only if no
// check can arise: a King that need not meet a check may stand outside its range.
func (q *quest) aimsAt(p *board.Position) aims {
	r, ok := confine(p)
	if !ok || q.unannounced && (!regular(p) || r.checks()) {
		return aims{}
	}
	found := aims{known: true}
	for _, side := range [...]board.Side{board.White, board.Black} {
		if q.ends.of(side) {
			found.losing[side] = r.losable(side, q.ends.Stalemate[side])
		}
	}
	return found
}

// any reports whether a King may yet be lost.
func (a *aims) any() bool { return !a.known || a.losing[board.White]|a.losing[board.Black] != 0 }

// effort guesses how far a position is from a mate for which both sides work, in no particular unit. The guess steers
// the search and proves nothing.
func (a *aims) effort(p *board.Position, ends *Ends) int {
	least := mostEffort
	for _, hunter := range []board.Side{board.White, board.Black} {
		switch {
		case !ends.of(hunter.Other()):
		case !a.known:
			least = min(least, hunt(p, hunter))
		case a.losing[hunter.Other()] != 0:
			least = min(least, siege(p, hunter, a.losing[hunter.Other()]))
		}
	}
	return least
}

// siege returns the effort for a mate that one side gives on one of some squares: how far the King is from the square,
// and what still has to be done about each square to which the King could go. siege looks at the nearest squares first.
func siege(p *board.Position, hunter board.Side, squares board.Squares) int {
	least := mostEffort
	within := p.Men(hunter.Other(), board.King)
	for steps := 0; 3*steps < least && squares != 0; steps++ {
		for s := range (squares & within).All() {
			cost := 3 * steps
			for f := range nearby[s].All() {
				if cost >= least {
					break
				}
				cost += 2 * stopping(p, hunter, f)
			}
			least = min(least, cost)
		}
		squares &^= within
		within = wider(within)
	}
	return least
}

// wider returns some squares and all squares around them.
func wider(squares board.Squares) board.Squares {
	const aFile, hFile board.Squares = 0x0101010101010101, 0x8080808080808080
	squares |= squares<<8 | squares>>8
	return squares | squares<<1&^aFile | squares>>1&^hFile
}

// stopping returns the effort to command a square, or to put a man of the King's own side on the square.
func stopping(p *board.Position, hunter board.Side, f board.Square) int {
	man, occupied := p.At(f)
	if occupied && man.Side != hunter && man.Kind != board.King || p.Commanded(f, hunter) {
		return 0
	}
	least := max(1, distance(p.Men(hunter, board.King).First(), f)-1)
	for _, side := range []board.Side{board.White, board.Black} {
		if p.Men(side, board.Queen)|p.Men(side, board.Rook)|p.Men(side, board.Bishop)&colourOf(f) != 0 {
			return 1
		}
		for s := range p.Men(side, board.Knight).All() {
			least = min(least, max(1, distance(s, f)))
		}
	}
	return least
}

// colourOf returns all squares of a square's colour.
func colourOf(s board.Square) board.Squares {
	const dark board.Squares = 0xaa55aa55aa55aa55
	if dark.Has(s) {
		return dark
	}
	return ^dark
}
