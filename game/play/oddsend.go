package play

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
)

// failedBy reports whether a move just made by a side makes it impossible for the side to mate
// with a Pawn as it undertook, because its last Pawn has become a piece (S-Odds IV). failedBy
// gives the provision.
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

// underOdds returns what the odds make of an end of the game. The giver may lose by a draw, and by a mate that does not
// fulfil the giver's undertaking (IV.8). A giver who has won in another way would forfeit the game by the words of IV.8
// and wins the game by II.9: the game is the giver's, and the other provision is named for the umpire (case G15).
func (d *docket) underOdds(law game.Law, e game.Ended) (game.Law, game.Ended) {
	giver, ok := d.Terms.Odds.Side()
	if !ok || e.Score == game.Annulled {
		return law, e
	}
	lost := game.Ended{Score: game.WonBy(giver.Other()), How: game.ByOddsCondition}
	g := d.Terms.Odds.Grant()
	_, condition, provided := d.code().Condition.Get()
	by, loses := d.DrawLoses(giver)
	switch drawn, won := e.Score == game.Drawn, e.Score == game.WonBy(giver); {
	case drawn && loses:
		return by, lost
	case g.Mate == nil:
	case !provided:
		e.Against = codes.TermsOdds // the umpire decides what the terms undertake
	case won && e.How == game.ByCheckmate && !g.Mate.Met(&d.Position):
		return condition, lost
	case won && e.How != game.ByCheckmate:
		e.Against = condition
	}
	return law, e
}

// warned asks the sender once in a turn about a draw by which the sender would lose the game, because
// of the odds that it has given, and reports whether it did.
func (d *docket) warned(words string) bool {
	law, loses := d.DrawLoses(d.by)
	if q := d.Question(d.by); !loses || q != nil && q.Why == game.OddsLost && d.told(q.Told) {
		return false
	}
	d.asked = true
	d.act(law, game.Asked{Why: game.OddsLost, Words: words, Ply: d.LastPly() + 1})
	return true
}
