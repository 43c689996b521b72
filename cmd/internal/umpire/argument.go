package umpire

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/reason"
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

// isWritten reports whether a power can be ordered in a letter; the others need what no letter names.
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
	switch strings.ToLower(text) {
	case "white":
		r.Side = game.White
	case "black":
		r.Side = game.Black
	default:
		return reason.Because("order side", text)
	}
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
