package game

import (
	"slices"

	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/interpret"
)

// Asked returns the side for which the game waits. While an offence is open, this is the side that
// may exact the penalty. ok is false when the game waits for neither side.
func (s State) Asked() (side board.Side, ok bool) {
	if s.Standstill() != NoStandstill {
		return 0, false
	}
	switch s.Phase {
	case HeldAmbiguous, HeldMultiple, OffenceOpen:
		return s.Position.SideToMove().Other(), true
	}
	return s.Position.SideToMove(), true
}

// Awaits reports whether the game waits for something of a side that the side has not handed in.
func (s State) Awaits(side board.Side) bool {
	asked, waits := s.Asked()
	settled := (s.Phase == OffenceOpen || s.Stays() != nil) && s.HandedIn(side, interpret.KindExact, interpret.KindWaive)
	return waits && asked == side && !s.Moving(side) && !settled
}

// Rights returns what a side may answer as the game stands, in the order in which a letter offers
// the rights. Each kind comes once, and kinds that are always allowed are left out. Turns,
// Choices and Demanded give what KindMove, KindAdopt and KindExact may name.
func (s State) Rights(side board.Side) (rights []interpret.Kind) {
	if s.Result != nil {
		return nil
	}
	add := func(may bool, kinds ...interpret.Kind) {
		if may {
			rights = append(rights, kinds...)
		}
	}
	moving, theirs := s.Moving(side), s.Awaits(side)
	_, unread := s.UnreadableOf(side)
	stays := s.Stays() != nil
	moves := theirs && s.TurnDue() && !stays || s.Offending(side) && !s.Halted() && !moving
	q := s.Asking(side, s.Seq)
	add(theirs && s.Held != nil && s.Phase != HeldIntention, interpret.KindAdopt)
	add(s.SettledByIntention() && s.Held.By == side && s.Held.Intended == board.Pass && !s.Halted(), interpret.KindIntend)
	_, _, annuls := s.Code().Second.Get()
	add(theirs && annuls && s.SentAgain(side) && !s.HandedIn(side, interpret.KindAnnul), interpret.KindAnnul)
	settles := s.HandedIn(side, interpret.KindExact, interpret.KindWaive)
	add(theirs && (s.Phase == OffenceOpen || stays || s.SeriesWaits()) && !settles, interpret.KindWaive)
	add(moves, interpret.KindMove)
	add(q != nil && !unread && !s.ToldSince(side, q.Told, s.Seq) && (q.Why == ConfirmResign || q.Why == AsksResign || q.Why == OddsLost && s.drawOpen(side, q) || q.Why == WrongNumber && s.taken(side, q.Moves)), interpret.KindYes, interpret.KindNo)
	replies := side != s.Position.SideToMove() || s.MoveUnderWay(side)
	add(!theirs && replies && !unread && !s.RepliedUnread(side) && s.Phase == AwaitMove && s.Offence == nil && len(s.Line) > 0 && !s.Resting() && (s.Sealed == nil || s.Sealed.By != side), interpret.KindConditional)
	add(len(s.Transit) == 0 && !s.Halted() && (s.Asks(side) || s.Recallable(side)), interpret.KindWithdraw)
	session := !s.Closes.IsZero() && s.InPlay()
	// a move may also be sealed beside an adoption that is due
	add(session && theirs && !s.Illegible && (moves && s.MovesDue() == 1 || s.Held != nil && s.Withheld == nil && s.Phase != HeldIntention), interpret.KindSeal)
	add(session && !s.proposes(side, ProposeAdjournment), interpret.KindAdjourn)
	add(s.Resting(), interpret.KindPropose)
	add(s.Exactable(side) && !moving && !settles && !s.Halted() && (s.compels() || s.Terms.Blindfold()), interpret.KindExact)
	add(s.Refuses() && s.Offence.By != side, interpret.KindClaim)
	_, _, countable := s.Countable(side)
	add(countable && !moving && !s.Halted() && !s.HandedIn(side, interpret.KindDemandFifty), interpret.KindDemandFifty)
	offered := s.DrawOfferedTo(side) && !s.MoveUnderWay(side) && !unread && !s.HandedIn(side, interpret.KindAcceptDraw, interpret.KindDeclineDraw, interpret.KindAccept, interpret.KindDecline, interpret.KindNo)
	add(offered && !s.Mated(), interpret.KindAcceptDraw)
	add(offered && !s.Mated(), interpret.KindDeclineDraw) // after a mate no play goes on
	add(s.DrawOffer == Corrd && !s.Mated() && !s.HandedIn(side, interpret.KindOfferDraw), interpret.KindOfferDraw)
	p := s.ProposedTo(side)
	if s.HandedIn(side, interpret.KindAgree, interpret.KindDecline, interpret.KindAccept, interpret.KindYes, interpret.KindNo) {
		p = nil
	}
	if p != nil && p.What == ProposeWithdrawal && moving {
		p = nil // what is under way declines it when it arrives
	}
	add(p != nil && !(p.What == ProposeWithdrawal && s.Halted()), interpret.KindAgree)
	add(p != nil, interpret.KindDecline)
	return append(rights, interpret.KindResign)
}

// ToldSince reports whether the letter to a side that ended with event seq came after a notice,
// because the other side or the umpire wrote something since. A yes to that letter answers what it
// says and nothing older. A letter that tells of a proposal or an offer says what else a yes means.
func (s State) ToldSince(side board.Side, n line.Notice, seq int64) bool {
	from := n.Seq
	if n.Again <= seq {
		from = max(from, n.Again)
	}
	newer := func(at int64) bool { return from < at && at <= seq }
	return newer(s.Sayings[side.Other()].Seq) ||
		slices.ContainsFunc(s.Inquiries, func(q Inquiry) bool { return q.Side == side && newer(q.Seq) })
}

func (s State) proposes(side board.Side, what string) bool {
	return s.Proposal != nil && s.Proposal.By == side && s.Proposal.What == what
}

// drawOpen reports whether the draw that a side was asked about can still come of its yes: the
// offer that the side accepted is open, or no offer is where the side made one.
func (s State) drawOpen(side board.Side, q *Question) bool {
	st := stated.Read([]string{q.Words})
	return (s.DrawOfferedTo(side) || !stated.Has(st, interpret.KindAcceptDraw, interpret.KindAgree, interpret.KindAccept)) && (s.DrawOffer == Corrd || !stated.Has(st, interpret.KindOfferDraw))
}

// SeriesWaits reports whether conditional moves of the side to move wait for that side to waive the
// open penalty, to answer the last move (house:3).
func (s *State) SeriesWaits() bool {
	return s.Phase == AwaitMove && s.Offence != nil && s.Exactable(s.Position.SideToMove()) && len(Answering(s)) > 0
}

// TurnDue reports whether the next thing in the game is a turn of the side to move, even if a
// penalty prescribes the turn.
func (s State) TurnDue() bool { return s.Phase == AwaitMove || s.Phase == PenaltyDue }

// taken reports whether a move about which a side was asked can be made as the game stands.
func (s State) taken(side board.Side, moves []board.Move) bool {
	return !s.Halted() && s.Held == nil && side == s.Position.SideToMove() && slices.ContainsFunc(moves, func(m board.Move) bool { return s.Phase != PenaltyDue || s.Discharges(&s.Position, m) })
}

// legal returns the legal moves of the side to move in a position of the game, sorted by UCI. In a
// first turn of several moves, no move goes beyond the mover's own fourth rank (IV.4).
func (s State) legal(p *board.Position) []board.Move {
	return board.Sorted(s.withinReach(p, p.Moves(nil)))
}

// Turns returns the turns that the side to move may take, in the order of their first moves. While
// a penalty is due, it returns the turns that begin with its discharge. For each first move of a
// turn of several moves, it returns one continuation.
func (s State) Turns() (turns [][]board.Move) {
	again, _, barred := s.Barred()
	due := s.MovesDue()
	barred = barred && !s.OnlyBarred()
	first := s.legal(&s.Position)
	for i, m := range first {
		if s.Phase == PenaltyDue && !s.Discharges(&s.Position, m) || barred && m == again {
			continue
		}
		turn := first[i : i+1 : i+1]
		for p := s.Position; len(turn) < due; {
			p = p.Play(turn[len(turn)-1])
			p = p.Play(board.Pass)
			further := s.legal(&p)
			if len(further) == 0 {
				break
			}
			turn = append(turn, further[len(further)-1])
		}
		if len(turn) == due {
			turns = append(turns, turn)
		}
	}
	return turns
}

// Penalty returns the penalty that the code lets the receiver exact for the open offence, and its
// citation; provided is false where the code is silent. The penalty of a letter sent out of turn is
// that of an illegal move.
func (s State) Penalty() (p codes.Penalty, law Law, provided bool) {
	wrong := codes.WrongMove
	if s.Offence != nil {
		wrong = s.Offence.wrong()
	}
	return s.Code().PenaltyFor(wrong).Get()
}

// Demanded returns what the penalty for the open offence demands, and the position in which the
// penalty would be discharged. The demand is empty when the code is silent.
func (s State) Demanded() (codes.Compulsion, board.Position) {
	p := s.Offended()
	penalty, _, provided := s.Penalty()
	if !provided || penalty.Compels == nil {
		return codes.Compulsion{}, p
	}
	return penalty.Compels(&p, s.legal(&p), s.aims(&p).Men), p
}

// compels reports whether the penalty for the open offence would compel the offender to move any
// man. If the code has no penalty, the umpire is asked.
func (s State) compels() bool {
	if r, chooses := s.Requirements(); chooses {
		return r.Turn || r.Another != 0
	}
	_, _, provided := s.Penalty()
	need, _ := s.Demanded()
	return !provided || need.King || need.Men != 0
}

// SentAgain reports whether the other side has sent more than one letter for the turn in which a
// side may choose.
func (s State) SentAgain(side board.Side) bool {
	return s.Held != nil && side != s.Held.By && (s.Held.First != nil || s.Held.Earlier != nil)
}

// DrawOfferedTo reports whether an offer of a draw is open to a side.
func (s State) DrawOfferedTo(side board.Side) bool { return s.DrawOffer == PartyOf(side.Other()) }

// AwaitsConsent reports whether a proposal or an offer of a draw is open to a side.
func (s State) AwaitsConsent(side board.Side) bool {
	return s.ProposedTo(side) != nil || s.DrawOfferedTo(side)
}

// ProposedTo returns the open proposal to a side; nil if there is none.
func (s State) ProposedTo(side board.Side) *Proposal {
	if s.Proposal == nil || s.Proposal.By == side {
		return nil
	}
	return s.Proposal
}

// MayTry reports whether a side may ask what words express in its position: in its own turn, with
// nothing else open, while the side may use any means (III.2(a)) and see the board.
func (s State) MayTry(side board.Side) bool {
	return side == s.Position.SideToMove() && s.Phase == AwaitMove && s.Window.Regime != clocks.Bound && !s.Terms.Blindfold()
}

// Answerable reports whether a reply to the words of the open offence does what the code says of
// such a reply: words that are not intelligible cannot be answered, and a move can stand only where
// the words tell which man went where.
func (s State) Answerable() bool {
	answer, _, provided := s.Code().Answered.Get()
	return provided && s.Offence.Intelligible && (answer != codes.Stands || len(s.Offence.Moves) == 1)
}
