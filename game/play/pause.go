package play

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret"
)

// TakeLeave stops the clock of a side for some days, because its player takes leave in all their
// games at once.
type TakeLeave struct {
	Letter int64 // the letter in which the player took leave; 0: the office took it for them
	Side   board.Side
	Days   int
}

func (TakeLeave) act() {}

// leaveEverywhere does what TakeLeave says, if the terms give as much leave and the side's flag has
// not fallen.
func (d *docket) leaveEverywhere(a TakeLeave) {
	d.from, d.by = a.Letter, a.Side
	late := d.Window.Side == a.Side && d.fallen()
	if d.Started.IsZero() || d.Result != nil || late || a.Days <= 0 || a.Days > d.LeaveLeft(a.Side, d.at) {
		return
	}
	d.act(codes.TermsLeave, game.LeaveTaken{Days: a.Days, Everywhere: true})
}

// leaveLength is a length of leave.
var leaveLength = regexp.MustCompile(`^(\d{1,3}) ?(d(?:ays?)?|w(?:eeks?)?)$`)

// LeaveDays returns the days of a length of leave, "14 days" or "2 weeks"; 0 for any other words.
func LeaveDays(words string) int {
	m := leaveLength.FindStringSubmatch(strings.ToLower(strings.TrimSpace(words)))
	if m == nil {
		return 0
	}
	days, _ := strconv.Atoi(m[1])
	if strings.HasPrefix(m[2], "w") {
		days *= 7
	}
	return days
}

// takeLeave stops the sender's clock for some days, within the leave that the terms give in the
// calendar year in which the leave begins.
func (d *docket) takeLeave(s interpret.Statement) {
	days := LeaveDays(s.Words)
	if days == 0 || days > d.LeaveLeft(d.by, d.at) {
		d.refuse(codes.TermsLeave, game.NoLeave, s.Text)
		return
	}
	d.act(codes.TermsLeave, game.LeaveTaken{Days: days})
}

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
