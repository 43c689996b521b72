package codes

import "corrd/game/board"

// Penalty is what words cost that express no legal move. The receiver may exact a move of the men
// that Compels gives, from a position, its legal moves, and the men that the words would have
// moved. Otherwise the receiver has a choice of requirements (Code.Chosen), or the words count as
// if none had been sent.
type Penalty struct {
	Name    string // the letter of the penalty in the code; "" where the penalty has none
	Compels func(p *board.Position, legal []board.Move, aimed board.Squares) Compulsion
	Unsent  bool // the words count as no move sent on the day: nobody is compelled, and the turn goes on
}

// Compulsion is what a penalty demands in a position: a move of the King or, when the King cannot be moved, of one of
// Men that the receiver selects; or, where Own is set, a move of one of Men that the offender selects. There is no
// penalty where King and Men demand nothing.
type Compulsion struct {
	King bool
	Men  board.Squares
	Own  bool
}

// kingElseMan compels the King or, if the King cannot be legally moved, a man selected by the receiver; the move may
// not be castling.
func kingElseMan(p *board.Position, legal []board.Move, _ board.Squares) Compulsion {
	men := movable(p, legal)
	return Compulsion{King: men&p.Men(p.SideToMove(), board.King) != 0, Men: men}
}

// kingIfCan compels the King, if the King can be legally moved, and nothing else.
func kingIfCan(p *board.Position, legal []board.Move, _ board.Squares) Compulsion {
	return Compulsion{King: movable(p, legal)&p.Men(p.SideToMove(), board.King) != 0}
}

// kingOrRook compels the King or the Rook of a false castling: the offender chooses between those that can be legally
// moved. Where the words name no wing, either Rook on its first square may be moved.
func kingOrRook(p *board.Position, legal []board.Move, aimed board.Squares) Compulsion {
	touched := p.Men(p.SideToMove(), board.King) | p.Men(p.SideToMove(), board.Rook)&aimed
	return Compulsion{Men: movable(p, legal) & touched, Own: true}
}

// movable returns the squares of the men that can make one of some legal moves other than castling.
func movable(p *board.Position, legal []board.Move) (men board.Squares) {
	for _, m := range legal {
		if !p.IsCastling(m) {
			men |= 1 << m.From()
		}
	}
	return men
}
