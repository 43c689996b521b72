package play

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"corrd/game"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/templates/texts"
)

// counting is a code of the tests' own in which moves are counted on demand.
func counting(t *testing.T, cases ...codes.CountCase) string {
	return invented(t, "british-1899", func(c *codes.Code) {
		c.Draws = nil
		c.Count = codes.Under("II.8(b)", codes.Count{Moves: 50, Cases: cases, NotForMates: true})
		c.Submit = codes.Under("II.8", codes.Provided{})
	}).Code
}

// shuffle are the letters of so many turns of both sides in which two men go to and fro.
func shuffle(white, black [2]string, turns int) string {
	var b strings.Builder
	for i := range turns {
		fmt.Fprintf(&b, "white: %s\nblack: %s\n", white[i%2], black[i%2])
	}
	return b.String()
}

// TestCountIsDemanded: the code says who may demand the count and in which case, and any other
// demand is refused.
func TestCountIsDemanded(t *testing.T) {
	const (
		rooks   = "7k/8/8/8/8/8/1R6/K7 b - - 0 1"       // King and Rook against King
		even    = "7k/1r6/8/8/8/8/1R6/K7 w - - 0 1"     // Rook against Rook
		minor   = "7k/1r6/8/8/8/8/1R2B3/K7 w - - 0 1"   // Rook and Bishop against Rook
		pawn    = "7k/7p/8/8/8/8/1R6/K7 w - - 0 1"      // a Pawn stands
		against = "7k/5ppp/8/8/8/8/8/K7 w - - 0 1"      // a King alone against Pawns
		both    = "4k3/2b5/8/8/8/8/8/R3K3 w - - 0 1"    // Bishop against Rook
		knights = "7k/1r4n1/8/8/8/8/1R2B3/K7 w - - 0 1" // two pieces each
		queens  = "q6k/8/8/8/8/8/8/K5RR w - - 0 1"      // Queen against two Rooks: 9 and 10
	)
	all := []codes.CountCase{codes.SidePersists, codes.KingAlone, codes.OnePiece}
	for _, c := range []struct {
		fen   string
		cases []codes.CountCase
		may   [2]codes.CountCase // White, Black, or "" if refused
	}{
		{rooks, all, [2]codes.CountCase{"", codes.KingAlone}},
		{rooks, []codes.CountCase{codes.DifficultMate}, [2]codes.CountCase{"", codes.DifficultMate}},
		{even, all, [2]codes.CountCase{codes.OnePiece, codes.OnePiece}},
		{minor, all, [2]codes.CountCase{"", codes.OnePiece}},
		{minor, []codes.CountCase{codes.DifficultMate}, [2]codes.CountCase{"", codes.DifficultMate}},
		{pawn, all, [2]codes.CountCase{"", ""}},
		{pawn, []codes.CountCase{codes.DifficultMate}, [2]codes.CountCase{"", ""}},
		{against, all, [2]codes.CountCase{codes.KingAlone, ""}},
		{against, []codes.CountCase{codes.DifficultMate}, [2]codes.CountCase{"", ""}},
		{both, all, [2]codes.CountCase{"", codes.OnePiece}},
		{knights, all, [2]codes.CountCase{"", ""}},
		{knights, []codes.CountCase{codes.DifficultMate}, [2]codes.CountCase{"", ""}},
		{queens, all, [2]codes.CountCase{"", codes.OnePiece}},
		{"", all, [2]codes.CountCase{"", ""}},
		{rooks, nil, [2]codes.CountCase{"", ""}},
	} {
		agreed := terms.Default()
		agreed.Code, agreed.Position = counting(t, c.cases...), c.fen
		s := moved(t, agreedOn(agreed))
		for _, side := range sides {
			if f, _, ok := s.Countable(side); f.Case != c.may[side] || ok != (f.Case != "") {
				t.Errorf("%s, %v: %s may demand it for %q", c.fen, c.cases, side, f.Case)
			}
		}
	}
}

// TestPersisting: a side persists that brings a position about for the third time; one
// that is checked at every turn does not.
func TestPersisting(t *testing.T) {
	checks := []string{"h5e8", "g8h7", "e8h5", "h7g8"}
	line := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for _, c := range []struct {
		what, fen string
		moves     []string
		want      [2]bool
	}{
		{"endless checks, twice", "6k1/6p1/5p2/7Q/8/8/1q6/7K w - - 0 1", append(checks[:4:4], "h5e8", "g8h7", "e8h5"), [2]bool{}},
		{"endless checks", "6k1/6p1/5p2/7Q/8/8/1q6/7K w - - 0 1", append(append(checks[:4:4], checks...), "h5e8"), [2]bool{true, false}},
		{"and the answer to them", "6k1/6p1/5p2/7Q/8/8/1q6/7K w - - 0 1", append(append(checks[:4:4], checks...), checks...), [2]bool{true, false}},
		{"the same line of play", "", append(append(line[:4:4], line...), "g1f3"), [2]bool{true, false}},
		{"by both", "", append(append(line[:4:4], line...), "g1f3", "g8f6"), [2]bool{true, true}},
		{"given up", "", append(append(line[:4:4], line...), "g1f3", "g8f6", "e2e4"), [2]bool{false, true}},
		{"no move yet", "", nil, [2]bool{}},
	} {
		agreed := terms.Default()
		agreed.Code, agreed.Position = counting(t, codes.SidePersists), c.fen
		s := moved(t, agreedOn(agreed), c.moves...)
		for _, side := range sides {
			if _, _, countable := s.Countable(side.Other()); countable != c.want[side] {
				t.Errorf("%s: %s persists: %v", c.what, side, countable)
			}
		}
	}
}

// TestFiftyMovesAreCounted: fifty moves of each side from the demand on, captures
// notwithstanding, and mate on the last of them counts.
func TestFiftyMovesAreCounted(t *testing.T) {
	code := counting(t, codes.KingAlone, codes.OnePiece)
	const fen = "fen: 6k1/8/8/8/8/8/1P4PP/R6K b - - 0 1\n"
	head := "code: " + code + "\ntime: none\n" + fen + "\n"
	demand := "black: demand fifty\nexpect law II.8(b)\nexpect letter white claim\n"
	start := demand + "black: K-R1\n"
	full := shuffle([2]string{"R-KB1", "R-QR1"}, [2]string{"K-Kt2", "K-R1"}, 49)
	s := play(t, head+start+full+"expect state await_move\nwhite: R-QR1\nexpect result 1/2-1/2 II.8(b)\n")
	if s.Result.How != game.ByFiftyMoves || len(s.Line) != 100 {
		t.Errorf("%+v after %d plies", s.Result, len(s.Line))
	}
	// The demand in the midst of a turn counts that turn; one before any demand does not.
	s = play(t, head+"black: K-R1\nwhite: R-KB1\n"+"black: demand fifty\nwhite: demand fifty\nexpect law II.8(b)\nblack: K-Kt2\nwhite: R-QR1\n")
	if made, ok := s.Counted(); !ok || made != [2]int{1, 1} || s.Count.After != 3 {
		t.Errorf("%v %v, %+v", made, ok, s.Count)
	}
	// The fiftieth move of White's mates.
	mates := "fen: 7k/8/6K1/8/8/8/8/R7 b - - 0 1\n"
	s = play(t, "code: "+code+"\ntime: none\n"+mates+"\n"+"black: demand fifty\nblack: K-Kt1\n"+
		shuffle([2]string{"R-QR2", "R-QR1"}, [2]string{"K-R1", "K-Kt1"}, 49)+"white: R-R8\nexpect result 1-0 I.15(a)\n")
	if s.Result.How != game.ByCheckmate {
		t.Errorf("%+v", s.Result)
	}
}

// TestCountIsRefused: a demand in none of the code's cases is pointed to the umpire, and the count
// does not apply where a side undertook to mate in a certain way (case F9).
func TestCountIsRefused(t *testing.T) {
	code := counting(t, codes.KingAlone)
	s := play(t, "code: "+code+"\n\nwhite: demand fifty\nexpect law II.8(b)\nexpect letter white refused\nexpect state await_move\n")
	if s.Count != nil {
		t.Error("it is counted all the same")
	}
	s = play(t, "code: "+code+"\nodds: mate on k5 given by white\nfen: 7k/8/8/8/8/8/1R6/K7 b - - 0 1\n\nblack: demand fifty\nexpect letter black refused\n")
	if s.Count != nil {
		t.Error("it is counted at odds of a mate")
	}
	s = play(t, "\nwhite: demand fifty\nexpect law house:19\nwhite: submit to umpire\nexpect law house:19\n")
	if s.Count != nil || len(s.Claims()) > 0 {
		t.Error("a code that knows no count counts")
	}
}

// TestCountBySubmission: what is submitted lies before the umpire while play goes on,
// and the umpire may have the moves counted.
func TestCountBySubmission(t *testing.T) {
	code := counting(t, codes.KingAlone)
	s := play(t, "code: "+code+`

white: P-K4
black: submit to umpire: neither side can win this
expect law II.8
expect letter white claim
black: P-K4
white: submit to umpire
umpire: count_fifty II.8(b)
expect law II.8(b)
white: Kt-KB3
`)
	if made, ok := s.Counted(); !ok || made != [2]int{1, 0} || len(s.Claims()) != 1 {
		t.Errorf("%v %v, %+v, claims %v", made, ok, s.Count, s.Claims())
	}
	if objection := game.Objection(s, game.Ruling{Verb: game.RulesCounted, Reason: "again"}, "II.8(b)", s.LastEvent); objection == "" {
		t.Error("counted twice")
	}
	if objection := game.Objection(moved(t, gameFrom("")), game.Ruling{Verb: game.RulesCounted, Reason: "no"}, "II.8(b)", tick(1)); !strings.Contains(texts.Because(objection), "british-1899") {
		t.Errorf("british-1899 knows no count: %q", objection)
	}
}

// TestCountIsTakenBack: a turn restored before the demand ends the count, a later one
// does not.
func TestCountIsTakenBack(t *testing.T) {
	code := counting(t, codes.KingAlone)
	head := "code: " + code + "\nfen: 6k1/8/8/8/8/8/1P4PP/R6K b - - 0 1\n\nblack: K-R1\nwhite: R-KB1\nblack: demand fifty\nblack: K-Kt1\nwhite: R-QR1\n"
	if s := play(t, head+"umpire: restore_turn II.6(e) 2b\n"); s.Count == nil {
		t.Error("the count ended")
	}
	if s := play(t, head+"umpire: restore_turn II.6(e) 1b\n"); s.Count != nil {
		t.Errorf("the count goes on: %+v", s.Count)
	}
}

// TestRandomCounts plays endings at random under every code, to which a short count in
// every case is added: counts are demanded, refused, ordered, and come to their end.
func TestRandomCounts(t *testing.T) {
	var ids []string
	for _, c := range slices.Clone(codes.All) {
		counts := *c
		counts.ID += " with a count"
		counts.Count = codes.Under("house:27", codes.Count{Moves: 2, Cases: []codes.CountCase{
			codes.SidePersists, codes.KingAlone, codes.OnePiece, codes.DifficultMate}, NotForMates: true})
		counts.Submit = codes.Under("house:27", codes.Provided{})
		under(t, counts)
		ids = append(ids, counts.ID)
	}
	seen := &census{codes: ids, facts: map[string]int{}, phases: map[game.Phase]int{}, begin: []string{
		"7k/8/8/8/8/8/1R6/K7 b - - 0 1", "3r3k/8/8/8/8/8/1R6/K7 w - - 0 1", "7k/5ppp/8/8/8/8/8/K7 w - - 0 1",
		"7k/8/8/8/8/2BN4/8/K7 w - - 0 1", "3r3k/8/8/8/8/8/1R2B3/K7 w - - 0 1"}}
	rapid.Check(t, seen.game)
	t.Log(seen.facts)
	if seen.facts["Counting"] == 0 || !testing.Short() && seen.fifty == 0 {
		t.Errorf("only %d counts, of which %d came to their end", seen.facts["Counting"], seen.fifty)
	}
}
