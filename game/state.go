// Package game is the record of a game of chess played by letters under a printed code of laws.
// The package holds what has happened in a game, and answers questions about the game: whose turn
// and whose clock it is, which rights are open, what the sides have agreed, and how the game
// ended.
//
// A game is the log of its Events. State.Apply applies Events to a State, State.Deadline gives the
// one time at which something falls due next, and every other method of State is a question about
// the game. Package play decides what follows from an act; therefore a package that only reads
// games cannot decide anything in one. Package telling says what is told of a game, and to whom.
// The laws are values (package codes), and every event carries the provision that it rests on.
//
// The package is pure: time is an argument. The package must not know of mail, of addresses, of
// how anything is stored, of what a letter says, of how a carrier draws a journey, nor what follows
// from an act.
//
// The methods of a State are those of values: a method that changes one puts new
// lists in the place of old ones and never writes into a list that a copy may share.
//
// The files by subject:
//
//	a game             state.go, event.go, apply.go; asked about: turn.go, rights.go
//	the players        party.go, with sides of several players, matches, events and keys
//	a letter           letter.go; said.go: what it says to the other side
//	moves              reading.go says what words express in a position, now and for later turns
//	an offence         offence.go; check.go: a check that is not announced
//	consent and claims claim.go, count.go; the end: count.go
//	on the way         transit.go, realcard.go; what is under way is a carrier.Queue
//	time               due.go, standstill.go
//	the umpire         dispute.go, powers.go; the law of their orders: verbs.go, objection.go
package game

import (
	"time"

	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/terms"
)

// State is a game as its events leave it. A State is a value: Apply returns another State and
// changes nothing in the old one.
type State struct {
	ID      int64
	Seq     int64    // the number of events folded so far
	Letter  int64    // the letter that brought about the last event; 0: none
	Began   int64    // the number of the first of the last events that one letter, or no letter, brought about
	Players [2]int64 // by board.Side
	Match   *Match   // nil: the game belongs to no match
	// nil: the game belongs to no all-play-all event
	Tournament *Tournament

	Consultation *Consultation // nil: each side is one player
	Keys         [2][]Keyring  // for each side, the keys of its members, in their order; the keys of members beyond the end have never been rotated

	Started time.Time
	Rules   int // the number by which the game is decided

	line.Record // the moves: the Line, the Initial Position and the Position before an undetermined move

	Phase     Phase
	Held      *line.Undetermined // in HeldAmbiguous and HeldMultiple
	Offence   *Offence           // in OffenceOpen and PenaltyDue, and while a correction is exactable
	Met       []Met              // the penalties that moves of the line have discharged, in order; noted since rules 2
	Stay      *Stay              // the last end that waited for a penalty; Stays says whether it waits still
	Claim     *Claim             // the claim that is being proved, in ClaimOpen, or the claim before the umpire, in any phase
	Others    []Claim            // the other claims before the umpire, in order
	Doubt     int64              // the number of the event by which corrd asked whether the game can still be won; 0: no search for an answer is under way
	Suspended Phase              // in Suspended: the phase that goes on afterwards
	Proposal  *Proposal          // what a side has asked the other side to consent to
	Protests  []Protest          // the protests before the umpire
	Decided   Decision           // the umpire's last ruling on a question between the sides
	Flagged   Opening            // the fall of the flag on which the umpire is to rule (the term `late`)
	Fines     []Fine             // the fines that are due, in the order in which the sides overstepped their time
	Bounced   Opening            // the last time when letters to a side came back
	Inquiries []Inquiry          // what the umpire has asked the sides, in order
	SettledBy []int64            // the numbers of the events that opened disputes which the umpire has settled, and which nothing else ends
	Count     *Count             // the count of moves after which the game is drawn; nil: no count runs
	DrawOffer Party              // the side whose offer of a draw is open; Corrd: neither
	Offered   line.Notice        // when the other side was told of that offer
	OfferMade time.Time          // when that offer came
	Put       [2]int             // for each side, the last ply in the key of letters while a proposal or an offer to it was open; noted since rules 2
	Supplied  bool               // the men that were left out at the beginning have been set in their places
	Bar       *Bar               // a move that was taken back and may not be made again in its turn
	Withheld  *Withheld          // a reply that waits for an adoption (house:2), or in HeldIntention for the sender's statement
	Sayings   [2]Saying          // for each side, what it has said to the other beside its moves
	Questions [2]*Question       // for each side, the question about its last letter that the side has not cleared
	Stirred   int64              // the number of the last event that changed what a letter can come to
	Told      [2]Telling         // for each side, the letters of this turn that told the other side something
	Rounds    [2]int             // for each side, a number that a waiver, a refusal, a question… increases, and a move does not

	Conditionals line.Conditionals // the communications for turns to come, in order (III.5)

	carrier.Queue // the communications under way

	Wires     [2]*Wire // the last form that was delivered to each side, by a carrier that takes time; nil: none
	Illegible bool     // no move follows from the last form, because the wire has changed its words

	clocks.Timing // the Terms, and the record of the time

	Former []Former  // the notations that the terms named before they named others, the oldest first
	Said   time.Time // when the words that are being read were handed in; zero: now, as in every State that events have made

	Session   *Closed      // for a game adjourned at the end of a session, what the session came to; also for a game that ended with the session
	Sat       time.Time    // when the first session began; the next begins at the same hour of the day
	Rest      *Rest        // for an adjourned game, when it goes on; nil: the game is not adjourned
	Sealed    *Seal        // the move that waits for the resumption of play; nil: none does
	Unsealed  int64        // the letter of the last sealed move that was opened; 0: none was
	Seated    [2]time.Time // for each side, when its player took over the seat; zero: at the start
	Courtesy  [2]int       // letters returned privately under the term `errors`
	Courteous [2]int       // for each side, the ply of the last letter returned privately
	Unsent    [2]int       // for each side, the last ply for which it sent words that count as no move sent
	LastEvent time.Time
	Result    *Result

	Returns []*Before // the game before each event that settled a choice, in order

	Ending *Before // the game before its end; nil while the game is played
	Ruling *Before // the game before the umpire's last ruling, as long as no letter has acted since
}

// Phase is the state of a turn.
type Phase uint8

// The phases of a game.
const (
	AwaitMove Phase = iota
	HeldAmbiguous
	HeldMultiple
	HeldIntention
	OffenceOpen
	PenaltyDue
	ClaimOpen
	Suspended
	Finished
)

var phaseNames = [...]string{"await_move", "held_ambiguous", "held_multiple", "held_intention",
	"offence_open", "penalty_due", "claim_open", "suspended", "finished"}

// String returns the phase as `corrctl game show` spells it: "await_move" …
func (p Phase) String() string { return phaseNames[p] }

// Proposal is what a side asks the other side to consent to.
type Proposal struct {
	By    board.Side
	What  string // as in Proposed
	Terms *terms.Terms
	Words string
	Law   Law
	Told  line.Notice // when the other side was told of the proposal
	Hour  string      // as in Proposed

	Replaces bool // another proposal was open: consent that does not say to which letter it answers may mean that one
	Settled  bool // the other side has been asked since whether its consent means this one
}

// Protest is what a side has brought before the umpire.
type Protest struct {
	Seq   int64 // the number of the event that made the protest
	By    board.Side
	Words string
	At    time.Time

	Appeal       bool // the protest is an appeal against the opponent's not writing
	Adjudication bool // the protest claims what the game is adjudicated as

	From Decision // the ruling from which the protest is an appeal; zero: from none
}

// Decision is a ruling on a question between the sides.
type Decision struct {
	Seq    int64  // the number of the event of the ruling; 0: there is none
	Umpire string // the name of the umpire who ruled; "": whoever keeps the server
	Joint  bool   // both sides had submitted the question
}

// Offence is an offence whose penalty is open.
type Offence struct {
	By           board.Side
	Words        string
	Intelligible bool
	Wrong        codes.Wrong
	Moves        []board.Move // as in Offended
	Law          Law
	Corrected    bool          // a legal move has replaced the illegal one; the penalty stays exactable until the reply
	Exacted      bool          // the penalty is due
	Later        bool          // the penalty is for the offender's next turn (II.11(b))
	Man          board.Square  // the man selected; board.NoSquare: the King, or the men of Among and Take
	Among        board.Squares // the men of which one must be moved
	Take         board.Squares // the men of the receiver's of which one must be taken
	Told         line.Notice   // when the receiver was told of the offence

	At time.Time // when the offence came
	// for a side that plays by real cards, when the card that tells it of the offence, or of the
	// penalty due, was posted; zero: not yet
	Posted time.Time
	// when the penalty was exacted of a side that had been told of its offence by a real card; else
	// zero
	Ordered time.Time

	Second bool // the offence is a second letter for a turn, which was annulled (II.6(d))
	Ply    int  // where Later, the ply of that turn

	Then *Offence // an offence whose penalty is for the turn after: Later, and in a game a penalty of which is due again; nil: none

	Order    Order     // when the offender was told of the penalty due
	Refusals []Refusal // the letters by which the offender has refused to discharge the penalty
}

// Met is a penalty that a move of the line has discharged. It is due again if that move is taken
// back by consent.
type Met struct {
	Ply     int
	Offence *Offence
}

// Bar is a move that was taken back because another move must be made in its place.
type Bar struct {
	Ply  int
	Move board.Move
	Law  Law
}

// Order says when the offender was told of a penalty due.
type Order struct {
	Seq int64 // the number of the first event of the letter that tells of the penalty
	Key int   // as in Exacted
}

// Refusal is a letter that plays a legal move which a penalty due excludes, in
// answer to a letter that tells of the penalty (II.9(e)).
type Refusal struct {
	Words   string
	Answers int64 // as in the event Refused
}

// Withheld is a reply that fits several of the moves held and is therefore
// kept until one of them is adopted.
type Withheld struct {
	By    board.Side
	Words string   // the moves of the reply, to be read again in the position after the adoption
	With  []string // the other statements of the reply's letter
	Told  line.Notice

	At       time.Time // in HeldIntention: when the reply came
	Referred bool      // the question for which the reply waits has been put before the umpire
}

// Question is what corrd asked the sender of a letter instead of acting on the letter. When the
// same moves come again so that they can act, or `yes` confirms a number, the moves count from the
// first receipt (house:1).
type Question struct {
	Why   Why
	Ply   int          // the ply that was due
	Words string       // the words as sent
	With  []string     // the other statements of the letter
	Moves []board.Move // the moves that the words would express at that ply, sorted by UCI
	At    time.Time    // the first receipt
	Told  line.Notice
}

// Claim is a claim that is being decided.
type Claim struct {
	By        board.Side
	Ground    string
	Words     string
	Otherwise string // the move to be played if the claim fails, as sent
	Law       Law
	At        time.Time
	Letter    int64
	Seq       int64 // the number of the event that made the claim
	Nodes     int   // the number of positions for the search that the umpire has ordered; 0: the umpire has ordered none
	Proving   bool  // the search that play.Prove makes decides the claim; otherwise the umpire does
	Halts     bool  // the code is silent, and the game stands still until the umpire has ruled
	Phase     Phase // the phase of the turn, which goes on
	Ply       int   // the last ply when the claim was made
}
