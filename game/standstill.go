package game

import (
	"time"

	"corrd/game/board"
)

// Standstill is the reason for which no move of a game is taken. If a game has several reasons to
// stand still, Standstill is the first of them in the list below.
type Standstill string

// The reasons for which a game stands still are in the order of their priority.
const (
	// moves are taken, once what is open between the sides is settled
	NoStandstill Standstill = ""
	AtEnd        Standstill = "finished" // the game is over
	// corrd searches for the proof of a claim, whatever else makes the game stand
	AtSearch Standstill = "claim_open"
	// the umpire is to let the game go on, even where it is adjourned too
	AtUmpire      Standstill = "suspended"
	AtAdjournment Standstill = "adjourned" // the next session has not begun
	AtSealedMove  Standstill = "sealed"    // a move is sealed, and the session is not over
)

// Standstill returns the reason for which the game stands still; NoStandstill where the game goes
// on.
func (s State) Standstill() Standstill {
	switch {
	case s.Phase == Finished:
		return AtEnd
	case s.Phase == ClaimOpen:
		return AtSearch
	case s.Phase == Suspended:
		return AtUmpire
	case s.Rest != nil:
		return AtAdjournment
	case s.Sealed != nil:
		return AtSealedMove
	}
	return NoStandstill
}

// Undecided reports whether no move is taken until the umpire has decided, or a proof has.
func (s State) Undecided() bool {
	still := s.Standstill()
	return still == AtSearch || still == AtUmpire
}

// Resumable reports whether the game is suspended or adjourned, so that the umpire may let the game
// go on.
func (s State) Resumable() bool { return s.Phase == Suspended || s.Resting() }

// ClaimBeside reports whether the game goes on while a claim is before the umpire.
func (s State) ClaimBeside() bool { return s.Standstill() == NoStandstill && len(s.Claims()) > 0 }

// restart lets the clock of the turn run on, unless something else makes both clocks stand.
func (s *State) restart(at time.Time) {
	if !s.Halted() && !s.Illegible {
		s.Proceed(at)
	}
}

// RunsFor returns the side whose clock runs at an instant, "white" or "black", or "none" when both
// stand still. Only what nobody knows yet takes that back: a letter which is held or asked about
// counts from its receipt (house:1, house:20), and a card that has not come bears dates (house:29).
func (s State) RunsFor(at time.Time) string {
	if side, ok := s.Running(); ok && s.Window.Told && !at.Before(s.Window.Opened) && !s.FromHand(side) && !s.Still(side, at) {
		return side.String()
	}
	return "none"
}

// FromHand reports whether the time of a side that plays by real cards goes on only when a card
// that has not been posted comes to hand, so that nobody can say when it is over (house:29).
func (s State) FromHand(side board.Side) bool {
	return s.ByCard[side] && (!s.Window.Told || s.Untold(side))
}

// apply lets the clock of the side stand for some days after any leave that the side has
// taken already.
func (f LeaveTaken) apply(s *State, e Event) { s.TakeLeave(e.By.AsSide(), e.At, f.Days) }

// Credited stops the clocks for the Seconds before the event, on account of an outage (house:21).
type Credited struct {
	Seconds int64  `json:"seconds"`
	Why     string `json:"why"` // "corrd was down" …
}

// apply lets both clocks stand for the time before the event, unless they stood still anyhow.
func (f Credited) apply(s *State, e Event) {
	from := e.At.Add(-time.Duration(f.Seconds) * time.Second)
	if s.Rules >= 2 && !s.Paused() {
		s.stayOn(from, e.At)
	}
	s.Credit(from, e.At)
}

// A session is play that ends at a fixed time of the day (II.10.C). Each complete hour of a side
// is tested at the end of the hour, like any period. At the end of the session both sides are
// tested for all the time that they have used. A game that neither side has lost is then
// adjourned until the next session, unless the sides agree on an earlier time or the umpire lets
// the game go on before.

// Closed ends a session. The game is adjourned, unless Ended follows.
type Closed struct {
	Made [2]int   `json:"made"` // the moves made, by board.Side
	Due  [2]int   `json:"due"`  // the moves due for the time used
	Used [2]int64 `json:"used"` // the time used, in seconds

	Resumes time.Time `json:"resumes,omitzero"` // when the next session begins
}

// Ends returns the time at which the running window is over: the time of the flag when letters
// reach the side, or the end of the session. Ends returns the zero time when the window has no end.
// While a move is sealed, or a form cannot be read, the window has no flag.
func (s State) Ends() time.Time {
	if s.Sealed != nil || s.Illegible {
		return s.Closes
	}
	if s.Window.Told && !s.Bouncing() {
		return s.Window.Until
	}
	return s.Closes
}

// Closing returns the end of a session that begins or goes on now, as the terms fix it. A session
// that is already running keeps its end.
func (s State) Closing(now time.Time) time.Time {
	if s.Rest == nil && s.Closes.After(now) {
		return s.Closes
	}
	return s.Terms.Time.Closing(now)
}

func (f Closed) apply(s *State, e Event) {
	s.Session = &f
	s.adjourned(e.At, f.Resumes)
}

// reopen lets an adjourned or suspended game go on, until the end of a session if one is fixed.
func (s *State) reopen(at, closes time.Time) {
	if s.Phase == Suspended {
		s.Phase = s.Suspended
	}
	s.Rest, s.Session, s.Closes = nil, nil, closes
	s.stayOn(at, at)
	s.restart(at)
}

// A game with sessions is adjourned at the end of each session, and earlier where the sides agree.
// The game goes on by itself on the next day, at the hour at which the first session began
// (house:30), or at the hour on which the sides agreed when they adjourned.

// Rest is the time for which a game is adjourned.
type Rest struct {
	// when the game goes on by itself; zero: when the sides agree, or the umpire says so
	Resumes time.Time
}

// SessionBegun lets an adjourned game go on by itself, until the end of another session.
type SessionBegun struct {
	Closes time.Time `json:"closes"`
}

// ProposeAdjournment is the proposal to end the session before its time.
const ProposeAdjournment = "adjourn"

// Resting reports whether the game is adjourned.
func (s State) Resting() bool { return s.Rest != nil && s.Phase != Finished }

func (f SessionBegun) apply(s *State, e Event) {
	s.newRound()
	s.reopen(e.At, f.Closes)
}

// adjourned ends play until a time, and ends the proposals to adjourn.
func (s *State) adjourned(at, resumes time.Time) {
	s.Rest = &Rest{Resumes: resumes}
	if p := s.Proposal; p != nil && p.What == ProposeAdjournment {
		s.Proposal = nil
	}
	s.Halt(at)
}

// The reasons why a statement about a session is refused.
const (
	// no session runs that could be adjourned, or in which a move could be sealed
	NoSession Why = "no_session"
	// the game is adjourned, and no move is taken until the game goes on
	Adjourned     Why = "adjourned"
	SealedAlready Why = "sealed_already" // the sender has sealed a move, which cannot be changed
	// the other side has sealed a move, and nothing can answer the move before it is opened
	MoveIsSealed Why = "move_is_sealed"
	// the number of a move to be sealed is not that of the turn
	SealNumber Why = "seal_number"
	// something else of the turn is open or under way while a move is to be sealed
	SealLater Why = "seal_later"
)

// Seal is the move that a side has recorded for the resumption of play (I.14). Nobody reads the
// move before play is resumed, and nobody can change it.
type Seal struct {
	By     board.Side
	Ply    int
	Letter int64
	Words  string
	At     time.Time // when the move was sealed; zero in a game by older rules, which does not need it
}

// Sealed records the move of the side to move, which is made when play is resumed.
type Sealed struct {
	Ply   int    `json:"ply"`
	Words string `json:"words"`
}

// Opened opens the sealed move of a side; what follows from its words is in the events after this
// one.
type Opened struct {
	Side  board.Side `json:"side"`
	Ply   int        `json:"ply"`
	Words string     `json:"words"`
}

// KeepsProse reports whether the prose of the letter that brought an event about goes to nobody
// with the event: the letter answers the umpire, or seals a move, or its prose travels with what
// was handed in, or is said by itself.
func (e Event) KeepsProse() bool {
	switch f := e.Fact.(type) {
	case Stated, Sealed, HandedIn:
		return true
	case Said:
		return f.Prose
	}
	return false
}

// apply keeps the move under seal. The move counts as made: the clock of its side stands, and
// rights that end with a move end.
func (f Sealed) apply(s *State, e Event) {
	by := e.By.AsSide()
	s.Sealed = &Seal{By: by, Ply: f.Ply, Letter: e.Letter, Words: f.Words}
	if s.Rules >= 2 {
		s.Sealed.At = e.At
	}
	s.Questions[by] = nil
	s.answerOffer(e, false)
	s.lapseProposal(by)
	s.newRound()
	s.Halt(e.At)
}

func (f Opened) apply(s *State, e Event) {
	if s.Sealed != nil {
		s.Unsealed = s.Sealed.Letter
	}
	s.Sealed = nil
	s.newRound()
	s.restart(e.At)
}

// Unreachable stops the clock of Side, whose turn it is, because letters to Side come back
// (house:14). From is when the clock stopped; where the letter that asks for the move never
// arrived, the clock stopped before the window ran at all.
type Unreachable struct {
	Side board.Side `json:"side"`
	From time.Time  `json:"from"`
	// the number of the last event told by the letter that came back; 0: not known
	Told int64 `json:"told,omitempty"`
}

// Reachable lets the clock that Unreachable stopped run on: a letter to Side has been accepted
// again, or Side has written.
type Reachable struct {
	Side board.Side `json:"side"`
	// no letter was accepted and Side has not written, but the fourteen days are over (house:14)
	Assumed bool `json:"assumed,omitempty"`
	// the number of the last event told by the accepted letter; 0: no letter has been accepted
	Told int64 `json:"told,omitempty"`
}

// Charged adds Seconds to the time that Side has used: the time for which Side's clock stood in
// this turn. Side has answered the letter that came back, and therefore had received it (house:14).
// The Seconds count only after the turn is over, so that no flag falls because of them.
type Charged struct {
	Side    board.Side `json:"side"`
	Seconds int64      `json:"seconds"`
}

func (f Unreachable) apply(s *State, e Event) {
	if s.Bouncing() || f.Side != s.Window.Side {
		return
	}
	s.Bounce(f.From, f.Told)
	s.Bounced = Opening{s.Seq, e.At}
}

// apply lets the clock of the turn run on. If the letter that came back has been accepted after
// all, an answer to this letter no longer proves that the side had it.
func (f Reachable) apply(s *State, e Event) {
	w := &s.Window
	w.Reached = f.Told != 0
	if w.Reached && f.Told == w.Bounced {
		w.Bounced = 0
	}
	if s.Rules >= 2 && s.Bouncing() {
		s.stayOn(s.Bounces[len(s.Bounces)-1].From, e.At)
	}
	s.Reached(e.At)
}

// keepMailbox keeps what has happened to the mailbox of the side whose turn it is since a ruling
// that is undone: no ruling makes letters arrive, or come back.
func (s *State) keepMailbox(now State, at time.Time) {
	switch n := len(s.Bounces); {
	case s.Rules < 1, now.Window.Side != s.Window.Side:
	case now.Bouncing() && !s.Bouncing():
		s.Bounce(at, now.Window.Bounced)
		s.Bounced = now.Bounced
	case s.Bouncing() && len(now.Bounces) >= n && !now.Bounces[n-1].Until.IsZero():
		s.Window.Reached, s.Window.Bounced = now.Window.Reached, now.Window.Bounced
		s.Reached(at)
	}
}

func (f Charged) apply(s *State, _ Event) {
	if s.Window.Side == f.Side {
		s.Window.Charge = time.Duration(f.Seconds) * time.Second
	}
}
