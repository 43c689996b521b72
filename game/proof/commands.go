package proof

import "corrd/game/board"

// direction is a step on the board, in files and ranks.
type direction struct{ file, rank int }

var (
	straight = []direction{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	diagonal = []direction{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	around   = append(append([]direction{}, straight...), diagonal...)
	leaps    = []direction{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// nearby holds the squares around each square, and leapt the squares a Knight's move away from each square.
var (
	nearby = fromEach(around)
	leapt  = fromEach(leaps)
)

func fromEach(directions []direction) (sets [64]board.Squares) {
	for s := range board.NoSquare {
		sets[s] = reach(s, directions, ^board.Squares(0))
	}
	return sets
}

// ahead returns the step in ranks of a side's Pawns.
func ahead(side board.Side) int { return 1 - 2*int(side) }

// front returns the squares before a Pawn: the square to which the Pawn moves and the squares that it commands; none on
// the last rank.
func front(side board.Side, s board.Square) (straight, aslant board.Squares) {
	first := board.At(0, s.Rank()+ahead(side))
	row := nearby[s] & (0xff << first)
	straight = row & (1 << (first + s&7))
	return straight, row &^ straight
}

// commands returns the squares that a man on a square commands (I.9) when the given squares are occupied; occupied
// squares that the man attacks are among them.
func commands(side board.Side, kind board.Kind, s board.Square, occupied board.Squares) board.Squares {
	switch kind {
	case board.Pawn:
		_, aslant := front(side, s)
		return aslant
	case board.Knight:
		return leapt[s]
	case board.Bishop:
		return reach(s, diagonal, occupied)
	case board.Rook:
		return reach(s, straight, occupied)
	case board.Queen:
		return reach(s, around, occupied)
	case board.King:
		return nearby[s]
	}
	return 0
}

// reach returns the squares met from s in some directions, in each as far as the first occupied square, which is
// included.
func reach(s board.Square, directions []direction, occupied board.Squares) board.Squares {
	var set board.Squares
	for _, d := range directions {
		file, rank := s.File()+d.file, s.Rank()+d.rank
		for file&7 == file && rank&7 == rank {
			to := board.At(file, rank)
			set |= 1 << to
			if occupied.Has(to) {
				break
			}
			file, rank = file+d.file, rank+d.rank
		}
	}
	return set
}
