package line

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret/notation"
)

// Branch is one hypothesis of a conditional series and the move bound to the hypothesis, in the words of the sender:
// they are read when the game comes to the position.
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
