package game

import (
	"time"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/terms"
)

// Event is one thing that happened in a game. The log of a game is its events in order, and a
// State follows from the events alone.
type Event struct {
	// when the event took effect, UTC, whole seconds; for a letter the time of receipt
	At     time.Time
	By     Party
	Law    Law
	Letter int64 // the letter that brought the event about; 0: no letter did
	Fact   Fact
	// the act from which this event and those after it follow, as package play notes it; "": the
	// event follows from an act that an event before it notes, or the log notes no acts. No state
	// follows from it.
	Act string
}

// Fact is what an event says. Each kind of event has one small struct. The log keeps facts for
// ever: fields are added, and never changed. The method apply, which changes the state, is in the
// file of the questions about the same matter.
type Fact interface{ apply(s *State, e Event) }

// Started begins a game.
type Started struct {
	Terms    terms.Terms `json:"terms"`
	Players  [2]int64    `json:"players"` // the players of the White and of the Black men
	Position string      `json:"position"`
	Lot      *Lot        `json:"lot,omitempty"`
	Match    *Match      `json:"match,omitempty"`
	// nil: the game belongs to no all-play-all event
	Tournament *Tournament `json:"tournament,omitempty"`

	// the end of the session, where the term time fixes an end
	Closes time.Time `json:"closes,omitzero"`

	Consultation *Consultation `json:"consultation,omitempty"`

	// the seed of all chance on the way, by a carrier that takes time, where the terms name a seed
	Seed uint64 `json:"seed,omitempty"`
	// the seed that was drawn where the terms name none: since nobody may foresee what happens,
	// Drawn stands beside the line of the log
	Drawn uint64 `json:"drawn,omitempty"`

	ByCard [2]bool `json:"by_card,omitzero"` // the sides that play by real cards (house:29)

	Rules int `json:"rules,omitempty"` // the number by which the game is decided, as Rules says
}

// Lot is a verifiable drawing of colours (house:4): the low bit of SHA-256 of the nonce followed by
// the raw letter of acceptance; 0 gives the challenger the White men. Commitment is the SHA-256 of
// the nonce, printed in the challenge.
type Lot struct {
	Nonce      string `json:"nonce"` // 32 bytes, hex
	Commitment string `json:"commitment"`
	Letter     int64  `json:"letter"` // the number of the raw letter of acceptance
}

// Notified records that the next hop has accepted the letter that asks Side
// for their move: their window opens and their clock starts here.
type Notified struct {
	Side board.Side `json:"side"`
	// no letter was accepted in 14 days: the clock starts all the same (house:14)
	Assumed bool `json:"assumed,omitempty"`
	// the letter puts the first question of the turn, in a window that is open (house:1)
	Question bool `json:"question,omitempty"`
}

// Played is a move adopted as it stands: the only reading of the words, or a move of a conditional
// series at which the game has arrived.
type Played struct {
	Ply         int        `json:"ply"`
	Move        board.Move `json:"move"`
	Words       string     `json:"words"`  // the words as sent
	Reader      string     `json:"reader"` // interpret.Version
	Remarks     []string   `json:"remarks,omitempty"`
	Conditional bool       `json:"conditional,omitempty"`
	// the move replaces an illegal move whose penalty may still be exacted (II.6(c))
	Correction bool `json:"correction,omitempty"`
	// the move was made in discharge of a penalty
	Discharge bool `json:"discharge,omitempty"`
	// the move is not legal, and stands because the other side replied to it
	Unlawful bool `json:"unlawful,omitempty"`
	// the move leaves the opponent in a check that was not announced and need not be met (London
	// 13)
	Silent bool `json:"silent,omitempty"`
}

// Held is a communication that expresses several legal moves (III.3), or several moves for one turn
// (III.4): the receiver may adopt any of Moves, sorted by UCI and numbered from 1 in letters.
type Held struct {
	Ply   int          `json:"ply"`
	Moves []board.Move `json:"moves"`
	Words []string     `json:"words"`
	// several moves for one turn (III.4), not doubtful words (III.3)
	Multiple bool   `json:"multiple,omitempty"`
	Reader   string `json:"reader"`

	Conditional bool `json:"conditional,omitempty"` // the words stood in a series

	// the moves of the letter that was handed in first, where another letter came before it
	First []board.Move `json:"first,omitempty"`

	// the second move of each pair, where Moves are the first moves of a first turn of two moves;
	// the pairs are sorted by both
	Then []board.Move `json:"then,omitempty"`
}

// Reopened takes the sender's last move, to which no reply has been received, out of the line,
// because the sender sent another move for the same turn (III.4). Ply may be the first ply of a
// first turn of two moves: then both moves are taken out or, where the second is held already, the
// first.
type Reopened struct {
	Ply int `json:"ply"`
}

// Adopted is the receiver's choice among the moves of a Held; the chosen move is played. Where
// pairs of moves are held, Advanced plays the first move of the pair before.
type Adopted struct {
	Ply  int        `json:"ply"`
	Move board.Move `json:"move"`
	// the receiver chose by a reply that fits only this move (house:2)
	Implicit bool `json:"implicit,omitempty"`
	Shown    bool `json:"shown,omitempty"` // of the moves that the letter answered showed, the reply fits only this one
	// the receiver announced no choice: the move is the one that the sender meant (S-Corr VIII)
	Intended bool `json:"intended,omitempty"`
	// nobody chose: the move is that of the first of several letters, to which the reply is made
	// (S-Corr VI)
	First  bool `json:"first,omitempty"`
	Silent bool `json:"silent,omitempty"` // as in Played
}

// Offended is a communication that expresses no legal move: an offence whose
// penalty the receiver may exact or waive.
type Offended struct {
	Ply          int      `json:"ply"`
	Words        string   `json:"words"`
	Intelligible bool     `json:"intelligible"` // the words express a move, but an illegal one
	Remarks      []string `json:"remarks,omitempty"`
	Reader       string   `json:"reader"`
	Conditional  bool     `json:"conditional,omitempty"` // the words stood in a series (III.5)

	Wrong codes.Wrong `json:"wrong,omitempty"`
	// the moves that the words would express if a man could go anywhere, none of them legal,
	// sorted by UCI
	Moves []board.Move `json:"moves,omitempty"`
}

// Warned announces the check that was given at Ply without an announcement: what was played after
// the check is taken back, and the check must be met (London 13).
type Warned struct {
	Ply int `json:"ply"`
}

// Retracted takes back the moves from Ply on. Where Other is set the side that moved then
// makes another move.
type Retracted struct {
	Ply   int  `json:"ply"`
	Other bool `json:"other,omitempty"`
	// the reply after Ply that left the King in a check which was not announced, and was not
	// played (S-Reg XII)
	Reply board.Move `json:"reply,omitempty"`
}

// Recommenced begins the game again with all the men, of which some had been left out.
type Recommenced struct{}

// Proceeded sets the men of the other side that had been left out in their places.
type Proceeded struct{}

// Exacted is a penalty required: the offender must move their King or, if the King cannot be moved,
// the man on Man.
type Exacted struct {
	Penalty string `json:"penalty"` // "C"
	// the man selected; board.NoSquare: the King, or the men of Among and Take
	Man board.Square `json:"man"`

	Among []board.Square `json:"among,omitempty"` // the men of which one must be moved (S-Reg VIII)
	// the men of the receiver's of which one must be taken
	Take []board.Square `json:"take,omitempty"`

	// the ply in the offender's key, where no letter before the one that tells of the penalty has
	// shown that key
	Key int `json:"key,omitempty"`
}

// Waived is a penalty that the receiver does not exact.
type Waived struct {
	// the receiver answered the illegal move: the position is restored, and the answer falls
	// (II.6(e))
	Answered bool `json:"answered,omitempty"`
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
	After  []board.Move  `json:"after,omitempty"` // the sender's own moves that the series follows
	// in a first turn of several moves, the first move of the turn of each of After
	First []board.Move `json:"first,omitempty"`
	Words string       `json:"words"`
	// the words hide the series from the other side, as the term `conditionals sealed` hides all
	Sealed bool `json:"sealed,omitempty"`
}

// Arrived is an assumed move that has been made: conditional number Number of the game, from 1,
// fires. The move bound to the assumed one follows as Played, Held or Offended.
type Arrived struct {
	Number int        `json:"number"`
	Side   board.Side `json:"side"`
	Ply    int        `json:"ply"`

	Moves []board.Move `json:"moves,omitempty"` // the moves that the bound words express now
}

// DrawOffered is an offer of a draw; the offer stands until the other side declines or moves.
type DrawOffered struct{}

// DrawDeclined ends an offer.
type DrawDeclined struct{}

// Proposed asks the opponent's consent, which Agreed gives and Declined refuses.
type Proposed struct {
	// "withdraw": to take back what has had no reply; "terms"; "adjourn": to end the session
	What  string       `json:"what"`
	Terms *terms.Terms `json:"terms,omitempty"` // all the terms as they would then stand
	Words string       `json:"words"`

	// for "adjourn", when play is to go on, "10:00"; "": at the hour at which sessions begin
	Hour string `json:"hour,omitempty"`
}

// Agreed is the consent to the proposal of the other side, and takes effect at once.
type Agreed struct {
	What  string       `json:"what"`
	Terms *terms.Terms `json:"terms,omitempty"`

	Closes time.Time `json:"closes,omitzero"` // the end of the session, where the terms fix one

	Resumes time.Time `json:"resumes,omitzero"` // for "adjourn", when play goes on
}

// Declined refuses what the other side proposed, or takes back the proposal of its own side.
type Declined struct {
	What string `json:"what"`
	Own  bool   `json:"own,omitempty"`
}

// LeaveTaken stops the clock of the side for a number of days from now on.
type LeaveTaken struct {
	Days int `json:"days"`

	Everywhere bool `json:"everywhere,omitempty"` // the side's player took leave in all their games at once
}

// Deferred lets the flag of Side wait until a time, because a letter of Side that was received
// before the flag fell is held for a countersign.
type Deferred struct {
	Side   board.Side `json:"side"`
	Letter int64      `json:"letter,omitempty"` // the held letter; 0: no letter is held any more
	Until  time.Time  `json:"until"`
}

// Protested brings facts before the umpire; play goes on until the umpire rules.
type Protested struct {
	Words string `json:"words"`

	// the words claim what the game is adjudicated as; nothing is left of the claim when it ends
	Adjudication bool `json:"adjudication,omitempty"`
}

// Restored is the annulment, which the receiver requires, of a second letter for
// a turn: the move sent first stands, and the penalty may be exacted in the
// offender's next turn (II.6(d), II.11(b)).
type Restored struct {
	Ply  int        `json:"ply"`
	Move board.Move `json:"move"` // the move that stands

	// in place of Move, the moves that the first letter leaves to the receiver's choice
	Moves []board.Move `json:"moves,omitempty"`
}

// Claimed is a claim that corrd has received but that the umpire must decide.
// Until the ruling, play and the clocks go on, unless the umpire suspends the game (house:1).
type Claimed struct {
	Ground    string `json:"ground"` // "endless checks", "II.9(c)" …
	Words     string `json:"words"`
	Otherwise string `json:"otherwise,omitempty"` // the move sent with the claim, which is played
	// the code is silent, or two of its provisions differ: the game stands still until the umpire
	// has ruled
	Halts   bool `json:"halts,omitempty"`
	Against Law  `json:"against,omitempty"` // the provision that differs
}

// ProofAsked is a claim that holds if a search proves it; neither clock runs until the search is
// over, and nobody is told. ProofAsked may also be corrd's own question whether the game can still
// be won, beside which play goes on.
type ProofAsked struct {
	Ground    string `json:"ground"` // "endless checks", "cannot be won"
	Words     string `json:"words"`
	Otherwise string `json:"otherwise,omitempty"`
}

// ProofFound is what the search for a ProofAsked found, with its evidence in print, one line each:
// a series of checks without an end, or how the other side puts an end to the checks.
type ProofFound struct {
	Ground      string   `json:"ground"`
	Verdict     string   `json:"verdict"` // the proof.Verdict in words
	Nodes       int      `json:"nodes"`   // the number of different positions looked at
	Descriptive []string `json:"descriptive,omitempty"`
	Algebraic   []string `json:"algebraic,omitempty"`
}

// Ruled is a ruling of the umpire. Its effects besides a change of the state of the turn or of the
// clocks follow in events of their own.
type Ruled struct {
	Ruling
}

// ClaimRefused is a claim that fails, and why.
type ClaimRefused struct {
	Ground string `json:"ground"`
	Why    string `json:"why"`             // the Why in words
	Plies  int    `json:"plies,omitempty"` // for fifty moves: the plies since the last capture
	// for repetition: how often the position has existed, now included
	Times int    `json:"times,omitempty"`
	Words string `json:"words,omitempty"` // the claim as sent
}

// Asked asks the sender of a letter about words of the letter, none of which acted.
type Asked struct {
	Why   Why    `json:"why"`
	Words string `json:"words"` // the words that could not act

	// the other statements of the letter, which wait with the words and act with them
	With []string `json:"with,omitempty"`
	Ply  int      `json:"ply,omitempty"` // the ply due from the sender
	// the moves that the words would express at that ply
	Moves []board.Move `json:"moves,omitempty"`
	// the prose of the letter, which a yes passes on to the other side
	Text string `json:"text,omitempty"`
}

// Refused answers an act that the law or the state of the game does not allow.
type Refused struct {
	Why   Why    `json:"why"`
	Words string `json:"words"`

	// the words play a legal move that the penalty due excludes, in answer to a letter that told
	// of the penalty (II.9(e))
	Refusal bool `json:"refusal,omitempty"`
	// the last event told by the letter that is answered; 0: only the key names the letter
	Answers int64 `json:"answers,omitempty"`
}

// ToBoth reports whether both sides are told of the refusal.
func (f Refused) ToBoth() bool {
	return f.Why == NotComplying || f.Why == TurnReplied || f.Why == Early
}

// Reminded is a reminder sent to Side: of the time allowed for this turn, Left seconds remain.
type Reminded struct {
	Side board.Side `json:"side"`
	// 1: half time, 2: four fifths, 3: a day before the end, 4: no limit
	Mark int   `json:"mark"`
	Left int64 `json:"left"`
}

// Ended finishes the game.
type Ended struct {
	Score Score `json:"score"`
	How   How   `json:"how"`
	// a provision that applies too and would give the game otherwise, for the umpire
	Against Law `json:"against,omitempty"`
}
