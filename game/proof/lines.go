package proof

import (
	"fmt"
	"slices"
	"strings"

	"corrd/game/board"
)

// The measures of the printed evidence: lines, columns, and how deep a line is set in at most.
const (
	mostLines   = 40
	mostColumns = 64
	mostDepth   = 8
)

// Lines returns the evidence in print, with each move as write gives it for the position in which
// the move is made: at most 40 lines, or none if there is no evidence. A line holds the moves that
// follow without a choice, and each of several moves after the line has a line of its own below,
// set in by two columns. The reason why a line ends stands in round brackets; a number in square
// brackets marks a position to which another line refers. The last line gives the number of moves
// that find no room.
func (r Result) Lines(write func(*board.Position, board.Move) string) []string {
	if len(r.Tree) == 0 {
		return nil
	}
	p := printer{write: write, marks: marks(r.Tree), toCome: size(r.Tree)}
	p.print(r.Tree, r.From, 0)
	p.flush()
	return p.lines
}

// size returns the number of moves in the evidence.
func size(tree []Branch) int {
	n := len(tree)
	for i := range tree {
		n += size(tree[i].Then)
	}
	return n
}

// marks returns numbers, in the order of reading, to the branches to which others refer.
func marks(tree []Branch) map[int]int {
	var referred []int
	var visit func([]Branch)
	visit = func(branches []Branch) {
		for _, b := range branches {
			if b.End == Repeated && b.As > 0 {
				referred = append(referred, b.As)
			}
			visit(b.Then)
		}
	}
	visit(tree)
	slices.Sort(referred)
	numbers := map[int]int{}
	for i, branch := range slices.Compact(referred) {
		numbers[branch] = i + 1
	}
	return numbers
}

type printer struct {
	write  func(*board.Position, board.Move) string
	marks  map[int]int
	toCome int // the number of moves not yet printed
	number int // the number of the move being printed, in the order of reading
	lines  []string
	line   strings.Builder
	depth  int
}

func (p *printer) print(branches []Branch, from board.Position, depth int) {
	for _, b := range branches {
		if len(branches) > 1 {
			p.flush()
			p.depth = depth
		}
		if len(p.lines) >= mostLines {
			return
		}
		p.number++
		p.toCome--
		p.add(&from, b)
		deeper := depth
		if len(b.Then) > 1 {
			deeper = min(depth+1, mostDepth)
		}
		p.print(b.Then, b.after(from), deeper)
	}
}

// add puts a move on the line, or on a new line where the line has no room for the move.
func (p *printer) add(from *board.Position, b Branch) {
	text := p.write(from, b.Move)
	if mark := p.marks[p.number]; mark > 0 {
		text += fmt.Sprintf(" [%d]", mark)
	}
	text += p.ending(b)
	if p.line.Len()+len(text)+8 > mostColumns {
		p.flush()
	}
	switch black := from.SideToMove() == board.Black; {
	case !black:
		text = fmt.Sprintf("%d. %s", from.MoveNumber(), text)
	case p.line.Len() == 0:
		text = fmt.Sprintf("%d... %s", from.MoveNumber(), text)
	}
	if p.line.Len() > 0 {
		p.line.WriteByte(' ')
	} else {
		p.line.WriteString(strings.Repeat("  ", p.depth))
	}
	p.line.WriteString(text)
}

func (p *printer) ending(b Branch) string {
	switch b.End {
	case Mate:
		return " (mate)"
	case Stale:
		return " (stalemate)"
	case NoCheck:
		return " (no check left)"
	case Repeated:
		if b.As == 0 {
			return " (as at the start)"
		}
		return fmt.Sprintf(" (as at [%d])", p.marks[b.As])
	}
	return ""
}

// flush ends the line; the last line for which there is room says how much is left out.
func (p *printer) flush() {
	if p.line.Len() == 0 {
		return
	}
	if len(p.lines) < mostLines {
		p.lines = append(p.lines, p.line.String())
	}
	p.line.Reset()
	if len(p.lines) == mostLines && p.toCome > 0 {
		p.lines[mostLines-1] = fmt.Sprintf("... (%d moves more)", p.toCome)
	}
}

// hunt returns the effort for a mate given by one side.
func hunt(p *board.Position, hunter board.Side) int {
	prey := hunter.Other()
	king, other := p.Men(prey, board.King).First(), p.Men(hunter, board.King).First()
	near := 2*distance(king, other) + 3*flights(p, king, prey) + company(p, hunter)
	if lack, few := force(p, hunter); !few {
		return lack + near + 3*border(king) + 4*company(p, prey)
	}
	return 20 + near + 3*corner(p, hunter, king) + 2*block(p, prey, king)
}

// force returns the force that a side lacks to give mate, 0 with a Queen; few is true if the side
// has only Bishops and Knights.
func force(p *board.Position, side board.Side) (lack int, few bool) {
	switch {
	case p.Men(side, board.Queen) != 0:
		return 0, false
	case p.Men(side, board.Rook) != 0:
		return 2, false
	case p.Men(side, board.Pawn) != 0:
		return 4 + 4*toPromotion(p, side), false
	}
	return 0, true
}

// corner returns the number of steps of a King from a corner in which the Bishops and Knights of a
// side could mate the King: Bishops alone attack only corners of their colour.
func corner(p *board.Position, hunter board.Side, king board.Square) int {
	const dark, corners board.Squares = 0xaa55aa55aa55aa55, 0x8100000000000081
	reached := corners
	if bishops := p.Men(hunter, board.Bishop); p.Men(hunter, board.Knight) == 0 {
		if bishops&dark == 0 {
			reached &^= dark
		}
		if bishops&^dark == 0 {
			reached &= dark
		}
	}
	least := 7
	for s := range reached.All() {
		least = min(least, distance(s, king))
	}
	return least
}

// block returns the distance between a King and the nearest man of the King's side that could block
// its way.
func block(p *board.Position, side board.Side, king board.Square) int {
	least := 7
	for kind := board.Pawn; kind < board.King; kind++ {
		for s := range p.Men(side, kind).All() {
			least = min(least, distance(s, king))
		}
	}
	return least
}

// toPromotion returns the number of squares before the foremost Pawn of a side.
func toPromotion(p *board.Position, side board.Side) int {
	least := 7
	for s := range p.Men(side, board.Pawn).All() {
		least = min(least, (7*int(side.Other())-s.Rank())*ahead(side))
	}
	return least
}

// company returns the number of men that a side has besides its King.
func company(p *board.Position, side board.Side) int {
	n := 0
	for kind := board.Pawn; kind < board.King; kind++ {
		n += p.Men(side, kind).Len()
	}
	return n
}

// border returns the number of steps from a square to the edge of the board.
func border(s board.Square) int {
	return min(s.File(), 7-s.File(), s.Rank(), 7-s.Rank())
}

// distance returns the number of moves that a King needs from one square to another.
func distance(a, b board.Square) int {
	file, rank := a.File()-b.File(), a.Rank()-b.Rank()
	return max(file, -file, rank, -rank)
}

// flights counts the squares around a King to which the King could go.
func flights(p *board.Position, king board.Square, side board.Side) int {
	n := 0
	for s := range nearby[king].All() {
		if man, ok := p.At(s); (!ok || man.Side != side) && !p.Commanded(s, side.Other()) {
			n++
		}
	}
	return n
}

// Branch is a move of the evidence and what follows the move.
type Branch struct {
	Move   board.Move
	Silent bool // the move gives a check that is not announced, and the check need not be met
	End    End
	// As is the place of the position that this one repeats, if End is Repeated: the Branch whose
	// Move led to that position is number As of the Tree, counted from 1 in the order of reading; 0
	// is From itself.
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

// strategy returns what shows that a turn holds: the present check and every reply to the check,
// and so on from each position that was not shown before. Where the opponent has chosen to be
// mated, it returns the check that mates in place of the present one.
func strategy(root *turn) []Branch {
	w := writer{shown: map[*turn]int{root: 0}}
	return w.serve(root)
}

// refutation returns what shows that a turn is over: every check, the reply that ends the series,
// and so on until no check is left or the check is mate.
func refutation(root *turn) []Branch {
	w := writer{shown: map[*turn]int{root: 0}}
	return w.escape(root)
}

// writer numbers the branches in the order of reading, and holds the number of the branch by which
// each turn was shown.
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
