// Package play decides what follows from an act in a game of chess by letters. An act is a letter
// of one side, time that has run out, a ruling, or a proof that was found. Objection says why the
// umpire cannot make a ruling, and DisputeObjection why nothing can be done about a dispute.
//
// Decide answers an Act with events. Each event carries the provision that it rests on, which
// Decide takes from the code. Decide changes nothing; game.State.Apply applies the events. A docket
// holds what is being decided: the act, and the game after the events decided so far.
//
// The package is pure: time is an argument. The package must not know how letters are read, sent or
// kept, in which words anybody is told, who the umpire is, nor which code is played.
//
// The files by subject. Package game has the events, and what each does to a game:
//
//	an act             act.go, decide.go
//	a letter           letter.go, statement.go, question.go; whose turn its moves are for: turn.go
//	moves              moves.go, adopt.go, doubt.go; a first turn of several moves: firstturn.go
//	moves to come      series.go
//	an offence         offence.go, annul.go; check that is not announced: check.go
//	consent and claims consent.go, claim.go; the end: ending.go
//	on the way         transit.go, certificate.go
//	time               session.go, mailbox.go
//	the umpire         what comes before the umpire, also where a code says nothing of it, and what
//	                   follows from a ruling: dispute.go, by the law of game/verbs.go
//	before a game      turn.go, also who may write
//	the version        noted.go: which version of this package decided an act
package play

import (
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/proof"
	"corrd/game/terms"
	"corrd/interpret"
)

// Act is something done to a game; Decide answers an act with events.
type Act interface {
	noted() Noted // what the log notes of it beside the events
}

// Start begins a game whose terms have been accepted.
type Start struct {
	Terms   terms.Terms
	Players [2]int64
	Lot     *game.Lot
	Match   *game.Match // nil: the game belongs to no match
	// nil: the game belongs to no all-play-all event
	Tournament *game.Tournament
	Letter     int64 // the number of the letter of acceptance

	Consultation *game.Consultation // nil: each side is one player

	Left   []string   // the words of that letter from which nothing follows
	LeftBy board.Side // the side that wrote the letter of acceptance

	Seed uint64 // the seed of all chance on the way, when the terms name no seed

	ByCard [2]bool // the sides that play by real cards

	Challenger board.Side // the side of the player who proposed the terms
}

// Beside is what stands on a card or form for another game of a match.
type Beside = carrier.Beside

// Letter is one letter of one side, whose sender has been established.
type Letter struct {
	ID  int64
	By  board.Side
	Ply int // the ply that the letter's key names; 0: the key names none
	// the number of the last event told by the letter that this one answers; 0: not known
	Answers  int64
	Received time.Time // from when the letter counts, never later than now
	// when a letter that was held was released and counts from before; a carrier that takes time
	// carries the letter from then on. Zero: the letter was not held, or counts from its release.
	Released   time.Time
	Statements []interpret.Statement
	// the lines of Statements, where the letter states more for the game than these; nil: they are
	// all
	Took []int
	// Patient says that corrd does not believe its clock: no flag falls before the letter is
	// looked at.
	Patient bool
	// the letter's text and its HTML state different things, and nobody can tell which of them
	// the writer saw
	Unclear bool
	// words of the letter that do not concern the game and have no answer of their own
	Left  []string
	Whole string // the letter as it is weighed; "" where that is not known
	Note  string // the prose of the letter, which travels with the letter's statements
	// what was not read as the writer's own words, told in words for the writer; "" for nothing
	Unread string
	Prose  string         // the words of the letter beside its statements
	Card   *game.RealCard // nil: the letter came by mail
	Aside  bool           // the letter that this one answers tells of terms, a law or the like, and asks nothing
	Beside *Beside        // what stands on the same card or form for another game; nil: nothing
	// the keys to be rotated, because the letter has shown one of them to the other side; nil:
	// the letter has shown none
	Shown *game.Rotated
}

// Notify records that the letter which asks Side for their move was accepted by the next hop.
type Notify struct {
	Side board.Side
	Told int64 // the number of the last event that the letter tells; 0: not known
}

// Alarm says that the time which State.Deadline gave has come.
type Alarm struct{}

// Defer makes a fallen flag wait until a time for a letter of the side whose clock runs. The
// letter was received before the flag fell, and is held until the owner of its address confirms
// it (house:20). Letter 0 says that no such letter is held any more.
type Defer struct {
	Letter int64
	Until  time.Time
}

// Proof is the result of Prove for the claim made by event number Claim.
type Proof struct {
	Claim       int64
	Verdict     proof.Verdict
	Nodes       int
	Descriptive []string // what the search found, in descriptive notation
	Algebraic   []string
}

// Rule is a ruling of the umpire, with the law on which the ruling rests. Decide returns no event
// for a ruling to which Objection objects.
type Rule struct {
	game.Ruling
	Law game.Law `json:"law"`
}
