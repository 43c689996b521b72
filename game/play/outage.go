package play

import (
	"time"

	"corrd/game"
	"corrd/game/codes"
)

// Outage is a time in which letters may have been sent but could not be taken, because corrd was
// down or its mailbox was out of reach. Every game is told of an outage before anything else is
// decided in the game. Telling a game twice changes nothing.
type Outage struct {
	From, Until time.Time
	Why         string
}

func (Outage) act() {}

// outage credits the part of an outage that fell into the running window. Time for which the
// clock of the window stood anyway is not credited.
func (d *docket) outage(o Outage) {
	side, runs := d.Running()
	from, until := second(o.From), second(o.Until)
	if from.Before(d.Window.Opened) {
		from = d.Window.Opened
	}
	if !runs || !d.Window.Told || !from.Before(until) || d.Stood(side, from, until) >= until.Sub(from) {
		return
	}
	d.at = until
	d.rule(codes.HouseOutage, game.Credited{Seconds: int64(until.Sub(from) / time.Second), Why: o.Why})
}
