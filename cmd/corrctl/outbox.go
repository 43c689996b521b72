package main

import "corrd/cmd/internal/clerk"

type outboxCmd struct {
	List outboxListCmd `cmd:"" help:"List the letters that wait, and those that were set aside."`
}

type outboxListCmd struct{}

func (outboxListCmd) Run(d *desk) error {
	rows, err := ask[[]clerk.OutboxView](d, "/outbox/list", clerk.Args{})
	if err != nil {
		return err
	}
	return printList(d, rows, "ID TO KIND STATE TRIES NEXT ERROR", func(r clerk.OutboxView) []any {
		next, trouble := "-", "-"
		if r.Next != nil {
			next = stamp(*r.Next)
		}
		if r.Error != nil {
			trouble = *r.Error
		}
		return []any{r.ID, r.To, r.Kind, r.State, r.Tries, next, trouble}
	})
}
