package game

import (
	"slices"

	"corrd/game/board"
)

// Replaced puts another player into a seat. The player takes over the game as it stands, and the
// keys of the former player are no longer right.
type Replaced struct {
	Side   board.Side `json:"side"`
	Member int        `json:"member,omitempty"` // as in Rotated
	Player int64      `json:"player"`
	Was    int64      `json:"was"`
}

func (f Replaced) apply(s *State, e Event) {
	place := max(f.Member, 1) - 1
	if place == 0 {
		s.Players[f.Side] = f.Player
	}
	if s.Consultation == nil {
		s.Seated[f.Side] = e.At
	}
	if s.Consultation != nil {
		s.Consultation = s.Consultation.with(f.Side, place, f.Player)
	}
	s.turnKeys(f.Side, f.Member, true)
}

func (c *Consultation) with(side board.Side, place int, player int64) *Consultation {
	other := Consultation{White: slices.Clone(c.White), Black: slices.Clone(c.Black)}
	if members := other.of(side); place < len(members) {
		members[place] = player
	}
	return &other
}
