package main

import (
	"fmt"

	"corrd/cmd/internal/control"
)

type budgetCmd struct {
	Show budgetShowCmd `cmd:"" help:"Show how many answers an address has had today, or without an address all in this hour."`
	Lift budgetLiftCmd `cmd:"" help:"Have the budgets of an address for today begin anew: answers, invitations, challenges, confirmations. Without an address, those of all answers in this hour."`
}

// budgetOf is the argument of the commands about budgets.
type budgetOf struct {
	Player string `arg:"" optional:"" help:"Number, address or name of a player, or a stranger's address; left out: all, in this hour."`
}

type budgetShowCmd struct{ budgetOf }

// Run prints what has been spent.
func (c budgetShowCmd) Run(d *desk) error { return c.print(d, control.BudgetShow) }

type budgetLiftCmd struct{ budgetOf }

// Run lifts the budget and prints the budget after.
func (c budgetLiftCmd) Run(d *desk) error { return c.print(d, control.BudgetLift) }

func (c budgetOf) print(d *desk, v control.Verb[control.Whom, control.BudgetView]) error {
	return show(d, v, whom(c.Player), func(b control.BudgetView) {
		whose := "all, in this hour"
		if b.Address != nil {
			whose = *b.Address + ", today"
		}
		fmt.Fprintf(d.out, "Answers of   %s\nSpent        %d of %d\nBy key       %d of %d\nUnproven     %d of %d\nBegins anew  %s\n", whose, b.Spent, b.Limit, b.KeyedSpent, b.Limit, b.UnprovenSpent, b.UnprovenLimit, stamp(b.Reopens))
		if b.Address != nil {
			fmt.Fprintf(d.out, "Challenges   %d, with %d invitations to strangers\n", b.Challenges, b.Invitations)
		}
	})
}
