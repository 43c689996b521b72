package proof

import (
	"container/heap"

	"corrd/game/board"
)

// CannotBeWon decides whether neither side can win, whatever legal moves are
// made (I.15(c)): whether no series of legal moves leads from the position to a
// checkmate or, under StalemateWins, a stalemate.
//
// Proved means that none does: every position that can arise was looked at, or
// is ruled out because the men confine one another. Refuted means that one
// does, and the Tree holds it: a single line of moves up to the end, empty if
// the position is itself decided. Where the men have room the answer is Unknown
// at once, for what can arise there cannot be looked at in full: a position is
// declared dead on proof only, so nothing is to be gained by a search that
// could at best find a mate.
func CannotBeWon(p board.Position, o Options) Result {
	result := Result{From: p}
	if !regular(&p) {
		return result
	}
	q := quest{options: o, seen: map[place]bool{}}
	q.meet(p, rightsOf(&p), -1, board.Pass)
	if len(q.open) == 0 || !roomy(&p) {
		result.Verdict = q.settle()
	}
	result.Nodes = len(q.seen)
	if result.Verdict == Refuted {
		result.Tree = q.line()
	}
	return result
}

// quest is the search for a decided position among all that can arise, the
// likeliest first.
type quest struct {
	options Options
	seen    map[place]bool
	met     []meeting
	open    frontier
	last    int // the index of the decided position
}

// meeting is a position that can arise, and how.
type meeting struct {
	position board.Position
	rights   rights
	before   int // the index of the position before the move, -1 at the start
	move     board.Move
}

// meet takes a position on record unless it is there, or cannot be won because
// the men confine one another.
func (q *quest) meet(p board.Position, r rights, before int, m board.Move) {
	at := placeOf(&p, r)
	if q.seen[at] {
		return
	}
	q.seen[at] = true
	if before < 0 || irreversible(&q.met[before].position, m) {
		if confined(&p, q.options.StalemateWins) {
			return
		}
	}
	q.met = append(q.met, meeting{p, r, before, m})
	q.open.push(candidate{effort(&p), len(q.met) - 1})
}

// confined reports whether the men confine one another so that neither side can
// ever win.
func confined(p *board.Position, stalemates bool) bool {
	realm, ok := confine(p)
	return ok && !realm.decidable(stalemates)
}

// irreversible reports whether a move takes a man or moves a Pawn: the moves
// after which men may be confined who were not before.
func irreversible(p *board.Position, m board.Move) bool {
	man, _ := p.At(m.From())
	return man.Kind == board.Pawn || p.IsCapture(m)
}

// A position has room with more than fewMen men, if both sides together have
// more than fewMoves moves of Pawns, Knights, Rooks and Queens. Kings and
// Bishops are what a blocked position leaves free.
const (
	fewMen   = 7
	fewMoves = 12
)

func roomy(p *board.Position) bool {
	if company(p, board.White)+company(p, board.Black)+2 <= fewMen {
		return false
	}
	var room [256]board.Move
	n := 0
	for _, side := range []board.Side{board.White, board.Black} {
		q := p.WithSide(side)
		for _, m := range q.Moves(room[:0]) {
			if man, _ := q.At(m.From()); man.Kind != board.King && man.Kind != board.Bishop {
				n++
			}
		}
	}
	return n > fewMoves
}

// settle looks at the positions until one is decided, none is left, or the
// search must be given up.
func (q *quest) settle() Verdict {
	var room [256]board.Move
	for len(q.open) > 0 {
		if len(q.seen) > q.options.limit() {
			return Unknown
		}
		i := q.open.pop().index
		at := q.met[i]
		moves := at.position.Moves(room[:0])
		if len(moves) == 0 && (q.options.StalemateWins || at.position.InCheck(at.position.SideToMove())) {
			q.last = i
			return Refuted
		}
		for _, m := range moves {
			q.meet(at.position.Play(m), at.rights.after(m), i, m)
		}
	}
	return Proved
}

// line is the series of moves that led to the decided position.
func (q *quest) line() []Branch {
	end := Stale
	if p := &q.met[q.last].position; p.InCheck(p.SideToMove()) {
		end = Mate
	}
	var tree []Branch
	for i := q.last; q.met[i].before >= 0; i = q.met[i].before {
		tree = []Branch{{Move: q.met[i].move, End: end, Then: tree}}
		end = GoesOn
	}
	return tree
}

// candidate is a position to be looked at, by its index, and its effort.
type candidate struct{ effort, index int }

// frontier holds candidates as a heap.
type frontier []candidate

func (f *frontier) push(c candidate) { heap.Push((*candidates)(f), c) }

// pop takes the candidate of least effort, of equals the one met first.
func (f *frontier) pop() candidate { return heap.Pop((*candidates)(f)).(candidate) }

// candidates is what container/heap asks for.
type candidates []candidate

// Len is the number of candidates.
func (c candidates) Len() int { return len(c) }

// Less puts the least effort first, and of equals the one met first.
func (c candidates) Less(i, j int) bool {
	if c[i].effort != c[j].effort {
		return c[i].effort < c[j].effort
	}
	return c[i].index < c[j].index
}

// Swap exchanges two candidates.
func (c candidates) Swap(i, j int) { c[i], c[j] = c[j], c[i] }

// Push adds a candidate at the end.
func (c *candidates) Push(x any) { *c = append(*c, x.(candidate)) }

// Pop takes the last candidate away.
func (c *candidates) Pop() any {
	last := len(*c) - 1
	x := (*c)[last]
	*c = (*c)[:last]
	return x
}
