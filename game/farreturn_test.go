package game

import (
	"strings"
	"testing"
)

// TestFarReturn: the umpire restores a game to a choice however long ago it was made.
func TestFarReturn(t *testing.T) {
	s := play(t, strings.Repeat("white: Kt-B3\nblack: adopt 1; KKt-B3\nwhite: QKt-Kt sq\nblack: KKt-Kt sq\n", 12))
	if len(s.Returns) != 12 || len(s.NewestReturns()) != mostNamed {
		t.Fatalf("%d points, %d named", len(s.Returns), len(s.NewestReturns()))
	}
	r := Rule{Ruling{Verb: RulesReturned, Event: s.Returns[0].State.Stirred, Reason: "Black wrote 1 for 2"}, "house:16"}
	if objection := s.Objection(r.Ruling, r.Law, begins); objection != "" {
		t.Fatal(objection)
	}
	if s = s.Apply(s.Decide(r, begins)...); s.Phase != HeldAmbiguous || s.LastPly() != 0 {
		t.Errorf("%s at ply %d", s.Phase, s.LastPly())
	}
}
