package notation

import (
	"corrd/game/board"
	"corrd/game/reason"
)

// Fault is what keeps a way of taking words from expressing a legal move. Each code of laws maps a
// Fault to the provision that the words break.
type Fault uint8

// The faults. Of several that a way has, the one nearest to a legal move is told.
const (
	NoFault       Fault = iota
	NotWords            // not the words of a move
	NoSuchMan           // no man of the name stands where the words say
	NothingToTake       // no man such as is to be taken stands where the words say
	OwnMan              // men of the mover's own stand on the squares gone to
	OutOfReach          // the man does not command the square, or may not go there
	LeavesCheck         // the King would be placed or left in check
	NotInPassing        // the move can be played, but takes no Pawn in passing
	NoPromotion         // the move can be played, but no Pawn becomes what the words say
	NoCastling          // castling is not open on that side
	FalseTerm           // a term is true of none of the moves, and was read past
)

var faults = [...]reason.Reason{
	"", "",
	reason.Because("fault no such man"),
	reason.Because("fault nothing to take"),
	reason.Because("fault own man"),
	reason.Because("fault out of reach"),
	reason.Because("fault leaves check"),
	reason.Because("fault not in passing"),
	reason.Because("fault no promotion"),
	reason.Because("fault no castling"),
	reason.Because("fault false term"),
}

// Why is the fault as a reason; "" for NoFault and NotWords.
func (f Fault) Why() reason.Reason { return faults[f] }

// fault finds what keeps a form that leaves no legal move from leaving one.
func (r *reader) fault(f *form, said terms) Fault {
	pl := r.plan(f)
	becomesNothing := *f
	becomesNothing.becomes, becomesNothing.colour = anyKind, noToken
	switch {
	case f.castles != 0:
		return NoCastling
	case pl.from == 0:
		return NoSuchMan
	case r.exposes(f, &pl, said):
		return LeavesCheck
	case said&termPassing != 0 && r.plays(f, said&^termPassing):
		return NotInPassing
	case f.becomes != anyKind && r.plays(&becomesNothing, said):
		return NoPromotion
	case f.verb == captures && pl.victims|pl.passing == 0:
		return NothingToTake
	case f.verb != captures && pl.quiet&^r.men(r.side) == 0:
		return OwnMan
	}
	return OutOfReach
}

// plays reports whether a form leaves a legal move.
func (r *reader) plays(f *form, said terms) bool {
	return len(r.match(nil, []form{*f}, said)) > 0
}

// exposes reports whether a form would leave a move if the King could be left in check: a move of
// another man, or a move of the King to a square that is commanded.
func (r *reader) exposes(f *form, pl *plan, said terms) bool {
	kings := r.p.Men(r.side, board.King)
	if kings.Len() != 1 {
		return false
	}
	king := kings.First()
	without := r.p.Remove(king)
	other := newReader(&without, r.rules, nil)
	if other.plays(f, said) {
		return true
	}
	for to := range (pl.quiet | pl.victims).All() {
		if pl.from.Has(king) && beside(king, to) && !r.men(r.side).Has(to) && without.Commanded(to, r.side.Other()) {
			return true
		}
	}
	return false
}

// beside reports whether two squares touch.
func beside(a, b board.Square) bool {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return a != b && files*files <= 1 && ranks*ranks <= 1
}
