package ledger

import (
	"testing"

	"corrd/game"
)

// TestHalts: a game that the umpire has suspended while it was adjourned waits for the umpire too.
func TestHalts(t *testing.T) {
	rest := &game.Rest{}
	for s, want := range map[*game.State]bool{
		{Phase: game.AwaitMove}:             false,
		{Phase: game.Suspended}:             true,
		{Phase: game.AwaitMove, Rest: rest}: false,
		{Phase: game.Suspended, Rest: rest}: true,
		{Phase: game.Finished, Rest: rest}:  false,
	} {
		if got := halts(*s); got != want {
			t.Errorf("in %v, adjourned %v: halts %v", s.Phase, s.Rest != nil, got)
		}
	}
}
