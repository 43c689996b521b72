package umpire

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/reason"
	"corrd/templates/texts"
)

// ParseSpan reads a span of time as the command line and the scenario files
// write it: 90s, 15m, 26h or 3d; also several of these together, the greatest
// unit first, as in 1d2h or 2h50m. It is whole seconds, and never negative.
func ParseSpan(text string) (time.Duration, error) {
	length, refusal := span(text)
	if refusal != "" {
		return 0, errors.New(texts.Because(refusal))
	}
	return length, nil
}

func span(text string) (length time.Duration, refusal reason.Reason) {
	refusal = reason.Because("order span", text)
	rest := text
	if days, more, found := strings.Cut(text, "d"); found {
		n, err := strconv.ParseUint(days, 10, 16)
		if err != nil {
			return 0, refusal
		}
		length, rest = time.Duration(n)*24*time.Hour, more
	}
	if rest != "" {
		d, err := time.ParseDuration(rest)
		if err != nil || d < 0 || strings.ContainsAny(rest, "+-.") {
			return 0, refusal
		}
		length += d
	}
	if text == "" || length%time.Second != 0 {
		return 0, refusal
	}
	return length, ""
}

// ParseInstant reads a time of RFC 3339, to the second; its seconds may be left
// out, as in 2026-01-01T00:00Z, or be a day, which begins at midnight in UTC. The
// time is given in UTC.
func ParseInstant(text string) (at time.Time, err error) {
	for _, form := range []string{"2006-01-02T15:04Z07:00", time.RFC3339, time.DateOnly} {
		if at, err = time.Parse(form, text); err == nil {
			break
		}
	}
	if err != nil {
		return at, fmt.Errorf("%q is no time: write it as 2026-01-01T00:00Z", text)
	}
	return at.UTC().Truncate(time.Second), nil
}

var seatForm = regexp.MustCompile(`(?i)^g?([1-9]\d{0,17})\.(w|white|b|black)(?:\.?m([1-9]\d?))?$`)

// Seat reads a seat of a game: "12.white", "g12.w" as reply addresses have it, and
// "12.white.m2" or "g12.wm2" for the second member of a side; member is 0 where
// none is named.
func Seat(text string) (game int64, side board.Side, member int, err error) {
	m := seatForm.FindStringSubmatch(text)
	if m == nil {
		return 0, 0, 0, fmt.Errorf("%q is no seat: write the number of the game and the side, as in 12.white, and the member where the side is of several, as in 12.white.m2", text)
	}
	if strings.ToLower(m[2])[0] == 'b' {
		side = board.Black
	}
	if game, err = strconv.ParseInt(m[1], 10, 64); err == nil && m[3] != "" {
		member, err = strconv.Atoi(m[3])
	}
	return game, side, member, err
}

// Event reads the number of a game and that of one of its events: "12.7".
func Event(text string) (id, event int64, err error) {
	number, seq, _ := strings.Cut(text, ".")
	id, err = strconv.ParseInt(number, 10, 64)
	if err == nil {
		event, err = strconv.ParseInt(seq, 10, 64)
	}
	if err != nil || event < 1 {
		return 0, 0, fmt.Errorf("%q is no event: write the number of the game and that of the event, as in 12.7", text)
	}
	return id, event, nil
}
