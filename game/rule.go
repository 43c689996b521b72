package game

// ruling carries out a ruling of the umpire's. The umpire
// records a choice that belongs to a side, and does not make it (house:16).
func (d *docket) ruling(r Rule) {
	if d.Objection(r, d.at) != "" {
		return
	}
	v := verbs[r.Verb]
	if v.complete != nil {
		v.complete(d.State, &r.Ruling, d.at.In(d.zone))
	}
	d.add(Umpire, r.Law, Ruled{r.Ruling})
	if v.decide != nil {
		v.decide(d, r)
	}
}

// orderAdoption records the choice of a move. Of pairs of moves the first is chosen
// before the second; where only one pair begins with it, the second is settled too.
func (d *docket) orderAdoption(r Rule) {
	mover := d.Position.SideToMove()
	if d.pairsHeld() {
		d.order(r, d.leading(r.Move))
		if len(d.Held.Moves) > 1 {
			return
		}
		r.Move = d.Held.Moves[0]
	}
	d.order(r, Adopted{Ply: d.LastPly() + 1, Move: r.Move,
		Silent: d.keepsSilent(r.Move, d.Cried(&d.Position, wordsOf(d.Held.Words)))})
	d.close(mover)
}

// order adds an event that a ruling brings about.
func (d *docket) order(r Rule, f Fact) { d.add(Umpire, r.Law, f) }
