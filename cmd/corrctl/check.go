package main

import (
	"errors"
	"fmt"

	"corrd/cmd/internal/control"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/postgres"
)

type checkCmd struct {
	Store string `arg:"" optional:"" name:"store" help:"Store that is a file no daemon has open, such as a backup, or a database (postgres://role@host/database), a standby too; without one the daemon is asked." placeholder:"STORE"`
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
		for _, stale := range f.Stale {
			fmt.Fprintln(d.out, "reckoned otherwise:", stale)
		}
		for _, beyond := range f.Beyond {
			fmt.Fprintln(d.out, "newer rules:", beyond)
		}
		for _, id := range f.Otherwise {
			fmt.Fprintf(d.out, "folds otherwise than when written: game %d\n", id)
		}
		if f.Erased > 0 {
			fmt.Fprintf(d.out, "texts erased by order, format 2: %d; their chains are verified\n", f.Erased)
		}
		if f.Veiled > 0 {
			fmt.Fprintf(d.out, "letters whose keys only the secret shows, not held against their events: %d; a check by the daemon compares them\n", f.Veiled)
		}
		if f.Unprovable > 0 {
			fmt.Fprintf(d.out, "events erased by order, format 1: %d; these lines cannot be recomputed\n", f.Unprovable)
		}
		for _, o := range f.Waiting {
			fmt.Fprintf(d.out, "erasure waits: order %d; player %d plays a game\n", o.Number, o.Player)
		}
		if len(f.Stale) > 0 {
			fmt.Fprintf(d.out, "records reckoned otherwise: %d; corrd puts them right when it starts and on its daily round\n", len(f.Stale))
		}
		fmt.Fprintf(d.out, "games verified: %d; faults: %d\n", f.Games, len(f.Faults))
	})
	if err == nil && len(f.Faults) > 0 {
		return errFailed
	}
	return err
}

func (c checkCmd) faults(d *desk) (f control.Faults, err error) {
	if c.Store == "" {
		return ask(d, control.Check, control.None{})
	}
	f.Faults = []string{}
	if postgres.Is(c.Store) {
		f.Verified, err = checkDatabase(c.Store, f.Add)
	} else {
		f.Verified, err = bolt.CheckFile(c.Store, f.Add)
	}
	if err != nil && !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrNewer) && !errors.Is(err, store.ErrOlder) {
		err = fmt.Errorf("%w: %w", errNoStore, err)
	}
	return f, err
}

// checkDatabase verifies a store in PostgreSQL. The password comes from the environment.
func checkDatabase(address string, found func(store.Fault)) (v store.Verified, err error) {
	db, err := postgres.Open(address, postgres.Options{ReadOnly: true})
	if err != nil {
		return v, err
	}
	defer db.Close()
	return db.Check(found)
}
