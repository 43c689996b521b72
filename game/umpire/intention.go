package umpire

import (
	"slices"
	"time"

	"corrd/game"
	"corrd/game/codes"
	"corrd/game/reason"
)

// objectsToIntention returns the objection to a ruling on what the sender meant.
func objectsToIntention(s game.State, r game.Ruling, _ time.Time) reason.Reason {
	if doubt, _, _ := s.Code().Doubtful.Get(); doubt != codes.ElseIntended {
		return reason.Because("objection no intention", s.Code().ID)
	}
	return unless(s.SettledByIntention() && slices.Contains(s.Candidates(), r.Move), reason.Because("objection no such move held"))
}
