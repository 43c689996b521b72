package postgres

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"corrd/game"
	"corrd/store"
)

// head is what is kept of a game beside its log, and the number of the game.
type head struct {
	id int64
	store.Head
}

var games = newTable("games", "game",
	number("id", func(h *head) *int64 { return &h.id }),
	number("seq", func(h *head) *int64 { return &h.Seq }),
	exactly("hash", func(h *head) []byte { return h.Hash[:] }),
	exactly("salts", func(h *head) []byte { return h.Salts[:] }),
	instant("alarm", func(h *head) *time.Time { return &h.Alarm }),
	number("white", func(h *head) *int64 { return &h.Players[0] }),
	number("black", func(h *head) *int64 { return &h.Players[1] }),
	numbers("others", func(h *head) *[]int64 { return &h.Others }),
	field[head]{"folded", func(h *head) any { return h.Folded }, func(h *head) any { return &h.Folded }},
)

// begun reads the head of a game that has an event.
func (v *view) begun(id int64) (head, error) {
	h, err := v.head(id)
	if err == nil && h.Seq == 0 {
		err = games.missing(id)
	}
	return h, err
}

// Game returns the state of a game after its last event; store.ErrNotFound if the game's number is
// unknown or only reserved.
func (v *view) Game(id int64) (game.State, error) {
	h, err := v.begun(id)
	if err != nil {
		return game.State{}, err
	}
	return v.state(id, h)
}

// state returns the state of a game at its head, from the cache or else folded from the log.
func (v *view) state(id int64, h head) (game.State, error) {
	s, err := v.db.states.Of(id, h.End, func() (game.State, [32]byte, error) {
		if s, ok := v.foldExpected(id, h); ok {
			return s, h.Hash, store.Decidable(s)
		}
		return v.fold(id, h, h.Seq)
	})
	if err == nil && v.demand.late(theGame(id)) && s.LastEvent.After(v.Now()) && v.failed == nil {
		v.failed = errInTheWay // another transaction began later and came first: this one begins again after it
		err = v.failed
	}
	return s, err
}

// foldExpected folds what Expect has read of a game onto the state that was kept; ok is false where
// that does not lead to the head of the game.
func (v *view) foldExpected(id int64, h head) (s game.State, ok bool) {
	log := v.memo.logs[id]
	if log == nil || log.end.Seq > 0 && log.end.Salts != h.Salts || log.end.Seq+int64(len(log.recs)) != h.Seq {
		return s, false
	}
	end := log.end
	end.Salts = h.Salts
	hash, events, err := end.Behind(id, log.recs)
	if err != nil || hash != h.Hash {
		return s, false
	}
	return log.state.Apply(events...), true
}

// GameAt returns the state of a game after event seq, 0 for before the first;
// store.ErrNotFound if there is no such event.
func (v *view) GameAt(id, seq int64) (game.State, error) {
	h, err := v.begun(id)
	if err != nil {
		return game.State{}, err
	}
	return h.At(seq, games.missing(id), func() (game.State, error) { return v.state(id, h) },
		func(n int64) (game.State, [32]byte, error) { return v.fold(id, h, n) })
}

// Games lists the numbers above after of games that have begun, at most max.
func (v *view) Games(after int64, max int) ([]int64, error) {
	v.wholly()
	return v.ids("select id from games where id > $1 and seq > 0 order by id limit $2", after, limit(max))
}

// GamesOf lists by number the games in which a player has a seat.
func (v *view) GamesOf(player int64) ([]int64, error) {
	v.shares(theSeats(player))
	return v.ids("select game from seats where player = $1 order by game", player)
}

// NextAlarm returns the game, other than the games in but, whose alarm is the earliest; ok is false
// where no other game has an alarm.
func (v *view) NextAlarm(but ...int64) (id int64, at time.Time, ok bool, err error) {
	v.wholly()
	if next := v.memo.alarm; next != nil && len(but) == 0 {
		return next.game, next.at, next.ok, nil
	}
	ok, err = v.row(nextAlarm, []any{append([]int64{}, but...)}, &id, &timeTo{&at})
	return id, at, ok, err
}

// nextAlarm returns the game, other than some, whose alarm is the earliest.
const nextAlarm = "select id, alarm from games where alarm is not null and id <> all($1) order by alarm, id limit 1"

// NewGame reserves the next number of a game.
func (u *update) NewGame() (int64, error) {
	var id int64
	if err := u.next("game", &id); err != nil {
		return 0, err
	}
	salts, err := u.saltsOf(id)
	if err != nil {
		return 0, err
	}
	u.putHead(&head{id, store.Head{End: store.End{Salts: salts}}}, true)
	return id, nil
}

// saltsOf makes the key of the salts of a game, from the key of the store.
func (u *update) saltsOf(id int64) (key store.SaltKey, err error) {
	u.shares("salts")
	var of []byte
	if _, err := u.row("select value from meta where name = 'salts'", nil, &of); err != nil {
		return key, err
	}
	if len(of) != sha256.Size {
		return key, corrupt("the store has no key for its salts")
	}
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(of, uint64(id)))
	copy(key[:], sum[:])
	return key, nil
}

// Append writes events to the log of a game and returns the state after the events;
// store.ErrNotFound if the game's number is not reserved.
func (u *update) Append(id int64, events ...game.Event) (game.State, error) {
	s := game.State{ID: id}
	h, err := u.head(id)
	if err != nil {
		return s, err
	}
	if h.Seq > 0 {
		if s, err = u.state(id, h); err != nil {
			return s, err
		}
	}
	was := h.Seats()
	write := func(seq int64, rec []byte) error { return u.writeEvent(id, seq, rec) }
	for _, e := range events {
		if s, err = h.Append(s, e, u.letterOf, write); err != nil {
			return s, ofGame(id, err)
		}
	}
	h.Written(&s)
	u.db.states.Put(id, h.End, s)
	u.putHead(&h, false)
	if !slices.Equal(was, h.Seats()) {
		for _, player := range slices.Concat(was, h.Seats()) {
			u.owns(theSeats(player))
		}
		u.putSeats(&h)
	}
	return s, nil
}

// Reckon keeps in the head of a game, and in its seats, what the log of the game leads to.
func (u *update) Reckon(id int64) (stale bool, err error) {
	u.wholly()
	h, err := u.begun(id)
	if err != nil {
		return false, err
	}
	s, _, err := u.fold(id, h, h.Seq)
	if err != nil {
		return false, err
	}
	listed, err := u.ids("select player from seats where game = $1 order by player", id)
	if err != nil {
		return false, err
	}
	was := h
	h.Follow(&s)
	u.putHead(&h, false)
	u.putSeats(&h)
	return !kept(h.Alarm).Equal(was.Alarm) || !slices.Equal(h.Seats(), was.Seats()) || !slices.Equal(h.Seats(), listed), nil
}

// putSeats lists a game for the players who have a seat in the game, and for no others.
func (u *update) putSeats(h *head) {
	u.exec("delete from seats where game = $1 and player <> all($2)", h.id, h.Seats())
	for _, player := range h.Seats() {
		u.exec("insert into seats values ($1, $2) on conflict do nothing", player, h.id)
	}
}

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
	u.beside("insert into events values ($1, $2, $3, $4)", id, seq, r.seal, string(r.line))
	u.memo.lines[[2]int64{id, seq}] = r
	return nil
}

// letterOf returns the bytes of the letter that brings an event about, as store.RawOf does.
func (u *update) letterOf(letter int64) ([]byte, error) {
	return store.RawOf(letter, u.letter, u.raw, u.Raw)
}
