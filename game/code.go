package game

import (
	"time"

	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret/notation"
)

// Code is a printed code of laws as a value. Where codes differ in a number
// there is a cited value; in procedure, a cited function out of a small stock;
// where a code is silent, the zero value. No code outside a code's own file
// asks which code it is.
type Code struct {
	ID    string // "british-1899"
	Title string
	texts []string // the files of digests, the code's own first

	// What a communication is, and whose turn it is.
	Record    Law               // what a communication of a move must be
	Agreed    Cited[bool]       // a notation that was not agreed on is no record
	Promotion Cited[board.Kind] // what an unnamed promotion becomes; NoKind: any piece
	First     Cited[board.Side] // who begins, unless agreed otherwise
	Turn      Law               // one move at a time, in one's own turn

	// A communication that does not express one legal move.
	Doubtful Law         // several legal readings: the receiver adopts one
	Multiple Law         // several moves for one turn: the receiver adopts one
	Implicit Cited[bool] // a reply that fits one of them alone adopts it
	Stands   Law         // what can be read as legal is not read as illegal
	Wrong    Cited[Penalty]

	// The penalty, once there is an offence.
	Discharge Law         // a move made in discharge may not be castling
	Spent     Law         // to require what cannot be done forfeits the right
	Lapse     Law         // the right is open until the receiver replies
	Corrected Law         // a legal move sent instead does not purge the offence
	Answered  Cited[bool] // a reply to an illegal move restores the position, without penalty
	Refusal   Law         // not to comply forfeits on a claim
	Recall    Law         // nothing is taken back without the opponent's consent

	// What keeps words from expressing a legal move.
	Breaches map[notation.Fault]Law

	// The ends of a game.
	Checkmate    Law
	Stalemate    Cited[Outcome]
	Agreement    Law
	Fifty        Cited[int] // moves of each side without a capture
	Repetition   Cited[int] // times the position must have existed
	Endless      Law
	CannotBeWon  Law
	Resignation  Law
	Forfeit      Law
	Grounds      []Law      // the offences by which a game is forfeited, on a claim
	Overstepped  Law        // a side that has not made its moves in time
	SessionHour  Law        // the same in a complete hour of a session, which has a fixed end
	SessionDue   Law        // how the moves due at the end of a session are reckoned
	SessionShort Law        // a side that has then made fewer
	WrongFirst   Cited[int] // an error of first move may be pointed out before the second player has completed so many moves
	WrongSetUp   Cited[int] // an error of setting up likewise

	// A side of several players.
	Consults Law // what one of them communicates is communicated by the side

	// A match.
	InTurn Law // the first move goes to each player in turn
	Again  Law // who had the first move in an annulled game has it in the game played instead

	// Games at odds.
	OddsFirst  Cited[bool]   // the giver has the first move
	OddsMen    Cited[[7]int] // by kind, the file of the Queen's wing man, or of the Pawn, that is given
	OddsMoves  Cited[int]    // the rank beyond which no move of a first turn of several may go
	Rookless   Cited[bool]   // the King may castle on the side of a Rook given
	MatePawn   Law
	MateSquare Law
	Condition  Law // a mate that is not such as was undertaken forfeits

	// Time and help.
	AnyMeans Cited[time.Duration] // the least time for a reply with which any means may be used
	Bound    Law                  // with less, the laws of play over the board
	Series   Law                  // moves communicated together with assumed moves
}

// codes are those that can be played, the default first.
var codes = [...]*Code{&british1899, &american1897}

// CodeByID gives the code of laws with an id, and whether games can be played
// under it.
func CodeByID(id string) (*Code, bool) {
	for _, c := range codes {
		if c.ID == id {
			return c, true
		}
	}
	return nil, false
}

// codeOf gives the code of laws the terms name. The zero Terms, and terms that
// ParseTerms would not have let pass, are under the default code.
func codeOf(t terms.Terms) *Code {
	if c, ok := CodeByID(t.Code); ok {
		return c
	}
	return codes[0]
}

// Breach gives the provision that words break which express no legal move for the
// reason given; "" where the code is silent.
func (c *Code) Breach(f notation.Fault) Law { return c.Breaches[f] }

// Rules gives what the code and the terms of a game lay down about reading:
// the agreed notations, and what a promotion that names no piece becomes.
func (c *Code) Rules(t terms.Terms) notation.Rules {
	r := notation.Rules{Promotion: c.Promotion.Is}
	for _, name := range t.Notation {
		n, _ := notation.Parse(name)
		r.Notations |= n
	}
	if !c.Agreed.Is {
		r.Notations = notation.All
	}
	return r
}
