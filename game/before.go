package game

import (
	"slices"
	"time"

	"corrd/game/clocks"
)

// Before is a game as it stood before one of its events: before the event that ended the game, or
// before the umpire's last ruling. The umpire can put the game back to it.
type Before struct {
	Seq   int64 // the number of the event
	At    time.Time
	State State

	Ruling *Ruling // the ruling of the event, where the event is one
}

// remember returns the game as it stands before an event that is being applied.
func (s State) remember(e Event) *Before {
	b := &Before{Seq: s.Seq, At: e.At, State: s}
	b.State.Ruling = nil
	if f, ok := e.Fact.(Ruled); ok {
		b.Ruling = &f.Ruling
	}
	return b
}

// rewind puts the game back to the state before an event. The time since the event counts against
// nobody, and a session that has ended meanwhile is followed by another. The seats, the keys in
// force and the leave that has been taken stay as they are.
func (s *State) rewind(b Before, at, closes time.Time) {
	now := *s
	*s = b.State
	s.Seq, s.Letter, s.Began, s.LastEvent, s.Protests = now.Seq, now.Letter, now.Began, now.LastEvent, now.Protests
	s.Doubt, s.Inquiries, s.SettledBy = 0, now.Inquiries, now.SettledBy
	s.Fines, s.Sayings = now.Fines, now.Sayings
	s.Wires, s.Queue, s.Leaves = now.Wires, now.Queue, now.Leaves
	if now.Ending != nil { // whatever was under way at the end is under way still
		s.Transit = now.Ending.State.Transit
	}
	s.Rewind(b.State.Queue, at)
	s.Players, s.Consultation, s.Keys, s.ByCard, s.Rules = now.Players, now.Consultation, now.Keys, now.ByCard, now.Rules
	s.Rounds = [2]int{max(s.Rounds[0], now.Rounds[0]), max(s.Rounds[1], now.Rounds[1])}
	s.newRound()
	if !s.Paused() {
		s.Pauses = append(slices.Clip(s.Pauses), clocks.Pause{From: b.At, Until: clocks.Later(at, b.At)})
	}
	if !s.Closes.IsZero() && s.Rest == nil {
		s.Closes = closes
	}
	s.stayOn(b.At, at)
	s.reallow()
}
