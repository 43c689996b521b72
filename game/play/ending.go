package play

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
)

// end ends the game by an act of the sender.
func (d *docket) end(law game.Law, score game.Score, how game.How) {
	d.act(law, game.Ended{Score: score, How: how})
}

// finish ends the game as a rule says for the side to move; where the code is silent the umpire decides.
func (d *docket) finish(rule codes.Rule[codes.Outcome], how game.How, matter string) {
	side := d.Position.SideToMove()
	outcome, law, provided := rule.Get()
	if !provided {
		d.refersSilence(game.PartyOf(side), matter, "")
		return
	}
	score := scoreOf(outcome, side)
	giver, _ := d.Terms.Odds.Side()
	condition, undertook := d.code().Condition.Cite(), d.Terms.Odds.Grant().Mate != nil
	// a side that undertook to mate has won without a mate
	if how == game.ByStalemate && undertook && score == game.WonBy(giver) {
		d.add(game.PartyOf(side), law, game.Claimed{Ground: matter, Halts: true, Against: condition})
		return
	}
	d.rule(law, game.Ended{Score: score, How: how})
}

func (d *docket) resign(words string) {
	outcome, law, provided := d.code().Resignation.Get()
	if !provided {
		d.refersSilence(game.PartyOf(d.by), silentResigning, words)
		return
	}
	d.end(law, scoreOf(outcome, d.by), game.ByResignation)
}

// close ends the game if the move just made leaves the other side no legal move, or leaves a
// position that cannot be won. Otherwise close fires the conditionals of the other side.
func (d *docket) close(mover board.Side) {
	code, p := d.code(), judged(d.State)
	switch law, failed := d.failedBy(mover); {
	case failed:
		d.rule(law, game.Ended{Score: game.WonBy(mover.Other()), How: game.ByOddsCondition})
	case p.Checkmate():
		d.finish(code.Checkmate, game.ByCheckmate, silentCheckmate)
	case p.Stalemate():
		d.finish(code.Stalemate, game.ByStalemate, silentStalemate)
	case d.countFull():
		d.rule(d.Count.Law, game.Ended{Score: game.Drawn, How: game.ByFiftyMoves})
	case d.cannotBeWon():
		d.finish(code.Dead, game.CannotBeWon, "")
	case d.noting && mover == d.by:
		d.fires = true
	default:
		d.fire()
	}
}
