package umpire

import (
	"time"

	"corrd/game"
	"corrd/game/reason"
)

// objectsToCount says why the umpire cannot have moves counted.
func objectsToCount(s game.State, _ game.Ruling, _ time.Time) reason.Reason {
	_, _, provided := s.Code().Count.Get()
	if !provided {
		return reason.Because("objection no count", s.Code().ID)
	}
	return unless(s.Count == nil, reason.Because("objection counted already"))
}
