package main

import "corrd/cmd/internal/clerk"

type outboxCmd struct {
	List  outboxListCmd  `cmd:"" help:"List the letters that wait, and those that were set aside."`
	Retry outboxRetryCmd `cmd:"" help:"Send a letter that waits, or was set aside, now."`
	Park  outboxParkCmd  `cmd:"" help:"Set a letter aside; it is not sent until it is retried."`
}

type outboxListCmd struct{}

// Run prints a line for each row that has not gone out.
func (outboxListCmd) Run(d *desk) error {
	rows, err := ask[[]clerk.OutboxView](d, "/outbox/list", clerk.Args{})
	if err != nil {
		return err
	}
	return d.printRows(rows)
}

type outboxRetryCmd struct {
	ID int64 `arg:"" help:"Number of the letter, as in the list."`
}

// Run is refused for a letter that has been sent.
func (c outboxRetryCmd) Run(d *desk) error { return d.changeRow("/outbox/retry", c.ID) }

type outboxParkCmd struct {
	ID int64 `arg:"" help:"Number of the letter, as in the list."`
}

// Run is refused for a letter that has been sent.
func (c outboxParkCmd) Run(d *desk) error { return d.changeRow("/outbox/park", c.ID) }

func (d *desk) changeRow(verb string, id int64) error {
	row, err := ask[clerk.OutboxView](d, verb, clerk.Args{ID: id})
	if err != nil {
		return err
	}
	return d.printRows([]clerk.OutboxView{row})
}

func (d *desk) printRows(rows []clerk.OutboxView) error {
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
