package umpire

import "corrd/game"

// objectionToCount says why the umpire cannot have moves counted.
func objectionToCount(s game.State) string {
	_, _, provided := s.Code().Count.Get()
	if !provided {
		return s.Code().ID + " knows no count of moves that begins with a demand"
	}
	return unless(s.Count == nil, "moves are counted already")
}
