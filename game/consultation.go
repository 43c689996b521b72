package game

import (
	"slices"

	"corrd/game/board"
)

// Consultation lists the players of each side, by their numbers, where a side has several. The first of a side is the
// one in Players. A letter of one of them is a letter of their side (III.2(b)).
type Consultation struct {
	White []int64 `json:"white"`
	Black []int64 `json:"black"`
}

func (c *Consultation) of(side board.Side) []int64 {
	if side == board.Black {
		return c.Black
	}
	return c.White
}

// Members returns the players of a side by their numbers, one or more.
func (s State) Members(side board.Side) []int64 {
	if s.Consultation == nil {
		return []int64{s.Players[side]}
	}
	return s.Consultation.of(side)
}

// Further returns the members of the sides beyond the two in Players, by their numbers.
func (s State) Further() (members []int64) {
	for _, id := range slices.Concat(s.Members(board.White), s.Members(board.Black)) {
		if !slices.Contains(s.Players[:], id) {
			members = append(members, id)
		}
	}
	return members
}

// Consults reports whether a side is of several players.
func (s State) Consults(side board.Side) bool { return len(s.Members(side)) > 1 }
