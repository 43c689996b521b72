package game

import (
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/terms"
	"corrd/game/transit"
)

// State is a game as its events leave it. It is a value: Apply returns another
// and changes nothing of the old one.
type State struct {
	ID      int64
	Seq     int64    // events folded so far
	Letter  int64    // that brought about the last of them; 0: none
	Began   int64    // the number of the first event that it, or no letter, brought about
	Players [2]int64 // by board.Side
	Lot     *Lot
	Match   *Match // nil: a game by itself

	Consultation *Consultation // nil: each side is one player
	Keys         [2][]Keyring  // of the members of each side, in their order; of those further on none have been rotated

	Started time.Time

	line.Record // of the moves: the Line, the Initial Position and the Position before an undetermined move

	Phase     Phase
	Held      *line.Undetermined // in HeldAmbiguous and HeldMultiple
	Offence   *Offence           // in OffenceOpen and PenaltyDue, and while a correction is exactable
	Claim     *Claim             // that is being proved, in ClaimOpen; or is before the umpire, in any phase
	Others    []Claim            // that are before the umpire besides, in order
	Doubt     int64              // the number of the event by which corrd asked whether the game can still be won; 0: it is not being searched
	Suspended Phase              // in Suspended: the phase that goes on afterwards
	Proposal  *Proposal          // what a side has asked the other's consent to
	Protests  []Protest          // what is before the umpire
	Decided   Decision           // the umpire's last ruling on a question between the sides
	Flagged   Opening            // of the flag that the umpire is to rule on (the term `late`)
	Bounced   Opening            // of the last time when letters to a side came back
	Inquiries []Inquiry          // what the umpire has asked the sides, in order
	SettledBy []int64            // the numbers of the events that opened disputes which the umpire has settled, and which nothing else ends
	Count     *Count             // of moves, after which the game is drawn; nil: none runs
	DrawOffer Party              // the side whose offer of a draw is open; Corrd: none
	Offered   line.Notice        // of that offer, to the other side
	Supplied  bool               // the men that were left out at the beginning have been set in their places
	Bar       *Bar               // a move that was taken back and may not be made again in its turn
	Withheld  *Withheld          // a reply that waits for an adoption (house:2), or in HeldIntention for the sender's statement
	Questions [2]*Question       // what a side was asked about its last letter and has not cleared
	Stirred   int64              // the number of the last event that changed what a letter can come to
	Told      [2]Telling         // of each side, in this turn
	Rounds    [2]int             // of each side: a waiver, a refusal, a question… opens a new one; a move does not

	Conditionals line.Conditionals // what has been communicated for turns to come, in order (III.5)

	transit.Queue // of what is under way

	Wires     [2]*Wire // the last form that was delivered to each side, by a carrier that takes time; nil: none
	Illegible bool     // no move comes of the last of them, because the wire has changed its words

	clocks.Timing // the Terms, and all that is reckoned of the time

	Session   *Closed      // of a game that was adjourned at the end of a session: what it came to, also in a game that ended with it
	Sat       time.Time    // when the first session began, whose hour of the day is that of the next
	Rest      *Rest        // of an adjourned game; nil: it is not
	Sealed    *Seal        // the move that waits for the resumption of play; nil: none does
	Seated    [2]time.Time // when the player of each side took the seat over; zero: at the start
	Courtesy  [2]int       // letters returned privately under the term `errors`
	Courteous [2]int       // the ply of the last of them
	Unsent    [2]int       // of each side, the last ply for which it sent words that count as no move sent
	LastEvent time.Time
	Result    *Result

	Returns []*Before // before the events that settled a choice, in order

	Ending *Before // the game before its end; nil while it is played
	Ruling *Before // before the umpire's last ruling, as long as no letter has acted since
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

// String gives the phase as `corrctl game show` spells it: "await_move" …
func (p Phase) String() string { return phaseNames[p] }

// Proposal is what a side asks the other's consent to.
type Proposal struct {
	By    board.Side
	What  string // as in Proposed
	Terms *terms.Terms
	Words string
	Law   Law
	Told  line.Notice // to the other side
	Hour  string      // as in Proposed

	Replaces bool // another was open: consent that does not say to which letter may be to that one
}

// Protest is what a side has brought before the umpire.
type Protest struct {
	Seq   int64 // the number of the event that made it
	By    board.Side
	Words string
	At    time.Time

	Appeal bool // it is one against a silence

	From Decision // the ruling that it is an appeal from; zero: from none
}

// Decision is a ruling on a question between the sides.
type Decision struct {
	Seq    int64  // the number of its event; 0: there is none
	Umpire string // who made it, by name; "": whoever keeps the server
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
	Corrected    bool          // a legal move has been substituted; the penalty stays exactable until the reply
	Exacted      bool          // the penalty is due
	Later        bool          // the penalty is for the offender's next turn (II.11(b))
	Refused      bool          // a move that does not discharge it was returned, and both sides told
	Man          board.Square  // the man selected; board.NoSquare: the King, or as the next two say
	Among        board.Squares // the men of which one must be moved
	Take         board.Squares // the men of the receiver's of which one must be taken
	Told         line.Notice   // to the receiver

	Second bool // it is a second letter for a turn, which was annulled (II.6(d))
	Ply    int  // of that turn, where Later

	Order    Order     // of the penalty that is due
	Refusals []Refusal // to discharge it
}

// Bar is a move that was taken back because another must be made instead.
type Bar struct {
	Ply  int
	Move board.Move
	Law  Law
}

// Order is when the offender was told of a penalty that is due.
type Order struct {
	Seq int64 // the number of the first event of the letter that tells of it
	Key int   // as in Exacted
}

// Refusal is a letter that plays a legal move which a penalty due excludes, in
// answer to a letter that tells of the penalty (II.9(e)).
type Refusal struct {
	Words   string
	Answers int64 // as in Refused
}

// Withheld is a reply that fits several of the moves held and is therefore
// kept until one of them is adopted.
type Withheld struct {
	By    board.Side
	Words string   // its moves, to be read again in the position adopted
	With  []string // what else its letter states

	At       time.Time // in HeldIntention: when it came
	Referred bool      // what its answer waits for has been put before the umpire
}

// Question is what corrd asked the sender of a letter instead of acting on it.
// When the same moves come again so that they can act, or `yes` confirms a
// number, they count from the first receipt (house:1).
type Question struct {
	Why   Why
	Ply   int          // the ply that was due
	Words string       // as sent
	With  []string     // what else the letter states
	Moves []board.Move // what the words would express there, sorted by UCI
	At    time.Time    // first receipt
	Told  line.Notice
}

// Claim is a claim that is being decided.
type Claim struct {
	By        board.Side
	Ground    string
	Words     string
	Otherwise string // the move to be played if it fails, as sent
	Law       Law
	At        time.Time
	Letter    int64
	Seq       int64 // the number of the event that made it
	Nodes     int   // how many positions the umpire has it searched with; 0: they have not
	Proving   bool  // by the search that Prove makes; else by the umpire
	Halts     bool  // the code is silent, and the game stands still until the umpire has ruled
	Phase     Phase // of the turn, which goes on
	Ply       int   // the last when it was made
}
