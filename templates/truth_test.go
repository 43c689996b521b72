package templates

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/interpret"

	"pgregory.net/rapid"
)

// init makes random tests play the same games in every run; the flag rapid.seed has them play
// others.
func init() { flag.Set("rapid.seed", "1") }

// TestLettersTellTheTruth plays random games of every code by every carrier, with rulings, leave
// and lapses of time, and holds each letter to the game: its subject and its sentences ask nobody
// to act who may not act, and name no time but the flag's; whoever must act is told of an act; and
// no act that is offered is refused, or costs what silence would have kept, unless its line says
// so.
func TestLettersTellTheTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &truthWorld{rightsWorld: rightsWorld{sitting: sit(t, drawnTerms(t), nil), chance: lots{t}}, t: t}
		w.hold()
		for range 25 {
			w.step()
		}
	})
}

// TestLettersToldTheTruth plays random games again in which a letter did not tell the truth once.
func TestLettersToldTheTruth(t *testing.T) {
	replay(t, TestLettersTellTheTruth, "171898877", "173074275", "290542", "290839", "314466", "311180",
		"1062256065", "984883671", "163335746", "9943353", "185838806")
}

// replay plays the one random game of each seed again.
func replay(t *testing.T, test func(*testing.T), seeds ...string) {
	seed, checks := flag.Lookup("rapid.seed"), flag.Lookup("rapid.checks")
	defer seed.Value.Set(seed.Value.String())
	defer checks.Value.Set(checks.Value.String())
	checks.Value.Set("1")
	for _, kept := range seeds {
		seed.Value.Set(kept)
		t.Run(kept, test)
	}
}

// lots draws the numbers of a random case.
type lots struct{ t *rapid.T }

func (d lots) Intn(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "n") }

// truthTerms are what the terms of random games are drawn from, term by term; a term that cannot
// stand beside those drawn before is left out.
var truthTerms = []struct {
	key    string
	values []string // "" leaves the term out
}{
	{"code", []string{"british-1899", "american-1897", "staunton-1871", "london-club"}},
	{"umpire", []string{"carol@example.org"}},
	{"late", []string{"", "forfeit", "fine", "umpire"}},
	{"annex", []string{"", "british-1899"}},
	{"medium", []string{"", "", "post", "telegraph"}},
	{"post.transit", []string{"", "1d", "2d"}},
	{"post.loss", []string{"", "0.3"}},
	{"telegraph.mutilation", []string{"", "0.5"}},
	{"seed", []string{"5", "6", "7"}},
	{"time", []string{"", "reply in 3 days", "reply in 30 hours", "2 moves in 6 days", "none", "20 moves in 1 hour, then 15 an hour, until 18:00"}},
	{"errors", []string{"", "", "courteous", "courteous-first"}},
	{"position", []string{"", "", "4k3/P7/8/8/8/8/7p/R3K2R w KQ - 0 1", "6k1/8/8/8/8/4n3/P6P/2r3BK w - - 0 1", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
		"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "4k3/3pp3/8/8/8/8/3PPPP1/R3K2R w KQ - 0 1", "4k3/3p4/8/8/2P5/8/8/R3K2R w KQ - 0 1", "3rk3/8/8/8/8/8/4B3/R3K3 b Q - 0 1"}},
	{"odds", []string{"", "", "", "two moves given by black", "two moves given by white", "pawn and two given by black", "mate with pawn given by white", "draws count given by black"}},
	{"conditionals", []string{"", "", "sealed", "none"}},
	{"leave", []string{"", "10 days a year"}},
	{"board", []string{"", "", "", "blindfold"}},
	{"cards", []string{"", "", "", "white", "black", "both"}},
}

// drawnTerms draws the terms of a game.
func drawnTerms(t *rapid.T) map[string]string {
	written := map[string]string{}
	var list []interpret.Term
	for _, term := range truthTerms {
		value := rapid.SampledFrom(term.values).Draw(t, term.key)
		if term.key == "late" && !strings.HasSuffix(written["code"], "-1899") && !strings.HasSuffix(written["code"], "-1897") {
			value = cmp.Or(value, "forfeit") // which these codes leave to the terms
		}
		if value == "" {
			continue
		}
		if term.key == "cards" {
			if agreed, _ := codes.ParseTerms(list, terms.Default()); agreed.ByCard() == "" {
				written[term.key] = value
			}
			continue
		}
		more := append(slices.Clip(list), interpret.Term{Key: term.key, Value: value})
		_, refusal := codes.ParseTerms(more, terms.Default())
		if early := term.key == "code" || term.key == "umpire"; refusal == "" || early {
			list, written[term.key] = more, value
		}
	}
	return written
}

type truthWorld struct {
	rightsWorld
	t    tester
	bids int // what letters have bidden their readers write
}

// step does one thing: a letter, a while, a ruling, or a letter that comes back.
func (w *truthWorld) step() {
	w.letters = nil
	switch w.chance.Intn(14) {
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
	case 1, 2:
		w.ruleAtRandom()
	case 3:
		if w.chance.Intn(3) == 0 && !w.state.ByCard[w.state.Window.Side] {
			w.script = append(w.script, "a letter comes back")
			w.act(play.CameBack{Side: w.state.Window.Side, Asks: true, Sent: w.state.Window.Opened}, "")
		}
	default:
		if w.chance.Intn(5) > 0 {
			w.postAll()
		}
		w.write()
		if w.chance.Intn(6) > 0 {
			w.delivered()
		}
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

// postAll has the cards posted that wait for it.
func (w *truthWorld) postAll() {
	for _, side := range []board.Side{board.White, board.Black} {
		if cards := w.cards[side]; len(cards) > 0 && cards[len(cards)-1].posted.IsZero() {
			w.script = append(w.script, fmt.Sprint("post: ", side))
			w.posted(side)
		}
	}
}

// delivered lets time pass until nothing is under way.
func (w *truthWorld) delivered() {
	for len(w.state.Transit) > 0 && w.state.Result == nil {
		at, due := w.state.Deadline()
		if due != game.DueDelivery {
			return
		}
		w.wait(max(at.Sub(w.now), 0))
	}
}

// ruleAtRandom has the umpire rule by any verb that nothing objects to.
func (w *truthWorld) ruleAtRandom() {
	powers := game.Powers()
	power := powers[w.chance.Intn(len(powers))]
	r := play.Rule{Law: codes.HouseRulings, Ruling: game.Ruling{Verb: power.Verb, Reason: "by lot", Fundamental: true}}
	r.Side, r.Number = game.PartyOf(board.Side(w.chance.Intn(2))), w.chance.Intn(3)+1
	r.By = []time.Duration{30 * time.Hour, -30 * time.Hour, 5 * clocks.Day, time.Hour}[w.chance.Intn(4)]
	switch power.Takes {
	case game.TakesSideText:
		r.Text = "half a crown to the club"
	case game.TakesTerm:
		r.Text = []string{"time reply in 5 days", "time none", "late fine", "errors law", "conditionals sealed"}[w.chance.Intn(5)]
	case game.TakesEvent:
		if w.state.Ruling != nil {
			r.Event = w.state.Ruling.Seq
		}
	case game.TakesPoint:
		if points := w.state.NewestReturns(); len(points) > 0 {
			r.Event = points[w.chance.Intn(len(points))].State.Stirred
		}
	case game.TakesMove:
		moves := w.state.Candidates()
		if power.Verb == game.RulesPlayed {
			moves = board.Sorted(w.state.Position.Moves(nil))
		}
		if len(moves) > 0 {
			r.Move = moves[w.chance.Intn(len(moves))]
		}
	case game.TakesSeat:
		return // another player has other letters
	}
	if d := w.state.Disputes(); len(d) > 0 && power.Verb.Decides() && w.chance.Intn(2) == 0 {
		r.Appeal = d[0].Seq
	}
	if game.Objection(w.state, r.Ruling, r.Law, w.now) == "" {
		w.script = append(w.script, fmt.Sprint("umpire: ", r.Verb, " ", r.Side, r.Number, " ", r.Event, " ", r.Move, " ", r.By, " ", r.Text))
		w.act(r, "")
	}
}

// hold holds the letters of the last step to the game, and what is offered now.
func (w *truthWorld) hold() {
	for _, l := range w.letters {
		if !l.letter.Reader.Former {
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

// fail ends the game with what is wrong, and how it came to it.
func (w *truthWorld) fail(format string, args ...any) {
	w.t.Helper()
	w.t.Fatalf("%s\n%s\nterms %+v\nafter %q", fmt.Sprintf(format, args...), w.state.Position.FEN(), w.state.Terms, w.script)
}
