package control

import (
	"context"
	"errors"
	"time"

	"corrd/store"
)

// OutboxView is a row of the outbox.
type OutboxView struct {
	ID        int64      `json:"id"`
	To        string     `json:"to"`
	Player    *string    `json:"player"` // the name of who is written to; null: no player
	Kind      string     `json:"kind"`
	Game      *int64     `json:"game"`
	State     string     `json:"state"`
	Tries     int        `json:"tries"`
	Next      *time.Time `json:"next"`
	Error     *string    `json:"error"`
	MessageID string     `json:"message_id"`
	// Daemon is the daemon that has claimed the row, when several daemons share the store.
	Daemon *string `json:"daemon,omitempty"`
}

func viewRow(r store.Row, player *string) OutboxView {
	v := OutboxView{ID: r.ID, To: r.To, Player: player, Kind: r.Kind, State: string(r.State), Tries: r.Tries, MessageID: r.MessageID}
	if r.Game != 0 {
		v.Game = &r.Game
	}
	if r.State == store.Queued {
		v.Next = &r.Next
	}
	v.Error = orNull(r.Error)
	return v
}

// OutboxList returns the rows that have not been sent.
func (r *Room) OutboxList(context.Context, None) ([]OutboxView, error) {
	return view(r, func(v store.View) ([]OutboxView, error) {
		rows, err := v.Rows(10_000, append([]store.RowState{store.Queued, store.Parked, store.Waiting}, store.Unposted...)...)
		holders, err2 := holders(v)
		views, name := []OutboxView{}, namer(v)
		for _, row := range rows {
			one := viewRow(row, name(row.Player))
			one.Daemon = orNull(holders[row.ID])
			views = append(views, one)
		}
		return views, errors.Join(err, err2)
	})
}

// holders returns, by the number of the row, the daemon that has claimed the row and whose lease
// lasts.
func holders(v store.View) (map[int64]string, error) {
	leases, err := v.Leases()
	alive := map[string]bool{}
	for _, l := range leases {
		alive[l.Name] = l.Alive(v.Now())
	}
	claims, err2 := v.Claims()
	by := map[int64]string{}
	for _, c := range claims {
		if alive[store.NodeLease(c.By)] {
			by[c.Row] = c.By
		}
	}
	return by, errors.Join(err, err2)
}

// OutboxRetry sends a waiting or parked row at once.
func (r *Room) OutboxRetry(_ context.Context, a Numbered) (OutboxView, error) {
	return r.onRow(a.ID, func(row *store.Row, now time.Time) { row.State, row.Next = store.Queued, now })
}

// OutboxPark parks a row: the row is not sent until OutboxRetry, and later rows to the same
// address do not wait for it.
func (r *Room) OutboxPark(_ context.Context, a Numbered) (OutboxView, error) {
	return r.onRow(a.ID, func(row *store.Row, _ time.Time) { row.State = store.Parked })
}

// onRow changes a row that has not been sent.
func (r *Room) onRow(id int64, change func(row *store.Row, now time.Time)) (OutboxView, error) {
	return update(r, func(tx store.Tx) (OutboxView, error) {
		row, err := tx.Row(id)
		if err != nil {
			return OutboxView{}, err
		}
		if row.State == store.Sent {
			return OutboxView{}, refuse("letter %d has been sent to %s; corrctl outbox list shows those that have not", id, row.To)
		}
		if row.Erased != 0 && row.State == store.Parked {
			return OutboxView{}, refuse("letter %d has been erased, by order %d", id, row.Erased)
		}
		change(&row, tx.Now())
		return viewRow(row, namer(tx)(row.Player)), tx.PutRow(&row)
	})
}
