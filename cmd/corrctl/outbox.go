package main

import (
	"cmp"
	"strings"

	"corrd/cmd/internal/control"
)

type outboxCmd struct {
	List  outboxListCmd  `cmd:"" help:"List the letters that wait, and those that were set aside."`
	Show  outboxShowCmd  `cmd:"" help:"Show a letter that went out, or waits."`
	Retry outboxRetryCmd `cmd:"" help:"Send a letter that waits, or was set aside, now."`
	Park  outboxParkCmd  `cmd:"" help:"Set a letter aside; it is not sent until it is retried."`
}

type outboxListCmd struct{}

// Run prints a line for each row that has not gone out.
func (outboxListCmd) Run(d *desk) error {
	rows, err := ask(d, control.OutboxList, control.None{})
	if err != nil {
		return err
	}
	return d.printRows(rows...)
}

// rowNumber is the number of a letter that goes out, which may be written as elsewhere, with an o.
type rowNumber int64

// rowID is the argument of the commands about one row.
type rowID struct {
	ID rowNumber `arg:"" help:"Number of the letter, as in the list; o17 is 17."`
}

type outboxRetryCmd struct{ rowID }

// Run is refused for a letter that has been sent.
func (c outboxRetryCmd) Run(d *desk) error { return c.change(d, control.OutboxRetry) }

type outboxParkCmd struct{ rowID }

// Run is refused for a letter that has been sent.
func (c outboxParkCmd) Run(d *desk) error { return c.change(d, control.OutboxPark) }

func (c rowID) change(d *desk, v control.Verb[control.Numbered, control.OutboxView]) error {
	row, err := ask(d, v, control.Numbered{ID: int64(c.ID)})
	if err != nil {
		return err
	}
	return d.printRows(row)
}

func (d *desk) printRows(rows ...control.OutboxView) error {
	return printList(d, rows, "ID TO NAME KIND STATE TRIES NEXT ERROR", func(r control.OutboxView) []any {
		next := "-"
		if r.Next != nil {
			next = stamp(*r.Next)
		}
		trouble := orNothing(r.Error)
		if r.Daemon != nil {
			trouble = strings.TrimPrefix(trouble+"; in hand at "+*r.Daemon, "; ")
		}
		return []any{r.ID, r.To, cmp.Or(orNothing(r.Player), "-"), r.Kind, waiting(r.State, r.State == "parked"), r.Tries, next, cmp.Or(trouble, "-")}
	})
}
