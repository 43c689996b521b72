package control

import (
	"context"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/players"
	"corrd/mailer"
	"corrd/store"
)

// BudgetView says how much of the budgets an address has spent today, or with Address null how
// much the server has spent in the running hour.
type BudgetView struct {
	Address       *string `json:"address"`
	Spent         int     `json:"spent"` // answers to letters for which the domain of their author vouches
	Limit         int     `json:"limit"`
	KeyedSpent    int     `json:"keyed_spent"`    // answers to letters with a right key, which have a budget of their own
	UnprovenSpent int     `json:"unproven_spent"` // answers to the other letters
	UnprovenLimit int     `json:"unproven_limit"`
	// the player's invitations, today, of people who are not registered
	Invitations int       `json:"invitations"`
	Challenges  int       `json:"challenges"` // the player's challenges today
	Reopens     time.Time `json:"reopens"`
}

// BudgetShow returns how much of its budgets an address has spent today. Without an address
// BudgetShow returns how many answers corrd has written in this hour.
func (r *Room) BudgetShow(_ context.Context, a Whom) (BudgetView, error) {
	return view(r, func(v store.View) (BudgetView, error) { return r.viewBudget(v, a) })
}

// BudgetLift sets the budgets of an address for today back to unspent. Without an address
// BudgetLift does so for the budgets of the server for this hour.
func (r *Room) BudgetLift(_ context.Context, a Whom) (BudgetView, error) {
	return update(r, func(tx store.Tx) (BudgetView, error) {
		counts := players.CountsOfAll(tx.Now())
		if a != (Whom{}) {
			p, err := budgetHolder(tx, a)
			if err != nil {
				return BudgetView{}, err
			}
			counts = append(players.CountsOf(p, tx.Now()), players.CountsOfDomain(mailer.DomainOf(ledger.Mailbox(p)), tx.Now())...)
		}
		if err := players.LiftCounts(tx, counts); err != nil {
			return BudgetView{}, err
		}
		return r.viewBudget(tx, a)
	})
}

// budgetHolder returns the player whom the arguments name. For an address of somebody who is not
// registered, budgetHolder gives a Player with only this address.
func budgetHolder(v store.View, a Whom) (store.Player, error) {
	p, err := playerNamed(v, a)
	if _, refused := err.(*Refusal); !refused || a.Address == "" {
		return p, err
	}
	address, err := plainAddress(a.Address)
	if err != nil {
		return p, refuse("%q is no plain address", a.Address)
	}
	return store.Player{Addresses: []string{address}}, nil
}

func (r *Room) viewBudget(v store.View, a Whom) (BudgetView, error) {
	now, whom := v.Now(), store.Player{}
	view := BudgetView{Limit: r.Budgets.PerHour, UnprovenLimit: r.Budgets.ForStrangers(), Reopens: players.NextHour(now)}
	keyed, proven, unproven := players.TallyKeyed.InHour(now), players.TallyAnswers.InHour(now), players.TallyUnproven.InHour(now)
	if a != (Whom{}) {
		var err error
		if whom, err = budgetHolder(v, a); err != nil {
			return view, err
		}
		to := ledger.Mailbox(whom)
		view = BudgetView{Address: &to, Limit: r.Budgets.PerAddressDay, UnprovenLimit: r.Budgets.PerAddressDay, Reopens: players.Tomorrow(now)}
		keyed, proven, unproven = players.TallyKeyed.At(to, now), players.TallyAnswers.At(to, now), players.TallyUnproven.At(to, now)
	}
	counts := map[string]*int{keyed: &view.KeyedSpent, proven: &view.Spent, unproven: &view.UnprovenSpent}
	if whom.ID != 0 {
		counts[players.TallyInvitations.By(whom.ID, now)], counts[players.TallyChallenges.By(whom.ID, now)] = &view.Invitations, &view.Challenges
	}
	for name, n := range counts {
		var err error
		if *n, err = v.Count(name); err != nil {
			return view, err
		}
	}
	if whom.ID != 0 {
		keyed, err := v.Count(players.TallyChallenges.Proved(store.ByKey).By(whom.ID, now))
		view.Challenges += keyed
		return view, err
	}
	return view, nil
}
