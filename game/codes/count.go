package codes

// Count says when the rest of a game may be limited to so many moves more of each side,
// after which, if nobody has won, the game is drawn. A capture or a Pawn's move ends no
// such count.
type Count struct {
	Moves int // of each side, from the demand on
	Cases []CountCase
	// NotForMates is set where no count may be demanded in a game in which a side has
	// undertaken to mate in a certain way.
	NotForMates bool
}

// CountCase is a case in which the count may be demanded.
type CountCase string

// The cases. In the last two no Pawn may stand, and one piece is of no less force than
// another if it is worth as much by the usual reckoning, 3, 3, 5 and 9.
const (
	SidePersists  CountCase = "side persists"  // by the other side, where a side has brought a position about for the third time
	KingAlone     CountCase = "King alone"     // by a side that has its King alone, whatever the other has
	OnePiece      CountCase = "one piece"      // by a side that has one piece, against no less force
	DifficultMate CountCase = "difficult mate" // by a side that has one piece at most, against no less force
)
