package bolt

import (
	"corrd/game"
	"corrd/store"
)

// games verifies every game, and that no event lies under the number of none.
func (c *checker) games() {
	checkTable(c, games)
	c.each(bGames, partHead, func(v *view, k, value []byte) {
		id, err := readNum(k[:idLen])
		var h store.Head
		if err != nil || decodeHead(value, &h) != nil {
			return // checkTable has said so
		}
		if v.has(bGames, inGame(id, partEvent, h.Seq+1)) {
			c.found(store.EventAfter(id, h.Seq))
		}
		if h.Seq > 0 {
			c.game(v, id, h)
		}
	})
	c.alarms()
	c.strays()
}

// game verifies the chain of a game and what the head of the game says of its state.
func (c *checker) game(v *view, id int64, h store.Head) {
	s, ok := c.verified.Game(v, id, h.Seq, h.Hash[:], h.Folded, c.found)
	if !ok {
		return
	}
	c.nextEvent(v, h, &s)
	var is store.Head
	is.Follow(&s)
	c.verified.Seats(id, h, is, c.found)
}

// nextEvent verifies that a game has the next timed event that its log leads to.
func (c *checker) nextEvent(v *view, h store.Head, s *game.State) {
	at, _ := s.Deadline()
	switch {
	case !at.Equal(h.Alarm):
		c.found(store.StaleAlarm(s.ID, h.Alarm, at))
	case !at.IsZero() && !v.has(bAlarms, timed(at, s.ID)):
		c.stale(s.ID, "game %d: its next timed event, at %v, is missing in alarms", s.ID, at)
	}
}

// alarms verifies that each alarm is the one of a game in which something falls due.
func (c *checker) alarms() {
	c.each(bAlarms, 0, func(v *view, k, _ []byte) {
		at, id, err := readTimed(k)
		if err != nil || len(k) != timeLen+idLen {
			c.fault("alarms: the key %x leads nowhere; no alarm rings after it", k)
			return
		}
		h, err := v.begun(id)
		if err != nil {
			c.fault("the alarm at %v is of game %d, which there is not: %v; no alarm rings after it", at, id, err)
			return
		}
		if !at.Equal(h.Alarm) {
			c.stale(id, "game %d: an alarm of it stands at %v beside that of its head", id, at)
		}
	})
}

// strays looks for events under a number that no game has, in one step for each number. (A letter
// may name a game that never was.)
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
