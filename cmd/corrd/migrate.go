package main

import (
	"fmt"

	"corrd/store/bolt"
)

type migrateCmd struct {
	From string `arg:"" type:"existingfile" help:"The store of an older corrd; nobody may be using it."`
	To   string `arg:"" type:"path" help:"The file to be made, in the format of this corrd."`
}

// Run copies the store; the old one is left as it is.
func (m migrateCmd) Run(c *console) error {
	if err := bolt.Migrate(m.From, m.To); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s is a copy in the format of this corrd. Keep %s until you have put the copy in its place and seen it work.\n", m.To, m.From)
	return nil
}
