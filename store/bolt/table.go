package bolt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"corrd/store"
)

// table is one kind of numbered record and the indexes that lead to the record. put keeps the
// indexes and Check verifies them, both from the same declaration.
type table[T any] struct {
	in      bucket
	noun    string // in errors; also the name of the table's last number in meta
	encode  func(*T) ([]byte, error)
	decode  func([]byte, *T) error
	indexes []index[T]
}

// index is a bucket that leads to the records of a table.
type index[T any] struct {
	in      bucket
	entries func(id int64, rec *T) []entry // the entries that a record has in the index
	part    part                           // the part of bGames, if the index lies there
	apart   bool                           // Check verifies the index by code of its own
	means   string                         // what goes wrong when the index is wrong
}

type entry struct{ key, value []byte }

// asJSON is a table for few records.
func asJSON[T any](in bucket, noun string, indexes ...index[T]) *table[T] {
	return &table[T]{in: in, noun: noun, indexes: indexes,
		encode: func(rec *T) ([]byte, error) { return json.Marshal(rec) },
		decode: func(b []byte, rec *T) error { return json.Unmarshal(b, rec) },
	}
}

// asFields is a table for many records, which are read and written all the time.
func asFields[T any](in bucket, noun string, fs fields[T], indexes ...index[T]) *table[T] {
	return &table[T]{in: in, noun: noun, indexes: indexes, encode: fs.encode, decode: fs.decode}
}

// key is the key of the record with a number.
func (t *table[T]) key(id int64) []byte {
	if t.in == bGames {
		return inGame(id, partHead)
	}
	return num(id)
}

// get reads the record with a number.
func (t *table[T]) get(v *view, id int64) (rec T, err error) {
	value := v.get(t.in, t.key(id))
	if value == nil {
		return rec, t.missing(id)
	}
	if err := t.decode(value, &rec); err != nil {
		return rec, corrupt("%s %d: %v", t.noun, id, err)
	}
	return rec, nil
}

func (t *table[T]) has(v *view, id int64) bool { return v.has(t.in, t.key(id)) }

func (t *table[T]) missing(id int64) error { return store.Missing(t.noun, id) }

// list reads the records with the numbers given.
func (t *table[T]) list(v *view, ids []int64, err error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	recs := make([]T, len(ids))
	for i, id := range ids {
		if recs[i], err = t.get(v, id); err != nil {
			return nil, err
		}
	}
	return recs, nil
}

// next returns the next number of the table, from 1.
func (t *table[T]) next(u *update) (int64, error) {
	last, err := t.last(&u.view)
	if err != nil {
		return 0, err
	}
	return last + 1, u.put(bMeta, []byte(t.noun), num(last+1))
}

// pass has no later record be given a number up to last.
func (t *table[T]) pass(u *update, last int64) error {
	given, err := t.last(&u.view)
	if err != nil || last <= given {
		return err
	}
	return u.put(bMeta, []byte(t.noun), num(last))
}

// last returns the last number of the table that has been given, 0 for none.
func (t *table[T]) last(v *view) (int64, error) {
	value := v.get(bMeta, []byte(t.noun))
	if value == nil {
		return 0, nil
	}
	last, err := readNum(value)
	if err != nil {
		return 0, corrupt("the number of the last %s: %v", t.noun, err)
	}
	return last, nil
}

// open returns, to be changed, the record that *id names; or, with *id 0, sets *id to the next
// number and gives an empty record.
func (t *table[T]) open(u *update, id *int64) (old T, err error) {
	if *id != 0 {
		return t.get(&u.view, *id)
	}
	*id, err = t.next(u)
	return old, err
}

// put writes a record in the place of old, and the entries of the record in the indexes.
func (t *table[T]) put(u *update, id int64, old, rec *T) error {
	value, err := t.encode(rec)
	if err != nil {
		return fmt.Errorf("store: %s %d: %w", t.noun, id, err)
	}
	for _, ix := range t.indexes {
		if err := u.reindex(ix.in, ix.entries(id, old), ix.entries(id, rec)); err != nil {
			return err
		}
	}
	return u.put(t.in, t.key(id), value)
}

// reindex puts the entries of a record in an index in the place of others.
func (u *update) reindex(in bucket, was, is []entry) error {
	for _, e := range was {
		if slices.ContainsFunc(is, e.sameKey) {
			continue
		}
		if err := u.delete(in, e.key); err != nil {
			return err
		}
	}
	for _, e := range is {
		if slices.ContainsFunc(was, e.same) {
			continue
		}
		if err := u.put(in, e.key, e.value); err != nil {
			return err
		}
	}
	return nil
}

func (e entry) sameKey(f entry) bool { return bytes.Equal(e.key, f.key) }

func (e entry) same(f entry) bool { return e.sameKey(f) && bytes.Equal(e.value, f.value) }

// present is the value of an entry whose key says everything.
var present = []byte{}

// at is the one entry under a key.
func at(key []byte) []entry { return []entry{{key, present}} }

// byGame is the entry of a letter or row in its game; a gameID of 0 makes no entry.
func byGame(gameID int64, p part, id int64) []entry {
	if gameID == 0 {
		return nil
	}
	return at(inGame(gameID, p, id))
}

// byState is the index of the letters or rows in a state. The common state, in
// which nearly all of them end, has no entries.
func byState[S ~string](state, common S, id int64) []entry {
	if state == "" || state == common {
		return nil
	}
	return at(under(string(state), id))
}

// idsOf returns the numbers at the ends of keys, at most max.
func idsOf(keys iter.Seq2[[]byte, []byte], max int) ([]int64, error) {
	var ids []int64
	for k := range keys {
		if len(ids) >= max {
			break
		}
		id, err := readNum(k)
		if err != nil {
			return nil, corrupt("%v", err)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// newest returns, at most max, the last records in one of some states (in any state where none is
// named), in ascending order. Records in the common state have no index of their own, and are found
// among all.
func newest[T any, S ~string](v *view, t *table[T], index bucket, common S, stateOf func(*T) S, max int, states []S) (recs []T, err error) {
	if len(states) > 0 && !slices.Contains(states, common) {
		ids, err := newestOf(v, index, max, states)
		return t.list(v, ids, err)
	}
	for k := range v.descend(t.in, nil) {
		if len(recs) >= max {
			break
		}
		id, err := readNum(k)
		if err != nil {
			return nil, corrupt("%v", err)
		}
		rec, err := t.get(v, id)
		if err != nil {
			return nil, err
		}
		if len(states) == 0 || slices.Contains(states, stateOf(&rec)) {
			recs = append(recs, rec)
		}
	}
	slices.Reverse(recs)
	return recs, nil
}

// oldest returns the first record in a state that has an index.
func oldest[T any, S ~string](v *view, t *table[T], index bucket, state S) (rec T, err error) {
	ids, err := idsOf(v.ascend(index, named(string(state)), nil), 1)
	if err != nil {
		return rec, err
	}
	if len(ids) == 0 {
		return rec, store.NoneIs(string(state))
	}
	return t.get(v, ids[0])
}

// newestOf returns the last numbers an index holds under some states, at most
// max, in ascending order.
func newestOf[S ~string](v *view, index bucket, max int, states []S) ([]int64, error) {
	var ids []int64
	for _, state := range states {
		more, err := idsOf(v.descend(index, named(string(state))), max)
		if err != nil {
			return nil, err
		}
		ids = append(ids, more...)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return ids[len(ids)-min(max, len(ids)):], nil
}
