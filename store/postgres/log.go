package postgres

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"corrd/game"
	"corrd/store"
	"corrd/store/kit"
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

// records reads the first n events of a game as they are kept, and how many more there are.
func (v *view) records(id, n int64) (recs [][]byte, err error) {
	if recs, ok := v.whole(id, n); ok {
		return recs, nil
	}
	err = v.query(func(rows pgx.Rows) error {
		var seq int64
		var r record
		if err := rows.Scan(&seq, &r.seal, &r.line); err != nil {
			return err
		}
		if seq != int64(len(recs))+1 {
			return fmt.Errorf("game %d: event %d is missing", id, len(recs)+1)
		}
		recs = append(recs, r.bytes())
		return nil
	}, "select seq, seal, line from events where game = $1 and seq <= $2 order by seq", id, n)
	if err == nil && int64(len(recs)) < n {
		err = corrupt("game %d: event %d is missing", id, len(recs)+1)
	}
	return recs, err
}

// fold folds the first n events of a game and gives the hash of the last.
func (v *view) fold(id int64, h head, n int64) (s game.State, hash [32]byte, err error) {
	s.ID = id
	recs, err := v.records(id, n)
	if err != nil {
		return s, hash, err
	}
	hash, events, err := follow(id, 0, hash, recs, h.cut().Salts)
	if err != nil {
		return s, hash, err
	}
	s = s.Apply(events...)
	return s, hash, store.Decidable(s)
}

// follow reads the records that follow event seq of a game, whose hash is given, and gives the hash
// of the last.
func follow(id, seq int64, hash [32]byte, recs [][]byte, key store.SaltKey) (_ [32]byte, events []game.Event, err error) {
	events = make([]game.Event, len(recs))
	for i, rec := range recs {
		if events[i], err = decode(rec, id, seq+int64(i)+1); err != nil {
			return hash, nil, err
		}
		if hash, err = store.Chain(hash, rec, key); err != nil {
			return hash, nil, ofGame(id, err)
		}
	}
	return hash, events, nil
}

// decode reads a record, which must be event seq of game id.
func decode(rec []byte, id, seq int64) (game.Event, error) {
	e, err := store.ReadEvent(rec, seq)
	if err != nil {
		return e, ofGame(id, err)
	}
	return e, nil
}

// Events reads the log of a game, with the hash after each event; store.ErrNotFound
// as for Game.
func (v *view) Events(id int64) ([]store.Entry, error) {
	h, err := v.begun(id)
	if err != nil {
		return nil, err
	}
	recs, err := v.records(id, h.seq)
	if err != nil {
		return nil, err
	}
	return entries(id, h, recs)
}

// entries reads the records of a game.
func entries(id int64, h head, recs [][]byte) ([]store.Entry, error) {
	all := make([]store.Entry, len(recs))
	var hash [32]byte
	for i, rec := range recs {
		seq := int64(i) + 1
		e, err := decode(rec, id, seq)
		if err != nil {
			return nil, err
		}
		if all[i], err = store.ReadEntry(rec, h.cut().Salts, hash); err != nil {
			return nil, ofGame(id, err)
		}
		all[i].Seq, all[i].Event, hash = seq, e, all[i].Hash
	}
	return all, nil
}

// Line returns event seq of a game in the form that is hashed, or store.ErrNotFound.
func (v *view) Line(id, seq int64) ([]byte, error) {
	h, err := v.head(id)
	if err != nil {
		return nil, err
	}
	if recs, ok := v.whole(id, seq); ok && seq > 0 {
		return store.Line(recs[seq-1], h.cut().Salts)
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
	return store.Line(r.bytes(), h.cut().Salts)
}

// append writes one event, and folds the event in the form in which it will be read back.
func (u *update) append(id int64, h *head, s game.State, e game.Event) (game.State, error) {
	raw, err := kit.Raw(e.Letter, u.letter, u.raw, u.Raw)
	if err != nil {
		return s, err
	}
	key := h.cut().Salts
	rec, err := store.EncodeEvent(h.seq+1, e, raw, key)
	if err != nil {
		return s, err
	}
	if _, e, err = store.DecodeEvent(rec); err != nil {
		return s, err
	}
	hash, err := store.Chain(h.cut().Hash, rec, key)
	if err != nil {
		return s, err
	}
	r, err := split(rec)
	if err != nil {
		return s, err
	}
	h.hash = hash[:]
	h.seq++
	u.exec("insert into events values ($1, $2, $3, $4)", id, h.seq, r.seal, string(r.line))
	u.memo.lines[[2]int64{id, h.seq}] = r
	return s.Apply(e), nil
}
