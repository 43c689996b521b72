package game

import "corrd/game/board"

// The reasons why a statement about a session is refused.
const (
	NoSession     Why = "no_session"     // no session runs that could be adjourned, or in which a move could be sealed
	Adjourned     Why = "adjourned"      // the game is adjourned, and no move is taken until the game goes on
	SealedAlready Why = "sealed_already" // the sender has sealed a move, which cannot be changed
	MoveIsSealed  Why = "move_is_sealed" // the other side has sealed a move, and nothing can answer the move before it is opened
	SealNumber    Why = "seal_number"    // the number of a move to be sealed is not that of the turn
	SealLater     Why = "seal_later"     // something else of the turn is open or under way while a move is to be sealed
)

// Seal is the move that a side has recorded for the resumption of play (I.14): nobody reads the move before, and nobody
// can change it.
type Seal struct {
	By     board.Side
	Ply    int
	Letter int64
	Words  string
}

// Sealed records the move of the side to move, which is made when play is resumed.
type Sealed struct {
	Ply   int    `json:"ply"`
	Words string `json:"words"`
}

// Opened opens the sealed move of a side; what follows from its words is in the events after this one.
type Opened struct {
	Side  board.Side `json:"side"`
	Ply   int        `json:"ply"`
	Words string     `json:"words"`
}

// KeepsProse reports whether the prose of the letter that brought an event about goes to nobody with the event: the
// letter answers the umpire, or seals a move, or its prose travels with what was handed in.
func (e Event) KeepsProse() bool {
	switch e.Fact.(type) {
	case Stated, Sealed, HandedIn:
		return true
	}
	return false
}

// apply keeps the move under seal. The move counts as made: the clock of its side stands, and rights that end with a
// move end.
func (f Sealed) apply(s *State, e Event) {
	by := e.By.AsSide()
	s.Sealed = &Seal{By: by, Ply: f.Ply, Letter: e.Letter, Words: f.Words}
	s.Questions[by] = nil
	s.lapseOffer(by)
	s.lapseProposal(by)
	s.newRound()
	s.Halt(e.At)
}

// apply opens the sealed move.
func (f Opened) apply(s *State, e Event) {
	s.Sealed = nil
	s.newRound()
	s.restart(e.At)
}
