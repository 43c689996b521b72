package game

import (
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/line"
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

// chooses reports whether a fact settles a choice that somebody may have made by mistake.
func chooses(f Fact) bool {
	switch f.(type) {
	case Adopted, Exacted, Waived, Spent, Restored:
		return true
	}
	return false
}

// passesOver reports whether a fact leaves an open penalty behind that might still be exacted.
func (s State) passesOver(f Fact) bool {
	if s.Offence == nil || s.Offence.Exacted {
		return false
	}
	switch f.(type) {
	case Played, Ended:
		return true
	}
	return false
}

func (s *State) mark(e Event) {
	if !chooses(e.Fact) && !s.passesOver(e.Fact) {
		return
	}
	b := s.remember(e)
	b.State.Returns, b.State.Wires = nil, [2]*Wire{} // returned keeps the older points, and rewind the forms
	s.Returns = append(slices.Clip(s.Returns), b)
}

// MostNamed is the greatest number of points in the middle of a turn that are named to the umpire.
const MostNamed = 8

// NewestReturns returns the newest points in the middle of a turn to which the umpire can restore
// the game. The umpire can restore the game to the older points in Returns too.
func (s State) NewestReturns() []*Before { return s.Returns[max(0, len(s.Returns)-MostNamed):] }

// PointAfter returns the game as it stood after an event, if the next event that changed the game
// settled a choice. Otherwise PointAfter gives nil.
func (s State) PointAfter(event int64) *Before {
	for _, b := range s.Returns {
		if b.State.Stirred <= event && event < b.Seq {
			return b
		}
	}
	return nil
}

// returned puts the game back to a point at which a choice was open, and keeps the older points.
// The time since that point counts against nobody.
func (s *State) returned(e Event, r Ruling) {
	b, ruling, points := s.PointAfter(r.Event), s.Ruling, s.Returns
	s.rewind(*b, e.At, r.Closes)
	s.Ruling, s.Returns = ruling, slices.Clip(points[:slices.Index(points, b)])
}

// searchesOn starts another search for a claim before the umpire, with a greater limit. The other
// claims still wait for the umpire.
func (s *State) searchesOn(e Event, r Ruling) {
	c := *s.ClaimOn(r.Appeal)
	if s.Claim.Seq != c.Seq {
		s.Others = append(slices.DeleteFunc(slices.Clone(s.Others), func(o Claim) bool { return o.Seq == c.Seq }), *s.Claim)
	}
	c.Proving, c.Nodes, c.Phase, c.At = true, r.Number, s.Phase, e.At
	s.Claim, s.Phase = &c, ClaimOpen
	s.Halt(e.At)
}

// apply plays the move that was sent first, or leaves to the receiver what the first letter left to
// them. The letter after the first is an offence out of turn, whose penalty is for the offender's
// next turn.
func (f Restored) apply(s *State, e Event) {
	h := s.Held
	if h == nil || h.First == nil && h.Earlier == nil {
		return
	}
	open, ply := s.Offence, s.LastPly()+1
	kept := 1
	if h.First != nil {
		s.move(e, *h.First, false)
	} else {
		kept = len(h.Earlier.Words)
		s.leave(*h.Earlier, h.Lists)
	}
	if open == nil {
		open = &Offence{By: h.By, Words: strings.Join(h.Words[min(kept, len(h.Words)):], line.WordsApart), Intelligible: true, Law: e.Law,
			// the receiver, who required the annulment, needs no notice
			Later: true, Second: true, Ply: ply, Man: board.NoSquare}
	}
	s.Offence = open
}

// leave gives the receiver back the choice that the first letter for a turn gave them.
func (s *State) leave(u line.Undetermined, lists []line.List) {
	u.Lists = lists
	u.List(s.notice(u.By.Other()))
	s.Held, s.Withheld, s.Phase = &u, nil, HeldAmbiguous
	if u.Multiple {
		s.Phase = HeldMultiple
	}
	s.newRound()
}
