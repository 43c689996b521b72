package bolt

import (
	"container/list"
	"sync"

	"corrd/game"
	"corrd/store"
)

// maxFolded bounds the cache: the events of all states in it together, and
// lightEvents is what a state counts for at least. A state takes about 150
// bytes for each event.
const (
	maxFolded   = 100_000
	lightEvents = 25 // so there are at most 4,000 games
)

// folded is the state of a game after event seq, whose hash is hash. An erasure in the game
// leaves the hash as it is, and changes salts.
type folded struct {
	seq   int64
	hash  [32]byte
	salts store.SaltKey
	state game.State
}

func (f *folded) is(h head) bool { return f.seq == h.seq && f.hash == h.hash && f.salts == h.salts }

func (f *folded) weight() int { return max(int(f.seq), lightEvents) }

// states keeps the states of the games last used, so that a letter need not
// fold its game from the first event. A state counts only for the head it was
// folded to. States are values that nobody changes.
type states struct {
	mu     sync.Mutex
	byGame map[int64]*list.Element
	order  list.List // of *cached, the last used in front
	weight int
}

type cached struct {
	id int64
	*folded
}

func newStates() *states { return &states{byGame: make(map[int64]*list.Element)} }

// get gives the state of a game at a head.
func (c *states) get(id int64, h head) (game.State, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byGame[id]
	if !ok || !e.Value.(*cached).is(h) {
		return game.State{}, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached).state, true
}

// put keeps the state of a game, and lets go of those longest unused.
func (c *states) put(id int64, f *folded) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byGame[id]; ok {
		c.remove(e)
	}
	c.byGame[id] = c.order.PushFront(&cached{id, f})
	c.weight += f.weight()
	for c.weight > maxFolded {
		c.remove(c.order.Back())
	}
}

func (c *states) remove(e *list.Element) {
	f := c.order.Remove(e).(*cached)
	delete(c.byGame, f.id)
	c.weight -= f.weight()
}
