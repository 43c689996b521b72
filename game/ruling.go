package game

import (
	"fmt"
	"slices"
	"time"

	"corrd/game/board"
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
	RulesExacted   Verb = "exact"            // the receiver exacts the penalty
	RulesWaived    Verb = "waive"            // the receiver waives it
	RulesVoid      Verb = "void_requirement" // the penalty required is not due
	RulesPlayed    Verb = "move"             // Move is played for the side whose turn it is
	RulesTime      Verb = "correct_time"     // By is added to the time recorded against Side
	RulesExtended  Verb = "extend"           // By is added to the time allowed for the turn that runs
	RulesDismissed Verb = "dismiss"          // the claim, or the protests, before the umpire
	RulesSuspended Verb = "suspend"          // neither clock runs and no move is taken
	RulesResumed   Verb = "resume"           // the game goes on
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

	Closes time.Time `json:"closes,omitzero"` // resume, restore_turn: the end of the session that then runs; zero: none is fixed
}

// Objection gives a sentence that says why a ruling cannot be made where the
// game stands, and "" if it can. Its law must be a provision of the game's code
// or its terms, or a rule of the house.
func (s State) Objection(r Rule) string {
	code := s.Code()
	switch {
	case s.Started.IsZero():
		return "the game has not begun"
	case r.Reason == "":
		return "a ruling needs a reason; both sides will read it"
	case code.Digest(r.Law) == "":
		return fmt.Sprintf("%s has no provision %q; the nearest is %q", code.ID, r.Law, code.Nearest(r.Law))
	case s.Phase == Finished && r.Verb != RulesRestored && r.Verb != RulesDismissed:
		return "the game is finished; only a turn can be restored, or a protest dismissed"
	case s.Phase == Suspended && !slices.Contains(ruledInSuspense, r.Verb):
		return "the game is suspended; let it resume first"
	case s.Phase == ClaimOpen && slices.Contains(ruledInPlay, r.Verb):
		return "a claim is being proved; wait a moment"
	}
	return s.objectionTo(r.Ruling)
}

// Which rulings wait for a suspended game to resume, or for a claim to be
// proved.
var (
	ruledInSuspense = []Verb{RulesResumed, RulesForfeit, RulesAnnulled, RulesDrawn, RulesAward, RulesRestored, RulesTime, RulesExtended, RulesDismissed}
	ruledInPlay     = []Verb{RulesAdopted, RulesExacted, RulesWaived, RulesVoid, RulesPlayed}
)

// objectionTo looks at what a verb needs.
func (s State) objectionTo(r Ruling) string {
	_, named := r.Side.Side()
	switch r.Verb {
	case RulesAnnulled, RulesDrawn:
		return ""
	case RulesForfeit, RulesAward:
		return unless(named, "the side must be white or black")
	case RulesTime:
		return unless(named && r.By != 0 && r.By.Abs() <= mostTimeAtOnce, "name a side, and by how much its recorded time is wrong")
	case RulesExtended:
		return unless(r.By > 0 && r.By <= mostTimeAtOnce && s.Terms.Time.Per > 0, "name a time to be added; under the term time none there is nothing to extend")
	case RulesDismissed:
		return unless(s.Claim != nil && !s.Claim.Proving || len(s.Protests) > 0, "nothing is before the umpire")
	case RulesSuspended:
		return unless(s.Phase != ClaimOpen, "a claim is being proved; wait a moment")
	case RulesResumed:
		return unless(s.Phase == Suspended, "the game is not suspended")
	}
	return s.objectionInTurn(r)
}

// objectionInTurn looks at the verbs that depend on the state of the turn.
func (s State) objectionInTurn(r Ruling) string {
	switch r.Verb {
	case RulesRestored:
		ply := s.plyOf(r)
		return unless(ply > s.base() && ply <= s.LastPly()+1, "there has been no such turn")
	case RulesAdopted:
		return unless(slices.Contains(s.Candidates(), r.Move), "no such move is held; corrctl game show lists the candidates")
	case RulesExacted:
		return s.objectionToExact()
	case RulesWaived:
		return unless(s.Offence != nil && !s.Offence.Exacted, "no penalty is open")
	case RulesVoid:
		return unless(s.Phase == PenaltyDue, "no penalty is due")
	case RulesPlayed:
		return unless(s.Held == nil && s.Position.IsLegal(r.Move), "the move must be legal, and none be held; corrctl game show gives the position")
	}
	return fmt.Sprintf("%q is nothing an umpire does", r.Verb)
}

// objectionToExact looks for a penalty that falls on the King: which other man
// must move is the receiver's own choice (II.11(d)).
func (s State) objectionToExact() string {
	if s.Offence == nil || s.Offence.Exacted {
		return "no penalty is open"
	}
	p := s.beforeOffence()
	return unless(s.Code().Wrong.Is.Compels(&p).King, "the King cannot be moved: the receiver must name the man himself")
}

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
