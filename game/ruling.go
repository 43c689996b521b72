package game

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/terms"
)

// Ruling is what the umpire orders, and why.
type Ruling struct {
	Verb   Verb          `json:"verb"`
	Side   Party         `json:"side,omitempty"`   // for forfeit, award and correct_time; beside Number: whose turn
	Number int           `json:"number,omitempty"` // for restore_turn: the number of the turn; without Side the first turn with that number
	Move   board.Move    `json:"move,omitempty"`   // for adopt and move
	By     time.Duration `json:"by,omitempty"`     // for correct_time, where it may be negative, and for extend
	Reason string        `json:"reason"`

	Closes time.Time    `json:"closes,omitzero"` // the end of the session in which the game goes on
	Text   string       `json:"text,omitempty"`  // for fine; for term, as a challenge writes it; for exact: a square, such as h2
	Terms  *terms.Terms `json:"terms,omitempty"` // for term: all the terms as they then stand
	Event  int64        `json:"event,omitempty"` // the number of an event, for undo and restore_event

	Member int   `json:"member,omitempty"` // for replace: the member of Side, from 1; 0: the side is one player
	Player int64 `json:"player,omitempty"` // for replace: the player who takes the seat

	Appeal      int64  `json:"appeal,omitempty"`      // the number of the event of the claim or the protest on which the umpire rules
	Umpire      string `json:"umpire,omitempty"`      // the name of the umpire; "": whoever keeps the server
	Letter      int64  `json:"letter,omitempty"`      // the number of the letter of the umpire by which the umpire ruled; 0: none
	Ordered     int64  `json:"ordered,omitempty"`     // the number of the letter of the umpire in which the ruling is written; 0: none, or the ruling is from before corrd noted the letter
	Fundamental bool   `json:"fundamental,omitempty"` // the umpire rules without an appeal, on a violation of the fundamental laws
}

// PlyOf returns the ply of the turn that a ruling names.
func (s State) PlyOf(r Ruling) int {
	ply := 2*r.Number - 1
	if r.Side == Black || r.Side == Corrd && ply <= s.PliesBefore() {
		ply++
	}
	return ply
}

func (f Ruled) apply(s *State, e Event) {
	r, power := f.Ruling, f.Verb.Power()
	switch r.Verb {
	case RulesUndone, RulesReopened:
	case RulesReplaced:
		s.Ruling = nil
	default:
		s.Ruling = s.remember(e)
	}
	if decides := !power.Records || r.Verb == RulesDismissed; decides && !power.Interim {
		s.Decided = Decision{Seq: s.Seq, Umpire: r.Umpire, Joint: s.submittedByBoth()}
	}
	s.ruledOnSilence(e, r.Verb)
	if power.apply != nil {
		power.apply(s, e, r)
	}
	if power.Moves {
		s.formsStand(e.At)
	}
	s.newRound()
	s.decided(e, r)
}

func (s *State) decided(e Event, r Ruling) {
	if r.Appeal == 0 || !r.Verb.Decides() {
		return
	}
	s.settle(r.Appeal, e)
}

func (s State) submittedByBoth() bool {
	var by [2]bool
	for _, c := range s.Claims() {
		by[c.By] = by[c.By] || c.Ground == Submitted
	}
	return by[board.White] && by[board.Black]
}

// restoreTurn takes back the moves since the beginning of a turn, and ends whatever is open.
// Conditional moves for later turns lapse. The time that was used stays used.
func (s *State) restoreTurn(e Event, r Ruling) {
	ply := s.PlyOf(r)
	if s.Phase != Finished {
		s.Close(e.At)
	}
	s.Proceed(e.At)
	for s.LastPly() >= ply {
		s.takeBack()
	}
	if s.Count != nil && s.Count.After > s.LastPly() {
		s.Count = nil // the count was demanded in a turn that is taken back
	}
	s.Session, s.Rest, s.Sealed, s.Closes, s.Ending = nil, nil, nil, r.Closes, nil
	s.Phase, s.Result, s.Held, s.Offence, s.Withheld, s.Claim, s.Proposal, s.DrawOffer = AwaitMove, nil, nil, nil, nil, nil, nil, Corrd
	s.Others = nil
	if s.Rules >= 2 {
		s.Bar = nil
	}
	s.Questions, s.Protests = [2]*Question{}, nil
	s.Conditionals.StandAgain(ply)
	s.openWindow(s.Position.SideToMove(), e.At)
	s.Continue()
	s.Spare(e.At, clocks.Day)
	s.rewindow(e.At)
}

// clocked changes the record of time, or the terms. clocked makes the same change in the kept
// states to which the game may return: the game before its end, in case the game is reopened, the
// game at each open choice, in case the umpire restores the choice, and the game before a mutilated
// form, in case the form is certified.
func (s *State) clocked(at time.Time, change func(s *State, at time.Time)) {
	if s.Ending != nil {
		s.Ending = s.Ending.clocked(change)
	}
	if len(s.Returns) > 0 {
		s.Returns = slices.Clone(s.Returns)
	}
	for i, b := range s.Returns {
		s.Returns[i] = b.clocked(change)
	}
	for side, w := range s.Wires {
		if w != nil && w.Mutilated() {
			changed := *w
			changed.Before = *w.Before.clocked(change)
			s.Wires[side] = &changed
		}
	}
	change(s, at)
}

// clocked returns an earlier game with a later change of the record of time, or of the terms.
func (b Before) clocked(change func(s *State, at time.Time)) *Before {
	b.State.clocked(b.At, change)
	return &b
}

// timeCorrected changes the time that a side has used, in every kept state that has this turn.
func (s *State) timeCorrected(e Event, r Ruling) {
	turn, side := s.Window.Number, s.Window.Side
	s.clocked(e.At, func(s *State, at time.Time) {
		s.corrected(at, r.Side.AsSide(), r.By, s.Window.Number == turn && s.Window.Side == side)
	})
}

// timeExtended adds to the time of the running turn, in every kept state in which this turn runs.
func (s *State) timeExtended(e Event, r Ruling) {
	turn, side := s.Window.Number, s.Window.Side
	s.clocked(e.At, func(s *State, at time.Time) {
		if s.Window.Number == turn && s.Window.Side == side {
			s.extended(at, r.By)
		}
	})
}

// termInForce puts the terms of a ruling in force, in every kept state.
func (s *State) termInForce(e Event, r Ruling) {
	s.clocked(e.At, func(s *State, at time.Time) { s.newTerms(*r.Terms, r.Closes, at) })
}

func (s *State) extended(at time.Time, by time.Duration) {
	s.Prolong(at, by)
	s.reallow()
}

// corrected adds to the time recorded against a side, or takes from it no more than has been
// recorded. Under a limit for each reply, the correction does not change the limit of a reply in
// another turn than the one that ran when the umpire ruled.
func (s *State) corrected(at time.Time, side board.Side, by time.Duration, sameTurn bool) {
	by = max(by, -s.Clock(side, at).Used)
	if s.Terms.Time.Each && !sameTurn {
		s.Clocks[side].Used += by
		return
	}
	late := s.Overdue(side)
	s.Correct(at, side, by)
	if late && !s.Overdue(side) {
		s.notLate(side)
	}
	s.reallow()
}

func (s *State) reallow() {
	if s.Phase == Finished || s.Terms.Time.Per == 0 {
		return
	}
	s.Window.Deferred = time.Time{}
	s.rewindow(s.LastEvent)
}

// undo puts the game back to the state before a ruling, without what the ruling decided.
func (s *State) undo(b Before, at, closes time.Time) {
	since := slices.DeleteFunc(slices.Clone(s.Protests), func(p Protest) bool { return p.Seq <= b.Seq })
	fines := slices.DeleteFunc(slices.Clone(s.Fines), func(f Fine) bool { return f.Seq <= b.Seq })
	settled := slices.DeleteFunc(slices.Clone(s.SettledBy), func(dispute int64) bool { return dispute <= b.Seq })
	now := *s
	s.rewind(b, at, closes)
	s.keepMailbox(now, at)
	s.SettledBy = append(slices.Clone(b.State.SettledBy), settled...)
	s.Fines = append(slices.Clone(b.State.Fines), fines...)
	s.Wires = b.State.Wires // a form that waited for its true words then waits again
	s.Protests = append(slices.Clone(b.State.Protests), since...)
}

// dismissed ends the matter before the umpire when the ruling names none: the claim or, without a
// claim, the protests or, without either, the fines due.
func (s *State) dismissed(e Event, r Ruling) {
	switch {
	case r.Appeal != 0:
	case s.Claim != nil && !s.Claim.Proving:
		s.claimFailed(e)
	case len(s.Protests) > 0:
		s.Protests = nil
	default:
		s.Fines = nil
	}
}
