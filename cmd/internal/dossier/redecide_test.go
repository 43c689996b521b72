package dossier

import (
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
)

// TestForgedLog: whoever makes the whole log anew, with every hash and receipt, is found by
// the letters, which say something else.
func TestForgedLog(t *testing.T) {
	played := func(f func(e *game.Event, p *game.Played)) func(game.Event) []game.Event {
		return func(e game.Event) []game.Event {
			if p, ok := e.Fact.(game.Played); ok && p.Ply == 1 {
				f(&e, &p)
				e.Fact = p
			}
			return []game.Event{e}
		}
	}
	move := func(uci string) board.Move { m, _ := board.ParseMove(uci); return m }
	for what, c := range map[string]struct {
		forge func(game.Event) []game.Event
		want  string
	}{
		"another move":       {played(func(_ *game.Event, p *game.Played) { p.Move = move("d2d4") }), `event 2, of letter 1: played: move is "d2d4" in the log, and "e2e4" decided again`},
		"other words":        {played(func(_ *game.Event, p *game.Played) { p.Words = "P-Q4" }), `words is "P-Q4" in the log, and "P-K4" decided again`},
		"another law":        {played(func(e *game.Event, _ *game.Played) { e.Law = "III.4" }), "law is III.4 in the log, and I.13.C decided again"},
		"another time":       {played(func(e *game.Event, _ *game.Played) { e.At = e.At.Add(time.Hour) }), "event 2: the act counts its letter from a later time than that at which it came"},
		"another side":       {played(func(e *game.Event, _ *game.Played) { e.By = game.Black }), "by is black in the log, and white decided again"},
		"a move of nobody's": {played(func(e *game.Event, _ *game.Played) { e.Letter = 0 }), "event 2: played: letter is 0 in the log, and 1 decided again"},
		"an older reader that cannot be": {played(func(_ *game.Event, p *game.Played) { p.Move, p.Reader = move("e2e5"), "0" }),
			"no reader can have read a move that is not legal"},
		"an event left out": {func(e game.Event) []game.Event {
			if _, ok := e.Fact.(game.Protested); ok {
				return nil
			}
			return []game.Event{e}
		}, "letter 3 acted, and no event of the log is of that letter"},
		"a ruling that cannot be made": {func(e game.Event) []game.Event {
			if p, ok := e.Fact.(game.Protested); ok {
				ruled := game.Ruled{Ruling: game.Ruling{Verb: game.RulesForfeit, Side: game.White, Reason: "because"}}
				return []game.Event{{At: e.At, By: game.Umpire, Law: "L16", Fact: ruled}, {At: e.At, By: e.By, Law: e.Law, Letter: e.Letter, Fact: p}}
			}
			return []game.Event{e}
		}, "event 4: the log says ruled by umpire, L16; decided again it is nothing: british-1899 has no provision"},
		"a clock started by no letter": {func(e game.Event) []game.Event {
			if _, ok := e.Fact.(game.Started); ok {
				return []game.Event{e, {At: e.At, By: game.Corrd, Law: "II.10.A", Fact: game.Notified{Side: board.White}}}
			}
			return []game.Event{e}
		}, "event 2: no letter to white was accepted by the next hop at 2026-01-01T12:00:00Z"},
	} {
		found := faults(Verify(build(t, forged(t, c.forge))))
		if !strings.Contains(strings.Join(found, "\n"), c.want) {
			t.Errorf("%s: %q found, want %q", what, found, c.want)
		}
		for _, f := range found {
			if strings.Contains(f, "\n") {
				t.Errorf("%s: a finding of several lines: %q", what, f)
			}
		}
	}
}

// TestHalvesBeforeTheyWereNoted: the log of an older corrd, whose wire mutilated each half of a
// word for two games by itself and noted no halves, is told apart from a forged one; a half that is
// noted, and a word for one game, are decided again as they are.
func TestHalvesBeforeTheyWereNoted(t *testing.T) {
	wire, refusal := codes.ParseTerms([]interpret.Term{{Key: "games", Value: "2"}, {Key: "medium", Value: "telegraph"}, {Key: "leave", Value: "none"},
		{Key: "telegraph.mutilation", Value: "1"}, {Key: "seed", Value: "1"}, {Key: "notation", Value: "gringmuth"}}, terms.Default())
	if refusal != "" {
		t.Fatal(refusal)
	}
	for what, c := range map[string]struct {
		word    string
		forge   func(f *game.HandedIn)
		excused bool
		fault   string
	}{
		"as it is":                     {"GEGOSESO", func(*game.HandedIn) {}, false, ""},
		"an older log":                 {"GEGOSESO", func(f *game.HandedIn) { f.Half, f.Struck, f.With = 0, false, []string{"GEGA"} }, true, ""},
		"an older log, nothing struck": {"GEGOSESO", func(f *game.HandedIn) { f.Half, f.Struck, f.With = 0, false, nil }, true, ""},
		"a half that is forged":        {"GEGOSESO", func(f *game.HandedIn) { f.With = []string{"GEGA"} }, false, "decided again"},
		"a word of one game":           {"GEGO", func(f *game.HandedIn) { f.With = []string{"GEGA"} }, false, "decided again"},
	} {
		forms := 0
		forge := func(e game.Event) []game.Event {
			if c.excused {
				e.Act = "" // an older log notes no acts
			}
			if f, ok := e.Fact.(game.HandedIn); ok {
				forms++
				c.forge(&f)
				e.Fact = f
			}
			return []game.Event{e}
		}
		findings := Verify(build(t, played(t, wire, forge, c.word)))
		said := ""
		for _, f := range findings {
			said += f.Words + "\n"
		}
		if excused := strings.Contains(said, "before halves were noted: 1"); forms != 1 || excused != c.excused {
			t.Errorf("%s: %d forms, excused %v, want %v\n%s", what, forms, excused, c.excused, said)
		}
		if found := strings.Join(faults(findings), "\n"); (found == "") != (c.fault == "") || !strings.Contains(found, c.fault) {
			t.Errorf("%s: faults %q, want %q", what, found, c.fault)
		}
	}
}

// TestOlderReader: words that an older reader read otherwise are told, and are not a fault.
func TestOlderReader(t *testing.T) {
	older := func(e game.Event) []game.Event {
		if p, ok := e.Fact.(game.Played); ok && p.Ply == 1 {
			p.Move, _ = board.ParseMove("d2d4")
			p.Reader = "0"
			e.Fact = p
		}
		return []game.Event{e}
	}
	findings := Verify(build(t, forged(t, older)))
	if found := faults(findings); found != nil {
		t.Errorf("faults: %q", found)
	}
	said := ""
	for _, f := range findings {
		said += f.Words + "\n"
	}
	if want := "the words were read by reader 0 and this one is " + interpret.Version + ", which changes no game"; !strings.Contains(said, want) {
		t.Errorf("no %q in\n%s", want, said)
	}
}
