package codes

import (
	"time"

	"corrd/game/board"
)

// Provided is the value of a rule that leaves no choice: a code with the rule provides what the
// rule's name says, and a code without it is silent.
type Provided struct{}

// Beforehand holds the keys of the terms that a challenge must write, and cannot leave to what is
// usual on a server. An umpire may be named by the challenge or by the server.
type Beforehand []string

// Annexes holds the ids of the codes whose rules of correspondence can be annexed. The first is
// annexed where the terms name none.
type Annexes []string

// Check says what becomes of a check that the mover does not announce, where checks must be
// announced.
type Check string

// The fates of an unannounced check.
const (
	MovedAgain   Check = "moved again"     // a reply that leaves the King in check falls, and the checker makes another move
	NeedNotBeMet Check = "need not be met" // the reply stands, until check is said with the checker's next move
)

// Record says what a communication of a move must be.
type Record string

// The kinds of record.
const (
	AnyNotation    Record = "any notation" // words in any notation are a record of a move
	AgreedNotation Record = "agreed"       // words in a notation that was not agreed on are not a record of a move
)

// Promotion says what a Pawn becomes when the words name no piece.
type Promotion string

// The ways of a promotion without a piece.
const (
	MoverNames      Promotion = "mover names"      // the mover is asked which piece
	ReceiverChooses Promotion = "receiver chooses" // any piece may be meant, so the words are doubtful
	BecomesQueen    Promotion = "queen"            // the Pawn becomes a Queen, also where the words name a piece of the other colour
)

// First says who has the first move where the terms do not say so.
type First string

// The ways to settle who begins.
const (
	WhiteBegins First = "white"
	LotDecides  First = "lot" // one lot gives the first move and the White men with it
)

// Doubt says how words with several legal readings are settled.
type Doubt string

// The procedures for doubtful words.
const (
	ReceiverAdopts Doubt = "receiver adopts" // the receiver adopts any reading, and announces it before or with the reply
	ElseIntended   Doubt = "else intended"   // the receiver adopts any reading; where the reply announces none, the reading that the sender meant stands
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

// The procedures for several moves.
const (
	AnyAdopted Several = "any adopted" // the receiver adopts any of them
	Selected   Several = "selected"    // a reply that fits only one move selects that move, and any other reply leaves the move of the first letter
)

// Wrong says what is wrong with words that express no legal move.
type Wrong string

// The faults of words.
const (
	WrongMove Wrong = ""         // a man cannot go where the words say
	Wordless  Wrong = "wordless" // the words are not those of a move
	Castling  Wrong = "castling" // the King cannot castle
	Exposing  Wrong = "exposing" // a move of another man leaves the King in check
)

// PenaltyFor returns the penalty for words that express no legal move, by what is wrong
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

// Answer says what a reply to an illegal move brings about.
type Answer string

// The effects of the reply.
const (
	Restores Answer = "restores" // the position before the illegal move comes back, without a penalty
	Stands   Answer = "stands"   // the illegal move stands, and the reply is made upon it
)

// Refusal is the number of refusals to discharge a penalty, all on record, after which a claim of
// forfeiture is good without the umpire.
type Refusal int

// Outcome is the result of a game for the side that has to move and cannot, or that resigns.
type Outcome string

// The outcomes.
const (
	Lost  Outcome = "lost"
	Drawn Outcome = "drawn"
	Won   Outcome = "won"
)

// Ground is a ground on which a draw is claimed, by the name that letters use.
type Ground string

// The grounds.
const (
	FiftyMoves    Ground = "fifty moves"
	Repetition    Ground = "repetition"
	EndlessChecks Ground = "endless checks"
)

// Grounds are the grounds on which a draw is claimed.
var Grounds = []Ground{FiftyMoves, Repetition, EndlessChecks}

// Decider is the procedure by which the claim of a draw is decided.
type Decider string

// The procedures for claims of a draw.
const (
	MovesMade     Decider = "moves made"     // each side has made a number of moves without a capture
	PositionStood Decider = "position stood" // the position stood a number of times when the claimant's turn began
	ChecksSearch  Decider = "checks search"  // a search proves that the claimant can give check without end
)

// Draw is a ground on which a draw may be claimed.
type Draw struct {
	Ground Ground
	Number int // the number of moves of each side, or of times, or 0 if the procedure counts nothing
	By     Rule[Decider]
}

// Forfeits holds the offences by which a game is forfeited, on a claim that specifies one. The rule
// itself is cited where the claim specifies none.
type Forfeits []Law

// Window is the least time for a reply in a game in which players may use any means of help.
type Window time.Duration

// Annulment says who may have a game annulled whose beginning was wrong, and until when.
type Annulment struct {
	Before    int  // the claim is open until the second player has completed this number of moves; 0: at any time
	Adversary bool // only the side that did not begin may require the annulment
	Umpire    bool // the umpire decides, whenever the annulment is required
	Wanting   bool // men missing at the beginning are an error too, where no odds are named
}

// Arrival says which of several moves communicated together is an offence by itself, when the game
// arrives at it and it is not legal; the moves after it fall.
type Arrival string

// The moves that are offences by themselves.
const (
	LaterMoves Arrival = "later moves" // every move after the first; the first is an offence like any single move
	AnyOfThem  Arrival = "any of them" // the first move too
)

// Turns says what changes from game to game of a match.
type Turns string

// The things that change.
const (
	ColoursTurn Turns = "colours"    // the colours change, and the first move with them
	MoveTurns   Turns = "first move" // the first move changes; each side keeps its men
)

// PawnMate says which Pawn may give the mate that a side has undertaken.
type PawnMate string

// The rules about that Pawn.
const (
	NotPromoted    PawnMate = "not promoted"    // a Pawn that has not gone beyond the seventh rank
	NeverConverted PawnMate = "never converted" // such a Pawn; the undertaking is broken when the last Pawn is converted
)

// Rookless says whether the King may castle on the side of a Rook given at odds.
type Rookless string

// The rules about that castling.
const (
	MayCastle    Rookless = "may castle"
	MayNotCastle Rookless = "may not castle"
)

// Homes gives, for a kind of man, the file (counted from the Queen's wing) of the man that is given
// when the terms name no wing. A man of a kind that Homes does not hold must be named with its
// wing.
type Homes map[board.Kind]int

// OddsFirst says who has the first move at odds.
type OddsFirst string

// The sides that begin at odds.
const (
	GiverBegins      OddsFirst = "giver"          // the giver of any man begins
	PieceGiverBegins OddsFirst = "giver of piece" // the giver of a piece begins; for a Pawn alone nobody does by right
	MoreGiverBegins  OddsFirst = "giver of more"  // the giver of any odds but a single Pawn begins
)

// Reach is the rank, from 1, beyond which no move of a first turn of several moves may go.
type Reach int

// Choice is how a code settles a matter about which codes differ: the key of the sentences that
// tell of the choice, which stand in package templates, and the provision of the choice.
type Choice struct {
	Key string // the matter and the choice: "doubt receiver adopts"
	Law Law
}

// Conduct returns the choices of the code, in the order of a game. A matter about which the code is
// silent has the key of the matter with "silent", and the rule of the house about silence. The
// requirements for a false move are listed for a code that lets the receiver choose among them.
func (c *Code) Conduct() []Choice {
	all := []Choice{
		choice("first", c.First), choice("odds first", c.OddsFirst), choice("rookless", c.Rookless), choice("record", c.Record), choice("promotion", c.Promotion),
		choice("check", c.Check), choice("doubt", c.Doubtful), choice("several", c.Multiple),
	}
	if _, law, provided := c.Chosen.Get(); provided {
		all = append(all, Choice{"chosen", law})
	}
	all = append(all, choice("answer", c.Answered), choice("arrived", c.Arrived), choice("match", c.InTurn), choice("pawn mate", c.MatePawn),
		choice("checkmate", c.Checkmate), choice("stalemate", c.Stalemate), choice("dead", c.Dead))
	for _, ground := range Grounds {
		d, _ := c.Draw(ground)
		all = append(all, choice(string(ground), d.By))
	}
	return all
}

// choice returns the choice that a rule makes about a matter.
func choice[T ~string](matter string, r Rule[T]) Choice {
	is, law, provided := r.Get()
	if !provided {
		return Choice{matter + " silent", Silence}
	}
	return Choice{matter + " " + string(is), law}
}
