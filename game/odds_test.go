package game

import (
	"encoding/json"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/interpret"
)

func oddsTerms(t *testing.T, text string) Terms {
	t.Helper()
	terms, refusal := ParseTerms([]interpret.Term{{Key: "odds", Value: text}}, DefaultTerms())
	if refusal != "" {
		t.Fatal(refusal)
	}
	return terms
}

func TestOddsAreArranged(t *testing.T) {
	for odds, want := range map[string]string{
		"pawn by white":                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR w",
		"pawn and move given by white":   "rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR b",
		"pawn and two moves by black":    "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
		"a knight by black":              "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b",
		"king's knight by black":         "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b",
		"Queen’s Bishop, given by white": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR w",
		"rook by white":                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w",
		"the exchange by black":          "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR b",
		"two moves by white":             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b",
		"draws count by black":           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b",
		"mate on h8 by challenger":       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
		"mate with a pawn by me":         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
		"mate with pawn by you":          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b",
	} {
		terms := oddsTerms(t, odds)
		terms.Odds = terms.Odds.seated(board.White)
		p := terms.arranged()
		if fen := p.FEN(); !strings.HasPrefix(fen, want+" ") {
			t.Errorf("%s: %s", odds, fen)
		}
	}
}

func TestOddsInOtherWords(t *testing.T) {
	for text, want := range map[string]string{
		"White gives a knight":      "knight given by white",
		"knight, black gives":       "knight given by black",
		"Rook (white)":              "rook given by white",
		"pawn and move, I give":     "pawn and move given by challenger",
		"odds of a bishop to Black": "bishop given by white",
		"the exchange to me":        "exchange given by opponent",
		"mate on KR8 by white":      "mate on h8 given by white",
		"mate on k5, black gives":   "mate on e4 given by black",
		"mate on KB5 by me":         "mate on kb5 given by challenger",
	} {
		if o := oddsTerms(t, text).Odds; o.String() != want {
			t.Errorf("%s: %s, want %s", text, o, want)
		}
	}
	o := oddsTerms(t, "mate on KB5 by me").Odds.seated(board.Black)
	if want := "mate on f4 given by black"; o.String() != want {
		t.Errorf("once seated %s, want %s", o, want)
	}
}

// The men that are left have their names (I.6), as if they had been set up.
func TestOddsKeepTheNamesOfTheMen(t *testing.T) {
	terms := oddsTerms(t, "rook given by black")
	p := terms.arranged()
	q := terms.setUp(p.FEN())
	for s := range board.NoSquare {
		man, ok := p.At(s)
		if again, still := q.At(s); again != man || still != ok {
			t.Errorf("%v on %v was %v", again, s, man)
		}
	}
	if q.Rookless(board.Black).Len() != 1 || q.Rookless(board.White) != 0 {
		t.Error("Black alone may castle without a Rook")
	}
}

func TestOddsAreKeptAsText(t *testing.T) {
	for _, text := range []string{"none", "knight given by white", "mate on h8 given by opponent", "pawn and two given by black"} {
		o := oddsTerms(t, text).Odds
		kept, err := json.Marshal(o)
		if err != nil || string(kept) != `"`+text+`"` {
			t.Errorf("%s: %s %v", text, kept, err)
		}
		var back Odds
		if err := json.Unmarshal(kept, &back); err != nil || back != o {
			t.Errorf("%s: %v %v", text, back, err)
		}
	}
	var o Odds
	if err := json.Unmarshal([]byte(`"everything"`), &o); err == nil {
		t.Error("no such odds")
	}
}

func TestOddsOfTwoMoves(t *testing.T) {
	for name, text := range map[string]string{
		"a doubtful second move is the receiver's choice": `
			odds: two moves given by black

			white: P-K4; Kt-B3
			expect state held_ambiguous
			expect candidates b1c3 g1f3
			black: adopt 2; P-K3
			expect line e2e4 0000 g1f3 e7e6`,
		"a doubtful first move is asked about": `
			odds: two moves given by black

			white: Kt-B3; P-K4
			expect why moves_due
			expect state await_move`,
		"the whole turn is withdrawn": `
			odds: two moves given by black

			white: P-K4; P-Q4
			white: withdraw
			black: agree
			expect line
			expect turn 1 white
			white: P-QB4; P-KKt3
			expect line c2c4 0000 g2g3`,
		"another letter for the turn changes the last move": `
			odds: two moves given by black

			white: P-K4; P-Q4
			white: P-QB4
			expect candidates c2c4 d2d4
			black: adopt 1
			expect line e2e4 0000 c2c4`,
		"the penalty for the first of them": `
			odds: two moves given by black

			white: P-K5; P-Q4
			expect state offence_open
			black: exact penalty C, KKt
			expect state penalty_due
			white: KKt-B3; P-Q4
			expect line g1f3 0000 d2d4`,
		"one beyond the fourth rank is a move, and can be answered": `
			odds: two moves given by black

			white: P-K4; B-Kt5
			expect state offence_open
			black: P-K4
			expect events Waived
			expect law II.6(e)
			expect state await_move
			expect to_act white`,
		"a correction of the whole turn is exacted": `
			odds: two moves given by black

			white: P-K5; P-Q4
			white: P-K4; P-Q4
			expect line e2e4 0000 d2d4
			black: exact penalty C, KKt
			expect line
			expect state penalty_due`,
		"Black has the two moves": `
			odds: two moves given by white

			black: P-K4; P-Q4
			expect line e7e5 0000 d7d5
			expect turn 3 white
			white: 1. P-K4
			expect line e7e5 0000 d7d5 e2e4`,
		"both count against the time": `
			odds: two moves given by black
			time: 10 moves in 30 days

			white: P-K4; P-Q4
			expect clock white due 8`,
		"a hypothesis goes with them": `
			odds: two moves given by black

			white: P-K4; P-Q4; if P-K4, P×P
			black: P-K4
			expect line e2e4 0000 d2d4 e7e5 d4e5`,
	} {
		t.Run(name, func(t *testing.T) { play(t, text) })
	}
}

// The ply passed in a first turn of two moves is none of the fifty of its side
// (II.8(b)).
func TestFiftyMovesOfEachSideAtOdds(t *testing.T) {
	round := "black: Kt-KB3\nwhite: Kt-Kt1\nblack: Kt-Kt1\nwhite: Kt-KB3\n"
	play(t, `
		odds: two moves given by black

		white: P-K3; Kt-KB3
		`+strings.Repeat(round, 24)+`
		black: Kt-KB3
		white: Kt-Kt1
		black: claim draw: fifty moves, otherwise Kt-Kt1
		expect why not_proved
		white: claim draw: fifty moves
		expect result 1/2-1/2 II.8(b)`)
}

func TestWonOtherwiseThanUndertaken(t *testing.T) {
	s := play(t, `
		odds: mate with pawn given by white

		white: P-K4
		black: resign
		expect result 1-0 II.9`)
	if s.Result.Against != british1899.Condition {
		t.Errorf("%+v", s.Result)
	}
}
