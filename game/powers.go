package game

import (
	"fmt"
	"slices"
	"time"

	"corrd/interpret"
	"corrd/interpret/notation"
)

// Takes says what an umpire's verb takes beside its law and its reason.
type Takes int

// What verbs take, and the fields of a Ruling that hold it.
const (
	TakesNothing  Takes = iota
	TakesSide           // Side
	TakesSideBy         // Side, and By either way
	TakesSideText       // Side and Text
	TakesBy             // By
	TakesTerm           // Text: a term as in a challenge
	TakesMove           // Move
	TakesTurn           // Number, and Side where only Black's turn is meant
	TakesMan            // Text: the square of a man, or nothing
	TakesEvent          // Event
	TakesPoint          // Event, which was not a ruling
	TakesNumber         // Number
	TakesSeat           // Side, Member and Player
)

// Power is a verb as the umpire finds it: what the verb takes, and what it does.
type Power struct {
	Verb  Verb
	Takes Takes
	Says  string
}

// power is a row of the table of verbs: all that the laws know of one, save the words in
// which letters tell of the verb.
type power struct {
	Power
	over      bool // can be ordered in a game that is over
	suspended bool // can be ordered in a game that is suspended
	waits     bool // waits until a claim has been proved

	objects  func(s State, r Ruling, at time.Time) string // why the verb cannot be ordered now; "" if it can
	complete func(d *docket, r *Ruling, now time.Time)    // adds what the ruling comes to; nil: nothing
	apply    func(s *State, e Event, r Ruling)            // what the ruling changes by itself; nil: nothing
	decide   func(d *docket, r Rule)                      // the events that follow from the ruling; nil: none
}

// Powers gives every verb, in the order in which a list names them.
func Powers() []Power {
	all := make([]Power, len(powers))
	for i, o := range powers {
		all[i] = o.Power
	}
	return all
}

// power gives the row of a verb; the zero row for a word that is none.
func (v Verb) power() power {
	i := slices.IndexFunc(powers, func(o power) bool { return o.Verb == v })
	if i < 0 {
		return power{objects: func(State, Ruling, time.Time) string { return fmt.Sprintf("%q is nothing an umpire does", v) }}
	}
	return powers[i]
}

// powers is the table of the verbs, filled before anything is decided: what the rows do
// comes to rulings again.
var powers []power

func init() {
	powers = []power{
		{Power: Power{RulesForfeit, TakesSide, "The side has forfeited the game."}, suspended: true, objects: State.objectsUnlessSide,
			decide: func(d *docket, r Rule) { d.order(r, Ended{Score: WonBy(r.Side.side().Other()), How: ByForfeit}) }},
		{Power: Power{RulesAnnulled, TakesNothing, "The game counts for nobody."}, over: true, suspended: true,
			objects: func(s State, _ Ruling, _ time.Time) string {
				return unless(s.Result == nil || s.Result.Score != Annulled, "the game is annulled already")
			},
			decide: func(d *docket, r Rule) { d.order(r, Ended{Score: Annulled, How: ByAnnulment}) }},
		{Power: Power{RulesRestored, TakesTurn, "Restore the position at the beginning of turn N: 7, or 7b for Black's."}, over: true, suspended: true,
			objects: func(s State, r Ruling, _ time.Time) string {
				ply := s.plyOf(r)
				return unless(ply > s.base() && ply <= s.LastPly()+1, "there has been no such turn")
			},
			complete: func(d *docket, r *Ruling, now time.Time) { r.Closes = d.closing(now) },
			apply:    func(s *State, e Event, r Ruling) { s.restoreTurn(e, r) }},
		{Power: Power{RulesDrawn, TakesNothing, "The game is drawn."}, suspended: true,
			objects: func(State, Ruling, time.Time) string { return "" },
			decide:  func(d *docket, r Rule) { d.order(r, Ended{Score: Drawn, How: ByRuling}) }},
		{Power: Power{RulesAward, TakesSide, "The side has won the game."}, suspended: true, objects: State.objectsUnlessSide,
			decide: func(d *docket, r Rule) { d.order(r, Ended{Score: WonBy(r.Side.side()), How: ByRuling}) }},
		{Power: Power{RulesAdopted, TakesMove, "Record which of the moves held the receiver adopts."}, waits: true,
			objects: State.objectsToAdoption, decide: (*docket).orderAdoption},
		{Power: Power{RulesExacted, TakesMan, "Record that the receiver exacts the penalty; with --man where the King cannot be moved."}, waits: true,
			objects: func(s State, r Ruling, _ time.Time) string { return s.objectionToExact(r.Text) },
			decide: func(d *docket, r Rule) {
				if _, chooses := d.Requirements(); chooses {
					f, _ := d.required(r.Text)
					d.order(r, f)
					return
				}
				penalty, _, _ := d.Penalty()
				d.order(r, Exacted{Penalty: penalty.Name, Man: manOn(r.Text)})
			}},
		{Power: Power{RulesWaived, TakesNothing, "Record that the receiver waives the penalty."}, waits: true,
			objects: func(s State, _ Ruling, _ time.Time) string {
				return unless(s.Offence != nil && !s.Offence.Exacted, "no penalty is open; --void-requirement lifts one that has been exacted, --fine and --resume are for a time overstepped")
			},
			decide: func(d *docket, r Rule) { d.order(r, Waived{}); d.fire() }},
		{Power: Power{RulesTime, TakesSideBy, "Correct the time recorded against a side (II.10.D): white=+2h adds two hours to it."}, over: true, suspended: true,
			objects: State.objectionToTime,
			apply: func(s *State, e Event, r Ruling) {
				s.clocked(e.At, func(s *State, at time.Time) { s.corrected(at, r.Side.side(), r.By) })
			}},
		{Power: Power{RulesExtended, TakesBy, "Add to the time allowed for the turn that runs."}, over: true, suspended: true,
			objects: func(s State, r Ruling, _ time.Time) string {
				return unless(r.By > 0 && r.By <= mostTimeAtOnce && s.Terms.Time.Per > 0, "name a time to be added; under the term time none there is nothing to extend")
			},
			apply: func(s *State, e Event, r Ruling) {
				s.clocked(e.At, func(s *State, at time.Time) { s.extended(at, r.By) })
			}},
		{Power: Power{RulesDismissed, TakesNothing, "Dismiss the claim, or the protests, before the umpire."}, over: true, suspended: true,
			objects: State.objectsToDismissal, apply: (*State).dismissed},
		{Power: Power{RulesVoid, TakesNothing, "The penalty required is not due."}, waits: true,
			objects: func(s State, _ Ruling, _ time.Time) string {
				return unless(s.Phase == PenaltyDue, "no penalty has been exacted; --waive lifts one that is only open")
			},
			apply:  func(s *State, _ Event, _ Ruling) { s.forgiven() },
			decide: func(d *docket, _ Rule) { d.fire() }},
		{Power: Power{RulesSuspended, TakesNothing, "Stop both clocks; no move is taken."},
			objects: func(s State, _ Ruling, _ time.Time) string {
				return unless(s.Phase != ClaimOpen, "a claim is being proved; wait a moment")
			},
			apply: func(s *State, e Event, _ Ruling) { s.Suspended, s.Phase = s.Phase, Suspended; s.halt(e.At) }},
		{Power: Power{RulesResumed, TakesNothing, "Let a suspended game go on."}, suspended: true,
			objects: func(s State, _ Ruling, _ time.Time) string {
				return unless(s.Phase == Suspended, "the game is not suspended")
			},
			complete: func(d *docket, r *Ruling, now time.Time) { r.Closes = d.closing(now) },
			apply:    func(s *State, e Event, r Ruling) { s.reopen(e.At, r.Closes) }},
		{Power: Power{RulesPlayed, TakesMove, "Play a move for the side whose turn it is."}, waits: true,
			objects: State.objectsToMove,
			decide: func(d *docket, r Rule) {
				mover, p := d.Position.SideToMove(), d.Position
				d.order(r, Played{Ply: d.LastPly() + 1, Move: r.Move, Words: notation.Short(&p, r.Move), Reader: interpret.Version,
					Silent: d.keepsSilent(r.Move, false)})
				d.close(mover)
			}},
		{Power: Power{RulesFined, TakesSideText, `Fine a side: white="half a crown to the club". Both sides read it; corrd collects nothing.`}, over: true, suspended: true,
			objects: func(s State, r Ruling, _ time.Time) string {
				_, named := r.Side.Side()
				return unless(named && r.Text != "", "name a side and the fine, as in white=\"half a crown to the club\"")
			}},
		{Power: Power{RulesTerm, TakesTerm, `Put a term in force, written as in a challenge: "time reply in 5 days".`}, suspended: true, waits: true,
			objects: func(s State, r Ruling, _ time.Time) string { _, refusal := s.ordered(r.Text); return refusal },
			complete: func(d *docket, r *Ruling, now time.Time) {
				t, _ := d.ordered(r.Text)
				r.Terms, r.Closes = &t, t.Time.Closing(now)
			},
			apply: func(s *State, e Event, r Ruling) { s.newTerms(*r.Terms, r.Closes, e) }},
		{Power: Power{RulesReopened, TakesNothing, "Let a game that is over go on as it stood before its end."}, over: true,
			objects:  func(s State, _ Ruling, _ time.Time) string { return s.objectionToReopen() },
			complete: func(d *docket, r *Ruling, now time.Time) { r.Closes = d.Ending.State.closing(now) },
			apply:    func(s *State, e Event, r Ruling) { s.rewind(*s.Ending, e.At, r.Closes) }},
		{Power: Power{RulesIntention, TakesMove, "State the intention of the sender of doubtful words, under a code that asks for it."}, waits: true,
			objects: State.objectsToIntention,
			decide: func(d *docket, r Rule) {
				d.order(r, Intended{Ply: d.LastPly() + 1, Move: r.Move})
				if d.Phase == HeldIntention {
					d.resolve(r.Law)
				}
			}},
		{Power: Power{RulesCounted, TakesNothing, "Count fifty moves more of each side, after which the game is drawn, under a code that knows such a count."}, suspended: true, waits: true,
			objects: func(s State, _ Ruling, _ time.Time) string { return s.objectionToCount() },
			apply:   (*State).appointed, decide: (*docket).orderCount},
		{Power: Power{RulesReturned, TakesPoint, "Restore the game as it stood after event N, where a choice was open that was then made by mistake."}, over: true, suspended: true, waits: true,
			objects:  State.objectsToReturn,
			complete: func(d *docket, r *Ruling, now time.Time) { r.Closes = d.pointAfter(r.Event).State.closing(now) },
			apply:    func(s *State, e Event, r Ruling) { s.returned(e, r) }},
		{Power: Power{RulesSearched, TakesNumber, "Have the claim searched once more, in N positions at most."},
			objects: State.objectsToSearch,
			apply:   func(s *State, e Event, r Ruling) { s.searchesOn(e, r) }},
		{Power: Power{RulesUndone, TakesEvent, "Let the last ruling in a game count as not made."}, over: true, suspended: true, waits: true,
			objects: func(s State, r Ruling, _ time.Time) string {
				return unless(s.Ruling != nil && s.Ruling.Seq == r.Event,
					fmt.Sprintf("event %d is not the umpire's last ruling, or the game has gone on since; a turn can be restored, and a player replaced again", r.Event))
			},
			complete: func(d *docket, r *Ruling, now time.Time) { r.Closes = d.Ruling.State.closing(now) },
			apply:    func(s *State, e Event, r Ruling) { s.undo(*s.Ruling, e.At, r.Closes) }},
		{Power: Power{RulesReplaced, TakesSeat, "Put another registered player into a seat."}, suspended: true,
			objects: func(s State, r Ruling, _ time.Time) string { return s.objectionToReplace(r) },
			decide: func(d *docket, r Rule) {
				side := r.Side.side()
				d.order(r, Replaced{Side: side, Member: r.Member, Player: r.Player, Was: d.Members(side)[max(r.Member, 1)-1]})
			}},
	}
}
