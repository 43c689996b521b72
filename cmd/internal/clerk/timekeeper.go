package clerk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/play"
	"corrd/store"
)

// TimekeeperConfig holds what a Timekeeper needs.
type TimekeeperConfig struct {
	Store  *watch.Guard
	Clock  watch.Clock
	Ledger *ledger.Ledger
	Watch  *watch.Watch
	Log    *slog.Logger
	Alarms watch.Bell // whoever rings Alarms makes the timekeeper look at the alarms
	Outbox watch.Bell // the timekeeper rings Outbox when there is something to send

	// Node is this daemon among the daemons on the store; nil: this daemon is the only one.
	Node *watch.Node
	// Taken waits until every letter that came before an instant has been taken.
	Taken func(ctx context.Context, by time.Time) error
	// LastPoll returns the last time at which the mailbox had no letter left; zero without a
	// mailbox.
	LastPoll func() time.Time
	// Replayed returns the time until which everything that falls due has happened before, because
	// a backup was put back, or zero if nothing has.
	Replayed func() time.Time
	// Chores does the work of each day. The timekeeper calls Chores at every midnight and at
	// other times too.
	Chores func() error
	// Search makes the search that play.Prove needs.
	Search func(game.State) (play.Proof, bool)
}

// Timekeeper does what falls due in one store: flags and reminders of games, reminders of
// challenges, the searches that claims wait for, the digests of umpires, and the daemon's own
// heartbeat. What a letter says is nothing to it; when flags must wait for letters, its config says
// how.
type Timekeeper struct {
	TimekeeperConfig
	proofs    proofs
	reminders watch.Bell
	unread    aside // the challenges of which no reminder can be written; RemindNext alone knows them
}

// NewTimekeeper makes a Timekeeper.
func NewTimekeeper(c TimekeeperConfig) *Timekeeper {
	return &Timekeeper{TimekeeperConfig: c, proofs: proofs{wake: watch.NewBell()}, reminders: watch.NewBell()}
}

const (
	longestRest = 24 * time.Hour
	beatEvery   = 10 * time.Minute
)

// Run does what falls due until ctx ends.
func (k *Timekeeper) Run(ctx context.Context) error {
	var loops []func(context.Context) error
	task := func(name string, bell watch.Bell, do func(context.Context) (time.Time, error)) {
		loops = append(loops, watch.Task{Name: name, Clock: k.Clock, Bell: bell, Log: k.Log, Do: do}.Run)
	}
	task("alarm", k.Alarms, k.RingNext)
	task("proof", k.proofs.wake, k.ProveNext)
	task("reminder", k.reminders, k.RemindNext)
	if k.Clock.Stopwatch() != nil { // a virtual clock cannot jump, and the daemon is never away
		task("heartbeat", nil, func(context.Context) (time.Time, error) {
			err := errors.Join(k.Beat(), k.Watch.Touch(k.LastPoll()))
			return k.Clock.Now().Add(beatEvery), err
		})
	}
	return watch.Together(ctx, loops...)
}

// Beat notes in the store that the daemon is alive, and makes the outbox and the alarms look at
// the clock again, because the clock may have been set.
func (k *Timekeeper) Beat() error {
	err := k.Watch.Beat()
	k.Outbox.Ring()
	k.Alarms.Ring()
	return err
}

// first returns the number and the time of what falls due first, as read tells them. It returns
// nothing while corrd does not believe the machine's clock.
func (k *Timekeeper) first(read func(store.View) (int64, time.Time, bool, error)) (id int64, at time.Time, waits bool, err error) {
	err = k.Store.View(func(v store.View) error {
		if err := v.Expect(store.Likely{Settings: watch.Settings(), Alarm: true}); err != nil {
			return err
		}
		stopped, err := watch.Stopped(v)
		if err != nil || stopped {
			return err
		}
		id, at, waits, err = read(v)
		return err
	})
	k.Store.Met(err)
	return id, at, waits, err
}

func (k *Timekeeper) game(id int64) (s game.State, err error) {
	err = k.Store.View(func(v store.View) error {
		s, err = v.Game(id)
		return err
	})
	return s, err
}

// beyondRest is how long corrd leaves a game alone that only a newer corrd can decide, before it
// says so again.
const beyondRest = 24 * time.Hour

// RingNext looks for the running game whose alarm is next. When the alarm's time has come and this
// daemon is on duty, RingNext carries the alarm out; a claim that must be proved goes into the
// queue of the searches. RingNext returns the time at which to look for the next alarm.
func (k *Timekeeper) RingNext(ctx context.Context) (time.Time, error) {
	id, at, waits, err := k.first(func(v store.View) (int64, time.Time, bool, error) { return v.NextAlarm(k.proofs.all(k.Clock.Now())...) })
	now := k.Clock.Now()
	switch {
	case err != nil:
		return now, err
	case !waits:
		return k.Node.NextLook(now.Add(longestRest)), nil
	case at.After(now):
		return k.Node.NextLook(at), nil
	}
	rung, err := k.ring(ctx, id, at)
	if errors.Is(err, store.ErrRules) {
		k.Log.Error("the game is left alone", "game", id, "error", err)
		k.proofs.leave(id, now.Add(beyondRest))
		return now, nil
	}
	if err != nil {
		k.Store.MetIn(err, id)
		return now, fmt.Errorf("game %d: %w", id, err)
	}
	if !rung {
		return k.Node.NextLook(now.Add(longestRest)), nil
	}
	return now, nil
}

// ring lets the laws decide what time has brought about in a game whose alarm stands at a time; an
// alarm at which nothing falls due is reckoned anew. Before a flag can fall, ring
// waits until the letters in the mailbox have been taken, because these letters came first. rung
// is false when another daemon is on duty and must act.
func (k *Timekeeper) ring(ctx context.Context, id int64, at time.Time) (rung bool, err error) {
	s, err := k.game(id)
	if err != nil {
		return true, err
	}
	if _, due := s.Deadline(); due == game.DueProof {
		return true, k.toProve(id)
	}
	if !k.Node.OnDuty() {
		return false, nil
	}
	_, taken, due := k.lapsed(s, k.Clock.Now())
	if due == game.NothingDue {
		should, _ := s.Deadline()
		return true, k.Store.PutRight([]store.Fault{store.StaleAlarm(id, at, should)})
	}
	if err := k.Taken(ctx, taken); err != nil {
		return true, err
	}
	if err := k.Watch.Touch(k.LastPoll()); err != nil {
		return true, err
	}
	defer k.Outbox.Ring()
	return true, k.Store.Update(func(tx store.Tx) error {
		s, stopped, err := k.Watch.UpToDate(tx, id)
		if err != nil || stopped {
			return err
		}
		at, fell, due := k.lapsed(s, tx.Now())
		// letters that came before the flag have not been waited for yet
		if due == game.NothingDue || fell.After(taken) {
			return nil
		}
		_, err = k.Ledger.Ring(tx, s, due, at)
		return err
	})
}

// lapsed returns what the alarm of a game that rings now brings about, when the alarm fell due, and
// the time at of the act.
func (k *Timekeeper) lapsed(s game.State, now time.Time) (at, fell time.Time, due game.Due) {
	at, _ = s.Deadline()
	if at.IsZero() || at.After(now) {
		return at, fell, game.NothingDue
	}
	at = k.punctual(at, now)
	fell, due = s.Lapsed(at)
	return at, fell, due
}

// punctual returns the time of an act that an alarm brings about: the time at which the alarm was
// due. A busy machine, or an alarm that rings again after a backup was put back, does not change
// the time. When the alarm rings late, the time is now.
func (k *Timekeeper) punctual(due, now time.Time) time.Time {
	if now.Sub(due) < time.Minute || !due.After(k.Replayed()) {
		return due
	}
	return now
}

// proofs is the queue of the games in which something waits for a search. Alarms add games and go
// on with other games; a worker takes the games in order. The queue is not stored: after a
// restart the alarms add the games again. When several daemons run, each daemon takes one game at
// a time and leaves the game alone that another daemon searches.
type proofs struct {
	mu    sync.Mutex
	games []int64
	left  aside // the games that other daemons search
	wake  watch.Bell
}

// aside holds records that a daemon leaves alone, each with the time until which it does.
type aside map[int64]time.Time

// leave leaves a record alone until a time.
func (a *aside) leave(id int64, until time.Time) {
	if *a == nil {
		*a = aside{}
	}
	(*a)[id] = until
}

// at returns the records that are left alone at a time.
func (a aside) at(now time.Time) []int64 {
	maps.DeleteFunc(a, func(_ int64, until time.Time) bool { return !until.After(now) })
	return slices.Collect(maps.Keys(a))
}

// searchTerm is how long other daemons leave a claim to the daemon that searches for its proof.
const searchTerm = time.Minute

// searchName returns the name of the lease of the search in a game.
func searchName(id int64) string { return fmt.Sprint("search/", id) }

// toProve adds a game to the queue, or notes that another daemon searches the game.
func (k *Timekeeper) toProve(id int64) error {
	now := k.Clock.Now()
	if k.Node != nil {
		if len(k.proofs.waiting()) > 0 {
			k.proofs.leave(id, now.Add(watch.Poll))
			return nil
		}
		mine, err := k.Node.Take(searchName(id), searchTerm)
		if err != nil {
			return err
		}
		if !mine {
			k.proofs.leave(id, now.Add(5*watch.Poll))
			return nil
		}
	}
	k.proofs.add(id)
	return nil
}

// add adds a game to the queue.
func (p *proofs) add(id int64) {
	p.mu.Lock()
	p.games = append(p.games, id)
	p.mu.Unlock()
	p.wake.Ring()
}

// leave leaves a game to other daemons until a time.
func (p *proofs) leave(id int64, until time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left.leave(id, until)
}

// waiting returns the games in the queue; the first is the game that is being searched.
func (p *proofs) waiting() []int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.games)
}

// all returns the games in the queue and the games left to other daemons.
func (p *proofs) all(now time.Time) []int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append(slices.Clone(p.games), p.left.at(now)...)
}

// done removes the first game from the queue.
func (p *proofs) done() {
	p.mu.Lock()
	p.games = p.games[1:]
	p.mu.Unlock()
}

// ProveNext makes the search of the game that has waited longest, which takes seconds at most, and
// returns the time at which to look for another search.
func (k *Timekeeper) ProveNext(context.Context) (time.Time, error) {
	now := k.Clock.Now()
	waiting := k.proofs.waiting()
	if len(waiting) == 0 {
		return now.Add(longestRest), nil
	}
	defer k.Alarms.Ring()
	defer k.proofs.done()
	defer func() { k.Node.GiveBack(searchName(waiting[0])) }()
	if err := k.prove(waiting[0]); err != nil {
		return now, fmt.Errorf("game %d: %w", waiting[0], err)
	}
	return now, nil
}

// prove makes the search for which a claim, or corrd's own question, waits. prove searches
// outside any transaction, and files the result in a second transaction.
func (k *Timekeeper) prove(id int64) error {
	s, err := k.game(id)
	if err != nil {
		return err
	}
	found, ok := k.Search(s)
	if !ok {
		return nil
	}
	defer k.Outbox.Ring()
	return k.Store.Update(func(tx store.Tx) error {
		now, err := tx.Game(id)
		if err != nil {
			return err
		}
		var by ledger.By
		if s.Phase == game.ClaimOpen {
			claim, err := tx.Letter(s.Claim.Letter)
			if err != nil {
				return err
			}
			by = ledger.By{Letter: claim.ID, Player: claim.Player, Note: claim.Note}
		}
		_, err = k.Ledger.Append(tx, now, play.Decide(now, found, tx.Now()), by)
		return err
	})
}
