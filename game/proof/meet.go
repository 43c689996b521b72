package proof

import "corrd/game/board"

// Two Pawns of different sides that stand on one file, facing each other, stay in their order while neither leaves the
// file and neither is taken: neither Pawn gets to the square on which the other began, nor past that square.

// barred returns the squares to which a Pawn never goes, because a Pawn that it meets, which is never taken and never
// leaves the file, stands there or before them.
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

// takes reports whether a side may come to take a Pawn of the other side somewhere in the Pawn's range, or in passing.
func (r *realm) takes(side board.Side, pawn *ranger) bool {
	at := pawn.squares
	if r.passed != board.NoSquare && pawn.home == r.passed^8 {
		at |= 1 << r.passed
	}
	return r.reached[side]&at != 0
}

// note records where a man can take: wherever the man can go, except the squares to which a Pawn moves straight on.
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

// beyond returns a square and the squares of its file that lie behind it in the direction of a side's Pawns.
func beyond(side board.Side, s board.Square) board.Squares {
	if side == board.White {
		return fileOf(s) &^ (1<<s - 1)
	}
	return fileOf(s) & (1<<(s+1) - 1)
}
