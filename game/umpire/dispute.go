package umpire

import (
	"time"

	"corrd/game"
	"corrd/game/codes"
	"corrd/game/reason"
)

// DisputeObjection says why something cannot be done about a dispute at a time, and gives "" if it can be done: f is an
// Inquired, a Noted or a Settled.
func DisputeObjection(s game.State, f game.Fact, at time.Time) reason.Reason {
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
	return unless(words != "", reason.Because("objection no words"))
}

// ClosingObjection says why an umpire cannot close a dispute without a ruling, and "" if they can: an
// appeal from their own ruling is another's to end. f may be anything that is done about a dispute.
func ClosingObjection(s game.State, f game.Fact, by string) reason.Reason {
	closes, is := f.(game.Settled)
	if !is {
		return ""
	}
	from := s.AppealFrom(closes.Dispute)
	return unless(from.Umpire == "" || from.Umpire != by, reason.Because("objection own ruling", from.Umpire, from.Seq))
}

// Possible reports whether a ruling can be made where a game stands at a time, under a rule of the house or under the
// provision by which the umpire applies the laws as they are written.
func Possible(s game.State, r game.Ruling, at time.Time) bool {
	r.Reason = "a reason"
	_, written, asWritten := s.Code().AsWritten.Get()
	return Objection(s, r, codes.HouseRulings, at) == "" || asWritten && Objection(s, r, written, at) == ""
}
