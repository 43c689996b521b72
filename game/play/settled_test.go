package play

import (
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/templates/texts"
)

// TestUndoneOpensDispute: a dispute that a ruling has settled is open again when the ruling is
// undone; one that was closed since stays closed.
func TestUndoneOpensDispute(t *testing.T) {
	const flagged = "late: umpire\ntime: reply in 3 days\n\nwhite: P-K4\nblack: P-K4\nwait 4d\nwhite: protest: the letter was late"
	open := func(s game.State, ground game.Ground) (seq int64) {
		for _, d := range s.Disputes() {
			if d.Ground == ground {
				seq = d.Seq
			}
		}
		return seq
	}
	for _, closed := range []bool{false, true} {
		s := play(t, flagged)
		flag, protest := open(s, game.OnFlag), open(s, game.OnProtest)
		if flag == 0 || protest == 0 {
			t.Fatalf("disputes are open about flag %d, protest %d", flag, protest)
		}
		order := func(r game.Ruling) {
			before := s.Seq
			if s = s.Apply(Decide(s, Rule{r, "terms:late"}, begins.Add(20*24*time.Hour))...); s.Seq == before {
				t.Fatalf("%+v cannot be ordered", r)
			}
		}
		order(game.Ruling{Verb: game.RulesExtended, Side: game.White, By: 48 * time.Hour, Reason: "so it is", Appeal: flag})
		if got := open(s, game.OnFlag); got != 0 {
			t.Errorf("the flag is in dispute after the ruling on it")
		}
		if closed {
			for _, dispute := range []int64{flag, protest} {
				s = s.Apply(game.Event{At: s.LastEvent, By: game.Umpire, Fact: game.Settled{Dispute: dispute, Words: "both agree"}})
			}
			flag, protest = 0, 0
		}
		order(game.Ruling{Verb: game.RulesUndone, Event: s.Ruling.Seq, Reason: "so it is"})
		if got := open(s, game.OnFlag); got != flag {
			t.Errorf("closed %v: the flag is in dispute as %d after the ruling is undone, want %d", closed, got, flag)
		}
		if got := open(s, game.OnProtest); got != protest {
			t.Errorf("closed %v: the protest is in dispute as %d after the ruling is undone, want %d", closed, got, protest)
		}
	}
}

// TestUndoneOpensDisputeOfAnyGround: a dispute about letters that came back, a fine or an appeal
// is open again when the ruling that settled it is undone, and its number is the same.
func TestUndoneOpensDisputeOfAnyGround(t *testing.T) {
	at := days(30)
	rule := func(s game.State, by string, r game.Ruling, law game.Law) game.State {
		t.Helper()
		r.Umpire, r.Reason = by, "so it is"
		if objection := game.Objection(s, r, law, at); objection != "" {
			t.Fatalf("%s: %s", r.Verb, texts.Because(objection))
		}
		return s.Apply(Decide(s, Rule{r, law}, at)...)
	}
	appealed := func() game.State {
		s := rule(play(t, "white: P-K4"), "Walker", game.Ruling{Verb: game.RulesExtended, By: 48 * time.Hour}, "house:16")
		return s.Apply(Decide(s, letter("appeal: they were not ill", 1, at), at)...)
	}
	for ground, c := range map[game.Ground]struct {
		s game.State
		r game.Ruling
	}{
		game.OnBounce: {comesBack(underWay(t), true, days(2)), game.Ruling{Verb: game.RulesExtended, By: 24 * time.Hour}},
		game.OnFine:   {play(t, "late: fine\ntime: reply in 3 days\n\nwhite: P-K4\nblack: P-K4\nwait 4d"), game.Ruling{Verb: game.RulesFined, Side: game.White, Text: "half a crown"}},
		game.OnAppeal: {appealed(), game.Ruling{Verb: game.RulesTime, Side: game.Black, By: time.Hour}},
	} {
		open := func(s game.State) (seq int64) {
			for _, d := range s.Disputes() {
				if d.Ground == ground {
					seq = d.Seq
				}
			}
			return seq
		}
		s := c.s
		dispute := open(s)
		if dispute == 0 {
			t.Fatalf("%s: no dispute is open: %+v", ground, s.Disputes())
		}
		c.r.Appeal = dispute
		s = rule(s, "Lewis", c.r, "house:16")
		if open(s) != 0 {
			t.Errorf("%s: it is open after the ruling on it", ground)
		}
		s = rule(s, "Lewis", game.Ruling{Verb: game.RulesUndone, Event: s.Ruling.Seq}, "house:16")
		if got := open(s); got != dispute {
			t.Errorf("%s: event %d is in dispute after the ruling is undone, want %d", ground, got, dispute)
		}
		if from := s.AppealFrom(dispute); ground == game.OnAppeal && from.Umpire != "Walker" {
			t.Errorf("the appeal is from %+v", from)
		}
	}
}

// TestUndoneKeepsTheMailbox: undoing a ruling makes no letter arrive, or come back: a mailbox that
// was reached since is reached still, and the clock of one that was lost since stands still.
func TestUndoneKeepsTheMailbox(t *testing.T) {
	extend := Rule{game.Ruling{Verb: game.RulesExtended, By: 24 * time.Hour, Reason: "illness"}, "house:16"}
	undone := func(s game.State, since func(game.State) game.State) game.State {
		s = s.Apply(Decide(s, extend, days(3))...)
		undo := game.Ruling{Verb: game.RulesUndone, Event: s.Ruling.Seq, Reason: "by mistake"}
		s = since(s)
		if objection := game.Objection(s, undo, "house:16", days(5)); objection != "" {
			t.Fatal(texts.Because(objection))
		}
		return s.Apply(Decide(s, Rule{undo, "house:16"}, days(5))...)
	}
	s := undone(comesBack(underWay(t), true, days(2)), func(s game.State) game.State {
		return s.Apply(Decide(s, Notify{Side: board.White}, days(4))...)
	})
	wantStands(t, s, false)
	if want := underWay(t).Window.Until.Add(5 * clocks.Day); !s.Window.Until.Equal(want) {
		t.Errorf("the flag falls %v, want %v", s.Window.Until, want)
	}
	s = undone(underWay(t), func(s game.State) game.State { return comesBack(s, true, days(4)) })
	wantStands(t, s, true)
	if d := s.Disputes(); len(d) != 1 || d[0].Ground != game.OnBounce {
		t.Errorf("disputes %+v, want the mailbox", d)
	}
}
