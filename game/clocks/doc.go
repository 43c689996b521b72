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
//	the record  timing.go, window.go
//	reckoning   reckon.go; in dates: dates.go
//	at rest     still.go, leave.go, cards.go
//	too late    late.go; reminders: reminder.go
package clocks
