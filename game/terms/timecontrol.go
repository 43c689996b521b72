package terms

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/game/carrier"
	"corrd/game/reason"
	"corrd/interpret"
)

// TimeControl is the term `time`: Moves in the first Per, then so many in each
// further period, surplus moves carried on (II.10.B); the same with the hour at
// which a session ends (II.10.C); or, with Moves 1 and Each, a limit for each
// reply. The zero value is `none`.
type TimeControl struct {
	Moves int           `json:"moves,omitempty"`
	Per   time.Duration `json:"per,omitempty"`
	Each  bool          `json:"each,omitempty"` // `reply in 3 days`: no surplus is carried

	Then    int           `json:"then,omitempty"`     // the moves of every later period; 0: as many as in the first
	ThenPer time.Duration `json:"then_per,omitempty"` // and its length; 0: as long as the first
	Until   string        `json:"until,omitempty"`    // the time of day, "18:00", at which play ends; "": none is fixed
}

// The forms of the parts of the term `time`.
var (
	quotaForm = regexp.MustCompile(`^(\d{1,3})(?: moves?)? (?:in|each|every|per|an?) (?:(\d{1,5}) ?)?` + unitForm + `$`)
	eachForm  = regexp.MustCompile(`^reply (?:in|within) (\d{1,5}) ?` + unitForm + `$`)
	untilForm = regexp.MustCompile(`^until ([01]?\d|2[0-3])[:.]([0-5]\d)$`)
)

// unitForm is how a unit of time is written.
const unitForm = `(s|seconds?|m|minutes?|h|hours?|d|days?|w|weeks?)`

// unitOf gives the units of time by their first letters.
var unitOf = map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': day, 'w': 7 * day}

// setTime sets the time allowed: so many moves in so much time, again and again
// or followed by other quotas, and until an hour of the day if one is fixed; a
// limit for each reply; or none.
func setTime(t *Terms, value string) reason.Reason {
	v := strings.ToLower(value)
	c, ok := TimeControl{}, v == "none"
	if m := eachForm.FindStringSubmatch(v); m != nil {
		c, ok = TimeControl{Moves: 1, Per: times(m[1], m[2]), Each: true}, true
	} else if !ok {
		c, ok = quotas(v)
	}
	switch {
	case !ok || v != "none" && (c.Moves == 0 || c.Per == 0):
		return reason.Because("refused time", value)
	case c.Until != "" && (c.Per != time.Hour || c.laterPer() != time.Hour):
		return reason.Because("refused time in sessions", value)
	}
	t.Time = c
	return ""
}

// quotas reads "20 moves in 1 hour, then 15 an hour, until 18:00", of which only
// the first part is needed.
func quotas(v string) (c TimeControl, ok bool) {
	for i, part := range strings.Split(v, ",") {
		part = strings.TrimSpace(part)
		then, later := strings.CutPrefix(part, "then ")
		quota, end := quotaForm.FindStringSubmatch(then), untilForm.FindStringSubmatch(part)
		switch {
		case quota != nil && i == 0 && !later:
			c.Moves, _ = strconv.Atoi(quota[1])
			c.Per = times(quota[2], quota[3])
		case quota != nil && later && c.Then == 0 && c.Until == "":
			c.Then, _ = strconv.Atoi(quota[1])
			c.ThenPer = times(quota[2], quota[3])
			if c.Then == 0 || c.ThenPer == 0 {
				return c, false
			}
		case end != nil && i > 0 && c.Until == "":
			c.Until = ("0" + end[1])[len(end[1])-1:] + ":" + end[2]
		default:
			return c, false
		}
	}
	return c, true
}

// times returns the product of a unit and a number; a text without a number stands for one. A time
// longer than a human life is not a time.
func times(number, unit string) time.Duration {
	n, each := 1, unitOf[unit[0]]
	if number != "" {
		n, _ = strconv.Atoi(number)
	}
	if n > int(mostPer/each) {
		return 0
	}
	return time.Duration(n) * each
}

// day is the unit in which the time of a game by letters is counted.
const day = 24 * time.Hour

// mostPer is the longest time for some moves.
const mostPer = 9999 * 7 * day

// String writes the time allowed as a challenge does: "10 moves in 30 days",
// "reply in 3 days", "20 moves in 1 hour, then 15 in 1 hour, until 18:00", "none".
func (c TimeControl) String() string {
	switch {
	case c.Per == 0:
		return "none"
	case c.Each:
		return "reply in " + Period(c.Per)
	}
	text := plural(c.Moves, "move") + " in " + Period(c.Per)
	if c.Then > 0 {
		text += fmt.Sprintf(", then %d in %s", c.Then, Period(c.ThenPer))
	}
	if c.Until != "" {
		text += ", until " + c.Until
	}
	return text
}

// Period writes a length of time in the largest unit that divides it.
func Period(d time.Duration) string {
	switch {
	case d%day == 0:
		return plural(int(d/day), "day")
	case d%time.Hour == 0:
		return plural(int(d/time.Hour), "hour")
	case d%time.Minute == 0:
		return plural(int(d/time.Minute), "minute")
	}
	return plural(int(d/time.Second), "second")
}

// plural writes a number of units: "1 day", "2 days".
func plural(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}

// later returns the moves of every period after the first.
func (c TimeControl) later() int {
	if c.Then > 0 {
		return c.Then
	}
	return c.Moves
}

// laterPer returns the length of every period after the first.
func (c TimeControl) laterPer() time.Duration {
	if c.Then > 0 {
		return c.ThenPer
	}
	return c.Per
}

// Quota returns the moves that must have been made in the first n periods, and the
// time they take.
func (c TimeControl) Quota(n int) (moves int, allowed time.Duration) {
	return c.Moves + (n-1)*c.later(), c.Per + time.Duration(n-1)*c.laterPer()
}

// Running returns the number, from 1, of the period by whose end a side that has
// made so many moves must make another.
func (c TimeControl) Running(made int) int {
	if made < c.Moves {
		return 1
	}
	return 2 + (made-c.Moves)/c.later()
}

// DueIn returns the moves due for a time used: those of the complete periods, and of an incomplete
// period a proportional part without the fraction (II.10.C(c)). DueIn reckons in whole numbers.
func (c TimeControl) DueIn(used time.Duration) int {
	if used < c.Per {
		return share(c.Moves, max(used, 0), c.Per)
	}
	whole := 1 + int((used-c.Per)/c.laterPer())
	moves, took := c.Quota(whole)
	return moves + share(c.later(), used-took, c.laterPer())
}

// share returns a part of some moves, in proportion to the time, without fraction.
func share(moves int, part, whole time.Duration) int {
	return int(int64(moves) * int64(part/time.Second) / int64(whole/time.Second))
}

// Closing returns the next time after now at which play ends, where now is in the zone whose hours
// are meant, or zero if no end is fixed.
func (c TimeControl) Closing(now time.Time) time.Time {
	m := untilForm.FindStringSubmatch("until " + c.Until)
	if m == nil {
		return time.Time{}
	}
	hour, _ := strconv.Atoi(m[1])
	minute, _ := strconv.Atoi(m[2])
	end := carrier.Hour(60*hour + minute)
	at := end.On(now, 0)
	if !at.After(now) {
		at = end.On(now, 1)
	}
	return at.UTC()
}

// Daily reports whether the time is counted in whole days, or there is no limit.
func (c TimeControl) Daily() bool {
	const day = 24 * time.Hour
	return c.Per%day == 0 && c.ThenPer%day == 0
}

// unsaid is the carriage of games about whose carriage nothing is said.
var unsaid = carrier.Default()

// Carriers returns the terms of carriage of the game.
func (t Terms) Carriers() carrier.Settings {
	if t.Carriage == nil {
		return unsaid
	}
	return *t.Carriage
}

// WithoutIdle returns the terms without what the defaults of a server say of carriers that
// the game does not have and the written terms do not speak of.
func (t Terms) WithoutIdle(written []interpret.Term) Terms {
	if t.Carriage == nil {
		return t
	}
	s := t.Carriage.WithoutIdle(func(key string) bool { return Written(written, key) })
	if t.Carriage = &s; s.AreDefault() {
		t.Carriage = nil
	}
	return t
}

// Written reports whether a term with a key is among some that are written.
func Written(written []interpret.Term, key string) bool {
	return slices.ContainsFunc(written, func(w interpret.Term) bool { return strings.EqualFold(strings.TrimSpace(w.Key), key) })
}

// carriage is a term of carriage.
func carriage(key string) term {
	set := func(t *Terms, value string) reason.Reason {
		changed, refusal := t.Carriers().Set(key, value)
		if refusal == "" {
			t.Carriage, t.Medium = &changed, changed.Medium
			if changed.Zone == "" && changed.AreDefault() {
				t.Carriage = nil
			}
		}
		return refusal
	}
	return term{key, set, func(t Terms) string { return t.Carriers().Value(key) }}
}

// ByCard says why no side can play by real cards on the terms, or "" if one can.
func (t Terms) ByCard() reason.Reason {
	if c := t.Carriers().Carrier(); !c.AtOnce() && !c.Dates() {
		return reason.Because("refused medium by card")
	}
	if !t.Time.Daily() {
		return reason.Because("refused time by card")
	}
	return ""
}
