// Package daemon puts the rooms of corrd together: on an open store in New, and on a
// folder, with the store and all that lies beside the store, in Open. corrd serve, corrd
// local, the simulator and the benchmark run what is put together here. It must not know
// where letters come from or go to, nor decide anything.
package daemon

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"corrd/cmd/internal/clerk"
	"corrd/cmd/internal/control"
	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game/terms"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/postgres"
)

// Config is that of a server whose configuration says nothing of budgets and terms.
func Config(name string, site mailer.Site) clerk.Config {
	return clerk.Config{Name: name, Site: site, Budgets: ledger.DefaultLimits(), Terms: terms.Default()}
}

// Daemon is corrd at work on one store, but for the servers that bring and take letters.
// Run of the Clerk has all its loops run, and Serve of the Room answers on a socket.
type Daemon struct {
	*clerk.Clerk
	Room *control.Room
}

// New puts the rooms together on an open store; see clerk.New for its arguments.
func New(c clerk.Config, db store.Store, keys mailer.Keys, clk watch.Clock, in clerk.Inbox, out courier.Carrier, queued func() int) *Daemon {
	k := clerk.New(c, db, keys, clk, in, out, queued)
	beside := []string{c.Erasures, c.Numbers}
	if c.Handed != nil {
		beside = append(beside, c.Handed.Dir())
	}
	return &Daemon{Clerk: k, Room: &control.Room{Beside: beside, Store: k.Store(), Ledger: k.Ledger(), Watch: k.Watch(), Clock: clk, Clerk: k, Erasures: k.Erasures(), Loops: k,
		Terms: c.Terms, Random: c.Random, Office: k.Office(), Paper: c.Paper, Budgets: c.Budgets, Seal: sealOf(c, keys), Log: c.Log}}
}

// sealOf returns what seals archives: the keys of the letters or, where another server signs those,
// a key that follows from the secret.
func sealOf(c clerk.Config, keys mailer.Keys) dossier.Seal {
	if c.Sign != nil {
		return dossier.Seal{Sign: c.Sign}
	}
	signer := keys.HouseSigner(c.Site.Domain)
	name, txt := signer.Record()
	return dossier.Seal{Sign: signer.Sign, Key: dossier.Key{Name: name, TXT: txt}}
}

// The names of the files in a folder.
const (
	StoreFile    = "corrd.db"
	InstanceFile = "instance" // the name of a daemon, by which it knows its own leases
)

// Options say which folder is opened.
type Options struct {
	Dir       string       // made if missing
	Database  Database     // that holds the store; the zero value: the store is a file in Dir
	Secret    string       // path of the secret of the keys
	NewSecret bool         // the secret is lost, and another takes its place (clerk.OpenKeys)
	NoSync    bool         // of a test: see bolt.Options; a file alone
	Virtual   time.Time    // the first reading of a virtual clock; zero: the clock is the machine's
	Log       *slog.Logger // takes the warning of a folder that others may read; nil discards it
}

// Database is a database of PostgreSQL.
type Database struct {
	URL      string                 // "": there is none
	Password func() (string, error) // nil: the rules of libpq hold
}

// Folder is an open folder: the store, and what lies beside the store.
type Folder struct {
	Store  store.Store
	Handed *watch.Journal
	Clock  watch.Clock
	keys   mailer.Keys
	stale  []store.Fault // what Open has found in the store that Reckon puts right
	o      Options
}

// Open opens a folder whose store is sound. Nothing is left open when Open fails; its
// errors say how to mend what is wrong.
func Open(o Options) (f *Folder, err error) {
	f = &Folder{Clock: watch.Real{}, o: o}
	defer func() {
		if err != nil {
			f.Close()
			f = nil
		}
	}()
	if err = makeFolder(o.Dir, o.Log); err != nil {
		return f, err
	}
	if f.Store, err = f.openStore(); err != nil {
		return f, err
	}
	if err = store.Whole(f.Store); err != nil {
		return f, err
	}
	if o.Database.URL != "" && o.Virtual.IsZero() {
		if f.Clock, err = watch.NewShared(f.Store); err != nil {
			return f, err
		}
	}
	if f.Handed, err = watch.OpenJournal(filepath.Join(o.Dir, watch.JournalFolder)); err != nil {
		return f, err
	}
	if err = watch.Inspect(f.Store, f.Handed); err != nil {
		return f, err
	}
	if !o.Virtual.IsZero() {
		last, _ := f.Handed.Last() // a store that was put back does not turn back the clock
		if f.Clock, err = watch.Resume(f.Store, o.Virtual, last.At); err != nil {
			return f, err
		}
	}
	f.keys, err = clerk.OpenKeys(f.Store, o.Secret, o.NewSecret)
	return f, err
}

// makeFolder makes a folder that is missing. A folder to which others may write is refused, because
// they could put another store or secret in its place.
func makeFolder(dir string, log *slog.Logger) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	switch mode := info.Mode().Perm(); {
	case mode&0o022 != 0:
		return fmt.Errorf("others may write to the folder %s (mode %o); chmod 700 mends it", dir, mode)
	case mode&0o055 != 0 && log != nil:
		log.Warn("others may read the folder; chmod 700 mends it", "folder", dir, "mode", fmt.Sprintf("%o", mode))
	}
	return nil
}

// openStore opens the file of the store, or the database. The times of a database are its
// own, unless the clock is virtual.
func (f *Folder) openStore() (store.Store, error) {
	now := func() time.Time { return f.Clock.Now() }
	of := f.o.Database
	if of.URL == "" {
		return bolt.Open(filepath.Join(f.o.Dir, StoreFile), bolt.Options{Now: now, CheckUpTo: watch.CheckedAtStart, NoSync: f.o.NoSync,
			Stale: func(s store.Fault) { f.stale = append(f.stale, s) }})
	}
	if f.o.Virtual.IsZero() {
		now = nil
	}
	return postgres.Open(of.URL, postgres.Options{Now: now, Password: of.Password})
}

// Hire puts the rooms together on the folder: what lies there is filled into the Config.
func (f *Folder) Hire(c clerk.Config, in clerk.Inbox, out courier.Carrier, queued func() int) *Daemon {
	c.Handed, c.Numbers, c.Erasures = f.Handed, courier.NumberFile(f.o.Secret), filepath.Join(f.o.Dir, ledger.ErasuresFile)
	c.Stale = f.stale
	return New(c, f.Store, f.keys, f.Clock, in, out, queued)
}

// mailboxSetting keeps the name under which all daemons on one database take the lease of
// the mailbox.
const mailboxSetting = "mailbox_instance"

// Join makes a daemon one of several on the database, if the store is in one: it returns the name
// of the daemon among them, or "" if there are no others, and the name under which each of them
// takes the lease of the mailbox, by turns.
func (f *Folder) Join(instance string) (node, mailbox string, err error) {
	if f.o.Database.URL == "" {
		return "", instance, nil
	}
	err = f.Store.Update(func(tx store.Tx) error {
		kept, found, err := tx.Setting(mailboxSetting)
		if mailbox = kept; err != nil || found {
			return err
		}
		mailbox = instance
		return tx.SetSetting(mailboxSetting, instance)
	})
	return instance, mailbox, err
}

// Close closes the folder, as far as it is open.
func (f *Folder) Close() error {
	var errs []error
	if f.Handed != nil {
		errs = append(errs, f.Handed.Close())
	}
	if f.Store != nil {
		errs = append(errs, f.Store.Close())
	}
	return errors.Join(errs...)
}
