package game

import (
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
)

// Stayed is an end of the game that a correction has brought about, and that comes only when the
// penalty is not exacted (II.6(c), II.11(a)).
type Stayed struct {
	How How `json:"how"`
}

// Stay is such an end as long as it may come.
type Stay struct {
	Ply   int // of the correction
	How   How
	Until time.Time // when the right to the penalty lapses by itself
}

// stayTime is how long the receiver of a correction that ends the game may exact the penalty.
const stayTime = 14 * clocks.Day

func (f Stayed) apply(s *State, e Event) {
	s.Stay = &Stay{Ply: s.LastPly(), How: f.How}
	s.stayFrom(e.At)
}

// stayFrom counts the time for the penalty from an instant: fourteen days, or the time that the
// receiver has, if that is less. Leave that is taken later does not lengthen it.
func (s *State) stayFrom(at time.Time) {
	stay := *s.Stay
	stay.Until = at.Add(stayTime)
	if end := s.Window.Until; !end.IsZero() {
		stay.Until = clocks.Earlier(stay.Until, end)
	}
	s.Stay = &stay
}

// Stays returns the end of the game that comes if the side to move does not exact the penalty; nil
// where none waits.
func (s State) Stays() *Stay {
	if s.Stay == nil || s.Stay.Ply != s.LastPly() || s.Held != nil || s.Offence == nil || s.Offence.Exacted || s.Result != nil {
		return nil
	}
	return s.Stay
}

// Mated reports whether a mate stands on the board that ends the game unless the penalty is exacted:
// no draw can be agreed on while it does (II.8(a)).
func (s State) Mated() bool { return s.Stays() != nil && s.Stay.How == ByCheckmate }

// Staying reports whether an end that a side's move has brought about waits for the penalty for an
// offence which the move corrects.
func (s State) Staying(mover board.Side) bool {
	o := s.Offence
	return o != nil && o.By == mover && o.Corrected && s.Exactable(mover.Other()) && s.compels()
}

// stayDue returns when an end comes that waits for the penalty; ok is false while none waits, or
// something of the receiver's is under way.
func (s State) stayDue() (time.Time, bool) {
	stay := s.Stays()
	if stay == nil || s.Moving(s.Position.SideToMove()) {
		return time.Time{}, false
	}
	return clocks.Later(stay.Until, s.Window.Deferred), true
}

// stayOn lets the time for the penalty run on after the game has stood still, for a day at least.
func (s *State) stayOn(from, at time.Time) {
	if s.Stays() == nil {
		return
	}
	stay := *s.Stay
	stay.Until = clocks.Later(stay.Until.Add(max(at.Sub(from), 0)), at.Add(clocks.Day))
	s.Stay = &stay
}
