package game

import (
	"cmp"
	"iter"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
)

// Apply returns the state after some events, in order. Apply cannot fail, because an event says
// what has happened. Apply does not change the old state, and never writes to memory that the old
// and the new state share.
func (s State) Apply(events ...Event) State {
	for _, e := range events {
		s.fold(e)
	}
	return s
}

// fold applies one event to the state.
func (s *State) fold(e Event) {
	s.Seq++
	if e.Letter == 0 || e.Letter != s.Letter {
		s.Letter, s.Began = e.Letter, s.Seq
	}
	s.LastEvent = e.At
	if e.Letter != 0 && e.By != Umpire && stirs(e.Fact) {
		s.Ruling = nil
	}
	s.mark(e)
	if stirs(e.Fact) {
		s.Stirred = s.Seq
	}
	s.count(e)
	e.Fact.apply(s, e)
}

func (f Started) apply(s *State, e Event) {
	s.Terms, s.Players, s.Match, s.Tournament, s.Consultation, s.Started = f.Terms, f.Players, f.Match, f.Tournament, f.Consultation, e.At
	s.Seed, s.ByCard, s.Rules = cmp.Or(f.Seed, f.Drawn), f.ByCard, f.Rules
	s.Initial = codes.SetUp(f.Terms, f.Position)
	s.Position = s.Initial
	s.Phase, s.Closes, s.Sat = AwaitMove, f.Closes, e.At
	s.openWindow(s.Position.SideToMove(), e.At)
}

func (f Played) apply(s *State, e Event) {
	s.answerOffer(e, f.Conditional)
	s.passTurn(s.Position.SideToMove().Other(), e)
	s.move(e, line.Turn{Move: f.Move, Words: f.Words, Law: e.Law, Conditional: f.Conditional, Silent: f.Silent}, f.Correction)
}

// apply plays the move adopted; the window of the receiver goes on.
func (f Adopted) apply(s *State, e Event) {
	words := ""
	if s.Held != nil {
		words = line.JoinWords(s.Held.Words)
	}
	if f.Intended {
		s.settles(Unstated)
	}
	corrects := s.Offence != nil && !s.Offence.Exacted
	s.passTurn(s.Position.SideToMove().Other(), e)
	s.move(e, line.Turn{Move: f.Move, Words: words, Law: e.Law, Silent: f.Silent, Chosen: !f.Intended && !f.First}, corrects)
}

// move adds a turn to the line. An offence that the turn corrects stays open until the reply, and
// any other offence ends.
func (s *State) move(e Event, t line.Turn, corrects bool) {
	t.Side = s.Position.SideToMove()
	t.Ply = s.LastPly() + 1
	t.At, t.Sent = e.At, s.SentIn(e)
	s.lapseProposal(t.Side)
	s.settleOffence(t.Side, t.Ply, corrects)
	s.lapse(t.Side, t.Ply)
	s.AddTurn(t)
	if t.Move != board.Pass {
		s.Clocks[t.Side].Moves++
	}
	s.CatchUp(t.Side)
	s.Questions[t.Side] = nil
	s.Told = [2]Telling{}
	s.Phase, s.Held, s.Withheld = AwaitMove, nil, nil
}

// apply holds the moves of which the receiver has the choice; the turn is the receiver's.
func (f Held) apply(s *State, e Event) {
	mover := s.Position.SideToMove()
	before := s.Held
	s.Held = &line.Undetermined{By: mover, Moves: f.Moves, Then: f.Then, Words: f.Words, Law: e.Law, Multiple: f.Multiple, Sent: s.SentIn(e)}
	if before != nil {
		s.Held.First, s.Held.Begun, s.Held.Lists, s.Held.Earlier = before.First, before.Begun, before.Lists, before.Earlier
		s.Held.Came, s.Held.Sent = before.Came, before.Sent
		if before.First == nil && before.Earlier == nil {
			s.Held.Earlier = before
		}
	}
	if len(f.First) > 0 {
		words := f.Words[:min(1, len(f.Words))] // erased words count for none
		s.Held.Overtake(f.First, words, s.SentIn(e), e.Law)
	}
	s.Held.List(s.notice(mover.Other()))
	s.Phase = HeldAmbiguous
	if f.Multiple {
		s.Phase = HeldMultiple
	}
	s.answerOffer(e, f.Conditional)
	s.lapseProposal(mover)
	if s.Offence != nil && s.Offence.By != mover && !s.Offence.Later {
		s.Offence = nil
	}
	s.Questions[mover], s.Withheld = nil, nil
	s.passTurn(mover.Other(), e)
}

// apply takes the last move out of the line and keeps the move beside the moves that come now.
// Where the fact names the first ply of a first turn of two moves, apply does so with both moves.
func (f Reopened) apply(s *State, e Event) {
	if len(s.Line) == 0 {
		return
	}
	last := s.Line[len(s.Line)-1]
	whole := f.Ply < last.Ply || s.Held != nil
	if s.Held == nil {
		s.unplay()
		s.Held = &line.Undetermined{By: last.Side, Moves: []board.Move{last.Move}, Words: []string{last.Words}, First: &last, Law: e.Law, Sent: last.Sent}
		s.Phase = HeldMultiple
	}
	// the receiver may have chosen before, in the words in which the receiver chooses now
	s.Rounds[s.Held.By.Other()]++
	if whole {
		s.reopenFirst()
	}
}

func (s *State) newRound() {
	s.Rounds[board.White]++
	s.Rounds[board.Black]++
}

func (s *State) takeBack() {
	for began := s.turnBegan(); len(s.Line) > began; {
		s.unplay()
	}
}

// unplay takes the last move out of the line; questions about the position after the move are
// dropped.
func (s *State) unplay() {
	last := s.Unplay()
	s.Doubt = 0
	if p := s.Proposal; p != nil && p.What == ProposeWithdrawal && s.Rules >= 1 {
		s.Proposal = nil // the move that it would take back is taken back
	}
	if last.Move != board.Pass {
		s.Clocks[last.Side].Moves--
	}
}

// Step is an event of a game, with the game before and after the event.
type Step struct {
	Before, After State
	Event         Event
}

// Steps returns the steps of the game with a number, by the events of its log.
func Steps(id int64, log []Event) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		s := State{ID: id}
		for _, e := range log {
			before := s
			s = s.Apply(e)
			if !yield(Step{before, s, e}) {
				return
			}
		}
	}
}
