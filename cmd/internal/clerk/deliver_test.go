package clerk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/watch"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store"
)

func TestMailByBothWaysIsOneLetter(t *testing.T) {
	b := newTable(t)
	key := b.key(board.White)
	b.letter("alice", key, "1", "P-K4")
	moves := len(b.game().Line)
	got, err := b.handle(context.Background(), transport.Fetched{UIDValidity: 1, UID: 1,
		Raw: []byte("Delivered-To: " + key + "\r\nFrom: alice@example.org\r\nTo: corrd@club.example\r\nMessage-ID: <1@example.org>\r\n\r\nP-K4\r\n")})
	if err != nil || got != transport.Processed {
		t.Fatalf("%v, %v", got, err)
	}
	if l := b.newest(); moves != 1 || l.State != store.Duplicate || l.Same == 0 {
		t.Errorf("after %d moves the second copy is %+v", moves, l)
	}
	b.letter("alice", key, "2", "P-K4")
	if l := b.newest(); l.State != store.Duplicate {
		t.Errorf("a copy sent again by hand is %+v", l)
	}
}

func TestOneMailToTwoKeysIsTwoLetters(t *testing.T) {
	b := newTable(t)
	b.letter("alice", "corrd+c99.aaaaaaaaaaaaaaaaaaaaaaaaaa@club.example", "1", "P-K4")
	if l := b.newest(); l.State != store.Ignored {
		t.Errorf("with a wrong key: %+v", l)
	}
	b.letter("alice", b.key(board.White), "1", "P-K4")
	if l := b.newest(); l.State != store.Acted || len(b.game().Line) != 1 {
		t.Errorf("the same mail at the right key: %+v", l)
	}
}

func TestMailboxesAreToldApart(t *testing.T) {
	c := newClerk(t, nil, 0)
	for i, name := range []string{"corrd@a.example/INBOX", "corrd@b.example/INBOX"} {
		c.cfg.Mailbox = name
		f := fetched("register Alice")
		f.Raw = bytes.Replace(f.Raw, []byte("<1@"), fmt.Appendf(nil, "<m%d@", i), 1)
		if _, err := c.handle(context.Background(), f); err != nil {
			t.Fatal(err)
		}
	}
	err := c.db.View(func(v store.View) error {
		letters, err := v.Letters(10)
		if len(letters) != 2 {
			t.Errorf("%d letters kept of two mailboxes with the same UIDs", len(letters))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestNoRoomLeavesTheLetterWhereItIs(t *testing.T) {
	b := newTable(t)
	b.cfg.Room = func() error { return fmt.Errorf("%w: 3 MiB are free", store.ErrFull) }
	env := mailer.Envelope{From: "alice@example.org", To: []string{"corrd@club.example"}}
	before := b.newest().ID
	if err := b.Deliver("lmtp")(context.Background(), env, []byte("From: alice@example.org\r\n\r\ngames\r\n"), time.Now()); !errors.Is(err, store.ErrFull) {
		t.Errorf("delivered: %v", err)
	}
	for range 2 * patience {
		if got, err := b.handle(context.Background(), fetched("games")); err == nil || got != transport.Leave {
			t.Errorf("fetched: %v, %v", got, err)
		}
	}
	if after := b.newest().ID; after != before {
		t.Errorf("letter %d was kept", after)
	}
}

func bounce(c *Clerk, row int64, action, status string) (string, string) {
	report := fmt.Sprintf("From: MAILER-DAEMON@mx.example\r\nMessage-ID: <dsn-%d-%s@mx.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"+
		"--b\r\nContent-Type: text/plain\r\n\r\nYour letter could not be delivered.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n"+
		"Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; alice@example.org\r\nAction: %s\r\nStatus: %s\r\nDiagnostic-Code: smtp; 550 no such user\r\n\r\n--b--\r\n", row, action, action, status)
	return c.desk.Keys.BounceAddress(row, c.Ledger().Site), report
}

// TestLetterThatComesBackAtOnce: a letter that comes back before corrd has written down that the
// letter left stays parked.
func TestLetterThatComesBackAtOnce(t *testing.T) {
	b := newTable(t)
	first := b.rows()[0].ID
	b.taken = func() {
		b.taken = nil
		to, raw := bounce(b.Clerk, first, "failed", "5.1.1")
		if err := b.Deliver("smtp")(context.Background(), mailer.Envelope{To: []string{to}}, []byte(raw), time.Now()); err != nil {
			t.Error(err)
		}
	}
	if err := b.courier.Send(context.Background(), first); err != nil {
		t.Fatal(err)
	}
	if r, err := b.rowOf(first); err != nil || r.State != store.Parked || !strings.HasPrefix(r.Error, "came back: 5.1.1") {
		t.Errorf("the row is %s (%s): %v", r.State, r.Error, err)
	}
	b.wantSound()
}

func TestBounceParksTheRow(t *testing.T) {
	b := newTable(t)
	row := b.sendAll()
	deliver := func(to, raw string) store.Letter {
		t.Helper()
		if err := b.Deliver("smtp")(context.Background(), mailer.Envelope{To: []string{to}}, []byte(raw), time.Now()); err != nil {
			t.Fatal(err)
		}
		return b.newest()
	}
	stateOf := func() store.Row {
		r, err := b.rowOf(row.ID)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	to, raw := bounce(b.Clerk, row.ID, "delayed", "4.4.1")
	if l := deliver(to, raw); l.State != store.Ignored || stateOf().State != store.Sent {
		t.Errorf("delayed: letter %+v, row %s", l, stateOf().State)
	}
	_, raw = bounce(b.Clerk, row.ID, "failed", "5.1.1")
	forged := strings.Replace(to, "+b", "+b1", 1)
	if l := deliver(forged, raw); l.State != store.Ignored || stateOf().State != store.Sent {
		t.Errorf("forged: letter %+v, row %s", l, stateOf().State)
	}
	l := deliver(to, raw)
	if r := stateOf(); l.State != store.Acted || r.State != store.Parked || !strings.Contains(r.Error, "5.1.1") || l.Game != 1 {
		t.Errorf("failed: letter %+v, row %+v", l, r)
	}
	if rows := b.rows(); rows[len(rows)-1].ID > row.ID+1 || rows[len(rows)-1].Letter != 0 {
		t.Errorf("a bounce was answered: %+v", rows[len(rows)-1])
	}
}

func TestUmpireIsToldOfPlayersThatCannotBeReached(t *testing.T) {
	for _, way := range []string{"refused", "came back"} {
		b := newTable(t)
		b.Ledger().Umpire = "umpire@example.org"
		row := b.rows()[len(b.rows())-1]
		if way == "refused" {
			b.fail = &mailer.SendError{Stage: mailer.StageRecipient, Code: 550, Enhanced: "5.1.1", Text: "no such user"}
			if err := b.courier.Send(context.Background(), row.ID); err != nil {
				t.Fatal(err)
			}
			b.fail = nil
		} else {
			b.sendAll()
			to, raw := bounce(b.Clerk, row.ID, "failed", "5.1.1")
			if err := b.Deliver("smtp")(context.Background(), mailer.Envelope{To: []string{to}}, []byte(raw), time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		b.sendAll()
		told := b.sent[slices.IndexFunc(b.sent, func(l sentLetter) bool { return l.to == b.Ledger().Umpire })]
		if !strings.HasPrefix(told.from, "corrd+b") || !bytes.Contains(told.raw, []byte("5.1.1")) || !bytes.Contains(told.raw, []byte(row.To)) {
			t.Errorf("%s: from %q:\n%s", way, told.from, told.raw)
		}
	}
}

func TestOperatorRetriesAndParks(t *testing.T) {
	b := newTable(t)
	b.fail = &mailer.SendError{Stage: mailer.StageRecipient, Code: 550, Text: "no such user"}
	row := b.sendAll()
	if row.State != store.Parked || row.Error == "" {
		t.Fatalf("after a 550 the row is %+v", row)
	}
	b.fail = nil
	view, err := b.room().OutboxRetry(context.Background(), control.Numbered{ID: row.ID})
	if err != nil || view.State != "queued" {
		t.Fatalf("retry: %+v, %v", view, err)
	}
	if got := b.sendAll(); got.State != store.Sent || b.sent[len(b.sent)-1].to != row.To {
		t.Errorf("after the retry the row is %+v", got)
	}
	var refusal *control.Refusal
	if _, err := b.room().OutboxPark(context.Background(), control.Numbered{ID: row.ID}); !errors.As(err, &refusal) {
		t.Errorf("parking a letter that was sent: %v", err)
	}
	b.fail = &mailer.SendError{Stage: mailer.StageRecipient, Code: 451, Text: "later"}
	b.letter("alice", b.key(board.White), "1", "P-K4")
	if row = b.sendAll(); row.State != store.Queued || row.Tries != 1 || !row.Next.Equal(b.clock.Now().Add(courier.Backoff(1))) {
		t.Fatalf("after a 451 the row is %+v", row)
	}
	if _, err := b.room().OutboxPark(context.Background(), control.Numbered{ID: row.ID}); err != nil {
		t.Fatal(err)
	}
	b.fail = nil
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(time.Hour))
	if row = b.sendAll(); row.State != store.Parked {
		t.Errorf("a parked row became %s", row.State)
	}
}

func TestLetterUnderWayIsFinishedWhenCorrdStops(t *testing.T) {
	b := newTable(t)
	ctx, stop := context.WithCancel(context.Background())
	b.courier.Carrier = carrierFunc(func(sending context.Context) error {
		stop()
		return sending.Err()
	})
	first := b.rows()[0]
	if err := b.courier.Send(ctx, first.ID); err != nil {
		t.Error(err)
	}
	b.courier.SendDue(ctx)
	if r, _ := b.rowOf(first.ID); r.State != store.Sent {
		t.Errorf("the letter under way is %s", r.State)
	}
	if rows := b.rows(); rows[len(rows)-1].State != store.Queued {
		t.Error("another letter was begun after the stop")
	}
}

type carrierFunc func(context.Context) error

func (f carrierFunc) Send(ctx context.Context, _, _ string, _ []byte) error { return f(ctx) }

func TestKeyInTheSubjectWhereThereAreNoKeyedAddresses(t *testing.T) {
	b := newTable(t)
	b.Ledger().Site.Delimiter = 0
	b.courier.Sign = func(raw []byte, _ time.Time) ([]byte, error) { return append([]byte("X-Signed: yes\r\n"), raw...), nil }
	b.sendAll()
	m, err := mail.ReadMessage(bytes.NewReader(b.sent[len(b.sent)-1].raw))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		t.Fatal(err)
	}
	token, ok := mailer.SubjectToken(subject)
	if !ok || !b.desk.Keys.Check(token, 0) || m.Header.Get("Reply-To") != "<corrd@club.example>" {
		t.Errorf("subject %q, Reply-To %q", subject, m.Header.Get("Reply-To"))
	}
	if m.Header.Get("X-Signed") != "yes" {
		t.Error("the letter is not signed")
	}
}
