package notation

import (
	"corrd/game/board"
	"corrd/game/reason"
)

// onlyTerms reports whether the words say nothing of where the man goes or what the man takes, so
// that a term stands for the verb: "Kt. mates.", "K. B. checks."
func (f *forms) onlyTerms() bool {
	for i := range f.all() {
		if one := &f.list[i]; one.verb != anyVerb || one.to != anywhere || one.steps != 0 || one.castles != 0 {
			return false
		}
	}
	return true
}

// announcements are the terms that may be true of a move. untrue is the reason for a term that is
// true of no reading; remark is what logs of games hold of such a term: a name that never changes,
// and that no letter says.
var announcements = [...]struct {
	term         terms
	says, untrue reason.Reason
	remark       string
}{
	{termCheck, reason.Because("way check"), reason.Because("remark check"), "no reading gives check: \"ch\" was read past"},
	{termMate, reason.Because("way mate"), reason.Because("remark mate"), "no reading gives mate: \"mate\" was read past"},
	{termDiscovered, reason.Because("way discovered check"), reason.Because("remark discovered check"), "no reading discovers check: \"dis\" was read past"},
	{termDouble, reason.Because("way double check"), reason.Because("remark double check"), "no reading gives double check: \"dble\" was read past"},
}

// Remark returns the reason of a remark of a Result, which a log may hold.
func Remark(remark string) reason.Reason {
	for i := range announcements {
		if announcements[i].remark == remark {
			return announcements[i].untrue
		}
	}
	return reason.Reason(remark)
}

// isTrueOf reports whether an announced term is true of a legal move.
func (t terms) isTrueOf(p *board.Position, m board.Move) bool {
	switch t {
	case termCheck:
		return p.GivesCheck(m)
	case termMate:
		q := p.Play(m)
		return q.Checkmate()
	case termDiscovered:
		return p.Discovers(m)
	}
	return p.Doubles(m)
}

// heed lets the announced terms select among the readings. Terms are no part of the record
// (I.13.A): a term that is true of some readings selects those readings, and a term that is true of
// none is read past with a remark, unless the term stands for the verb.
func (r *reader) heed(res *Result, found []board.Move, said terms, verb bool) []board.Move {
	for i := range announcements {
		a := &announcements[i]
		if said&a.term == 0 || len(found) == 0 {
			continue
		}
		kept := 0
		for j, m := range found {
			if a.term.isTrueOf(r.p, m) {
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
