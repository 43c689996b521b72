package proof

import "corrd/game/board"

// CannotBeWon decides whether neither side can win, whatever legal moves are made (I.15(c)):
// whether no series of legal moves leads from the position to one of the Ends by which a game is
// won.
//
// Proved means that no series does: every position that can arise was looked at, or is ruled out
// because the men confine one another, or because the Kings and Pawns never come to where such an
// end needs them. Refuted means that a series does, and the Tree holds it: a single line of moves
// up to the end, empty if the position is itself decided. The line need not be the shortest. With
// Hasty the answer is Unknown as soon as the search meets a position in which the men have room,
// because the positions that can follow are too many to be looked at.
func CannotBeWon(p board.Position, o Options) Result {
	result := Result{From: p}
	if !regular(&p) && !(o.Unannounced && eachKing(&p)) {
		return result
	}
	q := quest{limit: o.limit(defaultPositions), ends: o.Ends.orMates(), unannounced: o.Unannounced, hasty: o.Hasty}
	q.meet(p, rightsOf(&p), -1, board.Pass)
	result.Verdict = q.settle()
	result.Nodes, result.Curtailed = len(q.seen.met), result.Verdict == Unknown && q.exhausted()
	if result.Verdict == Refuted {
		result.Tree = q.line()
	}
	return result
}

// quest is the search for a decided position among all that can arise, the
// likeliest first.
type quest struct {
	limit       int  // the number of positions that may be met
	ends        Ends // the ends that decide a game
	unannounced bool // a check that is not announced need not be met
	hasty       bool // the search is given up where the men have room
	seen        record
	open        frontier
	aims        []aims // the aims of the positions, as the last capture or Pawn's move left them
	looked      int    // the number of moves played in the search
	last        int    // the index of the decided position
}

// patience divides the limit: when this part of the limit is used up the search stops to ask
// whether it can succeed.
const patience = 8

// movesEach bounds the moves that are looked at: this number for each position that the limit
// allows, because many moves lead to positions met before.
const movesEach = 10

func (q *quest) exhausted() bool {
	return len(q.seen.met) > q.limit || q.looked > movesEach*q.limit
}

// meet records a position that is not on record yet, and puts the position before those to be
// looked at unless nobody can win it because the men confine one another.
func (q *quest) meet(p board.Position, r rights, before int, m board.Move) {
	met := meeting{position: p, rights: r, move: m, before: int32(before), aims: int32(len(q.aims))}
	aim := before < 0 || irreversible(&q.seen.at(before).position, m)
	if !aim {
		met.aims = q.seen.at(before).aims
	}
	i, fresh := q.seen.add(met)
	if !fresh {
		return
	}
	if aim {
		q.aims = append(q.aims, q.aimsAt(&p))
	}
	if aims := &q.aims[met.aims]; aims.any() {
		q.open.push(i, aims.effort(&p, &q.ends))
	}
}

// irreversible reports whether a move takes a man or moves a Pawn: only such moves can confine men
// that were free.
func irreversible(p *board.Position, m board.Move) bool {
	man, _ := p.At(m.From())
	return man.Kind == board.Pawn || p.IsCapture(m)
}

// settle looks at the positions until one is decided, none is left, or the search must be given up.
func (q *quest) settle() Verdict {
	var room [256]board.Move
	for i, ok := q.open.pop(); ok; i, ok = q.open.pop() {
		at := *q.seen.at(i)
		moves := at.position.Moves(room[:0])
		if len(moves) == 0 && q.ends.decide(&at.position) {
			q.last = i
			return Refuted
		}
		if q.exhausted() || q.hasty && q.hopeless(&at, moves) {
			return Unknown
		}
		if q.ruledOut() {
			return Proved
		}
		q.looked += len(moves)
		for _, m := range moves {
			p, rights := at.position.Play(m), at.rights.after(m)
			q.meet(p, rights, i, m)
			if q.unannounced && p.InCheck(p.SideToMove()) {
				q.meet(p.Unheeding(), rights, i, m)
			}
		}
	}
	return Proved
}

// ruledOut asks, once the patience is used up, whether the skeleton of the first position rules out
// a mate; if not, the search strays from then on.
func (q *quest) ruledOut() bool {
	if q.hasty || q.open.strays || len(q.seen.met) <= q.limit/patience {
		return false
	}
	q.open.strays = true
	return q.ends.Stalemate == [2]bool{} && !q.unannounced && boneless(&q.seen.at(0).position, q.limit)
}

// A position has room if both sides together have more than fewMoves moves of Pawns, Knights, Rooks
// and Queens; Kings and Bishops are the men that a blocked position leaves free. A side is forced
// if it has no more than fewReplies legal moves.
const (
	fewMoves   = 12
	fewReplies = 3
)

// hopeless reports whether a position has room and the side to move is not forced; for the first
// position of the search, hopeless reports whether a move leads to such a position.
func (q *quest) hopeless(at *meeting, moves []board.Move) bool {
	if at.before >= 0 {
		return len(moves) > fewReplies && roomy(&at.position)
	}
	var room [256]board.Move
	for _, m := range moves {
		p := at.position.Play(m)
		if replies := p.Moves(room[:0]); len(replies) > fewReplies && roomy(&p) {
			return true
		}
	}
	return false
}

func roomy(p *board.Position) bool {
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

// line returns the series of moves that led to the decided position.
func (q *quest) line() []Branch {
	end := Stale
	at := q.seen.at(q.last)
	if at.position.InCheck(at.position.SideToMove()) {
		end = Mate
	}
	var tree []Branch
	for ; at.before >= 0; at = q.seen.at(int(at.before)) {
		tree = []Branch{{Move: at.move, Silent: at.position.Unheeded(), End: end, Then: tree}}
		end = GoesOn
	}
	return tree
}

// losable returns the squares of its range on which a King of the side could be lost. The King is
// attacked there and has nowhere to go: each square around it is commanded by a man of the other
// side within that man's range, or by the other King, or blocked by a man of the King's own side,
// and each man blocks only one square. A stalemate needs the same without the attack.
//
// losable assumes that the other side's men are never in one another's way and, where they are too
// many to be tried one square at a time, that they stand everywhere at once; the Kings and the men
// that block stand on one square each.
func (r *realm) losable(side board.Side, stalemates bool) board.Squares {
	var lost board.Squares
	n := r.net(side)
	for s := range n.king.All() {
		for _, commanded := range n.commands(s) {
			if (stalemates || commanded.Has(s)) && n.closes(s, commanded) {
				lost |= 1 << s
				break
			}
		}
	}
	return lost
}

// checks reports whether a King can ever be in check: whether a man of either side commands, from
// the man's range, a square of the range of the other side's King.
func (r *realm) checks() bool {
	for _, side := range [...]board.Side{board.White, board.Black} {
		n := r.net(side)
		for _, m := range n.hunters {
			for s := range m.squares.All() {
				if commands(m.side, m.kind, s, n.walls)&n.king != 0 {
					return true
				}
			}
		}
	}
	return false
}

// net is one King with what can block the King's way and what hunts it.
type net struct {
	king, hunter board.Squares   // the ranges of the Kings
	blocks       []board.Squares // the ranges of the other men of the King's own side
	hunters      []ranger        // the other side's men without its King
	walls        board.Squares   // squares over which no man will ever command
}

func (r *realm) net(side board.Side) net {
	n := net{walls: r.held}
	for i := range r.men {
		m := &r.men[i]
		switch {
		case m.kind == board.King && m.side == side:
			n.king = m.squares
			n.walls &^= 1 << m.home // a line goes on behind the King that it attacks
		case m.kind == board.King:
			n.hunter = m.squares
		case m.side == side:
			n.blocks = append(n.blocks, m.squares)
		default:
			n.hunters = append(n.hunters, *m)
		}
	}
	return n
}

// mostSets is the greatest number of sets of commanded squares that are told apart.
const mostSets = 64

// commands returns the sets of squares, among a King's own and those around it, that the hunters
// can command together, as far as the sets need be told apart. Each hunter adds what it commands
// from one square of its range or, if there are too many sets, from every one.
func (n *net) commands(king board.Square) []board.Squares {
	around := nearby[king] | 1<<king
	sets := []board.Squares{0}
	for _, m := range n.hunters {
		var each []board.Squares
		for s := range (m.squares &^ (1 << king)).All() {
			each = widest(each, commands(m.side, m.kind, s, n.walls)&around)
		}
		if len(sets)*len(each) > mostSets {
			each = []board.Squares{union(each)}
		}
		var all []board.Squares
		for _, set := range sets {
			for _, more := range each {
				all = widest(all, set|more)
			}
		}
		if len(each) > 0 {
			sets = all
		}
	}
	return sets
}

// widest adds a set to some sets of which none holds another.
func widest(sets []board.Squares, set board.Squares) []board.Squares {
	kept := sets[:0]
	for i, other := range sets {
		if set&^other == 0 {
			return append(kept, sets[i:]...)
		}
		if other&^set != 0 {
			kept = append(kept, other)
		}
	}
	return append(kept, set)
}

func union(sets []board.Squares) board.Squares {
	var all board.Squares
	for _, set := range sets {
		all |= set
	}
	return all
}

// closes reports whether a King could have nowhere to go if the other side's
// men command some squares.
func (n *net) closes(king board.Square, commanded board.Squares) bool {
	near := nearby[king]
	for k := range (n.hunter &^ (near | 1<<king)).All() {
		if n.blocked(near &^ (commanded | nearby[k])) {
			return true
		}
	}
	return false
}

// blocked reports whether each of some squares can have a man of the King's own side to block it: a
// matching of squares with men, found by augmenting paths.
func (n *net) blocked(squares board.Squares) bool {
	if squares.Len() > len(n.blocks) {
		return false
	}
	var blocks [64]board.Square
	for i := range blocks {
		blocks[i] = board.NoSquare
	}
	for s := range squares.All() {
		var tried uint64
		if !n.place(s, &blocks, &tried) {
			return false
		}
	}
	return true
}

// place finds a man to block a square, if need be by moving another man that blocks already.
func (n *net) place(s board.Square, blocks *[64]board.Square, tried *uint64) bool {
	for i, squares := range n.blocks {
		if !squares.Has(s) || *tried>>i&1 != 0 {
			continue
		}
		*tried |= 1 << i
		if blocks[i] == board.NoSquare || n.place(blocks[i], blocks, tried) {
			blocks[i] = s
			return true
		}
	}
	return false
}
