package proof

import "corrd/game/board"

// direction is a step on the board, in files and ranks.
type direction struct{ file, rank int }

var (
	straight = []direction{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	diagonal = []direction{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	around   = append(append([]direction{}, straight...), diagonal...)
	leaps    = []direction{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// nearby holds the squares around each square, and leapt the squares a Knight's move away from each
// square.
var (
	nearby = fromEach(around)
	leapt  = fromEach(leaps)
)

func fromEach(directions []direction) (sets [64]board.Squares) {
	for s := range board.NoSquare {
		sets[s] = reach(s, directions, ^board.Squares(0))
	}
	return sets
}

// ahead returns the step in ranks of a side's Pawns.
func ahead(side board.Side) int { return 1 - 2*int(side) }

// front returns the squares before a Pawn: the square to which the Pawn moves and the squares that
// it commands; none on the last rank.
func front(side board.Side, s board.Square) (straight, aslant board.Squares) {
	first := board.At(0, s.Rank()+ahead(side))
	row := nearby[s] & (0xff << first)
	straight = row & (1 << (first + s&7))
	return straight, row &^ straight
}

// commands returns the squares that a man on a square commands (I.9) when the given squares are
// occupied; occupied squares that the man attacks are among them.
func commands(side board.Side, kind board.Kind, s board.Square, occupied board.Squares) board.Squares {
	switch kind {
	case board.Pawn:
		_, aslant := front(side, s)
		return aslant
	case board.Knight:
		return leapt[s]
	case board.Bishop:
		return reach(s, diagonal, occupied)
	case board.Rook:
		return reach(s, straight, occupied)
	case board.Queen:
		return reach(s, around, occupied)
	case board.King:
		return nearby[s]
	}
	return 0
}

// reach returns the squares met from s in some directions, in each as far as the first occupied
// square, which is included.
func reach(s board.Square, directions []direction, occupied board.Squares) board.Squares {
	var set board.Squares
	for _, d := range directions {
		file, rank := s.File()+d.file, s.Rank()+d.rank
		for file&7 == file && rank&7 == rank {
			to := board.At(file, rank)
			set |= 1 << to
			if occupied.Has(to) {
				break
			}
			file, rank = file+d.file, rank+d.rank
		}
	}
	return set
}

// aims holds, for each side, the only squares on which the side's King can be lost in what
// follows a position. The squares are known where no Pawn can be promoted.
type aims struct {
	known  bool
	losing [2]board.Squares
}

// aimsAt returns the aims in what follows a position. Where a check may be left standing the aims
// are known only if no check can arise: a King that need not meet a check may stand outside its
// range.
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

// effort guesses how far a position is from a mate for which both sides work, in no particular
// unit. The guess steers the search and proves nothing.
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

// siege returns the effort for a mate that one side gives on one of some squares: how far the King
// is from the square, and what still has to be done about each square to which the King could go.
// siege looks at the nearest squares first.
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

// stopping returns the effort to command a square, or to put a man of the King's own side on the
// square.
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

// Two Pawns of different sides that stand on one file, facing each other, stay in their order while
// neither leaves the file and neither is taken: neither Pawn gets to the square on which the other
// began, nor past that square.

// barred returns the squares to which a Pawn never goes, because a Pawn that it meets, which is
// never taken and never leaves the file, stands there or before them.
func (r *realm) barred(m *ranger) board.Squares {
	var set board.Squares
	if !m.keepsFile() {
		return 0
	}
	for i := range r.men {
		if w := &r.men[i]; w.kind == board.Pawn && w.side != m.side && w.faces(m) && w.keepsFile() && !r.takes(m.side, w) {
			set |= beyond(m.side, w.home)
		}
	}
	return set
}

// keepsFile reports whether a man never leaves the file on which it stands.
func (m *ranger) keepsFile() bool { return m.squares&^fileOf(m.home) == 0 }

// faces reports whether a Pawn stands on the file of another, ahead of the other.
func (m *ranger) faces(other *ranger) bool {
	return fileOf(m.home) == fileOf(other.home) && beyond(other.side, other.home).Has(m.home)
}

// takes reports whether a side may come to take a Pawn of the other side somewhere in the Pawn's
// range, or in passing.
func (r *realm) takes(side board.Side, pawn *ranger) bool {
	at := pawn.squares
	if r.passed != board.NoSquare && pawn.home == r.passed^8 {
		at |= 1 << r.passed
	}
	return r.reached[side]&at != 0
}

// note records where a man can take: wherever the man can go, except the squares to which a Pawn
// moves straight on.
func (r *realm) note(m *ranger) {
	if m.kind != board.Pawn {
		r.reached[m.side] |= m.squares
		return
	}
	for s := range m.squares.All() {
		_, aslant := front(m.side, s)
		r.reached[m.side] |= aslant
	}
}

func fileOf(s board.Square) board.Squares { return 0x0101010101010101 << (s & 7) }

// beyond returns a square and the squares of its file that lie behind it in the direction of a
// side's Pawns.
func beyond(side board.Side, s board.Square) board.Squares {
	if side == board.White {
		return fileOf(s) &^ (1<<s - 1)
	}
	return fileOf(s) & (1<<(s+1) - 1)
}
