package codes

import (
	"corrd/game/board"
	"time"
)

// Provided is what a rule lays down of which codes know but one: it holds, or the code
// is silent.
type Provided struct{}

// Beforehand are the keys of the terms that a challenge must write, and cannot leave to
// what is usual on a server: an umpire, whom a server can have, is named there or by it.
type Beforehand []string

// Annexes are the ids of the codes whose rules of correspondence can be annexed, the
// first of them where the terms name none.
type Annexes []string

// Check says what becomes of a check that its mover does not announce, where checks must
// be announced.
type Check string

// What becomes of the check.
const (
	MovedAgain   Check = "moved again"     // a reply that leaves the King in it falls, and the checker makes another move
	NeedNotBeMet Check = "need not be met" // the reply stands, until check is said with the checker's next move
)

// Record says what a communication of a move must be.
type Record string

// The kinds of record.
const (
	AnyNotation    Record = "any notation" // words in any notation are one
	AgreedNotation Record = "agreed"       // words in a notation that was not agreed on are none
)

// Promotion says what a Pawn becomes for which the words name no piece.
type Promotion string

// What is done with the Pawn.
const (
	MoverNames      Promotion = "mover names"      // the mover is asked which piece
	ReceiverChooses Promotion = "receiver chooses" // any piece may be meant: the words are doubtful
	BecomesQueen    Promotion = "queen"            // likewise where the words give a piece the other colour, which is passed over
)

// First says who has the first move where the terms do not.
type First string

// Who begins.
const (
	WhiteBegins First = "white"
	LotDecides  First = "lot" // one lot gives the first move, and the white men with it
)

// Doubt says how words with several legal readings are settled.
type Doubt string

// The procedures.
const (
	ReceiverAdopts Doubt = "receiver adopts" // any reading, announced before or with the reply
	ElseIntended   Doubt = "else intended"   // likewise; but where the reply announces none, the one that the sender meant
)

// Choices are the requirements among which the receiver of a false move chooses.
type Choices []Requirement

// Requirement is what the receiver of a false move may require.
type Requirement string

// The requirements.
const (
	ThatMan    Requirement = "that man"    // the man that was moved falsely is moved legally
	TakenMan   Requirement = "taken man"   // the man at which a false capture aimed is taken legally
	LostTurn   Requirement = "lost turn"   // the offender's turn is forfeited
	AnotherMan Requirement = "another man" // another man, which the receiver selects, is moved
)

// Several says what becomes of several moves for one turn.
type Several string

// The procedures.
const (
	AnyAdopted Several = "any adopted" // the receiver adopts any of them
	Selected   Several = "selected"    // likewise; a reply that fits one alone selects it, and any other leaves the move of the first letter
)

// Wrong says what is wrong with words that express no legal move.
type Wrong string

// What is wrong.
const (
	WrongMove Wrong = ""         // a man cannot go where the words say
	Wordless  Wrong = "wordless" // they are not the words of a move
	Castling  Wrong = "castling" // the King cannot castle
	Exposing  Wrong = "exposing" // another man than the King leaves the King in check
)

// PenaltyFor gives the penalty for words that express no legal move, by what is wrong
// with them.
func (c *Code) PenaltyFor(w Wrong) Rule[Penalty] {
	special := map[Wrong]Rule[Penalty]{Castling: c.Castling, Exposing: c.Exposing}[w]
	switch _, _, provided := special.Get(); {
	case w == Wordless:
		return c.Wordless
	case provided:
		return special
	}
	return c.Fault
}

// Answer says what a reply to an illegal move does.
type Answer string

// What the reply does.
const (
	Restores Answer = "restores" // the position before the illegal move, without a penalty
	Stands   Answer = "stands"   // the illegal move stands, and the reply upon it
)

// Refusal is after how many refusals to discharge a penalty, all on record, a claim of
// forfeiture is good without the umpire.
type Refusal int

// Outcome is what an end of a game makes of it, for the side that is to move and
// cannot, or that resigns.
type Outcome string

// The outcomes.
const (
	Lost  Outcome = "lost"
	Drawn Outcome = "drawn"
	Won   Outcome = "won"
)

// Ground is a ground on which a draw is claimed, as letters name it.
type Ground string

// The grounds.
const (
	FiftyMoves    Ground = "fifty moves"
	Repetition    Ground = "repetition"
	EndlessChecks Ground = "endless checks"
)

// Decider is the procedure by which the claim of a draw is decided.
type Decider string

// The procedures.
const (
	MovesMade     Decider = "moves made"     // so many moves of each side have been made without a capture
	PositionStood Decider = "position stood" // the position stood so many times when the claimant's turn began
	ChecksSearch  Decider = "checks search"  // a search proves that the claimant can give check for ever
)

// Draw is a ground on which a draw may be claimed.
type Draw struct {
	Ground Ground
	Number int // of moves of each side, or of times; 0 where the procedure counts nothing
	By     Rule[Decider]
}

// Forfeits names the offences by which a game is forfeited, on a claim that specifies
// one. The rule is cited where the claim specifies none.
type Forfeits []Law

// Window is the least time for a reply with which any means of help may be used.
type Window time.Duration

// Annulment says who may have a game annulled whose beginning was wrong, and until when.
type Annulment struct {
	Before    int  // the second player has completed so many moves; 0: at any time
	Adversary bool // the side that did not begin alone may require it
	Umpire    bool // the umpire decides, whenever it is required
	Wanting   bool // men that are wanting at the beginning are an error too, where no odds are named
}

// Arrival says which of several moves communicated together is an offence by itself, when
// it is arrived at and is not legal; what follows it falls.
type Arrival string

// The moves.
const (
	LaterMoves Arrival = "later moves" // those after the first, which is an offence like any move
	AnyOfThem  Arrival = "any of them" // the first too
)

// Turns says what changes from game to game of a match.
type Turns string

// What changes.
const (
	ColoursTurn Turns = "colours"    // the colours, and the first move with them
	MoveTurns   Turns = "first move" // the first move; each side keeps its men
)

// PawnMate says which Pawn gives the mate that was undertaken.
type PawnMate string

// The rules.
const (
	NotPromoted    PawnMate = "not promoted"    // one that has not gone beyond the seventh rank
	NeverConverted PawnMate = "never converted" // likewise; the conversion of the last is the breach
)

// Rookless says whether the King may castle on the side of a Rook given at odds.
type Rookless string

// Whether the King may.
const (
	MayCastle    Rookless = "may castle"
	MayNotCastle Rookless = "may not castle"
)

// Homes gives the file, from the Queen's wing, of the man of a kind that is given when no
// wing is named. A kind that it does not have must be named with its wing.
type Homes map[board.Kind]int

// OddsFirst says who has the first move at odds.
type OddsFirst string

// Who begins.
const (
	GiverBegins      OddsFirst = "giver"          // of any man
	PieceGiverBegins OddsFirst = "giver of piece" // of a piece; of a Pawn alone neither
	MoreGiverBegins  OddsFirst = "giver of more"  // of any odds but a Pawn alone
)

// Reach is the rank, from 1, beyond which no move of a first turn of several moves may go.
type Reach int
