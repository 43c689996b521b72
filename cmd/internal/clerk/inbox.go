package clerk

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/store"
)

// InboxView is a letter that came in and that nothing has come of yet: held until the
// address on file countersigns it, set aside because it could not be filed, or
// ignored or a copy, with the reason. Raw is given for one letter alone.
type InboxView struct {
	ID        int64     `json:"id"`
	At        time.Time `json:"at"`
	From      string    `json:"from"`
	Subject   string    `json:"subject"`
	Game      *int64    `json:"game"`
	Seat      *string   `json:"seat"`
	State     string    `json:"state"`
	Reason    string    `json:"reason"`
	MessageID string    `json:"message_id"`
	Raw       []byte    `json:"raw,omitempty"`
	Purged    bool      `json:"purged,omitempty"` // a stranger's, whose bytes are not kept any more
}

func viewInbox(l store.Letter) InboxView {
	v := InboxView{ID: l.ID, At: l.Received, From: l.From, Subject: l.Subject, State: string(l.State), Reason: l.Verdict, MessageID: l.MessageID, Purged: l.Purged}
	if l.Game != 0 {
		side := l.Side.String()
		v.Game, v.Seat = &l.Game, &side
	}
	return v
}

// inboxPage is how many letters the list shows, the newest ones.
const inboxPage = 10_000

func (c *Clerk) inboxList(context.Context, Args) (any, error) {
	views := []InboxView{}
	err := c.db.View(func(v store.View) error {
		letters, err := v.Letters(inboxPage, store.HeldLetter, store.Quarantined, store.Ignored, store.Duplicate)
		for _, l := range letters {
			views = append(views, viewInbox(l))
		}
		return err
	})
	return views, err
}

// inboxShow gives any letter that ever came in, with its bytes.
func (c *Clerk) inboxShow(_ context.Context, a Args) (any, error) {
	var view InboxView
	err := c.db.View(func(v store.View) error {
		l, err := v.Letter(a.ID)
		if err != nil {
			return err
		}
		view = viewInbox(l)
		if !l.Purged {
			view.Raw, err = v.Raw(a.ID)
		}
		return err
	})
	return view, err
}

// foundPage is how many of the newest letters are looked through for one.
const foundPage = 1000

// inboxFind gives the newest letter that is filed and bears a Message-ID, with its bytes;
// the mailbox is looked at for it meanwhile. It is how the doctor finds the letter that it
// sends to corrd.
func (c *Clerk) inboxFind(_ context.Context, a Args) (any, error) {
	if c.in != nil {
		c.in.Kick()
	}
	var view InboxView
	err := c.db.View(func(v store.View) error {
		letters, err := v.Letters(foundPage, store.Ignored)
		if err != nil {
			return err
		}
		for _, l := range slices.Backward(letters) {
			if l.MessageID == a.Name && a.Name != "" {
				view = viewInbox(l)
				view.Raw, err = v.Raw(l.ID)
				return err
			}
		}
		return store.ErrNotFound
	})
	return view, err
}

// inboxRelease has a held letter act, as of its own receipt, on the operator's
// word instead of the player's.
func (c *Clerk) inboxRelease(_ context.Context, a Args) (any, error) {
	defer c.sender.Ring()
	return c.decide(a.ID, func(d *desk, s ledger.Seat, held store.Letter) error {
		if held.State != store.HeldLetter {
			return refuse("letter %d could not be filed (%s); it can be shown or discarded, not released", held.ID, held.Verdict)
		}
		return d.release(s, held)
	})
}

// inboxDiscard ends a letter that waits: it will never act. The reason is kept.
func (c *Clerk) inboxDiscard(_ context.Context, a Args) (any, error) {
	defer c.alarms.Ring()
	reason := strings.TrimSpace(a.Reason)
	if reason == "" {
		return nil, refuse("give the reason; it is kept with the letter")
	}
	return c.decide(a.ID, func(d *desk, s ledger.Seat, held store.Letter) error {
		wasHeld := held.State == store.HeldLetter
		held.State, held.Verdict = store.Discarded, "discarded by the operator: "+reason
		if err := d.tx.PutLetter(&held, nil); err != nil || !wasHeld {
			return err
		}
		return d.dropFlag(s)
	})
}

// seatClaimed is the seat that a letter which waits claims to speak for: of a side
// of several the member from whose address it came, else the one who was asked.
func (d *desk) seatClaimed(l store.Letter) (ledger.Seat, error) {
	s, err := ledger.SeatOf(d.tx, l.Game, l.Side, 0)
	if err != nil || !s.Game.Consults(l.Side) {
		return s, err
	}
	asked, err := ledger.AskedAbout(d.tx, l.Game)
	if err != nil {
		return s, err
	}
	for _, player := range []int64{l.Player, asked[l.ID]} {
		if member := ledger.MemberNumber(s.Game, l.Side, player); member > 0 {
			return ledger.SeatOf(d.tx, l.Game, l.Side, member)
		}
	}
	return s, nil
}

// decide runs f on a letter that waits, with the seat it claims to speak for,
// and gives the letter as it is then.
func (c *Clerk) decide(id int64, f func(d *desk, s ledger.Seat, l store.Letter) error) (view InboxView, err error) {
	err = c.db.Update(func(tx store.Tx) error {
		l, err := tx.Letter(id)
		if err != nil {
			return err
		}
		if l.State != store.HeldLetter && l.State != store.Quarantined {
			return refuse("letter %d does not wait: its state is %s", id, strings.TrimSuffix(fmt.Sprintf("%s, %s", l.State, l.Verdict), ", "))
		}
		d := newDesk(c, tx, &store.Letter{ID: id}, tx.Now())
		var s ledger.Seat
		if l.Game != 0 {
			if s, err = d.seatClaimed(l); err != nil {
				return err
			}
		}
		if err := f(d, s, l); err != nil {
			return err
		}
		l, err = tx.Letter(id)
		view = viewInbox(l)
		return err
	})
	return view, err
}
