package proof

import "corrd/game/board"

// losable returns the squares of its range on which a King of the side could be lost. The King is attacked there and has
// nowhere to go: each square around it is commanded by a man of the other side within that man's range, or by the other
// King, or blocked by a man of the King's own side, and each man blocks only one square. A stalemate needs the same
// without the attack.
//
// losable assumes that the other side's men are never in one another's way and, where they are too many to be tried one
// square at a time, that they stand everywhere at once; the Kings and the men that block stand on one square each.
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

// checks reports whether a King can ever be in check: whether a man of either side commands, from the man's range, a
// square of the range of the other side's King.
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

// commands returns the sets of squares, among a King's own and those around it, that the hunters can command together, as
// far as the sets need be told apart. Each hunter adds what it commands from one square of its range or, if there are
// too many sets, from every one.
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

// blocked reports whether each of some squares can have a man of the King's own side to block it: a matching of squares
// with men, found by augmenting paths.
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
