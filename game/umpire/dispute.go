package umpire

import (
	"time"

	"corrd/game"
	"corrd/game/codes"
	"corrd/game/reason"
)

// DisputeObjection says why an umpire cannot do something about a dispute at a time, and gives "" if they can: f is an
// Inquired, a Noted or a Settled, and by the name of the umpire, "" where nobody is named. An appeal from their own
// ruling is another's to end.
func DisputeObjection(s game.State, f game.Fact, by string, at time.Time) reason.Reason {
	dispute, words := int64(0), ""
	switch f := f.(type) {
	case game.Inquired:
		dispute, words = f.Dispute, f.Words
		if !f.Until.After(at) || f.Until.After(at.Add(mostTimeAtOnce)) {
			return reason.Because("objection no time to answer")
		}
		if s.Inquiry(f.Dispute, f.Side) != nil {
			return reason.Because("objection asked already", f.Side.String())
		}
	case game.Noted:
		dispute, words = f.Dispute, f.Words
	case game.Settled:
		dispute, words = f.Dispute, f.Words
	default:
		return reason.Because("objection nothing to do")
	}
	if _, open := s.Dispute(dispute); !open {
		return reason.Because("objection dispute over")
	}
	if _, closes := f.(game.Settled); closes {
		if from := s.AppealFrom(dispute); from.Umpire != "" && from.Umpire == by {
			return reason.Because("objection own ruling", from.Umpire, from.Seq)
		}
	}
	return unless(words != "", reason.Because("objection no words"))
}

// Possible reports whether a ruling can be made where a game stands at a time, under a rule of the house or under the
// provision by which the umpire applies the laws as they are written.
func Possible(s game.State, r game.Ruling, at time.Time) bool {
	r.Reason = "a reason"
	_, written, asWritten := s.Code().AsWritten.Get()
	return Objection(s, r, codes.HouseRulings, at) == "" || asWritten && Objection(s, r, written, at) == ""
}
