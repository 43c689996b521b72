package game

import (
	"slices"

	"corrd/game/board"
	"corrd/game/codes"
)

// Counting limits the rest of the game to a number of further moves of each side. The game is
// drawn if these moves bring no mate (Staunton XIV, London 17). A demand of a side, or a ruling,
// begins the count.
type Counting struct {
	Moves int             `json:"moves"` // the moves of each side, from now on
	Case  codes.CountCase `json:"case,omitempty"`
}

// Count is a running count of moves.
type Count struct {
	After int // the last ply before the count began
	Moves int // the moves of each side after which the game is drawn
	Law   Law
}

// Counted gives the number of moves that each side has made since the running count began; ok is
// false when no count runs. A passed turn is not a move.
func (s State) Counted() (made [2]int, ok bool) {
	if s.Count == nil {
		return made, false
	}
	return s.Since(s.Count.After+1, s.FirstPlies(), false), true
}

// Countable gives the case in which a side may now demand that fifty moves be counted; ok is
// false when the side may not.
func (s State) Countable(by board.Side) (c codes.CountCase, ok bool) {
	count, _, provided := s.Code().Count.Get()
	if !provided || s.Result != nil || s.Halted() || s.Count != nil || count.NotForMates && s.Terms.Odds.Grant().Mate != nil {
		return "", false
	}
	i := slices.IndexFunc(count.Cases, func(c codes.CountCase) bool { return s.meets(c, by) })
	if i < 0 {
		return "", false
	}
	return count.Cases[i], true
}

// meets reports whether a side is in a given case of the count.
func (s State) meets(c codes.CountCase, by board.Side) bool {
	own, its := force(&s.Position, by), force(&s.Position, by.Other())
	pawns := s.Position.Men(board.White, board.Pawn) | s.Position.Men(board.Black, board.Pawn)
	switch c {
	case codes.SidePersists:
		return s.Persists(by.Other())
	case codes.KingAlone:
		return len(own) == 0
	case codes.OnePiece:
		return pawns == 0 && len(own) == 1 && worth(own) <= worth(its)
	case codes.DifficultMate:
		return pawns == 0 && len(own) <= 1 && len(its) > 0 && worth(own) <= worth(its)
	}
	return false
}

// force gives the men of a side other than the King.
func force(p *board.Position, side board.Side) (men []board.Kind) {
	for kind := board.Pawn; kind < board.King; kind++ {
		for range p.Men(side, kind).All() {
			men = append(men, kind)
		}
	}
	return men
}

func worth(men []board.Kind) (sum int) {
	for _, kind := range men {
		sum += [...]int{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9}[kind]
	}
	return sum
}

// Submitted is the ground of a claim by which a player submits a question to the umpire.
const Submitted = "submitted"

// appointed ends the question submitted to the umpire, on which the umpire has ordered the count.
func (s *State) appointed(e Event, r Ruling) {
	if r.Appeal == 0 && s.Claim != nil && !s.Claim.Proving && s.Claim.Ground == Submitted {
		s.claimFailed(e)
	}
}

func (f Counting) apply(s *State, e Event) {
	s.Count = &Count{After: s.LastPly(), Moves: f.Moves, Law: e.Law}
	s.newRound()
}

// recount lets a count begin no later than the end of the line, after moves were taken back.
func (s *State) recount() {
	if s.Count != nil && s.Count.After > s.LastPly() {
		c := *s.Count
		c.After = s.LastPly()
		s.Count = &c
	}
}

// PliesSinceCapture counts the plies of the line since the last capture (II.8(b)). A move of a
// Pawn does not end the count. If a turn was passed, PliesSinceCapture counts for each side at
// most one move more than the other side has made.
func (s State) PliesSinceCapture() int {
	moves := s.Since(0, s.FirstPlies(), true)
	white, black := moves[board.White], moves[board.Black]
	return white + black - max(0, max(white, black)-min(white, black)-1)
}
