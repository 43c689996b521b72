package proof

import (
	"slices"

	"corrd/game/board"
)

// EndlessChecks decides the claim of the side to move that it can subject the
// adverse King to an endless series of checks (II.8(d)).
//
// Proved means that it has, in From and after every reply the opponent can
// ever make, a check that keeps this true, and that the opponent can always reply
// so that the checks never end. A mate is no endless check: it may follow only
// where the opponent had a reply to the check before that would have let the
// series go on for ever. The Tree then holds, at each turn of the claimant, the
// one check that serves, and after it every reply. Refuted means that the
// opponent can bring the series to an end, or that it ends in mate whatever is
// replied; the Tree holds every check and after each that does not mate the one
// reply that ends the series.
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
	case !root.over() && c.full():
		result.Curtailed = true
	case root.over():
		result.Verdict, result.Tree = Refuted, refutation(root)
	default:
		result.Verdict, result.Tree = Proved, strategy(root)
	}
	return result
}

// chase is the search: a graph of the checker's turns, grown as far as needed.
//
// Every turn is presumed to be endless until it is shown to be over, and that
// alone is inferred: a check fails when one of the replies leads to a turn that is
// lost, or all of them to turns in which the checks mate; a turn is over when
// each of its checks has failed. Then the checks of that turn mate if one of them
// failed in the second way, and else the turn is lost. What is inferred therefore
// never depends on the path by which a turn was reached, and one record of each
// turn is enough. When the present choices lead to no turn that has not been
// looked at, those they do lead to hold together: a series of checks that goes
// round for ever.
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
	failed   []failure // what became of checks[:len(failed)]
	answers  []answer  // the replies to checks[len(failed)]; nil before a look at it
	parents  []*turn   // turns that had this one among their answers
	round    int       // the last round that met this turn
	mating   int       // the number, from 1, of the first check that mates whatever is replied; 0: none is known
}

// failure is how a check fails: by a reply that escapes, or because the checks mate
// whatever is replied, of which replies these are.
type failure struct {
	escape answer
	mates  bool
	all    []answer
}

// answer is a reply to a check and the turn it leads to.
type answer struct {
	reply board.Move
	to    *turn
}

// over reports whether no check keeps the series going for ever.
func (t *turn) over() bool { return len(t.failed) == len(t.checks) }

// lost reports whether the opponent escapes from every check.
func (t *turn) lost() bool { return t.over() && t.mating == 0 }

// mates reports whether the checks end, and one of them in mate.
func (t *turn) mates() bool { return t.over() && t.mating != 0 }

func (t *turn) check() board.Move { return t.checks[len(t.failed)] }

func (a answer) escapes() bool { return a.to.lost() }

func (a answer) ends() bool { return a.to.over() }

func (c *chase) full() bool { return len(c.turns) > c.limit }

// settle looks at turns, round by round away from the root, until the root is
// over, holds, or the limit is passed.
func (c *chase) settle(root *turn) {
	for open := c.open(root); len(open) > 0; open = c.open(root) {
		for _, t := range open {
			for !t.over() && t.answers == nil && !c.full() {
				c.look(t)
			}
		}
		if root.over() || c.full() {
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
		if t.answers == nil && !t.over() {
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
			break
		}
	}
	c.reconsider(t)
}

// reconsider gives up the check in hand of a turn if a reply escapes from it, or if
// every reply lets the checks end in mate. A turn with no check left is over, and
// those that relied on it are reconsidered.
func (c *chase) reconsider(t *turn) {
	agenda := []*turn{t}
	for len(agenda) > 0 && !c.full() {
		t := agenda[len(agenda)-1]
		agenda = agenda[:len(agenda)-1]
		if t.answers == nil || !t.fails() {
			continue
		}
		if t.over() {
			agenda = append(agenda, t.parents...)
			t.parents = nil
		}
	}
}

// fails gives up the check in hand if the answers show that it serves no more.
func (t *turn) fails() bool {
	escape := slices.IndexFunc(t.answers, answer.escapes)
	switch {
	case escape >= 0:
		t.failed = append(t.failed, failure{escape: t.answers[escape]})
	case slices.ContainsFunc(t.answers, func(a answer) bool { return !a.ends() }):
		return false
	default:
		t.failed = append(t.failed, failure{mates: true, all: t.answers})
		if t.mating == 0 {
			t.mating = len(t.failed)
		}
	}
	t.answers = nil
	return true
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
// come last, for they serve nowhere.
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
