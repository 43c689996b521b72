package game

import "corrd/game/board"

// condition is what the giver of odds has undertaken about the mate: on square
// (IV.7), or, where that is NoSquare, with a Pawn that is a Pawn still (IV.6).
type condition struct{ square board.Square }

// met reports whether the mate that stands on the board is such as was undertaken.
func (c condition) met(p *board.Position) bool {
	mated := p.SideToMove()
	if c.square != board.NoSquare {
		return p.Men(mated, board.King).Has(c.square)
	}
	return p.Checkers(mated)&p.Men(mated.Other(), board.Pawn) != 0
}

// underOdds gives what the odds make of an end of the game: a draw may be lost
// by the giver, and so is a mate that does not fulfil his undertaking (IV.8).
// Where he has won in another way the words of IV.8 would have him forfeit and
// II.9 gives him the game: it is his, and the other provision is named for the
// umpire (case G15).
func (d *docket) underOdds(law Law, e Ended) (Law, Ended) {
	giver, ok := d.Terms.Odds.Side()
	if !ok || e.Score == Annulled {
		return law, e
	}
	lost := Ended{Score: WonBy(giver.Other()), How: ByOddsCondition}
	g, condition := d.Terms.Odds.grant(), d.code().Condition
	switch drawn, won := e.Score == Drawn, e.Score == WonBy(giver); {
	case g.draws && drawn:
		return termsOdds, lost
	case g.mate == nil:
	case drawn, won && e.How == ByCheckmate && !g.mate.met(&d.Position):
		return condition, lost
	case won && e.How != ByCheckmate:
		e.Against = condition
	}
	return law, e
}
