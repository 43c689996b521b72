package board

import "math/bits"

// Commanded reports whether a man of the side commands the square (I.9). What
// stands on the square, and whether the man is free to move, do not matter.
func (p *Position) Commanded(s Square, by Side) bool {
	return s < NoSquare && p.commanders(s, p.occupied())&p.of(by) != 0
}

// commanders are the men of both sides that would command s if the given
// squares were occupied.
func (p *Position) commanders(s Square, occupied Squares) Squares {
	s &= 63
	return kingCommands[s]&p.ofKind(King) |
		knightCommands[s]&p.ofKind(Knight) |
		pawnCommands[Black][s]&p.ofKind(Pawn)&p.white |
		pawnCommands[White][s]&p.ofKind(Pawn)&^p.white |
		bishopCommands(s, occupied)&p.diagonalMen() |
		rookCommands(s, occupied)&p.straightMen()
}

// Checkers are the squares of the men that give check to a side (I.10): none
// when it has no King, those attacking any of them when it has several.
func (p *Position) Checkers(side Side) Squares {
	var set Squares
	for king := range p.Men(side, King).All() {
		set |= p.commanders(king, p.occupied())
	}
	return set & p.of(side.Other())
}

// InCheck reports whether a King of the side is in check (I.10).
func (p *Position) InCheck(side Side) bool { return p.Checkers(side) != 0 }

// GivesCheck reports whether the other side is in check after a legal move.
func (p *Position) GivesCheck(m Move) bool {
	q := p.Play(m)
	return q.InCheck(q.side)
}

// Discovers reports whether a legal move gives check with a man other than the
// one transferred, or in castling than the King and the Rook.
func (p *Position) Discovers(m Move) bool {
	q := p.Play(m)
	moved := m.To().bit()
	if p.IsCastling(m) {
		_, crossed := rookInCastling(m.To())
		moved |= crossed.bit()
	}
	return q.Checkers(q.side)&^moved != 0
}

// Doubles reports whether after a legal move two men or more give check.
func (p *Position) Doubles(m Move) bool {
	q := p.Play(m)
	return q.Checkers(q.side).Len() > 1
}

// Checkmate reports whether the side to move is in check and has no legal move
// (I.15(a)).
func (p *Position) Checkmate() bool { return p.InCheck(p.side) && !p.canMove() }

// Stalemate reports whether the side to move is not in check and has no legal
// move (I.15(b)).
func (p *Position) Stalemate() bool { return !p.InCheck(p.side) && !p.canMove() }

func (p *Position) canMove() bool {
	var room [256]Move
	return len(p.Moves(room[:0])) > 0
}

// IsLegal reports whether the move is a legal move of the position (I.11.B).
func (p *Position) IsLegal(m Move) bool {
	var room [256]Move
	for _, legal := range p.Moves(room[:0]) {
		if legal == m {
			return true
		}
	}
	return false
}

// rays are the lines through a square, the square itself left out. A line's
// squares lie on different ranks, so reversing the bytes of a set reverses the
// line; that is what lets alongLine look both ways with one subtraction each.
type rays struct{ file, diagonal, antidiagonal Squares }

var (
	kingCommands   [64]Squares
	knightCommands [64]Squares
	pawnCommands   [2][64]Squares
	raysFrom       [64]rays

	// rankCommands is indexed by file and by the six inner squares of the rank.
	rankCommands [8][64]uint8

	// between holds the squares directly between two squares of one rank, file
	// or diagonal, and through the whole of that line; both are empty for
	// squares on no common line.
	between [64][64]Squares
	through [64][64]Squares
)

func init() {
	for file := range 8 {
		for inner := range 64 {
			rankCommands[file][inner] = slideOnRank(file, uint8(inner<<1))
		}
	}
	for s := range NoSquare {
		kingCommands[s] = leaps(s, [][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}})
		knightCommands[s] = leaps(s, [][2]int{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}})
		pawnCommands[White][s] = leaps(s, [][2]int{{-1, 1}, {1, 1}})
		pawnCommands[Black][s] = leaps(s, [][2]int{{-1, -1}, {1, -1}})
		raysFrom[s] = rays{
			file:         ray(s, 0, 1) | ray(s, 0, -1),
			diagonal:     ray(s, 1, 1) | ray(s, -1, -1),
			antidiagonal: ray(s, 1, -1) | ray(s, -1, 1),
		}
	}
	for a := range NoSquare {
		for _, line := range linesFrom(a) {
			for b := range line.All() {
				through[a][b] = line | a.bit()
				between[a][b] = line & queenCommands(a, b.bit()) & queenCommands(b, a.bit())
			}
		}
	}
}

// linesFrom are the four lines a Queen on s commands on an empty board.
func linesFrom(s Square) [4]Squares {
	r := raysFrom[s]
	return [4]Squares{rank1 << (s & 56) &^ s.bit(), r.file, r.diagonal, r.antidiagonal}
}

// leaps are the squares of the board at the given file and rank offsets from s.
func leaps(s Square, offsets [][2]int) Squares {
	var set Squares
	for _, o := range offsets {
		if file, rank := s.File()+o[0], s.Rank()+o[1]; file|rank == file&7|rank&7 {
			set |= At(file, rank).bit()
		}
	}
	return set
}

// ray is every square from s on in one direction.
func ray(s Square, dfile, drank int) Squares {
	var set Squares
	for n := 1; n < 8; n++ {
		set |= leaps(s, [][2]int{{dfile * n, drank * n}})
	}
	return set
}

// slideOnRank are the squares of a rank that a Rook on the file commands.
func slideOnRank(file int, occupied uint8) uint8 {
	var set uint8
	for _, step := range []int{-1, 1} {
		for f := file + step; f >= 0 && f < 8; f += step {
			set |= 1 << f
			if occupied>>f&1 != 0 {
				break
			}
		}
	}
	return set
}

// alongLine are the squares of a line that a man on it at s commands, up to and
// with the first occupied one each way. Taking twice the man's own square from
// the occupied ones borrows up to the first blocker, and so marks the squares
// passed (known as o^(o-2r), or hyperbola quintessence).
func alongLine(s Square, line, occupied Squares) Squares {
	blockers, man := uint64(occupied&line), uint64(s.bit())
	up := blockers - 2*man
	down := bits.ReverseBytes64(bits.ReverseBytes64(blockers) - 2*bits.ReverseBytes64(man))
	return Squares(up^down) & line
}

// bishopCommands are the squares a Bishop on s commands (I.9).
func bishopCommands(s Square, occupied Squares) Squares {
	r := &raysFrom[s&63]
	return alongLine(s, r.diagonal, occupied) | alongLine(s, r.antidiagonal, occupied)
}

// rookCommands are the squares a Rook on s commands (I.9).
func rookCommands(s Square, occupied Squares) Squares {
	rank := s & 56
	inner := occupied >> rank >> 1 & 63
	return alongLine(s, raysFrom[s&63].file, occupied) | Squares(rankCommands[s&7][inner])<<rank
}

// queenCommands are the squares a Queen on s commands (I.9).
func queenCommands(s Square, occupied Squares) Squares {
	return bishopCommands(s, occupied) | rookCommands(s, occupied)
}
