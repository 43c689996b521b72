package umpire

import (
	"corrd/game"
	"corrd/game/reason"
)

// objectionToCount says why the umpire cannot have moves counted.
func objectionToCount(s game.State) reason.Reason {
	_, _, provided := s.Code().Count.Get()
	if !provided {
		return reason.Because("objection no count", s.Code().ID)
	}
	return unless(s.Count == nil, reason.Because("objection counted already"))
}
