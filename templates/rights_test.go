package templates

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/store/peertest"
)

// TestLettersOfferRights plays random games and holds the answers that letters offer
// to what Decide accepts: whatever is offered is accepted, and of the rights that a
// letter asks its reader about none that is accepted is left out.
func TestLettersOfferRights(t *testing.T) {
	for seed := range 400 / peertest.Share(3, 40) {
		w := rightsWorld{sitting: sit(t, rightsTerms[seed%len(rightsTerms)], nil), chance: rand.New(rand.NewSource(int64(seed)))}
		for range 25 {
			if w.step(); t.Failed() {
				t.Log(w.state.Position.FEN())
				t.Fatalf("seed %d, after %q", seed, w.script)
			}
		}
	}
}

var rightsTerms = []map[string]string{
	{},
	{"odds": "two moves given by black"},
	{"odds": "two moves given by white", "errors": "courteous-first"},
	{"odds": "pawn and two given by black", "position": "4k3/3pp3/8/8/8/8/3PPPP1/R3K2R w KQ - 0 1"},
	{"position": "4k3/3p4/8/8/2P5/8/8/R3K2R w KQ - 0 1", "time": "reply in 3 days"},
	{"code": "london-club", "late": "forfeit", "umpire": "carol@example.org"},
	{"code": "london-club", "late": "forfeit", "umpire": "carol@example.org", "position": "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
	{"code": "staunton-1871", "late": "forfeit", "umpire": "carol@example.org"},
	{"code": "staunton-1871", "late": "fine", "umpire": "carol@example.org", "position": "4k3/3p4/8/8/2P5/8/8/R3K2R w KQ - 0 1"},
	{"time": "20 moves in 1 hour, then 15 an hour, until 18:00"},
	{"time": "20 moves in 1 hour, then 15 an hour, until 18:00", "odds": "two moves given by white"},
	{"code": "london-club", "late": "fine", "umpire": "carol@example.org", "position": "3rk3/8/8/8/8/8/4B3/R3K3 b Q - 0 1"},
}

// rash are letters that no letter offers, to lead games astray.
var rash = []string{"P-K5", "Kt-B3", "Kt-KB3", "K-K2", "P-K4; P-Q5", "P-K4; Kt-B3", "P-Q4 or P-K4", "P-K4; P-Q4", "P-K5; P-Q4", "9. P-K4", "withdraw",
	"propose time reply in 5 days", "R-R2", "K-B2; R-R3", "Kt-KR3; Kt-QR3", "P-QB4", "castles", "protest: the light is bad"}

// askedAbout are rights that a letter asks its reader about, each with the beginning
// of the line by which it is offered, or of another that says the same; what stands after a
// star is found further on in the line.
var askedAbout = [][]string{{"adopt 1", "adopt"}, {"annul", "annul"}, {"yes", "yes", "agree", "accept draw"}, {"agree", "agree", "accept draw"},
	{"seal P-K4", "seal"}, {"adopt 1; seal P-K4", "adopt * seal "}, {"decline", "decline"}, {"accept draw", "accept draw"}, {"decline draw", "decline draw"}, {"claim forfeiture: II.9(e)", "claim forfeiture"},
	{"exact penalty C", "exact penalty C"}}

type rightsWorld struct {
	*sitting
	chance interface{ Intn(n int) int }
	script []string
}

// step sends a letter that is offered, or a rash one, and looks at what is offered then.
func (w *rightsWorld) step() {
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
	if w.state.Result != nil {
		return
	}
	for _, side := range []board.Side{board.White, board.Black} {
		w.holds(side)
	}
}

// offered returns the lines a letter offers a side.
func (w *rightsWorld) offered(side board.Side) (lines []string) {
	p := gamePage{GameLetter: GameLetter{State: w.state, Reader: reader(side, nil)}, code: w.state.Code(), notation: both}
	for _, e := range p.examples() {
		lines = append(lines, e.Line)
	}
	return lines
}

// accepted reports whether a letter is accepted that answers the last of the game, and
// what came of it.
func (w *rightsWorld) accepted(side board.Side, text string) (bool, []game.Event) {
	events := play.Decide(w.state, play.Letter{ID: 9999, By: side, Ply: w.state.KeyPly(side), Answers: w.state.Seq, Received: w.now,
		Statements: interpret.Parse(text).Statements}, w.now)
	for _, e := range events {
		switch f := e.Fact.(type) {
		case game.Asked:
			if f.Why != game.Dropped {
				return false, events
			}
		case game.Refused:
			if f.Why != game.Enough && f.Why != game.LeftOver {
				return false, events
			}
		case game.ClaimRefused, game.Offended, game.Spent, game.Claimed:
			if e.By == game.PartyOf(side) { // a reply of the other side's, withheld until now, may offend
				return false, events
			}
		}
	}
	return len(events) > 0, events
}

func (w *rightsWorld) holds(side board.Side) {
	w.t.Helper()
	offered := w.offered(side)
	for _, line := range offered {
		if line == "show" || line == "history" || line == "help" || line == "pgn" || line == "book" || line == "yes" {
			continue
		}
		if ok, events := w.accepted(side, line); !ok && len(events) > 0 {
			w.t.Errorf("%v is offered %q in %v, and it is not accepted: %+v", side, line, w.state.Phase, events)
		}
	}
	// where one question is all that waits, agree and decline are other words for its yes and no
	asked := w.state.ProposedTo(side) == nil && (w.state.Question(side) != nil || w.state.Unsaid(side) != nil)
	for _, right := range askedAbout {
		if asked && (right[0] == "agree" || right[0] == "decline") {
			continue
		}
		named := func(line string) bool {
			return slices.ContainsFunc(right[1:], func(like string) bool {
				begins, holds, _ := strings.Cut(like, "*")
				return strings.HasPrefix(line, begins) && strings.Contains(line, holds)
			})
		}
		if ok, _ := w.accepted(side, right[0]); ok && !slices.ContainsFunc(offered, named) {
			w.t.Errorf("%v could answer %q in %v, and is offered only %q", side, right[0], w.state.Phase, offered)
		}
	}
}

// TestNothingCompelled: where the penalty could compel no man neither side reads that the penalty
// may be exacted, for no letter offers that; where the penalty compels a man the receiver reads it.
func TestNothingCompelled(t *testing.T) {
	for moves, compels := range map[string]bool{"KKt-K4": false, "P-K4 P-K4 KKt-Q4": true} {
		var script []string
		for i, move := range strings.Fields(moves) {
			script = append(script, []string{"white: ", "black: "}[i%2]+move)
		}
		g := staged(t, scene{terms: london, script: script})
		if len(g.letters) != 2 {
			t.Fatalf("%s: %d letters, want 2", moves, len(g.letters))
		}
		for _, l := range g.letters {
			text := strings.Join(strings.Fields(l.page(t).Text), " ")
			if says := strings.Contains(text, "may exact") || strings.Contains(text, "still exact"); says != compels {
				t.Errorf("%s: the letter %s speaks of a penalty that may be exacted: %v, want %v\n%s", moves, l.name(), says, compels, l.page(t).Text)
			}
			if l.letter.Reader.Side != g.state.Offence.By {
				offered := slices.Contains(l.letter.State.Rights(l.letter.Reader.Side), interpret.KindExact)
				if offered != compels {
					t.Errorf("%s: the letter offers the penalty: %v, want %v", moves, offered, compels)
				}
			}
		}
	}
}
