package play

import (
	"testing"
	"time"

	"corrd/game"
)

// TestFineDue: a fine that is due under the term `late fine` is before the umpire until the umpire
// has settled it.
func TestFineDue(t *testing.T) {
	const late = "late: fine\ntime: reply in 3 days\n\nwhite: P-K4\nblack: P-K4\nwait 4d\n"
	due := func(s game.State) (sides string) {
		for _, d := range s.Disputes() {
			if f, is := s.FineOn(d.Seq); is && d.Ground == game.OnFine {
				sides += f.Side.String() + " "
			}
		}
		return sides
	}
	for _, c := range []struct{ name, then, want string }{
		{"until it is settled", "", "white "},
		{"the late move settles nothing", "white: Kt-KB3", "white "},
		{"nor does the end of the game", "white: resign", "white "},
		{"each lateness has its fine", "white: Kt-KB3\nwait 4d", "white black "},
		{"the umpire dismisses the matter", "umpire: dismiss terms:late", ""},
		{"a protest is dismissed first", "black: protest: he is slow\numpire: dismiss terms:late", "white "},
		{"more time is no pardon", "umpire: extend terms:late 2d", "white "},
		{"the record was wrong", "umpire: correct_time terms:late white -3d", ""},
		{"a turn is restored", "umpire: restore_turn terms:late 1", "white "},
	} {
		if got := due(play(t, late+c.then)); got != c.want {
			t.Errorf("%s: a fine is due from %q, want %q", c.name, got, c.want)
		}
	}

	var s game.State
	order := func(r game.Ruling) {
		r.Reason = "so it is"
		before := s.Seq
		if s = s.Apply(Decide(s, Rule{r, "terms:late"}, begins.Add(20*24*time.Hour))...); s.Seq == before {
			t.Fatalf("%+v cannot be ordered", r)
		}
	}
	for then, want := range map[string][2]string{"": {"white ", ""}, "white: resign": {"white ", ""}} {
		s = play(t, late+then)
		for i, side := range []game.Party{game.Black, game.White} {
			if order(game.Ruling{Verb: game.RulesFined, Side: side, Text: "5s"}); due(s) != want[i] {
				t.Errorf("after %q a fine is due from %q when %v is fined, want %q", then, due(s), side, want[i])
			}
		}
	}

	s = play(t, late)
	order(game.Ruling{Verb: game.RulesFined, Side: game.White, Text: "5s", Appeal: s.Disputes()[0].Seq})
	if got := due(s); got != "" {
		t.Errorf("a fine is due from %q after the ruling on it", got)
	}
	order(game.Ruling{Verb: game.RulesUndone, Event: s.Ruling.Seq})
	if got := due(s); got != "white " {
		t.Errorf("a fine is due from %q after the ruling on it is undone", got)
	}
	s = s.Apply(game.Event{At: s.LastEvent, By: game.Umpire, Fact: game.Settled{Dispute: s.Disputes()[0].Seq, Words: "paid"}})
	if got := due(s); got != "" {
		t.Errorf("a fine is due from %q after the dispute is closed", got)
	}
}
