package clerk

import (
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/store"
)

// The clerk does here what package control leaves to the clerk: the part of the umpire's and the operator's verbs that
// needs letters (control.Clerk, control.Loops).

// Release has a held letter act, as of its receipt, for the seat that it claims to
// speak for.
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
	return c.umpiresDesk(tx, l).dropFlag(s)
}

// umpiresDesk lays a held letter on a desk as a letter of nobody's: the umpire acts, and
// nothing is told as an answer to whoever wrote the letter.
func (c *Clerk) umpiresDesk(tx store.Tx, l store.Letter) *taking {
	l.Player = 0
	return c.taking(tx, &l, tx.Now())
}

// seatClaimed is the seat that a letter which waits claims to speak for: of a side
// of several the member from whose address it came, else the one who was asked.
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

// Wake has the outbox and the alarms looked at without delay.
func (c *Clerk) Wake() {
	c.sender.Ring()
	c.alarms.Ring()
}

// Unread counts the letters in the mailbox that have no verdict yet, and one more while
// letters that were taken before are looked through. Where there are any, the mailbox is
// looked at.
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

// Questions counts the questions about letters held on an earlier day that are due to be
// asked, and reports whether any wait for a day.
func (c *Clerk) Questions(v store.View, now time.Time) (due int, waits bool, err error) {
	letters, waits, err := c.unaskedDue(v, now)
	return len(letters), waits, err
}
