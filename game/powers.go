package game

import (
	"slices"
	"time"
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

// Power is a verb as the umpire finds it: what the verb takes, when it can be ordered, and
// what it does.
type Power struct {
	Verb      Verb
	Takes     Takes
	Says      string
	Over      bool // the verb can be ordered in a game that is over
	Suspended bool // the verb can be ordered in a game that is suspended
	Waits     bool // the verb waits until a claim has been proved

	apply func(s *State, e Event, r Ruling) // what the ruling changes by itself; nil: nothing
}

// Powers gives every verb, in the order in which a list names them.
func Powers() []Power { return powers }

// Power gives what the umpire finds of a verb; the zero Power for a word that is none.
func (v Verb) Power() Power {
	i := slices.IndexFunc(powers, func(p Power) bool { return p.Verb == v })
	if i < 0 {
		return Power{}
	}
	return powers[i]
}

// powers is the table of the verbs: all that the laws know of one, save what
// objects to it and what follows, and the words in which letters tell of the verb.
var powers = []Power{
	{Verb: RulesForfeit, Takes: TakesSide, Suspended: true,
		Says: "The side has forfeited the game."},
	{Verb: RulesAnnulled, Takes: TakesNothing, Over: true, Suspended: true,
		Says: "The game counts for nobody."},
	{Verb: RulesRestored, Takes: TakesTurn, Over: true, Suspended: true,
		Says:  "Restore the position at the beginning of turn N: 7, or 7b for Black's.",
		apply: func(s *State, e Event, r Ruling) { s.restoreTurn(e, r) }},
	{Verb: RulesDrawn, Takes: TakesNothing, Suspended: true,
		Says: "The game is drawn."},
	{Verb: RulesAward, Takes: TakesSide, Suspended: true,
		Says: "The side has won the game."},
	{Verb: RulesAdopted, Takes: TakesMove, Waits: true,
		Says: "Record which of the moves held the receiver adopts."},
	{Verb: RulesExacted, Takes: TakesMan, Waits: true,
		Says: "Record that the receiver exacts the penalty; with --man where the King cannot be moved."},
	{Verb: RulesWaived, Takes: TakesNothing, Waits: true,
		Says: "Record that the receiver waives the penalty."},
	{Verb: RulesTime, Takes: TakesSideBy, Over: true, Suspended: true,
		Says: "Correct the time recorded against a side (II.10.D): white=+2h adds two hours to it.",
		apply: func(s *State, e Event, r Ruling) {
			s.clocked(e.At, func(s *State, at time.Time) { s.corrected(at, r.Side.AsSide(), r.By) })
		}},
	{Verb: RulesExtended, Takes: TakesBy, Over: true, Suspended: true,
		Says: "Add to the time allowed for the turn that runs.",
		apply: func(s *State, e Event, r Ruling) {
			turn, side := s.Window.Number, s.Window.Side
			s.clocked(e.At, func(s *State, at time.Time) {
				if s.Window.Number == turn && s.Window.Side == side {
					s.extended(at, r.By)
				}
			})
		}},
	{Verb: RulesDismissed, Takes: TakesNothing, Over: true, Suspended: true,
		Says:  "Dismiss the claim, or the protests, before the umpire.",
		apply: (*State).dismissed},
	{Verb: RulesVoid, Takes: TakesNothing, Waits: true,
		Says:  "The penalty required is not due.",
		apply: func(s *State, _ Event, _ Ruling) { s.forgiven() }},
	{Verb: RulesSuspended, Takes: TakesNothing,
		Says:  "Stop both clocks; no move is taken.",
		apply: func(s *State, e Event, _ Ruling) { s.Suspended, s.Phase = s.Phase, Suspended; s.Halt(e.At) }},
	{Verb: RulesResumed, Takes: TakesNothing, Suspended: true,
		Says:  "Let a suspended game go on.",
		apply: func(s *State, e Event, r Ruling) { s.reopen(e.At, r.Closes) }},
	{Verb: RulesPlayed, Takes: TakesMove, Waits: true,
		Says: "Play a move for the side whose turn it is."},
	{Verb: RulesFined, Takes: TakesSideText, Over: true, Suspended: true,
		Says: `Fine a side: white="half a crown to the club". Both sides read it; corrd collects nothing.`},
	{Verb: RulesTerm, Takes: TakesTerm, Suspended: true, Waits: true,
		Says: `Put a term in force, written as in a challenge: "time reply in 5 days".`,
		apply: func(s *State, e Event, r Ruling) {
			s.clocked(e.At, func(s *State, at time.Time) { s.newTerms(*r.Terms, r.Closes, at) })
		}},
	{Verb: RulesReopened, Takes: TakesNothing, Over: true,
		Says:  "Let a game that is over go on as it stood before its end.",
		apply: func(s *State, e Event, r Ruling) { s.rewind(*s.Ending, e.At, r.Closes) }},
	{Verb: RulesIntention, Takes: TakesMove, Waits: true,
		Says: "State the intention of the sender of doubtful words, under a code that asks for it."},
	{Verb: RulesCounted, Takes: TakesNothing, Suspended: true, Waits: true,
		Says:  "Count fifty moves more of each side, after which the game is drawn, under a code that knows such a count.",
		apply: (*State).appointed},
	{Verb: RulesReturned, Takes: TakesPoint, Over: true, Suspended: true, Waits: true,
		Says:  "Restore the game as it stood after event N, where a choice was open that was then made by mistake.",
		apply: func(s *State, e Event, r Ruling) { s.returned(e, r) }},
	{Verb: RulesSearched, Takes: TakesNumber,
		Says:  "Have the claim searched once more, in N positions at most.",
		apply: func(s *State, e Event, r Ruling) { s.searchesOn(e, r) }},
	{Verb: RulesUndone, Takes: TakesEvent, Over: true, Suspended: true, Waits: true,
		Says:  "Let the last ruling in a game count as not made.",
		apply: func(s *State, e Event, r Ruling) { s.undo(*s.Ruling, e.At, r.Closes) }},
	{Verb: RulesReplaced, Takes: TakesSeat, Suspended: true,
		Says: "Put another registered player into a seat."},
}
