package play

import (
	"slices"
	"testing"

	"corrd/game"
	"corrd/game/board"
)

func TestPairs(t *testing.T) {
	const odds = "colour: white\nodds: two moves given by black\n"
	run(t, []clause{
		{"the number in a letter means what that letter has listed", odds + `
			white: P-K4; P-Q4
			white: P-Q4; P-K4
			expect events Reopened Held
			expect letters white:held black:multiple
			white: P-QB4; P-QR3
			expect events Held
			black#3: adopt 1
			expect events Advanced Adopted
			expect move e2e4
			expect to_act black`},
		{"words that name no one turn are asked about", odds + `
			white: P-K4; P-Q4
			white: P-Q3; P-KR3
			black: adopt P-K3
			expect events Asked
			expect state held_multiple
			black: adopt P-KR3; P-K4
			expect events Advanced Adopted Played
			expect to_act white`},
		{"two second moves that differ are turned into turns", odds + `
			white: P-K4; P-Q4
			white: P-QB4
			expect events Reopened Held
			white: P-Q3; P-KR3
			expect events Reopened Held
			expect candidates d2d3 e2e4
			black: annul
			expect events Advanced Restored
			expect fen rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq d3 0 2
			expect to_act black`},
		{"a series that goes with the turn adopted fires", odds + `
			white: P-K4; P-Q4
			white: P-K3; P-QB4; if P-K4, Kt-KB3
			expect events Reopened Held Promised
			black: adopt 1; P-K4
			expect move g1f3`},
		{"all of it is taken back with consent", odds + `
			white: P-K4; P-Q4
			white: P-K3; P-QB4
			white: withdraw
			black: agree
			expect state await_move
			expect to_act white
			white: P-K3; P-Q3
			expect move d2d3`},
	})
}

// TestUmpireAdoptsPairs: the umpire records the first move that is adopted and then,
// where several turns begin with it, the second.
func TestUmpireAdoptsPairs(t *testing.T) {
	s := play(t, "colour: white\nodds: two moves given by black\n\nwhite: P-K4; P-Q4\nwhite: P-QB4; P-KKt3\nwhite: P-K4; Kt-KB3\n\nexpect state held_multiple")
	adopt := func(uci string) (events []game.Event) {
		m, _ := board.ParseMove(uci)
		r := Rule{Law: "house:16", Ruling: game.Ruling{Verb: game.RulesAdopted, Move: m, Reason: "both agree"}}
		if objection := game.Objection(s, r.Ruling, r.Law, begins); objection != "" {
			t.Fatal(objection)
		}
		events = Decide(s, r, begins)
		s = s.Apply(events...)
		return events
	}
	if got := kindsOf(adopt("e2e4")); got != "Ruled Advanced" || !slices.Equal(board.UCI(s.Candidates()), []string{"d2d4", "g1f3"}) {
		t.Fatalf("%s, %v", got, s.Candidates())
	}
	if got := kindsOf(adopt("g1f3")); got != "Ruled Adopted" || len(s.Line) != 3 || s.Phase != game.AwaitMove || s.Clocks[board.White].Moves != 2 {
		t.Errorf("%s, %v, %v", got, s.Phase, s.Line)
	}
}
