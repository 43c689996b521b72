package umpire

import (
	"time"

	"corrd/game"
	"corrd/game/reason"
)

// objectsToCount returns the objection to a count of moves that the code, or the game as it stands, does not allow.
func objectsToCount(s game.State, _ game.Ruling, _ time.Time) reason.Reason {
	_, _, provided := s.Code().Count.Get()
	if !provided {
		return reason.Because("objection no count", s.Code().ID)
	}
	return unless(s.Count == nil, reason.Because("objection counted already"))
}
