// Package watch is what the daemon knows of itself and of the ground it stands on:
//
//	clock    the time of day: the machine's, a store's, or a virtual one; loops that run side by
//	         side, wait for a time or a bell, and try again after trouble
//	watch    the outages there were, which are credited to the clocks of players, and whether the
//	         machine's clock can be believed; how much memory corrd takes in exchange for speed
//	node     the other daemons on the same store: who runs, who is on duty, what each has in hand
//	damage   a store that is damaged, on which the daemon does not work
//	release  which corrd the program is: its version, its commit, and the formats that it writes
//	journal  the letters that the next hop has accepted, written down beside the store
//
// The package must not know what the program does: what falls due in a game, what a letter or
// another record of the store says, nor what a loop is for.
package watch

import (
	"encoding/json"
	"flag"
	"log/slog"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"corrd/game"
	"corrd/game/clocks"
	"corrd/game/play"
	"corrd/store"
)

// An outage of more than an hour is credited to the clocks of players. A clock of the
// machine that has been set by more than a day is not believed, and no flag falls,
// until the operator accepts the clock. corrd knows of both by a heartbeat in the
// store. Outages are listed, and a game hears of those it has been through when
// something is next decided in the game, and before that: so corrd starts as fast with
// a million games as with one, and no flag falls first.

// The settings of the watch.
const (
	heartbeatSetting = "heartbeat"     // RFC 3339
	outagesSetting   = "outages"       // JSON, oldest first
	reachSetting     = "mailbox"       // when the mailbox was last in reach, written down with the heartbeat; RFC 3339
	stoppedSetting   = "clock_stopped" // when the clock was found to have jumped; "" while it is believed
)

const (
	// Short is the longest outage that is not credited.
	Short         = time.Hour
	smallJump     = 24 * time.Hour      // of a clock that is believed
	longestOutage = 30 * 24 * time.Hour // a longer one is rather a clock that jumped while corrd was down
	keptOutages   = 500
)

// Watch is what a running daemon knows of its own time. Its methods may be called at
// the same time.
type Watch struct {
	db      store.Store
	clock   Clock
	beside  *Journal             // keeps a copy of the heartbeat and the outages; nil: nobody does
	setBack func(store.Tx) error // called when the clock was set back
	log     *slog.Logger
	last    atomic.Pointer[beat] // the last heartbeat of this process

	mu      Mutex     // for touched
	touched time.Time // when the mailbox was last in reach
}

// New makes the Watch of a store. beside keeps a copy of the heartbeat and of the
// outages, from which Recall mends a store that was put back from a backup; nil: none.
// setBack is called, in the transaction that finds this out, when the clock was set back.
func New(db store.Store, c Clock, beside *Journal, setBack func(store.Tx) error, log *slog.Logger) *Watch {
	return &Watch{db: db, clock: c, beside: beside, setBack: setBack, log: log, mu: NewMutex()}
}

// beat is a heartbeat and how long ago it was.
type beat struct {
	at  time.Time
	ago func() time.Duration
}

// Beat writes down that corrd is alive, and what it has missed. Whoever waits for a
// time of day looks at the clock anew after a beat: the clock may have been set.
func (w *Watch) Beat() error {
	b := beat{ago: w.clock.Stopwatch()}
	w.mu.Lock()
	touched := w.touched
	w.mu.Unlock()
	err := w.db.Update(func(tx store.Tx) error {
		if err := w.attend(tx); err != nil {
			return err
		}
		b.at = tx.Now()
		if err := reached(tx, touched); err != nil {
			return err
		}
		return tx.SetSetting(heartbeatSetting, b.at.Format(time.RFC3339))
	})
	if err != nil {
		return err
	}
	w.last.Store(&b)
	return w.keep()
}

// heartbeatIn is the heartbeat that a store keeps, or zero if it keeps none.
func heartbeatIn(v store.View) (time.Time, error) {
	return timeIn(v, heartbeatSetting)
}

// timeIn is the time that a setting keeps, or zero if it keeps none.
func timeIn(v store.View, setting string) (time.Time, error) {
	kept, _, err := v.Setting(setting)
	if err != nil {
		return time.Time{}, err
	}
	at, _ := time.Parse(time.RFC3339, kept)
	return at, nil
}

// Settings are the settings that the watch reads in the transaction of a letter.
func Settings() []string { return []string{stoppedSetting, heartbeatSetting, outagesSetting} }

// attend looks at the heartbeat before anything is decided: after a gap attend lists an
// outage, and stops the flags when the clock has jumped. When the clock was set back the
// letters in the outbox do not wait until the clock has caught up.
func (w *Watch) attend(tx store.Tx) error {
	if w.clock.Stopwatch() == nil {
		return nil
	}
	last, err := heartbeatIn(tx)
	if err != nil {
		return err
	}
	now := tx.Now()
	if last.IsZero() {
		return tx.SetSetting(heartbeatSetting, now.Format(time.RFC3339))
	}
	gap := now.Sub(last)
	if gap.Abs() <= Short {
		return nil
	}
	why, jump := "corrd was down", w.jump(now, gap)
	if jump.Abs() > Short {
		why = "the clock of corrd's machine was set"
	}
	if jump.Abs() > smallJump {
		w.log.Error("the clock has jumped: no flag falls until corrctl clock accept", "by", jump, "from", last, "to", now)
		err = tx.SetSetting(stoppedSetting, now.Format(time.RFC3339))
	}
	if err == nil && gap < 0 {
		err = w.setBack(tx)
	}
	if err == nil {
		err = addOutage(tx, play.Outage{From: last, Until: now, Why: why})
	}
	if err != nil {
		return err
	}
	return tx.SetSetting(heartbeatSetting, now.Format(time.RFC3339))
}

// jump is by how much the clock has been set since the last heartbeat, as far as
// can be known: over a restart time goes on, but not back, nor by months.
func (w *Watch) jump(now time.Time, gap time.Duration) time.Duration {
	if b := w.last.Load(); b != nil {
		return now.Sub(b.at) - b.ago()
	}
	if gap > 0 && gap <= longestOutage {
		return 0
	}
	return gap
}

// Touch takes note that the mailbox was in reach at a time, and puts down
// an outage when it had not been for long.
func (w *Watch) Touch(at time.Time) error {
	if w.clock.Stopwatch() == nil || at.IsZero() {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.touched.IsZero() && at.Sub(w.touched) > Short {
		if err := w.db.Update(func(tx store.Tx) error { return w.outOfReach(tx, w.touched, at) }); err != nil {
			return err
		}
	}
	if at.After(w.touched) || w.touched.After(w.clock.Now()) { // the clock was set back
		w.touched = at
	}
	return nil
}

// outOfReach lists the outage that ends at a time, unless the mailbox was in reach of another
// daemon on the store meanwhile.
func (w *Watch) outOfReach(tx store.Tx, since, at time.Time) error {
	elsewhere, err := timeIn(tx, reachSetting)
	if err != nil {
		return err
	}
	if since = clocks.Later(since, elsewhere); at.Sub(since) <= Short {
		return nil
	}
	o := play.Outage{From: since.UTC().Truncate(time.Second), Until: at.UTC().Truncate(time.Second), Why: "the mailbox was out of reach"}
	w.log.Warn("the mailbox was out of reach", "from", o.From, "until", o.Until)
	return addOutage(tx, o)
}

// reached writes down when the mailbox was last in reach; zero: it was not, of this daemon.
func reached(tx store.Tx, at time.Time) error {
	elsewhere, err := timeIn(tx, reachSetting)
	if err != nil || !at.After(elsewhere) {
		return err
	}
	return tx.SetSetting(reachSetting, at.UTC().Format(time.RFC3339))
}

// addOutage lists an outage. What a clock that was set back had put down of the
// time to come is struck out.
func addOutage(tx store.Tx, o play.Outage) error {
	all, err := outages(tx)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(old play.Outage) bool { return old.Until.After(tx.Now()) })
	if o.Until.After(o.From) {
		all = append(all, o)
	}
	return putOutages(tx, all[max(0, len(all)-keptOutages):])
}

func putOutages(tx store.Tx, all []play.Outage) error {
	kept, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return tx.SetSetting(outagesSetting, string(kept))
}

func outages(v store.View) (all []play.Outage, err error) {
	kept, ok, err := v.Setting(outagesSetting)
	if err == nil && ok {
		err = json.Unmarshal([]byte(kept), &all)
	}
	return all, err
}

// Stopped reports whether no flag falls because the clock has jumped.
func Stopped(v store.View) (bool, error) {
	since, _, err := v.Setting(stoppedSetting)
	return since != "", err
}

// UpToDate is a game that has heard of every outage, and whether flags are
// stopped. Whatever can cost a side time is decided in that state.
func (w *Watch) UpToDate(tx store.Tx, id int64) (s game.State, stopped bool, err error) {
	if err = w.attend(tx); err != nil {
		return s, false, err
	}
	if stopped, err = Stopped(tx); err != nil {
		return s, false, err
	}
	if s, err = tx.Game(id); err != nil {
		return s, false, err
	}
	all, err := outages(tx)
	for _, o := range all {
		if events := play.Decide(s, o, tx.Now()); err == nil && len(events) > 0 {
			s, err = tx.Append(id, events...)
		}
	}
	return s, stopped, err
}

// Accept believes the clock as it now reads.
func (w *Watch) Accept() error {
	if err := w.Beat(); err != nil {
		return err
	}
	return w.db.Update(func(tx store.Tx) error { return tx.SetSetting(stoppedSetting, "") })
}

// memory is what is kept of the watch beside the store.
type memory struct {
	Heartbeat time.Time     `json:"heartbeat"`
	Outages   []play.Outage `json:"outages"`
}

// keep keeps a copy of the heartbeat and of the outages beside the store.
func (w *Watch) keep() error {
	if w.beside == nil {
		return nil
	}
	var m memory
	err := w.db.View(func(v store.View) (err error) {
		if m.Outages, err = outages(v); err != nil {
			return err
		}
		m.Heartbeat, err = heartbeatIn(v)
		return err
	})
	if err != nil {
		return err
	}
	content, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return w.beside.Keep(content)
}

// Recall returns a store that was put back from a backup the outages there were since, and the last
// heartbeat: the store was away, and not corrd. It returns the heartbeat that the store had.
func (w *Watch) Recall() (had time.Time, err error) {
	var m memory
	content, err := w.beside.Note()
	if err == nil && content != nil && json.Unmarshal(content, &m) != nil {
		w.log.Error("the copy of the heartbeat beside the store is damaged: should it be older, the time since is an outage")
	}
	if err == nil {
		err = w.db.View(func(v store.View) (err error) { had, err = heartbeatIn(v); return err })
	}
	if err != nil || !m.Heartbeat.After(had) {
		return had, err
	}
	return had, w.db.Update(func(tx store.Tx) error {
		if err := tx.SetSetting(heartbeatSetting, m.Heartbeat.Format(time.RFC3339)); err != nil {
			return err
		}
		return putOutages(tx, m.Outages)
	})
}

// What lives is small, a few tens of megabytes of game states; most of what a letter
// allocates is dead with its transaction. So the collector waits until the heap
// is five times what lives, but seldom lets all of it come near 150 MiB.
const (
	percent = 400
	limit   = 100 << 20
)

// forTests is the heap of a test process, in bytes.
const forTests = 512 << 20

// SetHeap makes the garbage collector of this process work as in the daemon, but
// leaves alone what the environment says by GOGC and GOMEMLIMIT. daemons is how many of
// them run in the process: with the limit of one, the game states of several would leave the
// collector no room, and it would never rest.
func SetHeap(daemons int) { set(percent, int64(daemons)*limit) }

func set(percent int, limit int64) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
}

// HeapForTests makes the garbage collector of a test process wait until the heap has 512 MiB: tests
// make many short worlds, of which little lives on. HeapForTests leaves alone what the environment
// says, as SetHeap does.
func HeapForTests() { set(-1, forTests) }

// TestsAtOnce has a test process run some tests at the same time, unless its command line says how
// many: tests that wait most of their time for letters or for servers need no processor of their
// own.
func TestsAtOnce(some int) {
	flag.Parse()
	if parallel := flag.Lookup("test.parallel"); parallel.Value.String() == parallel.DefValue {
		if err := parallel.Value.Set(strconv.Itoa(some)); err != nil {
			panic(err) // a number is a number
		}
	}
}
