package clerk

import (
	"context"
	"slices"
	"sync"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/loop"
	"corrd/game"
	"corrd/store"
)

// proofs are the games in which something waits for a search. The alarm loop puts them
// here and goes on with other games; the worker takes them in order. Nothing of
// it is kept: after a restart the alarms bring the games again.
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

// proveLoop makes the searches that are waited for, one after the other, until
// ctx ends; one that has begun is finished, which takes seconds at most.
func (c *Clerk) proveLoop(ctx context.Context) error {
	for {
		waiting := c.proofs.all()
		if ctx.Err() != nil {
			return nil
		}
		if len(waiting) == 0 {
			select {
			case <-ctx.Done():
			case <-c.proofs.wake:
			}
			continue
		}
		if err := c.prove(waiting[0]); err != nil {
			c.log.Error("proof", "game", waiting[0], "error", err)
			loop.Pause(ctx, time.Second)
		}
		c.proofs.done()
		c.alarms.Ring()
	}
}

// prove makes the search that a claim waits for, or that corrd has asked for
// itself, outside of any transaction, and files what it has found as a second one.
func (c *Clerk) prove(id int64) error {
	s, err := c.game(id)
	if err != nil {
		return err
	}
	found, ok := c.search(s)
	if !ok {
		return nil
	}
	defer c.sender.Ring()
	return c.db.Update(func(tx store.Tx) error {
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
		_, err = c.ledger.Append(tx, now, now.Decide(found, tx.Now()), by)
		return err
	})
}

// searcher makes the search of game.State.Prove.
type searcher func(game.State) (game.Proof, bool)
