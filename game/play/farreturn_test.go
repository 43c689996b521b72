package play

import (
	"strings"
	"testing"

	"corrd/game"
)

// TestFarReturn: the umpire restores a game to a choice, however long ago the choice was made.
func TestFarReturn(t *testing.T) {
	s := play(t, strings.Repeat("white: Kt-B3\nblack: adopt 1; KKt-B3\nwhite: QKt-Kt sq\nblack: KKt-Kt sq\n", 12))
	if len(s.Returns) != 12 || len(s.NewestReturns()) != game.MostNamed {
		t.Fatalf("%d points, %d named", len(s.Returns), len(s.NewestReturns()))
	}
	r := Rule{game.Ruling{Verb: game.RulesReturned, Event: s.Returns[0].State.Stirred, Reason: "Black wrote 1 for 2"}, "house:16"}
	if objection := Objection(s, r.Ruling, r.Law, begins); objection != "" {
		t.Fatal(objection)
	}
	if s = s.Apply(Decide(s, r, begins)...); s.Phase != game.HeldAmbiguous || s.LastPly() != 0 {
		t.Errorf("%s at ply %d", s.Phase, s.LastPly())
	}
}
