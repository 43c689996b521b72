package bolt

import (
	"bytes"
	"iter"
	"sort"
	"strings"

	"go.etcd.io/bbolt"
)

// base is the file as a transaction reads it, with the overlays that lie on it.
// Keys and values it hands out are good until the transaction ends and must not
// be changed.
type base struct {
	tx      *bbolt.Tx
	over    []*overlay // the newest first
	buckets [nBuckets]*bbolt.Bucket
	cursors [nBuckets]*bbolt.Cursor // for get, which would make one each time
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
	for _, o := range b.over {
		if v, ok := o.layers[in].values[string(key)]; ok {
			return v
		}
	}
	disk := b.bucket(in)
	if disk == nil {
		return nil
	}
	if b.cursors[in] == nil {
		b.cursors[in] = disk.Cursor()
	}
	if k, v := b.cursors[in].Seek(key); bytes.Equal(k, key) {
		return v
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
		var sources []source
		first := string(start)
		for _, o := range b.over {
			l := &o.layers[in]
			sources = l.addTo(sources, prefix, sort.SearchStrings(l.keys, first), +1)
		}
		if d := b.bucket(in); d != nil {
			c := d.Cursor()
			k, v := c.Seek(start)
			sources = append(sources, source{k, v, c.Next})
		}
		merge(prefix, +1, sources, yield)
	}
}

// descend gives the keys with a prefix in reverse order. Nothing may be written
// while it runs.
func (b *base) descend(in bucket, prefix []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		end := after(prefix)
		var sources []source
		for _, o := range b.over {
			l := &o.layers[in]
			i := len(l.keys)
			if end != nil {
				i = sort.SearchStrings(l.keys, string(end))
			}
			sources = l.addTo(sources, prefix, i-1, -1)
		}
		if d := b.bucket(in); d != nil {
			c := d.Cursor()
			k, v := before(c, end)
			sources = append(sources, source{k, v, c.Prev})
		}
		merge(prefix, -1, sources, yield)
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

// source is one of the sequences of keys that are merged; a nil k ends it.
type source struct {
	k, v []byte
	next func() (k, v []byte)
}

func (s *source) step() { s.k, s.v = s.next() }

// addTo adds the keys of a layer from the i-th, by steps of +1 or -1, unless
// the first does not have the prefix.
func (l *layer) addTo(sources []source, prefix []byte, i, step int) []source {
	if i < 0 || i >= len(l.keys) || !strings.HasPrefix(l.keys[i], string(prefix)) {
		return sources
	}
	return append(sources, l.source(i, step))
}

// source gives the keys of a layer from the i-th on, by steps of +1 or -1.
func (l *layer) source(i, step int) source {
	s := source{next: func() (k, v []byte) {
		if i < 0 || i >= len(l.keys) {
			return nil, nil
		}
		key := l.keys[i]
		i += step
		return []byte(key), l.values[key]
	}}
	s.step()
	return s
}

// merge yields the keys of some sources that have the prefix, in their common
// order, +1 or -1. Of those that have a key, the first counts; its nil value is
// a deletion.
func merge(prefix []byte, order int, sources []source, yield func(k, v []byte) bool) {
	for {
		first := -1
		for i := range sources {
			s := &sources[i]
			if s.within(prefix) && (first < 0 || bytes.Compare(s.k, sources[first].k)*order < 0) {
				first = i
			}
		}
		if first < 0 {
			return
		}
		k, v := sources[first].k, sources[first].v
		for i := first; i < len(sources); i++ {
			if bytes.Equal(sources[i].k, k) {
				sources[i].step()
			}
		}
		if v != nil && !yield(k, v) {
			return
		}
	}
}

func (s *source) within(prefix []byte) bool {
	return s.k != nil && bytes.HasPrefix(s.k, prefix)
}
