package game

import "slices"

// Verb is an act of the umpire.
type Verb string

// The verbs. A verb that ends a game gives the game's result; the other verbs let the game go on.
const (
	RulesForfeit  Verb = "forfeit" // Side has forfeited the game
	RulesAnnulled Verb = "annul"   // the game counts for neither side
	RulesDrawn    Verb = "draw"    // the game is drawn
	RulesAward    Verb = "award"   // Side has won the game
	// the position at the beginning of a turn is restored, also from after the end of the game
	RulesRestored Verb = "restore_turn"
	// Move, one of those held, is played: the umpire records the receiver's choice
	RulesAdopted Verb = "adopt"
	// the receiver exacts the penalty, of the man on the square in Text if there is one: the
	// umpire records the receiver's choice
	RulesExacted Verb = "exact"
	// the receiver waives the penalty: the umpire records the receiver's choice
	RulesWaived Verb = "waive"
	RulesVoid   Verb = "void_requirement" // the penalty required is not due
	RulesPlayed Verb = "move"             // Move is played for the side whose turn it is
	RulesTime   Verb = "correct_time"     // By is added to the time recorded against Side
	// By is added to the time allowed for the turn that runs
	RulesExtended Verb = "extend"
	// the claim, or the protests, before the umpire are dismissed
	RulesDismissed Verb = "dismiss"
	RulesSuspended Verb = "suspend" // neither clock runs and no move is taken
	RulesResumed   Verb = "resume"  // the game goes on
	RulesFined     Verb = "fine"    // Side is fined, as Text says
	RulesTerm      Verb = "term"    // the term in Text is in force from now on
	// a game that is over goes on as the game stood before its end
	RulesReopened Verb = "reopen"
	// the game goes on as it stood after event number Event, where a choice was open
	RulesReturned Verb = "restore_event"
	// the claim is searched again, in Number positions at most
	RulesSearched Verb = "search"
	RulesUndone   Verb = "undo"    // the ruling of event number Event counts as not made
	RulesReplaced Verb = "replace" // another player takes a seat of Side
	// fifty moves of each side are counted from now on, and then the game is drawn
	RulesCounted Verb = "count_fifty"
	// Move is what the sender of doubtful words meant, where a code asks for their intention
	RulesIntention Verb = "intention"
)

// Takes says what an umpire's verb takes beside the law and the reason of the ruling.
type Takes int

// The sets of values that verbs take, with the fields of a Ruling that hold them.
const (
	TakesNothing  Takes = iota
	TakesSide           // Side
	TakesSideBy         // Side, and By, which may be negative
	TakesSideText       // Side and Text
	TakesBy             // By
	TakesTerm           // Text: a term as a challenge writes it
	TakesMove           // Move
	TakesTurn           // Number, and Side where only Black's turn is meant
	TakesMan            // Text: the square of a man, or nothing
	TakesEvent          // Event
	TakesPoint          // Event, which is no ruling
	TakesNumber         // Number
	TakesSeat           // Side, Member and Player
)

// Power describes a verb: what the verb takes, when the umpire can order it, and what it does.
type Power struct {
	Verb      Verb
	Takes     Takes
	Says      string
	Over      bool // the verb can be ordered in a game that is over
	Suspended bool // the verb can be ordered in a game that is suspended
	Waits     bool // the verb waits until a claim has been proved
	Moves     bool // the verb decides what has been played or is to be played
	// the verb decides no question between the sides, but records what a side has chosen or keeps
	// the game in order
	Records bool
	Interim bool // the verb ends no dispute

	// changes what the ruling changes by itself; nil: nothing
	apply func(s *State, e Event, r Ruling)
}

// Powers returns every verb, in the order in which a list names them.
func Powers() []Power { return powers }

// Power returns the row of a verb; the zero Power for a word that is no verb.
func (v Verb) Power() Power {
	i := slices.IndexFunc(powers, func(p Power) bool { return p.Verb == v })
	if i < 0 {
		return Power{}
	}
	return powers[i]
}

// Decides reports whether a ruling with a verb ends the dispute that the ruling names.
func (v Verb) Decides() bool { return !v.Power().Interim }

// powers is the table of the verbs. What objects to a verb and what follows from it are in
// package play, and the words of letters about it are in package templates.
var powers = []Power{
	{Verb: RulesForfeit, Takes: TakesSide, Suspended: true, Says: "The side has forfeited the game."},
	{Verb: RulesAnnulled, Takes: TakesNothing, Over: true, Suspended: true, Says: "The game counts for nobody."},
	{Verb: RulesRestored, Takes: TakesTurn, Over: true, Suspended: true, Moves: true,
		Says:  "Restore the position at the beginning of turn N: 7, or 7b for Black's.",
		apply: (*State).restoreTurn},
	{Verb: RulesDrawn, Takes: TakesNothing, Suspended: true, Says: "The game is drawn."},
	{Verb: RulesAward, Takes: TakesSide, Suspended: true, Says: "The side has won the game."},
	{Verb: RulesAdopted, Takes: TakesMove, Waits: true, Moves: true, Records: true,
		Says: "Record which of the moves held the receiver adopts."},
	{Verb: RulesExacted, Takes: TakesMan, Waits: true, Moves: true, Records: true,
		Says: "Record that the receiver exacts the penalty; with --man where the King cannot be moved."},
	{Verb: RulesWaived, Takes: TakesNothing, Waits: true, Moves: true, Records: true,
		Says: "Record that the receiver waives the penalty."},
	{Verb: RulesTime, Takes: TakesSideBy, Over: true, Suspended: true,
		Says:  "Correct the time that a side has used (II.10.D): white=+2h makes it two hours more used, and less left; white=-2h two hours less used.",
		apply: (*State).timeCorrected},
	{Verb: RulesExtended, Takes: TakesBy, Over: true, Suspended: true,
		Says:  "Add to the time allowed for the turn that runs.",
		apply: (*State).timeExtended},
	{Verb: RulesDismissed, Takes: TakesNothing, Over: true, Suspended: true, Records: true,
		Says:  "Dismiss the claim, or the protests, before the umpire; where there are none, the fines due.",
		apply: (*State).dismissed},
	{Verb: RulesVoid, Takes: TakesNothing, Waits: true, Moves: true,
		Says:  "The penalty required is not due.",
		apply: func(s *State, _ Event, _ Ruling) { s.forgiven() }},
	{Verb: RulesSuspended, Takes: TakesNothing, Interim: true,
		Says:  "Stop both clocks; no move is taken.",
		apply: func(s *State, e Event, _ Ruling) { s.Suspended, s.Phase = s.Phase, Suspended; s.Halt(e.At) }},
	{Verb: RulesResumed, Takes: TakesNothing, Suspended: true, Records: true,
		Says:  "Let a suspended game go on. A side whose flag has fallen has 24 hours more for its turn, unless its time was extended before.",
		apply: func(s *State, e Event, r Ruling) { s.reopen(e.At, r.Closes); s.timeToMove(e.At) }},
	{Verb: RulesPlayed, Takes: TakesMove, Waits: true, Moves: true,
		Says: "Play a move for the side whose turn it is."},
	{Verb: RulesFined, Takes: TakesSideText, Over: true, Suspended: true,
		Says:  `Fine a side: white="half a crown to the club". Both sides read it; A fine due from that side is then settled. corrd collects nothing.`,
		apply: (*State).fined},
	{Verb: RulesTerm, Takes: TakesTerm, Suspended: true, Waits: true,
		Says:  `Put a term in force, written as in a challenge: "time reply in 5 days".`,
		apply: (*State).termInForce},
	{Verb: RulesReopened, Takes: TakesNothing, Over: true,
		Says:  "Let a game that is over go on as it stood before its end.",
		apply: func(s *State, e Event, r Ruling) { s.rewind(*s.Ending, e.At, r.Closes) }},
	{Verb: RulesIntention, Takes: TakesMove, Waits: true, Moves: true, Records: true,
		Says: "State the intention of the sender of doubtful words, under a code that asks for it."},
	{Verb: RulesCounted, Takes: TakesNothing, Suspended: true, Waits: true,
		Says:  "Count fifty moves more of each side, after which the game is drawn, under a code that knows such a count.",
		apply: (*State).appointed},
	{Verb: RulesReturned, Takes: TakesPoint, Over: true, Suspended: true, Waits: true, Moves: true,
		Says:  "Restore the game as it stood after event N, where a choice was open that was then made by mistake.",
		apply: (*State).returned},
	{Verb: RulesSearched, Takes: TakesNumber, Interim: true,
		Says:  "Have the claim searched once more, in N positions at most.",
		apply: (*State).searchesOn},
	{Verb: RulesUndone, Takes: TakesEvent, Over: true, Suspended: true, Waits: true, Records: true,
		Says:  "Let the last ruling in a game count as not made.",
		apply: func(s *State, e Event, r Ruling) { s.undo(*s.Ruling, e.At, r.Closes) }},
	{Verb: RulesReplaced, Takes: TakesSeat, Suspended: true, Records: true, Says: "Put another registered player into a seat."},
}
