package proof

import (
	"slices"

	"corrd/game/board"
)

// EndlessChecks decides the claim of the side to move that it can subject the adverse King to an
// endless series of checks (II.8(d)).
//
// Proved means that the claimant has a check in From, and after every reply that the opponent can
// ever make, such that the opponent can always reply so that the checks never end. A mate is not an
// endless check: a mate may follow only where the opponent had a reply to the check before that
// would have let the series go on without end. The Tree then holds, at each turn of the claimant,
// the one check that keeps the series going, and after the check every reply. Refuted means that
// the opponent can bring the series to an end, or that the series ends in mate whatever is replied;
// the Tree then holds every check, and after each that does not mate the one reply that ends the
// series.
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
// Every turn is presumed to be endless until it is shown to be over, and only the end of a turn is
// inferred. A check fails when one of the replies leads to a turn that is lost, or when all replies
// lead to turns in which the checks mate; a turn is over when each of its checks has failed. The
// checks of a turn that is over mate if one of them failed in the second way; otherwise the turn is
// lost. No inference depends on the path by which a turn was reached, so one record of each turn is
// enough. When the present choices lead to no turn that has not been looked at, the turns to which
// they lead form a series of checks that goes round without end.
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
	failed   []failure // the failures of checks[:len(failed)]
	answers  []answer  // the replies to checks[len(failed)]; nil before they have been looked for
	parents  []*turn   // the turns that have this turn among their answers
	round    int       // the last round of the search that met this turn
	mating   int       // the number, from 1, of the first check that mates whatever is replied; 0: no such check is known
}

// failure says how a check fails: by a reply that escapes, or because the checks mate whatever is
// replied; all then holds the replies.
type failure struct {
	escape answer
	mates  bool
	all    []answer
}

// answer is a reply to a check with the turn to which the reply leads.
type answer struct {
	reply board.Move
	to    *turn
}

// over reports whether no check keeps the series going without end.
func (t *turn) over() bool { return len(t.failed) == len(t.checks) }

// lost reports whether the opponent escapes from every check.
func (t *turn) lost() bool { return t.over() && t.mating == 0 }

// mates reports whether the checks end, and at least one of them in mate.
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

// open returns the turns that the present choices lead to and whose present check has not been
// looked at yet, the nearest first.
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

// look finds the replies to the present check, up to the first reply that is known to escape.
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

// reconsider gives up the present check of a turn if a reply escapes from the check, or if every
// reply lets the checks end in mate. A turn without a check left is over, and the turns that relied
// on it are reconsidered.
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

// fails gives up the present check if the answers show that the check keeps the series going no
// longer.
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

// turnAt returns the one record of a position in which the checker is to move.
func (c *chase) turnAt(p board.Position, r rights) *turn {
	at := placeOf(&p, r)
	t := c.turns[at]
	if t == nil {
		t = &turn{position: p, rights: r, checks: checks(&p)}
		c.turns[at] = t
	}
	return t
}

// checks returns the legal moves that give check.
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

// order sorts the checks. Checks that leave few replies come first, above all those that leave few
// replies to turns not on record, so that series close where they can. Checks that mate come last,
// because no series goes on after a mate.
func (c *chase) order(t *turn) {
	weight := make(map[board.Move]int, len(t.checks))
	for _, m := range t.checks {
		weight[m] = c.weight(t, m)
	}
	slices.SortStableFunc(t.checks, func(a, b board.Move) int { return weight[a] - weight[b] })
}

// weight returns 1 for each reply to a check and 8 more for each reply that leads to a turn not on
// record.
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

// frontier holds the numbers of the positions to be looked at, by their effort.
type frontier struct {
	stacks [mostEffort + 1][]int32
	least  int // no stack before this one holds a position
	strays bool
	popped uint64 // the number of positions taken while the frontier strays
}

// mostEffort is the effort that stands for every greater one.
const mostEffort = 255

// straying is the number of stacks from which a frontier takes positions when it strays: the least
// that holds any and those after it.
const straying = 4

func (f *frontier) push(number, effort int) {
	effort = min(effort, mostEffort)
	f.stacks[effort] = append(f.stacks[effort], int32(number))
	f.least = min(f.least, effort)
}

// pop takes the position of least effort, and of positions of equal effort the one met last: a
// search so goes on from its last position, instead of spreading over moves that make no
// difference. ok is false when no position is left.
//
// That order gets nowhere where many thousand positions have the same effort and the way on leads
// over a greater one. A frontier that strays therefore takes, every other time, any position whose
// effort is not much greater.
func (f *frontier) pop() (number int, ok bool) {
	for f.least < mostEffort && len(f.stacks[f.least]) == 0 {
		f.least++
	}
	stack := &f.stacks[f.least]
	last := len(*stack) - 1
	if last < 0 {
		return 0, false
	}
	if f.strays {
		if f.popped++; f.popped%2 == 0 {
			stack = f.stray(scatter(f.popped))
			last = len(*stack) - 1
		}
	}
	number = int((*stack)[last])
	*stack = (*stack)[:last]
	return number, true
}

// stray returns one of the stacks from the least on, or the least if the one drawn is empty, with
// any of its positions on top.
func (f *frontier) stray(chance uint64) *[]int32 {
	stack := &f.stacks[min(f.least+int(chance%straying), mostEffort)]
	if len(*stack) == 0 {
		stack = &f.stacks[f.least]
	}
	any, last := int(chance/straying)%len(*stack), len(*stack)-1
	(*stack)[any], (*stack)[last] = (*stack)[last], (*stack)[any]
	return stack
}

// scatter returns a number that looks drawn at random for each n, and is always the same for the
// same n.
func scatter(n uint64) uint64 {
	n *= 0x9e3779b97f4a7c15
	n = (n ^ n>>29) * 0xbf58476d1ce4e5b9
	return n >> 32
}
