package umpire

import (
	"slices"
	"time"

	"corrd/game"
	"corrd/game/codes"
)

// objectsToIntention is the objection to a ruling on what the sender meant.
func objectsToIntention(s game.State, r game.Ruling, _ time.Time) string {
	if doubt, _, _ := s.Code().Doubtful.Get(); doubt != codes.ElseIntended {
		return s.Code().ID + " knows no statement of intention; the receiver chooses what is doubtful, and --adopt records which"
	}
	return unless(s.SettledByIntention() && slices.Contains(s.Candidates(), r.Move), "no such move is held; corrctl game show lists the candidates")
}
