package umpire

import (
	"time"

	"corrd/game"
	"corrd/game/reason"
)

// verb is what is asked before a ruling is made.
type verb struct {
	objects  func(s game.State, r game.Ruling, at time.Time) reason.Reason // why the verb cannot be ordered now; "" if it can
	complete func(s game.State, r *game.Ruling, now time.Time)             // adds what the ruling comes to; nil: nothing
}

// Completed gives a ruling with what it comes to at a time, on whose day a session that it
// lets go on ends: that end, and all the terms as they then stand.
func Completed(s game.State, r game.Ruling, now time.Time) game.Ruling {
	if v := verbs[r.Verb]; v.complete != nil {
		v.complete(s, &r, now)
	}
	return r
}

// verbs is the table of what is asked before rulings are made.
var verbs = map[game.Verb]verb{
	game.RulesForfeit: {objects: objectsUnlessSide},
	game.RulesAnnulled: {objects: func(s game.State, _ game.Ruling, _ time.Time) reason.Reason {
		return unless(s.Result == nil || s.Result.Score != game.Annulled, reason.Because("objection annulled already"))
	}},
	game.RulesRestored: {objects: func(s game.State, r game.Ruling, _ time.Time) reason.Reason {
		ply := s.PlyOf(r)
		return unless(ply > s.PliesBefore() && ply <= s.LastPly()+1, reason.Because("objection no such turn"))
	},
		complete: func(s game.State, r *game.Ruling, now time.Time) { r.Closes = s.Closing(now) }},
	game.RulesDrawn:   {objects: func(game.State, game.Ruling, time.Time) reason.Reason { return "" }},
	game.RulesAward:   {objects: objectsUnlessSide},
	game.RulesAdopted: {objects: objectsToAdoption},
	game.RulesExacted: {objects: func(s game.State, r game.Ruling, _ time.Time) reason.Reason {
		_, objection := Exaction(s, r.Text)
		return objection
	}},
	game.RulesWaived: {objects: func(s game.State, _ game.Ruling, _ time.Time) reason.Reason {
		return unless(s.Offence != nil && !s.Offence.Exacted, reason.Because("objection nothing to waive"))
	}},
	game.RulesTime: {objects: objectionToTime},
	game.RulesExtended: {objects: func(s game.State, r game.Ruling, _ time.Time) reason.Reason {
		return unless(r.By > 0 && r.By <= mostTimeAtOnce && s.Terms.Time.Per > 0, reason.Because("objection no time to add"))
	}},
	game.RulesDismissed: {objects: objectsToDismissal},
	game.RulesVoid: {objects: func(s game.State, _ game.Ruling, _ time.Time) reason.Reason {
		return unless(s.Phase == game.PenaltyDue, reason.Because("objection nothing exacted"))
	}},
	game.RulesSuspended: {objects: func(s game.State, _ game.Ruling, _ time.Time) reason.Reason {
		return unless(s.Phase != game.ClaimOpen, reason.Because("objection proving"))
	}},
	game.RulesResumed: {objects: func(s game.State, _ game.Ruling, _ time.Time) reason.Reason {
		return unless(s.Phase == game.Suspended || s.Resting(), reason.Because("objection not suspended"))
	},
		complete: func(s game.State, r *game.Ruling, now time.Time) { r.Closes = s.Closing(now) }},
	game.RulesPlayed: {objects: objectsToMove},
	game.RulesFined: {objects: func(s game.State, r game.Ruling, _ time.Time) reason.Reason {
		_, named := r.Side.Side()
		return unless(named && r.Text != "", reason.Because("objection no fine"))
	}},
	game.RulesTerm: {objects: func(s game.State, r game.Ruling, _ time.Time) reason.Reason {
		_, refusal := ordered(s, r.Text)
		return refusal
	},
		complete: func(s game.State, r *game.Ruling, now time.Time) {
			t, _ := ordered(s, r.Text)
			r.Terms, r.Closes = &t, t.Time.Closing(now)
		}},
	game.RulesReopened: {objects: func(s game.State, _ game.Ruling, _ time.Time) reason.Reason { return objectionToReopen(s) },
		complete: func(s game.State, r *game.Ruling, now time.Time) { r.Closes = s.Ending.State.Closing(now) }},
	game.RulesIntention: {objects: objectsToIntention},
	game.RulesCounted:   {objects: func(s game.State, _ game.Ruling, _ time.Time) reason.Reason { return objectionToCount(s) }},
	game.RulesReturned: {objects: objectsToReturn,
		complete: func(s game.State, r *game.Ruling, now time.Time) { r.Closes = s.PointAfter(r.Event).State.Closing(now) }},
	game.RulesSearched: {objects: objectsToSearch},
	game.RulesUndone: {objects: func(s game.State, r game.Ruling, _ time.Time) reason.Reason {
		return unless(s.Ruling != nil && s.Ruling.Seq == r.Event,
			reason.Because("objection not the last", r.Event))
	},
		complete: func(s game.State, r *game.Ruling, now time.Time) { r.Closes = s.Ruling.State.Closing(now) }},
	game.RulesReplaced: {objects: func(s game.State, r game.Ruling, _ time.Time) reason.Reason { return objectionToReplace(s, r) }},
}
