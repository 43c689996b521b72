package codes

import "corrd/game/board"

// Penalty is a penalty that the receiver of words which express no legal move may
// exact: its letter in the code, and the men it compels in a position, of which the
// legal moves are given.
type Penalty struct {
	Name    string
	Compels func(p *board.Position, legal []board.Move) Compulsion
}

// Compulsion is what a penalty demands in a position: that the King be moved,
// or, when it cannot be, one of Men that the receiver selects.
type Compulsion struct {
	King bool
	Men  board.Squares
}

// kingElseMan compels the King or, if it cannot be legally moved, a man selected by the
// receiver; the move may not be castling.
func kingElseMan(p *board.Position, legal []board.Move) Compulsion {
	var men board.Squares
	for _, m := range legal {
		if !p.IsCastling(m) {
			men |= 1 << m.From()
		}
	}
	kings := men & p.Men(p.SideToMove(), board.King)
	return Compulsion{King: kings != 0, Men: men}
}
