package umpire

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/reason"
	"corrd/templates/texts"
)

// form is the way in which an umpire writes the argument of a verb.
type form struct {
	placeholder string
	read        func(text string, r *game.Ruling) reason.Reason
	pair        bool                        // the argument is a side and a value, which a space may part instead of the sign of equality
	command     bool                        // the verb is a command of its own, no flag
	tries       func(s game.State) []string // arguments that might be ordered in a game, as the command line writes them; nil: none
}

// forms has a row for each kind of argument.
var forms = map[game.Takes]form{
	game.TakesSide:     {placeholder: "SIDE", read: side, tries: always("white|black")},
	game.TakesSideBy:   {placeholder: "SIDE=±DUR", read: correction, pair: true, tries: always("white=+2h")},
	game.TakesSideText: {placeholder: "SIDE=TEXT", read: fine, pair: true, tries: always(`white="…"`)},
	game.TakesBy:       {placeholder: "DUR", read: extension, tries: always("3d")},
	game.TakesTerm:     {placeholder: "TERM", read: term, tries: always(`"time reply in 5 days"`)},
	game.TakesMove:     {placeholder: "UCI", read: move, tries: candidates},
	game.TakesTurn:     {placeholder: "N", read: turn, tries: thisTurn},
	game.TakesPoint:    {placeholder: "N", read: point, tries: points},
	game.TakesEvent:    {placeholder: "EVENT", read: event, command: true},
	game.TakesNumber:   {placeholder: "N", read: number, tries: always("1000000")},
}

// Try is a ruling that might be made, without its law and its reason, with its flag on the
// command line and its verb in a letter.
type Try struct {
	game.Ruling
	Flag    string   // such as --forfeit white|black
	Written []string // each way in which it can be ordered in a letter, such as forfeit white, and forfeit black
}

// tries returns what might be ordered by a power in a game, whether or not the law allows it;
// none of a power that has a command of its own.
func tries(p game.Power, s game.State) (all []Try) {
	f, valued := forms[p.Takes]
	switch {
	case f.tries != nil:
		for _, argument := range f.tries(s) {
			t := Try{game.Ruling{Verb: p.Verb}, flag(p) + " " + argument, nil}
			for one := range strings.SplitSeq(plainly.Replace(argument), "|") {
				t.Written = append(t.Written, word(p.Verb)+" "+one)
			}
			first, _, _ := strings.Cut(argument, "|")
			if f.read(strings.ReplaceAll(first, `"`, ""), &t.Ruling) == "" {
				all = append(all, t)
			}
		}
	case !valued && isWritten(p):
		all = append(all, Try{game.Ruling{Verb: p.Verb}, flag(p), []string{word(p.Verb)}})
	}
	return all
}

// plainly writes an argument of the command line as a letter has it.
var plainly = strings.NewReplacer(`"…"`, "TEXT", `"`, "")

// isWritten reports whether a power can be ordered in a letter; the others need what no letter
// names.
func isWritten(p game.Power) bool {
	_, valued := forms[p.Takes]
	return valued || p.Takes == game.TakesNothing || p.Takes == game.TakesMan
}

// hasFlag reports whether a power is a flag of the command; the others have commands of their own.
func hasFlag(p game.Power) bool { return isWritten(p) && !forms[p.Takes].command }

// always returns the same argument in every game.
func always(argument string) func(game.State) []string {
	return func(game.State) []string { return []string{argument} }
}

// candidates are the moves among which is chosen.
func candidates(s game.State) (all []string) {
	for _, m := range s.Candidates() {
		all = append(all, m.String())
	}
	return all
}

// thisTurn is the turn that has begun.
func thisTurn(s game.State) []string {
	number, side := s.TurnNumber()
	return []string{fmt.Sprint(number, side.String()[:1])}
}

// points are the events after which the game can be restored.
func points(s game.State) (all []string) {
	for _, b := range s.NewestReturns() {
		all = append(all, fmt.Sprint(b.State.Stirred))
	}
	return all
}

func side(text string, r *game.Ruling) reason.Reason {
	named, ok := board.ParseSide(strings.ToLower(text))
	if !ok {
		return reason.Because("order side", text)
	}
	r.Side = game.PartyOf(named)
	return ""
}

func move(uci string, r *game.Ruling) reason.Reason {
	m, ok := board.ParseMove(uci)
	if !ok {
		return reason.Because("order move", uci)
	}
	r.Move = m
	return ""
}

func extension(text string, r *game.Ruling) (refusal reason.Reason) {
	r.By, refusal = span(text)
	return refusal
}

var turnForm = regexp.MustCompile(`(?i)^(\d{1,4})(?:\.?|(\.\.\.| ?b| ?black)|( ?w| ?white))$`)

// turn reads the turn of a move number: "7", "7w", "7b", "7...".
func turn(text string, r *game.Ruling) reason.Reason {
	m := turnForm.FindStringSubmatch(text)
	switch {
	case m == nil:
		return reason.Because("order turn", text)
	case m[2] != "":
		r.Side = game.Black
	case m[3] != "":
		r.Side = game.White
	}
	r.Number, _ = strconv.Atoi(m[1])
	return ""
}

// fine reads "white=half a crown".
func fine(text string, r *game.Ruling) reason.Reason {
	who, what, _ := strings.Cut(text, "=")
	what = strings.Join(strings.Fields(what), " ")
	if refusal := side(who, r); refusal != "" {
		return refusal
	}
	if what == "" {
		return reason.Because("order fine", text)
	}
	r.Text = strings.TrimRight(what, ".")
	return ""
}

// correction reads "white=+2h".
func correction(text string, r *game.Ruling) reason.Reason {
	who, by, _ := strings.Cut(text, "=")
	if refusal := side(who, r); refusal != "" {
		return refusal
	}
	sign, ok := map[byte]time.Duration{'+': 1, '-': -1}[(by + " ")[0]]
	if !ok {
		return reason.Because("order sign", text)
	}
	length, refusal := span(by[1:])
	r.By = sign * length
	return refusal
}

// term leaves what is written of a term to whom the law is asked.
func term(text string, r *game.Ruling) reason.Reason {
	r.Text = text
	return ""
}

// event reads the number of a ruling that counts as not made.
func event(text string, r *game.Ruling) (refusal reason.Reason) {
	if r.Event, refusal = count(text); refusal != "" {
		return reason.Because("order event", text)
	}
	return ""
}

// point reads the number of the event after which the game is restored.
func point(text string, r *game.Ruling) (refusal reason.Reason) {
	r.Event, refusal = count(text)
	return refusal
}

// number reads a number that the verb limits.
func number(text string, r *game.Ruling) reason.Reason {
	n, refusal := count(text)
	r.Number = int(n)
	return refusal
}

// count reads a number from 1.
func count(text string) (int64, reason.Reason) {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return 0, reason.Because("order number", text)
	}
	return n, ""
}

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
