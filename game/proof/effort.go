package proof

import "corrd/game/board"

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

// force returns the force that a side lacks to give mate, 0 with a Queen; few is true if the side has only Bishops and
// Knights.
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

// corner returns the number of steps of a King from a corner in which the Bishops and Knights of a side could mate the
// King: Bishops alone attack only corners of their colour.
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

// block returns the distance between a King and the nearest man of the King's side that could block its way.
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
