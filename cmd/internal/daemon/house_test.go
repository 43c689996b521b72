package daemon_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"corrd/cmd/internal/clerk"
	corrd "corrd/cmd/internal/daemon"
	"corrd/cmd/internal/office"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/store/bolt"
)

const (
	domain   = "corrd.localhost"
	password = "chess"
)

// reserve is the address space for a store, and no world fills it. If the store grew beyond it,
// the store would wait for its readers, and the readers would wait for time to pass. reserve is
// not greater than the step by which bbolt grows a file, so that the file does not become longer
// either.
const reserve = 8 << 20

var site = mailer.Site{Local: "corrd", Domain: domain, Delimiter: '+'}

// house is a mail server and the corrd that reads its mail there. A test can restart both.
type house struct {
	*testing.T
	dir    string
	net    *network
	faults *faults
	keys   mailer.Keys
	clock  wall
	log    *slog.Logger

	database func() string // gives the address of an empty database; nil: the store is a file
	// the address of the database with the store; "": the database is still to be made from the
	// file
	url    string
	beside bool // another daemon works on the database too

	mailbox string // the mailbox that corrd reads
	direct  bool   // corrd takes letters by LMTP too

	mu     sync.Mutex
	office *office.Office
	daemon *daemon
	full   bool   // the disk of the store is full
	backup string // the file of a backup that has been made, or "" if none has

	restored bool // that backup has been put back
	// no old backup is put back: it would not know what the director of an event has ordered since
	keepsStore bool
}

func newHouse(t *testing.T, dir string, seed uint64, log *slog.Logger) *house {
	f := newFaults(seed)
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	h := &house{T: t, dir: dir, mailbox: "INBOX", net: newNetwork(f), faults: f, keys: keys, log: log}
	h.openOffice()
	return h
}

func (h *house) openOffice() {
	o, err := office.Open(office.Options{Dir: filepath.Join(h.dir, "post"), Domain: domain, Password: password, NoSync: true, Listen: h.net.listen})
	if err != nil {
		h.Fatalf("the office does not open: %v", err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.office = o
}

// closeOffice makes the mail server unreachable and cuts all its connections.
func (h *house) closeOffice() {
	h.mu.Lock()
	o := h.office
	h.office = nil
	h.mu.Unlock()
	h.net.cutAll(func(*line) bool { return true })
	if err := o.Close(); err != nil {
		h.Errorf("the office does not close: %v", err)
	}
}

// messages reads a mailbox of the mail server, and returns none while the server is closed.
func (h *house) messages(local, mailbox string) []office.Message {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.office == nil {
		return nil
	}
	all, err := h.office.Messages(local, mailbox)
	if err != nil {
		return nil
	}
	return all
}

// bytes reads a message, and returns nil while the mail server is closed.
func (h *house) bytes(m office.Message) []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.office == nil {
		return nil
	}
	raw, err := m.Bytes()
	if err != nil {
		return nil
	}
	return raw
}

func (h *house) storePath() string { return filepath.Join(h.dir, "corrd.db") }

func (h *house) setFull(full bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.full = full
}

// keepRunning runs one daemon after the other until ctx ends, as a service manager does. The last
// daemon is then stopped as by a signal. If the house has a second daemon, keepRunning keeps it
// running too.
func (h *house) keepRunning(ctx context.Context) {
	if h.beside {
		if err := h.makeDatabase(); err != nil {
			h.Fatalf("the database is not made: %v", err)
		}
		over := make(chan struct{})
		defer func() { <-over }()
		go func() {
			defer close(over)
			h.keep(ctx, another)
		}()
	}
	h.keep(ctx, "clerk")
}

// another is the name of the second daemon, which has no mail ports.
const another = "another"

func (h *house) keep(ctx context.Context, name string) {
	r := h.faults.chance("daemon")
	if name == another {
		r = h.faults.chance("another daemon")
	}
	for n := 0; ctx.Err() == nil; n++ {
		d := h.start(ctx, r, name)
		select {
		case <-d.dead:
		case <-ctx.Done():
		}
		d.stop()
		if ctx.Err() == nil {
			h.away(r)
		}
	}
}

// away is the time between two processes: minutes, and sometimes hours. corrd credits hours to
// the clocks.
func (h *house) away(r *rand.Rand) {
	lasts := upTo(5*time.Minute, r)
	if r.IntN(12) == 0 && h.faults.are() {
		h.faults.count("corrd away for hours")
		lasts += time.Hour + upTo(12*time.Hour, r)
	}
	time.Sleep(lasts)
	if h.mayRestore() && r.IntN(2) == 0 {
		h.faults.count("old backup restored")
		h.restored = true
		if err := copyFile(h.backup, h.storePath()); err != nil {
			h.Fatal(err)
		}
		h.url = ""
	}
}

// mayRestore reports whether there is a backup that can be put back without losing anything: all
// letters are still in the one mailbox where corrd looks for letters that the backup does not
// know.
func (h *house) mayRestore() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.backup != "" && !h.keepsStore && !h.beside && h.faults.are() && h.mailbox != sorted && !h.direct
}

// daemon is one process of corrd.
type daemon struct {
	*house
	client client
	db     store.Store
	cancel context.CancelFunc
	ended  chan error
	dead   chan struct{} // closed by kill

	mu     sync.Mutex
	killed bool
	copied bool   // a copy of the store was made as the kill found it
	point  string // the failpoint of the kill
	after  int    // the number of the commit in which the kill happens; 0: in none
}

// commitTakes is how long the disk takes to write. Transactions that arrive meanwhile share the
// next commit.
const commitTakes = 777_777 * time.Nanosecond

var errKilled = errors.New("the process is dead")

var failpoints = []string{bolt.BeforeCommit, bolt.AfterCommit}

func (h *house) start(ctx context.Context, r *rand.Rand, name string) *daemon {
	d := &daemon{house: h, dead: make(chan struct{}), ended: make(chan error, 1)}
	d.client = client{name: name, killed: func() { d.kill("", false) }}
	if dies, point, n := r.IntN(2) == 0, failpoints[r.IntN(len(failpoints))], 1+r.IntN(40); dies {
		d.point, d.after = point, n
	}
	var err error
	if d.db, err = h.openStore(d.fail); err != nil {
		h.Fatalf("the store does not open: %v", err)
	}
	login := transport.Login{User: site.Address(), Secret: transport.Fixed(password)}
	dial := h.net.dialer(&d.client)
	inbox := transport.NewMailbox(transport.IMAPOptions{Addr: "imap", Dial: dial, Login: login, Mailbox: h.mailbox, Poll: 50 * time.Minute, IdleFor: 50 * time.Minute, Log: h.log})
	carrier := transport.NewSubmission(transport.SubmissionOptions{Addr: "smtp", Dial: dial, Login: login, Idle: 7*time.Second + 777})
	config := clerkConfig(h.log)
	journal := watch.JournalFolder
	if h.beside {
		config.Node = name
	}
	if name == another {
		journal += "-" + another
	}
	if config.Handed, err = watch.OpenJournal(filepath.Join(h.dir, journal)); err != nil {
		h.Fatalf("the journal does not open: %v", err)
	}
	c := corrd.New(config, paced{d.db}, h.keys, &h.clock, onWall{inbox, &h.clock}, carrier, nil)
	ctx, d.cancel = context.WithCancel(ctx)
	var serving sync.WaitGroup
	if name != another {
		socket, _ := h.net.listen("control", "")
		serving.Go(func() { c.Room.Serve(ctx, socket) })
	}
	if h.direct && name != another {
		door, _ := h.net.listen("lmtp", "")
		receiver := transport.NewReceiver(transport.ReceiverOptions{Site: site, LMTP: true, Log: h.log}, h.clock.stamp(c.Deliver("lmtp")))
		serving.Go(func() { receiver.Serve(ctx, door) })
	}
	go func() {
		err := c.Run(ctx)
		serving.Wait()
		carrier.Close()
		d.ended <- errors.Join(err, config.Handed.Close())
	}()
	if name == another {
		return d
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.daemon = d
	return d
}

func clerkConfig(log *slog.Logger) clerk.Config {
	c := corrd.Config("corrd", site)
	c.AtOnce = 1 // with more, the order in which letters leave would not be the same in each run
	c.AuthservID, c.Mailbox, c.Random, c.Log = domain, "post", zeros{}, log
	return c
}

// zeros makes every nonce the same, because nobody draws lots here.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// stop ends the daemon and leaves the store for the next daemon.
func (d *daemon) stop() {
	d.cancel()
	if err := <-d.ended; err != nil {
		d.Errorf("the clerk stopped: %v", err)
	}
	d.house.mu.Lock()
	if d.house.daemon == d {
		d.house.daemon = nil
	}
	d.house.mu.Unlock()
	d.mu.Lock()
	killed, copied := d.killed, d.copied
	d.mu.Unlock()
	if err := d.db.Close(); err != nil && !killed {
		d.Errorf("the store does not close: %v", err)
	}
	if copied {
		if err := os.Rename(d.storePath()+".copy", d.storePath()); err != nil {
			d.Fatal(err)
		}
	}
}

// kill does what kill -9 does: from now on nobody sees anything that the process does. After a
// kill outside a commit, the failpoints undo what the process still writes to the store. After a
// kill inside a commit, the next daemon takes the file as it was then.
func (d *daemon) kill(point string, inCommit bool) {
	d.mu.Lock()
	first := !d.killed
	d.killed = true
	if first && inCommit && d.database == nil {
		d.copied = true
		if err := copyFile(d.storePath(), d.storePath()+".copy"); err != nil {
			d.Errorf("copy: %v", err)
		}
	}
	d.mu.Unlock()
	if !first {
		return
	}
	if inCommit {
		d.faults.count("killed " + point)
	}
	doors := d.client.name != another
	if doors {
		d.net.forget("lmtp", "control")
	}
	d.net.cutAll(func(c *line) bool {
		return c.by == &d.client || doors && (c.service == "lmtp" || c.service == "control")
	})
	close(d.dead)
}

// fail is called at each failpoint of each commit.
func (d *daemon) fail(point string) error {
	// time would stand still while another daemon waits for the database
	if point == bolt.BeforeCommit && d.database == nil {
		time.Sleep(commitTakes)
	}
	d.net.history.note(time.Now().UnixNano(), "commit", point)
	d.mu.Lock()
	killed, now := d.killed, false
	if point == d.point && d.after > 0 {
		d.after--
		now = d.after == 0 && !killed && d.faults.are()
	}
	d.mu.Unlock()
	switch {
	case killed:
		return errKilled
	case now:
		d.kill(point, true)
		return errKilled
	case point == bolt.BeforeCommit && d.isFull():
		d.faults.count("- commits refused by a full disk")
		return fmt.Errorf("%w: %w", store.ErrFull, syscall.ENOSPC)
	}
	return nil
}

func (h *house) isFull() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.full
}

// view reads the store of the running daemon, and returns false when none runs.
func (h *house) view(f func(store.View) error) bool {
	h.mu.Lock()
	d := h.daemon
	h.mu.Unlock()
	return d != nil && d.db.View(f) == nil
}

// copyFile copies a store, most of whose file is empty.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer out.Close()
	var at int64
	var block, empty [32 << 10]byte
	for {
		n, err := io.ReadFull(in, block[:])
		if n > 0 && block != empty {
			if _, err := out.WriteAt(block[:n], at); err != nil {
				return fmt.Errorf("%s: %w", to, err)
			}
		}
		if at += int64(n); err != nil {
			return out.Truncate(at)
		}
	}
}
