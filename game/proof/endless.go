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
	c := chase{limit: o.limit(defaultTurns), turns: map[place]*turn{}}
	root := c.turnAt(p, rightsOf(&p))
	c.settle(root)
	result.Nodes = len(c.turns)
	switch {
	case !root.lost() && c.full():
		result.Curtailed = true
	case root.lost():
		result.Verdict, result.Tree = Refuted, refutation(root)
	default:
		result.Verdict, result.Tree = Proved, strategy(root)
	}
	return result
}

// chase is the search: a graph of the checker's turns, grown as far as needed.
//
// Every turn is presumed to hold until it is shown to be lost, and loss alone
// is inferred: a turn is lost when each of its checks has a reply that leads to
// a lost turn. Loss therefore never depends on the path by which a turn was
// reached, and one record of each turn is enough. When the present choices lead
// to no turn that has not been looked at, those they do lead to hold together:
// a series of checks that goes round for ever.
type chase struct {
	limit  int
	turns  map[place]*turn
	rounds int
}

// turn is a position in which the checker is to move.
type turn struct {
	position board.Position
	rights   rights
	checks   []board.Move
	failed   []answer // the replies that escaped from checks[:len(failed)]
	answers  []answer // the replies to checks[len(failed)]; nil before a look at it
	parents  []*turn  // turns that had this one among their answers
	round    int      // the last round that met this turn
}

// answer is a reply to a check and the turn it leads to.
type answer struct {
	reply board.Move
	to    *turn
}

func (t *turn) lost() bool { return len(t.failed) == len(t.checks) }

func (t *turn) check() board.Move { return t.checks[len(t.failed)] }

func (a answer) escapes() bool { return a.to.lost() }

func (c *chase) full() bool { return len(c.turns) > c.limit }

// settle looks at turns, round by round away from the root, until the root is
// lost, holds, or the limit is passed.
func (c *chase) settle(root *turn) {
	for open := c.open(root); len(open) > 0; open = c.open(root) {
		for _, t := range open {
			for !t.lost() && t.answers == nil && !c.full() {
				c.look(t)
			}
		}
		if root.lost() || c.full() {
			return
		}
	}
}

// open are the turns met by playing the present choices whose check in hand is
// still to be looked at, the nearest first.
func (c *chase) open(root *turn) []*turn {
	c.rounds++
	root.round = c.rounds
	queue := []*turn{root}
	var open []*turn
	for i := 0; i < len(queue); i++ {
		t := queue[i]
		if t.answers == nil && !t.lost() {
			open = append(open, t)
		}
		for _, a := range t.answers {
			if a.to.round != c.rounds {
				a.to.round = c.rounds
				queue = append(queue, a.to)
			}
		}
	}
	return open
}

// look finds the replies to the check in hand, up to the first that is known to
// escape.
func (c *chase) look(t *turn) {
	if len(t.failed) == 0 {
		c.order(t)
	}
	checked := t.position.Play(t.check())
	left := t.rights.after(t.check())
	var room [64]board.Move
	replies := checked.Moves(room[:0])
	t.answers = make([]answer, 0, len(replies))
	for _, reply := range replies {
		to := c.turnAt(checked.Play(reply), left.after(reply))
		to.parents = append(to.parents, t)
		t.answers = append(t.answers, answer{reply, to})
		if to.lost() || c.full() {
			c.reconsider(t)
			return
		}
	}
}

// reconsider gives up the check in hand of a turn if a reply escapes from it. A
// turn with no check left is lost, and those that relied on it are reconsidered.
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

// order puts the checks first that leave few replies, above all few that lead
// to turns not on record, so that series close where they can; those that mate
// come last.
func (c *chase) order(t *turn) {
	weight := make(map[board.Move]int, len(t.checks))
	for _, m := range t.checks {
		weight[m] = c.weight(t, m)
	}
	slices.SortStableFunc(t.checks, func(a, b board.Move) int { return weight[a] - weight[b] })
}

// weight is 1 for each reply to a check and 8 more for each that leads to a
// turn not on record.
func (c *chase) weight(t *turn, check board.Move) int {
	const mate = 1 << 12
	checked := t.position.Play(check)
	left := t.rights.after(check)
	var room [64]board.Move
	replies := checked.Moves(room[:0])
	if len(replies) == 0 {
		return mate
	}
	n := len(replies)
	for _, reply := range replies {
		next := checked.Play(reply)
		if c.turns[placeOf(&next, left.after(reply))] == nil {
			n += 8
		}
	}
	return n
}
