package timekeeper

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/loop"
	"corrd/game"
	"corrd/store"
)

// proofs are the games in which something waits for a search. The alarms put the games
// here and go on with others; the worker takes them in order. The queue is not kept: after
// a restart the alarms bring the games again.
type proofs struct {
	mu    sync.Mutex
	games []int64
	wake  loop.Bell
}

// add puts a game in the queue.
func (p *proofs) add(id int64) {
	p.mu.Lock()
	p.games = append(p.games, id)
	p.mu.Unlock()
	p.wake.Ring()
}

// all are the games in the queue, the one that is being searched first.
func (p *proofs) all() []int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.games)
}

// done takes the first game out of the queue.
func (p *proofs) done() {
	p.mu.Lock()
	p.games = p.games[1:]
	p.mu.Unlock()
}

// ProveNext makes the search that has waited longest, which takes seconds at most, and
// gives when there is another.
func (k *Timekeeper) ProveNext(context.Context) (time.Time, error) {
	now := k.Clock.Now()
	waiting := k.proofs.all()
	if len(waiting) == 0 {
		return now.Add(longestRest), nil
	}
	defer k.Alarms.Ring()
	defer k.proofs.done()
	if err := k.prove(waiting[0]); err != nil {
		return now, fmt.Errorf("game %d: %w", waiting[0], err)
	}
	return now, nil
}

// prove makes the search that a claim waits for, or that corrd has asked for
// itself, outside of any transaction, and files what it has found as a second one.
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
		_, err = k.Ledger.Append(tx, now, now.Decide(found, tx.Now()), by)
		return err
	})
}
