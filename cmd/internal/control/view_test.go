package control

import (
	"testing"

	"corrd/game"
	"corrd/game/board"
)

// TestKindOfPenalty: a penalty by which one of several men is moved or taken is no penalty of the King's.
func TestKindOfPenalty(t *testing.T) {
	h2, _ := board.ParseSquare("h2")
	for want, o := range map[string]game.Offence{
		"king":   {Man: board.NoSquare},
		"man":    {Man: h2},
		"choice": {Man: board.NoSquare, Among: board.SquaresOf([]board.Square{h2})},
	} {
		if got := viewPenalty(game.State{Phase: game.PenaltyDue, Offence: &o}); got == nil || got.Kind != want || (got.Man != nil) != (want == "man") {
			t.Errorf("%+v, want %s", got, want)
		}
	}
	take := game.Offence{Man: board.NoSquare, Take: board.SquaresOf([]board.Square{h2})}
	if got := viewPenalty(game.State{Phase: game.PenaltyDue, Offence: &take}); got.Kind != "choice" {
		t.Errorf("a man is taken: %+v", got)
	}
}
