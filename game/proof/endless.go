package proof

import (
	"slices"

	"corrd/game/board"
)

// EndlessChecks decides the claim of the side to move that it can subject the
// adverse King to an endless series of checks (II.8(d)).
//
// Proved means that it has, in From and after every reply the opponent can
// ever make, a check that keeps this true. A reply that lets it checkmate is no
// escape: the claim does not fail because the opponent could lose instead
// (though mates are shown only where no other check will do: the Preface keeps
// them out of the phrase). The Tree then holds, at each turn of the claimant,
// the one check that serves, and after it every reply. Refuted means that the
// opponent can bring the series to an end; the Tree holds every check and
// after each the one reply that escapes.
func EndlessChecks(p board.Position, o Options) Result {
	result := Result{From: p}
	if !regular(&p) {
		return result
	}
	c := chase{limit: o.limit(), turns: map[place]*turn{}}
	root := c.turnAt(p, rightsOf(&p))
	c.settle(root)
	result.Nodes = len(c.turns)
	switch {
	case root.lost():
		result.Verdict, result.Tree = Refuted, refutation(root)
	case len(c.turns) <= c.limit:
		result.Verdict, result.Tree = Proved, strategy(root)
	}
	return result
}

// chase is the search: a graph of the checker's turns, grown as far as needed.
//
// Every turn is presumed to hold until it is shown to be lost, and loss alone
// is inferred: a turn is lost when each of its checks has a reply that leads to
// a lost turn. Loss therefore never depends on the path by which a turn was
// reached, and one record of each turn is enough. When nothing is left to look
// at and the first turn is not lost, the turns met by playing the present
// choices all hold together: a series of checks that can go round for ever.
type chase struct {
	limit  int
	turns  map[place]*turn
	round int
}

// turn is a position in which the checker is to move.
type turn struct {
	position board.Position
	rights   rights
	checks   []board.Move
	sorted   bool
	seen int
	failed   []answer // the replies that escaped from checks[:len(failed)]
	answers  []answer // all replies to checks[len(failed)], once looked at
	parents  []*turn  // turns that had this one among their answers
}

// answer is a reply to a check and the turn it leads to.
type answer struct {
	reply board.Move
	to    *turn
}

func (t *turn) lost() bool { return len(t.failed) == len(t.checks) }

func (t *turn) check() board.Move { return t.checks[len(t.failed)] }

// settle looks at turns until the root is lost, holds, or the limit is passed.
func (c *chase) settle(root *turn) {
	for !root.lost() && len(c.turns) <= c.limit {
		open := c.open(root)
		if len(open) == 0 {
			return
		}
		for _, t := range open {
			if root.lost() || len(c.turns) > c.limit {
				return
			}
			for !t.lost() && t.answers == nil && len(c.turns) <= c.limit {
				c.answer(t)
				c.reconsider(t)
			}
		}
	}
}

// open are the turns met by playing the present choices whose check in hand has
// not been answered, nearest first.
func (c *chase) open(root *turn) []*turn {
	c.round++
	root.seen = c.round
	queue := []*turn{root}
	var open []*turn
	for i := 0; i < len(queue); i++ {
		t := queue[i]
		if t.answers == nil {
			open = append(open, t)
		}
		for _, a := range t.answers {
			if a.to.seen != c.round {
				a.to.seen = c.round
				queue = append(queue, a.to)
			}
		}
	}
	return open
}

func (c *chase) reconsider(t *turn) {
	agenda := []*turn{t}
	for len(agenda) > 0 {
		t := agenda[len(agenda)-1]
		agenda = agenda[:len(agenda)-1]
		escape := slices.IndexFunc(t.answers, answer.escapes)
		if escape < 0 {
			continue
		}
		t.failed = append(t.failed, t.answers[escape])
		t.answers = nil
		if t.lost() {
			agenda = append(agenda, t.parents...)
			t.parents = nil
		}
	}
}

func (a answer) escapes() bool { return a.to.lost() }

// answer finds the replies to the check in hand, up to the first that is known
// to escape, and puts those first that leave the fewest checks.
func (c *chase) answer(t *turn) {
	if !t.sorted {
		c.sort(t)
	}
	checked := t.position.Play(t.check())
	left := t.rights.after(t.check())
	var room [64]board.Move
	replies := checked.Moves(room[:0])
	t.answers = make([]answer, 0, len(replies))
	for _, reply := range replies {
		to := c.turnAt(checked.Play(reply), left.after(reply))
		t.answers = append(t.answers, answer{reply, to})
		if to.lost() || len(c.turns) > c.limit {
			return
		}
		to.parents = append(to.parents, t)
	}
	slices.SortStableFunc(t.answers, func(a, b answer) int { return len(a.to.checks) - len(b.to.checks) })
}

// turnAt is the one record of a position of the checker's.
func (c *chase) turnAt(p board.Position, r rights) *turn {
	at := placeOf(&p, r)
	t := c.turns[at]
	if t == nil {
		t = &turn{position: p, rights: r, checks: checks(&p)}
		c.turns[at] = t
	}
	return t
}

// checks are the legal moves that give check.
func checks(p *board.Position) []board.Move {
	var room [256]board.Move
	var found []board.Move
	for _, m := range p.Moves(room[:0]) {
		if p.GivesCheck(m) {
			found = append(found, m)
		}
	}
	return found
}


func (c *chase) sort(t *turn) {
	weight := make(map[board.Move]int, len(t.checks))
	var room [64]board.Move
	for _, m := range t.checks {
		checked := t.position.Play(m)
		weight[m] = (len(checked.Moves(room[:0])) + 255) % 256
	}
	slices.SortStableFunc(t.checks, func(a, b board.Move) int { return weight[a] - weight[b] })
	t.sorted = true
}
