package clerk

import (
	"context"
	"io"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/storetest"
)

// wall is a clock of a machine: time passes, and the clock can be set.
type wall struct {
	mu     sync.Mutex
	now    time.Time
	passed time.Duration
}

func (w *wall) Now() time.Time { w.mu.Lock(); defer w.mu.Unlock(); return w.now }
func (w *wall) Mode() string   { return watch.Real{}.Mode() }

func (w *wall) Reach(time.Time) (<-chan time.Time, func()) { return nil, func() {} }

func (w *wall) Ahead() time.Duration { return 0 }

func (w *wall) Stopwatch() func() time.Duration {
	since := func() time.Duration { w.mu.Lock(); defer w.mu.Unlock(); return w.passed }
	began := since()
	return func() time.Duration { return since() - began }
}

// pass lets time pass, and set sets the clock.
func (w *wall) pass(d time.Duration) { w.set(d); w.mu.Lock(); defer w.mu.Unlock(); w.passed += d }
func (w *wall) set(by time.Duration) { w.mu.Lock(); defer w.mu.Unlock(); w.now = w.now.Add(by) }

// polled is a mailbox of which only the time of the last look matters.
type polled struct{ at time.Time }

func (p *polled) Run(ctx context.Context, _ transport.Handler) error { <-ctx.Done(); return nil }
func (p *polled) Taken(context.Context, time.Time, func(transport.Glance) bool, func(context.Context, transport.Fetched) error) error {
	return nil
}
func (p *polled) Kick()               {}
func (p *polled) LastPoll() time.Time { return p.at }

// newWatch is a game that is under way at a desk with a clock on the wall.
func newWatch(t *testing.T) (*table, *wall) {
	t.Helper()
	clock := &wall{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	db, err := bolt.Open(filepath.Join(t.TempDir(), "corrd.db"), bolt.Options{NoSync: true, Now: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	b := &table{T: t}
	db = storetest.Twice(db)
	b.Clerk = again(t, newClerk(t, nil, 0), db, clock, b)
	err = db.Update(func(tx store.Tx) error {
		for _, who := range []string{"alice", "bob"} {
			p := store.Player{Name: who, Addresses: []string{who + "@example.org"}}
			if err := tx.PutPlayer(&p); err != nil {
				return err
			}
		}
		id, err := tx.NewGame()
		if err != nil {
			return err
		}
		s := game.State{ID: id}
		agreed := terms.Default()
		agreed.Time = terms.TimeControl{Moves: 1, Per: 72 * time.Hour, Each: true}
		start := play.Decide(s, play.Start{Terms: agreed, Players: [2]int64{1, 2}}, tx.Now())
		if s, err = tx.Append(id, start...); err != nil {
			return err
		}
		_, err = tx.Append(id, play.Decide(s, play.Notify{Side: board.White}, tx.Now())...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	b.beats()
	return b, clock
}

// again is the clerk of another process, on the same store.
func again(t *testing.T, model *Clerk, db store.Store, clock watch.Clock, out courier.Carrier) *Clerk {
	t.Helper()
	cfg := model.cfg
	cfg.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	return New(cfg, db, model.desk.Keys, clock, nil, out, nil)
}

// lives lets hours pass in which corrd is at work.
func (b *table) lives(clock *wall, hours int) {
	b.Helper()
	for range hours {
		clock.pass(time.Hour)
		b.beats()
		if err := b.watch.Touch(b.lastPoll()); err != nil {
			b.Fatal(err)
		}
	}
}

func (b *table) beats() {
	b.Helper()
	if err := b.keeper.Beat(); err != nil {
		b.Fatal(err)
	}
}

// rings has everything ring that is due.
func (b *table) rings() {
	b.Helper()
	for {
		next, err := b.keeper.RingNext(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		if next.After(b.clock.Now()) {
			return
		}
	}
}

func (b *table) wantStopped(want bool) {
	b.Helper()
	state, err := b.room().ClockShow(context.Background(), control.None{})
	if err != nil || state.Stopped != want {
		b.Errorf("clock %+v, %v; want stopped %v", state, err, want)
	}
}

func TestOutageIsCreditedToTheClocks(t *testing.T) {
	b, clock := newWatch(t)
	until := b.game().Window.Until
	b.lives(clock, 71)
	b.Clerk = again(t, b.Clerk, b.db, clock, b) // the beat of the process before is gone
	clock.pass(6 * time.Hour)
	b.rings()
	s := b.game()
	if s.Phase == game.Finished || s.Window.Until != until.Add(6*time.Hour) {
		t.Errorf("after six hours down: %v, flag at %v; want it at %v", s.Phase, s.Window.Until, until.Add(6*time.Hour))
	}
	b.beats()
	clock.pass(50 * time.Minute)
	b.Clerk = again(t, b.Clerk, b.db, clock, b)
	b.beats()
	b.rings()
	if got := b.game().Window.Until; got != s.Window.Until {
		t.Errorf("fifty minutes down moved the flag to %v", got)
	}
	clock.pass(10 * time.Minute)
	b.rings()
	if got := b.game(); got.Phase != game.Finished {
		t.Errorf("the flag does not fall after the credit: %v", got.Phase)
	}
	b.wantStopped(false)
}

func TestLetterAfterAnOutageIsInTime(t *testing.T) {
	b, clock := newWatch(t)
	b.lives(clock, 70)
	b.Clerk = again(t, b.Clerk, b.db, clock, b)
	clock.pass(48 * time.Hour)
	env := mailer.Envelope{From: "alice@example.org", To: []string{b.key(board.White)}, Auth: mailer.AuthPass}
	raw := "From: alice@example.org\r\nTo: corrd@club.example\r\nMessage-ID: <1@example.org>\r\n\r\nP-K4\r\n"
	if err := b.Deliver("smtp")(context.Background(), env, []byte(raw), clock.Now()); err != nil {
		t.Fatal(err)
	}
	if s := b.game(); len(s.Line) != 1 || s.Clocks[board.White].Used != 70*time.Hour {
		t.Errorf("%d moves, %v used; want the move in time and 70 hours used", len(s.Line), s.Clocks[board.White].Used)
	}
}

func TestClockThatJumpsStopsTheFlags(t *testing.T) {
	for name, by := range map[string]time.Duration{"forward": 60 * 24 * time.Hour, "back": -48 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			b, clock := newWatch(t)
			clock.set(by)
			b.beats()
			b.wantStopped(true)
			b.lives(clock, 72+48)
			b.rings()
			if s := b.game(); s.Phase == game.Finished || s.Window.Marks != 0 {
				t.Fatalf("while the clock is not believed: %v, %d reminders", s.Phase, s.Window.Marks)
			}
			if _, err := b.room().ClockAccept(context.Background(), control.None{}); err != nil {
				t.Fatal(err)
			}
			b.wantStopped(false)
			b.rings()
			if s := b.game(); s.Phase != game.Finished {
				t.Error("the flag does not fall after the clock was accepted")
			}
		})
	}
}

func TestClockThatIsSetALittleIsBelieved(t *testing.T) {
	b, clock := newWatch(t)
	for _, by := range []time.Duration{20 * time.Hour, -20 * time.Hour, time.Minute} {
		clock.set(by)
		b.beats()
		b.wantStopped(false)
	}
	clock.pass(40 * 24 * time.Hour) // a process that was stopped, and that can tell for how long
	b.beats()
	b.wantStopped(false)
}

func TestVirtualClockNeverStops(t *testing.T) {
	b := newTable(t)
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(400 * 24 * time.Hour))
	b.rings()
	b.wantStopped(false)
	if len(b.game().Pauses) != 0 {
		t.Error("a virtual clock that was advanced is taken for an outage")
	}
	if _, err := b.room().ClockAccept(context.Background(), control.None{}); err == nil {
		t.Error("accepted")
	}
}

func TestMailboxOutOfReachIsCredited(t *testing.T) {
	b, clock := newWatch(t)
	box := &polled{at: clock.Now()}
	b.in = box
	b.caughtUp.Store(true)
	until := b.game().Window.Until
	b.lives(clock, 10)
	box.at = clock.Now()
	for range 36 {
		b.lives(clock, 1)
		box.at = clock.Now()
	}
	b.rings()
	if got := b.game().Window.Until.Sub(until); got != 10*time.Hour {
		t.Errorf("the flag falls %v later, want 10 hours", got)
	}
}

// TestOrderHearsOfOutages: an order about a dispute is given in a game that knows of every outage,
// as a ruling is.
func TestOrderHearsOfOutages(t *testing.T) {
	b, clock := newWatch(t)
	b.inGame(1, board.Black, "p1", "protest: he has not written")
	until := b.game().Window.Until
	b.lives(clock, 2)
	b.Clerk = again(t, b.Clerk, b.db, clock, b)
	clock.pass(6 * time.Hour)
	if _, err := b.room().DisputeNote(context.Background(), control.Writing{ID: 1, Words: "asked both"}); err != nil {
		t.Fatal(err)
	}
	if got := b.game().Window.Until; got != until.Add(6*time.Hour) {
		t.Errorf("after a note the flag falls at %v; want it at %v", got, until.Add(6*time.Hour))
	}
}
