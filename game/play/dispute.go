package play

import (
	"corrd/game"
	"corrd/game/codes"
	"corrd/game/umpire"
)

// Handle is an act of the umpire about a dispute that decides nothing. Fact is an Inquired, a
// Noted or a Settled. Decide gives no event for an act to which umpire.DisputeObjection objects.
type Handle struct {
	Fact game.Fact
	By   string // the name of the umpire; "": nobody is named
}

func (Handle) act() {}

func (d *docket) handle(h Handle) {
	if umpire.DisputeObjection(d.State, h.Fact, h.By, d.at) == "" {
		d.add(game.Umpire, codes.HouseDisputes, h.Fact)
	}
}

// stated takes the prose of a letter as an answer to the umpire if the umpire waits for facts
// from the letter's sender, and reports whether the umpire does. Prose that does not say which of
// several questions it answers is taken as an answer to each.
func (d *docket) stated(l Letter) bool {
	asked := d.Unanswered(l.By, l.Answers)
	if len(asked) == 0 || l.Prose == "" {
		return false
	}
	for _, q := range asked {
		d.act(codes.HouseDisputes, game.Stated{Dispute: q.Dispute, Words: l.Prose})
	}
	return true
}
