// Package codes holds the printed codes of laws as values. A code is a list of rules; each rule is
// a value, or one of a small stock of named procedures, with the citation of its provision. The
// zero Rule means that the code is silent. The package also holds the digest of every provision, in
// corrd's own words, and says what corrd does about each provision. Terms are held against their
// code here: for which terms the code has no place, what it has the players agree on beforehand,
// and with which position and which side the terms begin.
//
// The package is pure. It must not know of a game that has begun, nor who the players are: package
// game asks a code for its rules and does what they say. No file outside a code's own asks which
// code is played.
package codes

import (
	"strings"

	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret/notation"
)

// Code is a printed code of laws. The comment of a rule says what the provision lays down, and
// after "silent" what happens under a code that lacks the rule.
type Code struct {
	ID    string // "british-1899"
	Title string
	Name  string   // the one word by which it is named as an annex: "Staunton"
	texts []string // the names of the files of digests, the code's own first

	// The agreements before the game.
	Beforehand Rule[Beforehand]
	Annexes    Rule[Annexes]  // silent: no code can be annexed
	FalseCheck Rule[Provided] // a move that announces a check which the move does not give is taken back, if the other side requires this before replying
	Misled     Rule[Provided] // a side that has moved after such an announcement may take its move back, until the other side's next move
	Met        Rule[Provided] // a reply that meets an unannounced check stands, as if the check had been seen
	Check      Rule[Check]    // silent: no check need be announced, and nothing follows from announcing one or not

	// The communications, and whose turn it is.
	Record    Rule[Record]
	Breaches  map[notation.Fault]Law // the provision that each fault of words breaks, by the reason why the words express no legal move
	Promotion Rule[Promotion]
	First     Rule[First]
	Turn      Rule[Provided] // a side communicates one move at a time, in its own turn

	// The communications that do not express one legal move.
	Doubtful Rule[Doubt]
	Implicit Rule[Provided] // a reply that fits only one of the open moves adopts that move
	Multiple Rule[Several]
	Fault    Rule[Penalty] // the words are a move, even if an illegal one
	Wordless Rule[Penalty] // the words are not intelligible
	Castling Rule[Penalty] // the castling is not allowed, where its penalty differs from that of Fault
	Exposing Rule[Penalty] // the move of another man leaves its own King in check, where its penalty differs from that of Fault

	// The penalty after an offence.
	Chosen    Rule[Choices]
	Discharge Rule[Provided] // a move made in discharge of a penalty may not be castling
	Spent     Rule[Provided] // requiring an illegal move forfeits the right to the penalty
	Lapse     Rule[Provided] // the right to the penalty is open until the receiver replies
	Corrected Rule[Provided] // a legal move sent after an illegal one stands, and does not purge the offence
	Answered  Rule[Answer]
	Refusal   Rule[Refusal]
	Recall    Rule[Provided] // nothing is taken back without the opponent's consent
	Second    Rule[Provided] // a second letter for a turn is annulled, if the receiver requires that

	// The ends of a game.
	Checkmate   Rule[Outcome]
	Stalemate   Rule[Outcome]
	Dead        Rule[Outcome] // no series of legal moves can win the position
	Resignation Rule[Outcome]
	Agreement   Rule[Provided]
	Draws       []Draw
	Count       Rule[Count]    // silent: no moves are counted on a demand
	CountElse   Rule[Count]    // the count of the annex, in the cases of which the code's own count says nothing
	Submit      Rule[Provided] // a player may submit a question to the umpire, who decides the question
	Forfeit     Rule[Forfeits]
	Knowledge   Rule[Provided] // a side that has moved since the side knew of an offence claims too late

	// The powers of the umpire.
	Appeal    Rule[Provided] // the umpire rules on an appeal, or because the fundamental laws are violated
	AsWritten Rule[Provided] // the umpire applies the laws as they are written, and decides nothing by a rule of the house
	ForGood   Rule[Provided] // a decision on what both sides have submitted is final
	Equity    Rule[Provided] // where men were set up wrongly, the umpire restores the game, lets the game stand or annuls it

	// The provisions on time and help.
	Overstepped  Rule[Provided] // a side that has not made its moves in time has forfeited the game
	Seal         Rule[Provided] // at an adjournment a move may be recorded, to be made when play goes on
	Unsealed     Rule[Provided] // the recorded move is made when play goes on
	SealedFault  Rule[Provided] // where the recorded words express no move, or several, the penalty or the choice is the opponent's
	SessionHour  Rule[Provided] // a side that has not made its moves in a complete hour of a session has forfeited the game
	SessionDue   Rule[Provided] // of the moves of an incomplete hour the proportion of that hour is due, without the fraction
	SessionShort Rule[Provided] // a side that has made fewer moves when the session ends has forfeited the game; where both sides have, the game is annulled
	AnyMeans     Rule[Window]
	Bound        Rule[Provided] // the laws of play over the board hold where the time for a reply is shorter than that of AnyMeans
	Series       Rule[Provided] // moves communicated with assumed moves are made once the assumed moves have been made
	Ahead        Rule[Provided] // moves of later turns communicated without assumed moves are made in their turns
	Arrived      Rule[Arrival]
	Consults     Rule[Provided] // a communication of one member of a side is the side's communication

	// The beginning of a game.
	WrongFirst Rule[Annulment] // the wrong side has begun
	WrongSetUp Rule[Annulment] // the men were wrongly placed
	Forgotten  Rule[Provided]  // where men were left out, the adversary has the game begin again, or the men set in their places
	InTurn     Rule[Turns]     // what changes between the games of a match
	Again      Rule[Provided]  // the side that had the first move in an annulled game has it in the game played instead

	// The games at odds.
	OddsFirst  Rule[OddsFirst]
	OddsMen    Rule[Homes]
	OddsMoves  Rule[Reach]
	Rookless   Rule[Rookless]
	OddsDraws  Rule[Provided] // drawn games may count as lost by the giver
	MatePawn   Rule[PawnMate]
	MateSquare Rule[Provided]
	Condition  Rule[Provided] // a side that has not mated as undertaken has forfeited the game
}

// All are the codes that can be played, the default first. Tests add codes of their own.
var All = []*Code{&british1899, &american1897, &staunton1871, &londonClub}

// ByID returns the code of laws with an id; ok is false where no game can be played under a code of
// that id.
func ByID(id string) (*Code, bool) {
	for _, c := range All {
		if c.ID == id {
			return c, true
		}
	}
	return nil, false
}

// Of returns the code of laws that the terms name, with its annex. The zero Terms, and terms that
// terms.Parse would refuse, are under the default code.
func Of(t terms.Terms) *Code {
	if c, ok := ByID(t.Code); ok {
		return c.annexed(t.Annex)
	}
	return All[0]
}

// Breach returns the provision that is broken by words which express no legal move for the given
// reason, or "" if the code is silent.
func (c *Code) Breach(f notation.Fault) Law { return c.Breaches[f] }

// Draw returns the rule for claiming a draw on a ground; ok is false where the code is silent about
// the ground.
func (c *Code) Draw(g Ground) (d Draw, ok bool) {
	for _, d := range c.Draws {
		if _, _, provided := d.By.Get(); provided && d.Ground == g {
			return d, true
		}
	}
	return Draw{Ground: g}, false
}

// DrawClaimed returns what the code says of the ground on which words claim a draw. Where the words
// name no ground that letters can name, the ground of the result is "", and its rule is that of
// repetition.
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

// Rules returns what the code and the terms of a game lay down about reading: the notations that
// may be read, and what a promotion without a piece becomes. Where the code is silent about the
// notations, every notation is read; where it is silent about promotion, any piece may be meant.
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

// Count says when the rest of a game may be limited to a number of further moves of each side,
// after which the game is drawn if nobody has won. A capture or a Pawn's move does not end the
// count.
type Count struct {
	Moves int // the moves of each side, counted from the demand
	Cases []CountCase
	// NotForMates is set where no count may be demanded in a game in which a side has
	// undertaken to mate in a certain way.
	NotForMates bool
}

// CountCase is a case in which the count may be demanded.
type CountCase string

// Counts returns the code's rules for a count: its own, and then that of its annex.
func (c *Code) Counts() (all []Rule[Count]) {
	for _, r := range []Rule[Count]{c.Count, c.CountElse} {
		if _, _, provided := r.Get(); provided {
			all = append(all, r)
		}
	}
	return all
}

// The cases of a count. In the last no Pawn may stand. The force of a piece is its usual worth: 3,
// 3, 5 and 9 for Bishop, Knight, Rook and Queen. Where Pawns stand, the forces are compared with
// Pawns at nothing and at one each, and both comparisons must agree.
const (
	SidePersists  CountCase = "side persists"  // the other side may demand the count when a side has brought a position about for the third time
	KingAlone     CountCase = "King alone"     // a side with its King alone may demand the count, whatever the other side has
	OnePiece      CountCase = "one piece"      // a side with one piece may demand the count against no less force
	DifficultMate CountCase = "difficult mate" // a side with at most one piece may demand the count against no less force
)

// Penalty is what words cost that express no legal move. The receiver may exact a move of the men
// that Compels gives, from a position, its legal moves, and the men that the words would have
// moved. Otherwise the receiver has a choice of requirements (Code.Chosen), or the words count as
// if none had been sent.
type Penalty struct {
	Name    string // the letter of the penalty in the code, or "" if the penalty has none
	Compels func(p *board.Position, legal []board.Move, aimed board.Squares) Compulsion
	Unsent  bool // the words count as no move sent on the day: nobody is compelled, and the turn goes on
}

// Compulsion is what a penalty demands in a position: a move of the King or, when the King cannot
// be moved, of one of Men that the receiver selects; or, where Own is set, a move of one of Men
// that the offender selects. There is no penalty where King and Men demand nothing.
type Compulsion struct {
	King bool
	Men  board.Squares
	Own  bool
}

// kingElseMan compels the King or, if the King cannot be legally moved, a man selected by the
// receiver; the move may not be castling.
func kingElseMan(p *board.Position, legal []board.Move, _ board.Squares) Compulsion {
	men := movable(p, legal)
	return Compulsion{King: men&p.Men(p.SideToMove(), board.King) != 0, Men: men}
}

// kingIfCan compels the King, if the King can be legally moved, and nothing else.
func kingIfCan(p *board.Position, legal []board.Move, _ board.Squares) Compulsion {
	return Compulsion{King: movable(p, legal)&p.Men(p.SideToMove(), board.King) != 0}
}

// kingOrRook compels the King or the Rook of a false castling: the offender chooses between those
// that can be legally moved. Where the words name no wing, either Rook on its first square may be
// moved.
func kingOrRook(p *board.Position, legal []board.Move, aimed board.Squares) Compulsion {
	touched := p.Men(p.SideToMove(), board.King) | p.Men(p.SideToMove(), board.Rook)&aimed
	return Compulsion{Men: movable(p, legal) & touched, Own: true}
}

// movable returns the squares of the men that can make one of some legal moves other than castling.
func movable(p *board.Position, legal []board.Move) (men board.Squares) {
	for _, m := range legal {
		if !p.IsCastling(m) {
			men |= 1 << m.From()
		}
	}
	return men
}
