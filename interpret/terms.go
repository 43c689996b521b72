package interpret

import "corrd/game/board"

// onlyTerms reports whether the words say nothing of where the man goes or what
// it takes, so that a term is their verb: "Kt. mates.", "K. B. checks."
func (f *forms) onlyTerms() bool {
	for i := range f.all() {
		if one := &f.list[i]; one.verb != anyVerb || one.to != anywhere || one.steps != 0 || one.castles != 0 {
			return false
		}
	}
	return true
}

// announcement is a term that may be true of a move, and the remark made when it
// is true of none.
type announcement struct {
	term   terms
	true   func(p *board.Position, m board.Move) bool
	remark string
}

var announcements = [...]announcement{
	{termCheck, (*board.Position).GivesCheck, "no reading gives check: \"ch\" was read past"},
	{termMate, givesMate, "no reading gives mate: \"mate\" was read past"},
	{termDiscovered, (*board.Position).Discovers, "no reading discovers check: \"dis\" was read past"},
	{termDouble, (*board.Position).Doubles, "no reading gives double check: \"dble\" was read past"},
}

func givesMate(p *board.Position, m board.Move) bool {
	q := p.Play(m)
	return q.Checkmate()
}

// heed lets the announced terms select among the readings. They are no part of
// the record (I.13.A): a term true of some reading selects those it is true of,
// one true of none is read past with a remark, unless it is the very verb.
func (r *reader) heed(res *Result, found []board.Move, said terms, verb bool) []board.Move {
	for i := range announcements {
		a := &announcements[i]
		if said&a.term == 0 || len(found) == 0 {
			continue
		}
		kept := 0
		for j, m := range found {
			if a.true(r.p, m) {
				found[kept], found[j] = m, found[kept]
				kept++
			}
		}
		switch {
		case kept > 0 || verb:
			found = found[:kept]
		default:
			res.Remarks = append(res.Remarks, a.remark)
		}
	}
	return found
}
