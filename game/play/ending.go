package play

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
)

// end ends the game by an act of the sender.
func (d *docket) end(law game.Law, score game.Score, how game.How) {
	d.act(law, game.Ended{Score: score, How: how})
}

// finish ends the game as a rule says for the side to move; where the code is silent the umpire
// decides.
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

// close ends the game if the move just made leaves the other side no legal move, or leaves a
// position that cannot be won. Otherwise close fires the conditionals of the other side.
func (d *docket) close(mover board.Side) {
	switch how, end := d.endAfter(mover); {
	case end != nil && d.Staying(mover):
		d.rule(d.code().Lapse.Cite(), game.Stayed{How: how})
	case end != nil:
		end()
	case d.noting && mover == d.by:
		d.fires = true
	default:
		d.fire()
	}
}

// endAfter returns how the game ends by the move just made, and what ends it; end is nil where the
// game goes on.
func (d *docket) endAfter(mover board.Side) (how game.How, end func()) {
	code, p := d.code(), judged(d.State)
	switch law, failed := d.failedBy(mover); {
	case failed:
		return game.ByOddsCondition, func() { d.rule(law, game.Ended{Score: game.WonBy(mover.Other()), How: game.ByOddsCondition}) }
	case p.Checkmate():
		return game.ByCheckmate, func() { d.finish(code.Checkmate, game.ByCheckmate, silentCheckmate) }
	case p.Stalemate():
		return game.ByStalemate, func() { d.finish(code.Stalemate, game.ByStalemate, silentStalemate) }
	case d.CountFull():
		return game.ByFiftyMoves, func() { d.rule(d.Count.Law, game.Ended{Score: game.Drawn, How: game.ByFiftyMoves}) }
	case d.cannotBeWon():
		return game.CannotBeWon, func() { d.finish(code.Dead, game.CannotBeWon, "") }
	}
	return "", nil
}

// lapseStay ends the game by a correction for which the penalty has not been exacted in time.
func (d *docket) lapseStay() {
	d.at = clocks.Later(d.Stays().Until, d.Window.Deferred)
	if _, end := d.endAfter(d.Offence.By); end != nil {
		end()
	}
}

// forgive gives up the right to the open penalty, and brings about what has waited for it.
func (d *docket) forgive(law game.Law, f game.Fact) {
	stay, offender := d.Stays(), d.Offence.By
	d.act(law, f)
	d.unstay(stay, offender)
}

// unstay brings about what has waited for a penalty: the end of the game, or conditional moves.
func (d *docket) unstay(stay *game.Stay, offender board.Side) {
	switch {
	case stay != nil:
		d.close(offender)
	case d.noting:
		d.fires = true // after a reply in the same letter, which passes them over
	default:
		d.fire()
	}
}

// scoreOf returns the score of an outcome for a side.
func scoreOf(o codes.Outcome, side board.Side) game.Score {
	switch o {
	case codes.Won:
		return game.WonBy(side)
	case codes.Lost:
		return game.WonBy(side.Other())
	}
	return game.Drawn
}

// failedBy reports whether a move just made by a side makes it impossible for the side to mate with
// a Pawn as it undertook, because its last Pawn has become a piece (S-Odds IV). failedBy returns
// the provision.
func (d *docket) failedBy(mover board.Side) (law game.Law, failed bool) {
	mate := d.Terms.Odds.Grant().Mate
	rule, law, _ := d.code().MatePawn.Get()
	giver, ok := d.Terms.Odds.Side()
	if !ok || giver != mover || mate == nil || mate.Square != board.NoSquare || rule != codes.NeverConverted || len(d.Line) == 0 {
		return "", false
	}
	last := d.Line[len(d.Line)-1].Move
	return law, last.Promotion() != board.NoKind && d.Position.Men(mover, board.Pawn) == 0
}

// underOdds returns what the odds make of an end of the game. The giver may lose by a draw, and by
// a mate that does not fulfil the giver's undertaking (IV.8). A giver who has won in another way
// would forfeit the game by the words of IV.8 and wins the game by II.9: the game is the giver's,
// and the other provision is named for the umpire (case G15).
func (d *docket) underOdds(law game.Law, e game.Ended) (game.Law, game.Ended) {
	giver, ok := d.Terms.Odds.Side()
	if !ok || e.Score == game.Annulled {
		return law, e
	}
	if by, lost := d.LostAtOdds(e); lost {
		return by, game.Ended{Score: game.WonBy(giver.Other()), How: game.ByOddsCondition}
	}
	switch _, condition, provided := d.code().Condition.Get(); {
	case d.Terms.Odds.Grant().Mate == nil:
	case !provided:
		e.Against = codes.TermsOdds // the umpire decides what the terms undertake
	case e.Score == game.WonBy(giver) && e.How != game.ByCheckmate:
		e.Against = condition
	}
	return law, e
}

// warned asks the sender once in a turn about a draw by which the sender would lose the game,
// because of the odds that it has given, and reports whether it did.
func (d *docket) warned(words string) bool {
	law, loses := d.DrawLoses(d.by)
	if q := d.Question(d.by); !loses || q != nil && q.Why == game.OddsLost && d.told(q.Told) {
		return false
	}
	d.question(law, game.Asked{Why: game.OddsLost, Words: words, Ply: d.LastPly() + 1})
	return true
}
