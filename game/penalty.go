package game

import (
	"slices"

	"corrd/game/board"
)

// Penalty is a penalty a code lets the receiver of a faulty communication
// exact: its letter in the code, and which men it compels in a position, of which the
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

// Outcome is what an end of the game makes of it, given the side that is to
// move and cannot.
type Outcome func(board.Side) Score

// kingElseMan is Penalty C of 1899: the King, or, if it cannot be legally
// moved, a man selected by the opponent; the move may not be castling.
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

// discharges reports whether a legal move in a position of the turn discharges
// the penalty due: it moves the man required and is not castling.
func (s State) discharges(p *board.Position, m board.Move) bool {
	switch man := s.Offence.Man; {
	case p.IsCastling(m):
		return false
	case man != board.NoSquare:
		return m.From() == man
	}
	return p.Men(p.SideToMove(), board.King).Has(m.From())
}

// refusing reports whether words that play a move which the penalty due excludes
// answer a letter that tells of the penalty, and are no copy of words that have
// answered that letter before.
func (d *docket) refusing(words string) bool {
	o := d.Offence
	told := d.answers >= o.Order.Seq
	if d.answers == 0 {
		told = d.ply != 0 && d.ply == o.Order.Key
	}
	return d.Phase == PenaltyDue && told && !slices.Contains(o.Refusals, Refusal{words, d.answers})
}

// enoughRefusals is how many refusals to discharge a penalty forfeit a game on a
// claim, without the umpire.
const enoughRefusals = 2

// Refuses reports whether the offender has refused to discharge the penalty due as
// often as decides a claim of forfeiture on that ground.
func (s State) Refuses() bool {
	return s.Phase == PenaltyDue && len(s.Offence.Refusals) >= enoughRefusals
}

// drawn makes a game a draw whoever cannot move.
func drawn(board.Side) Score { return Drawn }
