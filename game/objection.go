package game

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/reason"
	"corrd/game/terms"
	"corrd/interpret"
)

// mostTimeAtOnce is the most time that a ruling may add or take.
const mostTimeAtOnce = 10 * 366 * clocks.Day

// Objection returns the reason why a ruling cannot be made under a law where the game stands at a
// time, or "" if the ruling can be made. The law must be a provision of the game's code or its
// terms, or a rule of the house.
func Objection(s State, r Ruling, law Law, at time.Time) reason.Reason {
	code, power := s.Code(), r.Verb.Power()
	switch {
	case s.Started.IsZero():
		return reason.Because("objection not begun")
	case r.Reason == "":
		return reason.Because("objection no reason")
	case code.Digest(law) == "":
		return code.Lacks(law)
	case !ofItsEvent(s, law):
		return reason.Because("objection another event", law)
	case s.Phase == Finished && !power.Over:
		return reason.Because("objection finished")
	case s.Resumable() && !power.Suspended && !s.Referred():
		return reason.Because("objection suspended")
	case s.Phase == ClaimOpen && power.Waits:
		return reason.Because("objection proving")
	}
	if objection := cmp.Or(objectionToAppeal(s, r, law), objectionToAuthority(s, r, law)); objection != "" {
		return objection
	}
	switch v := verbs[r.Verb]; {
	case v.revives != nil && s.PlayedAgain() && v.revives(s):
		return reason.Because("objection annulled for good")
	case power.Verb == "":
		return reason.Because("objection no verb", r.Verb)
	case v.objects == nil:
		return ""
	default:
		return v.objects(s, r, at)
	}
}

// DisputeObjection says why an umpire cannot do something about a dispute at a time; it returns ""
// if they can: f is an Inquired, a Noted or a Settled, and by the name of the umpire, or "" if
// nobody is named. An appeal from their own ruling is another's to end.
func DisputeObjection(s State, f Fact, by string, at time.Time) reason.Reason {
	dispute, words := int64(0), ""
	switch f := f.(type) {
	case Inquired:
		dispute, words = f.Dispute, f.Words
		if !f.Until.After(at) || f.Until.After(at.Add(mostTimeAtOnce)) {
			return reason.Because("objection no time to answer")
		}
		if s.Inquiry(f.Dispute, f.Side) != nil {
			return reason.Because("objection asked already", f.Side.String())
		}
	case Noted:
		dispute, words = f.Dispute, f.Words
	case Settled:
		dispute, words = f.Dispute, f.Words
	default:
		return reason.Because("objection nothing to do")
	}
	if _, open := s.Dispute(dispute); !open {
		return reason.Because("objection dispute over")
	}
	if _, closes := f.(Settled); closes {
		if from := s.AppealFrom(dispute); from.Umpire != "" && from.Umpire == by {
			return reason.Because("objection own ruling", from.Umpire, from.Seq)
		}
	}
	return unless(words != "", reason.Because("objection no words"))
}

// RulingPossible reports whether a ruling can be made where a game stands at a time, under a rule
// of the house or under the provision by which the umpire applies the laws as they are written.
func RulingPossible(s State, r Ruling, at time.Time) bool {
	r.Reason = "a reason"
	_, written, asWritten := s.Code().AsWritten.Get()
	return Objection(s, r, codes.HouseRulings, at) == "" || asWritten && Objection(s, r, written, at) == ""
}

// ofItsEvent reports whether a law is not a condition of an event, or one of the event to which a
// game belongs.
func ofItsEvent(s State, law Law) bool {
	if !strings.HasPrefix(string(law), "event:") {
		return true
	}
	event, _, ok := codes.OfEvent(law)
	return ok && s.Tournament != nil && s.Tournament.Number == event
}

// objectsUnlessSide returns the objection to a ruling that names no side.
func objectsUnlessSide(s State, r Ruling, _ time.Time) reason.Reason {
	_, named := r.Side.Side()
	return unless(named, reason.Because("objection no side"))
}

// objectionToTime returns the objection to a correction of the time: no more time can be taken off
// than has been recorded.
func objectionToTime(s State, r Ruling, at time.Time) reason.Reason {
	if _, named := r.Side.Side(); !named || r.By == 0 || r.By.Abs() > mostTimeAtOnce {
		return reason.Because("objection time wants a side")
	}
	switch used := s.Clock(r.Side.AsSide(), at).Used.Truncate(time.Second); {
	case r.By >= -used:
		return ""
	case used == 0:
		return reason.Because("objection no time recorded")
	default:
		return reason.Because("objection less time recorded", terms.Period(used))
	}
}

// objectionToAppeal returns the objection where a ruling names no claim or protest by which the
// umpire was appealed to. A ruling by the conditions of an event needs no appeal, because the
// players have agreed to it.
func objectionToAppeal(s State, r Ruling, law Law) reason.Reason {
	_, open := s.Dispute(r.Appeal)
	switch {
	case r.Appeal != 0 && r.Fundamental:
		return reason.Because("objection appeal and fundamental")
	case r.Appeal != 0 && !open:
		return reason.Because("objection no dispute", r.Appeal)
	}
	_, _, agreed := codes.OfEvent(law)
	_, rule, appeals := s.Code().Appeal.Get()
	return unless(!appeals || r.Appeal != 0 || r.Fundamental || umpired(s) || r.Verb.Power().Records || agreed,
		reason.Because("objection no appeal", rule))
}

// objectionToAuthority returns the objection to a ruling that the code does not let the umpire
// make: by its law, or because of the rulings made before.
func objectionToAuthority(s State, r Ruling, law Law) reason.Reason {
	from, code, v := s.AppealFrom(r.Appeal), s.Code(), verbs[r.Verb]
	_, written, asWritten := code.AsWritten.Get()
	_, equity, helps := code.Equity.Get()
	_, forGood, final := code.ForGood.Get()
	switch {
	case asWritten && codes.OfHouse(law) && !r.Verb.Power().Records && !v.keepsTime:
		return reason.Because("objection as written", written)
	case helps && law == equity && !v.restores:
		return reason.Because("objection equity", equity)
	case from.Joint && final && r.Verb != RulesDismissed:
		return reason.Because("objection for good", forGood)
	case from.Umpire != "" && from.Umpire == r.Umpire && r.Verb != RulesSuspended:
		return reason.Because("objection own ruling", from.Umpire, from.Seq)
	}
	return ""
}

// umpired reports whether something is before the umpire: a dispute, or a side's
// overstepped time where the terms leave to the umpire what follows.
func umpired(s State) bool {
	return len(s.Disputes()) > 0 || s.Overdue(board.White) || s.Overdue(board.Black) || s.Resting()
}

func objectsToDismissal(s State, r Ruling, _ time.Time) reason.Reason {
	if len(s.Claims()) > 1 && r.Appeal == 0 {
		return reason.Because("objection several claims")
	}
	switch {
	case s.Claim != nil && !s.Claim.Proving || len(s.OpenProtests())+len(s.Fines) > 0:
		return ""
	case len(s.Disputes()) > 0:
		return reason.Because("objection not dismissed")
	}
	return reason.Because("objection nothing to dismiss")
}

func objectsToAdoption(s State, r Ruling, _ time.Time) reason.Reason {
	if s.Held == nil {
		return reason.Because("objection no move held")
	}
	return unless(slices.Contains(s.Candidates(), r.Move), reason.Because("objection no such move held"))
}

func objectsToMove(s State, r Ruling, _ time.Time) reason.Reason {
	if s.MovesDue() > 1 {
		return reason.Because("objection several moves due")
	}
	if s.Held != nil {
		return reason.Because("objection moves held")
	}
	if s.Sealed != nil {
		return reason.Because("objection move sealed")
	}
	return unless(s.Position.IsLegal(r.Move), reason.Because("objection move not legal"))
}

// objectsToReopening returns the objection to reopening a game that has nothing to go on with.
func objectsToReopening(s State, _ Ruling, _ time.Time) reason.Reason {
	switch {
	case s.Phase != Finished:
		return reason.Because("objection not over")
	case len(s.Position.Moves(nil)) == 0:
		return reason.Because("objection no legal move")
	case overTime(*s.Ending):
		return reason.Because("objection over time")
	}
	return ""
}

// ordered returns the terms with one term replaced by the umpire, or the reason why the new term is
// refused.
func ordered(s State, text string) (t terms.Terms, refusal reason.Reason) {
	st := interpret.Parse("propose " + text).Statements
	if len(st) != 1 || st[0].Kind != interpret.KindPropose {
		return s.Terms, reason.Because("objection no term")
	}
	t, refusal = codes.ChangedTerms(st[0].Terms, s.Terms)
	return t, s.OnCards(t, refusal)
}

// exaction returns the penalty that is exacted where the umpire records the receiver's choice by
// the square of a man, "" for the King or the man of a false move; or the reason why the choice
// cannot be recorded. If the King cannot be moved the receiver selects the man.
func exaction(s State, selected string) (f Exacted, objection reason.Reason) {
	if s.Phase == PenaltyDue {
		return f, reason.Because("objection exacted already")
	}
	if s.Offence == nil || s.Offence.Exacted {
		return f, reason.Because("objection no penalty open")
	}
	if _, chooses := s.Requirements(); chooses {
		return required(s, selected)
	}
	penalty, _, _ := s.Penalty()
	f = Exacted{Penalty: penalty.Name, Man: manOn(selected)}
	switch need, _ := s.Demanded(); {
	case need == codes.Compulsion{}:
		return f, reason.Because("objection no penalty known", s.Code().ID)
	case need.King:
		return f, unless(selected == "", reason.Because("objection King moves"))
	case selected == "":
		return f, reason.Because("objection name a man", squaresIn(need.Men))
	default:
		return f, unless(need.Men.Has(f.Man), reason.Because("objection no such man", selected, squaresIn(need.Men)))
	}
}

// manOn reads a square; "" gives NoSquare, which stands for the King.
func manOn(text string) board.Square {
	if square, ok := board.ParseSquare(text); ok {
		return square
	}
	return board.NoSquare
}

// squaresIn writes squares as a list: "h2, e4".
func squaresIn(set board.Squares) string {
	var all []string
	for s := range set.All() {
		all = append(all, s.String())
	}
	return strings.Join(all, ", ")
}

// unless returns an objection where a condition does not hold, and otherwise "".
func unless(ok bool, objection reason.Reason) reason.Reason {
	if ok {
		return ""
	}
	return objection
}
