package bolt

import (
	"bytes"
	"iter"
	"sort"

	"go.etcd.io/bbolt"
)

// base is the commit a transaction reads, with an overlay on it when it also
// reads what has not been committed yet. Keys and values it hands out are good
// until the transaction ends and must not be changed.
type base struct {
	tx      *bbolt.Tx
	over    *overlay // nil: none
	buckets [nBuckets]*bbolt.Bucket
}

// bucket gives a bucket of the file; nil if the file is of a time before it.
func (b *base) bucket(in bucket) *bbolt.Bucket {
	if b.buckets[in] == nil {
		b.buckets[in] = b.tx.Bucket([]byte(bucketNames[in]))
	}
	return b.buckets[in]
}

// get gives the value of a key, nil if there is none.
func (b *base) get(in bucket, key []byte) []byte {
	if b.over != nil {
		if v, ok := b.over.layers[in].values[string(key)]; ok {
			return v
		}
	}
	if disk := b.bucket(in); disk != nil {
		return disk.Get(key)
	}
	return nil
}

// has reports whether a key is there.
func (b *base) has(in bucket, key []byte) bool { return b.get(in, key) != nil }

// ascend gives the keys with a prefix, from the key `from` on (nil: the first),
// in order. Nothing may be written while it runs.
func (b *base) ascend(in bucket, prefix, from []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		start := prefix
		if bytes.Compare(from, prefix) > 0 {
			start = from
		}
		var disk, over source
		if d := b.bucket(in); d != nil {
			c := d.Cursor()
			disk = source{next: c.Next}
			disk.k, disk.v = c.Seek(start)
		}
		if b.over != nil {
			l := &b.over.layers[in]
			over = l.source(sort.SearchStrings(l.keys, string(start)), +1)
		}
		merge(prefix, +1, disk, over, yield)
	}
}

// descend gives the keys with a prefix in reverse order. Nothing may be written
// while it runs.
func (b *base) descend(in bucket, prefix []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		end := after(prefix)
		var disk, over source
		if d := b.bucket(in); d != nil {
			c := d.Cursor()
			disk = source{next: c.Prev}
			disk.k, disk.v = before(c, end)
		}
		if b.over != nil {
			l := &b.over.layers[in]
			i := len(l.keys)
			if end != nil {
				i = sort.SearchStrings(l.keys, string(end))
			}
			over = l.source(i-1, -1)
		}
		merge(prefix, -1, disk, over, yield)
	}
}

// before moves a cursor to the last key less than end (nil: to the last).
func before(c *bbolt.Cursor, end []byte) (k, v []byte) {
	if end != nil {
		if k, _ := c.Seek(end); k != nil {
			return c.Prev()
		}
	}
	return c.Last()
}

// source is one of the two sequences of keys that are merged; a nil k ends it.
type source struct {
	k, v []byte
	next func() (k, v []byte)
}

func (s *source) step() { s.k, s.v = s.next() }

// source walks the keys of a layer from the i-th by steps of +1 or -1.
func (l *layer) source(i, step int) source {
	at := func() (k, v []byte) {
		if i < 0 || i >= len(l.keys) {
			return nil, nil
		}
		key := l.keys[i]
		i += step
		return []byte(key), l.values[key]
	}
	s := source{next: at}
	s.step()
	return s
}

// merge yields the keys of two sources that have the prefix, in their common
// order, +1 or -1. Where both have a key, that of the overlay counts; a nil
// value of the overlay is a deletion.
func merge(prefix []byte, order int, disk, over source, yield func(k, v []byte) bool) {
	for {
		var c int // less than 0: disk comes first; 0: both have the key
		switch onDisk, inOver := disk.within(prefix), over.within(prefix); {
		case onDisk && inOver:
			c = bytes.Compare(disk.k, over.k) * order
		case onDisk:
			c = -1
		case inOver:
			c = +1
		default:
			return
		}
		k, v := disk.k, disk.v
		if c >= 0 {
			k, v = over.k, over.v
			over.step()
		}
		if c <= 0 {
			disk.step()
		}
		if v != nil && !yield(k, v) {
			return
		}
	}
}

func (s *source) within(prefix []byte) bool {
	return s.k != nil && bytes.HasPrefix(s.k, prefix)
}
