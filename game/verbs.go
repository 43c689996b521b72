package game

import (
	"fmt"
	"time"
)

// verb is what is asked before a ruling is made.
type verb struct {
	objects  func(s State, r Ruling, at time.Time) string // why the verb cannot be ordered now; "" if it can
	complete func(s State, r *Ruling, now time.Time)      // adds what the ruling comes to; nil: nothing
}

// Completed gives a ruling with what it comes to at a time, on whose day a session that it
// lets go on ends: that end, and all the terms as they then stand.
func (s State) Completed(r Ruling, now time.Time) Ruling {
	if v := verbs[r.Verb]; v.complete != nil {
		v.complete(s, &r, now)
	}
	return r
}

// verbs is the table of what is asked before rulings are made.
var verbs = map[Verb]verb{
	RulesForfeit: {objects: State.objectsUnlessSide},
	RulesAnnulled: {objects: func(s State, _ Ruling, _ time.Time) string {
		return unless(s.Result == nil || s.Result.Score != Annulled, "the game is annulled already")
	}},
	RulesRestored: {objects: func(s State, r Ruling, _ time.Time) string {
		ply := s.plyOf(r)
		return unless(ply > s.base() && ply <= s.LastPly()+1, "there has been no such turn")
	},
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.closing(now) }},
	RulesDrawn:   {objects: func(State, Ruling, time.Time) string { return "" }},
	RulesAward:   {objects: State.objectsUnlessSide},
	RulesAdopted: {objects: State.objectsToAdoption},
	RulesExacted: {objects: func(s State, r Ruling, _ time.Time) string { _, objection := s.exaction(r.Text); return objection }},
	RulesWaived: {objects: func(s State, _ Ruling, _ time.Time) string {
		return unless(s.Offence != nil && !s.Offence.Exacted, "no penalty is open; --void-requirement lifts one that has been exacted, --fine and --resume are for a time overstepped")
	}},
	RulesTime: {objects: State.objectionToTime},
	RulesExtended: {objects: func(s State, r Ruling, _ time.Time) string {
		return unless(r.By > 0 && r.By <= mostTimeAtOnce && s.Terms.Time.Per > 0, "name a time to be added; under the term time none there is nothing to extend")
	}},
	RulesDismissed: {objects: State.objectsToDismissal},
	RulesVoid: {objects: func(s State, _ Ruling, _ time.Time) string {
		return unless(s.Phase == PenaltyDue, "no penalty has been exacted; --waive lifts one that is only open")
	}},
	RulesSuspended: {objects: func(s State, _ Ruling, _ time.Time) string {
		return unless(s.Phase != ClaimOpen, "a claim is being proved; wait a moment")
	}},
	RulesResumed: {objects: func(s State, _ Ruling, _ time.Time) string {
		return unless(s.Phase == Suspended || s.Resting(), "the game is not suspended")
	},
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.closing(now) }},
	RulesPlayed: {objects: State.objectsToMove},
	RulesFined: {objects: func(s State, r Ruling, _ time.Time) string {
		_, named := r.Side.Side()
		return unless(named && r.Text != "", "name a side and the fine, as in white=\"half a crown to the club\"")
	}},
	RulesTerm: {objects: func(s State, r Ruling, _ time.Time) string { _, refusal := s.ordered(r.Text); return refusal },
		complete: func(s State, r *Ruling, now time.Time) {
			t, _ := s.ordered(r.Text)
			r.Terms, r.Closes = &t, t.Time.Closing(now)
		}},
	RulesReopened: {objects: func(s State, _ Ruling, _ time.Time) string { return s.objectionToReopen() },
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.Ending.State.closing(now) }},
	RulesIntention: {objects: State.objectsToIntention},
	RulesCounted:   {objects: func(s State, _ Ruling, _ time.Time) string { return s.objectionToCount() }},
	RulesReturned: {objects: State.objectsToReturn,
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.pointAfter(r.Event).State.closing(now) }},
	RulesSearched: {objects: State.objectsToSearch},
	RulesUndone: {objects: func(s State, r Ruling, _ time.Time) string {
		return unless(s.Ruling != nil && s.Ruling.Seq == r.Event,
			fmt.Sprintf("event %d is not the umpire's last ruling, or the game has gone on since; a turn can be restored, and a player replaced again", r.Event))
	},
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.Ruling.State.closing(now) }},
	RulesReplaced: {objects: func(s State, r Ruling, _ time.Time) string { return s.objectionToReplace(r) }},
}
