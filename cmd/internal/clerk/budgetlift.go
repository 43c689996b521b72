package clerk

import (
	"context"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/store"
)

// BudgetView is how much of its budgets an address, or the server in this hour, has
// spent. Address is null for the server.
type BudgetView struct {
	Address       *string   `json:"address"`
	Spent         int       `json:"spent"` // answers to letters with proof of who wrote them
	Limit         int       `json:"limit"`
	UnprovenSpent int       `json:"unproven_spent"` // answers to the other letters
	UnprovenLimit int       `json:"unproven_limit"`
	Invitations   int       `json:"invitations"` // of its player today, to strangers
	Challenges    int       `json:"challenges"`  // of its player today
	Reopens       time.Time `json:"reopens"`
}

// budgetShow gives how much of its budgets an address has spent today or, without an
// address, how many answers corrd has written in this hour.
func (c *Clerk) budgetShow(_ context.Context, a Args) (view any, err error) {
	err = c.db.View(func(v store.View) error {
		view, err = c.viewBudget(v, a)
		return err
	})
	return view, err
}

// budgetLift has the budgets of an address for today, or without an address those of all
// for this hour, begin anew now.
func (c *Clerk) budgetLift(_ context.Context, a Args) (view any, err error) {
	err = c.db.Update(func(tx store.Tx) error {
		tallies, err := talliesOf(tx, a)
		if err != nil {
			return err
		}
		for _, name := range tallies {
			n, err := tx.Count(name)
			if err == nil && n > 0 {
				err = tx.AddCount(name, -n)
			}
			if err != nil {
				return err
			}
		}
		view, err = c.viewBudget(tx, a)
		return err
	})
	return view, err
}

// talliesOf gives the tallies of what an address and its player have brought about
// today; without an address those of all answers in this hour.
func talliesOf(v store.View, a Args) ([]string, error) {
	now := v.Now()
	if a.Address == "" && a.ID == 0 {
		return []string{"answers/" + hour(now), "unproven/" + hour(now)}, nil
	}
	p, err := budgetHolder(v, a)
	if err != nil {
		return nil, err
	}
	var tallies []string
	for _, to := range p.Addresses {
		tallies = append(tallies, answersOf(to, now), unprovenOf(to, now), registrationsOf(to, now), unprovenRegistrationsOf(to, now), newcomersOf(to, now))
		for _, other := range p.Addresses {
			tallies = append(tallies, addressesOf(p.ID, now)+"/"+store.FoldAddress(other))
		}
	}
	return append(tallies, renamesOf(p.ID, now), addressesOf(p.ID, now), invitationsOf(p.ID, now), challengesOf(p.ID, now), unprovenChallengesOf(p.ID, now)), nil
}

// budgetHolder is the player whom the arguments name, or a stranger with an address.
func budgetHolder(v store.View, a Args) (store.Player, error) {
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

func (c *Clerk) viewBudget(v store.View, a Args) (BudgetView, error) {
	now := v.Now()
	view := BudgetView{Limit: c.cfg.Budgets.PerHour, UnprovenLimit: (c.cfg.Budgets.PerHour + 1) / 2, Reopens: now.Truncate(time.Hour).Add(time.Hour)}
	proven, unproven := "answers/"+hour(now), "unproven/"+hour(now)
	var player int64
	if a.Address != "" || a.ID != 0 {
		p, err := budgetHolder(v, a)
		if err != nil {
			return view, err
		}
		player = p.ID
		to := ledger.Mailbox(p)
		view = BudgetView{Address: &to, Limit: c.cfg.Budgets.PerAddressDay, UnprovenLimit: c.cfg.Budgets.PerAddressDay, Reopens: tomorrow(now)}
		proven, unproven = answersOf(to, now), unprovenOf(to, now)
	}
	var errs [4]error
	view.Spent, errs[0] = v.Count(proven)
	view.UnprovenSpent, errs[1] = v.Count(unproven)
	if player != 0 {
		view.Invitations, errs[2] = v.Count(invitationsOf(player, now))
		view.Challenges, errs[3] = v.Count(challengesOf(player, now))
	}
	return view, firstError(errs[:]...)
}
