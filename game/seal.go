package game

import "corrd/game/board"

// The reasons why a statement about a session is refused.
const (
	// no session runs that could be adjourned, or in which a move could be sealed
	NoSession Why = "no_session"
	// the game is adjourned, and no move is taken until the game goes on
	Adjourned     Why = "adjourned"
	SealedAlready Why = "sealed_already" // the sender has sealed a move, which cannot be changed
	// the other side has sealed a move, and nothing can answer the move before it is opened
	MoveIsSealed Why = "move_is_sealed"
	// the number of a move to be sealed is not that of the turn
	SealNumber Why = "seal_number"
	// something else of the turn is open or under way while a move is to be sealed
	SealLater Why = "seal_later"
)

// Seal is the move that a side has recorded for the resumption of play (I.14). Nobody reads the
// move before play is resumed, and nobody can change it.
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

// Opened opens the sealed move of a side; what follows from its words is in the events after this
// one.
type Opened struct {
	Side  board.Side `json:"side"`
	Ply   int        `json:"ply"`
	Words string     `json:"words"`
}

// KeepsProse reports whether the prose of the letter that brought an event about goes to nobody
// with the event: the letter answers the umpire, or seals a move, or its prose travels with what
// was handed in, or is said by itself.
func (e Event) KeepsProse() bool {
	switch f := e.Fact.(type) {
	case Stated, Sealed, HandedIn:
		return true
	case Said:
		return f.Prose
	}
	return false
}

// apply keeps the move under seal. The move counts as made: the clock of its side stands, and
// rights that end with a move end.
func (f Sealed) apply(s *State, e Event) {
	by := e.By.AsSide()
	s.Sealed = &Seal{By: by, Ply: f.Ply, Letter: e.Letter, Words: f.Words}
	s.Questions[by] = nil
	s.answerOffer(e, false)
	s.lapseProposal(by)
	s.newRound()
	s.Halt(e.At)
}

func (f Opened) apply(s *State, e Event) {
	if s.Sealed != nil {
		s.Unsealed = s.Sealed.Letter
	}
	s.Sealed = nil
	s.newRound()
	s.restart(e.At)
}
