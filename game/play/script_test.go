package play

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/interpret"
)

// script plays a game written as the files of testdata/scenarios are: a header
// of terms, a blank line, then steps and expectations, a line each. A step is
// one act and all that follows from it at once.
type script struct {
	t      *testing.T
	state  game.State
	now    time.Time
	mail   [2][]heard // the letters to each side
	letter int64
	step   []game.Event       // of the last step
	sent   []telling.Dispatch // of the last step
	line   string
}

// heard is a letter to a side: the ply in its key and the last event it told of.
type heard struct {
	ply int
	seq int64
}

// begins is when the games of scripts start.
var begins = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// play plays a script and returns the state it leads to.
func play(t *testing.T, text string) game.State {
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
	terms, refusal := codes.ParseTerms(written, terms.Default())
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
		events := []game.Event{{At: s.now, By: game.PartyOf(s.state.Position.SideToMove()), Law: "I.13.C",
			Fact: game.Played{Ply: s.state.LastPly() + 1, Move: m, Words: uci}}}
		s.state = s.state.Apply(events[0])
		s.after(before, events)
	}
}

// act brings about an act, and sends the letters that follow from it at once.
func (s *script) act(a Act) {
	before := s.state
	events := Decide(s.state, a, s.now)
	s.state = s.state.Apply(events...)
	s.after(before, events)
}

// after notes the events and letters of a transaction.
func (s *script) after(before game.State, events []game.Event) {
	s.step = append(s.step, events...)
	for _, l := range telling.Dispatches(before, events) {
		s.sent = append(s.sent, l)
		s.mail[l.To] = append(s.mail[l.To], heard{s.state.KeyPly(l.To), before.Seq + int64(l.Event) + 1})
		if l.Asks {
			s.act(Notify{Side: l.To, Told: before.Seq + int64(l.Event) + 1})
		}
	}
	if p, ok := Prove(s.state); ok {
		s.act(p)
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
	if who == "umpire" {
		s.ruling(text)
		return
	}
	side := board.White
	if strings.HasPrefix(who, "black") {
		side = board.Black
	}
	s.send(side, s.answered(side, who), strings.ReplaceAll(strings.TrimSpace(text), `\n`, "\n"))
}

// answered returns the letter that a side answers: its newest; after "#3" its
// third, and after "@3" none in particular, with the key of ply 3.
func (s *script) answered(side board.Side, who string) heard {
	if _, ply, ok := strings.Cut(who, "@"); ok {
		n, _ := strconv.Atoi(ply)
		return heard{ply: n}
	}
	mail := s.mail[side]
	if _, number, ok := strings.Cut(who, "#"); ok {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(mail) {
			s.t.Fatalf("%s has had %d letters", who, len(mail))
		}
		return mail[n-1]
	}
	if len(mail) == 0 {
		return heard{}
	}
	return mail[len(mail)-1]
}

// send sends a letter of a side, received now.
func (s *script) send(side board.Side, to heard, text string) {
	s.letter++
	page := pageOf(text)
	s.act(Letter{ID: s.letter, By: side, Ply: to.ply, Answers: to.seq, Received: s.now, Statements: slices.Clone(page.Statements), Note: page.Note})
}

// pages are the texts of letters as they were read: many are sent in several games.
var pages sync.Map // interpret.Page by text

func pageOf(text string) interpret.Page {
	page, read := pages.Load(text)
	if !read {
		page, _ = pages.LoadOrStore(text, interpret.Parse(text))
	}
	return page.(interpret.Page)
}

// wait lets time pass, and what falls due on the way happen in order.
func (s *script) wait(d time.Duration) {
	end := s.now.Add(d)
	for {
		at, due := s.state.Deadline()
		if due == game.NothingDue || due == game.DueProof || at.After(end) {
			break
		}
		s.now = at
		s.act(Alarm{})
	}
	s.now = end
}

// duration reads 90s, 15m, 26h or 3d.
func duration(t *testing.T, text string) time.Duration {
	t.Helper()
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.Atoi(days)
		if err != nil {
			t.Fatalf("no time: %q", text)
		}
		return time.Duration(n) * clocks.Day
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatalf("no time: %q", text)
	}
	return d
}

// letter returns a letter of a side with the key of its turn.
func letter(text string, by board.Side, at time.Time) Letter {
	return Letter{ID: 1, By: by, Received: at, Statements: interpret.Parse(text).Statements}
}
