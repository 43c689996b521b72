package play

import (
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/templates/texts"
)

func TestEndlessChecks(t *testing.T) {
	perpetual := "fen: 6k1/6p1/5p2/7Q/8/8/1q6/7K w - - 0 1\n\n"
	run(t, []clause{
		{"proved, with the checks shown", perpetual + `
			white: claim draw: endless checks, otherwise Q-K8 ch
			expect events ProofAsked ProofFound Ended
			expect letters white:result black:result
			expect result 1/2-1/2 II.8(d)`},
		{"refuted, and the move sent with it is played", `
			fen: 7k/8/8/8/8/8/6PP/q5RK b - - 0 1

			black: claim draw: endless checks, otherwise Q-R5
			expect events ProofAsked ProofFound ClaimRefused Played
			expect why refuted
			expect move a1a4
			expect letters black:adopted white:move*`},
		{"refuted, and a move is still due", `
			fen: 7k/8/8/8/8/8/6PP/q5RK b - - 0 1

			black: claim draw: endless checks
			expect events ProofAsked ProofFound ClaimRefused
			expect letters black:refused
			expect state await_move
			expect to_act black
			black: Q-R5
			expect move a1a4`},
	})
}

// TestLondonClaims plays the claim that might have been made in 1824 at Black's 35th turn: the King
// goes to its Bishop's second, and the checks are over.
func TestLondonClaims(t *testing.T) {
	line := strings.Fields(edinburgh)
	s := play(t, "moves: "+strings.Join(line[:len(line)-1], " ")+"\n\nexpect turn 35 black")
	take := func(a Act) (events []game.Event) {
		events = Decide(s, a, begins)
		s = s.Apply(events...)
		return events
	}
	take(letter("claim draw: endless checks, otherwise R-R6 ch", board.Black, begins))
	p, ok := Prove(s)
	if !ok || !strings.Contains(strings.Join(p.Descriptive, "\n"), "35... R-R6 36. K-B2") || !strings.Contains(strings.Join(p.Algebraic, "\n"), "36. Kf2") {
		t.Fatalf("%v: %q", ok, p.Descriptive)
	}
	if got := kindsOf(take(p)); got != "ProofFound ClaimRefused Played" || len(s.Line) != 70 {
		t.Errorf("%s, %d plies", got, len(s.Line))
	}
	if events := Decide(s, p, begins); len(events) != 0 {
		t.Errorf("found again: %s", describe(events))
	}
}

func TestClaimsOfForfeiture(t *testing.T) {
	run(t, []clause{
		{"the umpire decides, and meanwhile the clock runs on", `
			time: reply in 3 days

			wait 1d
			black: claim forfeiture: II.9(c) he used a book
			expect events Claimed
			expect letters black:received white:claim
			expect state claim_open
			expect to_act umpire
			expect running white
			wait 1d
			expect clock white used 2d
			umpire: dismiss II.6(a)
			expect letters black:ruling white:ruling
			expect state await_move
			expect clock white left 1d
			white: P-K4
			expect move e2e4`},
		{"play goes on, and the claim stands", `
			white: P-K4
			black: claim forfeiture: II.9(c) he used a book
			expect state claim_open
			expect running black
			black: P-K4
			expect move e7e5
			expect state await_move
			expect to_act white
			white: claim forfeiture: II.9(d) he asked a master
			expect letters white:received black:claim
			white: claim forfeiture: II.9(d) he asked a master
			expect why claim_waits
			umpire: forfeit II.9(c) white
			expect result 0-1 II.9(c)`},
		{"a flag falls while a claim is open", `
			time: reply in 3 days

			white: P-K4
			black: claim forfeiture: II.9(c) he used a book
			wait 3d
			expect result 1-0 terms:time`},
		{"the umpire may stop the clocks", `
			time: reply in 3 days

			white: P-K4
			black: claim forfeiture: II.9(c) he used a book
			umpire: suspend II.9(c)
			expect running none
			expect state suspended
			wait 30d
			umpire: resume II.9(c)
			expect state claim_open
			expect clock black used 0s`},
		{"the annulment of the game, while another claim is open", `
			white: P-K4
			black: claim forfeiture: II.9(c) he used a book
			black: annul: I should have begun
			expect law II.1(b)
			expect letters black:received white:claim`},
		{"it names the offence", `
			white: claim forfeiture
			expect why not_specified
			white: claim forfeiture: he cheated
			expect why not_specified`},
		{"a move since the knowledge", `
			moves: e2e4 e7e5
			time: none

			wait 5d
			white: Kt-KB3
			black: Kt-QB3
			white: claim forfeiture: II.9(d) he asked a master; known 2026-01-03
			expect why moved_since
			expect law II.9(d)
			white: claim forfeiture: II.9(d) he asked a master; known 2026-01-06
			expect state claim_open`},
		{"a conditional move was completed when it was sent", `
			time: none

			white: P-K4\nif P-K4, Kt-KB3
			wait 5d
			black: P-K4
			expect line e2e4 e7e5 g1f3
			white: claim forfeiture: II.9(d) he asked a master; known 2026-01-03
			expect state claim_open
			expect law II.9(d)`},
		{"not complying with a penalty", `
			moves: e2e4 e7e5

			white: R-R5
			black: exact penalty C
			black: claim forfeiture: II.9(e) he does not move his King
			expect state claim_open
			umpire: dismiss II.11
			white: Kt-KB3
			expect why not_complying
			white: P-Q4
			expect why not_complying
			black: claim forfeiture: II.9(e) he does not move his King
			expect result 0-1 II.9(e)
			expect letters white:result black:result`},
		{"one refusal is for the umpire", `
			moves: e2e4 e7e5

			white: R-R5
			black: exact penalty C
			white: Kt-KB3
			black: claim forfeiture: II.9(e) he does not move his King
			expect result none
			expect state claim_open`},
		{"a correction that crossed the exaction is no refusal", `
			moves: e2e4 e7e5

			white: R-R5
			black: exact penalty C
			white#4: Kt-KB3
			expect why not_complying
			white#4: P-Q4
			white: Kt-KB3
			black: claim forfeiture: II.9(e) he does not move his King
			expect result none
			expect state claim_open`},
		{"nor is a copy of the letter that was one", `
			moves: e2e4 e7e5

			white: R-R5
			black: exact penalty C
			white: Kt-KB3
			white#5: Kt-KB3
			black: claim forfeiture: II.9(e) he does not move his King
			expect result none`},
		{"nor castling, nor words without a legal move, nor doubtful ones", `
			moves: e2e4 e7e5 g1f3 b8c6 f1c4 f8c5

			white: R-R5
			black: exact penalty C
			white: Castles
			expect why not_complying
			expect law II.11(c)
			white: B-Z9
			expect why not_complying
			white: Kt-Q5
			expect why not_complying
			white: P-Q3 or P-Q4
			expect why not_complying
			black: claim forfeiture: II.9(e) he does not move his King
			expect result none
			expect state claim_open`},
		{"a key that older letters carried does not tell what a letter answers", `
			moves: e2e4 e7e5

			white: R-R5
			black: exact penalty C
			white@3: Kt-KB3
			white@3: P-Q4
			black: claim forfeiture: II.9(e) he does not move his King
			expect result none`},
		{"a key that no letter carried before the exaction tells that it answers that", `
			white: P-K4
			white: 1. P-Q4
			black: annul\nP-K4\nexact penalty C
			white@3: Kt-KB3
			expect why not_complying
			white@3: P-Q4
			black: claim forfeiture: II.9(e) he does not move his King
			expect result 0-1 II.9(e)`},
		{"the King moved, a claim is for the umpire", `
			moves: e2e4 e7e5

			white: R-R5
			black: exact penalty C
			white: Kt-KB3
			white: P-Q4
			white: K-K2
			black: claim forfeiture: II.9(e) he would not move his King
			expect result none
			expect state claim_open`},
		{"the forfeit is ruled", `
			white: P-K4
			black: claim forfeiture: II.9(c) he used a book, otherwise P-K4
			umpire: forfeit II.9(c) white
			expect result 0-1 II.9(c)
			expect events Ruled Ended
			expect letters white:result black:result`},
		{"the move sent with a claim is played at once", `
			white: P-K4
			black: claim forfeiture: II.9(c) he used a book, otherwise P-K4
			expect events Claimed Played
			expect line e2e4 e7e5
			expect letters black:adopted white:move*
			umpire: dismiss II.9
			expect events Ruled
			expect line e2e4 e7e5`},
	})
}

func TestRulings(t *testing.T) {
	run(t, []clause{
		{"a turn is restored, through a mate", `
			moves: f2f3 e7e6 g2g4

			black: Q-R5
			expect result 0-1 I.15(a)
			umpire: restore_turn II.6(e) 2w
			expect events Ruled
			expect line f2f3 e7e6
			expect state await_move
			expect to_act white
			expect letters black:ruling white:ruling*`},
		{"an adoption recorded", `
			white: Kt-B3
			umpire: adopt III.3 g1f3
			expect events Ruled Adopted
			expect line g1f3
			expect to_act black
			expect letters white:ruling black:ruling`},
		{"a penalty recorded, and found void", `
			white: R-R5
			umpire: exact III.3
			expect events
			white: P-K4
			black: P-K4
			white: R-R5
			umpire: exact III.3
			expect state penalty_due
			umpire: void_requirement II.11(e)
			expect state await_move
			expect to_act white`},
		{"a waiver recorded", `
			white: R-R5
			umpire: waive III.3
			expect state await_move`},
		{"time corrected and extended", `
			time: 10 moves in 30 days

			wait 5d
			umpire: correct_time II.10.D white -2d
			expect clock white used 3d
			expect clock white left 27d
			umpire: extend II.10.D 24h
			expect clock white left 28d
			wait 28d
			expect result 0-1 II.10.B(b)`},
		{"time extended for a reply alone", `
			time: reply in 3 days

			umpire: extend II.10.D 48h
			wait 4d
			white: P-K4
			expect clock black left 3d
			wait 1d
			black: P-K4
			expect clock white left 3d`},
		{"suspended and resumed", `
			time: reply in 3 days

			wait 2d
			umpire: suspend house:16
			expect letters white:suspended black:suspended
			expect state suspended
			wait 100d
			white: P-K4
			expect why before_umpire
			umpire: move I.11.C e2e4
			expect events
			umpire: resume house:16
			expect letters black:resumed white:resumed
			expect clock white left 1d
			wait 1d
			expect result 0-1`},
		{"a move entered", `
			white: P-K4
			umpire: move III.3 e7e5
			expect events Ruled Played
			expect line e2e4 e7e5
			umpire: move III.3 e7e5
			expect events`},
		{"the end of a game", `
			umpire: draw II.8(a)
			expect result 1/2-1/2 II.8(a)
			umpire: award II.9 white
			expect events`},
		{"annulled", `
			umpire: annul II.1(b)
			expect result annulled II.1(b)
			expect letters white:result black:result`},
		{"a protest after the end, and the turn restored", `
			white: resign
			white: protest: that was my little brother
			expect events Protested
			expect state finished
			umpire: restore_turn house:9 1
			expect state await_move`},
	})
}

// ruling reads a verb, the law, and what the verb needs.
func (s *script) ruling(text string) {
	w := strings.Fields(text)
	r := Rule{Law: game.Law(w[1]), Ruling: game.Ruling{Verb: game.Verb(w[0]), Reason: "for the test"}}
	if before := s.state.Ruling; r.Verb == game.RulesUndone && before != nil {
		r.Event = before.Seq
	}
	if r.Verb == game.RulesTerm {
		r.Text = "time reply in 20 hours"
	}
	for _, arg := range w[2:] {
		if m, ok := board.ParseMove(arg); ok {
			r.Move = m
		} else if arg == "white" || arg == "black" {
			r.Side.UnmarshalText([]byte(arg))
		} else if r.Verb == game.RulesRestored {
			r.Number = int(arg[0] - '0')
			r.Side = map[string]game.Party{"w": game.White, "b": game.Black, "": game.Corrd}[arg[1:]]
		} else {
			sign := time.Duration(1)
			if arg[0] == '-' {
				sign = -1
			}
			r.By = sign * duration(s.t, strings.TrimLeft(arg, "+-"))
		}
	}
	s.act(r)
}

func TestObjections(t *testing.T) {
	s := play(t, "white: P-K4")
	for _, c := range []struct {
		r    Rule
		want string
	}{
		{Rule{game.Ruling{Verb: game.RulesDrawn, Reason: "both asked"}, "II.8(z)"}, `british-1899 has no provision "II.8(z)"; the nearest is "II.8(a)"`},
		{Rule{game.Ruling{Verb: game.RulesDrawn}, "II.8(a)"}, "a ruling needs a reason"},
		{Rule{game.Ruling{Verb: game.RulesForfeit, Reason: "x"}, "II.9"}, "the side must be"},
		{Rule{game.Ruling{Verb: game.RulesRestored, Number: 3, Reason: "x"}, "II.6(e)"}, "there has been no such turn"},
		{Rule{game.Ruling{Verb: game.RulesReopened, Reason: "x"}, "house:16"}, "is not over"},
		{Rule{game.Ruling{Verb: game.RulesUndone, Event: 1, Reason: "x"}, "house:16"}, "no ruling after which the game has not gone on"},
		{Rule{game.Ruling{Verb: game.RulesIntention, Reason: "x"}, "III.3"}, "knows no statement of intention"},
		{Rule{game.Ruling{Verb: game.RulesFined, Side: game.White, Reason: "x"}, "house:16"}, "name a side and the fine"},
		{Rule{game.Ruling{Verb: game.RulesTerm, Text: "a longer time", Reason: "x"}, "house:16"}, "only these terms"},
		{Rule{game.Ruling{Verb: game.RulesTerm, Text: "time tomorrow", Reason: "x"}, "house:16"}, "cannot be"},
		{Rule{game.Ruling{Verb: game.RulesTerm, Text: "odds rook", Reason: "x"}, "house:16"}, "only these terms"},
		{Rule{game.Ruling{Verb: game.RulesTerm, Text: "", Reason: "x"}, "house:16"}, "write the term as in a challenge"},
		{Rule{game.Ruling{Verb: game.RulesDrawn, Appeal: 2, Reason: "x"}, "house:16"}, "has opened no dispute"},
		{Rule{game.Ruling{Verb: game.RulesDrawn, Appeal: 2, Fundamental: true, Reason: "x"}, "house:16"}, "not both"},
		{Rule{game.Ruling{Verb: game.RulesDismissed, Reason: "x"}, "II.9"}, "nothing is before the umpire"},
		{Rule{game.Ruling{Verb: game.RulesTime, Side: game.White, Reason: "x"}, "II.10.D"}, "by how much"},
		{Rule{game.Ruling{Verb: game.RulesTime, Side: game.White, By: -time.Hour, Reason: "x"}, "II.10.D"}, "no time is recorded against"},
		{Rule{game.Ruling{Verb: game.RulesDrawn, Reason: "x"}, "L16"}, `british-1899 has no provision "L16"; corrctl law --coverage`},
		{Rule{game.Ruling{Verb: game.RulesDrawn, Reason: "x"}, ""}, "a ruling needs a law"},
		{Rule{game.Ruling{Verb: game.RulesAdopted, Reason: "x"}, "III.3"}, "no move is held"},
		{Rule{game.Ruling{Verb: game.RulesDrawn, Reason: "x"}, "II.8(a)"}, ""},
		{Rule{game.Ruling{Verb: "shout", Reason: "x"}, "II.8(a)"}, "nothing an umpire does"},
	} {
		got := texts.Because(game.Objection(s, c.r.Ruling, c.r.Law, begins))
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%v: %q, want %q", c.r, got, c.want)
		}
		if events := Decide(s, c.r, begins); (len(events) > 0) != (got == "") {
			t.Errorf("%v: %d events in spite of %q", c.r, len(events), got)
		}
	}
}

// The umpire records on which man the penalty falls, where there is a choice.
func TestObjectionsToAMan(t *testing.T) {
	const immovable = "fen: 6k1/8/8/8/8/4n3/P6P/2r3BK w - - 0 1\n\n"
	for _, c := range []struct{ script, man, want string }{
		{"moves: e2e4 e7e5\n\nwhite: R-R5", "", ""},
		{"moves: e2e4 e7e5\n\nwhite: R-R5", "h2", "the King can be moved"},
		{immovable + "white: B-Z9", "", "one of a2, h2"},
		{immovable + "white: B-Z9", "g1", "no man that can be moved stands on g1; name one of a2, h2"},
		{immovable + "white: B-Z9", "king", "no man that can be moved"},
		{immovable + "white: B-Z9", "h2", ""},
		{"white: P-K4", "", "no penalty is open"},
	} {
		s := play(t, c.script)
		r := Rule{game.Ruling{Verb: game.RulesExacted, Text: c.man, Reason: "he wrote so"}, "III.3"}
		got := texts.Because(game.Objection(s, r.Ruling, r.Law, s.LastEvent))
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%q, %q: %q, want %q", c.script, c.man, got, c.want)
		}
		man, named := board.ParseSquare(c.man)
		if !named {
			man = board.NoSquare
		}
		if s = s.Apply(Decide(s, r, s.LastEvent)...); c.want == "" && (s.Phase != game.PenaltyDue || s.Offence.Man != man) {
			t.Errorf("%q, %q: %v of %v", c.script, c.man, s.Phase, s.Offence.Man)
		}
	}
}

// TestNoTurnAfterTheMate: a turn in which no move can be made is not restored, for nobody could go
// on.
func TestNoTurnAfterTheMate(t *testing.T) {
	s := play(t, "moves: f2f3 e7e6 g2g4\n\nblack: Q-R5")
	for number, want := range map[int]string{2: "", 3: "no legal move can be made in that turn", 4: "there has been no such turn"} {
		r := game.Ruling{Verb: game.RulesRestored, Side: game.White, Number: number, Reason: "x"}
		if got := texts.Because(game.Objection(s, r, "II.6(e)", s.LastEvent)); got != want && (want == "" || !strings.Contains(got, want)) {
			t.Errorf("turn %d: %q, want %q", number, got, want)
		}
	}
}

func TestObjectionsAfterTheEnd(t *testing.T) {
	for script, want := range map[string]string{
		"black: resign":                        "",
		"moves: f2f3 e7e6 g2g4\n\nblack: Q-R5": "no legal move to go on with",
		"time: reply in 3 days\n\nwait 3d":     "the time of the side to move was over",
		"time: 20 moves in 1 hour, until 01:30\n\nwait 1m\nwhite: P-K4\nwait 30m\nblack: P-K4\nwait 59m": "",
	} {
		s := play(t, script)
		r := Rule{game.Ruling{Verb: game.RulesReopened, Reason: "x"}, "house:16"}
		if got := texts.Because(game.Objection(s, r.Ruling, r.Law, s.LastEvent)); s.Phase != game.Finished || got != want && (want == "" || !strings.Contains(got, want)) {
			t.Errorf("%q: %v, %q", script, s.Phase, got)
		}
	}
}

// In a match the game played instead of an annulled one has begun: the annulled
// one cannot count as well.
func TestAnnulledGameOfAMatchStaysAnnulled(t *testing.T) {
	s := play(t, "white: P-K4\nblack: resign")
	s.Match = &game.Match{Challenge: 1, Number: 1, Games: 2}
	annulled := Rule{game.Ruling{Verb: game.RulesAnnulled, Reason: "x"}, "house:16"}
	s = s.Apply(Decide(s, annulled, begins)...)
	for _, r := range []game.Ruling{{Verb: game.RulesReopened}, {Verb: game.RulesRestored, Number: 1}, {Verb: game.RulesUndone, Event: s.Ruling.Seq}} {
		r.Reason = "x"
		if got := texts.Because(game.Objection(s, r, "house:16", begins)); !strings.Contains(got, "annulled for good") {
			t.Errorf("%s: %q", r.Verb, got)
		}
	}
	fine := Rule{game.Ruling{Verb: game.RulesFined, Side: game.White, Text: "a crown", Reason: "x"}, "house:16"}
	s = s.Apply(Decide(s, fine, begins)...)
	if got := texts.Because(game.Objection(s, game.Ruling{Verb: game.RulesUndone, Event: s.Ruling.Seq, Reason: "x"}, "house:16", begins)); got != "" {
		t.Errorf("the fine can be undone: %q", got)
	}
	if got := texts.Because(game.Objection(s, game.Ruling{Verb: game.RulesUndone, Event: s.Ruling.Seq - 1, Reason: "x"}, "house:16", begins)); !strings.Contains(got, "is not the umpire's last ruling") {
		t.Errorf("the ruling before the fine: %q", got)
	}
}

// TestUndone: a ruling that has had its effect is undone, and once a letter has
// acted it cannot be.
func TestUndone(t *testing.T) {
	run(t, []clause{
		{"other terms", `
			umpire: term house:16
			expect regime bound
			umpire: undo house:16
			expect regime any-means
			expect clock white left 30d`},
		{"a move that ended in a draw for want of force", `
			fen: 4k3/8/8/8/8/8/4p3/4K3 w - - 0 1

			umpire: move house:16 e1e2
			expect result 1/2-1/2 I.15(c)
			umpire: undo house:16
			expect state await_move
			expect running white
			expect fen 4k3/8/8/8/8/8/4p3/4K3 w - - 0 1`},
		{"an annulment of a game that was over, and then its end", `
			white: resign
			umpire: annul house:16
			expect result annulled house:16
			umpire: undo house:16
			expect result 0-1 II.9
			umpire: reopen house:16
			expect state await_move
			white: P-K4
			expect move e2e4`},
		{"a letter has acted since", `
			umpire: draw house:16
			umpire: reopen house:16
			umpire: extend house:16 1d
			white: P-K4
			umpire: undo house:16
			expect events `},
	})
}
