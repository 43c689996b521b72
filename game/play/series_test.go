package play

import (
	"slices"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
)

func TestConditionals(t *testing.T) {
	run(t, []clause{
		{"a series fires as its assumptions are made, at no cost of time", `
			white: 1. P-K4; if P-K4 2. Kt-KB3; if then Kt-QB3 3. B-Kt5
			expect events Played Promised
			expect letters white:adopted black:move*
			wait 2d
			black: P-K4
			expect events Played Arrived Played
			expect law III.5
			expect line e2e4 e7e5 g1f3
			expect letters white:adopted black:move*
			expect clock white used 0s
			black: Kt-QB3
			expect line e2e4 e7e5 g1f3 b8c6 f1b5
			expect clock black used 2d
			expect to_act black`},
		{"another line[1] lets it lapse", `
			white: 1. P-K4; if P-K4 2. Kt-KB3
			black: P-QB4
			expect line e2e4 c7c5
			white: P-Q4
			black: P-K4
			expect line e2e4 c7c5 d2d4 e7e5`},
		{"an illegal move arrived at is an offence, and what follows it is nothing", `
			white: 1. P-K4; if P-K4, 2. Kt-K5; if then P-Q3, 3. P-Q4
			expect line e2e4
			black: P-K4
			expect state offence_open
			expect law III.5
			expect letters black:offence white:offended*
			black: waive
			white: Kt-KB3
			black: P-Q3
			expect line e2e4 e7e5 g1f3 d7d6
			expect to_act white`},
		{"the penalty is exacted as for any illegal move", `
			white: 1. P-K4; if P-K4, 2. Kt-K5
			black: P-K4
			black: exact penalty C
			expect state penalty_due
			white: K-K2
			expect line e2e4 e7e5 e1e2`},
		{"an illegal move not arrived at is none", `
			white: 1. P-K4; if P-K4, 2. Kt-K5
			black: P-QB4
			expect state await_move`},
		{"with an illegal first move the rest falls", `
			white: 1. P-K5; if P-K4, 2. P-Q4
			expect state offence_open
			expect events Offended Refused
			black: waive
			white: P-K4
			black: P-K4
			expect line e2e4 e7e5`},
		{"if any", `
			white: P-Q4
			black: P-KKt3\nif any, B-Kt2
			white: B-R6
			expect line d2d4 g7g6 c1h6 f8g7
			white: B×B
			expect move h6g7`},
		{"if any becomes illegal", `
			white: P-Q4
			black: P-KKt3\nif any, B-Kt2
			white: P-K4
			expect move f8g7
			black: P-QB3`},
		{"a doubtful move of a series is put to the opponent", `
			white: 1. P-K4; if P-K4, 2. Kt-B3
			expect line e2e4
			black: P-K4
			expect candidates b1c3 g1f3
			expect letters white:held black:ambiguous*
			black: adopt 2; Kt-QB3
			expect line e2e4 e7e5 g1f3 b8c6`},
		{"an illegal assumption is void", `
			white: 1. P-K4; if P-K5, 2. Kt-K5; if P-K4, 2. Kt-KB3
			black: P-K4
			expect line e2e4 e7e5 g1f3`},
		{"a series sent alone joins the last move", `
			white: P-K4
			white: If P-K4, Kt-KB3
			expect events Promised
			expect letters white:received black:conditional
			black: P-K4
			expect line e2e4 e7e5 g1f3`},
		{"after the line[1] it comes too late", `
			white: P-K4
			black: P-K4
			white@1: If P-K4, Kt-KB3
			expect why move_first`},
		{"numbers guard a series too", `
			white: 1. P-K4; if P-K4, 3. Kt-KB3
			expect why wrong_number
			expect line e2e4`},
		{"successive moves without an assumption answer whatever comes", `
			white: 1. P-K4\n2. P-Q4
			black: P-QB4
			expect line e2e4 c7c5 d2d4`},
		{"nothing fires on a doubtful move; the adopter's own line[1] comes first to the choice", `
			moves: e2e4 e7e5

			black: If KKt-B3, Kt-QB3
			white: Kt-B3
			expect state held_ambiguous
			black: adopt 2
			expect line e2e4 e7e5 g1f3 b8c6`},
		{"a conditional holds only after the move it was sent with", `
			white: 1. P-K4; if P-K4, 2. Kt-KB3
			white: 1. P-Q4
			black: adopt 1; P-K4
			expect line d2d4 e7e5
			expect to_act white`},
		{"nothing fires on a correction while the offence is open", `
			moves: e2e4 e7e5

			black: If Kt-KB3, Kt-QB3
			white: R-R5
			white: Kt-KB3
			expect line e2e4 e7e5 g1f3
			black: waive
			expect line e2e4 e7e5 g1f3 b8c6`},
		{"after the flag nothing fires", `
			time: 1 move in 4 days

			white: 1. P-K4; if P-K4, 2. Kt-KB3
			wait 4d
			expect result 1-0
			black: P-K4
			expect line e2e4`},
		{"a resignation on a condition is confirmed first", `
			white: P-K4
			white: If P-K4 I resign
			black: P-K4
			expect why confirm_resign
			expect result none
			white: yes
			expect result 0-1 II.9`},
		{"mate by a stored move ends the game", `
			moves: f2f3

			black: P-K4; if P-KKt4, Q-R5 mate
			white: P-KKt4
			expect result 0-1 I.15(a)
			expect letters white:result black:result`},
	})
}

func TestTwoMovesOnOneAssumption(t *testing.T) {
	run(t, []clause{
		{"the opponent adopts either", `
			white: P-K4\nif P-K4, P-Q4\nif P-K4, Kt-KB3
			black: P-K4
			expect events Played Arrived Arrived Held
			expect law III.4
			expect state held_multiple
			expect candidates d2d4 g1f3
			expect running black
			black: adopt 2; Kt-QB3
			expect line e2e4 e7e5 g1f3 b8c6`},
		{"sent in two letters", `
			white: P-K4\nif P-K4, P-Q4
			white: if P-K4, Kt-KB3
			black: P-K4
			expect candidates d2d4 g1f3`},
		{"one of them illegal", `
			white: P-K4\nif P-K4, P-Q5\nif P-K4, Kt-KB3
			black: P-K4
			expect line e2e4 e7e5 g1f3`},
		{"the same move twice", `
			white: P-K4\nif P-K4, Kt-KB3\nif P-K4, KKt-B3
			black: P-K4
			expect line e2e4 e7e5 g1f3`},
		{"what follows one of them waits on it", `
			white: P-K4\nif P-K4, P-Q4; if then P×P, P-QB3\nif P-K4, Kt-KB3; if then Kt-QB3, B-Kt5
			black: P-K4
			black: adopt 2; Kt-QB3
			expect line e2e4 e7e5 g1f3 b8c6 f1b5`},
		{"a move assumed by name goes before any", `
			white: P-K4\nif any, P-Q4\nif P-K4, Kt-KB3
			black: P-K4
			expect line e2e4 e7e5 g1f3`},
		{"and any before none", `
			white: P-K4\nif any, P-Q4\nif P-K4, Kt-KB3
			black: P-QB4
			expect line e2e4 c7c5 d2d4`},
		{"a move goes before a resignation", `
			white: P-K4\nif P-K4, I resign\nif P-K4, Kt-KB3
			black: P-K4
			expect line e2e4 e7e5 g1f3`},
	})
}

// TestStandings: the standing of a conditional says at once what the letters have made of the
// conditional.
func TestStandings(t *testing.T) {
	standings := func(script string) (all []line.Standing) {
		s := play(t, script)
		for _, c := range s.Conditionals {
			all = append(all, s.Standing(c))
		}
		return all
	}
	for _, c := range []struct {
		script string
		want   []line.Standing
	}{
		{"white: P-K4; if P-K4, Kt-KB3", []line.Standing{line.Waiting}},
		{"white: P-K4; if P-K4, Kt-KB3\nblack: P-QB4", []line.Standing{line.Lapsed}},
		{"white: P-K4; if P-K4, Kt-KB3\nblack: P-QB4\nblack: P-K4", []line.Standing{line.Waiting}},
		{"white: P-K4; if P-K4, Kt-KB3\nblack: P-QB4\nblack: P-K4\nwhite: adopt P-K4", []line.Standing{line.Fired}},
		{"white: 1. P-K4; if P-K4 2. Kt-KB3; if then Kt-QB3 3. B-Kt5\nblack: P-K4", []line.Standing{line.Fired, line.Waiting}},
		{"white: 1. P-K4; if P-K4 2. Kt-KB3; if then Kt-QB3 3. B-Kt5\nblack: P-K4\nblack: P-Q3", []line.Standing{line.Fired, line.Lapsed}},
		{"white: Kt-B3; if P-K4, P-K4\nwhite: P-Q4\nblack: adopt P-Q4", []line.Standing{line.Lapsed}},
		{"white: P-K4; if P-K4, Kt-KB3\nwhite: resign", []line.Standing{line.Lapsed}},
	} {
		if got := standings(c.script); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.script, got, c.want)
		}
	}
}

// TestSeriesErased folds a series without its words: it answers no move, neither by itself
// nor where it goes on after a branch that fired before the words were erased.
func TestSeriesErased(t *testing.T) {
	erased := game.Promised{Ply: 2, Series: []line.Branch{{Next: []line.Branch{{}, {Resign: true}}}, {Resign: true}}}
	var line []board.Move
	for _, uci := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
		m, _ := board.ParseMove(uci)
		line = append(line, m)
	}
	event := func(by game.Party, f game.Fact) game.Event { return game.Event{At: begins, By: by, Letter: 1, Fact: f} }
	for name, after := range map[string][]game.Event{
		"by itself": {event(game.Black, game.Played{Ply: 2, Move: line[1]})},
		"after a branch that fired": {event(game.Black, game.Played{Ply: 2, Move: line[1]}), event(game.Corrd, game.Arrived{Number: 1, Side: board.White, Ply: 2}),
			event(game.White, game.Played{Ply: 3, Move: line[2]}), event(game.Black, game.Played{Ply: 4, Move: line[3]})},
	} {
		s := underWay(t).Apply(event(game.White, game.Played{Ply: 1, Move: line[0]}), event(game.White, erased)).Apply(after...)
		for i, c := range s.Conditionals {
			if standing := s.Standing(c); standing == "waiting" {
				t.Errorf("%s: conditional %d is %s", name, i+1, standing)
			}
		}
		d := docket{State: s}
		if d.fire(); len(d.events) > 0 {
			t.Errorf("%s: %+v", name, d.events)
		}
	}
}
