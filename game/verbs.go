package game

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/reason"
)

// Hand carries out in a game what follows from an order of the umpire. Package play lends it: this
// package does not decide what comes of an act.
type Hand interface {
	Order(f Fact)           // adds an event of the umpire's
	Adopt(m board.Move)     // records the choice of a move
	Play(m board.Move)      // plays a move for the side to move
	Forgive()               // waives the penalty of the open offence
	Resolve()               // opens the intention that a reply waits for
	Unseal()                // opens the sealed move
	Close(mover board.Side) // goes on after a move of a side, or ends the game
}

// verb is the law of a verb: what objects to it, what it comes to, and what follows from it. The
// game.Power of the verb says what the verb takes, in which games it can be ordered and what it
// changes by itself.
type verb struct {
	objects  func(s State, r Ruling, at time.Time) reason.Reason // the reason why the verb cannot be ordered now; nil: nothing objects
	complete func(s State, r *Ruling, now time.Time)             // adds what the ruling comes to; nil: the ruling comes to nothing more
	follows  func(o Hand, s State, r Ruling)                     // brings about the events that follow from the ruling, which s already holds; nil: none follow

	keepsTime bool               // the verb only stops the game, or sets the time, the terms or the search for a claim
	restores  bool               // the verb restores a game, lets the game stand or annuls it
	revives   func(s State) bool // reports whether the verb lets an annulled game count again; nil: no
}

// Completed returns a ruling with what it comes to at a time: the end of a session that goes on by
// the ruling, on the day of that time, and all the terms as they then stand.
func Completed(s State, r Ruling, now time.Time) Ruling {
	if v := verbs[r.Verb]; v.complete != nil {
		v.complete(s, &r, now)
	}
	return r
}

// Follow brings about the events that follow from a ruling in a game that already holds the ruling.
func Follow(o Hand, s State, r Ruling) {
	if v := verbs[r.Verb]; v.follows != nil {
		v.follows(o, s, r)
	}
}

// verbs holds the law of every verb.
var verbs = map[Verb]verb{
	RulesForfeit: {objects: objectsUnlessSide,
		follows: func(o Hand, _ State, r Ruling) {
			o.Order(Ended{Score: WonBy(r.Side.AsSide().Other()), How: ByForfeit})
		}},
	RulesAnnulled: {restores: true,
		objects: func(s State, _ Ruling, _ time.Time) reason.Reason {
			return unless(s.Result == nil || s.Result.Score != Annulled, reason.Because("objection annulled already"))
		},
		follows: func(o Hand, _ State, _ Ruling) {
			o.Order(Ended{Score: Annulled, How: ByAnnulment})
		}},
	RulesRestored: {restores: true, revives: always,
		objects: func(s State, r Ruling, _ time.Time) reason.Reason {
			ply := s.PlyOf(r)
			if ply <= s.PliesBefore() || ply > s.LastPly()+1 {
				return reason.Because("objection no such turn")
			}
			p := s.At(ply - s.PliesBefore() - 1)
			return unless(len(p.Moves(nil)) > 0, reason.Because("objection no move in turn"))
		},
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.Closing(now) }},
	RulesDrawn: {
		follows: func(o Hand, _ State, _ Ruling) {
			o.Order(Ended{Score: Drawn, How: ByRuling})
		}},
	RulesAward: {objects: objectsUnlessSide,
		follows: func(o Hand, _ State, r Ruling) {
			o.Order(Ended{Score: WonBy(r.Side.AsSide()), How: ByRuling})
		}},
	RulesAdopted: {objects: objectsToAdoption,
		follows: func(o Hand, _ State, r Ruling) { o.Adopt(r.Move) }},
	RulesExacted: {
		objects: func(s State, r Ruling, _ time.Time) reason.Reason {
			_, objection := exaction(s, r.Text)
			return objection
		},
		follows: func(o Hand, s State, r Ruling) { f, _ := exaction(s, r.Text); o.Order(f) }},
	RulesWaived: {
		objects: func(s State, _ Ruling, _ time.Time) reason.Reason {
			return unless(s.Offence != nil && !s.Offence.Exacted, reason.Because("objection nothing to waive"))
		},
		follows: func(o Hand, _ State, _ Ruling) { o.Forgive() }},
	RulesTime: {keepsTime: true, objects: objectionToTime},
	RulesExtended: {keepsTime: true,
		objects: func(s State, r Ruling, _ time.Time) reason.Reason {
			return unless(r.By > 0 && r.By <= mostTimeAtOnce && s.Terms.Time.Per > 0, reason.Because("objection no time to add"))
		}},
	RulesDismissed: {restores: true, objects: objectsToDismissal},
	RulesVoid: {
		objects: func(s State, _ Ruling, _ time.Time) reason.Reason {
			return unless(s.Phase == PenaltyDue, reason.Because("objection nothing exacted"))
		},
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.Closing(now) },
		follows:  func(o Hand, s State, _ Ruling) { o.Close(s.Position.SideToMove().Other()) }},
	RulesSuspended: {keepsTime: true, restores: true,
		objects: func(s State, _ Ruling, _ time.Time) reason.Reason {
			return unless(s.Phase != ClaimOpen, reason.Because("objection proving"))
		}},
	RulesResumed: {restores: true,
		objects: func(s State, _ Ruling, _ time.Time) reason.Reason {
			return unless(s.Resumable(), reason.Because("objection not suspended"))
		},
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.Closing(now) },
		follows:  func(o Hand, _ State, _ Ruling) { o.Unseal() }},
	RulesPlayed: {objects: objectsToMove,
		follows: func(o Hand, _ State, r Ruling) { o.Play(r.Move) }},
	RulesFined: {
		objects: func(s State, r Ruling, _ time.Time) reason.Reason {
			_, named := r.Side.Side()
			return unless(named && r.Text != "", reason.Because("objection no fine"))
		}},
	RulesTerm: {keepsTime: true,
		objects: func(s State, r Ruling, _ time.Time) reason.Reason {
			_, refusal := ordered(s, r.Text)
			return refusal
		},
		complete: func(s State, r *Ruling, now time.Time) {
			t, _ := ordered(s, r.Text)
			r.Terms, r.Closes = &t, t.Time.Closing(now)
		},
		follows: func(o Hand, s State, _ Ruling) {
			if s.Window.Opened.Equal(s.LastEvent) {
				o.Unseal()
			}
		}},
	RulesReopened: {restores: true, revives: always, objects: objectsToReopening,
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.Ending.State.Closing(now) }},
	RulesIntention: {objects: objectsToIntention,
		follows: func(o Hand, s State, r Ruling) {
			o.Order(Intended{Ply: s.LastPly() + 1, Move: r.Move})
			o.Resolve()
		}},
	RulesCounted: {objects: objectsToCount,
		follows: func(o Hand, s State, _ Ruling) {
			count, _, _ := s.Code().Count.Get()
			o.Order(Counting{Moves: count.Moves})
		}},
	RulesReturned: {restores: true, objects: objectsToReturn,
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.PointAfter(r.Event).State.Closing(now) }},
	RulesSearched: {keepsTime: true, objects: objectsToSearch},
	RulesUndone: {restores: true, revives: revivedByUndoing,
		objects: func(s State, r Ruling, _ time.Time) reason.Reason {
			if s.Ruling == nil {
				return reason.Because("objection gone on since", r.Event, s.Stirred)
			}
			return unless(s.Ruling.Seq == r.Event, reason.Because("objection not the last", r.Event, s.Ruling.Seq))
		},
		complete: func(s State, r *Ruling, now time.Time) { r.Closes = s.Ruling.State.Closing(now) }},
	RulesReplaced: {objects: objectsToReplacement,
		follows: func(o Hand, s State, r Ruling) {
			side := r.Side.AsSide()
			o.Order(Replaced{Side: side, Member: r.Member, Player: r.Player, Was: s.Members(side)[max(r.Member, 1)-1]})
		}},
}

// always says that a verb lets every annulled game count again.
func always(State) bool { return true }

// revivedByUndoing reports whether a game counts again once the last ruling in it counts as not
// made.
func revivedByUndoing(s State) bool {
	if s.Ruling == nil {
		return false
	}
	before := s.Ruling.State.Result
	return before == nil || before.Score != Annulled
}

// overTime reports whether a game that is over would be lost by time again as soon as the game went
// on.
func overTime(b Before) bool {
	end := b.State.Ends()
	_, runs := b.State.Running()
	return runs && !end.IsZero() && !end.After(b.At) && !end.Equal(b.State.Closes)
}

// objectsToCount returns the objection to a count of moves that the code, or the game as it stands,
// does not allow.
func objectsToCount(s State, _ Ruling, _ time.Time) reason.Reason {
	_, _, provided := s.Code().Count.Get()
	if !provided {
		return reason.Because("objection no count", s.Code().ID)
	}
	return unless(s.Count == nil, reason.Because("objection counted already"))
}

// required returns the requirement of the receiver that the umpire records by the square of a man,
// "" for the man of the false move; or the reason why the requirement cannot be recorded.
func required(s State, selected string) (f Exacted, objection reason.Reason) {
	r, _ := s.Requirements()
	square := manOn(selected)
	f.Man = board.NoSquare
	switch {
	case selected == "" && r.Castled:
		return f, reason.Because("objection castling")
	case selected == "" && r.That.Len() == 1:
		f.Man = r.That.First()
	case selected == "":
		f.Among = slices.Collect(r.That.All())
	case r.Taken.Has(square):
		f.Take = []board.Square{square}
	case r.Another.Has(square):
		f.Man = square
	}
	if f.Man == board.NoSquare && len(f.Among)+len(f.Take) == 0 {
		return f, reason.Because("objection requirement not met", squaresIn(r.Another))
	}
	return f, ""
}

// objectsToIntention returns the objection to a ruling on what the sender meant.
func objectsToIntention(s State, r Ruling, _ time.Time) reason.Reason {
	if doubt, _, _ := s.Code().Doubtful.Get(); doubt != codes.ElseIntended {
		return reason.Because("objection no intention", s.Code().ID)
	}
	return unless(s.SettledByIntention() && slices.Contains(s.Candidates(), r.Move), reason.Because("objection no such move held"))
}

// objectsToReplacement returns the objection to who is to play in whose place.
func objectsToReplacement(s State, r Ruling, _ time.Time) reason.Reason {
	side, named := r.Side.Side()
	if !named || s.Consults(side) != (r.Member > 0) || r.Member > len(s.Members(side)) {
		return reason.Because("objection no seat")
	}
	for _, of := range []board.Side{board.White, board.Black} {
		if slices.Contains(s.Members(of), r.Player) {
			return reason.Because("objection plays already", of)
		}
	}
	return ""
}

// objectsToReturn returns the objection to a ruling that names no point of the game to which it can
// return.
func objectsToReturn(s State, r Ruling, _ time.Time) reason.Reason {
	if b := s.PointAfter(r.Event); b != nil {
		return unless(b.State.Closes.IsZero() || !overTime(*b), reason.Because("objection over time"))
	}
	var known []string
	for _, b := range s.NewestReturns() {
		known = append(known, fmt.Sprint(b.State.Stirred))
	}
	if len(known) == 0 {
		return reason.Because("objection no choice made")
	}
	return reason.Because("objection another choice", strings.Join(known, " or "))
}

// mostSearched is the greatest number of positions at which a search that the umpire orders looks.
const mostSearched = 20_000_000

// objectsToSearch returns the objection where no claim can be searched further.
func objectsToSearch(s State, r Ruling, _ time.Time) reason.Reason {
	switch c := s.ClaimOn(r.Appeal); {
	case c == nil && s.SearchedFurther() != nil:
		return reason.Because("objection searching")
	case len(s.Claims()) > 1 && r.Appeal == 0:
		return reason.Because("objection several searches")
	case c == nil || !isSearched(s, *c):
		return reason.Because("objection no search")
	case c.Ply > s.LastPly():
		return reason.Because("objection claim taken back")
	case r.Number < 1 || r.Number > mostSearched:
		return reason.Because("objection no number", mostSearched)
	}
	return ""
}

// isSearched reports whether a claim is decided by a search.
func isSearched(s State, c Claim) bool {
	by, _, provided := s.Code().DrawClaimed(c.Ground).By.Get()
	return provided && by == codes.ChecksSearch
}
