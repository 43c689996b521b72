package dossier

import (
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/store"
)

// actless forges a log that notes no acts, and whose first move is another where f says so.
func actless(f func(e *game.Event, p *game.Played)) func(game.Event) []game.Event {
	return func(e game.Event) []game.Event {
		e.Act = ""
		if p, ok := e.Fact.(game.Played); ok && p.Ply == 1 {
			f(&e, &p)
			e.Fact = p
		}
		return []game.Event{e}
	}
}

// TestLogWithoutActs: a log of before acts were noted is verified as far as its chain, its letters
// and legality reach, and the verification says so; what cannot have been decided at all is a
// fault.
func TestLogWithoutActs(t *testing.T) {
	for what, c := range map[string]struct {
		forge       func(e *game.Event, p *game.Played)
		fault, note string
	}{
		"as it was":         {func(*game.Event, *game.Played) {}, "", "events of which the log notes no act, decided again from acts that may have brought them about: 4"},
		"decided otherwise": {func(e *game.Event, _ *game.Played) { e.Law = "III.4" }, "", "because the log notes no acts, and no act that it may have had brings them about: 1"},
		"not legal":         {func(_ *game.Event, p *game.Played) { p.Move, _ = board.ParseMove("e2e5") }, "event 2, of letter 1", ""},
	} {
		findings := Verify(build(t, forged(t, actless(c.forge))))
		if found := strings.Join(faults(findings), "\n"); (found == "") != (c.fault == "") || !strings.Contains(found, c.fault) {
			t.Errorf("%s: faults %q, want %q", what, found, c.fault)
		}
		said := ""
		for _, f := range findings {
			said += f.Words + "\n"
		}
		if !strings.Contains(said, c.note) {
			t.Errorf("%s: no %q in\n%s", what, c.note, said)
		}
	}
}

// TestForgedActs: an act that is not what the letter and the events say, and one that is left out
// of a log that notes acts, is found.
func TestForgedActs(t *testing.T) {
	for what, c := range map[string]struct{ from, to, want string }{
		"another letter":      {`"number":1,`, `"number":2,`, "event 2: the act names another seat than that of its letter"},
		"no letter that came": {`"number":1,`, `"number":7,`, "event 2, of letter 1: the log says played by white"},
		"another seat":        {`"side":"white"`, `"side":"black"`, "event 2: the act names another seat than that of its letter"},
		"a later time":        {`"side":"white"`, `"side":"white","received":"2026-01-01T13:00:00Z"`, "from a later time than that at which it came"},
		"an earlier time":     {`"side":"white"`, `"side":"white","received":"2026-01-01T11:00:00Z"`, "from before the time at which it came"},
		"another turn":        {`"side":"white"`, `"side":"white","ply":5`, "another turn than the key of its letter"},
		"more events":         {`"events":1`, `"events":2`, "event 2, of letter 1"},
		"no events":           {`"events":1`, `"events":0`, "event 2: the act that the log notes beside it cannot be read"},
		"no statement":        {`"side":"white"`, `"side":"white","took":[]`, "decided again it is asked by white"},
		"another kind":        {`"act":"letter"`, `"act":"alarm"`, "event 2, of letter 1"},
		"a kind of nobody's":  {`"act":"letter"`, `"act":"wish"`, "event 2, of letter 1"},
		"no act":              {"", "", "event 2: the log notes no act from which it follows"},
	} {
		forge := func(e game.Event) []game.Event {
			if p, ok := e.Fact.(game.Played); ok && p.Ply == 1 {
				altered := strings.Replace(e.Act, c.from, c.to, 1)
				if c.from == "" {
					altered = ""
				}
				if altered == e.Act {
					t.Errorf("%s: there is no %s in %s", what, c.from, e.Act)
				}
				e.Act = altered
			}
			return []game.Event{e}
		}
		if found := strings.Join(faults(Verify(build(t, forged(t, forge)))), "\n"); !strings.Contains(found, c.want) {
			t.Errorf("%s: %q found, want %q", what, found, c.want)
		}
	}
}

// TestAlarmOfSeveralTimes: what one alarm brings about at several times, such as the cards that
// arrived while corrd rested, is decided again as of the time of the alarm.
func TestAlarmOfSeveralTimes(t *testing.T) {
	post, refusal := codes.ParseTerms([]interpret.Term{{Key: "medium", Value: "post"}, {Key: "seed", Value: "1"}}, terms.Default())
	if refusal != "" {
		t.Fatal(refusal)
	}
	c := played(t, post, whole, "P-K4", "black: repeat card", "two days later: P-K3", "alarm")
	last := c.Events[len(c.Events)-1]
	first := slices.IndexFunc(c.Events, func(e store.Entry) bool { return strings.Contains(e.Event.Act, play.NotedAlarm) })
	if first < 0 || c.Events[first].Event.At.Equal(last.Event.At) {
		t.Fatalf("of %d events none is of an alarm of several times", len(c.Events))
	}
	if found := faults(Verify(build(t, c))); len(found) > 0 {
		t.Errorf("faults: %q", found)
	}
}

// TestKeyShownAfterADelivery: the keys that a letter makes rotate are found among the events of its
// act, also where a card that was under way is delivered first.
func TestKeyShownAfterADelivery(t *testing.T) {
	events := []game.Event{
		{Letter: 1, Fact: game.Delivered{Number: 1}},
		{Letter: 1, Fact: game.Rotated{Side: board.White, Why: game.LeakCopied}},
		{Letter: 2, Fact: game.Rotated{Side: board.Black, Why: game.LeakCopied}},
		{Letter: 2, Fact: game.HandedIn{Number: 2}},
	}
	for id, want := range map[int64]board.Side{1: board.White, 2: board.Black} {
		if f := shownIn(events, &Letter{ID: id}); f == nil || f.Side != want {
			t.Errorf("letter %d: %+v, want the key of %s", id, f, want)
		}
	}
	if f := shownIn(events, &Letter{ID: 3}); f != nil {
		t.Errorf("letter 3 has shown no key: %+v", f)
	}
}
