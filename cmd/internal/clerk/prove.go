package clerk

import (
	"context"
	"fmt"
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
