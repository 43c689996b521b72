package clerk

import (
	"context"
	"time"

	"corrd/store"
)

// OutboxView is a row of the outbox.
type OutboxView struct {
	ID        int64      `json:"id"`
	To        string     `json:"to"`
	Kind      string     `json:"kind"`
	Game      *int64     `json:"game"`
	State     string     `json:"state"`
	Tries     int        `json:"tries"`
	Next      *time.Time `json:"next"`
	Error     *string    `json:"error"`
	MessageID string     `json:"message_id"`
}

func viewRow(r store.Row) OutboxView {
	v := OutboxView{ID: r.ID, To: r.To, Kind: r.Kind, State: string(r.State), Tries: r.Tries, MessageID: r.MessageID}
	if r.Game != 0 {
		v.Game = &r.Game
	}
	if r.State == store.Queued {
		v.Next = &r.Next
	}
	v.Error = orNull(r.Error)
	return v
}

func (c *Clerk) outboxList(context.Context, Args) (any, error) {
	views := []OutboxView{}
	err := c.db.View(func(v store.View) error {
		rows, err := v.Rows(10_000, store.Queued, store.Parked)
		for _, r := range rows {
			views = append(views, viewRow(r))
		}
		return err
	})
	return views, err
}

// outboxRetry has a row that waits or is parked sent at once.
func (c *Clerk) outboxRetry(_ context.Context, a Args) (any, error) {
	defer c.sender.Ring()
	return c.changeRow(a.ID, func(r *store.Row, now time.Time) { r.State, r.Next = store.Queued, now })
}

// outboxPark sets a row aside: it is not sent until it is retried, and those
// behind it to the same address go on.
func (c *Clerk) outboxPark(_ context.Context, a Args) (any, error) {
	defer c.sender.Ring()
	return c.changeRow(a.ID, func(r *store.Row, _ time.Time) { r.State = store.Parked })
}

// changeRow changes a row that has not been sent.
func (c *Clerk) changeRow(id int64, change func(r *store.Row, now time.Time)) (view OutboxView, err error) {
	err = c.db.Update(func(tx store.Tx) error {
		row, err := tx.Row(id)
		if err != nil {
			return err
		}
		if row.State == store.Sent {
			return refuse("letter %d has been sent to %s; corrctl outbox list shows those that have not", id, row.To)
		}
		if row.Erased != 0 && row.State == store.Parked {
			return refuse("letter %d has been erased, by order %d", id, row.Erased)
		}
		change(&row, tx.Now())
		view = viewRow(row)
		return tx.PutRow(&row)
	})
	return view, err
}
