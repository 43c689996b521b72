package templates

import (
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/play"
	"corrd/game/transit"
	"corrd/game/umpire"
	"corrd/interpret"
	"corrd/templates/texts"
)

// TestLettersTellTheTruth plays random games of every code by every carrier, with rulings, leave
// and lapses of time, and holds each letter to the game: its subject and its sentences ask nobody
// to act who may not act, and name no time but the flag's; whoever must act is told of an act; and
// no act that is offered is refused, or costs what silence would have kept, unless its line says so.
func TestLettersTellTheTruth(t *testing.T) {
	games := 12
	if testing.Short() {
		games = 3
	}
	for i, written := range truthTerms {
		t.Run(fmt.Sprint(i, written), func(t *testing.T) {
			for seed := range games {
				w := truthWorld{rightsWorld: rightsWorld{sitting: sit(t, written, nil), chance: rand.New(rand.NewSource(int64(seed*100 + i)))}}
				w.hold()
				for range 25 {
					w.step()
					if t.Failed() {
						t.Log(w.state.Position.FEN())
						t.Fatalf("seed %d, after %q", seed, w.script)
					}
				}
			}
		})
	}
}

// truthTerms are terms of games of every code, by every carrier, at odds of every kind.
var truthTerms = append(rightsTerms,
	map[string]string{"code": "american-1897", "time": "reply in 3 days"},
	map[string]string{"code": "american-1897", "time": "2 moves in 6 days", "late": "fine", "position": "4k3/P7/8/8/8/8/7p/R3K2R w KQ - 0 1"},
	map[string]string{"position": "6k1/8/8/8/8/4n3/P6P/2r3BK w - - 0 1", "time": "reply in 3 days"},
	map[string]string{"position": "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "time": "reply in 3 days", "leave": "10 days a year"},
	map[string]string{"position": "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"},
	map[string]string{"position": "4k3/3pp3/8/8/8/8/3PPPP1/R3K2R w KQ - 0 1", "odds": "mate with pawn given by white"},
	map[string]string{"position": "4k3/3pp3/8/8/8/8/3PPPP1/R3K2R w KQ - 0 1", "odds": "draws count given by black"},
	map[string]string{"medium": "post", "time": "reply in 5 days", "post.transit": "1d"},
	map[string]string{"medium": "telegraph", "time": "reply in 2 days"},
	map[string]string{"board": "blindfold", "conditionals": "sealed"},
)

type truthWorld struct{ rightsWorld }

// step does one thing: a letter, a while, or a ruling.
func (w *truthWorld) step() {
	w.letters = nil
	switch w.chance.Intn(12) {
	case 0:
		at, due := w.state.Deadline()
		if due != game.NothingDue && w.chance.Intn(3) == 0 && at.Sub(w.now) < 40*clocks.Day {
			w.script = append(w.script, "wait to the deadline")
			w.wait(max(at.Sub(w.now), time.Second))
			break
		}
		hours := w.chance.Intn(48) + 1
		w.script = append(w.script, fmt.Sprintf("wait %dh", hours))
		w.wait(time.Duration(hours) * time.Hour)
	case 1:
		w.ruleAtRandom()
	default:
		w.write()
		w.delivered()
	}
	w.hold()
}

// write has a side send what it is offered, or something rash.
func (w *truthWorld) write() {
	side := board.Side(w.chance.Intn(2))
	if mover, ok := w.state.Asked(); ok && w.chance.Intn(4) > 0 {
		side = mover
	}
	text := rash[w.chance.Intn(len(rash))]
	if offered := w.offered(side); w.chance.Intn(2) > 0 {
		offered = slices.DeleteFunc(offered, func(line string) bool { return line == "resign" || strings.HasPrefix(line, "claim forf") })
		text = offered[w.chance.Intn(len(offered))]
	}
	w.now = w.now.Add(time.Minute)
	w.script = append(w.script, fmt.Sprint(side, ": ", text))
	w.letter(side, text)
}

// delivered lets time pass until nothing is under way.
func (w *truthWorld) delivered() {
	for len(w.state.Transit) > 0 && w.state.Result == nil {
		at, due := w.state.Deadline()
		if due != game.DueDelivery || w.chance.Intn(20) == 0 {
			return
		}
		w.wait(max(at.Sub(w.now), 0))
	}
}

// truthVerbs are the rulings of random games.
var truthVerbs = []game.Verb{game.RulesRestored, game.RulesReturned, game.RulesExacted, game.RulesWaived, game.RulesVoid, game.RulesAdopted,
	game.RulesExtended, game.RulesDismissed, game.RulesSuspended, game.RulesResumed, game.RulesReopened}

func (w *truthWorld) ruleAtRandom() {
	r := play.Rule{Law: "house:16", Ruling: game.Ruling{Verb: truthVerbs[w.chance.Intn(len(truthVerbs))], Reason: "by lot", Fundamental: true, By: 30 * time.Hour}}
	r.Side, r.Number = game.PartyOf(board.Side(w.chance.Intn(2))), w.chance.Intn(3)+1
	if points := w.state.NewestReturns(); len(points) > 0 {
		r.Event = points[w.chance.Intn(len(points))].State.Stirred
	}
	if moves := w.state.Candidates(); len(moves) > 0 {
		r.Move = moves[w.chance.Intn(len(moves))]
	}
	if umpire.Objection(w.state, r.Ruling, r.Law, w.now) == "" {
		w.script = append(w.script, fmt.Sprint("umpire: ", r.Verb, " ", r.Side, r.Number, " ", r.Event, " ", r.Move))
		w.act(r, "")
	}
}

// hold holds the letters of the last step to the game, and what is offered now.
func (w *truthWorld) hold() {
	for _, l := range w.letters {
		if l.letter.State.Seq == w.state.Seq && !l.letter.Reader.Former {
			w.holdLetter(l)
		}
	}
	if w.state.Result != nil {
		return
	}
	for _, side := range []board.Side{board.White, board.Black} {
		w.holdOffers(side)
	}
}

// clauses are what a letter may say of its reader, each with when it is true.
var clauses = []struct {
	says *regexp.Regexp
	true func(p *gamePage) bool
}{
	{regexp.MustCompile(`^your move\b|— your move\b`), func(p *gamePage) bool { return p.MayMove() }},
	{regexp.MustCompile(`correct your words|your clock runs\b`), func(p *gamePage) bool { return p.runs(p.Reader.Side) }},
	{regexp.MustCompile(`your choice|choose (which|one)`), func(p *gamePage) bool { return p.YourTurn() && p.State.Held != nil }},
	{regexp.MustCompile(`exact or waive`), func(p *gamePage) bool { return p.State.Exactable(p.Reader.Side) && p.YourTurn() }},
	{regexp.MustCompile(`^discharge the penalty|— discharge the penalty`), func(p *gamePage) bool { return p.State.Phase == game.PenaltyDue && p.YourTurn() }},
	{regexp.MustCompile(`the game is suspended`), func(p *gamePage) bool { return p.State.Standstill() != game.NoStandstill }},
	{regexp.MustCompile(`It is your move\.`), func(p *gamePage) bool { return p.MayMove() }},
	{regexp.MustCompile(`It is still your move\.`), func(p *gamePage) bool { return p.State.Offending(p.Reader.Side) }},
	{regexp.MustCompile(`please send another move|Please send your move|Reply with your move|Reply with the moves`), func(p *gamePage) bool { return p.MayMove() }},
	{regexp.MustCompile(`To correct your words`), func(p *gamePage) bool { return p.State.Offending(p.Reader.Side) }},
	{regexp.MustCompile(`To answer, reply with one of these`), func(p *gamePage) bool { return p.YourTurn() }},
	{regexp.MustCompile(`The choice is yours\.`), func(p *gamePage) bool { return p.YourTurn() && p.State.Held != nil }},
	{regexp.MustCompile(`(?i)Your clock runs`), func(p *gamePage) bool { return p.runs(p.Reader.Side) }},
}

func (p *gamePage) runs(side board.Side) bool {
	runs, ok := p.State.Running()
	return ok && runs == side
}

var (
	byWhen = regexp.MustCompile(` by (the end of [A-Z][a-z]+|[A-Z][a-z]+ \d\d:\d\d|\d+ [A-Z][a-z]+)(:|$)`)
	until  = regexp.MustCompile(`(Please answer by|White has until|Black has until) (.+?UTC\)?)`)
)

// holdLetter holds a letter to the game.
func (w *truthWorld) holdLetter(l sent) {
	w.t.Helper()
	page, err := Game(l.letter)
	if err != nil {
		w.t.Fatal(err)
	}
	text := strings.Join(strings.Fields(strings.ReplaceAll(page.Text, noBreak, " ")), " ")
	subject, _, _ := strings.Cut(page.Subject, " [corrd")
	p := &gamePage{GameLetter: l.letter, code: l.letter.State.Code(), notation: l.letter.Reader.notation(), zone: l.letter.Reader.zone()}
	fail := func(format string, args ...any) {
		w.t.Helper()
		w.t.Errorf("%s to %s (%s, to act %s): %s\n%s\n%s", l.letter.Kind, l.letter.Reader.Side, w.state.Phase, w.state.ToAct(), fmt.Sprintf(format, args...), page.Subject, beginning(page.Text))
	}
	for _, c := range clauses {
		for _, said := range []string{subject, text} {
			if found := c.says.FindString(said); found != "" && !c.true(p) {
				fail("it is not true that %q", found)
			}
		}
	}
	if m := byWhen.FindStringSubmatch(subject); m != nil && m[1] != strings.ReplaceAll(p.DueDay(), noBreak, " ") {
		fail("the flag does not fall %q", m[1])
	}
	for _, m := range until.FindAllStringSubmatch(text, -1) {
		side := l.letter.Reader.Side
		if who, _, is := strings.Cut(m[1], " has until"); is {
			side = map[string]board.Side{"White": board.White, "Black": board.Black}[who]
		}
		if at := strings.ReplaceAll(texts.Limit(w.state.LastMinute(), p.zone), noBreak, " "); !p.runs(side) || m[2] != at {
			fail("the time of %s is not %q but %q", side, m[2], at)
		}
	}
	if p.YourTurn() && l.letter.Kind != "posted" && !strings.Contains(subject, "—") && !slices.ContainsFunc(clauses, func(c struct {
		says *regexp.Regexp
		true func(p *gamePage) bool
	}) bool {
		return c.says.MatchString(subject)
	}) && l.letter.Kind != "penalty" {
		fail("the subject does not say that the reader must act")
	}
	if p.YourTurn() && strings.Contains(text, "with one of these") && !w.namesAct(p, text) {
		fail("the letter names no act by which the game goes on")
	}
}

// beginning gives the beginning of a text.
func beginning(text string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[:min(len(lines), 14)], "\n")
}

// namesAct reports whether a text shows a line by which a side that must act does.
func (w *truthWorld) namesAct(p *gamePage, text string) bool {
	return slices.ContainsFunc(w.offering(p.Reader.Side), func(e example) bool {
		return !slices.Contains([]string{"draw?", "resign", "help", "show", "history", "withdraw", "adjourn"}, e.Line) && strings.Contains(text, strings.ReplaceAll(e.Shown(), noBreak, " "))
	})
}

// offering gives what a letter offers a side.
func (w *truthWorld) offering(side board.Side) []example {
	p := gamePage{GameLetter: GameLetter{State: w.state, Reader: reader(side, nil), Now: w.now}, code: w.state.Code(), notation: both}
	return p.examples()
}

// holdOffers tries what a side is offered: each act is accepted, and costs nothing that its line
// does not name.
func (w *truthWorld) holdOffers(side board.Side) {
	w.t.Helper()
	if slices.ContainsFunc(w.state.Transit, func(p transit.Passage) bool { return p.Side != side }) {
		return // what crosses the answer on the way may change what stands, and nobody is told of it before
	}
	for _, e := range w.offering(side) {
		if slices.Contains([]string{"show", "history", "help", "pgn", "resign"}, e.Line) || strings.Contains(e.Says, "lose") {
			continue
		}
		if e.Form != "" && w.state.Terms.Blindfold() {
			continue // the line behind the form is of another position
		}
		after, events := w.tried(side, e.Line)
		if harm := harms(w.state, after, events, side); harm != "" {
			w.t.Errorf("%s is offered %q (%s) in %s, and %s: %+v", side, e.Line, e.Says, w.state.Phase, harm, events)
		}
	}
}

// triedLetter is the number of a letter that is tried.
const triedLetter = 9999

// tried gives the game after a letter of a side that answers the last letter to it, with what is
// under way delivered.
func (w *truthWorld) tried(side board.Side, text string) (game.State, []game.Event) {
	s := w.state
	events := play.Decide(s, play.Letter{ID: triedLetter, By: side, Ply: s.KeyPly(side), Answers: s.Seq, Received: w.now, Statements: interpret.Parse(text).Statements}, w.now)
	s = s.Apply(events...)
	for len(s.Transit) > len(w.state.Transit) && s.Result == nil {
		at, due := s.Deadline()
		if due == game.NothingDue {
			break
		}
		more := play.Decide(s, play.Alarm{}, clocks.Later(at, w.now))
		if len(more) == 0 {
			break
		}
		events = append(events, more...)
		s = s.Apply(more...)
	}
	return s, events
}

// harms says what a letter cost the side that wrote it; "" for nothing.
func harms(before, after game.State, events []game.Event, side board.Side) string {
	for _, e := range events {
		own := e.By == game.PartyOf(side) && e.Letter == triedLetter // what was under way before has its own answer
		switch f := e.Fact.(type) {
		case game.Asked:
			blind := before.Terms.Blindfold() && f.Why == game.ChooseMan // the letter could not name the man
			if own && f.Why != game.Dropped && !blind {
				return "it is asked about: " + string(f.Why)
			}
		case game.Refused:
			if own && f.Why != game.Enough && f.Why != game.LeftOver {
				return "it is refused: " + string(f.Why)
			}
		case game.ClaimRefused, game.Offended, game.Spent:
			if own {
				return fmt.Sprintf("it costs a right (%T)", f)
			}
		case game.Ended:
			if f.Score == game.WonBy(side.Other()) && f.How != game.ByTime && f.How != game.ByCheckmate {
				return "it loses the game"
			}
		}
	}
	if after.Clocks[side].Used > before.Clock(side, after.LastEvent).Used {
		return "it costs time"
	}
	return ""
}
