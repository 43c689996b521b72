package store

import (
	"container/list"
	"sync"

	"corrd/game"
)

// maxFolded bounds the cache: the events of all states in it together, and
// lightEvents is what a state counts for at least. A state takes about 150
// bytes for each event.
const (
	maxFolded   = 100_000
	lightEvents = 25 // so there are at most 4,000 games
)

func (h End) weight() int { return max(int(h.Seq), lightEvents) }

// States keeps the states of the games last used, so that a letter need not
// fold its game from the first event. A state counts only for the head it was
// folded to. States are values that nobody changes.
type States struct {
	mu     sync.Mutex
	byGame map[int64]*list.Element
	order  list.List // of *cached, the last used in front
	weight int
}

type cached struct {
	id    int64
	end   End
	state game.State
}

// NewStates makes an empty cache.
func NewStates() *States { return &States{byGame: make(map[int64]*list.Element)} }

// Get returns the state of a game at a head; false: it is not kept.
func (c *States) Get(id int64, h End) (game.State, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byGame[id]
	if !ok || e.Value.(*cached).end != h {
		return game.State{}, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached).state, true
}

// Last returns the state of a game at whatever head it was kept last; false: none is kept.
func (c *States) Last(id int64) (End, game.State, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byGame[id]
	if !ok {
		return End{}, game.State{}, false
	}
	return e.Value.(*cached).end, e.Value.(*cached).state, true
}

// Of returns the state of a game at a head: as it is kept, or else as fold makes it from the
// log, with the hash of its last event, and it is kept from then on.
func (c *States) Of(id int64, h End, fold func() (game.State, [32]byte, error)) (game.State, error) {
	if s, ok := c.Get(id, h); ok {
		return s, Decidable(s)
	}
	s, hash, err := fold()
	switch {
	case err != nil:
		return s, err
	case hash != h.Hash:
		return s, offChain(id)
	}
	c.Put(id, h, s)
	return s, nil
}

// Put keeps the state of a game at a head, and lets go of those longest unused.
func (c *States) Put(id int64, h End, s game.State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byGame[id]; ok {
		c.remove(e)
	}
	c.byGame[id] = c.order.PushFront(&cached{id, h, s})
	c.weight += h.weight()
	for c.weight > maxFolded {
		c.remove(c.order.Back())
	}
}

func (c *States) remove(e *list.Element) {
	f := c.order.Remove(e).(*cached)
	delete(c.byGame, f.id)
	c.weight -= f.end.weight()
}
