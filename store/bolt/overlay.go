package bolt

import (
	"errors"
	"maps"
	"slices"
	"sort"

	"go.etcd.io/bbolt"
)

var (
	errKey   = errors.New("store: a key is empty or too long")
	errValue = errors.New("store: a record is too large")
)

// overlay is what the transactions of a group have written, not yet in the
// buckets of the file. Its undoing is that of the last of them. Once the group
// is committed nobody changes it.
type overlay struct {
	layers   [nBuckets]layer
	undoing  []undo
	promises []promise
	settled  int               // promises of all but the last of them
	states   map[int64]*folded // of games as they were written; after a drop they match no head
}

func newOverlay() *overlay { return &overlay{states: make(map[int64]*folded)} }

// layer is what has been written to one bucket. A nil value is a deletion.
type layer struct {
	values map[string][]byte
	keys   []string // sorted
}

// undo is how one key was before it was written.
type undo struct {
	in    bucket
	key   string
	value []byte
	had   bool // false: the overlay did not hold the key
}

// put writes a value, nil to delete the key. The overlay keeps the slice.
func (o *overlay) put(in bucket, key, value []byte) error {
	if len(key) == 0 || len(key) > bbolt.MaxKeySize {
		return errKey
	}
	if int64(len(value)) > bbolt.MaxValueSize {
		return errValue
	}
	l := &o.layers[in]
	k := string(key)
	old, had := l.values[k]
	o.undoing = append(o.undoing, undo{in, k, old, had})
	l.set(k, value, had)
	return nil
}

func (l *layer) set(k string, value []byte, had bool) {
	if l.values == nil {
		l.values = make(map[string][]byte)
	}
	l.values[k] = value
	switch {
	case had:
	case len(l.keys) == 0 || k > l.keys[len(l.keys)-1]:
		l.keys = append(l.keys, k)
	default:
		l.keys = slices.Insert(l.keys, sort.SearchStrings(l.keys, k), k)
	}
}

// settle makes what has been written so far part of the group.
func (o *overlay) settle() {
	o.undoing, o.settled = o.undoing[:0], len(o.promises)
}

// drop undoes all that has been written since the last settle.
func (o *overlay) drop() {
	o.promises = o.promises[:o.settled]
	for _, u := range slices.Backward(o.undoing) {
		l := &o.layers[u.in]
		if u.had {
			l.values[u.key] = u.value
			continue
		}
		delete(l.values, u.key)
		i := sort.SearchStrings(l.keys, u.key)
		l.keys = slices.Delete(l.keys, i, i+1)
	}
	o.settle()
}

// empty reports that the group has written nothing.
func (o *overlay) empty() bool {
	return !slices.ContainsFunc(o.layers[:], func(l layer) bool { return len(l.keys) > 0 })
}

// size is about how many bytes the overlay takes in the file.
func (o *overlay) size() (n int) {
	for in := range o.layers {
		for k, v := range o.layers[in].values {
			n += len(k) + len(v)
		}
	}
	return n
}

// flatten makes one overlay of some that lie on each other, the newest first.
func flatten(all []*overlay) *overlay {
	if len(all) == 1 {
		return all[0]
	}
	flat := &overlay{}
	for in := range flat.layers {
		values := make(map[string][]byte)
		for _, o := range slices.Backward(all) {
			maps.Copy(values, o.layers[in].values)
		}
		flat.layers[in] = layer{values, slices.Sorted(maps.Keys(values))}
	}
	return flat
}

// apply writes the overlay to the buckets of the file, in the order of keys.
func (o *overlay) apply(tx *bbolt.Tx) error {
	for in := range nBuckets {
		l := &o.layers[in]
		if len(l.keys) == 0 {
			continue
		}
		to := tx.Bucket([]byte(bucketNames[in]))
		if fillPercent[in] > 0 {
			to.FillPercent = fillPercent[in]
		}
		if err := l.apply(to); err != nil {
			return err
		}
	}
	return nil
}

func (l *layer) apply(to *bbolt.Bucket) error {
	var key []byte // bbolt keeps none it is given
	for _, k := range l.keys {
		v := l.values[k]
		key = append(key[:0], k...)
		var err error
		if v == nil {
			err = to.Delete(key)
		} else {
			err = to.Put(key, v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
