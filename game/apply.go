package game

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/clocks"
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
		s.overtake(e)
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
	s.notePut()
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
		s.Offence = s.Offence.later(s.Rules)
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
	last, met := s.Line[len(s.Line)-1], s.Met
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
	s.Met = met
}

func (s *State) newRound() {
	s.Rounds[board.White]++
	s.Rounds[board.Black]++
}

func (s *State) takeBack() { s.unplayTo(s.turnBegan()) }

func (s *State) unplayTo(n int) {
	for len(s.Line) > n {
		s.unplay()
	}
}

// unplay takes the last move out of the line; questions about the position after the move are
// dropped.
func (s *State) unplay() {
	last := s.Unplay()
	s.placeAgain(last.Placed)
	s.Doubt = 0
	s.unmet()
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
	b.State.Ruling, b.State.Said = nil, time.Time{}
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
	s.Fines, s.Sayings, s.Put = now.Fines, now.Sayings, now.Put
	s.Wires, s.Queue, s.Leaves = now.Wires, now.Queue, now.Leaves
	if now.Ending != nil { // whatever was under way at the end is under way still
		s.Transit = now.Ending.State.Transit
	}
	s.Restore(b.State.Queue, at)
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
	s.restAs(now, at)
}

// restAs leaves a game that has gone back adjourned if it was so: it goes on at the hour fixed
// last. A rest of old that the game goes back to ends at the same hour of a day to come.
func (s *State) restAs(was State, at time.Time) {
	switch {
	case s.Phase == Finished || s.Rules < 2:
	case was.Resting():
		s.Session, s.Closes = was.Session, was.Closes
		s.adjourned(at, was.Rest.Resumes)
	case s.Resting() && !s.Rest.Resumes.IsZero() && !s.Rest.Resumes.After(at):
		zone := s.Terms.Carriers().Location()
		s.Rest = &Rest{Resumes: carrier.HourOf(s.Rest.Resumes.In(zone)).After(at.In(zone)).UTC()}
	}
}

// chooses reports whether a fact settles a choice, or passes a penalty over that might be exacted.
func (s State) chooses(f Fact) bool {
	switch f.(type) {
	case Adopted, Exacted, Waived, Spent, Restored:
		return true
	case Played, Ended:
		return s.Offence != nil && !s.Offence.Exacted
	}
	return false
}

func (s *State) mark(e Event) {
	if !s.chooses(e.Fact) {
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
// settled a choice. Otherwise it returns nil.
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

// voided ends a penalty that is not due. A correction that has fallen by its exaction stands again.
func (s *State) voided(e Event, r Ruling) {
	if n := len(s.Returns); n > 0 && s.Rules >= 2 {
		b := s.Returns[n-1]
		if o := b.State.Offence; o != nil && !o.Exacted && (o.Corrected || b.State.Held != nil) && o.By == s.Offence.By && o.At.Equal(s.Offence.At) {
			s.returned(e, Ruling{Event: b.Seq - 1, Closes: r.Closes})
		}
	}
	s.forgiven()
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
	if open == nil || s.Rules >= 2 {
		then := &Offence{By: h.By, Words: strings.Join(h.Words[min(kept, len(h.Words)):], line.WordsApart), Intelligible: true, Law: e.Law,
			// the receiver, who required the annulment, needs no notice
			Later: true, Second: true, Ply: ply, Man: board.NoSquare}
		open = open.before(then)
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
