package daemon_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game"
	"corrd/game/play"
	"corrd/store"
)

// rulings is the umpire's own record of the rulings that they ordered, by the reasons of the
// rulings. Each reason is different.
type rulings struct {
	mu       sync.Mutex
	made     map[string]play.Rule
	answered map[string]bool // corrd has confirmed the ruling
}

// write enters a ruling, and gives the ruling with its own reason.
func (b *rulings) write(r play.Rule) play.Rule {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.made == nil {
		b.made, b.answered = map[string]play.Rule{}, map[string]bool{}
	}
	r.Law, r.Reason = "house:16", fmt.Sprint("for reason ", len(b.made)+1)
	b.made[r.Reason] = r
	return r
}

// ruler is an umpire who makes rulings in games, most of which the laws allow. A ruler does not
// repeat a ruling that got no answer.
type ruler struct {
	*world
	chance *rand.Rand
}

func (u *ruler) live(ctx context.Context) {
	for rest(ctx, upTo(30*time.Minute, u.chance)) {
		u.rule()
	}
}

// rule makes one ruling in some game.
func (u *ruler) rule() {
	var s game.State
	found := u.house.view(func(v store.View) error {
		ids, err := v.Games(0, 10)
		if err != nil || len(ids) == 0 {
			return store.ErrNotFound
		}
		s, err = v.Game(ids[u.chance.IntN(len(ids))])
		return err
	})
	if !found {
		return
	}
	r := u.rulings.write(play.Rule{Ruling: u.order(s)})
	answer, err := u.call("/rule", control.Ruling{ID: s.ID, Rule: &r})
	switch {
	case err != nil:
		u.house.faults.count("- rulings without an answer")
	case answer == http.StatusOK:
		u.house.faults.count("- rulings: " + string(r.Verb))
		u.rulings.mu.Lock()
		u.rulings.answered[r.Reason] = true
		u.rulings.mu.Unlock()
	default:
		u.house.faults.count("- rulings refused")
	}
}

// order returns a ruling that suits the state of a game.
func (u *ruler) order(s game.State) game.Ruling {
	side := []game.Party{game.White, game.Black}[u.chance.IntN(2)]
	if u.chance.IntN(2) == 0 {
		if r, ok := u.orderInTurn(s); ok {
			return r
		}
	}
	hours := time.Duration(u.chance.IntN(40)-20) * time.Hour
	return []game.Ruling{
		{Verb: game.RulesRestored, Number: 1 + u.chance.IntN(s.LastPly()/2+1), Side: side},
		{Verb: game.RulesTime, Side: side, By: hours},
		{Verb: game.RulesExtended, By: hours},
		{Verb: game.RulesSuspended},
		{Verb: game.RulesForfeit, Side: side},
		{Verb: game.RulesAnnulled},
		{Verb: game.RulesFined, Side: side, Text: "a shilling"},
		{Verb: game.RulesTerm, Text: "time reply in 4 days"},
	}[u.chance.IntN(8)]
}

// orderInTurn returns a ruling that suits the state of the turn; ok is false when there is none.
func (u *ruler) orderInTurn(s game.State) (r game.Ruling, ok bool) {
	legal := s.Position.Moves(nil)
	switch candidates := s.Candidates(); {
	case s.Phase == game.Suspended:
		r.Verb = game.RulesResumed
	case s.Ruling != nil && u.chance.IntN(2) == 0:
		r.Verb, r.Event = game.RulesUndone, s.Ruling.Seq
	case s.Phase == game.Finished:
		r.Verb = game.RulesReopened
	case s.Phase == game.PenaltyDue:
		r.Verb = game.RulesVoid
	case len(candidates) > 0:
		r.Verb, r.Move = game.RulesAdopted, candidates[u.chance.IntN(len(candidates))]
	case s.Offence != nil:
		r.Verb = []game.Verb{game.RulesExacted, game.RulesWaived}[u.chance.IntN(2)]
	case len(s.Protests) > 0 || s.Claim != nil:
		r.Verb = game.RulesDismissed
	case len(legal) > 0 && u.chance.IntN(4) == 0:
		r.Verb, r.Move = game.RulesPlayed, legal[u.chance.IntN(len(legal))]
	}
	return r, r.Verb != ""
}

// ruling asks the laws again what a ruling brings about, and checks that it was made once and as
// the umpire ordered it.
func (v *verdicts) ruling(s game.State, f game.Ruled, e game.Event) []game.Event {
	if events, is := v.directed(s, f, e.At); is {
		if here := fmt.Sprint(f.Reason, " in game ", s.ID); v.ruled[here] {
			v.Errorf("game %d has the ruling %q again", s.ID, f.Reason)
		} else {
			v.ruled[here] = true
		}
		return events
	}
	r, known := v.rulings.made[f.Reason]
	if !known || v.ruled[f.Reason] {
		v.Errorf("game %d has the ruling %q, which nobody made, or again", s.ID, f.Reason)
	}
	v.ruled[f.Reason], v.meddled[s.ID] = true, true
	return play.Decide(s, r, e.At)
}

// everyRulingKept checks that every ruling that corrd confirmed is in the log.
func (v *verdicts) everyRulingKept() {
	for reason := range v.rulings.answered {
		if !v.ruled[reason] && !v.house.restored {
			v.Errorf("the ruling %q (%s) was answered, and is in no log", reason, v.rulings.made[reason].Verb)
		}
	}
}
