package play

import (
	"corrd/game"
	"corrd/game/line"
	"corrd/game/umpire"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// ruling carries out a ruling of the umpire. The umpire records a choice that belongs to a side, and does not make the
// choice (house:16). The event of the ruling belongs to the letter in which the ruling is written.
func (d *docket) ruling(r Rule) {
	if umpire.Objection(d.State, r.Ruling, r.Law, d.at) != "" {
		return
	}
	r.Ruling = umpire.Completed(d.State, r.Ruling, d.at.In(d.zone))
	d.from = r.Ordered
	d.add(game.Umpire, r.Law, game.Ruled{Ruling: r.Ruling})
	d.from = 0
	if follow := orders[r.Verb]; follow != nil {
		follow(d, r)
	}
}

// orders holds the verbs from which events follow, and decides these events.
var orders = map[game.Verb]func(d *docket, r Rule){
	game.RulesForfeit: func(d *docket, r Rule) {
		d.order(r, game.Ended{Score: game.WonBy(r.Side.AsSide().Other()), How: game.ByForfeit})
	},
	game.RulesAnnulled: func(d *docket, r Rule) { d.order(r, game.Ended{Score: game.Annulled, How: game.ByAnnulment}) },
	game.RulesDrawn:    func(d *docket, r Rule) { d.order(r, game.Ended{Score: game.Drawn, How: game.ByRuling}) },
	game.RulesAward: func(d *docket, r Rule) {
		d.order(r, game.Ended{Score: game.WonBy(r.Side.AsSide()), How: game.ByRuling})
	},
	game.RulesAdopted: (*docket).orderAdoption,
	game.RulesExacted: func(d *docket, r Rule) { f, _ := umpire.Exaction(d.State, r.Text); d.order(r, f) },
	game.RulesWaived:  func(d *docket, r Rule) { d.order(r, game.Waived{}); d.fire() },
	game.RulesResumed: func(d *docket, _ Rule) { d.unseal() },
	game.RulesTerm: func(d *docket, _ Rule) {
		if d.Window.Opened.Equal(d.at) {
			d.unseal()
		}
	},
	game.RulesVoid: func(d *docket, _ Rule) { d.fire() },
	game.RulesPlayed: func(d *docket, r Rule) {
		mover, p := d.Position.SideToMove(), d.Position
		d.order(r, game.Played{Ply: d.LastPly() + 1, Move: r.Move, Words: notation.Short(&p, r.Move), Reader: interpret.Version,
			Silent: keepsSilent(d.State, r.Move, false)})
		d.close(mover)
	},
	game.RulesIntention: func(d *docket, r Rule) {
		d.order(r, game.Intended{Ply: d.LastPly() + 1, Move: r.Move})
		if d.Phase == game.HeldIntention {
			d.resolve(r.Law)
		}
	},
	game.RulesCounted: (*docket).orderCount,
	game.RulesReplaced: func(d *docket, r Rule) {
		side := r.Side.AsSide()
		d.order(r, game.Replaced{Side: side, Member: r.Member, Player: r.Player, Was: d.Members(side)[max(r.Member, 1)-1]})
	},
}

// orderAdoption records the choice of a move. Of pairs of moves the first move is chosen before the second; where only
// one pair begins with the chosen move, the second is settled too.
func (d *docket) orderAdoption(r Rule) {
	mover := d.Position.SideToMove()
	if d.PairsHeld() {
		d.order(r, d.leading(r.Move))
		if len(d.Held.Moves) > 1 {
			return
		}
		r.Move = d.Held.Moves[0]
	}
	d.order(r, game.Adopted{Ply: d.LastPly() + 1, Move: r.Move,
		Silent: keepsSilent(d.State, r.Move, d.Cried(&d.Position, line.JoinWords(d.Held.Words)))})
	d.close(mover)
}

// order adds an event that a ruling brings about.
func (d *docket) order(r Rule, f game.Fact) { d.add(game.Umpire, r.Law, f) }
