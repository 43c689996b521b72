package game

import (
	"corrd/interpret"
	"corrd/interpret/notation"
)

// ruling carries out a ruling of the umpire's. The umpire records a choice that belongs to
// a side, and does not make it (house:16). The event of the ruling is of the letter in which
// the ruling is written.
func (d *docket) ruling(r Rule) {
	if d.Objection(r.Ruling, r.Law, d.at) != "" {
		return
	}
	r.Ruling = d.Completed(r.Ruling, d.at.In(d.zone))
	d.from = r.Ordered
	d.add(Umpire, r.Law, Ruled{r.Ruling})
	d.from = 0
	if follow := orders[r.Verb]; follow != nil {
		follow(d, r)
	}
}

// orders are the verbs from which events follow, and what those are.
var orders = map[Verb]func(d *docket, r Rule){
	RulesForfeit:  func(d *docket, r Rule) { d.order(r, Ended{Score: WonBy(r.Side.side().Other()), How: ByForfeit}) },
	RulesAnnulled: func(d *docket, r Rule) { d.order(r, Ended{Score: Annulled, How: ByAnnulment}) },
	RulesDrawn:    func(d *docket, r Rule) { d.order(r, Ended{Score: Drawn, How: ByRuling}) },
	RulesAward:    func(d *docket, r Rule) { d.order(r, Ended{Score: WonBy(r.Side.side()), How: ByRuling}) },
	RulesAdopted:  (*docket).orderAdoption,
	RulesExacted:  func(d *docket, r Rule) { f, _ := d.exaction(r.Text); d.order(r, f) },
	RulesWaived:   func(d *docket, r Rule) { d.order(r, Waived{}); d.fire() },
	RulesResumed:  func(d *docket, _ Rule) { d.unseal() },
	RulesTerm: func(d *docket, _ Rule) {
		if d.Window.Opened.Equal(d.at) {
			d.unseal()
		}
	},
	RulesVoid: func(d *docket, _ Rule) { d.fire() },
	RulesPlayed: func(d *docket, r Rule) {
		mover, p := d.Position.SideToMove(), d.Position
		d.order(r, Played{Ply: d.LastPly() + 1, Move: r.Move, Words: notation.Short(&p, r.Move), Reader: interpret.Version,
			Silent: d.keepsSilent(r.Move, false)})
		d.close(mover)
	},
	RulesIntention: func(d *docket, r Rule) {
		d.order(r, Intended{Ply: d.LastPly() + 1, Move: r.Move})
		if d.Phase == HeldIntention {
			d.resolve(r.Law)
		}
	},
	RulesCounted: (*docket).orderCount,
	RulesReplaced: func(d *docket, r Rule) {
		side := r.Side.side()
		d.order(r, Replaced{Side: side, Member: r.Member, Player: r.Player, Was: d.Members(side)[max(r.Member, 1)-1]})
	},
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
