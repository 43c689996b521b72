package main

import (
	"errors"
	"fmt"
	"os"

	"corrd/cmd/internal/terminal"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/postgres"
)

type migrateCmd struct {
	From         string `arg:"" help:"The store to be copied, which nobody may be using: a file, or postgres://role@host/database." placeholder:"OLD"`
	To           string `arg:"" help:"Where the copy goes: a file that there is not yet, or an empty database." placeholder:"NEW"`
	PasswordFile string `help:"The password of the database; without it PGPASSWORD or the file that PGPASSFILE names holds it." type:"path" placeholder:"FILE"`
}

// Run copies a file of an older format, or moves a store between a file and a database; the old
// store is left unchanged.
func (m migrateCmd) Run(c *console) error {
	if postgres.Is(m.From) || postgres.Is(m.To) {
		return m.move(c)
	}
	if err := bolt.Migrate(m.From, m.To); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s is a copy in the format of this corrd. Keep %s until you have put the copy in its place and seen it work.\n", m.To, m.From)
	return nil
}

// move copies all records and verifies the copy, as store.Move describes.
func (m migrateCmd) move(c *console) (err error) {
	from, err := m.open(m.From, true)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := m.open(m.To, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	said := terminal.NewProgress(os.Stderr, 0)
	records, err := store.Move(from, to, func(part store.Part, records int) {
		if part == store.PartEnd {
			said.Say("corrd: the copy is verified")
			return
		}
		said.Say("corrd: %s: %d", part, records)
	})
	said.Clear()
	if err == nil {
		fmt.Fprintf(c.out, "%s holds the same %d records as %s, event for event to the octet, and its chains are verified.\nThe secret, the erasures and the journal of letters lie in the folder of the daemon, and stay there. Keep the old store until you have seen the new one work.\n",
			shown(m.To), records, shown(m.From))
	}
	return err
}

func (m migrateCmd) open(at string, toRead bool) (store.Store, error) {
	if !postgres.Is(at) {
		if _, err := os.Stat(at); toRead && err != nil {
			return nil, err
		}
		return bolt.Open(at, bolt.Options{ReadOnly: toRead})
	}
	o := postgres.Options{ReadOnly: toRead}
	if m.PasswordFile != "" {
		o.Password = transport.SecretFile(m.PasswordFile)
	}
	return postgres.Open(at, o)
}

// shown is an address in the form in which the address may be printed.
func shown(at string) string {
	if postgres.Is(at) {
		return postgres.Describe(at)
	}
	return at
}
