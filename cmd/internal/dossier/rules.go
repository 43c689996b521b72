package dossier

import (
	"fmt"

	"corrd/game"
)

// otherRules reports whether the archive was made by a corrd with another number of rules, which
// may decide otherwise than this one.
func (v *verifier) otherRules() bool { return v.about.Rules != game.NewestRules() }

// bothRules names the number of rules of the archive and that of this corrd, and who decides the
// game again in full.
func (v *verifier) bothRules() string {
	return fmt.Sprintf("the archive was made under rules %d and this corrd has rules %d; corrd %s, which made it, decides it again in full", v.about.Rules, game.NewestRules(), v.about.Corrd)
}

// known leaves out the events from the first on that puts the game under rules which this corrd
// does not know: what they come to only a newer corrd can say.
func (v *verifier) known() {
	for i, e := range v.events {
		rules := 0
		switch f := e.Fact.(type) {
		case game.Started:
			rules = f.Rules
		case game.Renewed:
			rules = f.Rules
		}
		if rules > game.NewestRules() {
			v.unproved("events from %d on (%s), %d in all, are decided by rules %d and this corrd knows rules up to %d: they are not folded, and not decided again; %s", i+1, eventsFile, len(v.events)-i, rules, game.NewestRules(), v.bothRules())
			v.events, v.beyond = v.events[:i], true
			return
		}
	}
}
