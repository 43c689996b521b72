package transport

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"corrd/mailer"
)

// Two daemons must never work at one mailbox, because each would take letters that the other must
// answer. Therefore a daemon at work keeps a message, its lease, in the folder corrd-lease. The
// lease with the lowest UID that has not lapsed holds the mailbox. The server gives the UIDs, and
// gives none twice (RFC 9051, 2.3.1.1); therefore all daemons see the same order, however late
// they look.
//
// A holder renews its lease by adding a new message and removing the old one, unless a message of
// another daemon stands between the two. A daemon that has not renewed its lease in time fetches
// no letter and hands none over.

// leaseFolder is the mailbox that holds the leases.
const leaseFolder = "corrd-lease"

// A lease is renewed at the age of leaseEvery. Its holder stops acting at the age of leaseGiveUp,
// before others regard the lease as lapsed at leaseLapses.
const (
	leaseEvery  = time.Minute
	leaseGiveUp = 4 * time.Minute
	leaseLapses = 5 * time.Minute
)

// ErrLeased means that another corrd works at the mailbox; the error that wraps ErrLeased
// names that daemon.
var ErrLeased = errors.New("another corrd works at this mailbox")

// Holder names who holds a lease.
type Holder struct {
	// as LoadOrCreateInstance returns it: the same after a restart and for all daemons on one
	// store, another for every store
	Instance string
	Host     string // the name of the machine, for people
	Dir      string // the folder of the daemon, for people
}

// NewHolder names a daemon by its instance, this machine and its folder.
func NewHolder(instance, dir string) *Holder {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	return &Holder{Instance: instance, Host: host, Dir: dir}
}

// LoadOrCreateInstance reads the name of a daemon from the file path, or writes a random
// name there. The file lies beside the store and not in its backups, so that a copy of the
// store elsewhere has another name.
func LoadOrCreateInstance(path string) (string, error) {
	text, err := os.ReadFile(path)
	if name := strings.TrimSpace(string(text)); err == nil && len(name) >= 16 && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") == "" {
		return name, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	name := rand.Text()
	return name, os.WriteFile(path, []byte(name+"\n"), 0o600)
}

// lease is what one process knows of its own lease.
type lease struct {
	Holder
	run string // names this process

	mu      sync.Mutex
	renewed time.Time // when the last successful renewal began; zero: the lease is not held
}

// newLease makes the lease of a process, not yet held; nil without a Holder.
func newLease(h *Holder) *lease {
	if h == nil {
		return nil
	}
	var run [8]byte
	rand.Read(run[:])
	return &lease{Holder: *h, run: hex.EncodeToString(run[:])}
}

// leaseEntry is one message in the folder.
type leaseEntry struct {
	uid     uint32
	arrived time.Time // by the clock of the server
	written time.Time // when the lease was written, by the clock of its writer
	Holder
	run string
}

// message returns the lease as a message for the folder.
func (l *lease) message(now time.Time) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: corrd <corrd@localhost>\r\nSubject: corrd works at this mailbox\r\nDate: %s\r\nMessage-ID: <lease.%s.%d@localhost>\r\n",
		now.Format(time.RFC1123Z), l.run, now.UnixNano())
	fmt.Fprintf(&b, "Corrd-Lease: %s %s\r\nCorrd-Lease-Host: %s\r\nCorrd-Lease-Dir: %s\r\n", l.Instance, l.run, fieldText(l.Host), fieldText(l.Dir))
	b.WriteString("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\n")
	b.WriteString("A corrd works at this mailbox, and writes this message anew every minute, so that\r\nno other does. When that corrd is stopped, the message goes.\r\n")
	return b.Bytes()
}

// fieldText returns words as they stand in a field of a lease, with everything but
// printable ASCII percent-encoded.
func fieldText(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '%' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// readLease reads the header of a message in the folder. A message that came by mail, or that corrd
// did not write, is not a lease.
func readLease(uid uint32, arrived time.Time, header []byte) (leaseEntry, bool) {
	m, err := mail.ReadMessage(bytes.NewReader(header))
	if err != nil || m.Header["Received"] != nil || m.Header["Return-Path"] != nil {
		return leaseEntry{}, false
	}
	instance, run, ok := strings.Cut(m.Header.Get("Corrd-Lease"), " ")
	if !ok {
		return leaseEntry{}, false
	}
	written, err := m.Header.Date()
	if err != nil {
		written = time.Time{}
	}
	return leaseEntry{uid, arrived, written, Holder{instance, mailer.OneLine(m.Header.Get("Corrd-Lease-Host")), mailer.OneLine(m.Header.Get("Corrd-Lease-Dir"))}, run}, true
}

// standing is what the messages in the folder mean for one process.
type standing struct {
	// the newest message of the other process that holds the mailbox; nil: this process holds the
	// mailbox
	leased *leaseEntry
	spent  []uint32 // messages to be removed
	stale  bool     // spent has messages of others: look again when they are gone
}

// judge compares the leases in the folder, in the order of their UIDs. first says that this
// process has not held a lease yet. The arrival of the newest message of this process tells the
// time at the server.
//
// The lease of another process is alive as long as the server's clock or its writer's clock says
// so, because the server's clock may stand still and the writer's may be wrong. A message of this
// instance and of another process is a remnant of an earlier process if this process has just
// begun. Otherwise a copy of this instance has begun since, and holds the mailbox.
func (l *lease) judge(entries []leaseEntry, first bool, now time.Time) standing {
	var s standing
	var own []leaseEntry
	others := map[string][]leaseEntry{}
	for _, e := range entries {
		switch {
		case e.run == l.run:
			own = append(own, e)
		case e.Instance == l.Instance && first:
			s.spent = append(s.spent, e.uid)
		default:
			others[e.run] = append(others[e.run], e)
		}
	}
	if len(own) == 0 {
		return s
	}
	claim, newest := own[0], own[len(own)-1]
	behind := false // another process waits whose claim is later
	for _, theirs := range others {
		latest := theirs[len(theirs)-1]
		switch {
		case latest.Instance == l.Instance, alive(latest, newest, now) && theirs[0].uid < claim.uid:
			if s.leased == nil || theirs[0].uid < s.leased.uid {
				s.leased = &latest
			}
		case alive(latest, newest, now):
			behind = true
		default:
			s.stale = true
			for _, e := range theirs {
				s.spent = append(s.spent, e.uid)
			}
		}
	}
	for _, e := range own {
		if s.leased != nil || e.uid != newest.uid && (e.uid != claim.uid || !behind) {
			s.spent = append(s.spent, e.uid)
		}
	}
	slices.Sort(s.spent)
	return s
}

// alive reports whether a lease has not lapsed.
func alive(e, own leaseEntry, now time.Time) bool {
	byServer, byWriter := own.arrived.Sub(e.arrived), now.Sub(e.written)
	return byServer < leaseLapses || -leaseLapses < byWriter && byWriter < leaseLapses
}

// leasedTo returns the error that names the holder.
func leasedTo(e leaseEntry) error {
	return fmt.Errorf("%w: the lease in its folder %s is of the corrd on host %s with the folder %s, renewed %s; stop that one first, or, if it is dead, wait five minutes",
		ErrLeased, leaseFolder, cmp.Or(e.Host, "unknown"), cmp.Or(e.Dir, "unknown"), e.arrived.UTC().Format(time.RFC3339))
}
