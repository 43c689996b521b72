package game

import (
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
)

// Standstill is the reason for which no move of a game is taken. If a game has several reasons to
// stand still, Standstill is the first of them in the list below.
type Standstill string

// The reasons for which a game stands still are in the order of their priority.
const (
	// moves are taken, once what is open between the sides is settled
	NoStandstill Standstill = ""
	AtEnd        Standstill = "finished" // the game is over
	// corrd searches for the proof of a claim, whatever else makes the game stand
	AtSearch Standstill = "claim_open"
	// the umpire is to let the game go on, though the game be adjourned too
	AtUmpire      Standstill = "suspended"
	AtAdjournment Standstill = "adjourned" // the next session has not begun
	AtSealedMove  Standstill = "sealed"    // a move is sealed, and the session is not over
)

// Standstill returns the reason for which the game stands still; NoStandstill where the game goes
// on.
func (s State) Standstill() Standstill {
	switch {
	case s.Phase == Finished:
		return AtEnd
	case s.Phase == ClaimOpen:
		return AtSearch
	case s.Phase == Suspended:
		return AtUmpire
	case s.Rest != nil:
		return AtAdjournment
	case s.Sealed != nil:
		return AtSealedMove
	}
	return NoStandstill
}

// Undecided reports whether no move is taken until the umpire has decided, or a proof has.
func (s State) Undecided() bool {
	still := s.Standstill()
	return still == AtSearch || still == AtUmpire
}

// Resumable reports whether the game is suspended or adjourned, so that the umpire may let the game
// go on.
func (s State) Resumable() bool { return s.Phase == Suspended || s.Resting() }

// ClaimBeside reports whether the game goes on while a claim is before the umpire.
func (s State) ClaimBeside() bool { return s.Standstill() == NoStandstill && len(s.Claims()) > 0 }

// restart lets the clock of the turn run on, unless something else makes both clocks stand.
func (s *State) restart(at time.Time) {
	if !s.Halted() && !s.Illegible {
		s.Proceed(at)
	}
}

// RunsFor returns the side whose clock runs at an instant, "white" or "black". RunsFor gives "none"
// when neither clock runs, or when the clock of the side to move stands still.
func (s State) RunsFor(at time.Time) string {
	if side, ok := s.Running(); ok && !s.Still(side, at) {
		return side.String()
	}
	return "none"
}

// apply lets the clock of the side stand for some days after any leave that the side has
// taken already.
func (f LeaveTaken) apply(s *State, e Event) { s.TakeLeave(e.By.AsSide(), e.At, f.Days) }

// Credited stops the clocks for the Seconds before the event, on account of an outage (house:21).
type Credited struct {
	Seconds int64  `json:"seconds"`
	Why     string `json:"why"` // "corrd was down" …
}

// apply lets both clocks stand for the time before the event, unless they stood still anyhow.
func (f Credited) apply(s *State, e Event) {
	s.Credit(e.At.Add(-time.Duration(f.Seconds)*time.Second), e.At)
}

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

// Mated reports whether a mate stands on the board that ends the game unless the penalty is
// exacted: no draw can be agreed on while it does (II.8(a)).
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
