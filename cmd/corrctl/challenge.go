package main

import (
	"fmt"
	"strings"

	"corrd/cmd/internal/clerk"
)

type challengeCmd struct {
	List challengeListCmd `cmd:"" help:"List the challenges that wait for an answer. With --json, one line each: id, at, from, to, stranger, terms, waiting, remind."`
}

type challengeListCmd struct{}

// Run prints a line for each challenge that waits.
func (challengeListCmd) Run(d *desk) error {
	open, err := ask[[]clerk.ChallengeView](d, "/challenge/list", clerk.Args{})
	if err != nil {
		return err
	}
	return printList(d, open, "ID SINCE FROM TO WAITING-FOR", func(c clerk.ChallengeView) []any {
		return []any{c.ID, stamp(c.At), c.From, c.To, strings.Join(c.Waiting, ", ")}
	})
}

type budgetCmd struct {
	Show budgetShowCmd `cmd:"" help:"Show how many answers an address has had today, or without an address all in this hour."`
	Lift budgetLiftCmd `cmd:"" help:"Have the budgets of an address for today begin anew: answers, invitations, challenges, confirmations. Without an address, those of all answers in this hour."`
}

type budgetShowCmd struct {
	Player string `arg:"" optional:"" help:"Number or address of a player, or a stranger's address; left out: all, in this hour."`
}

// Run prints what has been spent.
func (c budgetShowCmd) Run(d *desk) error { return d.printBudget("/budget/show", c.Player) }

type budgetLiftCmd struct {
	Player string `arg:"" optional:"" help:"Number or address of a player, or a stranger's address; left out: all, in this hour."`
}

// Run prints the budget as it is then.
func (c budgetLiftCmd) Run(d *desk) error { return d.printBudget("/budget/lift", c.Player) }

func (d *desk) printBudget(verb, player string) error {
	a := clerk.Args{}
	if player != "" {
		a = whichPlayer(player)
	}
	b, err := ask[clerk.BudgetView](d, verb, a)
	if err != nil {
		return err
	}
	return d.printOr(b, func() {
		whose := "all, in this hour"
		if b.Address != nil {
			whose = *b.Address + ", today"
		}
		fmt.Fprintf(d.out, "Answers of   %s\nSpent        %d of %d\nUnproven     %d of %d\nBegins anew  %s\n", whose, b.Spent, b.Limit, b.UnprovenSpent, b.UnprovenLimit, stamp(b.Reopens))
		if b.Address != nil {
			fmt.Fprintf(d.out, "Challenges   %d, with %d invitations to strangers\n", b.Challenges, b.Invitations)
		}
	})
}
