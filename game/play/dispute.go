package play

import (
	"corrd/game"
	"corrd/game/codes"
	"corrd/game/umpire"
)

// Handle has the umpire do something about a dispute that decides nothing: Fact is an
// Inquired, a Noted or a Settled. One that umpire.DisputeObjection has something to say about
// brings about nothing.
type Handle struct{ Fact game.Fact }

func (Handle) act() {}

// handle does something about a dispute.
func (d *docket) handle(h Handle) {
	if umpire.DisputeObjection(d.State, h.Fact, d.at) == "" {
		d.add(game.Umpire, codes.HouseDisputes, h.Fact)
	}
}

// stated has the prose of a letter answer the umpire, if they wait for facts from its
// sender, and reports whether it does.
func (d *docket) stated(l Letter) bool {
	q, asked := d.Unanswered(l.By)
	if !asked || l.Prose == "" {
		return false
	}
	d.act(codes.HouseDisputes, game.Stated{Dispute: q.Dispute, Words: l.Prose})
	return true
}
