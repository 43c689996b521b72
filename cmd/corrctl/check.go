package main

import (
	"errors"
	"fmt"

	"corrd/cmd/internal/control"
	"corrd/store"
	"corrd/store/bolt"
)

type checkCmd struct {
	File string `arg:"" optional:"" help:"Store that no daemon has open, such as a backup; without one the daemon is asked." type:"path" placeholder:"FILE"`
}

// Run verifies the store of the daemon, or one that lies in a file.
func (c checkCmd) Run(d *desk) error {
	f, err := c.faults(d)
	if err != nil {
		return err
	}
	err = d.printOr(f, func() {
		for _, fault := range f.Faults {
			fmt.Fprintln(d.out, fault)
		}
		if f.Erased > 0 {
			fmt.Fprintf(d.out, "texts erased by order, format 2: %d; their chains are verified\n", f.Erased)
		}
		if f.Unprovable > 0 {
			fmt.Fprintf(d.out, "events erased by order, format 1: %d; these lines cannot be recomputed\n", f.Unprovable)
		}
		for _, o := range f.Waiting {
			fmt.Fprintf(d.out, "erasure waits: order %d; player %d plays a game\n", o.Number, o.Player)
		}
		fmt.Fprintf(d.out, "games verified: %d; faults: %d\n", f.Games, len(f.Faults))
	})
	if err == nil && len(f.Faults) > 0 {
		return errFailed
	}
	return err
}

func (c checkCmd) faults(d *desk) (f control.Faults, err error) {
	if c.File == "" {
		return ask(d, control.Check, control.None{})
	}
	f.Faults = []string{}
	f.Verified, err = bolt.CheckFile(c.File, func(fault string) { f.Faults = append(f.Faults, fault) })
	if err != nil && !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrNewer) && !errors.Is(err, store.ErrOlder) {
		err = fmt.Errorf("%w: %w", errNoStore, err)
	}
	return f, err
}
