package clerk

import (
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/tournaments"
	"corrd/store"
)

// The clerk carries out here the parts of the umpire's and the operator's verbs that need
// letters. Package control leaves them to the clerk by its interfaces control.Clerk and
// control.Loops.

// Release makes a held letter act, as of the letter's receipt, for the seat for which the letter
// claims to speak.
func (c *Clerk) Release(tx store.Tx, l store.Letter) error {
	s, err := seatClaimed(tx, l)
	if err != nil {
		return err
	}
	return c.umpiresDesk(tx, l).release(s, l)
}

// Dropped lets a flag fall that has waited for a letter which will never act.
func (c *Clerk) Dropped(tx store.Tx, l store.Letter) error {
	s, err := seatClaimed(tx, l)
	if err != nil {
		return err
	}
	return c.umpiresDesk(tx, l).settleFlag(s)
}

// umpiresDesk makes a taking of a held letter without a sender: the umpire acts, and nobody gets
// an answer as the writer of the letter.
func (c *Clerk) umpiresDesk(tx store.Tx, l store.Letter) *taking {
	l.Player = 0
	d := c.taking(tx, &l, tx.Now())
	d.from = tx.Now()
	return d
}

// seatClaimed returns the seat for which a held letter claims to speak. On a side of several
// players the seat is that of the member from whose address the letter came, or else of the
// member who was asked.
func seatClaimed(v store.View, l store.Letter) (ledger.Seat, error) {
	if l.Game == 0 {
		return ledger.Seat{}, nil
	}
	s, err := ledger.SeatOf(v, l.Game, l.Side, 0)
	if err != nil || !s.Game.Consults(l.Side) {
		return s, err
	}
	asked, err := ledger.AskedAbout(v, l.Game)
	if err != nil {
		return s, err
	}
	for _, player := range []int64{l.Player, asked[l.ID]} {
		if member := ledger.MemberNumber(s.Game, l.Side, player); member > 0 {
			return ledger.SeatOf(v, l.Game, l.Side, member)
		}
	}
	return s, nil
}

// Wake makes the daemon look at the outbox, the alarms and the circulars without delay.
func (c *Clerk) Wake() {
	c.Hasten()
	c.lookAtNews()
}

// Hasten makes the daemon look at the outbox and the alarms without delay.
func (c *Clerk) Hasten() {
	c.sender.Ring()
	c.alarms.Ring()
}

// lookAtNews makes the loop of circulars look without delay.
func (c *Clerk) lookAtNews() {
	c.newsAsked.Add(1)
	c.news.Ring()
}

// NewsBehind reports whether the loop of circulars has yet to look: because it is time, or because
// it has been asked to. If so, NewsBehind makes the loop look.
func (c *Clerk) NewsBehind() bool {
	look := c.newsLook.Load()
	behind := look > 0 && (look <= c.clock.Now().Unix() || c.newsLooked.Load() < c.newsAsked.Load())
	if behind {
		c.news.Ring()
	}
	return behind
}

// NewsWaits reports whether anything waits for a look of the loop of circulars.
func (c *Clerk) NewsWaits(v store.View) (bool, error) {
	waits, err := ledger.TurnsWait(v)
	if err != nil || waits {
		return waits, err
	}
	return observersDue(v)
}

// Unread counts the letters in the mailbox that have no verdict yet, and counts one more while
// corrd looks through letters that were taken before. If the count is not 0, Unread makes the
// daemon look at the mailbox.
func (c *Clerk) Unread() int {
	n := c.queued()
	if n > 0 {
		c.in.Kick()
	}
	if c.catchingUp() {
		n++
	}
	return n
}

// Questions counts the questions about letters held on an earlier day that are due to be asked,
// and reports whether any question waits for a later day.
func (c *Clerk) Questions(v store.View, now time.Time) (due int, waits bool, err error) {
	letters, waits, err := c.unaskedDue(v, now)
	return len(letters), waits, err
}

// Digests counts the umpires to whom a digest of what waits for them is due, and the secretary to
// whom a letter of the day is, and what directors of events have not been told. If the count is not
// 0, Digests makes the daemon write them.
func (c *Clerk) Digests(v store.View) (due int, err error) {
	if due, err = c.keeper.Digests(v); err != nil {
		return due, err
	}
	asks, err := ledger.SecretaryDue(v, c.desk.Ledger)
	if asks {
		due++
	}
	if err != nil {
		return due, err
	}
	events, err := tournaments.Due(v, c.desk.Ledger)
	due += events
	if due > 0 {
		c.keeper.DigestNow()
	}
	return due, err
}
