package game

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/terms"
)

// Due says what happens at the time that Deadline gives.
type Due string

// The things that can fall due in a running game.
const (
	// the time of the side that runs is over, and its flag waits for no held letter
	DueFlag       Due = "flag"
	DueReminder   Due = "reminder"   // the side that runs is reminded
	DueStay       Due = "stay"       // an end of the game comes that waited for a penalty
	DueResumption Due = "resumption" // an adjourned game goes on
	// the side to move could not be reached for 14 days: its clock starts, or runs on
	DueNotice Due = "notice"
	// the true words of a form that the wire has made unreadable are delivered
	DueCertificate Due = "certificate"
	DueDelivery    Due = "delivery" // a communication under way arrives
	// a sender has not stated the intention for three days, and the umpire decides
	DueIntention Due = "intention"
	// a claim, or corrd's question whether the game can still be won, waits for the search that
	// play.Prove makes
	DueProof   Due = "proof"
	NothingDue Due = "" // the game does not run
)

// Deadline returns the time and the kind of the next event that time brings about in a running
// game, or the zero time if the game does not run. An Alarm at or after this time brings the event
// about. While something is to be proved the event is DueProof, and a Proof brings it about at
// once. A game without a limit of time has a reminder after 30 days, after 60 more, after 120 more
// and so on (house:18), and therefore every running game has a next event.
func (s State) Deadline() (time.Time, Due) {
	switch {
	case s.Phase == ClaimOpen:
		return s.Claim.At, DueProof
	case s.Doubt != 0 && s.InPlay():
		return s.LastEvent, DueProof
	}
	return s.NextDue()
}

// NextDue returns what time brings about next, as if nothing had to be proved: what falls due for
// the side whose clock runs, or the end of the time in which a sender may state an intention.
func (s State) NextDue() (time.Time, Due) {
	at, due := s.timed()
	if arrives, ok := s.NextDelivery(); ok && (due == NothingDue || !at.Before(arrives)) && !(due == DueFlag && s.inVain(at)) {
		return arrives, DueDelivery
	}
	if wait, waits := s.UnstatedFrom(); waits && due != NothingDue && wait.Before(at) {
		return wait, DueIntention
	}
	return at, due
}

// inVain reports whether every communication that arrives at the instant of a flag or later comes
// from the side whose flag falls. Such communications stop no clock and cannot save the game.
func (s State) inVain(at time.Time) bool {
	side, runs := s.Running()
	return runs && !s.Saves(side, at)
}

// timed returns what the clocks bring about next.
func (s State) timed() (time.Time, Due) {
	if at, ok := s.CertificateDue(); ok {
		return at, DueCertificate
	}
	switch {
	case s.Standstill() == AtAdjournment && !s.Rest.Resumes.IsZero():
		return s.Rest.Resumes, DueResumption
	case !s.InPlay():
		return time.Time{}, NothingDue
	case s.stayFirst():
		at, _ := s.stayDue()
		return at, DueStay
	case (s.Sealed != nil || s.Illegible) && !s.Closes.IsZero():
		return s.Closes, DueFlag
	case s.Bouncing():
		return s.untold(s.Window.Unreachable)
	case !s.Window.Told:
		return s.untold(s.Window.Opened)
	}
	if since, ok := s.untoldSince(); ok {
		return since.Add(mailboxGrace(s)), DueNotice
	}
	if next, ok := s.NextMark(); ok && s.Window.Deferred.IsZero() && !s.dropped(next.At) {
		return next.At, DueReminder
	}
	end := s.FlagFalls()
	if end.IsZero() { // a question that kept an end back has put off no flag
		return end, NothingDue
	}
	return clocks.Later(end, s.Window.Deferred), DueFlag
}

// dropped reports whether the side to move has dropped into the box, or handed in, what stops its
// clock as soon as it is collected, and arrives at an instant or later: until then the side has no
// reminders, also where no limit of time stands still meanwhile.
func (s State) dropped(at time.Time) bool {
	return s.Rules >= 2 && slices.ContainsFunc(s.Transit, func(p carrier.Passage) bool {
		return p.Side == s.Window.Side && p.Stops && !p.Delivered.IsZero() && !at.After(p.Delivered)
	})
}

// Behind reports whether a side that makes one move more in the session, and no other, will have
// made fewer than are due at its end for the time used so far (II.10.C).
func (s State) Behind(side board.Side, now time.Time) bool {
	c, code := s.Clocks[side], s.Code()
	_, _, counts := code.SessionShort.Get()
	return counts && !s.Closes.IsZero() && c.Moves-c.MovesBefore+1 < s.Terms.Time.DueIn(s.Clock(side, now).Used-c.UsedBefore-c.Extra)
}

// Lapsed returns what an Alarm at the time now brings about, and when that event fell due. A fallen
// flag comes before reminders that were not sent in time.
func (s State) Lapsed(now time.Time) (time.Time, Due) {
	at, due := s.NextDue()
	if _, stays := s.stayDue(); stays {
		// no flag falls
	} else if end := s.FlagFalls(); due == DueReminder && !end.IsZero() && !end.After(now) {
		return end, DueFlag
	}
	if stay, ok := s.stayDue(); ok && s.InPlay() && !stay.After(now) {
		return stay, DueStay
	}
	if at.After(now) {
		return time.Time{}, NothingDue
	}
	return at, due
}

// stayFirst reports whether an end that waits for a penalty comes before the next reminder.
func (s State) stayFirst() bool {
	at, ok := s.stayDue()
	next, reminds := s.NextMark()
	return ok && !(reminds && s.Window.Told && next.At.Before(at))
}

// untold returns what falls due while letters have not reached the side to move since an instant.
func (s State) untold(since time.Time) (time.Time, Due) {
	notice, end := since.Add(mailboxGrace(s)), s.Ends()
	if end.IsZero() || notice.Before(end) {
		return notice, DueNotice
	}
	return clocks.Later(end, s.Window.Deferred), DueFlag
}

// Running returns the side whose clock and window run (house:1): the receiver after a move and
// while a choice among moves is open, and the offender while an offence is open or a penalty due.
// ok is false when neither clock runs: while a claim is being proved, while letters to the side
// come back (house:14), while the game is suspended, and after the end.
func (s State) Running() (side board.Side, ok bool) {
	return s.Window.Side, s.InPlay() && !s.Bouncing() && !s.Illegible && s.Sealed == nil
}

// InPlay reports whether the game has begun, is not over, and waits for no umpire, proof or hour.
func (s State) InPlay() bool {
	why := s.Standstill()
	return (why == NoStandstill || why == AtSealedMove) && !s.Started.IsZero()
}

// openWindow opens the window of a side's turn. The window is provisional until the next hop has
// accepted the letter that asks for the move.
func (s *State) openWindow(side board.Side, at time.Time) {
	ply := s.DuePly()
	if side != line.SideAt(ply) {
		ply++
	}
	s.ForgetLost(side)
	s.Open(line.NumberOf(ply), side, at)
	s.Window.Regime, s.Window.Law = s.regime()
}

// EveryWindow returns the windows of the turns that are over and, while the game is not, the last.
func (s State) EveryWindow() []*clocks.Window {
	if s.Result != nil {
		return s.Windows
	}
	return append(slices.Clip(s.Windows), &s.Window)
}

// closeWindow files the window of the turn that is over.
func (s *State) closeWindow(at time.Time) { s.Close(at, s.Rules >= 2) }

func (s *State) passTurn(to board.Side, e Event) {
	if s.Window.Side == to {
		return
	}
	s.closeWindow(e.At)
	s.openWindow(to, e.At)
}

func (f Notified) apply(s *State, e Event) {
	if f.Question && s.Window.Side == f.Side {
		s.Window.Put = e.At
		return
	}
	if f.Assumed && s.Rules >= 2 && s.Window.Side == f.Side && s.tells(f.Side, e.At, e.At) {
		return
	}
	if !s.Window.Told && s.Window.Side == f.Side {
		s.Notify(e.At)
		if s.Stays() != nil {
			s.stayFrom(e.At)
		}
	}
}

// AsOf returns the game as a letter of a date tells of it. The window of a turn that nobody has
// been told of begins no earlier, whenever the letter counts that brought the turn about; and the
// clock of a side with a mailbox runs for whoever reads the letter.
func (s State) AsOf(date time.Time) State {
	if s.Window.Told || !s.InPlay() {
		return s
	}
	if date.After(s.Window.Opened) {
		s.Window.Opened = date
		s.Allow()
	}
	s.Window.Told = !s.ByCard[s.Window.Side]
	return s
}

// regime returns the assistance that a side may use in the running window, which depends on the
// time allowed for the window, and the provision or agreement that says so.
func (s State) regime() (clocks.Regime, Law) {
	code := s.Code()
	least, law, provided := code.AnyMeans.Get()
	_, bound, binds := code.Bound.Get()
	switch {
	case s.Terms.Assistance == string(clocks.AnyMeans):
		return clocks.AnyMeans, codes.TermsAssistance
	case s.Terms.Assistance == string(clocks.Bound):
		return clocks.Bound, codes.TermsAssistance
	case !s.Window.Until.IsZero() && provided && binds && s.Window.Allowed < time.Duration(least):
		return clocks.Bound, bound
	}
	if !provided {
		law = codes.Silence
	}
	return clocks.AnyMeans, law
}

// TooShort reports whether the laws of play over the board bind the turn, because the terms allow
// less time for it than the code asks of a game by letters (codes.Code.Bound).
func (s State) TooShort() bool { return s.Window.Law == s.Code().Bound.Cite() }

// ClockView is a side's clock at one instant.
type ClockView struct {
	Used time.Duration
	Left time.Duration // the time until the moves due must have been made; 0 under `time none`
	// the moves due by the end of Left, or by the end of the session; 0 under `time none`
	Due int
}

// Clock reads the clock of a side. While the clock stands for what no card has told the side, it
// shows what it showed when that began.
func (s State) Clock(side board.Side, now time.Time) ClockView {
	var running time.Duration
	if s.Phase != Finished && s.Window.Side == side {
		if since, stands := s.untoldSince(); stands {
			now = clocks.Earlier(now, since)
		}
		running = s.Elapsed(now)
	}
	left, due, _ := s.Left(side, running)
	if s.Session != nil {
		due = s.Session.Due[side]
	}
	return ClockView{Used: max(s.Clocks[side].Used+running, 0), Left: max(left, 0), Due: due}
}

func (f Deferred) apply(s *State, e Event) { s.Window.Deferred = f.Until }

// mailboxGrace is the longest time for which the clock of a side waits, once in a game, for a
// letter to reach the side (house:14). It is a variable so that a test can change it behind a
// number of its own.
var mailboxGrace = func(State) time.Duration { return 14 * clocks.Day }

// Overstepped is a flag that has fallen and does not end the game, by the term `late`. Until Side
// has made the moves that were due its time has no limit, and its clock runs on. Under a fine the
// game goes on, and the umpire says what is to be paid; where the umpire decides what follows, the
// game is suspended until the umpire has ruled.
type Overstepped struct {
	Side board.Side `json:"side"`
}

// apply removes the limit of a side's time until the side has made the moves that were due, and
// suspends the game if the umpire must say what follows.
func (f Overstepped) apply(s *State, e Event) {
	s.Overstep(f.Side)
	s.flagged(e)
	s.fallsDue(f.Side, e)
	s.Window.Deferred = time.Time{}
	s.rewindow(e.At)
	if s.Terms.Late == terms.LateUmpire {
		s.Suspended, s.Phase = s.Phase, Suspended
		s.Halt(e.At)
	}
}

// timeToMove gives the running turn of a side that has overstepped its time a day more from an
// instant, where the umpire has let the game go on without saying how long the side has.
func (s *State) timeToMove(at time.Time) {
	if s.Terms.Late == terms.LateUmpire && s.Overdue(s.Window.Side) {
		s.extended(at, clocks.Day)
	}
}

// rewindow computes the running window again, after a change of the window's time; the reminders
// due by an instant count as sent.
func (s *State) rewindow(at time.Time) {
	s.Allow()
	w := &s.Window
	if !w.Until.IsZero() {
		w.Regime, w.Law = s.regime()
	}
	w.Marks = 0
	s.Remind(at)
}

// Fine is a fine that Side owes because it has overstepped its time under the term `late fine`. The
// umpire says what is to be paid, or that nothing is; until then the fine is a dispute, also after
// the end of the game.
type Fine struct {
	Seq  int64 // the number of the event of the overstepped time
	Side board.Side
	At   time.Time
}

// fallsDue notes the fine of a side that has overstepped its time, where the terms let a fine
// follow.
func (s *State) fallsDue(side board.Side, e Event) {
	if s.Terms.Late == terms.LateFine {
		s.Fines = append(slices.Clip(s.Fines), Fine{s.Seq, side, e.At})
	}
}

// fined ends what a side owes where the umpire fines the side and names no dispute.
func (s *State) fined(_ Event, r Ruling) {
	if r.Appeal == 0 {
		s.Fines = slices.DeleteFunc(slices.Clone(s.Fines), func(f Fine) bool { return PartyOf(f.Side) == r.Side })
	}
}

// notLate ends the last fine of a side, which has not overstepped its time after all.
func (s *State) notLate(side board.Side) {
	for i, f := range slices.Backward(s.Fines) {
		if f.Side == side {
			s.Fines = slices.Delete(slices.Clone(s.Fines), i, i+1)
			return
		}
	}
}
