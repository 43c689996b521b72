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

// Lines returns the evidence in print, with each move as write gives it for the position in which the move is made: at
// most 40 lines, and none where there is no evidence. A line holds the moves that follow without a choice, and each of
// several moves after the line has a line of its own below, set in by two columns. The reason why a line ends stands in
// round brackets; a number in square brackets marks a position to which another line refers. The last line gives the
// number of moves that find no room.
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
