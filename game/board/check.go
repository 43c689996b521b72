package board

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
