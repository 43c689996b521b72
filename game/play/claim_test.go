package play

import (
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/terms"
)

func TestClaims(t *testing.T) {
	shuffle := "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"
	run(t, []clause{
		{"the third time, though the right to castle is lost", `
			moves: e2e4 e7e5 g1f3 b8c6 h1g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8

			white: claim draw: repetition
			expect result 1/2-1/2 II.8(c)`},
		{"the second time", `
			moves: g1f3 g8f6 f3g1 f6g8

			white: claim draw: repetition, otherwise P-K4
			expect why not_proved
			expect events ClaimRefused Played
			expect line g1f3 g8f6 f3g1 f6g8 e2e4`},
		{"only the side whose turn it is", `
			moves: ` + shuffle + `

			black: claim draw: repetition
			expect why claim_turn
			white: claim draw: repetition
			expect result 1/2-1/2`},
		{"a claim with a move is late", `
			moves: ` + shuffle + `

			white: Kt-KB3\nclaim draw: repetition
			expect why late_claim
			expect move g1f3
			expect result none`},
		{"under the American code", `
			code: american-1897
			moves: ` + shuffle + `

			white: claim draw: repetition
			expect result 1/2-1/2 II.8(c)`},
		{"fifty moves, Pawn moves notwithstanding", `
			fen: 8/p6k/8/8/8/8/P6K/8 w - - 0 1
			moves: ` + shuffles(100) + `

			white: claim draw: fifty moves
			expect result 1/2-1/2 II.8(b)`},
		{"one move short", `
			fen: 8/p6k/8/8/8/8/P6K/8 w - - 0 1
			moves: ` + shuffles(99) + `

			black: claim draw: fifty moves
			expect why not_proved
			expect result none`},
		{"while a choice is open", `
			white: Kt-B3
			black: claim draw: repetition
			expect why claim_unsettled
			white: claim draw: repetition
			expect why claim_turn`},
		{"by the offender", `
			moves: e2e4 e7e5

			white: P-K5
			white: claim draw: repetition
			expect why claim_after_move
			black: claim draw: repetition
			expect why claim_turn
			black: exact penalty C
			white: claim draw: repetition
			expect why claim_after_move`},
	})
}

// shuffles returns n plies in which Kings go to and fro, with a Pawn's move each
// at the thirtieth.
func shuffles(n int) string {
	kings := [4]string{"h2h1", "h7h8", "h1h2", "h8h7"}
	text := ""
	for i := range n {
		switch {
		case i == 60:
			text += "a2a3 "
		case i == 61:
			text += "a7a6 "
		case i > 61:
			text += kings[(i-2)%4] + " "
		default:
			text += kings[i%4] + " "
		}
	}
	return text
}

func TestUmpire(t *testing.T) {
	run(t, []clause{
		{"a protest is recorded, and play goes on", `
			white: P-K4
			black: protest: he asked a master
			expect events Protested
			expect letters black:received white:protest
			black: P-K4
			expect line e2e4 e7e5`},
		{"what belongs to another code", `
			white: retract
			expect why no_such_right
			expect law house:19`},
	})
}

// doubtful is a game in which White has just moved, and whether it can still be won
// is more than can be told at once.
func doubtful(t *testing.T) game.State {
	t.Helper()
	terms := terms.Default()
	terms.Position = "k1b5/1p1pB3/1P1P4/8/K7/8/8/8 w - - 0 1"
	s := game.State{}.Apply(Decide(game.State{}, Start{Terms: terms, Players: [2]int64{1, 2}}, begins)...)
	s = s.Apply(Decide(s, Notify{Side: board.White}, begins)...)
	s = s.Apply(Decide(s, letter("K-R5", board.White, begins), begins)...)
	s = s.Apply(Decide(s, Notify{Side: board.Black}, begins)...)
	at, due := s.Deadline()
	if side, runs := s.Running(); due != game.DueProof || at.After(begins) || !runs || side != board.Black {
		t.Fatalf("due %q at %v; %v runs: %v", due, at, side, runs)
	}
	return s
}

func TestLongerSearch(t *testing.T) {
	s, soon := doubtful(t), begins.Add(time.Second)
	found, _ := Prove(s)
	if events := Decide(s, found, soon); kindsOf(events) != "ProofFound Ended" || s.Apply(events...).Result.How != game.CannotBeWon {
		t.Errorf("told that nobody can win: %s", describe(events))
	}
	late := begins.Add(31 * clocks.Day)
	if r := s.Apply(Decide(s, letter("K-Kt1", board.Black, late), late)...).Result; r == nil || r.How != game.ByTime {
		t.Errorf("the flag waits for the search: %+v", r)
	}
	replied := s.Apply(Decide(s, letter("K-Kt1", board.Black, soon), soon)...)
	taken := s.Apply(Decide(s, letter("withdraw", board.White, soon), soon)...)
	taken = taken.Apply(Decide(taken, letter("agree", board.Black, soon), soon)...)
	for name, now := range map[string]game.State{"replied to": replied, "withdrawn": taken} {
		if events := Decide(now, found, soon); len(events) != 0 {
			t.Errorf("the move is %s, and what was found before acts: %s", name, describe(events))
		}
	}
	if found, ok := Prove(replied); !ok || replied.Apply(Decide(replied, found, soon)...).Result == nil {
		t.Error("the reply did not bring the question up again")
	}
	if _, ok := Prove(taken); ok {
		t.Error("what was asked about a move withdrawn is searched")
	}
}
