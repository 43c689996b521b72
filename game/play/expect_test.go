package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
)

// expect returns what is, and what should be, of one expectation.
func (s *script) expect(want string) (got, wanted string) {
	key, rest, _ := strings.Cut(want, " ")
	number, side := s.state.TurnNumber()
	switch key {
	case "state":
		return s.state.Stage().String(), rest
	case "to_act":
		return s.state.ToAct(), rest
	case "running":
		if side, ok := s.state.Running(); ok {
			return side.String(), rest
		}
		return "none", rest
	case "candidates":
		return uci(s.state.Candidates()), rest
	case "turn":
		return fmt.Sprintf("%d %v", number, side), rest
	case "line":
		return s.moves(), rest
	case "fen":
		return s.state.Position.FEN(), rest
	case "regime":
		return string(s.state.Window.Regime), rest
	case "result":
		return s.result(rest), rest
	case "events":
		return kindsOf(s.step), rest
	case "letters":
		return s.letters(), rest
	}
	return s.expectOne(key, rest)
}

// expectOne looks for one thing among those of the last step.
func (s *script) expectOne(key, want string) (got, wanted string) {
	var found []string
	words := strings.Fields(want)
	switch key {
	case "move":
		found = s.played()
	case "law":
		for _, e := range s.step {
			found = append(found, string(e.Law))
		}
	case "why":
		found = whys(s.step)
	case "letter", "no":
		for _, l := range s.sent {
			found = append(found, l.To.String()+" "+l.Kind, l.To.String())
		}
		if key == "no" {
			if slices.Contains(found, strings.Join(words[1:], " ")) {
				return "one was sent", "none"
			}
			return want, want
		}
	case "clock":
		return s.clock(words), want
	default:
		return "no such expectation", key
	}
	if slices.Contains(found, want) {
		return want, want
	}
	return fmt.Sprint(found), want
}

// clock reads "white used 3d", "white left 29d" or "white due 10".
func (s *script) clock(words []string) string {
	side := board.White
	if words[0] == "black" {
		side = board.Black
	}
	c := s.state.Clock(side, s.now)
	var got time.Duration
	switch words[1] {
	case "used":
		got = c.Used
	case "left":
		got = c.Left
	case "due":
		words[2] = strconv.Itoa(c.Due)
		return strings.Join(words, " ")
	}
	if got == duration(s.t, words[2]) {
		return strings.Join(words, " ")
	}
	return fmt.Sprint(words[0], " ", words[1], " ", got)
}

// result returns the result, with its law if one is asked for.
func (s *script) result(want string) string {
	r := s.state.Result
	switch {
	case r == nil:
		return "none"
	case strings.Contains(want, " "):
		return string(r.Score) + " " + string(r.Law)
	}
	return string(r.Score)
}

// moves returns the line in UCI.
func (s *script) moves() string {
	var all []board.Move
	for _, t := range s.state.Line {
		all = append(all, t.Move)
	}
	return uci(all)
}

// played returns the moves played or adopted in the last step.
func (s *script) played() []string {
	var all []string
	for _, e := range s.step {
		switch f := e.Fact.(type) {
		case game.Played:
			all = append(all, f.Move.String())
		case game.Adopted:
			all = append(all, f.Move.String())
		}
	}
	return all
}

// letters returns the letters of the last step, those that ask for a move starred.
func (s *script) letters() string {
	var all []string
	for _, l := range s.sent {
		asks := ""
		if l.Asks {
			asks = "*"
		}
		all = append(all, l.To.String()+":"+l.Kind+asks)
	}
	return strings.Join(all, " ")
}

func uci(moves []board.Move) string {
	var all []string
	for _, m := range moves {
		all = append(all, m.String())
	}
	return strings.Join(all, " ")
}

// kindsOf returns the kinds of events, but for the notices that letters were accepted.
func kindsOf(events []game.Event) string {
	var all []string
	for _, e := range events {
		if _, ok := e.Fact.(game.Notified); !ok {
			all = append(all, strings.TrimPrefix(fmt.Sprintf("%T", e.Fact), "game."))
		}
	}
	return strings.Join(all, " ")
}

func describe(events []game.Event) string {
	text := ""
	for _, e := range events {
		text += fmt.Sprintf("\n  %v %v %T %+v", e.By, e.Law, e.Fact, e.Fact)
	}
	return text
}

// whys returns the reasons that events name.
func whys(events []game.Event) []string {
	var all []string
	for _, e := range events {
		switch f := e.Fact.(type) {
		case game.Asked:
			all = append(all, string(f.Why))
		case game.Refused:
			all = append(all, string(f.Why))
		case game.ClaimRefused:
			all = append(all, f.Why)
		}
	}
	return all
}
