package game

import (
	"corrd/game/board"
	"corrd/game/line"
	"slices"
)

// OwnLast returns the ply with which a side's last turn began: letters with an older key do not act, whatever they state.
func (s State) OwnLast(side board.Side) int {
	last := s.LastPly()
	if line.SideAt(last) != side {
		last--
	}
	if last <= s.PliesBefore()+s.FirstPlies() {
		return min(last, s.PliesBefore()+1) // the last turn is a first turn of several moves
	}
	return last
}

// Halted reports whether no move is taken because the umpire has suspended the
// game, something is to be proved, the game is adjourned, or a move is sealed.
func (s State) Halted() bool {
	still := s.Standstill()
	return still != NoStandstill && still != AtEnd
}

func (f Protested) apply(s *State, e Event) {
	p := Protest{Seq: s.Seq, By: e.By.AsSide(), Words: f.Words, At: e.At, Appeal: s.appealed(e.By.AsSide())}
	if IsAppeal(f.Words) {
		p.From = s.Decided
	}
	s.Protests = append(slices.Clip(s.Protests), p)
}
