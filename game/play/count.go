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
	if len(d.code().Counts()) == 0 {
		d.unknown(s)
		return
	}
	refuse := func(law game.Law, why game.Why) {
		d.act(law, game.ClaimRefused{Ground: string(codes.FiftyMoves), Why: string(why), Words: s.Text})
	}
	f, law, ok := d.Countable(d.by)
	uncounted, mates := d.Uncounted(d.by)
	switch {
	case ok:
		d.act(law, f)
	case d.Count != nil:
		refuse(d.Count.Law, game.CountRuns)
	case mates:
		refuse(uncounted, game.CountAtOdds)
	default:
		refuse(uncounted, game.NotCounted)
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
