package main

import (
	"fmt"

	"corrd/cmd/internal/clerk"
	"corrd/cmd/internal/ruling"
)

type ruleCmd struct {
	gameID
	ruling.Command
}

func (c ruleCmd) Run(d *desk) error {
	r, err := c.Rule()
	if err != nil {
		return usageError{err}
	}
	view, err := ask[clerk.RulingView](d, "/rule", clerk.Args{ID: c.ID, Rule: &r, Preview: c.Preview})
	if err != nil {
		return err
	}
	return d.printOr(view, func() { printRuling(d, view) })
}

// printRuling says what has come of a ruling, or would.
func printRuling(d *desk, v clerk.RulingView) {
	if v.Preview {
		fmt.Fprintln(d.out, "Nothing is done. This would come of it:")
	}
	for _, e := range v.Events {
		fmt.Fprintf(d.out, "Event    %s by %s, %s\n", e.Kind, e.By, e.Law)
	}
	for _, l := range v.Letters {
		fmt.Fprintf(d.out, "Letter   %s to %s\n", l.Kind, l.To)
	}
	printGame(d, v.Game)
}
