package game

import (
	"time"

	"corrd/game/board"
	"corrd/game/terms"
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

// setsMoves reports whether a verb decides what has been played or is to be played.
func (v Verb) setsMoves() bool {
	switch v {
	case RulesPlayed, RulesRestored, RulesReturned, RulesAdopted, RulesExacted, RulesWaived, RulesVoid, RulesIntention:
		return true
	}
	return false
}

// Decides reports whether a ruling with a verb ends the dispute it names; to suspend or to search ends none.
func (v Verb) Decides() bool { return v != RulesSuspended && v != RulesSearched }

// KeepsRecord reports whether a verb decides no question between the sides: it records
// what a side has chosen, or keeps the game in order.
func (v Verb) KeepsRecord() bool {
	switch v {
	case RulesAdopted, RulesExacted, RulesWaived, RulesIntention, RulesResumed, RulesUndone, RulesReplaced, RulesDismissed:
		return true
	}
	return false
}

// PlyOf gives the ply of the turn a ruling names.
func (s State) PlyOf(r Ruling) int {
	ply := 2*r.Number - 1
	if r.Side == Black || r.Side == Corrd && ply <= s.PliesBefore() {
		ply++
	}
	return ply
}
