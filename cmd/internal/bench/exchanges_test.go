package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"corrd/cmd/internal/clerk"
	"corrd/cmd/internal/control"
	"corrd/cmd/internal/courier"
	corrd "corrd/cmd/internal/daemon"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

// The exchanges with the database that each kind of work may take. They only go down.
const (
	ofMove     = 2  // a letter that moves a game
	ofRegister = 14 // a letter that registers a player
	ofHelp     = 4  // a letter that only asks, and whose answer is counted
	ofBounce   = 12 // a letter of corrd's that comes back
	ofClaim    = 1  // a look for what is due in the outbox
	ofTelling  = 2  // sending a letter that asks for no move
	ofAsking   = 3  // sending a letter that asks for a move
	ofAlarm    = 1  // a look for the next alarm
	ofLease    = 1  // a lease that is renewed
	ofBeat     = 3  // a heartbeat
	ofVeil     = 5  // a look at 16 letters that were kept without a Veil

	// of a hundred games with their seven hundred letters and as many answers
	ofCheck  = 77
	ofBackup = 37
	ofStart  = 10 // a look at what was used last
	ofList   = 5
	ofYear   = 25 // the figures of a year
)

// counter is a store in a database that one connection reaches through a relay, which counts the
// exchanges, and what works on the store.
type counter struct {
	*testing.T
	relay   *peertest.Relay
	clock   *watch.Shared
	keys    mailer.Keys
	daemon  *corrd.Daemon
	courier *courier.Courier
	keeper  *clerk.Timekeeper
	store   *watch.Guard
	out     sink
	letters []letter
}

// newCounter makes a store of some games, and letters that move them. With -short the exchanges
// with PostgreSQL are left to the store's own tests.
func newCounter(t *testing.T, games, letters int) *counter {
	t.Helper()
	if testing.Short() {
		t.Skip("PostgreSQL beside this package: of the long run")
	}
	c := &counter{T: t}
	relay, url := peertest.Relayed(t)
	db, err := postgres.Open(url+"&pool_max_conns=1", postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c.relay = relay
	if c.keys, err = mailer.NewKeys(make([]byte, 32)); err == nil {
		err = fill(games, 1, db)
	}
	if err == nil {
		err = dismiss(db)
	}
	if err == nil {
		c.letters, err = answersIn(db, games, letters, c.keys)
	}
	if err == nil {
		c.clock, err = watch.NewShared(db)
	}
	if err != nil {
		t.Fatal(err)
	}
	cfg, log := corrd.Config("corrd", site), slog.New(slog.DiscardHandler)
	cfg.Log, cfg.Node = log, "node"
	c.daemon = corrd.New(cfg, db, c.keys, c.clock, nil, nil, nil)
	c.store = watch.NewGuard(ledger.UnderSecret(db, c.keys), log)
	w := watch.New(c.store, c.clock, nil, courier.Hasten, log)
	c.courier = courier.New(courier.Config{Store: c.store, Clock: c.clock, Ledger: c.daemon.Ledger(), Watch: w, Keys: c.keys, Carrier: &c.out, Log: log,
		Outbox: watch.NewBell(), Alarms: watch.NewBell(), Office: c.daemon.Office()})
	c.keeper = clerk.NewTimekeeper(clerk.TimekeeperConfig{Store: c.store, Clock: c.clock, Ledger: c.daemon.Ledger(), Watch: w, Log: log, Alarms: watch.NewBell(), Outbox: watch.NewBell(),
		LastPoll: func() time.Time { return time.Time{} }, Replayed: func() time.Time { return time.Time{} }})
	return c
}

// count counts the exchanges of a piece of work.
func (c *counter) count(work func() error) int64 {
	c.Helper()
	before := c.relay.Exchanges.Load()
	if err := work(); err != nil {
		c.Fatal(err)
	}
	return c.relay.Exchanges.Load() - before
}

// want sees that each kind of work takes at most so many exchanges once the connection knows its
// statements: the last time that the work is done counts.
func (c *counter) want(what string, most int64, took ...int64) {
	c.Helper()
	last := took[len(took)-1]
	c.Logf("%s: %d exchanges", what, last)
	if last > most {
		c.Errorf("%s takes %d exchanges (%d), more than %d", what, last, took, most)
	}
}

// takes has the daemon take a letter.
func (c *counter) takes(from, to string, raw []byte) int64 {
	c.Helper()
	return c.count(func() error {
		_, err := c.daemon.Take(context.Background(), clerk.Incoming{Raw: raw, Received: c.clock.Now(), Source: "smtp", Envelope: mailer.Envelope{From: from, To: []string{to}}})
		return err
	})
}

// asks has somebody ask the office, in a letter that was never sent before.
func (c *counter) asks(n int, from, words string) int64 {
	c.Helper()
	return c.takes(from, "corrd@"+addressed, fmt.Appendf(nil,
		"From: <%s>\r\nTo: <corrd@%s>\r\nMessage-ID: <%d.%s@z.example>\r\nSubject: x\r\n\r\n%s\r\n", from, addressed, n, words, words))
}

// times is how often each kind of work is done.
const times = 4

// TestExchangesOfLetters counts the exchanges with the database of one letter of each kind that
// comes.
func TestExchangesOfLetters(t *testing.T) {
	c := newCounter(t, 60, times)
	var move, register, help, back []int64
	for i, l := range c.letters {
		move = append(move, c.takes(l.from, l.to, l.raw))
		register = append(register, c.asks(i, fmt.Sprintf("z%d@example.org", i), "register Zoe"+string(rune('a'+i))))
		help = append(help, c.asks(i, c.letters[0].from, "help"))
	}
	for _, row := range c.queued() {
		if row.Game == 0 || !row.Asks || len(back) == times {
			continue
		}
		c.count(func() error { return c.courier.Send(context.Background(), row.ID) })
		report := "From: MAILER-DAEMON@mx.example\r\nMessage-ID: <%d@mx.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n" +
			"--b\r\nContent-Type: text/plain\r\n\r\nIt could not be delivered.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n" +
			"Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; %s\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n"
		back = append(back, c.takes("", c.keys.BounceAddress(row.ID, site), fmt.Appendf(nil, report, row.ID, row.To)))
		if r := c.row(row.ID); r.State != store.Parked {
			t.Fatalf("row %d came back and is %s", r.ID, r.State)
		}
	}
	c.want("a letter that moves a game", ofMove, move...)
	c.want("a letter that registers", ofRegister, register...)
	c.want("a letter that asks for help", ofHelp, help...)
	c.want("a letter that comes back", ofBounce, back...)
}

// TestExchangesOfAnswers counts the exchanges with the database of one look at the outbox, and of
// each letter that goes out.
func TestExchangesOfAnswers(t *testing.T) {
	c := newCounter(t, 60, times)
	var claims, telling, asking []int64
	for _, l := range c.letters {
		c.takes(l.from, l.to, l.raw)
		claims = append(claims, c.count(func() error {
			ids, _, err := c.store.Claim("node", 16)
			if err == nil && len(ids) != 2 {
				err = fmt.Errorf("%d rows are due, want the two answers", len(ids))
			}
			return err
		}))
		for _, row := range c.queued() {
			took := c.count(func() error { return c.courier.Send(context.Background(), row.ID) })
			if row.Asks {
				asking = append(asking, took)
			} else {
				telling = append(telling, took)
			}
			if r := c.row(row.ID); r.State != store.Sent {
				t.Fatalf("row %d is %s", r.ID, r.State)
			}
		}
	}
	if len(asking) != times || len(telling) != times {
		t.Fatalf("%d letters ask for a move and %d do not, want %d each", len(asking), len(telling), times)
	}
	c.want("a look at the outbox", ofClaim, claims...)
	c.want("a letter sent that asks for no move", ofTelling, telling...)
	c.want("a letter sent that asks for a move", ofAsking, asking...)
}

// TestExchangesOfRounds counts the exchanges with the database of what a daemon does again and
// again when there is nothing to do.
func TestExchangesOfRounds(t *testing.T) {
	c := newCounter(t, 60, 0)
	var alarm, lease, beat []int64
	for range times {
		alarm = append(alarm, c.count(func() error { _, err := c.keeper.RingNext(context.Background()); return err }))
		lease = append(lease, c.count(func() error { _, err := c.store.Lease(store.NodeLease("node"), "node", "", time.Minute); return err }))
		beat = append(beat, c.count(c.keeper.Watch.Beat))
	}
	c.want("a look for the next alarm", ofAlarm, alarm...)
	c.want("a lease renewed", ofLease, lease...)
	c.want("a heartbeat", ofBeat, beat...)
	before, veil := c.relay.Exchanges.Load(), []int64(nil)
	err := ledger.VeilKept(c.store, func() error {
		now := c.relay.Exchanges.Load()
		veil, before = append(veil, now-before), now
		return nil
	})
	if err != nil || len(veil) <= times {
		t.Fatalf("%d looks at kept letters: %v", len(veil), err)
	}
	c.want("a look at 16 kept letters", ofVeil, veil...)
}

// TestExchangesOfWalks counts the exchanges with the database of what goes through all records: the
// number depends on how many pages they fill, and hardly on how many records there are.
func TestExchangesOfWalks(t *testing.T) {
	const games = 100 // with some 700 letters
	c := newCounter(t, games, 0)
	room := &control.Room{Store: c.store, Ledger: &ledger.Ledger{Zone: time.UTC}}
	for _, walk := range []struct {
		what string
		most int64
		work func() error
	}{
		{"a check", ofCheck, func() error { _, err := c.store.Check(func(f store.Fault) { t.Error(f) }); return err }},
		{"a backup", ofBackup, func() error { _, err := c.store.Backup(io.Discard); return err }},
		{"a look before the start", ofStart, func() error { return watch.Inspect(c.store, nil) }},
		{"a list of games", ofList, func() error {
			all, err := room.GameList(context.Background(), control.Games{})
			if err == nil && len(all) != games {
				err = fmt.Errorf("%d games are listed", len(all))
			}
			return err
		}},
		{"the figures of a year", ofYear, func() error {
			y, err := room.StatsYear(context.Background(), control.Year{Year: began.Year()})
			if err == nil && y.Letters.In < games {
				err = fmt.Errorf("%d letters came in", y.Letters.In)
			}
			return err
		}},
	} {
		c.want(walk.what, walk.most, c.count(walk.work))
	}
}

// queued returns the rows that wait to be sent.
func (c *counter) queued() (rows []store.Row) {
	c.Helper()
	err := c.store.View(func(v store.View) (err error) { rows, err = v.Rows(100, store.Queued); return err })
	if err != nil {
		c.Fatal(err)
	}
	return slices.Clone(rows)
}

func (c *counter) row(id int64) (row store.Row) {
	c.Helper()
	err := c.store.View(func(v store.View) (err error) { row, err = v.Row(id); return err })
	if err != nil {
		c.Fatal(err)
	}
	return row
}

// BenchmarkAnswered measures a letter from its bytes until both answers have been rendered and
// handed over, without connections to servers.
func BenchmarkAnswered(b *testing.B) {
	const games = 1000
	watch.SetHeap(1)
	path := filepath.Join(b.TempDir(), "store")
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err = errors.Join(err, generate(path, games, 1)); err != nil {
		b.Fatal(err)
	}
	letters, err := answers(path, games, b.N, keys)
	if err != nil {
		b.Fatal(err)
	}
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	w := hire(db, keys, watch.Real{}, "")
	defer w.end()
	b.ResetTimer()
	before := ownProcessor()
	if err := errors.Join(handIn(letters, atOnce, w.Daemon), w.sent()); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64((ownProcessor()-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
	if sent := w.out.sent.Load(); sent != int64(2*b.N) {
		b.Errorf("%d letters were answered by %d", b.N, sent)
	}
}
