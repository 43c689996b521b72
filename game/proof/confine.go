package proof

import "corrd/game/board"

// realm says of each man on which squares the man can ever stand, whatever is played. A realm errs on the side of
// freedom: a man may never get to a square of its range, but it never gets to a square outside its range.
//
// The idea is that of M. Ambrona, "A Practical Algorithm for Chess Unwinnability" (2022): men that block one another
// permanently confine the rest. The ranges are the smallest sets that these rules allow. A man goes where its moves
// lead over squares that are not held permanently. A man takes an enemy where that enemy can stand. A square is held
// permanently by a man that neither leaves the square nor is taken there. A King does not go where a man that never
// leaves its square commands. A Pawn does not get past a Pawn that it meets. The rules leave out whose turn it is,
// whether a King is in check, and that two men cannot stand on one square.
type realm struct {
	men     []ranger
	held    board.Squares    // squares held permanently by the men that stand there
	taking  [2]board.Squares // squares where a man of the side, other than its King, can be taken
	reached [2]board.Squares // squares where the side can take
	passed  board.Square
}

// ranger is a man with the range of squares on which the man can stand.
type ranger struct {
	side    board.Side
	kind    board.Kind
	home    board.Square
	squares board.Squares
}

// confine finds the ranges. confine reports false as soon as a Pawn could be promoted, because nothing is known then of
// the men that may come on the board.
func confine(p *board.Position) (*realm, bool) {
	r := newRealm(p)
	for changed := true; changed; {
		changed = false
		for i := range r.men {
			if !r.extend(&r.men[i]) {
				continue
			}
			changed = true
			if m := &r.men[i]; m.kind == board.Pawn && m.squares&lastRanks != 0 {
				return nil, false
			}
		}
	}
	return r, true
}

const lastRanks board.Squares = 0xff000000000000ff

func newRealm(p *board.Position) *realm {
	r := &realm{men: make([]ranger, 0, 32), passed: p.EnPassant()}
	for kind := board.Pawn; kind <= board.King; kind++ {
		for _, side := range []board.Side{board.White, board.Black} {
			homes := p.Men(side, kind)
			for home := range homes.All() {
				r.men = append(r.men, ranger{side, kind, home, 1 << home})
			}
			r.held |= homes
			if kind != board.King {
				r.taking[side] |= homes
			}
		}
	}
	for i := range r.men {
		r.note(&r.men[i])
	}
	if r.passed != board.NoSquare {
		r.taking[p.SideToMove().Other()] |= 1 << r.passed
	}
	return r
}

// extend adds to a man's range every square that the man can reach by the ranges found so far, and reports whether a
// square was added.
func (r *realm) extend(m *ranger) bool {
	before := m.squares
	var done board.Squares
	for rest := m.squares; rest != 0; rest = m.squares &^ done {
		s := rest.First()
		done |= 1 << s
		m.squares |= r.from(m, s)
	}
	if m.squares == before {
		return false
	}
	r.held &^= m.squares
	if m.kind != board.King {
		r.taking[m.side] |= m.squares
	}
	r.note(m)
	if m.kind == board.Pawn && r.passed != board.NoSquare && m.squares.Has(r.passed) {
		r.held &^= 1 << (r.passed ^ 8)
	}
	return true
}

// from returns the squares to which a man can go from a square of its range.
func (r *realm) from(m *ranger, s board.Square) board.Squares {
	prey := r.taking[m.side.Other()]
	if m.kind == board.Pawn {
		straight, aslant := front(m.side, s)
		return straight&^(r.held|r.barred(m)) | aslant&prey
	}
	to := commands(m.side, m.kind, s, r.held) &^ (r.held &^ prey)
	if m.kind == board.King && to&^m.squares != 0 {
		to &^= r.forbidden(m.side)
	}
	return to
}

// forbidden returns the squares commanded by men of the other side that never leave their squares.
func (r *realm) forbidden(king board.Side) board.Squares {
	var set board.Squares
	for i := range r.men {
		if m := &r.men[i]; m.side != king && r.held.Has(m.home) {
			set |= commands(m.side, m.kind, m.home, ^board.Squares(0))
		}
	}
	return set
}
