package play

import (
	"testing"

	"corrd/game"
)

// TestStandstill: of several reasons for which a game stands still, the one counts that the others
// wait for.
func TestStandstill(t *testing.T) {
	session := "medium: email\ntime: 1 move in 1 hour, until 00:30\n\nwait 10m\nwhite: P-K4\n"
	claim := "black: claim forfeiture: II.9(c) he has printed analysis before him\n"
	for _, c := range []struct {
		name, script string
		want         game.Standstill
		stage        game.Phase
		beside       bool // the game goes on beside a claim
	}{
		{"a turn", "white: P-K4", game.NoStandstill, game.AwaitMove, false},
		{"a choice", "white: Kt-B3", game.NoStandstill, game.HeldAmbiguous, false},
		{"a claim", session + claim, game.NoStandstill, game.ClaimOpen, true},
		{"a sealed move", session + "black: seal P-K4", game.AtSealedMove, game.AwaitMove, false},
		{"an adjournment", session + "wait 20m", game.AtAdjournment, game.Suspended, false},
		{"an adjournment with a sealed move", session + "black: seal P-K4\nwait 20m", game.AtAdjournment, game.Suspended, false},
		{"an adjournment at a claim", session + claim + "wait 20m", game.AtAdjournment, game.ClaimOpen, false},
		{"the umpire", "umpire: suspend II.9", game.AtUmpire, game.Suspended, false},
		{"the end", "white: resign", game.AtEnd, game.Finished, false},
	} {
		s := play(t, c.script)
		if got := s.Standstill(); got != c.want || s.Stage() != c.stage || s.ClaimBeside() != c.beside {
			t.Errorf("%s: the game stands still at %q in %v, beside a claim %v; want %q, %v, %v", c.name, got, s.Stage(), s.ClaimBeside(), c.want, c.stage, c.beside)
		}
	}
}

// TestSuspendedWhileAdjourned: a game that waits for the umpire, because a claim about which the
// code is silent came while the game was adjourned, does not go on by itself.
func TestSuspendedWhileAdjourned(t *testing.T) {
	s := play(t, "medium: email\ntime: 1 move in 1 hour, until 00:30\n\nwait 10m\nwhite: P-K4\nwait 20m")
	s = s.Apply(game.Event{At: s.LastEvent, By: game.White, Law: "silence", Fact: game.Claimed{Ground: "stalemate", Halts: true}})
	if at, due := s.Deadline(); due != game.NothingDue {
		t.Errorf("%s is due on %v", due, at)
	}
	if got := s.Standstill(); got != game.AtUmpire {
		t.Errorf("the game stands still at %q", got)
	}
	if _, asked := s.Asked(); asked || s.InPlay() || !s.Halted() || !s.Undecided() || !s.Resumable() {
		t.Errorf("asked %v, in play %v, halted %v, undecided %v, resumable %v", asked, s.InPlay(), s.Halted(), s.Undecided(), s.Resumable())
	}
}
