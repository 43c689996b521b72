package game

import (
	"time"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/terms"
)

// Event is one thing that happened in a game. The log of a game is its events
// in order; its State is their fold and nothing else.
type Event struct {
	At     time.Time // when it took effect, UTC, whole seconds: for a letter its receipt
	By     Party
	Law    Law
	Letter int64 // the letter that brought it about; 0: none
	Fact   Fact
}

// Fact is what an event says: one small struct for each kind of event. Facts
// are kept for ever in event format 1: fields are added, never changed. What a
// fact does to the state, its apply, stands with the rest of its story.
type Fact interface{ apply(s *State, e Event) }

// Started begins a game.
type Started struct {
	Terms    terms.Terms `json:"terms"`
	Players  [2]int64    `json:"players"` // the player of the white and of the black men
	Position string      `json:"position"`
	Lot      *Lot        `json:"lot,omitempty"`
	Match    *Match      `json:"match,omitempty"`

	Closes time.Time `json:"closes,omitzero"` // the end of the session, where the term time fixes one

	Consultation *Consultation `json:"consultation,omitempty"`

	Seed  uint64 `json:"seed,omitempty"`  // from which whatever happens on the way is drawn, by a carrier that takes time, where the terms name it
	Drawn uint64 `json:"drawn,omitempty"` // the same where the terms name none: nobody is to know what will happen, so that Drawn stands beside the line of the log

	ByCard [2]bool `json:"by_card,omitzero"` // the sides that play by real cards (house:29)
}

// Lot is a verifiable drawing of colours (house:4): the low bit of SHA-256 of
// the nonce followed by the raw letter of acceptance; 0 gives the challenger
// the white men. Commitment is the SHA-256 of the nonce, printed in the challenge.
type Lot struct {
	Nonce      string `json:"nonce"` // 32 bytes, hex
	Commitment string `json:"commitment"`
	Letter     int64  `json:"letter"` // the raw letter of acceptance
}

// Notified records that the next hop has accepted the letter that asks Side
// for their move: their window opens and their clock starts here.
type Notified struct {
	Side    board.Side `json:"side"`
	Assumed bool       `json:"assumed,omitempty"` // nothing was accepted in 14 days: the clock starts all the same (house:14)
}

// Played is a move adopted as it stands: the only reading of the words, or the
// move of a conditional series that has been arrived at.
type Played struct {
	Ply         int        `json:"ply"`
	Move        board.Move `json:"move"`
	Words       string     `json:"words"`  // as sent
	Reader      string     `json:"reader"` // interpret.Version
	Remarks     []string   `json:"remarks,omitempty"`
	Conditional bool       `json:"conditional,omitempty"`
	Correction  bool       `json:"correction,omitempty"` // stands for an illegal move whose penalty may still be exacted (II.6(c))
	Discharge   bool       `json:"discharge,omitempty"`  // made in discharge of a penalty
	Unlawful    bool       `json:"unlawful,omitempty"`   // a move that is not legal, and stands because the other side replied to it
	Silent      bool       `json:"silent,omitempty"`     // it leaves the opponent in a check that was not announced and need not be met (London 13)
}

// Held is a communication that expresses several legal moves (III.3), or
// several moves for one turn (III.4): the receiver may adopt any of Moves,
// sorted by UCI and numbered from 1 in letters.
type Held struct {
	Ply      int          `json:"ply"`
	Moves    []board.Move `json:"moves"`
	Words    []string     `json:"words"`
	Multiple bool         `json:"multiple,omitempty"` // III.4, not III.3
	Reader   string       `json:"reader"`

	Conditional bool `json:"conditional,omitempty"` // arrived at in a series

	First []board.Move `json:"first,omitempty"` // the moves of the letter that was handed in first, where another came before it

	Then []board.Move `json:"then,omitempty"` // of a first turn of two moves whose first is open too: to each of Moves the second; pairs sorted by both
}

// Reopened takes the sender's last move, to which no reply has been received,
// out of the line, because they sent another for the same turn (III.4). Of a first
// turn of two moves Ply may be the first ply: then both moves are taken out, or,
// where the second is held already, the first.
type Reopened struct {
	Ply int `json:"ply"`
}

// Adopted is the receiver's choice among the moves of a Held; it is then played.
// Where pairs of moves are held, Advanced plays the first move of the pair before.
type Adopted struct {
	Ply      int        `json:"ply"`
	Move     board.Move `json:"move"`
	Implicit bool       `json:"implicit,omitempty"` // by a reply that fits this move alone (house:2)
	Intended bool       `json:"intended,omitempty"` // not the receiver's choice, which was not announced, but what the sender meant (S-Corr VIII)
	First    bool       `json:"first,omitempty"`    // nor that, but the move of the first of several letters, to which the reply is made (S-Corr VI)
	Silent   bool       `json:"silent,omitempty"`   // as in Played
}

// Offended is a communication that expresses no legal move: an offence whose
// penalty the receiver may exact or waive.
type Offended struct {
	Ply          int      `json:"ply"`
	Words        string   `json:"words"`
	Intelligible bool     `json:"intelligible"` // a move, but an illegal one
	Remarks      []string `json:"remarks,omitempty"`
	Reader       string   `json:"reader"`
	Conditional  bool     `json:"conditional,omitempty"` // arrived at in a series (III.5)

	Wrong codes.Wrong  `json:"wrong,omitempty"`
	Moves []board.Move `json:"moves,omitempty"` // what the words express if a man may go anywhere, none of it legal, sorted by UCI
}

// Warned says check of the check that was given at Ply without an announcement: what was
// played after it is taken back, and the check must be met (London 13).
type Warned struct {
	Ply int `json:"ply"`
}

// Retracted takes back the moves from Ply on. Where Other is set the side that moved then
// makes another move.
type Retracted struct {
	Ply   int  `json:"ply"`
	Other bool `json:"other,omitempty"`
}

// Recommenced begins the game again with all the men, of which some had been left out.
type Recommenced struct{}

// Proceeded sets the men of the other side that had been left out in their places.
type Proceeded struct{}

// Exacted is a penalty required: the offender must move their King or, if it
// cannot be moved, the man on Man.
type Exacted struct {
	Penalty string       `json:"penalty"` // "C"
	Man     board.Square `json:"man"`     // the man selected; board.NoSquare: the King, or as Among and Take say

	Among []board.Square `json:"among,omitempty"` // the men of which one must be moved (S-Reg VIII)
	Take  []board.Square `json:"take,omitempty"`  // the men of the receiver's of which one must be taken

	Key int `json:"key,omitempty"` // the ply in the offender's key, where no letter before the one that tells of this has shown that key
}

// Waived is a penalty the receiver does not exact.
type Waived struct {
	Answered bool `json:"answered,omitempty"` // they answered the illegal move: the position is restored, the answer falls (II.6(e))
}

// Spent is a right lost by requiring what cannot be done (II.11(e)).
type Spent struct {
	Why string `json:"why"`

	Nothing bool `json:"nothing,omitempty"` // there is nothing that the penalty could compel
}

// Promised is a conditional series: moves of the sender communicated together
// with assumed moves of the opponent, the first of them at Ply (III.5).
type Promised struct {
	Ply    int           `json:"ply"`
	Series []line.Branch `json:"series"`
	After  []board.Move  `json:"after,omitempty"` // the own moves the series follows
	First  []board.Move  `json:"first,omitempty"` // in a first turn of several moves, the first of the turn of each of After
	Words  string        `json:"words"`
}

// Arrived is an assumed move that has been made: conditional number Number of
// the game, from 1, fires. The move bound to it follows as Played, Held or Offended.
type Arrived struct {
	Number int        `json:"number"`
	Side   board.Side `json:"side"`
	Ply    int        `json:"ply"`

	Moves []board.Move `json:"moves,omitempty"` // what the words bound to it express now
}

// DrawOffered is an offer of a draw; it stands until it is declined or the
// other side moves.
type DrawOffered struct{}

// DrawDeclined ends an offer.
type DrawDeclined struct{}

// Proposed asks the opponent's consent, which Agreed gives and Declined refuses.
type Proposed struct {
	What  string       `json:"what"`            // "withdraw": to take back what no reply has been received to; "terms"; "adjourn": to end the session
	Terms *terms.Terms `json:"terms,omitempty"` // all the terms as they would then stand
	Words string       `json:"words"`

	Hour string `json:"hour,omitempty"` // adjourn: when play is to go on, "10:00"; "": at the hour at which sessions begin
}

// Agreed is the consent to what the other side proposed. It takes effect at once.
type Agreed struct {
	What  string       `json:"what"`
	Terms *terms.Terms `json:"terms,omitempty"`

	Closes time.Time `json:"closes,omitzero"` // the end of the session, where the terms fix one

	Resumes time.Time `json:"resumes,omitzero"` // adjourn: when play goes on
}

// Declined refuses what the other side proposed.
type Declined struct {
	What string `json:"what"`
}

// LeaveTaken stops the clock of the side for so many days from now on.
type LeaveTaken struct {
	Days int `json:"days"`
}

// Deferred lets the flag of Side wait until a time, because a letter of its own
// that was received before the flag fell is held for a countersign.
type Deferred struct {
	Side   board.Side `json:"side"`
	Letter int64      `json:"letter,omitempty"` // the letter that is held; 0: none is any more
	Until  time.Time  `json:"until"`
}

// Protested brings facts before the umpire; play goes on until they rule.
type Protested struct {
	Words string `json:"words"`
}

// Restored is the annulment, which the receiver requires, of a second letter for
// a turn: the move sent first stands, and the penalty may be exacted in the
// offender's next turn (II.6(d), II.11(b)).
type Restored struct {
	Ply  int        `json:"ply"`
	Move board.Move `json:"move"` // the one that stands

	Moves []board.Move `json:"moves,omitempty"` // instead: those that the first letter leaves to the receiver's choice
}

// Claimed is a claim that corrd has received but that the umpire must decide.
// Until the ruling, play and the clocks go on, unless the umpire suspends the game (house:1).
type Claimed struct {
	Ground    string `json:"ground"` // "endless checks", "II.9(c)" …
	Words     string `json:"words"`
	Otherwise string `json:"otherwise,omitempty"` // the move sent with it, which is played
	Halts     bool   `json:"halts,omitempty"`     // the code is silent, or two of its provisions differ: the game stands still until the umpire has ruled
	Against   Law    `json:"against,omitempty"`   // the provision that differs
}

// ProofAsked is a claim that holds if a search proves it; until the search is
// over neither clock runs, and nobody is told. Or it is corrd's own question whether
// the game can still be won, beside which play goes on.
type ProofAsked struct {
	Ground    string `json:"ground"` // "endless checks", "cannot be won"
	Words     string `json:"words"`
	Otherwise string `json:"otherwise,omitempty"`
}

// ProofFound is what the search for a ProofAsked found, with its evidence in
// print, a line each: a series of checks without an end, or how the other side
// puts an end to it.
type ProofFound struct {
	Ground      string   `json:"ground"`
	Verdict     string   `json:"verdict"` // a proof.Verdict
	Nodes       int      `json:"nodes"`   // different positions looked at
	Descriptive []string `json:"descriptive,omitempty"`
	Algebraic   []string `json:"algebraic,omitempty"`
}

// Ruled is a ruling of the umpire's. What it brings about besides a change of
// the state of the turn or of the clocks follows in events of its own.
type Ruled struct {
	Ruling
}

// ClaimRefused is a claim that fails, and why.
type ClaimRefused struct {
	Ground string `json:"ground"`
	Why    string `json:"why"`             // a Why
	Plies  int    `json:"plies,omitempty"` // fifty moves: plies since the last capture
	Times  int    `json:"times,omitempty"` // repetition: times the position has existed, now included
	Words  string `json:"words,omitempty"` // the claim as sent
}

// Asked asks the sender of a letter about words of it, none of which acted.
type Asked struct {
	Why   Why    `json:"why"`
	Words string `json:"words"` // what could not be acted on

	With  []string     `json:"with,omitempty"`  // what else the letter states, which waits with the words and acts with them
	Ply   int          `json:"ply,omitempty"`   // the ply due from the sender
	Moves []board.Move `json:"moves,omitempty"` // what the words would express there
}

// Refused answers an act that the law or the state of the game does not allow.
type Refused struct {
	Why   Why    `json:"why"`
	Words string `json:"words"`

	Refusal bool  `json:"refusal,omitempty"` // they play a legal move that the penalty due excludes, in answer to a letter that said so (II.9(e))
	Answers int64 `json:"answers,omitempty"` // the last event told by that letter; 0: its key alone tells
}

// Reminded is a reminder sent to Side: of the time allowed for this turn, Left
// seconds remain.
type Reminded struct {
	Side board.Side `json:"side"`
	Mark int        `json:"mark"` // 1 half time, 2 four fifths, 3 a day before, 4 no limit
	Left int64      `json:"left"`
}

// Ended finishes the game.
type Ended struct {
	Score Score `json:"score"`
	How   How   `json:"how"`

	Against Law `json:"against,omitempty"` // a provision that applies too and would give the game otherwise: for the umpire
}

// Advanced is one of several moves of a first turn (IV.4) that is not its last:
// the ply after it, the opponent's, is passed. While pairs of moves are held, the
// pairs that begin with it remain, and their second moves are held.
type Advanced struct {
	Ply    int        `json:"ply"`
	Move   board.Move `json:"move"`
	Words  string     `json:"words"`
	Reader string     `json:"reader"`

	Discharge bool `json:"discharge,omitempty"` // made in discharge of a penalty
}
