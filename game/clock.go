package game

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/terms"
)

// Due is what happens at the time Deadline gives.
type Due string

// What can fall due in a running game.
const (
	DueFlag        Due = "flag"        // the time of the side that runs is over, and it waits for no letter that is held
	DueReminder    Due = "reminder"    // the side that runs is reminded
	DueResumption  Due = "resumption"  // an adjourned game goes on
	DueNotice      Due = "notice"      // the side to move could not be reached for 14 days: its clock starts, or runs on
	DueCertificate Due = "certificate" // the true words of a form that the wire has made unreadable are delivered
	DueDelivery    Due = "delivery"    // a communication that is under way arrives
	DueIntention   Due = "intention"   // a sender has not stated the intention for three days: the umpire decides
	DueProof       Due = "proof"       // a claim, or whether the game can still be won, waits for the search that Prove makes
	NothingDue     Due = ""            // the game does not run
)

// Deadline gives the one next timed event of a running game, and zero when the
// game does not run. An Alarm at that time or later brings it about; a Proof
// what is due at once while something is to be proved. A game
// without a limit of time is reminded of after 30 days, 60 more, 120 more …
// (house:18), so that no running game is without one.
func (s State) Deadline() (time.Time, Due) {
	switch {
	case s.Phase == ClaimOpen:
		return s.Claim.At, DueProof
	case s.Doubt != 0 && s.InPlay():
		return s.LastEvent, DueProof
	}
	return s.NextDue()
}

// NextDue gives what time brings about next, whatever is to be proved: what falls due for
// the side that runs, or the end of the time in which a sender states an intention.
func (s State) NextDue() (time.Time, Due) {
	at, due := s.timed()
	if arrives, ok := s.NextDelivery(); ok && (due == NothingDue || !at.Before(arrives)) {
		return arrives, DueDelivery
	}
	if wait, waits := s.unstatedFrom(); waits && due != NothingDue && wait.Before(at) {
		return wait, DueIntention
	}
	return at, due
}

// timed gives what the clocks bring about next.
func (s State) timed() (time.Time, Due) {
	if at, ok := s.certificateDue(); ok && s.InPlay() && (s.Closes.IsZero() || at.Before(s.Closes)) {
		return at, DueCertificate
	}
	switch {
	case s.Resting() && s.Phase != Suspended && s.Phase != ClaimOpen && !s.Rest.Resumes.IsZero():
		return s.Rest.Resumes, DueResumption
	case !s.InPlay():
		return time.Time{}, NothingDue
	case (s.Sealed != nil || s.Illegible) && !s.Closes.IsZero():
		return s.Closes, DueFlag
	case s.Bouncing():
		return s.untold(s.Window.Unreachable)
	case !s.Window.Told:
		return s.untold(s.Window.Opened)
	}
	if next, ok := s.nextMark(); ok && s.Window.Deferred.IsZero() {
		return next.at, DueReminder
	}
	return Later(s.FlagFalls(), s.Window.Deferred), DueFlag
}

// Lapsed gives what an Alarm at an instant brings about, and when that fell due. A
// flag that has fallen comes before reminders that were not sent in time.
func (s State) Lapsed(now time.Time) (time.Time, Due) {
	at, due := s.NextDue()
	if end := s.FlagFalls(); due == DueReminder && !end.IsZero() && !end.After(now) {
		return end, DueFlag
	}
	if at.After(now) {
		return time.Time{}, NothingDue
	}
	return at, due
}

// untold gives what falls due while letters have not reached the side to move
// since an instant.
func (s State) untold(since time.Time) (time.Time, Due) {
	notice, end := since.Add(mailboxGrace), s.Ends()
	if end.IsZero() || notice.Before(end) {
		return notice, DueNotice
	}
	return Later(end, s.Window.Deferred), DueFlag
}

// Timed reports whether something falls due in the game sooner or later: it is not over,
// nor suspended or adjourned until somebody says that it goes on. In a game that stands still
// nothing falls due but the delivery of what is under way.
func (s State) Timed() bool {
	return s.Phase != Suspended && s.Phase != Finished && (!s.Resting() || !s.Rest.Resumes.IsZero())
}

// Running gives the side whose clock and window run (house:1): after a move,
// and while a choice among moves is open, the receiver's; while an offence is
// open or a penalty due, the offender's. ok is false when neither runs: while a
// claim is being proved, letters to that side come back (house:14), in suspense,
// after the end.
func (s State) Running() (side board.Side, ok bool) {
	return s.Window.Side, s.InPlay() && !s.Bouncing() && !s.Illegible && s.Sealed == nil
}

// InPlay reports whether the game has begun, is not over, and waits for neither
// the umpire nor a proof, nor for the end of an adjournment.
func (s State) InPlay() bool {
	switch s.Phase {
	case ClaimOpen, Suspended, Finished:
		return false
	}
	return !s.Started.IsZero() && s.Rest == nil
}

// openWindow opens the window of a side's turn, provisionally until the next
// hop has accepted the letter that asks for the move.
func (s *State) openWindow(side board.Side, at time.Time) {
	ply := s.DuePly()
	if side != SideAt(ply) {
		ply++
	}
	s.runOn(at)
	s.forgetLost(side)
	s.Window = Window{Number: NumberOf(ply), Side: side, Opened: at, Began: at}
	s.allow()
	s.Window.Regime, s.Window.Law = s.regime()
}

// closeWindow charges the side that ran with the time since its window was
// opened, and that for which its clock stood where this is charged, and files the
// window.
func (s *State) closeWindow(at time.Time) {
	s.reached(at)
	w := s.Window
	if at.Before(w.Opened) {
		at = w.Opened
	}
	w.Used = s.elapsed(at) + w.Charge
	s.Clocks[w.Side].Used += w.Used
	if s.Terms.Time.Each {
		s.Clocks[w.Side].Extra = 0
	}
	w.Closed = at
	s.Windows = added(s.Windows, &w)
}

// passTurn lets the window of a side run, unless it does already.
func (s *State) passTurn(to board.Side, e Event) {
	if s.Window.Side == to {
		return
	}
	s.closeWindow(e.At)
	s.openWindow(to, e.At)
}

// apply starts the clock of a window that was provisional. No clock stands for a
// time to come: where one that was ahead has been put right, what an outage had
// put down of that time is struck out (house:21).
func (f Notified) apply(s *State, e Event) {
	w := &s.Window
	if w.Told || w.Side != f.Side {
		return
	}
	w.Told, w.Opened = true, e.At
	s.Pauses = slices.Clone(s.Pauses)
	for i := range s.Pauses {
		p := &s.Pauses[i]
		if p.Carried {
			continue
		}
		p.From, p.Until = Earlier(p.From, e.At), Earlier(p.Until, e.At)
	}
	s.allow()
}

// elapsed gives the time the window that runs has taken of its side's clock at an
// instant: none before the letter that asks for the move was accepted, none
// while the side is on leave, letters to it come back, or neither clock runs.
func (s State) elapsed(at time.Time) time.Duration {
	w := s.Window
	if !w.Told || at.Before(w.Opened) {
		return 0
	}
	if s.ByDates() {
		return s.datesTaken(at)
	}
	return at.Sub(w.Opened) - s.Stood(w.Side, w.Opened, at)
}

// reach gives the instant at which a window will have taken so much time of its
// side's clock, leaves and pauses that have an end allowed for.
func (s State) reach(w Window, took time.Duration) time.Time {
	at, seen := w.Opened.Add(took), w.Opened
	for _, p := range s.still(w.Side) {
		begin := Later(seen, p.From)
		intime := begin.Before(at) || p.Carried && begin.Equal(at) // the limit itself is in time
		if intime && p.Until.After(begin) {
			at = at.Add(p.Until.Sub(begin))
			seen = p.Until
		}
	}
	return at
}

// Earlier gives the earlier of two instants.
func Earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// Later gives the later of two instants.
func Later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// left gives the time a side has left after running for so long in this turn,
// and how many moves it must make in it; limited is false under `time none`.
// The moves and the time accumulate from the start of the game, or from the last
// agreement on the time (II.10.B, C).
func (s State) left(side board.Side, running time.Duration) (left time.Duration, moves int, limited bool) {
	c, t := s.Clocks[side], s.Terms.Time
	switch {
	case t.Per == 0:
		return 0, 0, false
	case t.Each:
		return t.Per + c.Extra - running, 1, c.Overdue == 0
	}
	made, used := c.Moves-c.MovesBefore, c.Used-c.UsedBefore
	due, allowed := t.Quota(t.Running(made))
	return allowed + c.Extra - used - running, due - made, c.Overdue == 0
}

// regime gives the assistance a side may use in the window that runs, by the
// time allowed for it, and the provision or agreement that says so.
func (s State) regime() (Regime, Law) {
	code := s.Code()
	least, law, provided := code.AnyMeans.Get()
	_, bound, binds := code.Bound.Get()
	switch {
	case s.Terms.Assistance == string(AnyMeans):
		return AnyMeans, codes.TermsAssistance
	case s.Terms.Assistance == string(Bound):
		return Bound, codes.TermsAssistance
	case !s.Window.Until.IsZero() && provided && binds && s.Window.Allowed < time.Duration(least):
		return Bound, bound
	}
	if !provided {
		law = codes.Silence
	}
	return AnyMeans, law
}

// MayBeBound gives the time for a reply below which a turn of the game is bound by the
// laws of play over the board; ok is false where none can come to be: each reply has the
// same time, the terms say otherwise, or the code lays down no such time.
func (s State) MayBeBound() (below time.Duration, ok bool) {
	least, _, provided := s.Code().AnyMeans.Get()
	_, _, binds := s.Code().Bound.Get()
	t := s.Terms
	return time.Duration(least), provided && binds && least > 0 && t.Time.Per > 0 && !t.Time.Each && t.Assistance == terms.PerCode
}

// ClockView is a side's clock at one instant.
type ClockView struct {
	Used time.Duration
	Left time.Duration // until the moves due must have been made; 0 under `time none`
	Due  int           // the moves due by the end of Left; at the end of a session all that were due till then; 0 under `time none`
}

// Clock reads the clock of a side.
func (s State) Clock(side board.Side, now time.Time) ClockView {
	var running time.Duration
	if s.Phase != Finished && s.Window.Side == side {
		running = s.elapsed(now)
	}
	left, due, _ := s.left(side, running)
	if s.Session != nil {
		due = s.Session.Due[side]
	}
	return ClockView{Used: max(s.Clocks[side].Used+running, 0), Left: max(left, 0), Due: due}
}

// Day is the unit in which the time of a game by letters is counted.
const Day = 24 * time.Hour

// apply lets the flag wait.
func (f Deferred) apply(s *State, e Event) { s.Window.Deferred = f.Until }

// mailboxGrace is how long at most, once a game, the clock of a side waits for a
// letter to reach it (house:14).
const mailboxGrace = 14 * 24 * time.Hour
