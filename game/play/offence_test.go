package play

import (
	"testing"

	"corrd/game"
	"corrd/game/board"
)

func TestOffences(t *testing.T) {
	run(t, []clause{
		{"exact C: the King must move", `
			moves: e2e4 e7e5

			white: R-KR5
			expect state offence_open
			expect law III.3
			expect to_act both
			expect running white
			expect letters black:offence white:offended
			black: exact penalty C
			expect state penalty_due
			expect to_act white
			expect letters black:penalty white:penalty
			white: P-Q4
			expect why not_complying
			expect law II.9(e)
			expect letters white:refused black:refused
			expect state penalty_due
			white: K-K2
			expect line e2e4 e7e5 e1e2
			expect state await_move`},
		{"waive", `
			moves: e2e4 e7e5

			white: B-Z9
			black: waive
			expect state await_move
			expect letters black:waived white:waived
			expect to_act white
			white: B-Z9
			expect state offence_open`},
		{"with nothing to exact", `
			white: exact penalty C
			expect why nothing_asked
			white: waive
			expect why nothing_asked`},
		{"the offender cannot exact or waive", `
			white: R-R5
			white: exact penalty C
			expect why nothing_asked
			white: waive
			expect why nothing_asked`},
		{"the King cannot move: a man is selected, and the offender chooses the square", `
			fen: 6k1/8/8/8/8/4n3/P6P/2r3BK w - - 0 1

			white: B-Z9
			black: exact penalty C
			expect why choose_man
			black: exact penalty C, KRP
			expect events Exacted
			white: P-R3
			expect move h2h3`},
		{"a man that cannot move spends the right", `
			fen: 6k1/8/8/8/8/4n3/P6P/2r3BK w - - 0 1

			white: B-Z9
			black: exact penalty C, B
			expect events Spent
			expect law II.11(e)
			expect letters black:spent white:spent
			expect state await_move
			expect to_act white
			black: exact penalty C, KRP
			expect why nothing_asked`},
		{"a man named although the King can move is surplus", `
			moves: e2e4 e7e5

			white: R-KR5
			black: exact penalty C, Kt on KKt1
			white: Kt-KB3
			expect why not_complying
			white: K-K2
			expect move e1e2`},
		{"a penalty the law does not give", `
			moves: e2e4 e7e5

			white: R-KR5
			black: forfeit turn
			expect why no_such_penalty
			expect state offence_open`},
		{"castling discharges nothing", `
			fen: r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1

			white: R-Kt9
			black: exact penalty C
			white: Castles
			expect why not_complying
			white: K-Q2
			expect move e1d2`},
		{"castling while in check is an offence", `
			fen: 4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1

			white: Castles KR
			expect state offence_open
			black: exact penalty C
			white: K×R
			expect move e1e2`},
		{"a correction is exactable until the reply", `
			moves: e2e4 e7e5

			white: R-R4
			wait 1h
			white: Kt-KB3
			expect line e2e4 e7e5 g1f3
			expect to_act black
			black: exact penalty C
			expect line e2e4 e7e5
			expect state penalty_due
			expect running white
			expect letters black:penalty white:penalty*
			white: K-K2
			expect line e2e4 e7e5 e1e2`},
		{"after the reply the right has lapsed", `
			moves: e2e4 e7e5

			white: R-R4
			white: Kt-KB3
			black: Kt-QB3
			black: exact penalty C
			expect why nothing_asked
			expect line e2e4 e7e5 g1f3 b8c6`},
		{"a correction waived", `
			moves: e2e4 e7e5

			white: R-R4
			white: Kt-KB3
			black: waive; Kt-QB3
			expect line e2e4 e7e5 g1f3 b8c6
			black: exact penalty C
			expect why nothing_asked`},
		{"an ambiguous correction", `
			moves: e2e4 e7e5

			white: R-R5
			white: Kt-B3
			expect state held_ambiguous
			black: exact penalty C
			expect state penalty_due
			expect running white`},
		{"an ambiguous correction adopted stays exactable", `
			moves: e2e4 e7e5

			white: R-R5
			white: Kt-B3
			black: adopt 2
			expect line e2e4 e7e5 g1f3
			black: exact penalty C
			expect line e2e4 e7e5`},
		{"another letter without a legal reading", `
			white: R-R5
			white: R-R6
			expect why offence_stands
			expect state offence_open`},
		{"the receiver answers the illegal move", `
			moves: e2e4 e7e5

			white: R-R5
			black: Kt-QB3
			expect events Waived
			expect law II.6(e)
			expect state await_move
			expect to_act white
			expect line e2e4 e7e5`},
		{"gibberish cannot be answered", `
			moves: e2e4 e7e5

			white: B-Z9
			black: Kt-QB3
			expect why not_your_turn
			expect state offence_open`},
		{"a required move may be doubtful", `
			fen: 4k3/8/8/8/8/8/P7/4K3 w - - 0 1

			white: R-R5
			black: exact penalty C
			white: K-B2 or K-Q2
			expect state held_multiple
			black: adopt 1; K-B2
			expect line e1d2 e8f7`},
		{"exact and waive", `
			white: R-R5
			black: exact penalty C\nwaive
			expect why contradiction`},
		{"a notation that is not agreed", `
			white: e4
			expect why not_agreed
			expect law I.13.C
			expect letters white:asked*
			wait 1d
			white: P-K4
			expect clock white used 0s`},
		{"a notation that is agreed", `
			notation: descriptive, algebraic

			white: e4
			expect move e2e4`},
		{"courteous-first", `
			errors: courteous-first

			white: R-R5
			expect why courtesy
			expect law house:10
			expect letters white:asked
			white: P-K4
			black: P-K4
			white: R-R5
			expect state offence_open`},
		{"courteous", `
			errors: courteous

			white: R-R5
			expect why courtesy
			white: R-R6
			expect state offence_open
			black: waive
			white: P-K4
			black: P-K4
			white: R-R5
			expect why courtesy`},
		{"a false check is read past", `
			moves: e2e4 e7e5 d2d4 d7d6

			white: B-KKt5 ch
			expect move c1g5`},
	})
}

func TestRightsClose(t *testing.T) {
	run(t, []clause{
		{"a doubtful reply to a correction ends the right to exact", `
			moves: e2e4 e7e5

			white: R-R5
			white: Kt-KB3
			black: Kt-B3
			expect state held_ambiguous
			black: exact penalty C
			expect why nothing_asked`},
		{"a second letter for a move in discharge must comply too", `
			fen: 4k3/8/8/8/8/8/P7/4K3 w - - 0 1

			white: R-R5
			black: exact penalty C
			white: K-B2 or K-Q2
			white: P-R3
			expect why not_complying
			white: K-K2
			expect candidates e1d2 e1e2 e1f2`},
	})
}

// TestDischarge: what a penalty requires is asked of the game, and never taken for the King's move
// where another move would do.
func TestDischarge(t *testing.T) {
	castles := "code: london-club\nlate: forfeit\nfen: 4kr2/8/8/8/8/8/7P/R3K2R w KQ - 0 1\n\nwhite: Castles KR\nblack: exact penalty"
	false1871 := "code: staunton-1871\nlate: forfeit\nmoves: e2e4 d7d5\n\n"
	for _, c := range []struct {
		name, script string
		move, take   []board.Square
		due          bool
	}{
		{"the King", "moves: e2e4 e7e5\n\nwhite: R-KR5\nblack: exact penalty C", nil, nil, true},
		{"a man that the receiver selects", "white: R-KR5\nblack: exact penalty C, P on KR2", squares("h2"), nil, true},
		{"the King or the Rook, as the offender likes", castles, squares("e1", "h1"), nil, true},
		{"the man that was moved falsely", false1871 + "white: 2. KB-Q6\nblack: exact penalty", squares("f1"), nil, true},
		{"the man that was aimed at", false1871 + "white: 2. B×QP\nblack: exact penalty, take his QP", nil, squares("d5"), true},
		{"an offence", "white: R-KR5", nil, nil, false},
		{"a game suspended meanwhile", "white: R-KR5\nblack: exact penalty C, P on KR2\numpire: suspend II.9", squares("h2"), nil, false},
	} {
		got, due := play(t, c.script).Discharge()
		if want := (game.Discharge{Move: board.SquaresOf(c.move), Take: board.SquaresOf(c.take)}); got != want || due != c.due {
			t.Errorf("%s: %x is due %v, want %x, %v", c.name, got, due, want, c.due)
		}
	}
}

// squares reads squares.
func squares(names ...string) (all []board.Square) {
	for _, name := range names {
		square, _ := board.ParseSquare(name)
		all = append(all, square)
	}
	return all
}
