package codes

import "corrd/game/board"

// Penalty is what words which express no legal move cost. The receiver may exact that
// the men be moved which Compels names in a position, of which the legal moves are given,
// and the moves that the words express, none of them legal; or has a choice of
// requirements (Code.Chosen); or the words count as if none had been sent.
type Penalty struct {
	Name    string // its letter in the code; "" where it has none
	Compels func(p *board.Position, legal, wrong []board.Move) Compulsion
	Unsent  bool // the words count as no move sent on the day: nobody is compelled, and the turn goes on
}

// Compulsion is what a penalty demands in a position: that the King be moved,
// or, when it cannot be, one of Men that the receiver selects; or, where Own is set, one
// of Men that the offender selects. Where King and Men demand nothing there is no penalty.
type Compulsion struct {
	King bool
	Men  board.Squares
	Own  bool
}

// kingElseMan compels the King or, if it cannot be legally moved, a man selected by the
// receiver; the move may not be castling.
func kingElseMan(p *board.Position, legal, _ []board.Move) Compulsion {
	men := movable(p, legal)
	return Compulsion{King: men&p.Men(p.SideToMove(), board.King) != 0, Men: men}
}

// kingIfCan compels the King, if it can be legally moved, and nothing else.
func kingIfCan(p *board.Position, legal, _ []board.Move) Compulsion {
	return Compulsion{King: movable(p, legal)&p.Men(p.SideToMove(), board.King) != 0}
}

// kingOrRook compels the King or the Rook of a false castling, whichever the offender
// likes, of those that can be legally moved; either Rook at home where the words name no
// wing.
func kingOrRook(p *board.Position, legal, wrong []board.Move) Compulsion {
	touched := p.Men(p.SideToMove(), board.King)
	for _, m := range wrong {
		corner := board.At(0, m.To().Rank())
		if m.To() > m.From() {
			corner = board.At(7, m.To().Rank())
		}
		touched |= p.Men(p.SideToMove(), board.Rook) & (1 << corner)
	}
	return Compulsion{Men: movable(p, legal) & touched, Own: true}
}

// movable are the squares of the men that can make one of some legal moves other than
// castling.
func movable(p *board.Position, legal []board.Move) (men board.Squares) {
	for _, m := range legal {
		if !p.IsCastling(m) {
			men |= 1 << m.From()
		}
	}
	return men
}
