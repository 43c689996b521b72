package bolt

import (
	"errors"

	"corrd/store"
)

// games verifies every game, and that there is no event without its game.
func (c *checker) games() {
	checkTable(c, games)
	c.each(bGames, func(v *view, k, value []byte) {
		id, err := readNum(k)
		var h head
		if err != nil || decodeHead(value, &h) != nil {
			return // checkTable has said so
		}
		if v.has(bEvents, nums(id, h.seq+1)) {
			c.fault("game %d: there is an event after its last, %d; the log has been changed", id, h.seq)
		}
		if h.seq > 0 {
			c.game(v, id, h)
			c.verified++
		}
	})
	c.strayEvents()
}

// game verifies the chain of a game and what its head says of its state.
func (c *checker) game(v *view, id int64, h head) {
	s, hash, err := v.fold(id, h.seq)
	switch {
	case errors.Is(err, store.ErrNewer):
		c.fault("%v; only a newer corrd can play it on", err)
		return
	case err != nil:
		c.fault("game %d does not fold: %v; it cannot be played on", id, err)
		return
	case hash != h.hash:
		c.fault("game %d: the chain of its %d events does not end in the hash of its head; the log has been changed", id, h.seq)
		return
	}
	if at, _ := s.Deadline(); !at.Equal(h.alarm) {
		c.fault("game %d: its alarm stands at %v and should stand at %v; what falls due is not done in time", id, h.alarm, at)
	}
	if s.Players != h.players {
		c.fault("game %d: its head names the players %v, its events %v; the games listed of them are wrong", id, h.players, s.Players)
	}
}

// strayEvents looks for events of games that do not exist, by one step for each game.
func (c *checker) strayEvents() {
	var from []byte
	for more := true; more && c.err == nil; {
		more = false
		c.view(bucketNames[bEvents], func(v *view) {
			for range checkSlice {
				id, ok := v.firstGame(from)
				if !ok {
					return
				}
				if !games.has(v, id) {
					c.fault("events lie under the number %d, which is no game; the game is lost from the list", id)
				}
				from, more = num(id+1), true
			}
		})
	}
}

// firstGame gives the game of the first event at or after a key.
func (v *view) firstGame(from []byte) (id int64, ok bool) {
	for k := range v.ascend(bEvents, nil, from) {
		id, err := readNum(k[:min(idLen, len(k))])
		return id, err == nil
	}
	return 0, false
}
