package main

import (
	"fmt"

	"corrd/cmd/internal/control"
)

type umpireCmd struct {
	List   umpireListCmd   `cmd:"" help:"List the umpires: the first who does not play in a game is its umpire, the others are deputies."`
	Add    umpireAddCmd    `cmd:"" help:"Make somebody an umpire: they have letters they can answer, and their rulings carry their name."`
	Remove umpireRemoveCmd `cmd:"" help:"End an umpire's power. Their rulings stand."`
}

type umpireListCmd struct{}

// Run prints a line for each umpire.
func (umpireListCmd) Run(d *desk) error {
	return list(d, control.UmpireList, control.None{}, "UMPIRE NAME ADDRESS SINCE REMOVED", func(u control.UmpireView) []any {
		removed := "-"
		if u.Removed != nil {
			removed = stamp(*u.Removed)
		}
		return []any{u.ID, u.Name, u.Address, stamp(u.Added), removed}
	})
}

type umpireAddCmd struct {
	Name    string `arg:"" help:"Name, as both sides read it."`
	Address string `arg:"" help:"Address, for which you vouch."`
}

// Run makes somebody an umpire.
func (c umpireAddCmd) Run(d *desk) error {
	return show(d, control.UmpireAdd, control.Enrolment{Name: c.Name, Address: c.Address}, d.umpire)
}

type umpireRemoveCmd struct {
	Name string `arg:"" help:"Name, address or number."`
	finalFlags
}

// Run ends an umpire's power.
func (c umpireRemoveCmd) Run(d *desk) error {
	return final(d, control.UmpireRemove, c.finalFlags, func(preview bool) control.Naming { return control.Naming{Name: c.Name, Preview: preview} }, d.umpire)
}

func (d *desk) umpire(u control.UmpireView) {
	state := "rules"
	if u.Removed != nil {
		state = "rules no more"
	}
	fmt.Fprintf(d.out, "Umpire %d, %s <%s>, %s\n", u.ID, u.Name, u.Address, state)
	for _, name := range u.Alike {
		fmt.Fprintf(d.out, "Warning: a player goes by the name %s and may be taken for this umpire: corrctl player rename gives them another.\n", name)
	}
}
