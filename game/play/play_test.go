package play

import "testing"

// A case is a game played to a point where a clause decides, as a script.
type clause struct{ name, script string }

func run(t *testing.T, cases []clause) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { play(t, c.script) })
	}
}

func TestOrdinaryPlay(t *testing.T) {
	run(t, []clause{
		{"a move and its reply", `
			expect state await_move
			expect to_act white
			white: P-K4
			expect move e2e4
			expect law I.13.C
			expect letters white:adopted black:move*
			expect to_act black
			expect turn 1 black
			black: 1... P-K4
			expect line e2e4 e7e5
			expect letters black:adopted white:move*
			expect turn 2 white`},
		{"a false number is asked about, and yes clears it from the first receipt", `
			white: 3. P-K4
			expect why wrong_number
			expect letters white:asked*
			expect line
			wait 1d
			white: yes
			expect line e2e4
			expect clock white used 0s`},
		{"the same move sent again under its number counts from the first receipt", `
			white: 3. P-K4
			wait 20h
			white: 1. P-K4
			expect clock white used 0s`},
		{"a question is no free clock: a later yes counts from its own receipt", `
			white: 3. P-K4
			wait 2d
			white: yes
			expect line e2e4
			expect clock white used 2d`},
		{"nor is the same move sent again later", `
			white: P-K4?
			wait 2d
			white: P-K4
			expect line e2e4
			expect clock white used 2d`},
		{"another move counts from its own", `
			white: 3. P-K4
			wait 2d
			white: 1. P-Q4
			expect clock white used 2d`},
		{"yes with nothing asked", `
			white: yes
			expect why nothing_asked`},
		{"the opponent's move repeated confirms it (house:7)", `
			white: P-K4
			black: 1. P-K4\n1... P-QB4
			expect line e2e4 c7c5`},
		{"a wrong repetition is asked about", `
			white: P-K4
			black: 1. P-Q4\n1... P-QB4
			expect why wrong_number`},
		{"on lines without numbers the first repeats", `
			white: P-K4
			black: P-K4\nP-QB4
			expect line e2e4 c7c5`},
		{"joined by or it does not", `
			white: P-K4
			black: P-K4 or P-QB4
			expect candidates c7c5 e7e5`},
		{"the opponent's move in the same breath", `
			white: P-K4
			black: 1. P-K4 P-K4
			white: 1... P-K4 2. Kt-KB3
			expect line e2e4 e7e5 g1f3`},
		{"a move before one's turn", `
			white: P-K4
			white@3: P-Q4
			expect why not_your_turn
			expect law I.11.C
			expect line e2e4`},
		{"a number before one's turn", `
			white: P-K4
			white: 2. P-Q4
			expect why not_your_turn`},
		{"a move for an old turn", `
			white: P-K4
			black: P-K4
			white@1: P-Q4
			expect why old_turn
			white: 1. P-Q4
			expect why wrong_number
			white@1: 1. P-Q4
			expect why old_turn
			white@0: 1. P-Q4
			expect why old_turn
			expect line e2e4 e7e5`},
		{"a letter without a statement", `
			white: hello
			expect why no_statement`},
		{"statements that exclude each other", `
			white: P-K4\nresign
			expect why contradiction
			expect line`},
		{"mate ends the game", `
			white: P-KB3
			black: P-K4
			white: P-KKt4
			black: Q-R5 mate
			expect result 0-1 I.15(a)
			expect state finished
			expect to_act none
			expect letters white:result black:result
			white: draw?
			expect why game_over`},
		{"stalemate is a draw", `
			fen: 7k/8/6K1/5Q2/8/8/8/8 w - - 0 1

			white: Q-KB7
			expect result 1/2-1/2 II.8(e)`},
		{"a position set up keeps its numbers", `
			fen: 4k3/p7/8/8/8/8/8/N3K3 b - - 0 8

			expect turn 8 black
			black: 8... K-Q2
			white: 9. Kt-B2
			expect move a1c2`},
		{"Black begins", `
			first move: black

			black: 1. P-K4
			white: 1. P-K4
			expect line e7e5 e2e4
			black: 2. Kt-KB3
			expect move g8f6`},
	})
}

func TestEnds(t *testing.T) {
	run(t, []clause{
		{"resignation, in turn or not", `
			white: P-K4
			white: resign
			expect result 0-1 II.9`},
		{"a draw by agreement", `
			white: P-K4\ndraw?
			expect events Played DrawOffered
			expect letters white:adopted black:move*
			black: accept draw
			expect result 1/2-1/2 II.8(a)`},
		{"both offer", `
			white: draw?
			expect letters white:received black:offer
			white: draw?
			expect events
			black: I offer a draw
			expect result 1/2-1/2`},
		{"an offer declined", `
			white: draw?
			black: decline draw
			expect letters black:received white:refused
			black: accept draw
			expect why nothing_asked
			black: decline draw
			expect why nothing_asked`},
		{"an offer lapses when the other side moves", `
			white: P-K4\ndraw?
			black: P-K4
			black: accept draw
			expect why nothing_asked`},
		{"a right with nothing to act on does not hold up the move", `
			white: P-K4
			black: waive; P-K4
			expect why nothing_asked
			expect line e2e4 e7e5
			expect letters black:adopted white:move*
			white: adopt 1; P-Q4
			expect move d2d4`},
		{"accept and move", `
			white: P-K4\ndraw?
			black: accept draw\nP-K4
			expect why contradiction
			expect result none`},
	})
}
