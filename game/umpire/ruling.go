package umpire

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/agreement"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
)

// mostTimeAtOnce is more time than any ruling adds or takes.
const mostTimeAtOnce = 10 * 366 * clocks.Day

// Objection gives a sentence that says why a ruling cannot be made under a law where the
// game stands at a time, and "" if it can. The law must be a provision of the
// game's code or its terms, or a rule of the house.
func Objection(s game.State, r game.Ruling, law game.Law, at time.Time) string {
	code, power := s.Code(), r.Verb.Power()
	switch {
	case s.Started.IsZero():
		return "the game has not begun"
	case r.Reason == "":
		return "a ruling needs a reason; both sides will read it"
	case code.Digest(law) == "":
		return code.Lacks(law)
	case s.Phase == game.Finished && !power.Over:
		return "the game is finished; reopen it, or restore a turn"
	case (s.Phase == game.Suspended || s.Resting()) && !power.Suspended && !s.Referred():
		return "the game is suspended; --resume lets it go on"
	case s.Phase == game.ClaimOpen && power.Waits:
		return "a claim is being proved; wait a moment"
	}
	if objection := cmp.Or(objectionToAppeal(s, r), objectionToAuthority(s, r, law)); objection != "" {
		return objection
	}
	if s.PlayedAgain() && revives(s, r) {
		return "the game is annulled for good: the match goes on with another, which has begun in its place"
	}
	v, known := verbs[r.Verb]
	if !known {
		return fmt.Sprintf("%q is nothing an umpire does", r.Verb)
	}
	return v.objects(s, r, at)
}

// objectsUnlessSide, and the functions after it in this file, are the objections of rows of verbs.
func objectsUnlessSide(s game.State, r game.Ruling, _ time.Time) string {
	_, named := r.Side.Side()
	return unless(named, "the side must be white or black")
}

// objectionToTime looks at a correction of the time: no more can be taken off
// than has been recorded.
func objectionToTime(s game.State, r game.Ruling, at time.Time) string {
	if _, named := r.Side.Side(); !named || r.By == 0 || r.By.Abs() > mostTimeAtOnce {
		return "name a side, and by how much its recorded time is wrong"
	}
	switch used := s.Clock(r.Side.AsSide(), at).Used.Truncate(time.Second); {
	case r.By >= -used:
		return ""
	case used == 0:
		return "no time is recorded against that side"
	default:
		return fmt.Sprintf("no more than %s is recorded against that side", terms.Period(used))
	}
}

// revives reports whether a ruling lets a game that was annulled count again.
func revives(s game.State, r game.Ruling) bool {
	switch r.Verb {
	case game.RulesReopened, game.RulesRestored:
		return true
	case game.RulesUndone:
		if s.Ruling == nil {
			return false
		}
		before := s.Ruling.State.Result
		return before == nil || before.Score != game.Annulled
	}
	return false
}

// objectionToAppeal looks for the claim or the protest they were appealed to by.
func objectionToAppeal(s game.State, r game.Ruling) string {
	_, open := s.Dispute(r.Appeal)
	switch {
	case r.Appeal != 0 && r.Fundamental:
		return "a ruling is made on an appeal, or without one because the fundamental laws are violated: not both"
	case r.Appeal != 0 && !open:
		return fmt.Sprintf("event %d has opened no dispute that is before the umpire; corrctl dispute list shows those that are", r.Appeal)
	}
	_, law, appeals := s.Code().Appeal.Get()
	return unless(!appeals || r.Appeal != 0 || r.Fundamental || umpired(s) || r.Verb.KeepsRecord(),
		fmt.Sprintf("nobody has appealed, and the umpire then interferes only where a fundamental law is broken (%s): --fundamental says that one is", law))
}

// objectionToAuthority looks at what the code lets the umpire do: by which laws, and about
// rulings that have been made.
func objectionToAuthority(s game.State, r game.Ruling, law game.Law) string {
	from, code := s.AppealFrom(r.Appeal), s.Code()
	_, written, asWritten := code.AsWritten.Get()
	_, equity, helps := code.Equity.Get()
	_, forGood, final := code.ForGood.Get()
	switch {
	case asWritten && codes.OfHouse(law) && !r.Verb.KeepsRecord() && !keepsTime(r.Verb):
		return fmt.Sprintf("the umpire applies the laws as they are written (%s), and decides nothing by a rule of the house: cite the provision or the term it rests on", written)
	case helps && law == equity && !restores(r.Verb):
		return fmt.Sprintf("%s is a help for men set up wrongly: by it the umpire restores the game, lets it stand (--dismiss) or annuls it, and nothing else", equity)
	case from.Joint && final && r.Verb != game.RulesDismissed:
		return fmt.Sprintf("both sides submitted that question, and it is decided for good (%s): --dismiss answers the appeal", forGood)
	case from.Umpire != "" && from.Umpire == r.Umpire && r.Verb != game.RulesSuspended:
		return fmt.Sprintf("%s made the ruling of event %d, from which this is an appeal: another umpire decides it; corrctl umpire list shows them, and --as names one", from.Umpire, from.Seq)
	}
	return ""
}

// keepsTime reports whether a verb only stops the game or sets the time, the terms or the
// search for a claim.
func keepsTime(v game.Verb) bool {
	switch v {
	case game.RulesSuspended, game.RulesTime, game.RulesExtended, game.RulesTerm, game.RulesSearched:
		return true
	}
	return false
}

// restores reports whether a verb restores a game, lets it stand or annuls it.
func restores(v game.Verb) bool {
	switch v {
	case game.RulesAnnulled, game.RulesDismissed, game.RulesRestored, game.RulesReturned, game.RulesReopened, game.RulesSuspended, game.RulesResumed, game.RulesUndone:
		return true
	}
	return false
}

// umpired reports whether something is before the umpire: a dispute, or a side's
// overstepped time where the terms leave to the umpire what follows.
func umpired(s game.State) bool {
	return len(s.Disputes()) > 0 || s.Overdue(board.White) || s.Overdue(board.Black) || s.Resting()
}

func objectsToDismissal(s game.State, r game.Ruling, _ time.Time) string {
	if len(s.Claims()) > 1 && r.Appeal == 0 {
		return "several claims are before the umpire; --dispute names the one that is dismissed"
	}
	return unless(s.Claim != nil && !s.Claim.Proving || len(s.Protests) > 0, "nothing is before the umpire")
}

func objectsToAdoption(s game.State, r game.Ruling, _ time.Time) string {
	if s.Held == nil {
		return "no move is held that could be adopted"
	}
	return unless(slices.Contains(s.Candidates(), r.Move), "no such move is held; corrctl game show lists the candidates")
}

func objectsToMove(s game.State, r game.Ruling, _ time.Time) string {
	if s.MovesDue() > 1 {
		return "at these odds the first turn has several moves, which its player sends together"
	}
	if s.Held != nil {
		return "moves are held for this turn; --adopt records which of them the receiver takes"
	}
	return unless(s.Position.IsLegal(r.Move), "the move must be legal; corrctl game show gives the position")
}

// objectionToReopen looks at what a game that is over could go on with.
func objectionToReopen(s game.State) string {
	switch {
	case s.Phase != game.Finished:
		return "the game is not over"
	case len(s.Position.Moves(nil)) == 0:
		return "there is no legal move to go on with; restore a turn instead"
	case overTime(*s.Ending):
		return "the time of the side to move was over, and would be again; correct or extend it first"
	}
	return ""
}

// ordered gives the terms with one put in the place of another by the umpire;
// the refusal says what is wrong with it.
func ordered(s game.State, text string) (t terms.Terms, refusal string) {
	st := interpret.Parse("propose " + text).Statements
	if len(st) != 1 || st[0].Kind != interpret.KindPropose {
		return s.Terms, "write the term as in a challenge, such as \"time reply in 5 days\""
	}
	t, refusal = agreement.Changed(st[0].Terms, s.Terms)
	return t, s.OnCards(t, refusal)
}

// Exaction gives the penalty that is exacted where the umpire records the receiver's choice
// by the square of a man, "" for the King or the man of a false move; or why it cannot be
// recorded. If the King cannot be moved the receiver selects the man.
func Exaction(s game.State, selected string) (f game.Exacted, objection string) {
	if s.Phase == game.PenaltyDue {
		return f, "the penalty has been exacted already; --void-requirement lifts it"
	}
	if s.Offence == nil || s.Offence.Exacted {
		return f, "no penalty is open"
	}
	if _, chooses := s.Requirements(); chooses {
		return required(s, selected)
	}
	penalty, _, _ := s.Penalty()
	f = game.Exacted{Penalty: penalty.Name, Man: manOn(selected)}
	switch need, _ := s.Demanded(); {
	case need == codes.Compulsion{}:
		return f, s.Code().ID + " knows no penalty for such words; --move plays a move for the side, --award ends the game"
	case need.King:
		return f, unless(selected == "", "the King can be moved, and must be: leave the man out")
	case selected == "":
		return f, "the King cannot be moved: name the man that the receiver selects by its square, one of " + squaresIn(need.Men)
	default:
		return f, unless(need.Men.Has(f.Man), "no man that can be moved stands on "+selected+"; name one of "+squaresIn(need.Men))
	}
}

// manOn reads a square; NoSquare for the King, of which nothing is written.
func manOn(text string) board.Square {
	if square, ok := board.ParseSquare(text); ok {
		return square
	}
	return board.NoSquare
}

// squaresIn lists squares: "h2, e4".
func squaresIn(set board.Squares) string {
	var all []string
	for s := range set.All() {
		all = append(all, s.String())
	}
	return strings.Join(all, ", ")
}

// unless gives an objection where a condition does not hold, else "".
func unless(ok bool, objection string) string {
	if ok {
		return ""
	}
	return objection
}
