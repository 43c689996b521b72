package transport

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"corrd/mailer"
	"corrd/mailer/parse"
)

// watched runs a Mailbox until the test ends, and gives the test what the Mailbox hands over.
func watched(t *testing.T, m *Mailbox, disposition Disposition) <-chan Fetched {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	arrived, ended := make(chan Fetched), make(chan error)
	go func() {
		ended <- m.Run(ctx, func(ctx context.Context, f Fetched) (Disposition, error) {
			select {
			case arrived <- f:
			case <-ctx.Done():
			}
			return disposition, ctx.Err()
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	return arrived
}

// next returns the next letter that is handed over.
func next(t *testing.T, arrived <-chan Fetched) Fetched {
	t.Helper()
	select {
	case f := <-arrived:
		return f
	case <-time.After(20 * time.Second):
		t.Fatal("no letter is handed over")
		return Fetched{}
	}
}

// until waits for something that happens by itself.
func until(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !happened(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never happened: %s", what)
		}
	}
}

// dialWithoutIdle connects to a server and hides that the server has IDLE.
func dialWithoutIdle(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	return withoutIdle{conn}, err
}

type withoutIdle struct{ net.Conn }

func (w withoutIdle) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	copy(p, bytes.ReplaceAll(p[:n], []byte(" IDLE "), []byte(" NONE ")))
	return n, err
}

// TestMailboxThatIsReplaced replaces the mailbox while it is selected, which the server does not
// report. The letters of the new mailbox must be handed over under its own UIDVALIDITY, though
// letters with the same UIDs came before.
func TestMailboxThatIsReplaced(t *testing.T) {
	for name, dial := range map[string]Dialer{"IDLE": nil, "no IDLE": dialWithoutIdle} {
		t.Run(name, func(t *testing.T) {
			p := startMailroom(t, imap.CapMove)
			if err := p.user.Create("post", nil); err != nil {
				t.Fatal(err)
			}
			o := p.options()
			o.Mailbox, o.Poll, o.Dial = "post", 5*time.Millisecond, dial
			p.putInto(t, "post", letterNumbered(1))
			arrived := watched(t, NewMailbox(o), Leave)
			first := next(t, arrived)
			if err := errors.Join(p.user.Delete("post"), p.user.Create("post", nil)); err != nil {
				t.Fatal(err)
			}
			p.putInto(t, "post", letterNumbered(2))
			second := next(t, arrived)
			if string(second.Raw) != letterNumbered(2) || second.UID != first.UID || second.UIDValidity == first.UIDValidity {
				t.Errorf("first UID %d of %d, then UID %d of %d: %q", first.UID, first.UIDValidity, second.UID, second.UIDValidity, second.Raw)
			}
		})
	}
}

// TestMailboxThatWasReplaced replaces the mailbox between two runs. Every letter must come again,
// under the new UIDVALIDITY.
func TestMailboxThatWasReplaced(t *testing.T) {
	p := startMailroom(t, imap.CapMove)
	o := p.options()
	o.Mailbox = "post"
	leave := func(context.Context, Fetched) (Disposition, error) { return Leave, nil }
	var validities []uint32
	for range 2 {
		if err := p.user.Create("post", nil); err != nil {
			t.Fatal(err)
		}
		p.putInto(t, "post", letterNumbered(1))
		p.putInto(t, "post", letterNumbered(2))
		got := run(t, NewMailbox(o), 2, leave)
		validities = append(validities, got[0].UIDValidity)
		if err := p.user.Delete("post"); err != nil {
			t.Fatal(err)
		}
	}
	if validities[0] == validities[1] {
		t.Error("one UIDVALIDITY for two mailboxes")
	}
}

// refusals answers the first n commands with a name with NO.
func refusals(command string, n int) func(string) error {
	return func(c string) error {
		if c != command || n == 0 {
			return nil
		}
		n--
		return &imap.Error{Type: imap.StatusResponseTypeNo, Text: "not now"}
	}
}

// TestMoveThatIsRefused refuses a move in each of its steps after the letter was committed. Later
// letters must not wait. The letter must at all times be in exactly one mailbox, must not be
// handed over again, and must finally be moved once.
func TestMoveThatIsRefused(t *testing.T) {
	for command, caps := range map[string][]imap.Cap{
		"MOVE": {imap.CapMove}, "COPY": {imap.CapUIDPlus}, "STORE": {imap.CapUIDPlus}, "EXPUNGE": {imap.CapUIDPlus},
	} {
		t.Run(command, func(t *testing.T) {
			p := startMailroom(t, caps...)
			p.fault = refusals(command, 3)
			o := p.options()
			o.Poll = 5 * time.Millisecond
			p.put(t, letterNumbered(0))
			p.put(t, letterNumbered(1))
			arrived := watched(t, NewMailbox(o), Processed)
			for i := range 2 {
				if f := next(t, arrived); string(f.Raw) != letterNumbered(i) {
					t.Errorf("letter %d: %q", i, f.Raw)
				}
			}
			until(t, "INBOX is empty", func() bool { all, _ := p.count(t, "INBOX"); return all == 0 })
			p.put(t, letterNumbered(2))
			if f := next(t, arrived); string(f.Raw) != letterNumbered(2) {
				t.Errorf("handed over again: %q", f.Raw)
			}
			until(t, "INBOX is empty", func() bool { all, _ := p.count(t, "INBOX"); return all == 0 })
			if all, _ := p.count(t, "Processed"); all != 3 {
				t.Errorf("%d letters in Processed, want 3", all)
			}
		})
	}
}

// TestMoveThatIsAlwaysRefused uses a server over its quota. The server must not be asked at every
// look, later letters must be handed over, and every handled letter that stays must be counted.
func TestMoveThatIsAlwaysRefused(t *testing.T) {
	p := startMailroom(t, imap.CapMove)
	var asked atomic.Int64
	p.fault = func(string) error {
		asked.Add(1)
		return &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeOverQuota, Text: "over quota"}
	}
	o := p.options()
	o.Poll, o.BackOff = time.Millisecond, time.Hour
	m := NewMailbox(o)
	arrived := watched(t, m, Processed)
	for i := range 3 {
		p.put(t, letterNumbered(i))
		if f := next(t, arrived); string(f.Raw) != letterNumbered(i) {
			t.Errorf("letter %d: %q", i, f.Raw)
		}
		until(t, "the letter is counted", func() bool { return m.Stuck() == i+1 })
		for range 5 {
			looked := m.LastPoll()
			until(t, "another look", func() bool { return m.LastPoll().After(looked) })
		}
	}
	if n := asked.Load(); n != 3 {
		t.Errorf("the server was asked %d times to move 3 letters", n)
	}
}

// TestLineCutInTheMove breaks the connection at each step of the MOVE. The letter must come again
// over the next connection and be put away.
func TestLineCutInTheMove(t *testing.T) {
	for command, caps := range map[string][]imap.Cap{
		"MOVE": {imap.CapMove}, "COPY": {imap.CapUIDPlus}, "STORE": {imap.CapUIDPlus}, "EXPUNGE": {imap.CapUIDPlus},
	} {
		t.Run(command, func(t *testing.T) {
			p := startMailroom(t, caps...)
			o := p.options()
			lines := make(chan net.Conn, 8)
			o.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
				conn, err := new(net.Dialer).DialContext(ctx, network, address)
				lines <- conn
				return conn, err
			}
			cut := false
			p.fault = func(c string) error {
				if c != command || cut {
					return nil
				}
				cut = true
				(<-lines).Close()
				return io.ErrUnexpectedEOF
			}
			p.put(t, letterNumbered(0))
			var copies []string
			run(t, NewMailbox(o), 2, func(_ context.Context, f Fetched) (Disposition, error) {
				copies = append(copies, string(f.Raw))
				return Processed, nil
			})
			if !slices.Equal(copies, []string{letterNumbered(0), letterNumbered(0)}) {
				t.Errorf("handed over: %q", copies)
			}
			if all, _ := p.count(t, "INBOX"); all != 0 {
				t.Errorf("%d letters left in INBOX", all)
			}
		})
	}
}

// TestSilentIdle checks that a mailbox is polled when the server's IDLE reports nothing.
func TestSilentIdle(t *testing.T) {
	p := startMailroom(t, imap.CapMove)
	p.silent = true
	o := p.options()
	o.Poll = 5 * time.Millisecond
	arrived := watched(t, NewMailbox(o), Processed)
	for i := range 5 {
		p.put(t, letterNumbered(i))
		if f := next(t, arrived); string(f.Raw) != letterNumbered(i) {
			t.Errorf("letter %d: %q", i, f.Raw)
		}
	}
}

// TestDeliveredTwice checks that a letter which the server has twice is handed over twice, each
// copy under its own UID and with the same octets.
func TestDeliveredTwice(t *testing.T) {
	p := startMailroom(t, imap.CapMove)
	p.put(t, letterNumbered(0))
	p.put(t, letterNumbered(0))
	got := run(t, NewMailbox(p.options()), 2, processed)
	if got[0].UID == got[1].UID || string(got[0].Raw) != string(got[1].Raw) {
		t.Errorf("%+v", got)
	}
}

// TestSameMailByBothWays checks that corrd recognises a letter that came by SMTP with an envelope
// and the same letter that lay in a mailbox after other hosts had handled it.
func TestSameMailByBothWays(t *testing.T) {
	var box postbox
	c := startReceiver(t, ReceiverOptions{}, box.deliver).dial()
	const to = "corrd+g12.w7.abcdefghijklmnopqrstuvwxyz@club.example"
	letter := "From: Alice <alice@player.example>\r\nTo: " + to + "\r\nMessage-ID: <1@player.example>\r\nSubject: =?utf-8?q?R=C3=A9?= move\r\n" +
		"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: %\r\n\r\n"
	c.begin("EHLO", to)
	c.say(strings.Replace(letter, "%", "8bit", 1) + "7. Kt-KB3\r\n\r\nÀ bientôt\r\n\r\n> P-Q4\r\n.\r\n")
	c.want("250")
	bySMTP := parse.Letter(box.all()[0].raw, box.all()[0].env, parse.Options{Site: testSite})

	p := startMailroom(t, imap.CapMove)
	p.put(t, "Delivered-To: "+to+"\r\nReceived: from a by b; Fri, 20 Nov 2026 08:00:00 +0000\r\nX-Spam: no\r\n"+
		strings.Replace(letter, "%", "quoted-printable", 1)+"7. Kt-=\r\nKB3\r\n\r\n=C3=80 bient=C3=B4t\r\n\r\n> P-Q4\r\n")
	byIMAP := parse.Letter(run(t, NewMailbox(p.options()), 1, processed)[0].Raw, mailer.Envelope{}, parse.Options{Site: testSite})

	if bySMTP.From != byIMAP.From || bySMTP.MessageID != byIMAP.MessageID || bySMTP.Token != byIMAP.Token || bySMTP.Token.IsZero() ||
		bySMTP.Hash != byIMAP.Hash || bySMTP.Text != "7. Kt-KB3\n\nÀ bientôt" {
		t.Errorf("by SMTP %+v\nby IMAP %+v", bySMTP, byIMAP)
	}
}
