package game

import (
	"corrd/game/board"
	"corrd/game/codes"
)

// end ends the game by an act of the sender.
func (d *docket) end(law Law, score Score, how How) { d.act(law, Ended{Score: score, How: how}) }

// finish ends the game as a rule says, for the side that is to move; where the code is
// silent the umpire decides.
func (d *docket) finish(rule codes.Rule[codes.Outcome], how How, matter string) {
	side := d.Position.SideToMove()
	outcome, law, provided := rule.Get()
	if !provided {
		d.refersSilence(PartyOf(side), matter, "")
		return
	}
	score := scoreOf(outcome, side)
	giver, _ := d.Terms.Odds.Side()
	condition, undertook := d.code().Condition.Cite(), d.Terms.Odds.Grant().Mate != nil
	if how == ByStalemate && undertook && score == WonBy(giver) { // who undertook to mate has won without a mate
		d.add(PartyOf(side), law, Claimed{Ground: matter, Halts: true, Against: condition})
		return
	}
	d.rule(law, Ended{Score: score, How: how})
}

// resign ends the game by the sender's resignation.
func (d *docket) resign(words string) {
	outcome, law, provided := d.code().Resignation.Get()
	if !provided {
		d.refersSilence(PartyOf(d.by), silentResigning, words)
		return
	}
	d.end(law, scoreOf(outcome, d.by), ByResignation)
}

// close ends the game if the move just made by a side leaves the other no legal
// move, or a position that cannot be won; otherwise what the other has bound to it fires.
func (d *docket) close(mover board.Side) {
	code, p := d.code(), d.judged()
	switch law, failed := d.failedBy(mover); {
	case failed:
		d.rule(law, Ended{Score: WonBy(mover.Other()), How: ByOddsCondition})
	case p.Checkmate():
		d.finish(code.Checkmate, ByCheckmate, silentCheckmate)
	case p.Stalemate():
		d.finish(code.Stalemate, ByStalemate, silentStalemate)
	case d.countFull():
		d.rule(d.Count.Law, Ended{Score: Drawn, How: ByFiftyMoves})
	case d.cannotBeWon():
		d.finish(code.Dead, CannotBeWon, "")
	case d.noting && mover == d.by:
		d.fires = true
	default:
		d.fire()
	}
}
