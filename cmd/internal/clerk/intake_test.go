package clerk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/store/bolt"
)

// refusing is a store that refuses its first updates.
type refusing struct {
	store.Store
	left int
	with error
}

func (r *refusing) Update(f func(store.Tx) error) error {
	if r.left > 0 {
		r.left--
		return r.with
	}
	return r.Store.Update(f)
}

func newClerk(t *testing.T, refuse error, times int) *Clerk {
	t.Helper()
	return clerkOf(t, filepath.Join(t.TempDir(), "corrd.db"), refuse, times)
}

// clerkOf is newClerk on the store of a file.
func clerkOf(t *testing.T, path string, refuse error, times int) *Clerk {
	t.Helper()
	clock := watch.NewVirtual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	db, err := bolt.Open(path, bolt.Options{NoSync: true, Now: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{Name: "corrd", Site: mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}, Budgets: ledger.DefaultLimits(),
		Terms: terms.Default(), Log: slog.New(slog.DiscardHandler)}
	return New(cfg, &refusing{db, times, refuse}, keys, clock, nil, nil, nil)
}

func fetched(body string) transport.Fetched {
	raw := []byte("From: alice@example.org\r\nTo: corrd@club.example\r\nMessage-ID: <1@example.org>\r\n\r\n" + body + "\r\n")
	return transport.Fetched{UIDValidity: 1, UID: 7, Raw: raw}
}

func TestLetterThatCannotBeFiledIsSetAside(t *testing.T) {
	c := newClerk(t, errors.New("a fault of ours"), patience)
	for try := 1; try < patience; try++ {
		if _, err := c.handle(context.Background(), fetched("register Alice")); err == nil {
			t.Fatalf("try %d: filed", try)
		}
	}
	got, err := c.handle(context.Background(), fetched("register Alice"))
	if err != nil || got != transport.Rejected {
		t.Fatalf("disposition %v, error %v; want it rejected", got, err)
	}
	err = c.db.View(func(v store.View) error {
		letters, err := v.Letters(10, store.Quarantined)
		if err != nil || len(letters) != 1 || !strings.HasSuffix(letters[0].Verdict, "a fault of ours") {
			t.Errorf("quarantine %+v, %v", letters, err)
		}
		raw, err := v.Raw(letters[0].ID)
		if string(raw) != string(fetched("register Alice").Raw) {
			t.Errorf("raw %q", raw)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestFullDiskNeverSetsALetterAside(t *testing.T) {
	c := newClerk(t, store.ErrFull, 3*patience)
	for range 3 * patience {
		if _, err := c.handle(context.Background(), fetched("register Alice")); !errors.Is(err, store.ErrFull) {
			t.Fatalf("error %v, want %v", err, store.ErrFull)
		}
	}
	if got, err := c.handle(context.Background(), fetched("register Alice")); err != nil || got != transport.Processed {
		t.Errorf("with room again: %v, %v", got, err)
	}
}

func TestLetterIsFiledOnce(t *testing.T) {
	c := newClerk(t, nil, 0)
	for range 3 {
		if got, err := c.handle(context.Background(), fetched("register Alice")); err != nil || got != transport.Processed {
			t.Fatalf("%v, %v", got, err)
		}
	}
	var rows []store.Row
	err := c.db.View(func(v store.View) (err error) {
		rows, err = v.Rows(10, store.Queued)
		return err
	})
	if err != nil || len(rows) != 1 || rows[0].Kind != "confirm" || rows[0].To != "alice@example.org" {
		t.Errorf("outbox %+v, %v; want one confirmation", rows, err)
	}
}

// TestLettersToPostmasterAreKeptAndNotObeyed, whatever they say and whatever key they
// bear.
func TestLettersToPostmasterAreKeptAndNotObeyed(t *testing.T) {
	b := newTable(t)
	key := b.key(board.White)
	token, _, _ := strings.Cut(strings.TrimPrefix(key, "corrd+"), "@")
	for i, to := range []string{"postmaster@club.example", "Abuse@Club.Example"} {
		for j, text := range []string{"register Zoe", "1. P-K4", "resign"} {
			raw := fmt.Appendf(nil, "From: alice@example.org\r\nTo: %s\r\nSubject: games [corrd %s]\r\nMessage-ID: <p%d%d@example.org>\r\n\r\n%s\r\n", to, token, i, j, text)
			env := mailer.Envelope{From: "alice@example.org", To: []string{to}, Auth: mailer.AuthPass}
			rows := len(b.rows())
			if err := b.Deliver("smtp")(context.Background(), env, raw, time.Now()); err != nil {
				t.Fatal(err)
			}
			if l := b.newest(); l.State != store.Ignored || !strings.Contains(l.Verdict, strings.ToLower(to[:5])) {
				t.Errorf("%q to %s is %s, %s", text, to, l.State, l.Verdict)
			}
			if n := len(b.rows()); n != rows || len(b.game().Line) > 0 || b.game().Result != nil {
				t.Errorf("%q to %s was obeyed", text, to)
			}
		}
	}
}

// TestFaultInReading: where reading one letter breaks off, the daemon goes on, the log has the
// fault, and the letter counts as one that is given up.
func TestFaultInReading(t *testing.T) {
	var log bytes.Buffer
	read := 0
	page := pageOnce(slog.New(slog.NewTextHandler(&log, nil)), mailer.Letter{MessageID: "broken@example.org"}, func(mailer.Letter) interpret.Page {
		read++
		panic("no such line")
	})
	for range 2 {
		if got := page(); !got.GivenUp || len(got.Statements) > 0 {
			t.Errorf("the page is %+v", got)
		}
	}
	if read != 1 {
		t.Errorf("read %d times", read)
	}
	for _, want := range []string{"no such line", "broken@example.org", "intake_test.go"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q: %s", want, log.String())
		}
	}
	answers := func(mailer.Letter) [][]byte { panic("no such header") }
	mail, err := letterIn([]byte("From: a@example.org\r\nSubject: Re: x\r\nIn-Reply-To: <1@corrd.example>\r\n\r\nP-K4\r\n\r\nOn Monday you wrote:\r\nWhite: P-K4 and Black: P-K4, and it is your move now.\r\n"), mailer.Envelope{}, parse.Options{Answers: answers})
	if err == nil || !strings.Contains(err.Error(), "no such header") || mail.From != "" {
		t.Errorf("letter from %q, error %v", mail.From, err)
	}
}

// faulty is a store with which reading a letter that was taken before breaks off.
type faulty struct{ store.Store }

type faultyTx struct{ store.Tx }

func (f faulty) Update(run func(store.Tx) error) error {
	return f.Store.Update(func(tx store.Tx) error { return run(faultyTx{tx}) })
}

func (faultyTx) Signed(int64) ([]byte, error) { panic("no such line") }

// TestFaultInReadingAgain: a letter that was held and that cannot be read any more is set aside, at
// each door where it would be read again.
func TestFaultInReadingAgain(t *testing.T) {
	const words = "P-K4\r\n\r\nOn Monday you wrote:\r\nWhite: P-K4 and Black: P-K4, and it is your move now."
	b := newTable(t)
	b.sendAll()
	id := b.heldNow("1", words)
	whole := b.guard.Store
	b.guard.Store = faulty{whole}
	b.releases("player", id)
	if l := b.stateOf(id); l != store.Quarantined || len(b.game().Line) > 0 {
		t.Errorf("after a yes: %s, %d moves", l, len(b.game().Line))
	}
	b.guard.Store = whole
	id = b.heldNow("2", words)
	b.update(func(tx store.Tx) error {
		l, err := tx.Letter(id)
		l.Unasked, l.Received = true, l.Received.Add(-24*time.Hour)
		return errors.Join(err, tx.PutLetter(&l, nil))
	})
	b.guard.Store = faulty{whole}
	if err := b.askUnasked(); err != nil || b.stateOf(id) != store.Quarantined {
		t.Errorf("by a question: %s, %v", b.stateOf(id), err)
	}
}
