package game

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
)

// Verb is what the umpire does.
type Verb string

// The verbs. Those that end a game give its result; the others leave it going on.
const (
	RulesForfeit   Verb = "forfeit"          // Side has forfeited the game
	RulesAnnulled  Verb = "annul"            // the game counts for nobody
	RulesDrawn     Verb = "draw"             // the game is drawn
	RulesAward     Verb = "award"            // Side has won the game
	RulesRestored  Verb = "restore_turn"     // the position at the beginning of a turn is restored; it reaches back through the end of a game
	RulesAdopted   Verb = "adopt"            // Move, of those held, is played: the receiver's choice recorded
	RulesExacted   Verb = "exact"            // the receiver exacts the penalty, of the man on the square in Text if there is one: their choice recorded
	RulesWaived    Verb = "waive"            // the receiver waives it
	RulesVoid      Verb = "void_requirement" // the penalty required is not due
	RulesPlayed    Verb = "move"             // Move is played for the side whose turn it is
	RulesTime      Verb = "correct_time"     // By is added to the time recorded against Side
	RulesExtended  Verb = "extend"           // By is added to the time allowed for the turn that runs
	RulesDismissed Verb = "dismiss"          // the claim, or the protests, before the umpire
	RulesSuspended Verb = "suspend"          // neither clock runs and no move is taken
	RulesResumed   Verb = "resume"           // the game goes on
	RulesFined     Verb = "fine"             // Side is fined, as Text says
	RulesTerm      Verb = "term"             // the term in Text is in force from now on
	RulesReopened  Verb = "reopen"           // a game that is over goes on as it stood before its end
	RulesReturned  Verb = "restore_event"    // the game as it stood after event number Event, where a choice was open
	RulesSearched  Verb = "search"           // the claim is searched once more, in Number positions at most
	RulesUndone    Verb = "undo"             // the ruling of event number Event counts as not made
	RulesReplaced  Verb = "replace"          // another player takes a seat of Side's
	RulesCounted   Verb = "count_fifty"      // fifty moves of each side are counted from now on, and then the game is drawn
	RulesIntention Verb = "intention"        // Move is what the sender of doubtful words intended, where a code asks for that
)

// mostTimeAtOnce is more time than any ruling adds or takes.
const mostTimeAtOnce = 10 * 366 * day

// Ruling is what the umpire orders, and why.
type Ruling struct {
	Verb   Verb          `json:"verb"`
	Side   Party         `json:"side,omitempty"`   // forfeit, award, correct_time; with Number: whose turn
	Number int           `json:"number,omitempty"` // restore_turn: of the turn; without Side the first with that number
	Move   board.Move    `json:"move,omitempty"`   // adopt, move
	By     time.Duration `json:"by,omitempty"`     // correct_time (either way), extend
	Reason string        `json:"reason"`

	Closes time.Time    `json:"closes,omitzero"` // where the game goes on in a session: its end
	Text   string       `json:"text,omitempty"`  // fine; term: as in a challenge; exact: a square, such as h2
	Terms  *terms.Terms `json:"terms,omitempty"` // term: all the terms as they then stand
	Event  int64        `json:"event,omitempty"` // undo

	Member int   `json:"member,omitempty"` // replace: of Side, from 1; 0: the side is one player
	Player int64 `json:"player,omitempty"` // replace: who takes the seat

	Appeal      int64  `json:"appeal,omitempty"`      // the number of the event by which the claim or the protest was made that they rule on
	Umpire      string `json:"umpire,omitempty"`      // who rules, by name; "": whoever keeps the server
	Letter      int64  `json:"letter,omitempty"`      // of the umpire, by which they ruled; 0: none
	Ordered     int64  `json:"ordered,omitempty"`     // of the umpire, in which the ruling is written; 0: none, or of before corrd noted the letter
	Fundamental bool   `json:"fundamental,omitempty"` // they rule without an appeal, on a violation of the fundamental laws
}

// Objection gives a sentence that says why a ruling cannot be made under a law where the
// game stands at a time, and "" if it can. The law must be a provision of the
// game's code or its terms, or a rule of the house.
func (s State) Objection(r Ruling, law Law, at time.Time) string {
	code, power := s.Code(), r.Verb.Power()
	switch {
	case s.Started.IsZero():
		return "the game has not begun"
	case r.Reason == "":
		return "a ruling needs a reason; both sides will read it"
	case code.Digest(law) == "":
		return code.Lacks(law)
	case s.Phase == Finished && !power.Over:
		return "the game is finished; reopen it, or restore a turn"
	case (s.Phase == Suspended || s.Resting()) && !power.Suspended && !s.referred():
		return "the game is suspended; --resume lets it go on"
	case s.Phase == ClaimOpen && power.Waits:
		return "a claim is being proved; wait a moment"
	}
	if objection := cmp.Or(s.objectionToAppeal(r), s.objectionToAuthority(r, law)); objection != "" {
		return objection
	}
	if s.PlayedAgain() && s.revives(r) {
		return "the game is annulled for good: the match goes on with another, which has begun in its place"
	}
	v, known := verbs[r.Verb]
	if !known {
		return fmt.Sprintf("%q is nothing an umpire does", r.Verb)
	}
	return v.objects(s, r, at)
}

// objectsUnlessSide, and the methods after it in this file, are the objections of rows of verbs.
func (s State) objectsUnlessSide(r Ruling, _ time.Time) string {
	_, named := r.Side.Side()
	return unless(named, "the side must be white or black")
}

// objectionToTime looks at a correction of the time: no more can be taken off
// than has been recorded.
func (s State) objectionToTime(r Ruling, at time.Time) string {
	if _, named := r.Side.Side(); !named || r.By == 0 || r.By.Abs() > mostTimeAtOnce {
		return "name a side, and by how much its recorded time is wrong"
	}
	switch used := s.Clock(r.Side.side(), at).Used.Truncate(time.Second); {
	case r.By >= -used:
		return ""
	case used == 0:
		return "no time is recorded against that side"
	default:
		return fmt.Sprintf("no more than %s is recorded against that side", terms.Period(used))
	}
}

// revives reports whether a ruling lets a game that was annulled count again.
func (s State) revives(r Ruling) bool {
	switch r.Verb {
	case RulesReopened, RulesRestored:
		return true
	case RulesUndone:
		if s.Ruling == nil {
			return false
		}
		before := s.Ruling.State.Result
		return before == nil || before.Score != Annulled
	}
	return false
}

// objectionToAppeal looks for the claim or the protest they were appealed to by.
func (s State) objectionToAppeal(r Ruling) string {
	_, open := s.Dispute(r.Appeal)
	switch {
	case r.Appeal != 0 && r.Fundamental:
		return "a ruling is made on an appeal, or without one because the fundamental laws are violated: not both"
	case r.Appeal != 0 && !open:
		return fmt.Sprintf("event %d has opened no dispute that is before the umpire; corrctl dispute list shows those that are", r.Appeal)
	}
	_, law, appeals := s.Code().Appeal.Get()
	return unless(!appeals || r.Appeal != 0 || r.Fundamental || s.umpired() || r.Verb.keepsRecord(),
		fmt.Sprintf("nobody has appealed, and the umpire then interferes only where a fundamental law is broken (%s): --fundamental says that one is", law))
}

// objectionToAuthority looks at what the code lets the umpire do: by which laws, and about
// rulings that have been made.
func (s State) objectionToAuthority(r Ruling, law Law) string {
	from, code := s.AppealFrom(r.Appeal), s.Code()
	_, written, asWritten := code.AsWritten.Get()
	_, equity, helps := code.Equity.Get()
	_, forGood, final := code.ForGood.Get()
	switch {
	case asWritten && ofHouse(law) && !r.Verb.keepsRecord() && !r.Verb.keepsTime():
		return fmt.Sprintf("the umpire applies the laws as they are written (%s), and decides nothing by a rule of the house: cite the provision or the term it rests on", written)
	case helps && law == equity && !r.Verb.restores():
		return fmt.Sprintf("%s is a help for men set up wrongly: by it the umpire restores the game, lets it stand (--dismiss) or annuls it, and nothing else", equity)
	case from.Joint && final && r.Verb != RulesDismissed:
		return fmt.Sprintf("both sides submitted that question, and it is decided for good (%s): --dismiss answers the appeal", forGood)
	case from.Umpire != "" && from.Umpire == r.Umpire && r.Verb != RulesSuspended:
		return fmt.Sprintf("%s made the ruling of event %d, from which this is an appeal: another umpire decides it; corrctl umpire list shows them, and --as names one", from.Umpire, from.Seq)
	}
	return ""
}

// keepsTime reports whether a verb only stops the game or sets the time, the terms or the
// search for a claim.
func (v Verb) keepsTime() bool {
	switch v {
	case RulesSuspended, RulesTime, RulesExtended, RulesTerm, RulesSearched:
		return true
	}
	return false
}

// restores reports whether a verb restores a game, lets it stand or annuls it.
func (v Verb) restores() bool {
	switch v {
	case RulesAnnulled, RulesDismissed, RulesRestored, RulesReturned, RulesReopened, RulesSuspended, RulesResumed, RulesUndone:
		return true
	}
	return false
}

// umpired reports whether something is before the umpire: a dispute, or a side's
// overstepped time where the terms leave to the umpire what follows.
func (s State) umpired() bool {
	return len(s.Disputes()) > 0 || s.Overdue(board.White) || s.Overdue(board.Black) || s.Resting()
}

// keepsRecord reports whether a verb decides no question between the sides: it records
// what a side has chosen, or keeps the game in order.
func (v Verb) keepsRecord() bool {
	switch v {
	case RulesAdopted, RulesExacted, RulesWaived, RulesIntention, RulesResumed, RulesUndone, RulesReplaced, RulesDismissed:
		return true
	}
	return false
}

// lawOfAppeal gives the provision under which a side puts a question before the umpire:
// where the code has none, that of forfeitures.
func (d *docket) lawOfAppeal() Law {
	if _, law, provided := d.code().Appeal.Get(); provided {
		return law
	}
	return d.code().Forfeit.Cite()
}

func (s State) objectsToDismissal(r Ruling, _ time.Time) string {
	if len(s.Claims()) > 1 && r.Appeal == 0 {
		return "several claims are before the umpire; --dispute names the one that is dismissed"
	}
	return unless(s.Claim != nil && !s.Claim.Proving || len(s.Protests) > 0, "nothing is before the umpire")
}

func (s State) objectsToAdoption(r Ruling, _ time.Time) string {
	if s.Held == nil {
		return "no move is held that could be adopted"
	}
	return unless(slices.Contains(s.Candidates(), r.Move), "no such move is held; corrctl game show lists the candidates")
}

func (s State) objectsToMove(r Ruling, _ time.Time) string {
	if s.MovesDue() > 1 {
		return "at these odds the first turn has several moves, which its player sends together"
	}
	if s.Held != nil {
		return "moves are held for this turn; --adopt records which of them the receiver takes"
	}
	return unless(s.Position.IsLegal(r.Move), "the move must be legal; corrctl game show gives the position")
}

// objectionToReopen looks at what a game that is over could go on with.
func (s State) objectionToReopen() string {
	switch {
	case s.Phase != Finished:
		return "the game is not over"
	case len(s.Position.Moves(nil)) == 0:
		return "there is no legal move to go on with; restore a turn instead"
	case s.Ending.overTime():
		return "the time of the side to move was over, and would be again; correct or extend it first"
	}
	return ""
}

// ordered gives the terms with one put in the place of another by the umpire;
// the refusal says what is wrong with it.
func (s State) ordered(text string) (t terms.Terms, refusal string) {
	st := interpret.Parse("propose " + text).Statements
	if len(st) != 1 || st[0].Kind != interpret.KindPropose {
		return s.Terms, "write the term as in a challenge, such as \"time reply in 5 days\""
	}
	t, refusal = changedTerms(st[0].Terms, s.Terms)
	return t, s.onCards(t, refusal)
}

// exaction gives the penalty that is exacted where the umpire records the receiver's choice
// by the square of a man, "" for the King or the man of a false move; or why it cannot be
// recorded. If the King cannot be moved the receiver selects the man.
func (s State) exaction(selected string) (f Exacted, objection string) {
	if s.Phase == PenaltyDue {
		return f, "the penalty has been exacted already; --void-requirement lifts it"
	}
	if s.Offence == nil || s.Offence.Exacted {
		return f, "no penalty is open"
	}
	if _, chooses := s.Requirements(); chooses {
		return s.required(selected)
	}
	penalty, _, _ := s.Penalty()
	f = Exacted{Penalty: penalty.Name, Man: manOn(selected)}
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

// plyOf gives the ply of the turn a ruling names.
func (s State) plyOf(r Ruling) int {
	ply := 2*r.Number - 1
	if r.Side == Black || r.Side == Corrd && ply <= s.base() {
		ply++
	}
	return ply
}
