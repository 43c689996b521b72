package game

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/terms"
)

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
	TakesPoint          // Event, which is not a ruling
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

// Power returns the row of a verb; the zero Power for a word that is not a verb.
func (v Verb) Power() Power {
	i := slices.IndexFunc(powers, func(p Power) bool { return p.Verb == v })
	if i < 0 {
		return Power{}
	}
	return powers[i]
}

// Decides reports whether a ruling with a verb ends the dispute that the ruling names.
func (v Verb) Decides() bool { return !v.Power().Interim }

// powers is the table of the verbs. What objects to a verb and what follows from it are rows of
// verbs, and the words of letters about it are in package templates.
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
		apply: (*State).voided},
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

// Ruling is what the umpire orders, and why.
type Ruling struct {
	Verb   Verb          `json:"verb"`
	Side   Party         `json:"side,omitempty"`   // for forfeit, award and correct_time; beside Number: whose turn
	Number int           `json:"number,omitempty"` // for restore_turn: the number of the turn; without Side the first turn with that number
	Move   board.Move    `json:"move,omitempty"`   // for adopt and move
	By     time.Duration `json:"by,omitempty"`     // for correct_time, where it may be negative, and for extend
	Reason string        `json:"reason"`

	Closes time.Time    `json:"closes,omitzero"` // the end of the session in which the game goes on
	Text   string       `json:"text,omitempty"`  // for fine; for term, as a challenge writes it; for exact: a square, such as h2
	Terms  *terms.Terms `json:"terms,omitempty"` // for term: all the terms as they then stand
	Event  int64        `json:"event,omitempty"` // the number of an event, for undo and restore_event

	Member int   `json:"member,omitempty"` // for replace: the member of Side, from 1; 0: the side is one player
	Player int64 `json:"player,omitempty"` // for replace: the player who takes the seat

	Appeal      int64  `json:"appeal,omitempty"`      // the number of the event of the claim or the protest on which the umpire rules
	Umpire      string `json:"umpire,omitempty"`      // the name of the umpire; "": whoever keeps the server
	Letter      int64  `json:"letter,omitempty"`      // the number of the letter of the umpire by which the umpire ruled; 0: none
	Ordered     int64  `json:"ordered,omitempty"`     // the number of the letter of the umpire in which the ruling is written; 0: none, or the ruling is from before corrd noted the letter
	Fundamental bool   `json:"fundamental,omitempty"` // the umpire rules without an appeal, on a violation of the fundamental laws
}

// PlyOf returns the ply of the turn that a ruling names.
func (s State) PlyOf(r Ruling) int {
	ply := 2*r.Number - 1
	if r.Side == Black || r.Side == Corrd && ply <= s.PliesBefore() {
		ply++
	}
	return ply
}

func (f Ruled) apply(s *State, e Event) {
	r, power := f.Ruling, f.Verb.Power()
	switch r.Verb {
	case RulesUndone, RulesReopened:
	case RulesReplaced:
		s.Ruling = nil
	default:
		s.Ruling = s.remember(e)
	}
	if decides := !power.Records || r.Verb == RulesDismissed; decides && !power.Interim {
		s.Decided = Decision{Seq: s.Seq, Umpire: r.Umpire, Joint: s.submittedByBoth()}
	}
	s.ruledOnSilence(e, r.Verb)
	lacks := r.Verb == RulesReopened && s.Ending == nil || r.Verb == RulesUndone && s.Ruling == nil || r.Verb == RulesTerm && r.Terms == nil ||
		r.Verb == RulesReturned && s.PointAfter(r.Event) == nil || r.Verb == RulesSearched && (s.Claim == nil || s.ClaimOn(r.Appeal) == nil)
	if power.apply != nil && !lacks { // no log that corrd wrote lacks what a ruling names
		power.apply(s, e, r)
	}
	if power.Moves {
		s.formsStand(e.At)
	}
	s.newRound()
	s.decided(e, r)
}

func (s *State) decided(e Event, r Ruling) {
	if r.Appeal == 0 || !r.Verb.Decides() {
		return
	}
	s.settle(r.Appeal, e)
}

func (s State) submittedByBoth() bool {
	var by [2]bool
	for _, c := range s.Claims() {
		by[c.By] = by[c.By] || c.Ground == Submitted
	}
	return by[board.White] && by[board.Black]
}

// restoreTurn takes back the moves since the beginning of a turn, and ends whatever is open.
// Conditional moves for later turns lapse. The time that was used stays used. A game that is
// adjourned stays so until its hour.
func (s *State) restoreTurn(e Event, r Ruling) {
	ply, was := s.PlyOf(r), *s
	if s.Phase != Finished {
		s.closeWindow(e.At)
	}
	s.Proceed(e.At)
	for len(s.Line) > 0 && s.LastPly() >= ply {
		s.takeBack()
	}
	if s.Count != nil && s.Count.After > s.LastPly() {
		s.Count = nil // the count was demanded in a turn that is taken back
	}
	s.Session, s.Rest, s.Sealed, s.Closes, s.Ending = nil, nil, nil, r.Closes, nil
	s.Phase, s.Result, s.Held, s.Offence, s.Withheld, s.Claim, s.Proposal, s.DrawOffer = AwaitMove, nil, nil, nil, nil, nil, nil, Corrd
	s.Others = nil
	if s.Rules >= 2 {
		s.Bar = nil
	}
	s.Questions, s.Protests = [2]*Question{}, nil
	s.Conditionals.StandAgain(ply)
	s.openWindow(s.Position.SideToMove(), e.At)
	s.Continue()
	s.Spare(e.At, clocks.Day)
	s.rewindow(e.At)
	s.restAs(was, e.At)
}

// clocked changes the record of time, or the terms. clocked makes the same change in the kept
// states to which the game may return: the game before its end, in case the game is reopened, the
// game at each open choice, in case the umpire restores the choice, and the game before a mutilated
// form, in case the form is certified.
func (s *State) clocked(at time.Time, change func(s *State, at time.Time)) {
	if s.Ending != nil {
		s.Ending = s.Ending.clocked(change)
	}
	if len(s.Returns) > 0 {
		s.Returns = slices.Clone(s.Returns)
	}
	for i, b := range s.Returns {
		s.Returns[i] = b.clocked(change)
	}
	for side, w := range s.Wires {
		if w != nil && w.Mutilated() {
			changed := *w
			changed.Before = *w.Before.clocked(change)
			s.Wires[side] = &changed
		}
	}
	change(s, at)
}

// clocked returns an earlier game with a later change of the record of time, or of the terms.
func (b Before) clocked(change func(s *State, at time.Time)) *Before {
	b.State.clocked(b.At, change)
	return &b
}

// timeCorrected changes the time that a side has used, in every kept state that has this turn. Of a
// side that does not move, it is time of replies that are over, and their limits are.
func (s *State) timeCorrected(e Event, r Ruling) {
	turn, side := s.Window.Number, s.Window.Side
	runs := s.Rules < 2 || side == r.Side.AsSide()
	s.clocked(e.At, func(s *State, at time.Time) {
		s.corrected(at, r.Side.AsSide(), r.By, runs && s.Window.Number == turn && s.Window.Side == side)
	})
}

// timeExtended adds to the time of the running turn, in every kept state in which this turn runs.
func (s *State) timeExtended(e Event, r Ruling) {
	turn, side := s.Window.Number, s.Window.Side
	s.clocked(e.At, func(s *State, at time.Time) {
		if s.Window.Number == turn && s.Window.Side == side {
			s.extended(at, r.By)
		}
	})
}

// termInForce puts the terms of a ruling in force, in every kept state.
func (s *State) termInForce(e Event, r Ruling) {
	s.clocked(e.At, func(s *State, at time.Time) { s.newTerms(*r.Terms, r.Closes, at) })
}

func (s *State) extended(at time.Time, by time.Duration) {
	was := s.Window.Until
	s.Prolong(at, by)
	s.reallow()
	s.stayAs(was)
}

// corrected adds to the time recorded against a side, or takes from it no more than has been
// recorded. Under a limit for each reply, the correction does not change the limit of a reply in
// another turn than the one that ran when the umpire ruled.
func (s *State) corrected(at time.Time, side board.Side, by time.Duration, sameTurn bool) {
	by = max(by, -s.Clock(side, at).Used)
	if s.Terms.Time.Each && !sameTurn {
		s.Clocks[side].Used += by
		return
	}
	late, was := s.Overdue(side), s.Window.Until
	s.Correct(at, side, by)
	if late && !s.Overdue(side) {
		s.notLate(side)
	}
	s.reallow()
	s.stayAs(was)
}

func (s *State) reallow() {
	if s.Phase == Finished || s.Terms.Time.Per == 0 {
		return
	}
	s.Window.Deferred = time.Time{}
	s.rewindow(s.LastEvent)
}

// undo puts the game back to the state before a ruling, without what the ruling decided.
func (s *State) undo(b Before, at, closes time.Time) {
	since := slices.DeleteFunc(slices.Clone(s.Protests), func(p Protest) bool { return p.Seq <= b.Seq })
	fines := slices.DeleteFunc(slices.Clone(s.Fines), func(f Fine) bool { return f.Seq <= b.Seq })
	settled := slices.DeleteFunc(slices.Clone(s.SettledBy), func(dispute int64) bool { return dispute <= b.Seq })
	now := *s
	s.rewind(b, at, closes)
	s.keepMailbox(now, at)
	s.SettledBy = append(slices.Clone(b.State.SettledBy), settled...)
	s.Fines = append(slices.Clone(b.State.Fines), fines...)
	s.Wires = b.State.Wires // a form that waited for its true words then waits again
	s.Protests = append(slices.Clone(b.State.Protests), since...)
}

// dismissed ends the matter before the umpire when the ruling names none: the claim or, without a
// claim, the protests or, without either, the fines due.
func (s *State) dismissed(e Event, r Ruling) {
	switch {
	case r.Appeal != 0:
	case s.Claim != nil && !s.Claim.Proving:
		s.claimFailed(e)
	case len(s.OpenProtests()) > 0:
		s.Protests = nil
	default:
		s.Fines = nil
	}
}
