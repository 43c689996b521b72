package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"corrd/cmd/internal/watch"
	"corrd/store"
	"corrd/store/postgres"
)

// shortLease is a lease for tests that wait until one has run out: a sixth of a daemon's own.
const shortLease = watch.Term / 6

// lease gives the nodes another lease.
func (f *fleet) lease(d time.Duration) {
	for _, n := range f.nodes {
		n.flags = append(n.flags, "--lease", d.String())
	}
}

// TestMailboxIsTakenOver has one of two daemons on one database read the mailbox. When that
// daemon is killed, or stopped, the other soon reads the mailbox, and no letter is taken
// twice.
func TestMailboxIsTakenOver(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes most of a minute")
	}
	office := startDaemon(t, t.TempDir())
	_, port, _ := net.SplitHostPort(office.IMAP)
	password := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(password, []byte("chess\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	user := "chess@" + office.Domain
	f := newFleet(t, 2, fmt.Sprintf("[imap]\nhost = \"127.0.0.1\"\nport = %s\ntls = \"none\"\nuser = %q\npassword_file = %q\n", port, user, password))
	f.begin(1)
	db, err := postgres.Open(f.url, postgres.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	f.lease(shortLease)
	for _, n := range f.nodes {
		n.start(t)
		n.up(t)
	}
	put := 0
	taken := func() time.Duration {
		t.Helper()
		put++
		raw := fmt.Sprintf("From: <zoe@%[1]s>\r\nTo: <%[2]s>\r\nMessage-ID: <%[3]d@z.example>\r\n\r\nhelp\r\n", office.Domain, user, put)
		if err := office.handInOnce(office.SMTP, "zoe@"+office.Domain, user, raw); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		for {
			var all []store.Letter
			if err := db.View(func(v store.View) (err error) { all, err = v.Letters(99); return err }); err != nil {
				t.Fatal(err)
			}
			if len(all) == put {
				return time.Since(began)
			}
			if len(all) > put {
				t.Fatalf("of %d letters in the mailbox the store has %d", put, len(all))
			}
			if time.Since(began) > longEnough {
				t.Fatalf("letter %d is not taken:\n%s\n%s", put, f.nodes[0].log(), f.nodes[1].log())
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	taken()
	first, second := f.nodes[0], f.nodes[1]
	if strings.Count(second.log(), "is on duty:") > 0 {
		first, second = second, first
	}
	if strings.Count(first.log(), "is on duty:") != 1 || strings.Count(second.log(), "is on duty:") != 0 {
		t.Fatalf("not one of the daemons is on duty:\n%s\n%s", first.log(), second.log())
	}
	first.kill()
	killed := taken()
	first.start(t)
	first.up(t)
	again := taken()
	if err := second.end(syscall.SIGTERM); err != nil {
		t.Errorf("the second daemon is stopped with %v:\n%s", err, second.log())
	}
	stopped := taken()
	if max(killed, stopped) > 2*time.Minute { // a lease, as the test of package watch sees, and a loaded machine
		t.Errorf("the mailbox of a daemon that was killed is read after %v, of one that was stopped after %v", killed, stopped)
	}
	t.Logf("the next letter is taken %v after a daemon is killed, %v after it is started again, %v after the other is stopped",
		killed.Round(time.Millisecond), again.Round(time.Millisecond), stopped.Round(time.Millisecond))
}

// TestRowsAreTakenOver kills a daemon that has claimed letters, and whose next hop does not answer.
// Another daemon sends the letters when the lease of the killed daemon has run out, each once.
func TestRowsAreTakenOver(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes most of a minute")
	}
	f := newFleet(t, 2, "")
	f.lease(shortLease)
	senders := f.begin(1)
	first, second := f.nodes[0], f.nodes[1]
	first.start(t)
	first.up(t)
	release := f.hop.hold()
	senders[0].handIn(senders[0].first())
	for end := time.Now().Add(longEnough); f.hop.holding.Load() < 2; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d letters are held by the next hop, not 2:\n%s", f.hop.holding.Load(), first.log())
		}
	}
	first.kill()
	killed := time.Now()
	release()
	second.start(t)
	for _, s := range senders {
		for letters, arrived := f.hop.after(s.address, 0); len(letters) == 0; letters, arrived = f.hop.after(s.address, 0) {
			select {
			case <-arrived:
			case <-time.After(longEnough):
				t.Fatalf("nothing comes to %s:\n%s", s.address, second.log())
			}
		}
	}
	took := time.Since(killed)
	if took < shortLease/2 {
		t.Errorf("what a daemon has in hand leaves %v after it is killed, before its lease has run out", took)
	}
	if took > 2*time.Minute { // a lease, and a loaded machine
		t.Errorf("what a daemon had in hand that was killed leaves after %v", took)
	}
	f.settle(second)
	for _, s := range senders {
		if letters, _ := f.hop.after(s.address, 0); len(letters) != 1 {
			t.Errorf("%d letters came to %s", len(letters), s.address)
		}
	}
	t.Logf("what a daemon had in hand leaves %v after the daemon is killed", took.Round(10*time.Millisecond))
}
