package game

import (
	"time"

	"corrd/game/board"
)

// Apply gives the state after an event. It cannot fail: whatever the event, it
// does what the event says. The old state is not changed, and shares no memory
// with the new one that is ever written again.
func (s State) Apply(e Event) State {
	s.Seq++
	if e.Letter == 0 || e.Letter != s.Letter {
		s.Letter, s.Began = e.Letter, s.Seq
	}
	s.LastEvent = e.At
	if e.Letter != 0 {
		s.Ruling = nil
	}
	switch f := e.Fact.(type) {
	case Started:
		s.started(e, f)
	case Notified:
		s.notified(e, f)
	case Reminded:
		s.Window.Marks = s.marksBy(e.At)
	case Played:
		s.played(e, f)
	case Held:
		s.held(e, f)
	case Reopened:
		s.reopened(e)
	case Adopted:
		s.adopted(e, f)
	case Ended:
		s.ended(e, f)
	default:
		s.applyRight(e)
	}
	return s
}

// applyRight applies the events that move no man.
func (s *State) applyRight(e Event) {
	switch f := e.Fact.(type) {
	case Offended:
		s.offended(e, f)
	case Exacted:
		s.exacted(e, f)
	case Waived, Spent:
		s.forgiven()
	case DrawOffered:
		s.DrawOffer = e.By
		s.Offered = s.notice(e.By.side().Other())
	case DrawDeclined:
		s.DrawOffer = Corrd
		s.Round++
	case Claimed:
		s.claimed(e, f)
	case ProofAsked:
		s.proving(e, f)
	case ClaimRefused:
		if s.Claim != nil {
			s.claimFailed(e)
		}
		s.Round++
	case Refused:
		s.refused(f)
	case Ruled:
		s.ruled(e, f.Ruling)
	case Deferred:
		s.Window.Deferred = f.Until
	case Unreachable:
		s.bounced(f)
	case Reachable:
		s.reached(e.At)
	case Asked:
		s.asked(e, f)
	case Promised:
		s.promised(e, f)
	case Arrived:
		s.arrived(f)
	default:
		s.applyConsent(e)
	}
}

// added gives a list with one more at its end, in memory of its own: a State may
// be folded on in two ways.
func added[T any](list []T, one T) []T {
	more := make([]T, len(list)+1)
	copy(more, list)
	more[len(list)] = one
	return more
}

func (s *State) started(e Event, f Started) {
	s.Terms, s.Players, s.Lot, s.Match, s.Consultation, s.Started = f.Terms, f.Players, f.Lot, f.Match, f.Consultation, e.At
	s.Initial = f.Terms.setUp(f.Position)
	s.Position = s.Initial
	s.Phase, s.Closes = AwaitMove, f.Closes
	s.openWindow(s.Position.SideToMove(), e.At)
}

// initial gives the position a game begins in: the array when the FEN is that
// of the array, so that the men have their names.
func initial(fen string) board.Position {
	array := board.Array()
	p, err := board.ParseFEN(fen)
	if err != nil {
		return array
	}
	if p.Identical(&array) {
		return array.WithSide(p.SideToMove())
	}
	return p
}

// played plays the move of a Played.
func (s *State) played(e Event, f Played) {
	s.passTurn(s.Position.SideToMove().Other(), e)
	s.move(e, Turn{Move: f.Move, Words: f.Words, Law: e.Law, Conditional: f.Conditional}, f.Correction)
}

// adopted plays the move of an Adopted; the window of the receiver goes on.
func (s *State) adopted(e Event, f Adopted) {
	words := ""
	if s.Held != nil {
		words = wordsOf(s.Held.Words)
	}
	corrects := s.Offence != nil && !s.Offence.Exacted
	s.passTurn(s.Position.SideToMove().Other(), e)
	s.move(e, Turn{Move: f.Move, Words: words, Law: e.Law}, corrects)
}

// move adds a turn to the line. An offence it corrects stays open until the
// reply; any other is over.
func (s *State) move(e Event, t Turn, corrects bool) {
	t.Side = s.Position.SideToMove()
	t.Ply = s.LastPly() + 1
	t.At = e.At
	s.lapseOffer(t.Side)
	s.lapseProposal(t.Side)
	s.settleOffence(t.Side, corrects)
	s.lapse(t.Side, t.Ply)
	s.Line = added(s.Line, t)
	s.Position = s.Position.Play(t.Move)
	s.Clocks[t.Side].Moves++
	s.catchUp(t.Side)
	s.Questions[t.Side] = nil
	s.Phase, s.Held, s.Withheld = AwaitMove, nil, nil
}

// settleOffence closes an offence when a side moves; or marks it as corrected; or
// leaves it open, when its penalty is for the offender's next turn.
func (s *State) settleOffence(mover board.Side, corrects bool) {
	if s.Offence == nil || s.Offence.Later && s.Offence.By != mover {
		return
	}
	if !corrects && !s.Offence.Later {
		s.Offence = nil
		return
	}
	o := *s.Offence
	o.Corrected, o.Later = true, false
	s.Offence = &o
}

// lapseOffer ends an offer of a draw made to the side that now moves.
func (s *State) lapseOffer(mover board.Side) {
	if s.DrawOffer == PartyOf(mover.Other()) {
		s.DrawOffer = Corrd
	}
}

// held holds the moves of which the receiver has the choice; the turn is his.
func (s *State) held(e Event, f Held) {
	mover := s.Position.SideToMove()
	before := s.Held
	s.Held = &Undetermined{By: mover, Moves: f.Moves, Words: f.Words, Law: e.Law}
	if before != nil {
		s.Held.First, s.Held.Lists = before.First, before.Lists
	}
	s.Held.Lists = added(s.Held.Lists, List{s.notice(mover.Other()), f.Moves})
	s.Phase = HeldAmbiguous
	if f.Multiple {
		s.Phase = HeldMultiple
	}
	s.lapseOffer(mover)
	s.lapseProposal(mover)
	if s.Offence != nil && s.Offence.By != mover && !s.Offence.Later {
		s.Offence = nil
	}
	s.Questions[mover], s.Withheld = nil, nil
	s.passTurn(mover.Other(), e)
}

// reopened takes the last move out of the line and keeps it beside those that
// come now.
func (s *State) reopened(e Event) {
	if len(s.Line) == 0 {
		return
	}
	first := s.Line[len(s.Line)-1]
	s.unplay()
	s.Held = &Undetermined{By: first.Side, Moves: []board.Move{first.Move}, Words: []string{first.Words}, First: &first, Law: e.Law}
	s.Phase = HeldMultiple
}

// takeBack takes the last turn out of the line.
func (s *State) takeBack() {
	for began := s.turnBegan(); len(s.Line) > began; {
		s.unplay()
	}
}

// unplay takes the last move out of the line.
func (s *State) unplay() {
	last := s.Line[len(s.Line)-1]
	s.Line = s.Line[:len(s.Line)-1]
	s.Position = s.At(len(s.Line))
	if last.Move != board.Pass {
		s.Clocks[last.Side].Moves--
	}
}

func (s *State) offended(e Event, f Offended) {
	s.Phase = OffenceOpen
	s.lapseProposal(s.Position.SideToMove())
	s.lapse(s.Position.SideToMove(), s.LastPly()+maxPlies)
	s.Offence = &Offence{By: s.Position.SideToMove(), Words: f.Words, Intelligible: f.Intelligible,
		Law: e.Law, Man: board.NoSquare}
	s.Offence.Told = s.notice(s.Offence.By.Other())
}

// exacted makes the penalty due. A move that had been substituted for the
// illegal one falls.
func (s *State) exacted(e Event, f Exacted) {
	if s.Offence == nil {
		return
	}
	o := *s.Offence
	if o.Corrected && s.Held == nil {
		s.takeBack()
	}
	o.Exacted, o.Corrected, o.Later, o.Refused, o.Man = true, false, false, false, f.Man
	s.Offence, s.Held, s.Withheld = &o, nil, nil
	s.lapseProposal(o.By.Other())
	s.Phase = PenaltyDue
	s.Round++
	s.passTurn(o.By, e)
}

// refused opens a new round; a move that does not discharge a penalty due is
// noted.
func (s *State) refused(f Refused) {
	s.Round++
	if s.Offence != nil && f.Why == NotComplying {
		o := *s.Offence
		o.Refused = true
		s.Offence = &o
	}
}

// forgiven ends an offence without a penalty; a correction stands.
func (s *State) forgiven() {
	if s.Offence != nil {
		s.lapseProposal(s.Offence.By.Other())
	}
	if s.Phase == OffenceOpen || s.Phase == PenaltyDue {
		s.Phase = AwaitMove
	}
	s.Offence = nil
	s.Round++
}

func (s *State) claimed(e Event, f Claimed) {
	s.claim(e, Claim{Ground: f.Ground, Words: f.Words, Otherwise: f.Otherwise})
}

func (s *State) proving(e Event, f ProofAsked) {
	s.claim(e, Claim{Ground: f.Ground, Words: f.Words, Otherwise: f.Otherwise, Proving: true})
}

// claim opens a claim. While it is being proved neither clock runs; before the
// umpire it lies beside the game, which goes on (house:1).
func (s *State) claim(e Event, c Claim) {
	s.proveNoMore(e.At)
	c.By, c.Law, c.At, c.Letter, c.Seq = e.By.side(), e.Law, e.At, e.Letter, s.Seq
	c.Phase, c.Ply = s.Phase, s.LastPly()
	s.Claim = &c
	if c.Proving {
		s.Phase = ClaimOpen
		s.halt(e.At)
	}
}

// proveNoMore lets the game go on as it was before a claim was to be proved.
func (s *State) proveNoMore(at time.Time) {
	if s.Claim == nil || !s.Claim.Proving {
		return
	}
	s.Phase = s.Claim.Phase
	s.proceed(at)
}

// asked keeps what a side was asked, so that its answer can count from the
// first receipt, and a reply that waits for an adoption.
func (s *State) asked(e Event, f Asked) {
	s.Round++
	by, ok := e.By.Side()
	if !ok {
		return
	}
	switch f.Why {
	case AdoptFirst:
		s.Withheld = &Withheld{By: by, Words: f.Words}
	case Courtesy:
		s.Courtesy[by]++
		s.Courteous[by] = f.Ply
	case WrongNumber, NotAgreed, ConfirmResign:
		s.Questions[by] = &Question{Why: f.Why, Ply: f.Ply, Words: f.Words, Moves: f.Moves, At: e.At, Told: s.notice(by)}
	case Dropped:
		s.Questions[by] = nil
	case Superseded:
		s.settleProposal(by)
	}
}

func (s *State) ended(e Event, f Ended) {
	s.Result = &Result{Score: f.Score, How: f.How, Law: e.Law, Against: f.Against}
	if s.Phase == Finished {
		return
	}
	s.Ending = s.remember(e)
	s.Ending.State.Result = nil
	s.closeWindow(e.At)
	s.proceed(e.At)
	s.Phase, s.Held, s.Offence, s.Withheld, s.Claim, s.Proposal, s.DrawOffer = Finished, nil, nil, nil, nil, nil, Corrd
	s.Questions = [2]*Question{}
}
