package bolt

import (
	"errors"
	"slices"

	"corrd/store"
)

// games verifies every game, and that no event lies under the number of none.
func (c *checker) games() {
	checkTable(c, games)
	c.each(bGames, partHead, func(v *view, k, value []byte) {
		id, err := readNum(k[:idLen])
		var h head
		if err != nil || decodeHead(value, &h) != nil {
			return // checkTable has said so
		}
		if v.has(bGames, inGame(id, partEvent, h.seq+1)) {
			c.fault("game %d: there is an event after its last, %d; the log has been changed", id, h.seq)
		}
		if h.seq > 0 {
			c.game(v, id, h)
			c.verified++
		}
	})
	c.strays()
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
	if others := othersOf(&s); s.Players != h.players || !slices.Equal(others, h.others) {
		c.fault("game %d: its head names the players %v %v, its events %v %v; the games listed of them are wrong", id, h.players, h.others, s.Players, others)
	}
}

// strays looks for events under a number that is no game, by one step for each
// number. (A letter may name a game that never was.)
func (c *checker) strays() {
	last := int64(-1)
	for more := true; more && c.err == nil; {
		more = false
		c.view(bucketNames[bGames], func(v *view) {
			for range checkSlice {
				id, ok, err := v.nextGame(last)
				if err != nil {
					c.fault("%v; nothing after it can be listed", err)
				}
				if !ok {
					return
				}
				if !games.has(v, id) && v.has(bGames, inGame(id, partEvent, 1)) {
					c.fault("events lie under the number %d, which is no game; the game is lost", id)
				}
				last, more = id, true
			}
		})
		c.relax()
	}
}
