package postgres

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"corrd/game"
	"corrd/store"
)

// record is one event as the database keeps the event: what stands before the plain line, and the
// line.
type record struct{ seal, line []byte }

func (r record) bytes() []byte { return slices.Concat(r.seal, r.line) }

// split parts a record of package store before its plain line, which is the last part of the record
// and begins with the first `{"seq":`.
func split(rec []byte) (record, error) {
	at := bytes.Index(rec, []byte(`{"seq":`))
	if at < 0 {
		return record{}, corrupt("an event without a line: %.60q", rec)
	}
	return record{rec[:at], rec[at:]}, nil
}

// records reads the events of a game after one up to another as they are kept.
func (v *view) records(id, after, last int64) (recs [][]byte, err error) {
	if recs, ok := v.expected(id, after, last); ok {
		return recs, nil
	}
	err = v.query(func(rows pgx.Rows) error {
		var seq int64
		var r record
		if err := rows.Scan(&seq, &r.seal, &r.line); err != nil {
			return err
		}
		if next := after + int64(len(recs)) + 1; seq != next {
			return corrupt("game %d: event %d is missing", id, next)
		}
		recs = append(recs, r.bytes())
		return nil
	}, "select seq, seal, line from events where game = $1 and seq > $2 and seq <= $3 order by seq", id, after, last)
	if next := after + int64(len(recs)) + 1; err == nil && next <= last {
		err = corrupt("game %d: event %d is missing", id, next)
	}
	return recs, err
}

// fold folds the first n events of a game and gives the hash of the last.
func (v *view) fold(id int64, h head, n int64) (game.State, [32]byte, error) {
	recs, err := v.records(id, 0, n)
	if err != nil {
		return game.State{}, [32]byte{}, err
	}
	return store.Fold(id, recs, h.Salts)
}

// Events reads the log of a game, with the hash after each event; store.ErrNotFound
// as for Game.
func (v *view) Events(id int64) ([]store.Entry, error) {
	h, err := v.begun(id)
	if err != nil {
		return nil, err
	}
	recs, err := v.records(id, 0, h.Seq)
	if err != nil {
		return nil, err
	}
	return store.Entries(id, recs, h.Salts)
}

// EventsAfter reads the events of a game that follow an end.
func (v *view) EventsAfter(id int64, end store.End, seq int64) ([]game.Event, store.End, error) {
	h, err := v.begun(id)
	if err != nil {
		return nil, end, err
	}
	return h.EventsAfter(id, end, seq, games.missing(id), func(after, last int64) ([][]byte, error) { return v.records(id, after, last) })
}

// Line returns event seq of a game in the form that is hashed, or store.ErrNotFound.
func (v *view) Line(id, seq int64) ([]byte, error) {
	h, err := v.head(id)
	if err != nil {
		return nil, err
	}
	if recs, ok := v.expected(id, seq-1, seq); ok && seq > 0 {
		return store.Line(recs[0], h.Salts)
	}
	r, ok := v.written(id, seq)
	if !ok {
		ok, err = v.row("select seal, line from events where game = $1 and seq = $2", []any{id, seq}, &r.seal, &r.line)
	}
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("event %d of %w", seq, games.missing(id))
	}
	return store.Line(r.bytes(), h.Salts)
}

// writeEvent writes one event of a game.
func (u *update) writeEvent(id, seq int64, rec []byte) error {
	r, err := split(rec)
	if err != nil {
		return err
	}
	u.exec("insert into events values ($1, $2, $3, $4)", id, seq, r.seal, string(r.line))
	u.memo.lines[[2]int64{id, seq}] = r
	return nil
}

// letterOf returns the bytes of the letter that brings an event about, as store.RawOf does.
func (u *update) letterOf(letter int64) ([]byte, error) {
	return store.RawOf(letter, u.letter, u.raw, u.Raw)
}
