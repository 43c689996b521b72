package clerk

import (
	"cmp"
	"context"
	"errors"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/courier"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/mailer/transport"
	"corrd/store"
)

// tenDays is by how much the clock is set back here.
const tenDays = 10 * 24 * time.Hour

// queues puts a letter with bytes of its own into the outbox.
func (b *table) queues(to string) (id int64) {
	b.Helper()
	b.update(func(tx store.Tx) error {
		row := store.Row{At: tx.Now(), Kind: "office", To: to, MessageID: to, Next: tx.Now(), Bytes: []byte("To: " + to + "\r\n\r\n")}
		err := tx.Enqueue(&row)
		id = row.ID
		return err
	})
	return id
}

func (b *table) inOutbox(id int64) (row store.Row) {
	b.Helper()
	b.view(func(v store.View) (err error) { row, err = v.Row(id); return err })
	return row
}

// TestSetBackTheOutboxGoesOn has letters wait when the clock is set back: one that
// has not been tried, one that was tried in vain, and one that is parked.
func TestSetBackTheOutboxGoesOn(t *testing.T) {
	b, clock := newWatch(t)
	b.sendAll()
	tried := b.queues("carol@example.org")
	b.fail = errors.New("the next hop is away")
	for range 6 {
		b.sendAll()
		clock.pass(16 * time.Minute)
	}
	b.fail = nil
	clock.set(-time.Minute)
	was := b.inOutbox(tried)
	parked, fresh := b.queues("dan@example.org"), b.queues("erin@example.org")
	b.update(func(tx store.Tx) error {
		row, err := tx.Row(parked)
		row.State = store.Parked
		return cmp.Or(err, tx.PutRow(&row))
	})
	clock.set(-tenDays)
	b.beats()
	if wait := b.inOutbox(tried).Next.Sub(clock.Now()); wait > courier.Backoff(was.Tries) || was.Tries < 4 {
		t.Errorf("after %d tries the next is in %v, want it after %v at most", was.Tries, wait, courier.Backoff(was.Tries))
	}
	b.sendAll()
	if got := b.inOutbox(fresh).State; got != store.Sent {
		t.Errorf("a letter that has not been tried is %s", got)
	}
	clock.pass(courier.Backoff(was.Tries))
	b.sendAll()
	if got := b.inOutbox(tried); got.State != store.Sent || !got.At.Equal(was.At) {
		t.Errorf("a letter that was tried is %s, of %v; want it sent, and of %v", got.State, got.At, was.At)
	}
	if got := b.inOutbox(parked).State; got != store.Parked {
		t.Errorf("a letter that was parked is %s", got)
	}
}

// TestSetBackByLittleHoldsNothingUp is a clock that is believed.
func TestSetBackByLittleHoldsNothingUp(t *testing.T) {
	b, clock := newWatch(t)
	b.sendAll()
	id := b.queues("carol@example.org")
	clock.set(-5 * time.Hour)
	b.beats()
	b.wantStopped(false)
	if b.sendAll(); b.inOutbox(id).State != store.Sent {
		t.Error("a letter waits until the clock has caught up")
	}
}

// TestSetBackAnAnswerComesBeforeItsLetter has Black's answer be received on a day
// before White's letter. That costs neither any time, and gives White none.
func TestSetBackAnAnswerComesBeforeItsLetter(t *testing.T) {
	b, clock := newWatch(t)
	b.lives(clock, 10)
	b.writes(clock, board.White, "1", "P-K4")
	b.sendAll()
	b.lives(clock, 1)
	clock.set(-tenDays)
	b.beats()
	b.writes(clock, board.Black, "2", "P-K4")
	b.sendAll()
	if s := b.game(); len(s.Line) != 2 || s.Clocks != [2]clocks.Clock{{Moves: 1, Used: 10 * time.Hour}, {Moves: 1}} || !s.Window.Opened.Equal(clock.Now()) {
		t.Fatalf("%d moves, %+v, window %+v; want it opened now, %v", len(s.Line), s.Clocks, s.Window, clock.Now())
	}
	if _, err := b.room().ClockAccept(context.Background(), control.None{}); err != nil {
		t.Fatal(err)
	}
	b.fallsWithin(clock, 71, 3)
}

// fallsWithin lives some hours in which no flag falls, and then some in which one
// does.
func (b *table) fallsWithin(clock *wall, before, after int) {
	b.Helper()
	b.lives(clock, before)
	b.rings()
	if s := b.game(); s.Phase == game.Finished {
		b.Errorf("the flag has fallen early: %+v", s.Window)
	}
	b.lives(clock, after)
	b.rings()
	if s := b.game(); s.Result == nil || s.Result.How != game.ByTime {
		b.Errorf("the flag does not fall at %v: %+v", clock.Now(), s.Window)
	}
	b.wantSound()
}

// TestSetBackAfterItWasAhead has the clock run two months ahead for a day, in which Black answers,
// and then puts the clock right. White, whose turn it is, has those two months besides; when White
// has moved, Black has 72 hours as ever, and a letter to Black that comes back stops Black's clock.
func TestSetBackAfterItWasAhead(t *testing.T) {
	const ahead = 60 * 24
	b, clock := newWatch(t)
	b.writes(clock, board.White, "1", "P-K4")
	b.sendAll()
	b.lives(clock, 5)
	clock.set(ahead * time.Hour)
	b.beats()
	b.lives(clock, 5)
	b.writes(clock, board.Black, "2", "P-K4")
	b.sendAll()
	b.lives(clock, 2)
	clock.set(-ahead * time.Hour)
	b.beats()
	if _, err := b.room().ClockAccept(context.Background(), control.None{}); err != nil {
		t.Fatal(err)
	}
	b.lives(clock, 100)
	b.rings()
	if s := b.game(); s.Phase == game.Finished || s.Clocks[board.Black].Used != 10*time.Hour {
		t.Fatalf("%v, %+v; want White to have time, and ten hours used by Black", s.Phase, s.Clocks)
	}
	b.writes(clock, board.White, "3", "Kt-KB3")
	b.sendAll()
	if s := b.game(); s.Clocks[board.White].Used != 0 || !s.Window.Until.Equal(clock.Now().Add(72*time.Hour)) {
		t.Fatalf("%+v, window %+v; want Black's to end 72 hours after %v", s.Clocks, s.Window, clock.Now())
	}
	var asking store.Row
	for _, r := range b.rows() {
		if r.Asks && r.Side == board.Black {
			asking = r
		}
	}
	b.lives(clock, 1)
	b.update(func(tx store.Tx) error { return b.courier.Undeliverable(tx, asking) })
	if s := b.game(); !s.Bouncing() || s.RunsFor(clock.Now()) != "none" {
		t.Errorf("a letter came back, and the clock runs: %+v", s.Window)
	}
	b.writes(clock, board.Black, "4", "Kt-QB3")
	b.sendAll()
	b.fallsWithin(clock, 71, 2)
	if moves := len(b.game().Line); moves != 4 {
		t.Errorf("%d moves were made, want 4", moves)
	}
}

// TestSetBackABackupSendsNothingAgain puts back a backup that was made before the
// clock was set back, and takes again the letter that came since: while the clock
// is behind, and when it has caught up.
func TestSetBackABackupSendsNothingAgain(t *testing.T) {
	for name, hours := range map[string]int{"behind": 30, "caught up": 11 * 24} {
		t.Run(name, func(t *testing.T) {
			b, clock := newWatch(t)
			b.keepsJournal(t.TempDir())
			b.queues("carol@example.org")
			b.sendAll()
			b.lives(clock, 40)
			old := b.backup()
			clock.set(-tenDays)
			b.beats()
			b.writes(clock, board.White, "1", "P-K4")
			received := clock.Now()
			b.sendAll()
			sent := len(b.sent)
			b.lives(clock, hours)
			b.putBack(old, clock)
			later := clock.Now()
			clock.set(received.Sub(later)) // the letter is taken as of its receipt
			b.writes(clock, board.White, "1", "P-K4")
			clock.set(later.Sub(received))
			b.sendAll()
			if n := len(b.game().Line); n != 1 || len(b.sent) != sent {
				t.Errorf("%d moves, %d letters were sent again", n, len(b.sent)-sent)
			}
		})
	}
}

// asked is a mailbox that notes since when letters are looked for.
type asked struct {
	polled
	since time.Time
}

func (a *asked) Taken(_ context.Context, since time.Time, _ func(transport.Glance) bool, _ func(context.Context, transport.Fetched) error) error {
	a.since = since
	return nil
}

// TestSetBackTheMailboxIsLookedThrough starts on a store that was put back: letters
// that came after the clock was set back are older than the newest it knows.
func TestSetBackTheMailboxIsLookedThrough(t *testing.T) {
	b, clock := newWatch(t)
	first := clock.Now()
	for _, id := range []string{"1", "2"} {
		raw := "From: alice@example.org\r\nTo: corrd@club.example\r\nMessage-ID: <" + id + "@example.org>\r\n\r\nhelp\r\n"
		if _, err := b.Take(context.Background(), Incoming{Raw: []byte(raw), Received: clock.Now(), Source: sourceIMAP}); err != nil {
			t.Fatal(err)
		}
		b.lives(clock, 20*24)
	}
	box := &asked{}
	b.in = box
	for by, want := range map[time.Duration]time.Time{0: first.Add(18 * 24 * time.Hour), -30 * 24 * time.Hour: first} {
		clock.set(by)
		if err := b.takeUnknown(context.Background()); err != nil || !box.since.Equal(want) {
			t.Errorf("set by %v: looked for letters since %v, %v; want %v", by, box.since, err, want)
		}
		clock.set(-by)
	}
}
