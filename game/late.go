package game

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/terms"
)

// Overstepped is a flag that has fallen and does not end the game, by the term `late`. Until Side
// has made the moves that were due its time has no limit, and its clock runs on. Under a fine the
// game goes on, and the umpire says what is to be paid; where the umpire decides what follows, the
// game is suspended until the umpire has ruled.
type Overstepped struct {
	Side board.Side `json:"side"`
}

// apply removes the limit of a side's time until the side has made the moves that were due, and
// suspends the game if the umpire must say what follows.
func (f Overstepped) apply(s *State, e Event) {
	s.Overstep(f.Side)
	s.flagged(e)
	s.fallsDue(f.Side, e)
	s.Window.Deferred = time.Time{}
	s.rewindow(e.At)
	if s.Terms.Late == terms.LateUmpire {
		s.Suspended, s.Phase = s.Phase, Suspended
		s.Halt(e.At)
	}
}

// timeToMove gives the running turn of a side that has overstepped its time a day more from an
// instant, where the umpire has let the game go on without saying how long the side has.
func (s *State) timeToMove(at time.Time) {
	if s.Terms.Late == terms.LateUmpire && s.Overdue(s.Window.Side) {
		s.extended(at, clocks.Day)
	}
}

// rewindow computes the running window again, after a change of the window's time; the reminders
// due by an instant count as sent.
func (s *State) rewindow(at time.Time) {
	s.Allow()
	w := &s.Window
	if !w.Until.IsZero() {
		w.Regime, w.Law = s.regime()
	}
	w.Marks = 0
	s.Remind(at)
}

// Fine is a fine that Side owes because it has overstepped its time under the term `late fine`. The
// umpire says what is to be paid, or that nothing is; until then the fine is a dispute, also after
// the end of the game.
type Fine struct {
	Seq  int64 // the number of the event of the overstepped time
	Side board.Side
	At   time.Time
}

// fallsDue notes the fine of a side that has overstepped its time, where the terms let a fine
// follow.
func (s *State) fallsDue(side board.Side, e Event) {
	if s.Terms.Late == terms.LateFine {
		s.Fines = append(slices.Clip(s.Fines), Fine{s.Seq, side, e.At})
	}
}

// fined ends what a side owes where the umpire fines the side and names no dispute.
func (s *State) fined(_ Event, r Ruling) {
	if r.Appeal == 0 {
		s.Fines = slices.DeleteFunc(slices.Clone(s.Fines), func(f Fine) bool { return PartyOf(f.Side) == r.Side })
	}
}

// notLate ends the last fine of a side, which has not overstepped its time after all.
func (s *State) notLate(side board.Side) {
	for i, f := range slices.Backward(s.Fines) {
		if f.Side == side {
			s.Fines = slices.Delete(slices.Clone(s.Fines), i, i+1)
			return
		}
	}
}
