package play

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret"
)

// countFull reports whether all moves of the running count have been made.
func (d *docket) countFull() bool {
	made, ok := d.Counted()
	return ok && min(made[board.White], made[board.Black]) >= d.Count.Moves
}

// demandFifty acts on the demand to limit the rest of the game to a number of moves.
func (d *docket) demandFifty(s interpret.Statement) {
	count, law, provided := d.code().Count.Get()
	if !provided {
		d.unknown(s)
		return
	}
	refuse := func(why game.Why) {
		d.act(law, game.ClaimRefused{Ground: string(codes.FiftyMoves), Why: string(why), Words: s.Text})
	}
	switch c, ok := d.Countable(d.by); {
	case ok:
		d.act(law, game.Counting{Moves: count.Moves, Case: c})
	case d.Count != nil:
		refuse(game.CountRuns)
	case count.NotForMates && d.Terms.Odds.Grant().Mate != nil:
		refuse(game.CountAtOdds)
	default:
		refuse(game.NotCounted)
	}
}

// submit puts a question before the umpire that a player submits: whether one side can force the
// game, whether neither can win the game, or any other.
func (d *docket) submit(s interpret.Statement) {
	_, law, provided := d.code().Submit.Get()
	if !provided {
		d.unknown(s)
		return
	}
	d.refer(law, s, game.Claimed{Ground: game.Submitted, Words: s.Text})
}
