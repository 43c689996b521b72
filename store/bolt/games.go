package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"corrd/game"
	"corrd/store"
)

// Head reads the head of a game, as store.Logs describes.
func (v *view) Head(id int64) (store.Head, error) { return games.get(v, id) }

// Latest returns the state of a game at its head: from a group that is not in the file yet, else
// from the cache, else folded from the log.
func (v *view) Latest(id int64, h store.Head) (game.State, error) {
	return v.db.states.Of(id, h.End, func() (game.State, [32]byte, error) { return store.Refold(v, id, h, h.Seq) })
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

// Records returns the records of the events of a game after one up to another; they end with the
// transaction.
func (v *view) Records(id, after, last int64) ([][]byte, error) {
	recs := make([][]byte, 0, max(last-after, 0))
	next := after + 1
	for k, rec := range v.ascend(bGames, inGame(id, partEvent), inGame(id, partEvent, next)) {
		if next > last {
			break
		}
		if !bytes.Equal(k, inGame(id, partEvent, next)) {
			return nil, store.EventLost(id, next)
		}
		recs = append(recs, rec)
		next++
	}
	if next <= last {
		return nil, store.EventLost(id, next)
	}
	return recs, nil
}

// Line returns event seq of a game in the form that is hashed, or store.ErrNotFound.
func (v *view) Line(id, seq int64) ([]byte, error) {
	rec := v.get(bGames, inGame(id, partEvent, seq))
	if rec == nil {
		return nil, store.NoEvent(id, seq)
	}
	h, err := games.get(v, id)
	if err != nil {
		return nil, err
	}
	return store.Line(rec, h.Salts)
}

// Games lists the numbers above after of games that have begun, at most max.
func (v *view) Games(after int64, max int) ([]int64, error) {
	var ids []int64
	for len(ids) < max {
		id, ok, err := v.nextGame(after)
		if err != nil || !ok {
			return ids, err
		}
		if _, err := store.Begun(v, id); err == nil {
			ids = append(ids, id)
		} else if !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		after = id
	}
	return ids, nil
}

// nextGame returns the first number greater than another under which anything lies.
func (v *view) nextGame(after int64) (id int64, ok bool, err error) {
	for k := range v.ascend(bGames, nil, num(after+1)) {
		if id, err = readNum(k[:min(idLen, len(k))]); err != nil {
			return 0, false, corrupt("a game: %v", err)
		}
		return id, true, nil
	}
	return 0, false, nil
}

// GamesOf lists by number the games in which a player has a seat.
func (v *view) GamesOf(player int64) ([]int64, error) {
	return idsOf(v.ascend(bGamesByPlayer, num(player), nil), math.MaxInt)
}

// NextAlarm returns the game, other than the games in but, whose alarm is the earliest; ok is false
// where no other game has an alarm.
func (v *view) NextAlarm(but ...int64) (id int64, at time.Time, ok bool, err error) {
	for k := range v.ascend(bAlarms, nil, nil) {
		if at, id, err = readTimed(k); err != nil {
			return 0, at, false, corrupt("an alarm: %v", err)
		}
		if !slices.Contains(but, id) {
			return id, at, true, nil
		}
	}
	return 0, time.Time{}, false, nil
}

// NewGame reserves the next number of a game.
func (u *update) NewGame() (int64, error) {
	id, err := games.next(u)
	if err != nil {
		return 0, err
	}
	salts, err := u.saltsOf(id)
	if err != nil {
		return 0, err
	}
	return id, games.put(u, id, &store.Head{}, &store.Head{End: store.End{Salts: salts}})
}

// keySalts is the key in bMeta of 32 random octets, of which the keys of the salts of new
// games are made. An erasure gives the store others.
var keySalts = []byte("salts")

// saltsOf makes the key of the salts of a game.
func (v *view) saltsOf(id int64) (store.SaltKey, error) {
	return store.Salts(v.get(bMeta, keySalts), id)
}

// PassNumbers has no later record be given one of these numbers, nor a smaller one.
func (u *update) PassNumbers(n store.Numbers) error {
	return errors.Join(games.pass(u, n.Game), registrations.pass(u, n.Registration), challenges.pass(u, n.Challenge), letters.pass(u, n.Letter))
}

// Append writes events to the log of a game and returns the state after them; store.ErrNotFound if
// its number is not reserved.
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
	return store.EraseTexts(u, id, order, erase)
}

// Reckon keeps in the head of a game, and in the indexes, what the log of the game leads to.
func (u *update) Reckon(id int64) (stale bool, err error) {
	is, stale, err := store.Reckon(u, id)
	if err != nil {
		return false, err
	}
	var due []byte
	if !is.Alarm.IsZero() {
		due = timed(is.Alarm, id)
		if !u.has(bAlarms, due) {
			stale, err = true, u.put(bAlarms, due, present)
		}
	}
	var wrong [][]byte
	for k := range u.ascend(bAlarms, nil, nil) {
		if _, of, err := readTimed(k); err == nil && of == id && !bytes.Equal(k, due) {
			wrong = append(wrong, bytes.Clone(k))
		}
	}
	for _, k := range wrong {
		stale, err = true, errors.Join(err, u.delete(bAlarms, k))
	}
	return stale, err
}

// LetterOf returns the bytes of the letter that brings an event about, as store.RawOf does.
func (u *update) LetterOf(letter int64) ([]byte, error) {
	return store.RawOf(letter, u.letter, u.raw, u.Raw)
}

// Write stores the record of one event.
func (u *update) Write(id, seq int64, rec []byte) error {
	return u.put(bGames, inGame(id, partEvent, seq), rec)
}

// Rewrite stores all records of a log in the place of those that are there.
func (u *update) Rewrite(id int64, recs [][]byte) error {
	for i, rec := range recs {
		if err := u.Write(id, int64(i)+1, rec); err != nil {
			return err
		}
	}
	return nil
}

// PutHead stores the head of a game, and the game's entries in the indexes.
func (u *update) PutHead(id int64, was, is store.Head) error { return games.put(u, id, &was, &is) }

const (
	hashEnd = idLen + 32
	headLen = hashEnd + len(store.SaltKey{}) + timeLen + 2*idLen
)

var games = &table[store.Head]{
	in: bGames, noun: "game", encode: encodeHead, decode: decodeHead,
	indexes: []index[store.Head]{
		{
			in: bAlarms, apart: true, means: "what falls due in the game is not done in time",
			entries: func(id int64, h *store.Head) []entry {
				if h.Alarm.IsZero() {
					return nil
				}
				return at(timed(h.Alarm, id))
			},
		},
		{
			in: bGamesByPlayer, means: store.MeansGames,
			entries: func(id int64, h *store.Head) (es []entry) {
				for _, player := range h.Seats() {
					es = append(es, at(nums(player, id))...)
				}
				return es
			},
		},
	},
}

func encodeHead(h *store.Head) ([]byte, error) {
	b := make([]byte, 0, headLen)
	b = append(b, num(h.Seq)...)
	b = append(b, h.Hash[:]...)
	b = append(b, h.Salts[:]...)
	b = append(b, stamp(h.Alarm)...)
	b = append(b, nums(h.Players[:]...)...)
	b = append(b, nums(h.Others...)...)
	return append(b, h.Folded...), nil
}

func decodeHead(b []byte, h *store.Head) (err error) {
	if end := len(b) - store.FoldedLen; end >= headLen && (end-headLen)%idLen == 0 {
		h.Folded, b = bytes.Clone(b[end:]), b[:end]
	}
	if len(b) < headLen || (len(b)-headLen)%idLen != 0 {
		return fmt.Errorf("its head has %d bytes, not %d", len(b), headLen)
	}
	h.Seq = int64(binary.BigEndian.Uint64(b))
	b = b[idLen:]
	b = b[copy(h.Hash[:], b):]
	b = b[copy(h.Salts[:], b):]
	h.Alarm, err = readStamp(b)
	for i := range h.Players {
		h.Players[i] = int64(binary.BigEndian.Uint64(b[timeLen+idLen*i:]))
	}
	for b = b[timeLen+2*idLen:]; len(b) > 0; b = b[idLen:] {
		h.Others = append(h.Others, int64(binary.BigEndian.Uint64(b)))
	}
	return err
}
