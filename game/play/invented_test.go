package play

import (
	"reflect"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/interpret/notation"

	"pgregory.net/rapid"
)

// ofNoBook is a code that no book has: in every choice in which codes differ it chooses
// otherwise than the British code, and it mixes what the others keep apart. Its citations
// are those of rules of the house, for a citation must have a digest.
var ofNoBook = codes.Code{
	ID: "invented", Title: "A code of no book",

	Check: codes.Under("house:5", codes.NeedNotBeMet), FalseCheck: codes.Under("house:5", codes.Provided{}), Met: codes.Under("house:5", codes.Provided{}),
	Record: codes.Under("house:1", codes.AnyNotation), Promotion: codes.Under("house:2", codes.MoverNames),
	Breaches: map[notation.Fault]codes.Law{notation.LeavesCheck: "house:3"},
	First:    codes.Under("house:4", codes.LotDecides), Turn: codes.Under("house:5", codes.Provided{}),

	Doubtful: codes.Under("house:2", codes.ElseIntended), Implicit: codes.Under("house:2", codes.Provided{}), Multiple: codes.Under("house:3", codes.Selected),
	Fault:    codes.Under("house:7", codes.Penalty{Name: "X", Compels: queenElseNothing}),
	Wordless: codes.Under("house:8", codes.Penalty{Unsent: true}),
	Lapse:    codes.Under("house:10", codes.Provided{}), Corrected: codes.Under("house:10", codes.Provided{}),
	Answered: codes.Under("house:11", codes.Stands), Refusal: codes.Under("house:12", codes.Refusal(1)), Recall: codes.Under("house:4", codes.Provided{}),

	Checkmate: codes.Under("house:13", codes.Drawn), Stalemate: codes.Under("house:13", codes.Lost), Dead: codes.Under("house:13", codes.Won),
	Resignation: codes.Under("house:14", codes.Drawn),
	Draws: []codes.Draw{
		{Ground: codes.FiftyMoves, Number: 2, By: codes.Under("house:15", codes.PositionStood)},
		{Ground: codes.Repetition, Number: 3, By: codes.Under("house:15", codes.MovesMade)},
		{Ground: codes.EndlessChecks, Number: 2, By: codes.Under("house:15", codes.PositionStood)},
	},
	Count:   codes.Under("house:16", codes.Count{Moves: 3, Cases: []codes.CountCase{codes.DifficultMate}}),
	Forfeit: codes.Under("house:17", codes.Forfeits{"house:17"}),

	Overstepped: codes.Under("house:12", codes.Provided{}), AnyMeans: codes.Under("house:11", codes.Window(100*clocks.Day)), Bound: codes.Under("house:11", codes.Provided{}),
	Series: codes.Under("house:3", codes.Provided{}), Arrived: codes.Under("house:3", codes.AnyOfThem),
	WrongFirst: codes.Under("house:20", codes.Annulment{Before: 1, Adversary: true}), WrongSetUp: codes.Under("house:20", codes.Annulment{Umpire: true}),
	InTurn: codes.Under("house:22", codes.MoveTurns), OddsFirst: codes.Under("house:15", codes.PieceGiverBegins), OddsMen: codes.Under("house:15", codes.Homes{board.Rook: 7}),
	OddsMoves: codes.Under("house:15", codes.Reach(3)), Rookless: codes.Under("house:15", codes.MayNotCastle), MatePawn: codes.Under("house:15", codes.NeverConverted),
}

// queenElseNothing is a penalty that no code has: the Queen is moved, if it can be.
func queenElseNothing(p *board.Position, legal []board.Move, _ board.Squares) (need codes.Compulsion) {
	for _, m := range legal {
		need.Men |= p.Men(p.SideToMove(), board.Queen) & (1 << m.From())
	}
	need.Own = true
	return need
}

// TestInventedCode plays random games under the invented code: whatever procedures are put
// together, nothing panics, and every event rests on a law.
func TestInventedCode(t *testing.T) {
	under(t, ofNoBook)
	seen := &census{codes: []string{ofNoBook.ID}, facts: map[string]int{}, phases: map[game.Phase]int{}}
	rapid.Check(t, seen.game)
}

// TestInventedCodeDiffers: in each choice the invented code chooses otherwise than the
// British code.
func TestInventedCodeDiffers(t *testing.T) {
	a, b := reflect.ValueOf(*codes.All[0]), reflect.ValueOf(ofNoBook)
	for i := range a.NumField() {
		field := a.Type().Field(i)
		if get := a.Field(i).MethodByName("Get"); !field.IsExported() || !get.IsValid() || get.Type().Out(0).Kind() != reflect.String {
			continue
		}
		chosen := func(v reflect.Value) string { return v.Field(i).MethodByName("Get").Call(nil)[0].String() }
		if chosen(a) == chosen(b) {
			t.Errorf("%s is %q in both", field.Name, chosen(a))
		}
	}
}
