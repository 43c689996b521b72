package transport

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// run runs a Mailbox until the handler has been called n times, and then waits for the effects of
// the last call.
func run(t *testing.T, m *Mailbox, n int, handle Handler) []Fetched {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), longEnough)
	defer cancel()
	var got []Fetched
	start := m.LastPoll()
	done := make(chan error)
	go func() {
		done <- m.Run(ctx, func(ctx context.Context, f Fetched) (Disposition, error) {
			got = append(got, f)
			if len(got) == n {
				start = time.Now()
				go func() {
					for ctx.Err() == nil && !m.LastPoll().After(start) {
						m.Kick()
						time.Sleep(time.Millisecond)
					}
					cancel()
				}()
			}
			return handle(ctx, f)
		})
	}()
	if err := <-done; !errors.Is(err, context.Canceled) || len(got) < n {
		t.Fatalf("%d of %d letters, %v", len(got), n, err)
	}
	return got
}

func processed(context.Context, Fetched) (Disposition, error) { return Processed, nil }

func TestLettersComeInOrderAndArePutAway(t *testing.T) {
	p := startMailroom(t, imap.CapMove, imap.CapUIDPlus)
	for i := range 12 {
		p.put(t, letterNumbered(i))
	}
	m, err := Dial(t.Context(), p.options())
	if err != nil {
		t.Fatal(err)
	}
	got := run(t, m, 12, func(_ context.Context, f Fetched) (Disposition, error) { return Disposition(f.UID % 3), nil })
	for i, f := range got {
		if string(f.Raw) != letterNumbered(i) || f.UIDValidity == 0 || f.InternalDate.IsZero() || f.TooLarge {
			t.Errorf("letter %d: %+v", i, f)
		}
		if i > 0 && f.UID <= got[i-1].UID {
			t.Errorf("UID %d after %d", f.UID, got[i-1].UID)
		}
	}
	for mailbox, want := range map[string]int{"INBOX": 4, "Processed": 4, "Rejected": 4} {
		if all, unseen := p.count(t, mailbox); all != want || unseen != want {
			t.Errorf("%s has %d letters, %d unseen; want %d", mailbox, all, unseen, want)
		}
	}
}

// TestPuttingAwayByCapability checks that a handled letter is not handed over again, even over
// another connection, whatever capabilities the server has.
func TestPuttingAwayByCapability(t *testing.T) {
	for name, c := range map[string]struct {
		caps  []imap.Cap
		inbox int
	}{
		"MOVE":    {[]imap.Cap{imap.CapMove}, 0},
		"UIDPLUS": {[]imap.Cap{imap.CapUIDPlus}, 0},
		"neither": {nil, 3},
	} {
		t.Run(name, func(t *testing.T) {
			p := startMailroom(t, c.caps...)
			for i := range 3 {
				p.put(t, letterNumbered(i))
			}
			run(t, NewMailbox(p.options()), 3, processed)
			if all, _ := p.count(t, "INBOX"); all != c.inbox {
				t.Errorf("%d letters left in INBOX, want %d", all, c.inbox)
			}
			p.put(t, letterNumbered(3))
			if got := run(t, NewMailbox(p.options()), 1, processed); len(got) != 1 || string(got[0].Raw) != letterNumbered(3) {
				t.Errorf("handed over again: %d letters", len(got))
			}
		})
	}
}

// TestNewMailIsFetchedAtOnce checks that IDLE alone tells of new mail, when the next poll is an
// hour away.
func TestNewMailIsFetchedAtOnce(t *testing.T) {
	p := startMailroom(t, imap.CapMove)
	m := NewMailbox(p.options())
	ctx, cancel := context.WithCancel(t.Context())
	arrived := make(chan Fetched)
	ended := make(chan error)
	go func() {
		ended <- m.Run(ctx, func(_ context.Context, f Fetched) (Disposition, error) {
			arrived <- f
			return Processed, nil
		})
	}()
	for m.LastPoll().IsZero() {
		time.Sleep(time.Millisecond)
	}
	for i := range 20 {
		p.put(t, letterNumbered(i))
		select {
		case f := <-arrived:
			if string(f.Raw) != letterNumbered(i) {
				t.Fatalf("letter %d: %q", i, f.Raw)
			}
		case <-time.After(longEnough):
			t.Fatalf("letter %d did not arrive", i)
		}
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestLetterThatIsTooLarge(t *testing.T) {
	p := startMailroom(t, imap.CapMove)
	p.put(t, "Subject: big\r\n\r\n"+strings.Repeat("x", 2000))
	p.put(t, letterNumbered(1))
	o := p.options()
	o.LetterBytes = 1000
	got := run(t, NewMailbox(o), 2, func(_ context.Context, f Fetched) (Disposition, error) {
		if f.TooLarge {
			return Rejected, nil
		}
		return Processed, nil
	})
	if f := got[0]; !f.TooLarge || f.Raw != nil || !bytes.HasPrefix(f.Head, []byte("Subject: big\r\n")) {
		t.Errorf("the large letter: %+v", f)
	}
	if all, _ := p.count(t, "Rejected"); all != 1 || got[1].TooLarge {
		t.Errorf("%d in Rejected, then %+v", all, got[1])
	}
}

// TestHandlerThatFails checks that a letter whose handling fails stays and comes again, and that
// later letters wait.
func TestHandlerThatFails(t *testing.T) {
	p := startMailroom(t, imap.CapMove)
	for i := range 3 {
		p.put(t, letterNumbered(i))
	}
	failures := 3
	got := run(t, NewMailbox(p.options()), 6, func(_ context.Context, f Fetched) (Disposition, error) {
		if string(f.Raw) == letterNumbered(1) && failures > 0 {
			failures--
			return Processed, errors.New("disk full")
		}
		return Processed, nil
	})
	var order []string
	for _, f := range got {
		order = append(order, string(f.Raw[9]))
	}
	if s := strings.Join(order, ""); s != "011112" {
		t.Errorf("handed over in the order %s", s)
	}
	if all, _ := p.count(t, "Processed"); all != 3 {
		t.Errorf("%d letters processed", all)
	}
}

// TestTargetThatVanished checks that a removed target mailbox is made again when a letter must go
// there.
func TestTargetThatVanished(t *testing.T) {
	p := startMailroom(t, imap.CapMove)
	m, err := Dial(t.Context(), p.options())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.user.Delete("Processed"); err != nil {
		t.Fatal(err)
	}
	p.put(t, letterNumbered(0))
	run(t, m, 1, processed)
	if all, _ := p.count(t, "Processed"); all != 1 {
		t.Errorf("%d letters processed", all)
	}
}

// TestLineThatBreaks cuts connections after a random number of octets in either direction. Every
// letter must be handed over, in order, and all must be put away.
func TestLineThatBreaks(t *testing.T) {
	p := startMailroom(t, imap.CapMove)
	const letters = 15
	for i := range letters {
		p.put(t, letterNumbered(i))
	}
	random := rand.New(rand.NewPCG(1, 2))
	o := p.options()
	var cuts atomic.Int64
	o.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		if err != nil || cuts.Load() >= 60 {
			return conn, err
		}
		c := &brittle{Conn: conn, cuts: &cuts}
		c.octets.Store(random.Int64N(6000))
		return c, nil
	}
	seen := map[uint32]bool{}
	var first []string
	m := NewMailbox(o)
	ctx, cancel := context.WithTimeout(t.Context(), longEnough)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if all, _ := p.count(t, "INBOX"); all == 0 {
				cancel()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	err := m.Run(ctx, func(_ context.Context, f Fetched) (Disposition, error) {
		if !seen[f.UID] {
			seen[f.UID] = true
			first = append(first, string(f.Raw))
		}
		return Processed, nil
	})
	var want []string
	for i := range letters {
		want = append(want, letterNumbered(i))
	}
	if !errors.Is(err, context.Canceled) || !slices.Equal(first, want) {
		t.Errorf("%d letters, %v", len(first), err)
	}
	if all, _ := p.count(t, "Processed"); all != letters || cuts.Load() == 0 {
		t.Errorf("%d letters processed, after %d cuts", all, cuts.Load())
	}
}

// TestOthersInTheMailbox checks that a letter which another program has read is not passed over,
// and that a letter which another program has removed does no harm.
func TestOthersInTheMailbox(t *testing.T) {
	p := startMailroom(t, imap.CapMove, imap.CapUIDPlus)
	for i := range 3 {
		p.put(t, letterNumbered(i))
	}
	other, err := imapclient.DialInsecure(p.addr, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := errors.Join(other.Login("corrd", goodSecret).Wait(), selectError(other)); err != nil {
		t.Fatal(err)
	}
	if err := other.Store(imap.UIDSetNum(1, 2), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen}}, nil).Close(); err != nil {
		t.Fatal(err)
	}
	got := run(t, NewMailbox(p.options()), 2, func(_ context.Context, f Fetched) (Disposition, error) {
		if f.UID == 1 {
			set := imap.UIDSetNum(1, 3)
			err := errors.Join(other.Store(set, &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close(), other.UIDExpunge(set).Close())
			if err != nil {
				t.Error(err)
			}
		}
		return Processed, nil
	})
	if len(got) != 2 || got[1].UID != 2 {
		t.Errorf("%d letters, the second UID %d", len(got), got[1].UID)
	}
}

func selectError(c *imapclient.Client) error {
	_, err := c.Select("INBOX", nil).Wait()
	return err
}

// BenchmarkMailbox measures the time from a letter's arrival in an idle mailbox until the letter
// is handled, on loopback.
func BenchmarkMailbox(b *testing.B) {
	p := startMailroom(b, imap.CapMove)
	m := NewMailbox(p.options())
	handled := make(chan struct{})
	go m.Run(b.Context(), func(context.Context, Fetched) (Disposition, error) {
		handled <- struct{}{}
		return Processed, nil
	})
	for b.Loop() {
		p.put(b, ordinaryLetter)
		<-handled
	}
}
