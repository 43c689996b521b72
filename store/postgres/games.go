package postgres

import (
	"bytes"
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

// Head reads the head of a game, as store.Logs describes.
func (v *view) Head(id int64) (store.Head, error) {
	h, err := v.head(id)
	return h.Head, err
}

// Latest returns the state of a game at its head, from the cache or else folded from the log.
func (v *view) Latest(id int64, h store.Head) (game.State, error) {
	s, err := v.db.states.Of(id, h.End, func() (game.State, [32]byte, error) {
		if s, ok := v.foldExpected(id, h); ok {
			return s, h.Hash, store.Decidable(s)
		}
		return store.Refold(v, id, h, h.Seq)
	})
	if err == nil && v.demand.late(theGame(id)) && s.LastEvent.After(v.Now()) && v.failed == nil {
		v.failed = errInTheWay // another transaction began later and came first: this one begins again after it
		err = v.failed
	}
	return s, err
}

// Game returns the state of a game after its last event; store.ErrNotFound if the game's number is
// unknown or only reserved.
func (v *view) Game(id int64) (game.State, error) { return store.Game(v, id) }

// GameAt returns the state of a game after event seq, 0 for before the first;
// store.ErrNotFound if there is no such event.
func (v *view) GameAt(id, seq int64) (game.State, error) { return store.GameAt(v, id, seq) }

// Events reads the log of a game, with the hash after each event; store.ErrNotFound
// as for Game.
func (v *view) Events(id int64) ([]store.Entry, error) { return store.Events(v, id) }

// EventsAfter reads the events of a game that follow an end.
func (v *view) EventsAfter(id int64, end store.End, seq int64) ([]game.Event, store.End, error) {
	return store.EventsAfter(v, id, end, seq)
}

// foldExpected folds what Expect has read of a game onto the state that was kept; ok is false where
// that does not lead to the head of the game.
func (v *view) foldExpected(id int64, h store.Head) (s game.State, ok bool) {
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
	return store.Salts(of, id)
}

// Append writes events to the log of a game and returns the state after the events;
// store.ErrNotFound if the game's number is not reserved.
func (u *update) Append(id int64, events ...game.Event) (game.State, error) {
	s, h, err := store.Append(u, id, events...)
	if err == nil {
		u.db.states.Put(id, h.End, s)
	}
	return s, err
}

// EraseTexts writes the events of a game anew without some of their texts, and gives the game
// another key of salts. store.Tx describes the arguments and the results.
func (u *update) EraseTexts(id, order int64, erase func(e game.Event, name string, text []byte) bool) (erased int, err error) {
	u.wholly()
	return store.EraseTexts(u, id, order, erase)
}

// Reckon keeps in the head of a game, and in its seats, what the log of the game leads to.
func (u *update) Reckon(id int64) (stale bool, err error) {
	u.wholly()
	listed, err := u.ids(seatsIn, id)
	if err != nil {
		return false, err
	}
	is, stale, err := store.Reckon(u, id)
	if err != nil || slices.Equal(is.Seats(), listed) {
		return stale, err
	}
	u.putSeats(id, is.Seats())
	return true, nil
}

// seatsIn lists by number the players for whom a game is listed.
const seatsIn = "select player from seats where game = $1 order by player"

// PutHead stores the head of a game, and lists the game for the players who have a seat in it.
func (u *update) PutHead(id int64, was, is store.Head) error {
	u.putHead(&head{id, is}, false)
	before, after := was.Seats(), is.Seats()
	if !slices.Equal(before, after) {
		for _, player := range slices.Concat(before, after) {
			u.owns(theSeats(player))
		}
		u.putSeats(id, after)
	}
	return nil
}

// putSeats lists a game for the players who have a seat in the game, and for no others.
func (u *update) putSeats(id int64, players []int64) {
	u.exec("delete from seats where game = $1 and player <> all($2)", id, players)
	for _, player := range players {
		u.exec("insert into seats values ($1, $2) on conflict do nothing", player, id)
	}
}

// record is one event as the database keeps the event: what stands before the plain line, and the
// line.
type record struct{ seal, line []byte }

func (r record) bytes() []byte { return slices.Concat(r.seal, r.line) }

// split cuts a record of package store in front of its plain line, which is the last part of the
// record and begins with the first `{"seq":`.
func split(rec []byte) (record, error) {
	at := bytes.Index(rec, []byte(`{"seq":`))
	if at < 0 {
		return record{}, corrupt("an event without a line: %.60q", rec)
	}
	return record{rec[:at], rec[at:]}, nil
}

// Records reads the events of a game after one up to another as they are kept.
func (v *view) Records(id, after, last int64) (recs [][]byte, err error) {
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
			return store.EventLost(id, next)
		}
		recs = append(recs, r.bytes())
		return nil
	}, "select seq, seal, line from events where game = $1 and seq > $2 and seq <= $3 order by seq", id, after, last)
	if next := after + int64(len(recs)) + 1; err == nil && next <= last {
		err = store.EventLost(id, next)
	}
	return recs, err
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
		return nil, store.NoEvent(id, seq)
	}
	return store.Line(r.bytes(), h.Salts)
}

// Write stores the record of one event.
func (u *update) Write(id, seq int64, rec []byte) error {
	r, err := split(rec)
	if err != nil {
		return err
	}
	u.beside("insert into events values ($1, $2, $3, $4)", id, seq, r.seal, string(r.line))
	u.memo.lines[[2]int64{id, seq}] = r
	return nil
}

// Rewrite stores all records of a log in the place of those that are there.
func (u *update) Rewrite(id int64, recs [][]byte) error {
	for i, rec := range recs {
		r, err := split(rec)
		if err != nil {
			return err
		}
		u.exec("update events set seal = $3, line = $4 where game = $1 and seq = $2", id, int64(i)+1, r.seal, string(r.line))
	}
	clear(u.memo.lines)
	clear(u.memo.logs)
	return nil
}

// LetterOf returns the bytes of the letter that brings an event about, as store.RawOf does.
func (u *update) LetterOf(letter int64) ([]byte, error) {
	return store.RawOf(letter, u.letter, u.raw, u.Raw)
}
