package proof

import "corrd/game/board"

// decidable reports whether the ranges leave room for a position in which
// either side is checkmated or, if stalemates count, stalemated.
func (r *realm) decidable(stalemates bool) bool {
	return r.losable(board.White, stalemates) || r.losable(board.Black, stalemates)
}

// losable reports whether a King of the side could stand in its range so that
// it is attacked and has nowhere to go: each square around it is commanded by a
// man of the other side within that man's range, or by the other King, or can
// be blocked by a man of its own side. Without the attack, that is what a
// stalemate needs. The other side's men are granted to stand everywhere they
// can at once, save that a King, and a man that is alone with it, stand on one
// square at a time.
func (r *realm) losable(side board.Side, stalemates bool) bool {
	n := r.net(side, stalemates)
	switch len(n.hunters) {
	case 0:
		return stalemates && n.closes(0)
	case 1:
		for s := range n.hunters[0].squares.All() {
			if n.closes(n.command(n.hunters[0], s)) {
				return true
			}
		}
		return false
	}
	var commanded board.Squares
	for _, m := range n.hunters {
		for s := range m.squares.All() {
			commanded |= n.command(m, s)
		}
	}
	return n.closes(commanded)
}

// net is one King, what can block its way, and what hunts it.
type net struct {
	king, hunter board.Squares // the ranges of the Kings
	blocks       board.Squares // where men of the King's own side can stand
	hunters      []*ranger     // the other side's men but its King
	walls        board.Squares // squares over which no man will ever command
	stalemates   bool
}

func (r *realm) net(side board.Side, stalemates bool) net {
	n := net{walls: r.held, stalemates: stalemates}
	for i := range r.men {
		m := &r.men[i]
		switch {
		case m.kind == board.King && m.side == side:
			n.king = m.squares
			n.walls &^= 1 << m.home // a line goes on behind the King it attacks
		case m.kind == board.King:
			n.hunter = m.squares
		case m.side == side:
			n.blocks |= m.squares
		default:
			n.hunters = append(n.hunters, m)
		}
	}
	return n
}

func (n *net) command(m *ranger, s board.Square) board.Squares {
	return commands(m.side, m.kind, s, n.walls)
}

// closes reports whether the King could have nowhere to go if the other side's
// men command some squares.
func (n *net) closes(commanded board.Squares) bool {
	kings := n.king
	if !n.stalemates {
		kings &= commanded
	}
	for s := range kings.All() {
		near := nearby[s]
		flights := near &^ (commanded | n.blocks)
		for k := range (n.hunter &^ (near | 1<<s)).All() {
			if flights&^nearby[k] == 0 {
				return true
			}
		}
	}
	return false
}
