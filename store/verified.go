package store

import (
	"bytes"
	"container/list"
	"errors"
	"fmt"
	"sync"

	"corrd/game"
)

// Verified says how much a check has verified.
type Verified struct {
	Games int `json:"games"`
	// the texts that orders have erased from events of format 2, whose chains verify
	Erased int `json:"erased,omitempty"`
	// the events of format 1 that have lost texts by an erasure: nobody can recompute their
	// hashes
	Unprovable int `json:"unprovable,omitempty"`
	// the letters that were not held against their events, because the store has not the Veil under
	// which they lie
	Veiled int `json:"veiled,omitempty"`
}

// Decidable returns nil for a game that this program can decide, and otherwise an ErrRules that
// names both numbers.
func Decidable(s game.State) error {
	if !s.Unknown() {
		return nil
	}
	return fmt.Errorf("%w: game %d is decided by rules %d, and this program knows rules up to %d; only a newer corrd can play it on", ErrRules, s.ID, s.Rules, game.NewestRules())
}

// Folded returns what a head keeps of the state to which the program that writes the head folds the
// log: the number of the form of the digest, in one octet, and the digest.
func Folded(s *game.State) []byte {
	d := s.Digest()
	return append([]byte{game.DigestForm}, d[:]...)
}

// FoldedLen is how many octets Folded gives.
const FoldedLen = 17

// foldsOtherwise reports whether a log folds to another state than a head says. A head of an older
// corrd says nothing, nor does one whose digest has another form.
func foldsOtherwise(folded []byte, s *game.State) bool {
	return len(folded) == FoldedLen && folded[0] == game.DigestForm && !bytes.Equal(folded, Folded(s))
}

// Checker is what the Check and the Patrol of an engine have in common.
type Checker struct {
	Found    func(Fault)
	Rest     func() error // between two parts; nil: none is taken
	Verified Verified
	Err      error // the check could not go on
}

// Fault tells of damage in the words of a format.
func (c *Checker) Fault(format string, a ...any) { c.Found(faultf(format, a...)) }

// Tell tells of a fault, if is says that there is one.
func (c *Checker) Tell(f Fault, is bool) {
	if is {
		c.Found(f)
	}
}

// Relax rests between two parts.
func (c *Checker) Relax() {
	if c.Rest != nil && c.Err == nil {
		c.Err = c.Rest()
	}
}

// Game verifies the log of a game that has begun against the head of the game, and what the head
// says of the state to which the log leads: its digest, the seats and the next timed event. further
// says whether there is an event after the last that the head names. Game tells of each fault.
func (c *Checker) Game(v View, id int64, h Head, further bool) {
	if further {
		c.Fault("game %d: there is an event after its last, %d; the log has been changed", id, h.Seq)
	}
	if h.Seq == 0 {
		return
	}
	s, ok := c.log(v, id, h)
	if !ok {
		return
	}
	var is Head
	is.Follow(&s)
	if !h.sameSeats(&is) {
		c.Found(Fault{Words: fmt.Sprintf("game %d: its head names the players %v %v, its events %v %v", id, h.Players, h.Others, is.Players, is.Others), Stale: id})
	}
	if !h.sameAlarm(&is) {
		c.Found(StaleAlarm(id, h.Alarm, is.Alarm))
	}
}

// log verifies the chain of a log and its letters, and returns the state that the log leads to; ok
// is false where the log cannot be folded.
func (c *Checker) log(v View, id int64, h Head) (s game.State, ok bool) {
	c.Verified.Games++
	log, err := v.Events(id)
	switch {
	case errors.Is(err, ErrNewer):
		c.Fault("%v; only a newer corrd can play it on", err)
		return s, false
	case err != nil:
		c.Fault("game %d does not fold: %v; it cannot be played on", id, err)
		return s, false
	case log[h.Seq-1].Hash != h.Hash:
		c.Fault("game %d: the chain of its %d events does not end in the hash of its head; the log has been changed", id, h.Seq)
		return s, false
	}
	s.ID = id
	for _, e := range log[:h.Seq] {
		s = s.Apply(e.Event)
		c.beside(v, id, e)
	}
	if err := Decidable(s); err != nil {
		c.Found(Fault{Words: err.Error(), Beyond: id})
		return s, false
	}
	if foldsOtherwise(h.Folded, &s) {
		c.Found(Fault{Words: fmt.Sprintf("game %d folds otherwise than when event %d was written", id, h.Seq), Otherwise: id})
	}
	if at, _ := s.Deadline(); s.InPlay() && at.IsZero() {
		c.Fault("game %d is in play and its log leads to no next timed event; no flag ever falls in it", id)
	}
	return s, true
}

// beside counts what has been erased of an event, and verifies that the letter which brought the
// event about is the letter whose hash the event's line holds.
func (c *Checker) beside(v View, id int64, e Entry) {
	if e.Erased != 0 {
		c.Verified.Unprovable++
	}
	for _, b := range e.Beside {
		switch {
		case b.Erased != 0:
			c.Verified.Erased++
		case b.Name == RawText:
			raw, err := v.Raw(e.Event.Letter)
			switch {
			case errors.Is(err, ErrVeiled):
				c.Verified.Veiled++
			case err == nil && b.Salt.Seal(raw) != b.Hash:
				c.Fault("letter %d is not the one that brought event %d of game %d about; it has been changed", e.Event.Letter, e.Seq, id)
			}
		}
	}
}

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

// get returns the state of a game at a head; false: it is not kept.
func (c *States) get(id int64, h End) (game.State, bool) {
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
	if s, ok := c.get(id, h); ok {
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
