package line

import (
	"iter"
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/codes"
)

// Turn is one move of the game.
type Turn struct {
	Ply         int // 1 for the first move of the game; counts from the initial position
	Side        board.Side
	Move        board.Move
	Words       string // as sent
	At          time.Time
	Law         codes.Law
	Conditional bool
	Placed      []Placed // men that had been left out, and were set in their places after the move
	Sent        int      // the number of the communication that brought the move; 0: none did
	Silent      bool     // the move leaves the opponent in a check that was not announced, and need not be met
	Chosen      bool     // the opponent has chosen the move among several, and so knows what the move does
}

// Placed is a man that is set on the board beside a move.
type Placed struct {
	Square board.Square
	Man    board.Man
}

// Set sets men on the board.
func Set(p board.Position, men []Placed) board.Position {
	for _, m := range men {
		p = p.Put(m.Square, m.Man)
	}
	return p
}

// After returns the position after a turn, which began in another: a check of which the
// turn says nothing need not be met, and men that were set in their places stand there.
func (t Turn) After(p board.Position) board.Position {
	p = Set(p.Play(t.Move), t.Placed)
	if t.Silent {
		p = p.Unheeding()
	}
	return p
}

// Record is the line of moves that have been played.
type Record struct {
	Initial  board.Position
	Position board.Position // the position after the line
	Line     []Turn
}

// NumberOf returns the move number of a ply.
func NumberOf(ply int) int { return (ply + 1) / 2 }

// SideAt returns the side that moves at a ply: White at the odd ones.
func SideAt(ply int) board.Side {
	if ply%2 == 0 {
		return board.Black
	}
	return board.White
}

// WordsApart stands between the words of several communications for one turn.
const WordsApart = " / "

// JoinWords joins the words of several communications for one turn.
func JoinWords(words []string) string { return strings.Join(words, WordsApart) }

// AddTurn plays a turn, whose ply and side follow from the line.
func (r *Record) AddTurn(t Turn) {
	t.Ply, t.Side = r.LastPly()+1, r.Position.SideToMove()
	r.Line = slices.Concat(r.Line, []Turn{t})
	r.Position = t.After(r.Position)
}

// Unplay takes the last turn out of the line, and gives that turn.
func (r *Record) Unplay() Turn {
	n := len(r.Line) - 1
	last := r.Line[n]
	r.Line = r.Line[:n]
	r.Position = r.At(n)
	return last
}

// Played yields the turns of the line in order, each with the position in which it
// began.
func (r Record) Played() iter.Seq2[board.Position, Turn] {
	return func(yield func(board.Position, Turn) bool) {
		p := r.Initial
		for _, t := range r.Line {
			if !yield(p, t) {
				return
			}
			p = t.After(p)
		}
	}
}

// At returns the position after the first n moves of the line.
func (r Record) At(n int) board.Position {
	p := r.Initial
	for _, t := range r.Line[:n] {
		p = t.After(p)
	}
	return p
}

// PliesBefore returns the number of plies before the first of the game: 0, or more when
// the position set up has a later move number or Black to move.
func (r Record) PliesBefore() int {
	n := 2 * (r.Initial.MoveNumber() - 1)
	if r.Initial.SideToMove() == board.Black {
		n++
	}
	return n
}

// LastPly returns the ply of the last move of the game as it stands, counted from
// the move number of the initial position: move 7 of White's is ply 13.
func (r Record) LastPly() int { return r.PliesBefore() + len(r.Line) }

// Since counts the moves that each side has made from a ply on, that ply among
// them, without a capture if quiet is set: then those since the last. A turn that was
// passed is no move. The count begins after the passed plies of a first turn that takes
// several plies of the line, so that half of the plies is each side's.
func (r Record) Since(ply, first int, quiet bool) (moves [2]int) {
	passed := r.PliesBefore() + first
	for p, t := range r.Played() {
		switch {
		case t.Ply < ply:
		case t.Move == board.Pass && t.Ply < passed, quiet && p.IsCapture(t.Move):
			moves = [2]int{}
		case t.Move != board.Pass:
			moves[t.Side]++
		}
	}
	return moves
}

// Times counts the turns of the side to move, this one included, that began with the position
// that now stands (II.8(c), I.16), where the first turn takes so many plies of the line.
func (r Record) Times(first int) int {
	n := 1
	side, began := r.Position.SideToMove(), r.PliesBefore()+1
	for p, t := range r.Played() {
		within := t.Ply > began && t.Ply <= r.PliesBefore()+first // a turn of several moves
		if t.Side == side && !within && p.Identical(&r.Position) {
			n++
		}
	}
	return n
}

// enoughTimes is how often a position must have come about for a side to persist.
const enoughTimes = 3

// Persists reports whether a side persists in a series of checks, or in a line of play:
// whether its last turn has brought a position about for the third time. A side that
// does so because it is checked at every turn does not persist.
func (r Record) Persists(side board.Side) bool {
	var brought []board.Position // by the turns of the side
	var checked []bool           // whether each of those turns began in check
	for p, t := range r.Played() {
		if t.Side == side {
			brought, checked = append(brought, t.After(p)), append(checked, p.InCheck(side))
		}
	}
	if len(brought) == 0 {
		return false
	}
	last, times, first := len(brought)-1, 0, 0
	for i := last; i >= 0 && times < enoughTimes; i-- {
		if brought[i].Identical(&brought[last]) {
			times, first = times+1, i
		}
	}
	gaveWay := !slices.Contains(checked[first+1:], false)
	return times == enoughTimes && (!gaveWay || brought[last].InCheck(side.Other()))
}
