// Package local is a whole corrd on one machine: a store, a clerk and a post office on loopback
// that carries letters between corrd and the players. `corrd local` and `corrd demo` run a House of
// this package, scenarios are played on one, and tests drive one by letters (Town). Package local
// must not know what a letter says, nor what ought to come of it.
package local

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"path/filepath"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/daemon"
	"corrd/cmd/internal/office"
	"corrd/cmd/internal/reading"
	"corrd/cmd/internal/watch"
	"corrd/game/terms"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store"
)

// Domain is the mail domain of the post office, and Password that of every
// mailbox in it.
const (
	Domain   = "corrd.localhost"
	Password = "chess"
)

// siteFolder is the folder of the reading room in that of a House.
const siteFolder = "site"

// Options say where a House lies and how it is reached. A zero field has the
// default named with it.
type Options struct {
	Dir     string    // folder of the store, the office and the secret; made if missing
	SMTP    string    // "127.0.0.1:2525"
	IMAP    string    // "127.0.0.1:1143"
	Socket  string    // "corrd.sock" in Dir
	Room    string    // where browsers find the reading room, "127.0.0.1:8080"; "": nowhere
	Virtual bool      // the clock stands still but for `clock advance`
	Start   time.Time // first reading of a virtual clock: 2026-01-01T00:00Z
	Seed    uint64    // of the nonces of lots; 0: unforeseeable
	Zone    string    // of the hours of the day that terms and carriers name; "": UTC
	Umpire  string    // the address of the umpire of the server; "": there is none
	Log     *slog.Logger
	Terms   *terms.Terms // of a challenge that says nothing; nil: terms.Default

	Database  string // the URL of the database of PostgreSQL that holds the store; "": the store is a file in Dir
	NewSecret bool   // the secret of the keys is lost, and another takes its place
	NoSync    bool   // of a test that no machine dies in: what is written outlives the process alone
}

func (o Options) withDefaults() Options {
	if o.Socket == "" {
		o.Socket = filepath.Join(o.Dir, "corrd.sock")
	}
	if o.Start.IsZero() {
		o.Start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// House is an open corrd with its post office. Run makes the House work.
type House struct {
	Office *office.Office
	Store  store.Store
	Site   mailer.Site
	Socket string

	folder  *daemon.Folder
	daemon  *daemon.Daemon
	carrier *transport.Submission
	control net.Listener
	room    net.Listener // of the reading room; nil: there is none
	site    string       // the folder of the reading room
	log     *slog.Logger
}

// Open opens everything in o.Dir, or makes what is missing; nothing is left open when Open fails.
// The error says how to mend what is wrong: a port in use, a folder in use by another daemon, a
// store that a newer corrd wrote.
func Open(ctx context.Context, o Options) (h *House, err error) {
	o = o.withDefaults()
	h = &House{Socket: o.Socket, Site: mailer.Site{Local: "corrd", Domain: Domain, Delimiter: '+'}}
	defer func() {
		if err != nil {
			h.Close()
		}
	}()
	folder := daemon.Options{Dir: o.Dir, Secret: filepath.Join(o.Dir, "secret"), NewSecret: o.NewSecret, NoSync: o.NoSync, Database: daemon.Database{URL: o.Database}}
	if o.Virtual {
		folder.Virtual = o.Start
	}
	if h.folder, err = daemon.Open(folder); err != nil {
		return h, explain(err, o.Dir)
	}
	h.Store = h.folder.Store
	h.Office, err = office.Open(office.Options{Dir: filepath.Join(o.Dir, "post"), Domain: Domain, SMTPAddr: o.SMTP, IMAPAddr: o.IMAP,
		Password: Password, ServerLocalPart: h.Site.Local, Now: h.folder.Clock.Now, Logger: o.Log, NoSync: o.NoSync})
	if err != nil {
		return h, err
	}
	if h.control, err = control.Listen(o.Socket, control.ControlMode); err != nil {
		return h, err
	}
	if h.site, h.log = filepath.Join(o.Dir, siteFolder), o.Log; o.Room != "" {
		if h.room, err = office.Listen("site", o.Room); err != nil {
			return h, err
		}
	}
	return h, h.hire(ctx, o)
}

func explain(err error, dir string) error {
	switch {
	case errors.Is(err, store.ErrLocked):
		return fmt.Errorf("another corrd works in %s; stop it, or choose another folder with --dir: %w", dir, err)
	case errors.Is(err, store.ErrNewer):
		return fmt.Errorf("the folder %s was written by a newer corrd; run that version, or choose another folder with --dir: %w", dir, err)
	}
	return err
}

// hire sets a clerk between the store and the office.
func (h *House) hire(ctx context.Context, o Options) error {
	instance, err := transport.LoadOrCreateInstance(filepath.Join(o.Dir, daemon.InstanceFile))
	if err != nil {
		return err
	}
	login := transport.Login{User: h.Site.Address(), Secret: transport.Fixed(Password)}
	inbox, err := transport.Dial(ctx, transport.IMAPOptions{Addr: h.Office.IMAPAddr(), Login: login, Log: o.Log, Holder: transport.NewHolder(instance, o.Dir)})
	if err != nil {
		return err
	}
	h.carrier = transport.NewSubmission(transport.SubmissionOptions{Addr: h.Office.SMTPAddr(), Login: login})
	c := daemon.Config("corrd", h.Site)
	c.AuthservID, c.Random, c.Log, c.Umpire, c.Zone = Domain, random(o.Seed), o.Log, o.Umpire, o.Zone
	// everybody here has an address of the one domain, and nobody else gets a letter
	c.Budgets.Providers, c.Budgets.InvitationsInAll, c.Budgets.StrangersInAll = []string{Domain}, c.Budgets.PerHour, c.Budgets.PerHour
	if o.Terms != nil {
		c.Terms = *o.Terms
	}
	h.daemon = h.folder.Hire(c, inbox, h.carrier, func() int { return waiting(h.Office.Pending(h.Site.Local), inbox.Stuck()) })
	return nil
}

// waiting is how many letters wait for a verdict: the letters in the mailbox less the letters that
// have their verdict and cannot be moved. The mailbox is counted first, so there may be more of the
// latter by then, and waiting is never negative.
func waiting(lying, stuck int) int { return max(0, lying-stuck) }

// random is the source of nonces; nil is the system's.
func random(seed uint64) io.Reader {
	if seed == 0 {
		return nil
	}
	var key [32]byte
	for i := range 8 {
		key[i] = byte(seed >> (8 * i))
	}
	return rand.NewChaCha8(key)
}

// Run works until ctx ends: letters are fetched, judged and answered, and the control socket
// answers. Run returns earlier, with an error, when the disk fails (store.ErrBroken,
// office.ErrBroken).
func (h *House) Run(ctx context.Context) error {
	loops := []func(context.Context) error{h.daemon.Run, h.Office.Watch, func(ctx context.Context) error { return h.daemon.Room.Serve(ctx, h.control) }}
	if h.room != nil {
		loops = append(loops, func(ctx context.Context) error {
			return reading.Keep(ctx, h.daemon.Room, h.site, "", reading.Every, h.log)
		},
			func(ctx context.Context) error { return reading.Serve(ctx, h.room, h.site) })
	}
	return watch.Together(ctx, loops...)
}

// RoomAddr is where browsers find the reading room; "": nowhere.
func (h *House) RoomAddr() string {
	if h.room == nil {
		return ""
	}
	return h.room.Addr().String()
}

// BuildSite writes the reading room into the folder of the House.
func (h *House) BuildSite(ctx context.Context) (reading.Built, error) {
	return reading.Build(ctx, h.daemon.Room, h.site, "")
}

// LookNow has the mailbox and the outbox looked at without delay.
func (h *House) LookNow() { h.daemon.LookNow() }

// Close shuts what Open opened. Run must have returned.
func (h *House) Close() error {
	var errs []error
	if h.carrier != nil {
		h.carrier.Close()
	}
	if h.control != nil {
		h.control.Close()
	}
	if h.room != nil {
		h.room.Close()
	}
	if h.Office != nil {
		errs = append(errs, h.Office.Close())
	}
	if h.folder != nil {
		errs = append(errs, h.folder.Close())
	}
	return errors.Join(errs...)
}
