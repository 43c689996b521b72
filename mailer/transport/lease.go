package transport

import (
	"bytes"
	"cmp"
	"corrd/mailer"
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
)

// Two daemons never work at one mailbox: each would take letters that the other
// answers for. Whoever works there keeps a message in the folder corrd-lease, and of
// several the one with the lowest UID that has not lapsed holds the mailbox. A UID is
// given by the server and never twice (RFC 9051, 2.3.1.1), so that all see the same
// order, however late they look.
//
// A holder renews by a new message and removes the old one, unless somebody else's
// stands between the two. Nothing of a letter is fetched, and none is handed over,
// by a daemon that has not renewed within the last minute.

// LeaseFolder is where the leases lie.
const LeaseFolder = "corrd-lease"

// A lease is renewed when it is leaseEvery old. Others take it for lapsed when it is
// leaseLapses old; its holder gives it up a little before.
const (
	leaseEvery  = time.Minute
	leaseGiveUp = 4 * time.Minute
	leaseLapses = 5 * time.Minute
)

// ErrLeased says that another corrd works at the mailbox; the error that wraps it
// says which.
var ErrLeased = errors.New("another corrd works at this mailbox")

// Holder is who holds a lease, as its message names them.
type Holder struct {
	Instance string // of LoadOrCreateInstance: the same after a restart, another for every other store
	Host     string // for people
	Dir      string // for people
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

// LoadOrCreateInstance reads the name of a daemon in a file, or makes a random one
// and writes it there. The file lies beside the store and not in its backups, so that
// a store that was copied elsewhere is not taken for the one it was copied from.
func LoadOrCreateInstance(path string) (string, error) {
	text, err := os.ReadFile(path)
	if name := strings.TrimSpace(string(text)); err == nil && len(name) >= 16 && isAlphanumericWord(name) {
		return name, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	name := rand.Text()
	return name, os.WriteFile(path, []byte(name+"\n"), 0o600)
}

func isAlphanumericWord(s string) bool {
	return strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// lease is what one process knows of its own lease.
type lease struct {
	Holder
	run string // of this process

	mu      sync.Mutex
	renewed time.Time // when the last renewal that succeeded began; zero: the lease is not held
}

func newLease(h *Holder) *lease {
	if h == nil {
		return nil
	}
	var run [8]byte
	rand.Read(run[:])
	return &lease{Holder: *h, run: hex.EncodeToString(run[:])}
}

// leaseEntry is one message of the folder.
type leaseEntry struct {
	uid     uint32
	arrived time.Time // as the server says
	written time.Time // as its writer says
	Holder
	run string
}

// message is the lease as it is put into the folder.
func (l *lease) message(now time.Time) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: corrd <corrd@localhost>\r\nSubject: corrd works at this mailbox\r\nDate: %s\r\nMessage-ID: <lease.%s.%d@localhost>\r\n",
		now.Format(time.RFC1123Z), l.run, now.UnixNano())
	fmt.Fprintf(&b, "Corrd-Lease: %s %s\r\nCorrd-Lease-Host: %s\r\nCorrd-Lease-Dir: %s\r\n", l.Instance, l.run, fieldText(l.Host), fieldText(l.Dir))
	b.WriteString("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\n")
	b.WriteString("A corrd works at this mailbox, and writes this message anew every minute, so that\r\nno other does. When that corrd is stopped, the message goes.\r\n")
	return b.Bytes()
}

// fieldText is words as they stand in a field of a lease: percent-encoded where they
// are no printable ASCII.
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

// readLease reads the header of a message of the folder. A message that was not put
// there but came by mail, or is none of corrd's, is no lease.
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

// standing is what the messages of the folder come to for one process.
type standing struct {
	leased *leaseEntry // the newest message of whoever holds the mailbox; nil: this process does
	spent  []uint32    // messages to be removed
	stale  bool        // among them some of others: look again when they are gone
}

// judge compares the leases in the folder, which are in the order of their UIDs. first
// says that this process has held none so far. The newest message of its own tells
// what time it is at the server.
//
// Another's lease is alive as long as the server's clock or its writer's says so: the
// one may stand still, and the other may be wrong. A message of this instance but of
// another process is left from before, if this process begins; if not, a copy of this
// instance has begun since, and has the mailbox.
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
	behind := false // somebody waits whose claim is later than ours
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

// alive tells whether a lease has not lapsed.
func alive(e, own leaseEntry, now time.Time) bool {
	byServer, byWriter := own.arrived.Sub(e.arrived), now.Sub(e.written)
	return byServer < leaseLapses || -leaseLapses < byWriter && byWriter < leaseLapses
}

// leasedTo is the error that names the holder.
func leasedTo(e leaseEntry) error {
	return fmt.Errorf("%w: the lease in its folder %s is of the corrd on host %s with the folder %s, renewed %s; stop that one first, or, if it is dead, wait five minutes",
		ErrLeased, LeaseFolder, cmp.Or(e.Host, "unknown"), cmp.Or(e.Dir, "unknown"), e.arrived.UTC().Format(time.RFC3339))
}
