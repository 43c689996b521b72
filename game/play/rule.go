package play

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// ruling carries out a ruling of the umpire. When a choice belongs to a side, the umpire only
// records the side's choice (house:16). The event names the letter in which the ruling is written.
func (d *docket) ruling(r Rule) {
	if Objection(d.State, r.Ruling, r.Law, d.at) != "" {
		return
	}
	r.Ruling = completed(d.State, r.Ruling, d.at.In(d.zone))
	d.from = r.Ordered
	d.add(game.Umpire, r.Law, game.Ruled{Ruling: r.Ruling})
	d.from = 0
	follow(orders{d, r.Law}, d.State, r.Ruling)
}

// orders carries out what follows from a ruling: the events are the umpire's, under the law of the
// ruling, and let things happen in the game.
type orders struct {
	*docket
	law game.Law
}

// Order adds an event of the umpire's.
func (o orders) Order(f game.Fact) { o.add(game.Umpire, o.law, f) }

// Adopt records the choice of a move. Among pairs of moves the first move is chosen before the
// second. If only one pair begins with the chosen move, the second move is settled too. A reply that
// waited for the choice is then played.
func (o orders) Adopt(m board.Move) {
	mover, waited := o.Position.SideToMove(), o.Withheld
	if o.PairsHeld() {
		o.Order(o.leading(m))
		if len(o.Held.Moves) > 1 {
			return
		}
		m = o.Held.Moves[0]
	}
	if o.leftInCheck(m) {
		return
	}
	o.Order(game.Adopted{Ply: o.LastPly() + 1, Move: m, Silent: keepsSilent(o.State, m, cries(o.State, m))})
	o.close(mover)
	if waited != nil && o.Phase == game.AwaitMove && o.Position.SideToMove() == waited.By {
		o.asWriter(*waited, func() { o.release(*waited) })
	}
}

// Play plays a move for the side to move, as the umpire orders.
func (o orders) Play(m board.Move) {
	mover, p := o.Position.SideToMove(), o.Position
	o.Order(game.Played{Ply: o.LastPly() + 1, Move: m, Words: notation.Short(&p, m), Reader: interpret.Version,
		Silent: keepsSilent(o.State, m, false)})
	o.close(mover)
}

// Fire plays what was bound to the moves that now stand.
func (o orders) Fire() { o.fire() }

// Forgive waives the penalty of the open offence, and lets an end that waited for it take effect.
func (o orders) Forgive() {
	stay, offender := o.Stays(), o.Offence.By
	o.Order(game.Waived{})
	o.unstay(stay, offender)
}

// Resolve opens the intention that a reply waits for, if one does.
func (o orders) Resolve() {
	if o.Phase == game.HeldIntention {
		o.resolve(o.law)
	}
}

// Unseal opens the sealed move, if there is one.
func (o orders) Unseal() { o.unseal() }
