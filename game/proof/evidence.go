package proof

import "corrd/game/board"

// Branch is a move of the evidence and what follows the move.
type Branch struct {
	Move   board.Move
	Silent bool // the move gives a check that is not announced, and the check need not be met
	End    End
	// As is the place of the position that this one repeats, if End is Repeated: the Branch whose Move led to that position
	// is number As of the Tree, counted from 1 in the order of reading; 0 is From itself.
	As   int
	Then []Branch
}

// after returns the position to which a branch leads from another.
func (b *Branch) after(p board.Position) board.Position {
	p = p.Play(b.Move)
	if b.Silent {
		p = p.Unheeding()
	}
	return p
}

// End says why a Branch does not go on, if it ends.
type End uint8

// The ends of a branch.
const (
	GoesOn   End = iota // Then is not empty
	Mate                // the side to move is checkmated
	Stale               // the side to move is stalemated
	NoCheck             // the side to move can give no check
	Repeated            // what follows this position is shown at another place
)

// strategy returns what shows that a turn holds: the present check and every reply to the check, and so on from each
// position that was not shown before. Where the opponent has chosen to be mated, strategy gives the check that mates in
// place of the present one.
func strategy(root *turn) []Branch {
	w := writer{shown: map[*turn]int{root: 0}}
	return w.serve(root)
}

// refutation returns what shows that a turn is over: every check, the reply that ends the series, and so on until no
// check is left or the check is mate.
func refutation(root *turn) []Branch {
	w := writer{shown: map[*turn]int{root: 0}}
	return w.escape(root)
}

// writer numbers the branches in the order of reading, and holds the number of the branch by which each turn was shown.
type writer struct {
	shown   map[*turn]int
	written int
}

func (w *writer) serve(t *turn) []Branch {
	w.written++
	move, answers := t.serving()
	check := Branch{Move: move, End: GoesOn}
	if len(answers) == 0 {
		check.End = Mate
	}
	for _, a := range answers {
		check.Then = append(check.Then, w.reply(a, w.serve))
	}
	return []Branch{check}
}

// serving returns the check that keeps the series going, or mates, and the replies to the check.
func (t *turn) serving() (board.Move, []answer) {
	if t.mates() {
		return t.checks[t.mating-1], t.failed[t.mating-1].all
	}
	return t.check(), t.answers
}

func (w *writer) escape(t *turn) []Branch {
	branches := make([]Branch, 0, len(t.checks))
	for i, m := range t.checks {
		w.written++
		check := Branch{Move: m}
		switch f := t.failed[i]; {
		case !f.mates:
			check.Then = []Branch{w.reply(f.escape, w.escape)}
		case len(f.all) == 0:
			check.End = Mate
		default:
			check.Then = []Branch{w.reply(f.all[0], w.escape)}
		}
		branches = append(branches, check)
	}
	return branches
}

// reply writes a reply and, where the reply's position was not shown before, what follows.
func (w *writer) reply(a answer, follow func(*turn) []Branch) Branch {
	w.written++
	b := Branch{Move: a.reply}
	switch at, shown := w.shown[a.to]; {
	case shown:
		b.End, b.As = Repeated, at
	case len(a.to.checks) == 0:
		b.End = NoCheck
	default:
		w.shown[a.to] = w.written
		b.Then = follow(a.to)
	}
	return b
}
