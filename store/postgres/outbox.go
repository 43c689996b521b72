package postgres

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/store"
)

var rows = newTable("outbox", "row",
	number("id", func(r *store.Row) *int64 { return &r.ID }),
	instant("at", func(r *store.Row) *time.Time { return &r.At }),
	text("kind", func(r *store.Row) *string { return &r.Kind }),
	texts("also", func(r *store.Row) *[]string { return &r.Also }),
	text("recipient", func(r *store.Row) *string { return &r.To }),
	number("player", func(r *store.Row) *int64 { return &r.Player }),
	number("game", func(r *store.Row) *int64 { return &r.Game }),
	number("side", func(r *store.Row) *board.Side { return &r.Side }),
	number("member", func(r *store.Row) *int { return &r.Member }),
	number("seq", func(r *store.Row) *int64 { return &r.Seq }),
	number("first", func(r *store.Row) *int64 { return &r.First }),
	number("letter", func(r *store.Row) *int64 { return &r.Letter }),
	truth("asks", func(r *store.Row) *bool { return &r.Asks }),
	text("note", func(r *store.Row) *string { return &r.Note }),
	truth("final", func(r *store.Row) *bool { return &r.Final }),
	truth("anonymous", func(r *store.Row) *bool { return &r.Null }),
	octets("data", func(r *store.Row) *[]byte { return &r.Data }),
	text("state", func(r *store.Row) *store.RowState { return &r.State }),
	number("tries", func(r *store.Row) *int { return &r.Tries }),
	instant("next", func(r *store.Row) *time.Time { return &r.Next }),
	text("error", func(r *store.Row) *string { return &r.Error }),
	text("message_id", func(r *store.Row) *string { return &r.MessageID }),
	instant("sent_at", func(r *store.Row) *time.Time { return &r.SentAt }),
	number("erased", func(r *store.Row) *int64 { return &r.Erased }),
)

func init() {
	rows.update = strings.Replace(rows.update, " where ", ", claimed_by = case $18 when 'sent' then null else claimed_by end where ", 1)
}

// Row returns a row of the outbox, or store.ErrNotFound.
func (v *view) Row(id int64) (store.Row, error) {
	v.owns(theRow(id))
	if r, known := v.memo.rows[id]; known {
		return cloneRow(r.row), nil
	}
	return rows.get(v, id)
}

// cloneRow copies a row, of which another may change the copy.
func cloneRow(r store.Row) store.Row {
	r.Also, r.Data = slices.Clone(r.Also), slices.Clone(r.Data)
	return r
}

// Signed returns the signed bytes of a row, or nil if none are stored.
func (v *view) Signed(row int64) (signed []byte, err error) {
	v.owns(theRow(row))
	kept, known := v.memo.rows[row]
	if !known {
		if _, err := v.row("select deflated from outbox_bytes where row_id = $1", []any{row}, &kept.deflated); err != nil {
			return nil, err
		}
	}
	if kept.deflated == nil {
		return nil, nil
	}
	signed, err = v.db.Inflate(kept.deflated)
	switch {
	case errors.Is(err, store.ErrVeiled):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("the signed bytes of row %d: %w", row, err)
	}
	return signed, nil
}

// RowsOf lists by number the first rows of a game, at most max.
func (v *view) RowsOf(gameID int64, max int) ([]store.Row, error) {
	v.owns(theGame(gameID))
	if all, known := v.memo.firsts[gameID]; known && (max <= len(all) || len(all) < firstRows) {
		firsts := slices.Clone(all[:min(max, len(all))])
		for i := range firsts {
			firsts[i] = cloneRow(firsts[i])
		}
		return firsts, nil
	}
	return rows.list(v, "where game = $1 and game <> 0 order by id limit $2", gameID, limit(max))
}

// Rows lists the newest rows in one of the states, at most max, newest last; no state: all.
func (v *view) Rows(max int, states ...store.RowState) ([]store.Row, error) {
	v.wholly()
	return newest(v, rows, max, states)
}

// OldestRow returns the first row in a state other than Sent, or store.ErrNotFound.
func (v *view) OldestRow(state store.RowState) (store.Row, error) { return oldest(v, rows, state) }

// first is the condition that a row is the first queued one to its address.
const first = `r.state = 'queued' and not exists (
	select from outbox as e where e.state = 'queued' and e.recipient = r.recipient and e.id < r.id)`

// Due lists at most max rows that may be sent at now, the earliest first. Only the
// first queued row of each address is listed.
func (v *view) Due(now time.Time, max int) ([]store.Row, error) {
	v.wholly()
	return rows.list(v, "where "+first+" and coalesce(r.next, '-infinity') <= $1 order by coalesce(r.next, '-infinity'), r.id limit $2", now.UTC(), limit(max))
}

// NextDue returns the earliest time at which a queued row may be sent; ok is false
// where none is queued.
func (v *view) NextDue() (at time.Time, ok bool, err error) {
	v.wholly()
	ok, err = v.row("select r.next from outbox as r where "+first+" order by coalesce(r.next, '-infinity'), r.id limit 1", nil, &timeTo{&at})
	return at, ok, err
}

// Enqueue stores a row under the next number, queued unless the row says otherwise.
func (u *update) Enqueue(r *store.Row) error {
	if r.State == "" {
		r.State = store.Queued
	}
	if err := u.nextRow(r.To, &r.ID); err != nil {
		return err
	}
	return u.putRow(r, true)
}

// PutRow changes a row, or gives store.ErrNotFound. A row without Bytes leaves those
// that are stored.
func (u *update) PutRow(r *store.Row) error { return u.putRow(r, false) }

func (u *update) putRow(r *store.Row, fresh bool) error {
	if err := addressed(r); err != nil {
		return err
	}
	if r.Game != 0 {
		u.owns(theGame(r.Game))
	}
	if !fresh {
		u.owns(theRow(r.ID))
		delete(u.memo.rows, r.ID)
		u.exec("delete from outbox_bytes where row_id = $1 and exists (select from outbox where id = $1 and erased <> $2)", r.ID, r.Erased)
	}
	rows.put(u, r.ID, fresh, r)
	u.putBytes(r)
	return nil
}

// standing is the condition that a row stands as it was read, in addition to its number; see
// store.Row.Stands.
const standing = ` and (recipient, state, tries, asks, message_id, erased) = ($25, $26, $27, $28, $29, $30)
	and next is not distinct from $31 and sent_at is not distinct from $32`

// ReplaceRow changes a row that stands as was; see store.Tx.
func (u *update) ReplaceRow(was, is *store.Row) error {
	if err := addressed(is); err != nil {
		return err
	}
	if is.Game != 0 {
		u.owns(theGame(is.Game))
	}
	u.owns(theRow(is.ID))
	delete(u.memo.rows, is.ID)
	u.change(store.ErrChanged, rows.update+standing, append(rows.args(is), spell(was.To), string(was.State), was.Tries, was.Asks,
		spell(was.MessageID), was.Erased, orNull(was.Next), orNull(was.SentAt))...)
	u.putBytes(is)
	return nil
}

// putBytes stores the signed bytes of a row, unless some are stored.
func (u *update) putBytes(r *store.Row) {
	if len(r.Bytes) > 0 {
		u.exec("insert into outbox_bytes values ($1, $2) on conflict do nothing", r.ID, u.db.Kept(r.Bytes, r.Deflated))
	}
}

// addressed refuses a row to what cannot be an address.
func addressed(r *store.Row) error {
	if r.To == "" || strings.ContainsRune(r.To, 0) {
		return fmt.Errorf("store: row %d: %q cannot be an address", r.ID, r.To)
	}
	return fits("an address", r.To)
}
