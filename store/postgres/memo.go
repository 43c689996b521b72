package postgres

import (
	"maps"
	"slices"

	"corrd/store"
)

// memo holds, of what a writing transaction has read or written, what the transaction asks for
// again and again, so that the database is not asked once more. No other transaction writes
// meanwhile. A view without a memo asks the database each time.
type memo struct {
	heads    map[int64]head
	lines    map[[2]int64]record // events, by game and number, that the transaction has written
	players  map[int64]store.Player
	settings map[string]setting
}

// setting is the value of a setting, if there is one.
type setting struct {
	value string
	ok    bool
}

func newMemo() *memo {
	return &memo{map[int64]head{}, map[[2]int64]record{}, map[int64]store.Player{}, map[string]setting{}}
}

// clonePlayer copies a player, of whom another may change the copy.
func clonePlayer(p store.Player) store.Player {
	p.Addresses, p.Blocked, p.Settings = slices.Clone(p.Addresses), slices.Clone(p.Blocked), maps.Clone(p.Settings)
	return p
}

// head reads the head of a game.
func (v *view) head(id int64) (head, error) {
	if v.memo == nil {
		return games.get(v, id)
	}
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
	u.memo.heads[h.id] = *h
}

// written gives an event that the transaction has written; ok is false for an event that the
// transaction has not.
func (v *view) written(id, seq int64) (r record, ok bool) {
	if v.memo != nil {
		r, ok = v.memo.lines[[2]int64{id, seq}]
	}
	return r, ok
}
