package play

import (
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// requires acts on the receiver's choice among the requirements for a false move. corrd asks
// about a requirement that cannot be met, and the receiver loses nothing by stating it.
func (d *docket) requires(law game.Law, s interpret.Statement) {
	r, _ := d.Requirements()
	p := d.Offended()
	switch {
	case s.Words == interpret.ForfeitTurn && r.Turn:
		d.act(law, game.TurnLost{Ply: d.PliesBefore() + d.BeforeOffence() + 1})
		d.close(p.SideToMove())
	case s.Words == interpret.ForfeitTurn:
		d.refuse(d.code().Breach(notation.LeavesCheck), game.TurnInCheck, s.Text)
	case s.Words == interpret.Take:
		d.demands(law, s, game.Exacted{Man: board.NoSquare, Take: slices.Collect((named(s, &p, p.SideToMove().Other(), r.Taken) & r.Taken).All())})
	case s.Words != "":
		d.ask(law, game.NoSuchPenalty, s.Text)
	case len(s.Moves) == 0 && r.Castled:
		d.ask(law, game.ChooseCastled, s.Text)
	case len(s.Moves) == 0:
		d.demands(law, s, game.Exacted{Man: board.NoSquare, Among: slices.Collect(r.That.All())})
	default:
		d.demands(law, s, game.Exacted{Man: board.NoSquare, Among: slices.Collect((named(s, &p, p.SideToMove(), 0) & r.Another).All())})
	}
}

// demands makes a requirement due that at least one man can meet. If the receiver has named
// several men, none of which made the false move, demands asks which man is meant.
func (d *docket) demands(law game.Law, s interpret.Statement, f game.Exacted) {
	that, _ := d.Requirements()
	switch {
	case len(f.Among)+len(f.Take) == 0:
		d.ask(law, game.CannotBeMet, s.Text)
		return
	case len(f.Among) > 1 && len(s.Moves) > 0 && board.SquaresOf(f.Among)&^that.That != 0:
		d.ask(law, game.ChooseMan, s.Text)
		return
	case len(f.Among) == 1:
		f.Man, f.Among = f.Among[0], nil
	}
	f.Key = d.keyOfPenalty()
	d.act(law, f)
}

// named returns the squares of the side's men that a statement names, and unnamed when the
// statement names no man.
func named(s interpret.Statement, p *board.Position, side board.Side, unnamed board.Squares) board.Squares {
	if len(s.Moves) == 0 {
		return unnamed
	}
	return notation.Men(s.Moves[0].Text, p, side)
}
