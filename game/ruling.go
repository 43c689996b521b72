package game

import (
	"time"

	"corrd/game/board"
	"corrd/game/terms"
)

// Ruling is what the umpire orders, and why.
type Ruling struct {
	Verb   Verb          `json:"verb"`
	Side   Party         `json:"side,omitempty"`   // for forfeit, award and correct_time; beside Number: whose turn
	Number int           `json:"number,omitempty"` // for restore_turn: the number of the turn; without Side the first turn with that number
	Move   board.Move    `json:"move,omitempty"`   // for adopt and move
	By     time.Duration `json:"by,omitempty"`     // for correct_time, where it may be negative, and for extend
	Reason string        `json:"reason"`

	Closes time.Time    `json:"closes,omitzero"` // the end of the session in which the game goes on
	Text   string       `json:"text,omitempty"`  // for fine; for term, as a challenge writes it; for exact: a square, such as h2
	Terms  *terms.Terms `json:"terms,omitempty"` // for term: all the terms as they then stand
	Event  int64        `json:"event,omitempty"` // the number of an event, for undo and restore_event

	Member int   `json:"member,omitempty"` // for replace: the member of Side, from 1; 0: the side is one player
	Player int64 `json:"player,omitempty"` // for replace: the player who takes the seat

	Appeal      int64  `json:"appeal,omitempty"`      // the number of the event of the claim or the protest on which the umpire rules
	Umpire      string `json:"umpire,omitempty"`      // the name of the umpire; "": whoever keeps the server
	Letter      int64  `json:"letter,omitempty"`      // the number of the letter of the umpire by which the umpire ruled; 0: none
	Ordered     int64  `json:"ordered,omitempty"`     // the number of the letter of the umpire in which the ruling is written; 0: none, or the ruling is from before corrd noted the letter
	Fundamental bool   `json:"fundamental,omitempty"` // the umpire rules without an appeal, on a violation of the fundamental laws
}

// PlyOf returns the ply of the turn that a ruling names.
func (s State) PlyOf(r Ruling) int {
	ply := 2*r.Number - 1
	if r.Side == Black || r.Side == Corrd && ply <= s.PliesBefore() {
		ply++
	}
	return ply
}
