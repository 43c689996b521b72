package play

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/templates/texts"
)

func oddsTerms(t *testing.T, text string) terms.Terms {
	t.Helper()
	terms, refusal := codes.ParseTerms([]interpret.Term{{Key: "odds", Value: text}}, terms.Default())
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
		agreed := oddsTerms(t, odds)
		agreed.Odds = agreed.Odds.Seated(board.White)
		p := codes.Arranged(agreed)
		if fen := p.FEN(); !strings.HasPrefix(fen, want+" ") {
			t.Errorf("%s: %s", odds, fen)
		}
	}
}

// The men that are left have their names (I.6), as if they had been set up.
func TestOddsKeepTheNamesOfTheMen(t *testing.T) {
	agreed := oddsTerms(t, "rook given by black")
	p := codes.Arranged(agreed)
	q := codes.SetUp(agreed, p.FEN())
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
		"a doubtful correction of the whole turn is exacted": `
			odds: two moves given by black

			white: P-K5; P-Q4
			white: P-K4; Kt-B3
			expect state held_ambiguous
			black: exact penalty C, KKt
			expect line
			expect state penalty_due
			white: KKt-B3; P-K4
			expect line g1f3 0000 e2e4`,
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
	s := &script{t: t, now: begins}
	s.start("odds: mate with pawn given by white")
	for _, line := range []string{"white: P-K4", "black: resign", "expect result 1-0 II.9"} {
		s.run(line)
	}
	if f, ended := s.step[len(s.step)-1].Fact.(game.Ended); !ended || f.Against != codes.All[0].Condition.Cite() {
		t.Errorf("%+v", s.step)
	}
}

func TestInitialPositions(t *testing.T) {
	array := board.Array()
	if p := codes.Arranged(terms.Default()); p != array {
		t.Errorf("by default %s", p.FEN())
	}
	agreed := terms.Default()
	agreed.First = "black"
	if p := codes.Arranged(agreed); p.SideToMove() != board.Black || !p.Identical(&array) {
		t.Errorf("Black begins: %s", p.FEN())
	}
	if p := codes.InitialPosition("no position"); p != array {
		t.Errorf("of no position: %s", p.FEN())
	}
}

// The codes that terms can name are those that a Code stands for, the default first.
func TestTermsNameTheCodes(t *testing.T) {
	var ids []string
	for _, c := range codes.All {
		ids = append(ids, c.ID)
	}
	if !slices.Equal(ids, terms.Codes) {
		t.Errorf("codes %v, terms name %v", ids, terms.Codes)
	}
}

func TestOddsRefusedInPosition(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"odds: rook by white\nposition: r3k3/8/8/8/8/8/8/R3K3 w Q - 0 8", "still stands"},
		{"colour: black\nodds: rook by challenger\nposition: r3k3/8/8/8/8/8/8/4K3 w - - 0 8", "still stands"},
		{"odds: rook by challenger\nposition: r3k3/8/8/8/8/8/8/4K3 w - - 0 8", "name the colour"},
		{"odds: two moves by white\nposition: r3k3/8/8/8/8/8/8/4K3 w - - 0 8", "the receiver begins"},
	} {
		got, refusal := codes.ParseTerms(interpret.Parse("propose " + strings.ReplaceAll(strings.ReplaceAll(c.text, "\n", ", "), ":", "")).Statements[0].Terms, terms.Default())
		if !strings.Contains(texts.Because(refusal), c.says) || !reflect.DeepEqual(got, terms.Default()) {
			t.Errorf("%s: %q does not say %q, or something is applied", c.text, refusal, c.says)
		}
	}
}
