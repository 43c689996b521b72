package dossier

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
)

// otherLaw has the log cite another law than the laws of this corrd decide.
func otherLaw(e game.Event) []game.Event {
	if p, ok := e.Fact.(game.Played); ok && p.Ply == 1 {
		e.Law = "III.4"
	}
	return []game.Event{e}
}

// under returns what is found in a log that was decided otherwise, in an archive of other rules.
func under(t *testing.T, rules int, forge func(game.Event) []game.Event) (faulty, notes []string) {
	c := forged(t, forge)
	c.Rules = rules
	for _, f := range Verify(build(t, c)) {
		if f.Fault {
			faulty = append(faulty, f.Words)
		} else {
			notes = append(notes, f.Words)
		}
	}
	return faulty, notes
}

// TestOtherRules: what an archive of other rules decides otherwise is a note that names both
// numbers and the release that decides again in full; what is not legal stays a fault.
func TestOtherRules(t *testing.T) {
	for _, rules := range []int{0, game.Rules + 1} {
		faulty, notes := under(t, rules, otherLaw)
		if len(faulty) > 0 {
			t.Errorf("rules %d: faults %q", rules, faulty)
		}
		if !slices.ContainsFunc(notes, func(n string) bool {
			return strings.Contains(n, "law is III.4 in the log") && strings.Contains(n, "under rules") && strings.Contains(n, "corrd "+watch.ReleaseOf(Format).Module)
		}) {
			t.Errorf("rules %d: no note names the difference: %q", rules, notes)
		}
		faulty, _ = under(t, rules, func(e game.Event) []game.Event {
			if p, ok := e.Fact.(game.Played); ok && p.Ply == 1 {
				p.Move, _ = board.ParseMove("e2e5")
				e.Fact = p
			}
			return []game.Event{e}
		})
		if len(faulty) == 0 {
			t.Errorf("rules %d: a move that is not legal passes", rules)
		}
	}
	if faulty, _ := under(t, game.Rules, otherLaw); len(faulty) == 0 {
		t.Error("under the same rules a difference is no fault")
	}
}

// TestOtherVersion: what another version of the laws decided otherwise is a note that names both,
// and without a seal unproved; what is not legal stays a fault, as does a difference under the same
// version.
func TestOtherVersion(t *testing.T) {
	by := func(version int, forge func(game.Event) []game.Event) Case {
		return forged(t, func(e game.Event) []game.Event {
			if n, noted, err := play.ReadNoted(e); noted && err == nil {
				n.Version = version
				act, err := json.Marshal(n)
				if err != nil {
					t.Fatal(err)
				}
				e.Act = string(act)
			}
			return forge(e)
		})
	}
	illegal := func(e game.Event) []game.Event {
		if p, ok := e.Fact.(game.Played); ok && p.Ply == 1 {
			p.Move, _ = board.ParseMove("e2e5")
			e.Fact = p
		}
		return []game.Event{e}
	}
	for _, version := range []int{0, play.Version + 1} {
		if found := Verify(build(t, by(version, whole))); faults(found) != nil {
			t.Errorf("version %d, decided as ever: %q", version, faults(found))
		}
		for _, sealed := range []bool{true, false} {
			c := by(version, otherLaw)
			if !sealed {
				c.Format = sealedSince - 1
			}
			found := Verify(build(t, c))
			if !slices.ContainsFunc(found, func(f Finding) bool {
				return strings.Contains(f.Words, "law is III.4 in the log") && strings.Contains(f.Words, "version") && f.Unproved != sealed && !f.Fault
			}) {
				t.Errorf("version %d, sealed %v: nothing names the difference: %+v", version, sealed, found)
			}
		}
		if faults(Verify(build(t, by(version, illegal)))) == nil {
			t.Errorf("version %d: a move that is not legal passes", version)
		}
	}
	if faults(Verify(build(t, by(play.Version, otherLaw)))) == nil {
		t.Error("under the same version a difference is no fault")
	}
}

// TestRulesOfTheLog: a game that an older corrd began verifies, and so does one that went under
// newer rules at rest; a number that goes back is a fault, and one that nobody knows yet ends what
// is folded.
func TestRulesOfTheLog(t *testing.T) {
	with := func(rules, renewed int) func(game.Event) []game.Event {
		return func(e game.Event) []game.Event {
			if f, ok := e.Fact.(game.Started); ok {
				f.Rules = rules
				e.Fact = f
			}
			all := []game.Event{e}
			if p, ok := e.Fact.(game.Played); ok && p.Ply == 2 && renewed >= 0 {
				all = append(all, game.Event{At: e.At, By: game.Corrd, Law: "house:31", Letter: e.Letter, Fact: game.Renewed{Rules: renewed}})
			}
			return all
		}
	}
	for name, c := range map[string]struct {
		forge    func(game.Event) []game.Event
		faulty   bool
		unproved string
	}{
		"old":            {with(0, -1), false, ""},
		"old, renewed":   {with(0, 1), false, ""},
		"gone back":      {with(1, 0), true, ""},
		"begun beyond":   {with(9, -1), false, "events from 1 on"},
		"renewed beyond": {with(0, 9), false, "events from 4 on"},
	} {
		faulty, notes := under(t, game.Rules, c.forge)
		if len(faulty) > 0 != c.faulty {
			t.Errorf("%s: faults %q", name, faulty)
		}
		if c.unproved != "" && !strings.Contains(strings.Join(notes, "\n"), c.unproved) {
			t.Errorf("%s: nothing says that the rules are not known: %q", name, notes)
		}
	}
}
