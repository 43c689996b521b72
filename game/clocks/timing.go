package clocks

import (
	"time"

	"corrd/game/board"
	"corrd/game/terms"
)

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

// Clock is the time that one side has used and the moves that the side has made, with both as they were when the sides
// last agreed on the time, because a new time is counted from then on.
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
