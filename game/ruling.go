package game

import (
	"time"

	"corrd/game/board"
	"corrd/game/terms"
)

// Ruling is what the umpire orders, and why.
type Ruling struct {
	Verb   Verb          `json:"verb"`
	Side   Party         `json:"side,omitempty"`   // forfeit, award, correct_time; with Number: whose turn
	Number int           `json:"number,omitempty"` // restore_turn: of the turn; without Side the first with that number
	Move   board.Move    `json:"move,omitempty"`   // adopt, move
	By     time.Duration `json:"by,omitempty"`     // correct_time (either way), extend
	Reason string        `json:"reason"`

	Closes time.Time    `json:"closes,omitzero"` // where the game goes on in a session: its end
	Text   string       `json:"text,omitempty"`  // fine; term: as in a challenge; exact: a square, such as h2
	Terms  *terms.Terms `json:"terms,omitempty"` // term: all the terms as they then stand
	Event  int64        `json:"event,omitempty"` // undo

	Member int   `json:"member,omitempty"` // replace: of Side, from 1; 0: the side is one player
	Player int64 `json:"player,omitempty"` // replace: who takes the seat

	Appeal      int64  `json:"appeal,omitempty"`      // the number of the event by which the claim or the protest was made that they rule on
	Umpire      string `json:"umpire,omitempty"`      // who rules, by name; "": whoever keeps the server
	Letter      int64  `json:"letter,omitempty"`      // of the umpire, by which they ruled; 0: none
	Ordered     int64  `json:"ordered,omitempty"`     // of the umpire, in which the ruling is written; 0: none, or of before corrd noted the letter
	Fundamental bool   `json:"fundamental,omitempty"` // they rule without an appeal, on a violation of the fundamental laws
}

// PlyOf gives the ply of the turn a ruling names.
func (s State) PlyOf(r Ruling) int {
	ply := 2*r.Number - 1
	if r.Side == Black || r.Side == Corrd && ply <= s.PliesBefore() {
		ply++
	}
	return ply
}
