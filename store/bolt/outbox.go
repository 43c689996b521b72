package bolt

import (
	"errors"
	"slices"
	"time"

	"corrd/game/board"
	"corrd/store"
)

var rowFields = fields[store.Row]{
	number(func(r *store.Row) *int64 { return &r.ID }),
	instant(func(r *store.Row) *time.Time { return &r.At }),
	text(func(r *store.Row) *string { return &r.Kind }),
	text(func(r *store.Row) *string { return &r.To }),
	number(func(r *store.Row) *int64 { return &r.Player }),
	number(func(r *store.Row) *int64 { return &r.Game }),
	number(func(r *store.Row) *board.Side { return &r.Side }),
	number(func(r *store.Row) *int64 { return &r.Seq }),
	number(func(r *store.Row) *int64 { return &r.First }),
	number(func(r *store.Row) *int64 { return &r.Letter }),
	truth(func(r *store.Row) *bool { return &r.Asks }),
	text(func(r *store.Row) *string { return &r.Note }),
	octets(func(r *store.Row) *[]byte { return &r.Data }),
	text(func(r *store.Row) *store.RowState { return &r.State }),
	number(func(r *store.Row) *int { return &r.Tries }),
	instant(func(r *store.Row) *time.Time { return &r.Next }),
	text(func(r *store.Row) *string { return &r.Error }),
	text(func(r *store.Row) *string { return &r.MessageID }),
	instant(func(r *store.Row) *time.Time { return &r.SentAt }),
	number(func(r *store.Row) *int { return &r.Member }),
	texts(func(r *store.Row) *[]string { return &r.Also }),
	number(func(r *store.Row) *int64 { return &r.Erased }),
	truth(func(r *store.Row) *bool { return &r.Final }),
	truth(func(r *store.Row) *bool { return &r.Null }),
}

var rows = asFields(bRows, "row", rowFields,
	index[store.Row]{
		in: bGames, part: partRow, means: "the letters of the game are not those listed",
		entries: func(id int64, r *store.Row) []entry { return byGame(r.Game, partRow, id) },
	},
	index[store.Row]{
		in: bRowsByState, means: "a letter that is parked or queued may be overlooked",
		entries: func(id int64, r *store.Row) []entry { return byState(r.State, store.Sent, id) },
	},
	index[store.Row]{
		in: bQueue, means: "letters to the address leave twice, late or out of order",
		entries: func(id int64, r *store.Row) []entry {
			if r.State != store.Queued {
				return nil
			}
			return []entry{{under(r.To, id), stamp(r.Next)}}
		},
	},
)

// Row returns a row of the outbox, or store.ErrNotFound.
func (v *view) Row(id int64) (store.Row, error) { return rows.get(v, id) }

// Signed returns the signed bytes of a row, or nil if none are stored.
func (v *view) Signed(row int64) ([]byte, error) {
	signed, err := v.getDeflated(bRowBytes, num(row))
	return store.Signed(row, signed, err)
}

// RowsOf lists by number the first rows of a game, at most max.
func (v *view) RowsOf(gameID int64, max int) ([]store.Row, error) {
	ids, err := idsOf(v.ascend(bGames, inGame(gameID, partRow), nil), max)
	return rows.list(v, ids, err)
}

// Rows lists the newest rows in one of the states, at most max, newest last; no state: all.
func (v *view) Rows(max int, states ...store.RowState) ([]store.Row, error) {
	return newest(v, rows, bRowsByState, store.Sent, func(r *store.Row) store.RowState { return r.State }, max, states)
}

// OldestRow returns the first row in a state other than Sent, or store.ErrNotFound.
func (v *view) OldestRow(state store.RowState) (store.Row, error) {
	return oldest(v, rows, bRowsByState, state)
}

// Due lists at most max rows that may be sent at now, the earliest first. Only the
// first queued row of each address is listed.
func (v *view) Due(now time.Time, max int) ([]store.Row, error) {
	var due []store.Row
	for k := range v.ascend(bDue, nil, nil) {
		at, id, err := readTimed(k)
		if err != nil {
			return nil, corrupt("a row that is due: %v", err)
		}
		if len(due) >= max || at.After(now) {
			break
		}
		r, err := v.Row(id)
		if err != nil {
			return nil, err
		}
		due = append(due, r)
	}
	return due, nil
}

// NextDue returns the earliest time at which a queued row may be sent; ok is false
// where none is queued.
func (v *view) NextDue() (at time.Time, ok bool, err error) {
	for k := range v.ascend(bDue, nil, nil) {
		if at, err = readStamp(k); err != nil {
			return at, false, corrupt("a row that is due: %v", err)
		}
		return at, true, nil
	}
	return time.Time{}, false, nil
}

// Enqueue stores a row under the next number, queued unless the row says otherwise.
func (u *update) Enqueue(r *store.Row) error {
	var err error
	if r.ID, err = rows.next(u); err != nil {
		return err
	}
	if err := store.Fits("an address", r.To); err != nil {
		return err
	}
	if r.State == "" {
		r.State = store.Queued
	}
	return u.putRow(&store.Row{To: r.To}, r)
}

// PutRow changes a row, or gives store.ErrNotFound. A row without Bytes leaves those
// that are stored.
func (u *update) PutRow(r *store.Row) error {
	old, err := rows.get(&u.view, r.ID)
	if err != nil {
		return err
	}
	return u.putRow(&old, r)
}

// ReplaceRow changes a row that stands as was; see store.Tx.
func (u *update) ReplaceRow(was, is *store.Row) error {
	old, err := rows.get(&u.view, is.ID)
	switch {
	case errors.Is(err, store.ErrNotFound), err == nil && !old.Stands(was):
		return store.ErrChanged
	case err != nil:
		return err
	}
	return u.putRow(&old, is)
}

// putRow writes a row. A row waits in the queue of its address for the rows before, so that letters
// leave in the order of their events: only the first row of a queue is ever due.
func (u *update) putRow(old, r *store.Row) error {
	if err := r.Addressed(); err != nil {
		return err
	}
	if r.Erased != old.Erased && u.has(bRowBytes, num(r.ID)) {
		if err := u.delete(bRowBytes, num(r.ID)); err != nil {
			return err
		}
	}
	if len(r.Bytes)+len(r.Deflated) > 0 && !u.has(bRowBytes, num(r.ID)) {
		if err := u.put(bRowBytes, num(r.ID), u.db.Kept(r.Bytes, r.Deflated)); err != nil {
			return err
		}
	}
	if r.State == store.Sent {
		u.unclaims = append(u.unclaims, r.ID)
	}
	if old.ID != 0 && old.To == r.To && old.State == r.State && old.Next.Equal(r.Next) {
		return rows.put(u, r.ID, old, r) // the queue stays as it is
	}
	addresses := slices.Compact([]string{old.To, r.To})
	was, err := u.fronts(addresses...)
	if err != nil {
		return err
	}
	if err := rows.put(u, r.ID, old, r); err != nil || old.State == "" && len(was) > 0 {
		return err // a new row comes last in its queue
	}
	is, err := u.fronts(addresses...)
	if err != nil {
		return err
	}
	return u.reindex(bDue, was, is)
}

// fronts returns the entries of bDue for some addresses: for each address the first row in its
// queue, under the time of the row's next try.
func (v *view) fronts(addresses ...string) (due []entry, err error) {
	for _, a := range addresses {
		for k, value := range v.ascend(bQueue, named(a), nil) {
			next, err := readStamp(value)
			if err != nil {
				return nil, corrupt("the queue of %s: %v", a, err)
			}
			id, err := readNum(k)
			if err != nil {
				return nil, corrupt("the queue of %s: %v", a, err)
			}
			due = append(due, entry{timed(next, id), present})
			break
		}
	}
	return due, nil
}

// strangersTotal is the key in bMeta of the number of octets in the letters of strangers whose
// bytes are kept.
var strangersTotal = []byte("strangers' octets")

// strangers returns the octets that the letters of strangers have together.
func (v *view) strangers() (int64, error) {
	value := v.get(bMeta, strangersTotal)
	if value == nil {
		return 0, nil
	}
	return readNum(value)
}

func (u *update) addStrangers(octets int64) error {
	if octets == 0 {
		return nil
	}
	total, err := u.strangers()
	if err != nil {
		return err
	}
	return u.put(bMeta, strangersTotal, num(total+octets))
}

// Purge drops the bytes of letters of strangers, oldest first: of those received before a time and,
// while the others are more than quota octets, of more; of at most max. A letter that acted is
// evidence, and Purge keeps the letter's bytes even if an older corrd took it for a stranger's.
func (u *update) Purge(before time.Time, quota int64, max int) (purged int, err error) {
	ids, err := idsOf(u.ascend(bStrangers, nil, nil), max)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		l, err := letters.get(&u.view, id)
		if err != nil {
			return purged, err
		}
		if l.State == store.Acted {
			l.Stranger = false
			if err := u.PutLetter(&l, nil); err != nil {
				return purged, err
			}
			continue
		}
		total, err := u.strangers()
		if err != nil || total <= quota && !l.Received.Before(before) {
			return purged, err
		}
		if err := u.delete(bRaw, num(id)); err != nil {
			return purged, err
		}
		l.Purged = true
		if err := u.PutLetter(&l, nil); err != nil {
			return purged, err
		}
		purged++
	}
	return purged, nil
}
