package umpire

import (
	"time"

	"corrd/game"
)

// DisputeObjection gives a sentence that says why something cannot be done about a dispute
// at a time, and "" if it can: f is an Inquired, a Noted or a Settled.
func DisputeObjection(s game.State, f game.Fact, at time.Time) string {
	dispute, words := int64(0), ""
	switch f := f.(type) {
	case game.Inquired:
		dispute, words = f.Dispute, f.Words
		if !f.Until.After(at) || f.Until.After(at.Add(mostTimeAtOnce)) {
			return "name a time within which the side is to answer, as in --within 14d"
		}
		if s.Inquiry(f.Dispute, f.Side) != nil {
			return f.Side.String() + " has been asked already and has not answered"
		}
	case game.Noted:
		dispute, words = f.Dispute, f.Words
	case game.Settled:
		dispute, words = f.Dispute, f.Words
	default:
		return "nothing is to be done"
	}
	if _, open := s.Dispute(dispute); !open {
		return "the dispute is over"
	}
	return unless(words != "", "write what is to be asked or noted, or the reason")
}
