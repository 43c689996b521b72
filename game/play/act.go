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

// Act is something that is done to a game and that Decide answers with events.
type Act interface{ act() }

// Start begins a game whose terms have been accepted.
type Start struct {
	Terms   terms.Terms
	Players [2]int64
	Lot     *game.Lot
	Match   *game.Match // nil: it is a game by itself
	Letter  int64       // the letter of acceptance

	Consultation *game.Consultation // nil: each side is one player

	Left   []string   // what that letter states besides, of which nothing comes
	LeftBy board.Side // the side that wrote it

	Seed uint64 // from which whatever happens on the way is drawn, where the terms name none

	ByCard [2]bool // the sides that play by real cards

	Challenger board.Side // the men of the player who proposed the terms
}

// Beside is what stands on a card or form for another game of a match.
type Beside = carrier.Beside

// Letter is one letter of one side, whose sender has been established.
type Letter struct {
	ID         int64
	By         board.Side
	Ply        int       // the ply its key names; 0: none named
	Answers    int64     // the number of the last event told by the letter it answers; 0: it does not say which
	Received   time.Time // receipt, never later than now
	Statements []interpret.Statement
	Patient    bool           // no flag falls before it is looked at: the clock is not to be trusted
	Unclear    bool           // its text and its HTML state different things: which its writer saw nobody knows
	Left       []string       // what it states besides, which is no affair of the game and has no answer of its own
	Note       string         // the prose of the letter, which travels with what it states
	Unread     string         // what of it was not read as its writer's own words, in words for them; "" for nothing
	Prose      string         // its words beside its statements
	Card       *game.RealCard // nil: it came by mail
	Beside     *Beside        // what stands on the same card or form for another game; nil: nothing
	Shown      *game.Rotated  // the keys to be rotated, because the letter has shown one to the other side; nil: it has shown none
}

// Notify records that the letter which asks Side for their move was accepted by
// the next hop.
type Notify struct {
	Side board.Side
	Told int64 // the number of the last event it tells; 0: not known
}

// Alarm says that the time Deadline gave has come.
type Alarm struct{}

// Defer lets the flag of the side that runs, which has fallen, wait three days at
// most for a letter of its own that was received before it fell and is held for
// a countersign (house:20). Letter 0 says that none is held any more.
type Defer struct {
	Letter int64
}

// Proof is the answer of Prove to the claim made by event number Claim.
type Proof struct {
	Claim       int64
	Verdict     proof.Verdict
	Nodes       int
	Descriptive []string // the evidence in print
	Algebraic   []string
}

// Rule is a ruling of the umpire's and the law it rests on. One that
// umpire.Objection has something to say about brings about nothing.
type Rule struct {
	game.Ruling
	Law game.Law `json:"law"`
}

func (Start) act() {}

func (Letter) act() {}

func (Notify) act() {}

func (Alarm) act() {}

func (Defer) act() {}

func (Proof) act() {}

func (Rule) act() {}
