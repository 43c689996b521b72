package game

import (
	"corrd/interpret"
	"corrd/interpret/notation"
)

// ruling carries out a ruling of the umpire's. The umpire
// records a choice that belongs to a side, and does not make it (house:16).
func (d *docket) ruling(r Rule) {
	if d.Objection(r, d.at) != "" {
		return
	}
	mover := d.Position.SideToMove()
	d.complete(&r.Ruling)
	d.add(Umpire, r.Law, Ruled{r.Ruling})
	switch r.Verb {
	case RulesForfeit:
		d.order(r, Ended{Score: WonBy(r.Side.side().Other()), How: ByForfeit})
	case RulesAnnulled:
		d.order(r, Ended{Score: Annulled, How: ByAnnulment})
	case RulesDrawn:
		d.order(r, Ended{Score: Drawn, How: ByRuling})
	case RulesAward:
		d.order(r, Ended{Score: WonBy(r.Side.side()), How: ByRuling})
	case RulesAdopted:
		d.orderAdoption(r)
	case RulesPlayed:
		p := d.Position
		d.order(r, Played{Ply: d.LastPly() + 1, Move: r.Move, Words: notation.Short(&p, r.Move), Reader: interpret.Version})
		d.close(mover)
	case RulesExacted:
		d.order(r, Exacted{Penalty: d.code().Wrong.Is.Name, Man: manOn(r.Text)})
	case RulesWaived:
		d.order(r, Waived{})
		d.fire()
	case RulesVoid:
		d.fire()
	case RulesReplaced:
		side := r.Side.side()
		d.order(r, Replaced{Side: side, Member: r.Member, Player: r.Player, Was: d.Members(side)[max(r.Member, 1)-1]})
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
	d.order(r, Adopted{Ply: d.LastPly() + 1, Move: r.Move})
	d.close(mover)
}

// complete adds to a ruling what it comes to: all the terms, and the end of the
// session in which the game goes on.
func (d *docket) complete(r *Ruling) {
	now := d.at.In(d.zone)
	switch r.Verb {
	case RulesResumed, RulesRestored:
		r.Closes = d.closing(now)
	case RulesReopened:
		r.Closes = d.Ending.State.closing(now)
	case RulesUndone:
		r.Closes = d.Ruling.State.closing(now)
	case RulesTerm:
		t, _ := d.ordered(r.Text)
		r.Terms, r.Closes = &t, t.Time.Closing(now)
	}
}

// order adds an event that a ruling brings about.
func (d *docket) order(r Rule, f Fact) { d.add(Umpire, r.Law, f) }
