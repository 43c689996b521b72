package game

import (
	"fmt"
	"time"

	"corrd/interpret"
	"corrd/interpret/notation"
)

// verb is what becomes of a ruling before and after it changes the game: the rest of a row
// of powers.
type verb struct {
	objects  func(s State, r Ruling, at time.Time) string // why the verb cannot be ordered now; "" if it can
	complete func(s State, r *Ruling, now time.Time)      // adds what the ruling comes to; nil: nothing
	decide   func(d *docket, r Rule)                      // the events that follow from the ruling; nil: none
}

// verbs is the table of what becomes of rulings.
var verbs = map[Verb]verb{
	RulesForfeit: {objects: State.objectsUnlessSide,
		decide: func(d *docket, r Rule) { d.order(r, Ended{Score: WonBy(r.Side.side().Other()), How: ByForfeit}) }},
	RulesAnnulled: {objects: func(s State, _ Ruling, _ time.Time) string {
		return unless(s.Result == nil || s.Result.Score != Annulled, "the game is annulled already")
	},
		decide: func(d *docket, r Rule) { d.order(r, Ended{Score: Annulled, How: ByAnnulment}) }},
	RulesRestored: {objects: func(s State, r Ruling, _ time.Time) string {
		ply := s.plyOf(r)
		return unless(ply > s.base() && ply <= s.LastPly()+1, "there has been no such turn")
	},
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.closing(now) }},
	RulesDrawn: {objects: func(State, Ruling, time.Time) string { return "" },
		decide: func(d *docket, r Rule) { d.order(r, Ended{Score: Drawn, How: ByRuling}) }},
	RulesAward: {objects: State.objectsUnlessSide,
		decide: func(d *docket, r Rule) { d.order(r, Ended{Score: WonBy(r.Side.side()), How: ByRuling}) }},
	RulesAdopted: {objects: State.objectsToAdoption,
		decide: (*docket).orderAdoption},
	RulesExacted: {objects: func(s State, r Ruling, _ time.Time) string { return s.objectionToExact(r.Text) },
		decide: func(d *docket, r Rule) {
			if _, chooses := d.Requirements(); chooses {
				f, _ := d.required(r.Text)
				d.order(r, f)
				return
			}
			penalty, _, _ := d.Penalty()
			d.order(r, Exacted{Penalty: penalty.Name, Man: manOn(r.Text)})
		}},
	RulesWaived: {objects: func(s State, _ Ruling, _ time.Time) string {
		return unless(s.Offence != nil && !s.Offence.Exacted, "no penalty is open; --void-requirement lifts one that has been exacted, --fine and --resume are for a time overstepped")
	},
		decide: func(d *docket, r Rule) { d.order(r, Waived{}); d.fire() }},
	RulesTime: {objects: State.objectionToTime},
	RulesExtended: {objects: func(s State, r Ruling, _ time.Time) string {
		return unless(r.By > 0 && r.By <= mostTimeAtOnce && s.Terms.Time.Per > 0, "name a time to be added; under the term time none there is nothing to extend")
	}},
	RulesDismissed: {objects: State.objectsToDismissal},
	RulesVoid: {objects: func(s State, _ Ruling, _ time.Time) string {
		return unless(s.Phase == PenaltyDue, "no penalty has been exacted; --waive lifts one that is only open")
	},
		decide: func(d *docket, _ Rule) { d.fire() }},
	RulesSuspended: {objects: func(s State, _ Ruling, _ time.Time) string {
		return unless(s.Phase != ClaimOpen, "a claim is being proved; wait a moment")
	}},
	RulesResumed: {objects: func(s State, _ Ruling, _ time.Time) string {
		return unless(s.Phase == Suspended, "the game is not suspended")
	},
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.closing(now) }},
	RulesPlayed: {objects: State.objectsToMove,
		decide: func(d *docket, r Rule) {
			mover, p := d.Position.SideToMove(), d.Position
			d.order(r, Played{Ply: d.LastPly() + 1, Move: r.Move, Words: notation.Short(&p, r.Move), Reader: interpret.Version,
				Silent: d.keepsSilent(r.Move, false)})
			d.close(mover)
		}},
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
	RulesIntention: {objects: State.objectsToIntention,
		decide: func(d *docket, r Rule) {
			d.order(r, Intended{Ply: d.LastPly() + 1, Move: r.Move})
			if d.Phase == HeldIntention {
				d.resolve(r.Law)
			}
		}},
	RulesCounted: {objects: func(s State, _ Ruling, _ time.Time) string { return s.objectionToCount() },
		decide: (*docket).orderCount},
	RulesReturned: {objects: State.objectsToReturn,
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.pointAfter(r.Event).State.closing(now) }},
	RulesSearched: {objects: State.objectsToSearch},
	RulesUndone: {objects: func(s State, r Ruling, _ time.Time) string {
		return unless(s.Ruling != nil && s.Ruling.Seq == r.Event,
			fmt.Sprintf("event %d is not the umpire's last ruling, or the game has gone on since; a turn can be restored, and a player replaced again", r.Event))
	},
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.Ruling.State.closing(now) }},
	RulesReplaced: {objects: func(s State, r Ruling, _ time.Time) string { return s.objectionToReplace(r) },
		decide: func(d *docket, r Rule) {
			side := r.Side.side()
			d.order(r, Replaced{Side: side, Member: r.Member, Player: r.Player, Was: d.Members(side)[max(r.Member, 1)-1]})
		}},
}
