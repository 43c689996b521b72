package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"corrd/game/board"
	"corrd/interpret"
)

// script plays a game written as the files of testdata/scenarios are: a header
// of terms, a blank line, then steps and expectations, a line each. A step is
// one act and all that follows from it at once.
type script struct {
	t      *testing.T
	state  State
	now    time.Time
	keys   [2]int // the ply in the newest letter to each side
	letter int64
	step   []Event    // of the last step
	sent   []Dispatch // of the last step
	line   string
}

// begins is when the games of scripts start.
var begins = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// play plays a script and gives the state it leads to.
func play(t *testing.T, text string) State {
	t.Helper()
	head, body, ok := strings.Cut(strings.TrimSpace(text)+"\n", "\n\n")
	if !ok {
		head, body = "", text
	}
	s := &script{t: t, now: begins}
	s.start(head)
	for line := range strings.Lines(body) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			s.line = line
			s.run(line)
		}
	}
	return s.state
}

// start begins the game with the terms and the moves of the header.
func (s *script) start(head string) {
	s.t.Helper()
	var written []interpret.Term
	var moves []string
	for line := range strings.Lines(head) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		switch {
		case !ok || strings.HasPrefix(key, "#"):
		case key == "moves":
			moves = strings.Fields(value)
		case key == "fen":
			written = append(written, interpret.Term{Key: "position", Value: value})
		default:
			written = append(written, interpret.Term{Key: key, Value: value})
		}
	}
	terms, refusal := ParseTerms(written, DefaultTerms())
	if refusal != "" {
		s.t.Fatal(refusal)
	}
	s.act(Start{Terms: terms, Players: [2]int64{1, 2}})
	for _, uci := range moves {
		m, ok := board.ParseMove(uci)
		if !ok || !s.state.Position.IsLegal(m) {
			s.t.Fatalf("move %s of the header", uci)
		}
		before := s.state
		events := []Event{{At: s.now, By: PartyOf(s.state.Position.SideToMove()), Law: "I.13.C",
			Fact: Played{Ply: s.state.LastPly() + 1, Move: m, Words: uci}}}
		s.state = s.state.Apply(events[0])
		s.after(before, events)
	}
}

// act brings about an act, and sends the letters that follow from it at once.
func (s *script) act(a Act) {
	before := s.state
	events := s.state.Decide(a, s.now)
	for _, e := range events {
		s.state = s.state.Apply(e)
	}
	s.after(before, events)
}

// after notes the events and letters of a transaction.
func (s *script) after(before State, events []Event) {
	s.step = append(s.step, events...)
	for _, l := range Dispatches(before, events) {
		s.sent = append(s.sent, l)
		s.keys[l.To] = s.state.KeyPly(l.To)
		if l.Asks {
			s.act(Notify{Side: l.To})
		}
	}
}

// run runs one line.
func (s *script) run(line string) {
	s.t.Helper()
	if rest, ok := strings.CutPrefix(line, "expect "); ok {
		if got, want := s.expect(rest); got != want {
			s.t.Fatalf("%s: %s\nevents %s\nletters %v", line, got, describe(s.step), s.sent)
		}
		return
	}
	s.step, s.sent = nil, nil
	if rest, ok := strings.CutPrefix(line, "wait "); ok {
		s.wait(duration(s.t, rest))
		return
	}
	who, text, ok := strings.Cut(line, ":")
	if !ok {
		s.t.Fatalf("no step: %q", line)
	}
	seat, ply, named := strings.Cut(who, "@")
	side := board.White
	if seat == "black" {
		side = board.Black
	}
	key := s.keys[side]
	if named {
		key, _ = strconv.Atoi(ply)
	}
	s.send(side, key, strings.ReplaceAll(strings.TrimSpace(text), `\n`, "\n"))
}

// send sends a letter of a side, received now.
func (s *script) send(side board.Side, ply int, text string) {
	s.letter++
	s.act(Letter{ID: s.letter, By: side, Ply: ply, Received: s.now, Statements: interpret.Parse(text).Statements})
}

// wait lets time pass, and what falls due on the way happen in order.
func (s *script) wait(d time.Duration) {
	end := s.now.Add(d)
	for {
		at, due := s.state.Deadline()
		if due == NothingDue || at.After(end) {
			break
		}
		s.now = at
		s.act(Alarm{})
	}
	s.now = end
}

// expect gives what is, and what should be, of one expectation.
func (s *script) expect(want string) (got, wanted string) {
	key, rest, _ := strings.Cut(want, " ")
	number, side := s.state.TurnNumber()
	switch key {
	case "state":
		return s.state.Phase.String(), rest
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

// result gives the result, with its law if one is asked for.
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

// moves gives the line in UCI.
func (s *script) moves() string {
	var all []board.Move
	for _, t := range s.state.Line {
		all = append(all, t.Move)
	}
	return uci(all)
}

// played gives the moves played or adopted in the last step.
func (s *script) played() []string {
	var all []string
	for _, e := range s.step {
		switch f := e.Fact.(type) {
		case Played:
			all = append(all, f.Move.String())
		case Adopted:
			all = append(all, f.Move.String())
		}
	}
	return all
}

// letters gives the letters of the last step, those that ask for a move starred.
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

// kindsOf gives the kinds of events, but for the notices that letters were accepted.
func kindsOf(events []Event) string {
	var all []string
	for _, e := range events {
		if _, ok := e.Fact.(Notified); !ok {
			all = append(all, strings.TrimPrefix(fmt.Sprintf("%T", e.Fact), "game."))
		}
	}
	return strings.Join(all, " ")
}

func describe(events []Event) string {
	text := ""
	for _, e := range events {
		text += fmt.Sprintf("\n  %v %v %T %+v", e.By, e.Law, e.Fact, e.Fact)
	}
	return text
}

// whys gives the reasons that events name.
func whys(events []Event) []string {
	var all []string
	for _, e := range events {
		switch f := e.Fact.(type) {
		case Asked:
			all = append(all, string(f.Why))
		case Refused:
			all = append(all, string(f.Why))
		case ClaimRefused:
			all = append(all, f.Why)
		}
	}
	return all
}

// duration reads 90s, 15m, 26h or 3d.
func duration(t *testing.T, text string) time.Duration {
	t.Helper()
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.Atoi(days)
		if err != nil {
			t.Fatalf("no time: %q", text)
		}
		return time.Duration(n) * day
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatalf("no time: %q", text)
	}
	return d
}

// letter gives a letter of a side with the key of its turn.
func letter(text string, by board.Side, at time.Time) Letter {
	return Letter{ID: 1, By: by, Received: at, Statements: interpret.Parse(text).Statements}
}
