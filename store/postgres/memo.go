package postgres

import (
	"maps"
	"slices"
	"time"

	"corrd/game"
	"corrd/store"
)

// memo holds what a transaction has read or written and asks for again, so that the database is
// not asked once more: nobody else changes it meanwhile.
type memo struct {
	heads    map[int64]head
	logs     map[int64]*logMemo
	lines    map[[2]int64]record // events, by game and number, that the transaction has written
	players  map[int64]store.Player
	at       map[string]int64 // by folded address the player, 0 for none
	settings map[string]setting
	counts   map[string]int64
	seen     map[store.Key]int64 // 0 for a key that is not marked
	rows     map[int64]rowMemo
	letters  map[int64]store.Letter
	firsts   map[int64][]store.Row // of games the first rows, firstRows of them or all
	alarm    *alarm                // the next of all games; nil: not asked for
}

// firstRows is how many rows of a game Expect asks for: those that begin the game, unless many
// consult on a side.
const firstRows = 8

// setting is the value of a setting, if there is one.
type setting struct {
	value string
	ok    bool
}

// alarm is the next alarm of all games, if there is one.
type alarm struct {
	game int64
	at   time.Time
	ok   bool
}

// rowMemo is a row of the outbox and its signed bytes as they lie.
type rowMemo struct {
	row      store.Row
	deflated []byte
}

func newMemo() *memo {
	return &memo{map[int64]head{}, map[int64]*logMemo{}, map[[2]int64]record{}, map[int64]store.Player{}, map[string]int64{},
		map[string]setting{}, map[string]int64{}, map[store.Key]int64{}, map[int64]rowMemo{}, map[int64]store.Letter{}, map[int64][]store.Row{}, nil}
}

// clonePlayer copies a player, of whom another may change the copy.
func clonePlayer(p store.Player) store.Player {
	p.Addresses, p.Blocked, p.Settings = slices.Clone(p.Addresses), slices.Clone(p.Blocked), maps.Clone(p.Settings)
	return p
}

// head reads the head of a game.
func (v *view) head(id int64) (head, error) {
	v.owns(theGame(id))
	h, ok := v.memo.heads[id]
	if ok {
		return h, nil
	}
	h, err := games.get(v, id)
	if err == nil {
		v.memo.heads[id] = h
	}
	return h, err
}

// putHead writes the head of a game.
func (u *update) putHead(h *head, fresh bool) {
	games.put(u, h.id, fresh, h)
	u.memo.heads[h.id], u.memo.alarm = *h, nil
}

// written returns an event that the transaction has written; ok is false for an event that the
// transaction has not.
func (v *view) written(id, seq int64) (r record, ok bool) {
	r, ok = v.memo.lines[[2]int64{id, seq}]
	return r, ok
}

// logMemo is the end of the log of a game: the events after one whose state is kept folded, or all
// events.
type logMemo struct {
	end   store.End // of the kept state; zero: none is kept
	state game.State
	recs  [][]byte
}

// expected returns the events of a game after one up to another as they are kept, where Expect has
// read them.
func (v *view) expected(id, after, last int64) ([][]byte, bool) {
	log := v.memo.logs[id]
	if log == nil || after < log.end.Seq || last-log.end.Seq > int64(len(log.recs)) || last < after {
		return nil, false
	}
	return log.recs[after-log.end.Seq : last-log.end.Seq], true
}

// met keeps a player in mind, and at which of the addresses that were asked for the player is
// found.
func (v *view) met(p *store.Player) {
	v.memo.players[p.ID] = clonePlayer(*p)
	for _, a := range p.Addresses {
		a = store.FoldAddress(a)
		if first, asked := v.memo.at[a]; asked && (first == 0 || p.ID < first) {
			v.memo.at[a] = p.ID
		}
	}
}
