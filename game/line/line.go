// Package line has the moves of a game as they stand: the line of those that have been
// played, those held of which the receiver has the choice, and those that a side has
// communicated for turns to come.
//
// Its types are values: a method that changes one puts new lists in the place of old ones and
// never writes into a list that a copy may share.
//
// The package is pure. It must not know of clocks, of phases of a game, of letters, of what a
// code makes of a move, nor which code is played.
package line

import (
	"iter"
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret/notation"
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

// Unplay takes the last turn out of the line, and returns it.
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

// Since counts the moves that each side has made from a ply on, that ply among them, without a
// capture if quiet is set: then those since the last. A turn that was passed is not a move. The
// count begins after the passed plies of a first turn that takes several plies of the line, so that
// half of the plies is each side's.
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

// Branch is one hypothesis of a conditional series and the move bound to the hypothesis, in the
// words of the sender: they are read when the game comes to the position.
type Branch struct {
	If     []string `json:"if,omitempty"` // assumed moves of the opponent; none: whatever they play
	Then   string   `json:"then,omitempty"`
	Resign bool     `json:"resign,omitempty"` // the sender resigns instead of moving
	Next   []Branch `json:"next,omitempty"`
}

// Same reports whether two hypotheses say the same in the same words.
func (b Branch) Same(o Branch) bool {
	return slices.Equal(b.If, o.If) && b.Then == o.Then && b.Resign == o.Resign && slices.EqualFunc(b.Next, o.Next, Branch.Same)
}

// Conditional is a hypothesis that has been communicated.
type Conditional struct {
	Side      board.Side
	Ply       int // the ply of the opponent's assumed move
	Branch    Branch
	After     []board.Move // the sender's own moves at the ply before, with which the hypothesis was sent; none: any
	First     []board.Move // in a first turn of several moves, the first of the turn of each of After
	At        time.Time    // when the hypothesis was communicated
	Sent      time.Time    // when the hypothesis was handed in to a carrier that takes time; otherwise, At
	Law       codes.Law    // under which the hypothesis is carried out
	Status    Standing     // the standing as the events leave it; later moves may have made the conditional lapse
	Cancelled bool         // its own move, or one before it, was illegal: it does not stand again (III.5)
	Parent    int          // the number, from 1, of the conditional that this one follows in a series; 0: none
	Sealed    bool         // the words of the hypothesis hide it from the opponent
}

// Standing is what has become of a conditional.
type Standing string

// The standings.
const (
	Waiting   Standing = "waiting"
	Fired     Standing = "fired"
	Lapsed    Standing = "lapsed"    // the game has passed the conditional, or a move before it was illegal
	Withdrawn Standing = "withdrawn" // the sender withdrew the conditional with the opponent's consent
)

// Conditionals are the hypotheses that have been communicated in a game, in order.
type Conditionals []Conditional

// Add adds conditionals of several branches, alike in all else.
func (all *Conditionals) Add(like Conditional, branches []Branch) {
	more := slices.Clone(*all)
	for _, b := range branches {
		like.Branch = b
		more = append(more, like)
	}
	*all = more
}

// End gives the conditionals that wait, and of which ends holds, another standing.
func (all *Conditionals) End(now Standing, ends func(Conditional) bool) {
	waits := func(c Conditional) bool { return c.Status == Waiting && ends(c) }
	if !slices.ContainsFunc(*all, waits) {
		return
	}
	*all = slices.Clone(*all)
	for i, c := range *all {
		if waits(c) {
			(*all)[i].Status = now
		}
	}
}

// StandAgain gives the conditionals the standing that they had before a ply that is restored: those
// for the ply wait again that have fired or lapsed since, except those that an illegal move has
// cancelled, and those that were sent with a move taken back lapse.
func (all *Conditionals) StandAgain(ply int) {
	all.End(Lapsed, func(c Conditional) bool { return c.Ply > ply })
	*all = slices.Clone(*all)
	for i, c := range *all {
		if c.Ply == ply && !c.Cancelled && (c.Status == Fired || c.Status == Lapsed) {
			(*all)[i].Status = Waiting
		}
	}
}

// Cancel ends the conditionals of a side that wait, because of an illegal move of the side.
func (all *Conditionals) Cancel(side board.Side) {
	*all = slices.Clone(*all)
	for i, c := range *all {
		if c.Side == side && c.Status == Waiting {
			(*all)[i].Status, (*all)[i].Cancelled = Lapsed, true
		}
	}
}

// Fire marks the conditional with a number as fired, and those of its side for the same ply that
// wait as lapsed. What its branch says of the next turn begins to wait on the moves that its
// words express, unless the words of the branch were erased.
func (all *Conditionals) Fire(number int, side board.Side, ply int, expressed []board.Move) {
	all.End(Lapsed, func(c Conditional) bool { return c.Side == side && c.Ply == ply })
	i := number - 1
	if i < 0 || i >= len(*all) {
		return
	}
	*all = slices.Clone(*all)
	fired := &(*all)[i]
	fired.Status, fired.Cancelled = Fired, len(expressed) == 0 && !fired.Branch.Resign
	next := Waiting
	if fired.Branch.Then == "" && !fired.Branch.Resign {
		next = Lapsed
	}
	all.Add(Conditional{Side: side, Ply: ply + 2, After: expressed, At: fired.At, Sent: fired.Sent,
		Law: fired.Law, Status: next, Cancelled: next == Lapsed, Parent: number}, fired.Branch.Next)
}

// Sent returns when a side sent the last of the hypotheses that have fired on a ply.
func (all Conditionals) Sent(side board.Side, ply int) (at time.Time) {
	for _, c := range all {
		if c.Status == Fired && c.Side == side && c.Ply == ply {
			at = c.Sent
		}
	}
	return at
}

// SentWith reports whether the turn that ends with a move is one that a conditional was sent with.
func (r Record) SentWith(c Conditional, last board.Move) bool {
	for i, m := range c.After {
		if m == last && (i >= len(c.First) || len(r.Line) > 0 && r.Line[0].Move == c.First[i]) {
			return true
		}
	}
	return false
}

// Rivals reports whether of several hypotheses for one turn, or of those that follow one of
// them, two assume the same in the same words and bind different moves to it, and whether one
// assumes any move and another a certain one. Rivals looks at the words alone, for nobody is
// told what lies ahead.
func Rivals(all []Branch) (twice, named bool) {
	same := func(a, b string) bool { return notation.Fold(a) == notation.Fold(b) }
	certain := 0
	for i, b := range all {
		if len(b.If) > 0 {
			certain++
		}
		again := func(o Branch) bool {
			return !b.Resign && !o.Resign && slices.EqualFunc(b.If, o.If, same) && !same(b.Then, o.Then)
		}
		t, n := Rivals(b.Next)
		twice = twice || t || slices.ContainsFunc(all[:i], again)
		named = named || n
	}
	return twice, named || certain > 0 && certain < len(all)
}
