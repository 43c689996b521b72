// Package codes holds the printed codes of laws as values. A code is a list of rules,
// each a value or one of a small stock of named procedures with the citation of its
// provision; what a code is silent about is the zero Rule. The package also holds the
// digest of every provision, in corrd's own words, and what corrd makes of each.
//
// The package knows no game in progress: package game asks a code for its rules and
// does what they say. No file outside a code's own asks which code it is.
package codes

import (
	"strings"

	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret/notation"
)

// Code is a printed code of laws.
type Code struct {
	ID    string // "british-1899"
	Title string
	texts []string // the files of digests, the code's own first

	// What is agreed on before the game.
	Beforehand Rule[Beforehand]
	Annexes    Rule[Annexes]  // silent: nothing can be annexed, and the code has what correspondence needs, or nobody has
	FalseCheck Rule[Provided] // a move that announces a check it does not give is taken back, if the other side requires it before replying
	Misled     Rule[Provided] // who has moved after such an announcement may take the move back, until the other side's next
	Met        Rule[Provided] // a reply that meets a check which nobody announced stands, as one that has seen it
	Check      Rule[Check]    // silent: no check need be announced, and nothing follows where one is or is not

	// What a communication is, and whose turn it is.
	Record    Rule[Record]
	Breaches  map[notation.Fault]Law // what keeps words from expressing a legal move
	Promotion Rule[Promotion]
	First     Rule[First]
	Turn      Rule[Provided] // one move at a time, in one's own turn

	// A communication that does not express one legal move.
	Doubtful Rule[Doubt]
	Implicit Rule[Provided] // a reply that fits one of the moves that are open adopts that one
	Multiple Rule[Several]
	Fault    Rule[Penalty] // words that are a move, if only an illegal one
	Wordless Rule[Penalty] // words that are not intelligible
	Castling Rule[Penalty] // castling that is not open, where its penalty is another than that of Fault
	Exposing Rule[Penalty] // a man moved that leaves its own King in check, likewise

	// The penalty, once there is an offence.
	Chosen    Rule[Choices]
	Discharge Rule[Provided] // a move made in discharge may not be castling
	Spent     Rule[Provided] // to require a move that is not legal forfeits the right
	Lapse     Rule[Provided] // the right is open until the receiver replies
	Corrected Rule[Provided] // a legal move sent instead stands, and does not purge the offence
	Answered  Rule[Answer]
	Refusal   Rule[Refusal]
	Recall    Rule[Provided] // nothing is taken back without the opponent's consent
	Second    Rule[Provided] // a second letter for a turn is annulled, if the receiver requires that

	// The ends of a game.
	Checkmate   Rule[Outcome]
	Stalemate   Rule[Outcome]
	Dead        Rule[Outcome] // a position that no series of legal moves can win
	Resignation Rule[Outcome]
	Agreement   Rule[Provided]
	Draws       []Draw
	Count       Rule[Count]    // silent: no moves are counted on a demand
	Submit      Rule[Provided] // a player may submit a question to the umpire, who decides it
	Forfeit     Rule[Forfeits]
	Knowledge   Rule[Provided] // a side that has moved since it knew of an offence claims too late

	// The umpire.
	Appeal    Rule[Provided] // the umpire rules on an appeal, or because the fundamental laws are violated
	AsWritten Rule[Provided] // the umpire applies the laws as they are written, and decides nothing by a rule of the house
	ForGood   Rule[Provided] // what both sides have submitted is decided for good
	Equity    Rule[Provided] // a help for men set up wrongly: the umpire restores the game, lets it stand or annuls it

	// Time and help.
	Overstepped  Rule[Provided] // a side that has not made its moves in time has forfeited the game
	Seal         Rule[Provided] // at an adjournment a move may be recorded, to be made when play goes on
	Unsealed     Rule[Provided] // it is then made
	SealedFault  Rule[Provided] // where it expresses no move, or several, the penalty or the choice is the opponent's
	SessionHour  Rule[Provided] // so has one that has not made them in a complete hour of a session
	SessionDue   Rule[Provided] // of the incomplete hour its proportion is due, the fraction dropped
	SessionShort Rule[Provided] // a side that has then made fewer has forfeited the game; where both have, it is annulled
	AnyMeans     Rule[Window]
	Bound        Rule[Provided] // in a shorter window the laws of play over the board hold
	Series       Rule[Provided] // moves communicated with assumed moves are made when those have been
	Ahead        Rule[Provided] // so are moves of later turns communicated without them
	Arrived      Rule[Arrival]
	Consults     Rule[Provided] // what a member of a side communicates, the side does

	// The beginning.
	WrongFirst Rule[Annulment] // the wrong side has begun
	WrongSetUp Rule[Annulment] // the men were wrongly placed
	Forgotten  Rule[Provided]  // where men were left out, the adversary has the game begin again, or the men set in their places
	InTurn     Rule[Turns]     // of the games of a match
	Again      Rule[Provided]  // who had the first move in an annulled game has it in the game played instead

	// Games at odds.
	OddsFirst  Rule[OddsFirst]
	OddsMen    Rule[Homes]
	OddsMoves  Rule[Reach]
	Rookless   Rule[Rookless]
	OddsDraws  Rule[Provided] // drawn games may count as lost by the giver
	MatePawn   Rule[PawnMate]
	MateSquare Rule[Provided]
	Condition  Rule[Provided] // who has not mated as undertaken has forfeited the game
}

// All are the codes that can be played, the default first. Tests add codes of their own.
var All = []*Code{&british1899, &american1897, &staunton1871, &londonClub}

// ByID gives the code of laws with an id, and whether games can be played
// under it.
func ByID(id string) (*Code, bool) {
	for _, c := range All {
		if c.ID == id {
			return c, true
		}
	}
	return nil, false
}

// Of gives the code of laws the terms name, with its annex. The zero Terms, and terms that
// terms.Parse would not have let pass, are under the default code.
func Of(t terms.Terms) *Code {
	if c, ok := ByID(t.Code); ok {
		return c.annexed(t.Annex)
	}
	return All[0]
}

// Breach gives the provision that words break which express no legal move for the
// reason given; "" where the code is silent.
func (c *Code) Breach(f notation.Fault) Law { return c.Breaches[f] }

// Draw gives the rule for claiming a draw on a ground; ok is false where the code is
// silent about the ground.
func (c *Code) Draw(g Ground) (d Draw, ok bool) {
	for _, d := range c.Draws {
		if _, _, provided := d.By.Get(); provided && d.Ground == g {
			return d, true
		}
	}
	return Draw{Ground: g}, false
}

// DrawClaimed gives what the code says of the ground on which words claim a draw; where
// the words name none that letters know, the ground is "", under the rule of repetition.
func (c *Code) DrawClaimed(words string) Draw {
	ground := strings.ToLower(words)
	named := Ground("")
	switch {
	case strings.Contains(ground, "fift") || strings.Contains(ground, "50"):
		named = FiftyMoves
	case strings.Contains(ground, "repet") || strings.Contains(ground, "repeat"):
		named = Repetition
	case strings.Contains(ground, "endless") || strings.Contains(ground, "perpetual"):
		named = EndlessChecks
	}
	if named == "" {
		repetition, _ := c.Draw(Repetition)
		return Draw{By: repetition.By}
	}
	draw, _ := c.Draw(named)
	return draw
}

// Rules gives what the code and the terms of a game lay down about reading:
// the notations that read, and what a promotion that names no piece becomes. Where the
// code is silent about either, every notation reads, and any piece is meant.
func (c *Code) Rules(t terms.Terms) notation.Rules {
	r := notation.Rules{Notations: notation.All}
	if record, _, ok := c.Record.Get(); ok && record == AgreedNotation {
		r.Notations = 0
		for _, name := range t.Notation {
			n, _ := notation.Parse(name)
			r.Notations |= n
		}
	}
	if piece, _, ok := c.Promotion.Get(); ok && piece == BecomesQueen {
		r.Promotion, r.AnyColour = board.Queen, true
	}
	return r
}
