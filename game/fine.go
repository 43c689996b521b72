package game

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/terms"
)

// Fine is a fine that Side owes because it has overstepped its time under the term `late fine`. The umpire says what is
// to be paid, or that nothing is; until then the fine is a dispute, also after the end of the game.
type Fine struct {
	Seq  int64 // the number of the event of the overstepped time
	Side board.Side
	At   time.Time
}

// fallsDue notes the fine of a side that has overstepped its time, where the terms let a fine follow.
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
