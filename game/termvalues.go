package game

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/interpret"
)

// setCode sets the code of laws; two of the four of SPEC cannot be played yet.
func setCode(t *Terms, value string) string {
	id := strings.ToLower(value)
	if _, ok := CodeByID(id); ok {
		t.Code = id
		return ""
	}
	if id == "staunton-1871" || id == "london-club" {
		return notYet("code", value)
	}
	var ids []string
	for _, c := range codes {
		ids = append(ids, c.ID)
	}
	return refused("code", value, ids...)
}

// The forms of the term `time`.
var (
	quotaForm = regexp.MustCompile(`^(\d{1,3}) moves? (?:in|each|every|per) (?:(\d{1,4}) )?(day|hour|week)s?$`)
	eachForm  = regexp.MustCompile(`^reply (?:in|within) (\d{1,4}) (day|hour|week)s?$`)
)

var unitOf = map[string]time.Duration{"hour": time.Hour, "day": day, "week": 7 * day}

// setTime sets the time allowed: so many moves in so many days, again and
// again (II.10.B), a limit for each reply, or none.
func setTime(t *Terms, value string) string {
	v := strings.ToLower(value)
	if v == "none" {
		t.Time = TimeControl{}
		return ""
	}
	c := TimeControl{}
	if m := quotaForm.FindStringSubmatch(v); m != nil {
		c.Moves, _ = strconv.Atoi(m[1])
		c.Per = times(m[2], m[3])
	} else if m := eachForm.FindStringSubmatch(v); m != nil {
		c = TimeControl{Moves: 1, Per: times(m[1], m[2]), Each: true}
	} else if strings.Contains(v, "until") || strings.Contains(v, "then") {
		return notYet("time", value)
	}
	if c.Moves == 0 || c.Per == 0 {
		return fmt.Sprintf("The term \"time\" cannot be %q; write, for instance, \"10 moves in 30 days\", \"reply in 3 days\" or \"none\".", value)
	}
	t.Time = c
	return ""
}

// times gives so many of a unit; no number is one.
func times(number, unit string) time.Duration {
	n := 1
	if number != "" {
		n, _ = strconv.Atoi(number)
	}
	return time.Duration(n) * unitOf[unit]
}

// String writes the time allowed as a challenge does: "10 moves in 30 days",
// "reply in 3 days", "none".
func (c TimeControl) String() string {
	switch {
	case c.Per == 0:
		return "none"
	case c.Each:
		return "reply in " + period(c.Per)
	}
	return plural(c.Moves, "move") + " in " + period(c.Per)
}

func period(d time.Duration) string {
	if d%day == 0 {
		return plural(int(d/day), "day")
	}
	return plural(int(d/time.Hour), "hour")
}

func plural(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}

// setNotation sets the notations agreed on, in the order of their names.
func setNotation(t *Terms, value string) string {
	var all interpret.Notation
	names := strings.FieldsFunc(strings.ToLower(value), func(r rune) bool { return r == ',' || r == ' ' })
	for _, name := range names {
		n, ok := interpret.ParseNotation(name)
		switch {
		case name == "and":
			continue
		case name == "rutherford":
			return notYet("notation", name)
		case !ok:
			return refused("notation", name, strings.Split(interpret.AllNotations.String(), ", ")...)
		}
		all |= n
	}
	if all == 0 {
		return refused("notation", value, strings.Split(interpret.AllNotations.String(), ", ")...)
	}
	t.Notation = strings.Split(all.String(), ", ")
	return ""
}

var leaveForm = regexp.MustCompile(`^(\d{1,3}) days?(?: (?:a|per|each) year)?$`)

// setLeave sets the leave each side may take.
func setLeave(t *Terms, value string) string {
	v := strings.ToLower(value)
	m := leaveForm.FindStringSubmatch(v)
	switch {
	case v == "none":
		t.Leave = v
	case m != nil:
		n, _ := strconv.Atoi(m[1])
		t.Leave = plural(n, "day") + " a year"
	default:
		return refused("leave", value, "30 days a year", "none")
	}
	return ""
}

// maxGames is the longest match of simultaneous games one challenge makes.
const maxGames = 20

func setGames(t *Terms, value string) string {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > maxGames {
		return fmt.Sprintf("The term \"games\" cannot be %q; it is a number from 1 to %d.", value, maxGames)
	}
	refusal := t.Odds.inMatch(n)
	if refusal == "" {
		t.Games = n
	}
	return refusal
}

// setPosition sets the position a game begins in: one King on each side, none
// of them to be taken, and a legal move for the side to begin.
func setPosition(t *Terms, value string) string {
	if slices.Contains([]string{"", "array", "the array"}, strings.ToLower(value)) {
		t.Position = ""
		return ""
	}
	p, err := board.ParseFEN(value)
	if err != nil {
		return fmt.Sprintf("The term \"position\" is not a position in FEN: %v.", err)
	}
	side := p.SideToMove()
	switch {
	case p.Men(board.White, board.King).Len() != 1 || p.Men(board.Black, board.King).Len() != 1:
		return "The term \"position\" must have one King on each side."
	case p.InCheck(side.Other()):
		return "In the term \"position\" a King could be taken at the first move."
	}
	t.Position = p.FEN()
	return ""
}

func orArray(fen string) string {
	if fen == "" {
		return "array"
	}
	return fen
}
