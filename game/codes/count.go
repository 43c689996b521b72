package codes

// Count says when the rest of a game may be limited to a number of further moves of each side, after which the game is
// drawn if nobody has won. A capture or a Pawn's move does not end the count.
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

// The cases of a count. In the last no Pawn may stand. The force of a piece is its usual worth: 3, 3, 5 and 9 for
// Bishop, Knight, Rook and Queen. Where Pawns stand, the forces are compared with Pawns at nothing and at one each, and
// both comparisons must agree.
const (
	SidePersists  CountCase = "side persists"  // the other side may demand the count when a side has brought a position about for the third time
	KingAlone     CountCase = "King alone"     // a side with its King alone may demand the count, whatever the other side has
	OnePiece      CountCase = "one piece"      // a side with one piece may demand the count against no less force
	DifficultMate CountCase = "difficult mate" // a side with at most one piece may demand the count against no less force
)
