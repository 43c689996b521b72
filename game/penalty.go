package game

import "corrd/game/board"

// Penalty is a penalty a code lets the receiver of a faulty communication
// exact: its letter in the code, and which men it compels.
type Penalty struct {
	Name    string
	Compels func(p *board.Position) Compulsion
}

// Compulsion is what a penalty demands in a position: that the King be moved,
// or, when it cannot be, one of Men that the receiver selects.
type Compulsion struct {
	King bool
	Men  board.Squares
}

// Outcome is what an end of the game makes of it, given the side that is to
// move and cannot.
type Outcome func(board.Side) Score

// kingElseMan is Penalty C of 1899: the King, or, if it cannot be legally
// moved, a man selected by the opponent; the move may not be castling.
func kingElseMan(p *board.Position) Compulsion {
	men := movable(p)
	kings := men & p.Men(p.SideToMove(), board.King)
	return Compulsion{King: kings != 0, Men: men}
}

// movable gives the squares of the men that have a legal move other than castling.
func movable(p *board.Position) board.Squares {
	var men board.Squares
	for _, m := range p.Moves(nil) {
		if !p.IsCastling(m) {
			men |= 1 << m.From()
		}
	}
	return men
}

// discharges reports whether a legal move discharges a penalty due: it moves
// the man required, NoSquare standing for the King, and is not castling.
func discharges(p *board.Position, m board.Move, man board.Square) bool {
	if p.IsCastling(m) {
		return false
	}
	if man != board.NoSquare {
		return m.From() == man
	}
	return p.Men(p.SideToMove(), board.King).Has(m.From())
}

// drawn makes a game a draw whoever cannot move.
func drawn(board.Side) Score { return Drawn }
