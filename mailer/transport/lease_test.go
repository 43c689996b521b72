package transport

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
)

// leaseOptions returns the options of a daemon on a host with the name instance.
func (p *mailroom) leaseOptions(instance string) IMAPOptions {
	o := p.options()
	o.Holder = &Holder{Instance: instance, Host: instance + ".example", Dir: "/var/lib/" + instance}
	return o
}

// plant puts a lease, or something that looks like one, into the folder.
func (p *mailroom) plant(t *testing.T, arrived, written time.Time, header string) {
	t.Helper()
	l := newLease(&Holder{Instance: "planted", Host: "planted.example", Dir: "/"})
	p.user.Create(leaseFolder, nil)
	message := header + string(l.message(written))
	if _, err := p.user.Append(leaseFolder, &literal{*strings.NewReader(message)}, &imap.AppendOptions{Time: arrived}); err != nil {
		t.Fatal(err)
	}
}

func (p *mailroom) wantLeases(t *testing.T, want int) {
	t.Helper()
	if got, _ := p.count(t, leaseFolder); got != want {
		t.Errorf("%d leases lie in the folder, want %d", got, want)
	}
}

// wantRefused checks that Dial is refused with an error that names a host.
func (p *mailroom) wantRefused(t *testing.T, instance, host string) {
	t.Helper()
	m, err := Dial(t.Context(), p.leaseOptions(instance))
	if err == nil {
		m.Close()
	}
	if !errors.Is(err, ErrLeased) || !strings.Contains(err.Error(), host) {
		t.Errorf("%s is let in: %v, want the lease of %s in its way", instance, err, host)
	}
}

func TestOneDaemonAtAMailbox(t *testing.T) {
	for name, caps := range map[string][]imap.Cap{"UIDPLUS": {imap.CapMove, imap.CapUIDPlus}, "neither": nil} {
		t.Run(name, func(t *testing.T) {
			p := startMailroom(t, caps...)
			p.put(t, letterNumbered(1))
			first, err := Dial(t.Context(), p.leaseOptions("first"))
			if err != nil {
				t.Fatal(err)
			}
			p.wantRefused(t, "second", "first.example with the folder /var/lib/first")
			p.wantLeases(t, 1)
			run(t, first, 1, processed)
			p.wantLeases(t, 0) // a clean stop gives the lease back
			second, err := Dial(t.Context(), p.leaseOptions("second"))
			if err != nil {
				t.Fatal(err)
			}
			second.Close() // the daemon is killed, and its lease stays
			p.wantRefused(t, "third", "second.example")
			again, err := Dial(t.Context(), p.leaseOptions("second"))
			if err != nil {
				t.Fatalf("the daemon that was killed is not let in again: %v", err)
			}
			again.Close()
			p.wantLeases(t, 1)
		})
	}
}

func TestWhichLeasesCount(t *testing.T) {
	now := time.Now()
	long, short := now.Add(-time.Hour), now.Add(-4*time.Minute)
	for _, c := range []struct {
		name             string
		arrived, written time.Time
		header           string
		counts           bool
	}{
		{"fresh", now, now, "", true},
		{"four minutes old", short, short, "", true},
		{"lapsed", long, long, "", false},
		{"at a server whose clock stands still", long, now, "", true},
		{"by a writer whose clock is behind", now, long, "", true},
		{"by a dead writer whose clock was ahead", long, now.Add(time.Hour), "", false},
		{"brought by mail", now, now, "Received: from evil.example\r\n", false},
	} {
		p := startMailroom(t, imap.CapMove, imap.CapUIDPlus)
		p.plant(t, c.arrived, c.written, c.header)
		if c.counts {
			p.wantRefused(t, "newcomer", "planted.example")
			continue
		}
		m, err := Dial(t.Context(), p.leaseOptions("newcomer"))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		m.Close()
		p.wantRefused(t, "third", "newcomer.example")
	}
}

// TestManyAtOnce lets many daemons ask at the same instant, again and again. Exactly one must get
// the mailbox each time.
func TestManyAtOnce(t *testing.T) {
	for round := range 5 {
		p := startMailroom(t, imap.CapMove, imap.CapUIDPlus)
		var all sync.WaitGroup
		var mu sync.Mutex
		held := 0
		for i := range 8 {
			all.Go(func() {
				m, err := Dial(t.Context(), p.leaseOptions(fmt.Sprint("daemon", i)))
				if err == nil {
					m.Close()
					mu.Lock()
					held++
					mu.Unlock()
				} else if !errors.Is(err, ErrLeased) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if held != 1 {
			t.Errorf("round %d: %d daemons work at the mailbox", round, held)
		}
		p.wantLeases(t, 1)
	}
}

// TestLeaseIsRenewedBeforeEveryLetter uses a lease that is always due. The lease must be renewed
// for each letter and must always be one message.
func TestLeaseIsRenewedBeforeEveryLetter(t *testing.T) {
	p := startMailroom(t, imap.CapMove, imap.CapUIDPlus)
	for i := range 3 {
		p.put(t, letterNumbered(i))
	}
	o := p.leaseOptions("first")
	o.LeaseEvery = time.Nanosecond
	m := NewMailbox(o)
	run(t, m, 3, func(ctx context.Context, f Fetched) (Disposition, error) {
		p.wantLeases(t, 1)
		p.wantRefused(t, "second", "first.example")
		return Processed, nil
	})
	status, err := p.user.Status(leaseFolder, &imap.StatusOptions{UIDNext: true})
	if err != nil || status.UIDNext < 5 {
		t.Errorf("the next UID is %d, %v: the lease is not renewed", status.UIDNext, err)
	}
}

// TestCopyOfADaemonTakesOver starts a copy of a daemon, with the same instance, while the daemon
// runs. The daemon must end before it takes another letter.
func TestCopyOfADaemonTakesOver(t *testing.T) {
	p := startMailroom(t, imap.CapMove, imap.CapUIDPlus)
	p.put(t, letterNumbered(1))
	p.put(t, letterNumbered(2))
	o := p.leaseOptions("first")
	o.LeaseEvery = time.Nanosecond
	taken := 0
	err := NewMailbox(o).Run(t.Context(), func(context.Context, Fetched) (Disposition, error) {
		taken++
		m, err := Dial(t.Context(), p.leaseOptions("first"))
		if err != nil {
			t.Fatal(err)
		}
		m.Close()
		return Processed, nil
	})
	if !errors.Is(err, ErrLeased) || taken != 1 {
		t.Errorf("%d letters are taken, and the daemon ends with %v", taken, err)
	}
	p.wantLeases(t, 1)
}

// TestFullMailboxKeepsItsHolder checks that the daemon which holds the mailbox goes on when the
// server takes no message, because then nobody else can take a lease either.
func TestFullMailboxKeepsItsHolder(t *testing.T) {
	p := startMailroom(t, imap.CapMove, imap.CapUIDPlus)
	p.put(t, letterNumbered(1))
	p.put(t, letterNumbered(2))
	o := p.leaseOptions("first")
	o.LeaseEvery = time.Nanosecond
	m, err := Dial(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	p.fault = func(command string) error {
		if command == "APPEND" {
			return &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeOverQuota, Text: "full"}
		}
		return nil
	}
	run(t, m, 2, processed)
	if m, err := Dial(t.Context(), p.leaseOptions("second")); err == nil {
		m.Close()
		t.Error("another daemon is let in without a lease")
	}
}

// TestJudge checks contents of the lease folder that rarely occur.
func TestJudge(t *testing.T) {
	now := time.Now()
	me := newLease(&Holder{Instance: "me"})
	entry := func(uid uint32, run string, age time.Duration) leaseEntry {
		e := leaseEntry{uid: uid, arrived: now.Add(-age), written: now.Add(-age), Holder: Holder{Instance: "of " + run}, run: run}
		if run == "me" {
			e.Instance, e.run = "me", me.run
		}
		return e
	}
	for _, c := range []struct {
		name    string
		entries []leaseEntry
		leased  string
		spent   []uint32
	}{
		{"alone", []leaseEntry{entry(1, "me", time.Minute), entry(2, "me", 0)}, "", []uint32{1}},
		{"somebody waits behind the claim", []leaseEntry{entry(1, "me", time.Minute), entry(2, "other", 0), entry(3, "me", 0)}, "", nil},
		{"the claim is older than a lease lasts, and is renewed", []leaseEntry{entry(1, "other", time.Hour), entry(2, "me", 0), entry(3, "other", time.Second)}, "of other", []uint32{2}},
		{"lapsed", []leaseEntry{entry(1, "other", time.Hour), entry(2, "me", 0)}, "", []uint32{1}},
	} {
		got := me.judge(c.entries, true, now)
		leased := ""
		if got.leased != nil {
			leased = got.leased.Instance
		}
		if leased != c.leased || fmt.Sprint(got.spent) != fmt.Sprint(c.spent) {
			t.Errorf("%s: held by %q, remove %v; want %q, %v", c.name, leased, got.spent, c.leased, c.spent)
		}
	}
}

func TestInstanceStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "instance")
	first, err := LoadOrCreateInstance(path)
	again, err2 := LoadOrCreateInstance(path)
	other, err3 := LoadOrCreateInstance(path + "2")
	if err := errors.Join(err, err2, err3); err != nil || first != again || first == other {
		t.Errorf("%q, then %q; another %q; %v", first, again, other, err)
	}
}
