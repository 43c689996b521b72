// Package clocks reckons the time of a game by letters: the two clocks, the window in which
// a side is to reply, the times for which a clock stands still, and the reminders.
//
// A Timing is the record of all that, and a value: its methods put new lists in the place of
// old ones and never write into a list that a copy may share. What changes a Timing is an
// event of package game; a Timing is told of the event's effect on time alone.
//
// The package is pure: time is an argument. It must not know of moves, of phases of a game,
// of what a flag that falls brings about, nor which code is played.
//
// The files by the story they tell:
//
//	the record            clocks.go
//	reckoning, in dates   reckon.go
//	at rest               still.go
//	too late, reminders   late.go
package clocks

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/terms"
)

// Window is the time allowed for one turn, between the receipt of a
// communicated move and the receipt of the reply (III.2).
type Window struct {
	Number  int // the move number of the turn
	Side    board.Side
	Opened  time.Time
	Until   time.Time // zero: unlimited
	Allowed time.Duration
	Regime  Regime
	Law     codes.Law
	Closed  time.Time     // zero while the window is open
	Used    time.Duration // charged to the side, when the window is closed
	Left    time.Duration // what the side had left, when the window is closed
	Told    bool          // the next hop has accepted the letter that asks for the move
	Began   time.Time     // when the turn came to the side, whatever has opened the window since
	Posted  time.Time     // when the real card was posted that asks for the move; zero: none was
	Marks   int           // reminders that have come due
	Unheard bool          // the other side has been told that it may appeal

	Unreachable time.Time     // when the clock of the side first stood because letters to the side came back; zero: the clock has not stood for this reason
	Bounced     int64         // the last event told by the letter that came back and has not been accepted since; 0: none, or not known
	Reached     bool          // a letter has been accepted since
	Charge      time.Duration // of the time the clock of the side stood, charged when the turn is over

	Deferred time.Time // the flag waits until then for a held letter; zero: the flag waits for none
	Asked    time.Time // when the side was first asked about words for the turn; zero: it was not
	Question int64     // the event of that question; 0: none
	Put      time.Time // when the next hop had accepted the letter of that question; zero: it has not
}

// How long no flag falls after the first question of a turn has been accepted by the next hop, and
// how long after it while the question is not accepted (house:1).
const (
	respite  = Day
	unputFor = 3 * Day
)

// respite returns the instant before which the flag of the turn does not fall, whatever the limit,
// because the side was asked about its words, or zero if it was not asked.
func (w *Window) respite() time.Time {
	switch {
	case w.Asked.IsZero():
		return time.Time{}
	case w.Put.IsZero():
		return w.Asked.Add(unputFor)
	}
	return w.Put.Add(respite)
}

// spared returns the end of the day that a side has in any case after the first question of the
// turn, whenever the question is accepted, or zero if the side was not asked.
func (w *Window) spared() time.Time {
	if w.Asked.IsZero() {
		return time.Time{}
	}
	return Later(w.Asked, w.Put).Add(respite)
}

// Spares returns the instant before which the flag of the turn does not fall because of its first
// question: what is under way with an earlier postmark is waited for. It is zero if the side was
// not asked.
func (t Timing) Spares() time.Time {
	at := t.Window.respite()
	for _, p := range t.Pauses {
		if p.Carried && !p.From.After(at) {
			at = Later(at, p.Until)
		}
	}
	return at
}

// Awaits reports whether the letter that tells of an event, the last one, puts the first question
// of the turn to the side, and no such letter has been accepted.
func (w *Window) Awaits(told int64) bool {
	return w.Told && w.Question != 0 && w.Put.IsZero() && told >= w.Question
}

// Regime says which assistance a side may use in a turn (III.2).
type Regime string

// The regimes.
const (
	AnyMeans Regime = terms.AnyMeans // the side may use anything but the assistance of another player (III.2(a))
	Bound    Regime = terms.Bound    // the side is bound by the General Law (III.2(b))
)

// Open opens the window of a side's turn with a move number, provisionally until the next hop
// has accepted the letter that asks for the move. The times for which something under way
// stopped the clocks are over.
func (t *Timing) Open(number int, side board.Side, at time.Time) {
	t.RunOn(at)
	t.Window = Window{Number: number, Side: side, Opened: at, Began: at}
	t.Allow()
}

// Close charges the side whose clock ran with the time since its window was opened, and with the
// time for which its clock stood where that time is charged, and files the window. The time by
// which a question has put off the flag costs nothing (house:1). spares says that this is so also
// where the window is closed later, whatever closes it, as a form does whose true words come after
// it; and that of time counted in dates the limit is charged, and not the date after it.
func (t *Timing) Close(at time.Time, spares bool) {
	t.Reached(at)
	w := t.Window
	if at.Before(w.Opened) {
		at = w.Opened
	}
	w.Used = t.Elapsed(at) + w.Charge
	limit, spared := w.Until, t.Spares()
	if spares && t.ByDates() {
		limit = limit.Add(-time.Minute) // the last minute in which the side is in time
	}
	if !w.Until.IsZero() && at.After(limit) && spared.After(w.Until) && (spares || !at.After(spared)) {
		w.Used -= t.Elapsed(Earlier(at, spared)) - t.Elapsed(limit) // what was asked about in the last hours
	}
	w.Left, _, _ = t.Left(w.Side, w.Used)
	t.Clocks[w.Side].Used += w.Used
	if t.Terms.Time.Each {
		t.Clocks[w.Side].Extra = 0
	}
	w.Closed = at
	t.Windows = append(slices.Clip(t.Windows), &w)
}

// Notify starts the clock of a window that was provisional: the letter that asks for the move
// has been accepted. No clock stands for a time to come: where a clock of the machine that was
// ahead has been put right, what an outage had put down of that time is struck out (house:21).
func (t *Timing) Notify(at time.Time) {
	t.Window.Told, t.Window.Opened = true, at
	t.Pauses = slices.Clone(t.Pauses)
	for i := range t.Pauses {
		p := &t.Pauses[i]
		if p.Carried {
			continue
		}
		p.From, p.Until = Earlier(p.From, at), Earlier(p.Until, at)
	}
	t.Allow()
}

// InTime reports whether a letter of a side was received while that side's window ran,
// and before its flag fell.
func (t Timing) InTime(side board.Side, received time.Time) bool {
	return side == t.Window.Side && received.Before(t.Window.Until)
}

// Timing is the time of a game: what the terms allow, what the clocks show, and when a
// clock stood still.
type Timing struct {
	Terms   terms.Terms // the terms of the game, of which the time, the leave and the carriage are read here
	Clocks  [2]Clock    // by board.Side
	ByCard  [2]bool     // the sides that play by real cards (house:29)
	Closes  time.Time   // when the session ends (II.10.C); zero: no end is fixed
	Window  Window      // the window of the running turn
	Windows []*Window   // the windows of the turns that are over; none ever changes
	Leaves  []Leave     // in order
	Bounces []Leave     // when the clock of a side stood because letters to that side came back; Until is zero while the clock stands
	Pauses  []Pause     // in order
}

// Clock is the time that one side has used and the moves that the side has made, with both as they
// were when the sides last agreed on the time, because a new time is counted from then on.
type Clock struct {
	Used  time.Duration
	Moves int
	Extra time.Duration // beyond the terms: what the umpire has granted, and what a period took that was overstepped; under a limit for each reply, for this reply alone

	Overdue int // the number, from 1, of the period whose moves the side makes too late (the term `late`); 0: none

	UsedBefore  time.Duration
	MovesBefore int
}

// Leave is a time for which the clock of a side stands still.
type Leave struct {
	Side  board.Side
	From  time.Time
	Until time.Time
}

// Pause is a time for which neither clock runs, because something is before the
// umpire or a proof is sought (house:1). Until is zero while the pause goes on.
type Pause struct {
	From, Until time.Time
	Carried     bool // a communication that stopped the clock was under way
}

// Day is the unit in which the time of a game by letters is counted.
const Day = 24 * time.Hour

// Earlier returns the earlier of two instants.
func Earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// Later returns the later of two instants.
func Later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
