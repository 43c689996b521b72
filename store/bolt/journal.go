package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"

	"go.etcd.io/bbolt"
)

// A letter changes some thirty keys all over the file, and to write them to
// their buckets costs a commit dozens of pages. So most commits write what a
// group has changed into the journal only, in one piece; it lies as an overlay
// on whatever reads the file. One commit in many writes all of it to the
// buckets and empties the journal. Every commit is one of the file's own: a copy
// of the file, or what a crash leaves of it, has journal and buckets as of the
// same instant.
//
// The bucket "journal" has a bucket for each group, by its number, with what it has
// changed and the check sum of that, which those of a time before it do not have.
// Its sequence is the generation: how often it has been emptied.

// The journal is emptied when it holds so many groups, or so many bytes. It
// bounds the memory of the overlays, and what a reader looks through.
const (
	journalGroups = 32
	journalBytes  = 1 << 20
)

var keyGroup, keySum = []byte("group"), []byte("sum")

// pending is what the journal holds. It is a value that nobody changes.
type pending struct {
	generation uint64
	over       []*overlay // the newest first
	size       int        // bytes
}

// with gives what is pending after one more group.
func (p *pending) with(o *overlay) *pending {
	return &pending{p.generation, append([]*overlay{o}, p.over...), p.size + o.size()}
}

// isFull reports that it is time to write it all to the buckets.
func (p *pending) isFull() bool { return len(p.over) > journalGroups || p.size > journalBytes }

// write writes the newest group to the journal or, if that is full, all of it
// to the buckets. It gives what is pending then.
func (p *pending) write(tx *bbolt.Tx) (*pending, error) {
	if p.isFull() {
		return p.empty(tx)
	}
	group, err := tx.Bucket([]byte(bucketNames[bJournal])).CreateBucket(num(int64(len(p.over))))
	if err != nil {
		return nil, err
	}
	written := p.over[0].encode()
	return p, errors.Join(group.Put(keyGroup, written), group.Put(keySum, withSum(nil, written)))
}

// empty writes all that is pending to the buckets.
func (p *pending) empty(tx *bbolt.Tx) (*pending, error) {
	if err := flatten(p.over).apply(tx); err != nil {
		return nil, err
	}
	if err := tx.DeleteBucket([]byte(bucketNames[bJournal])); err != nil {
		return nil, err
	}
	journal, err := tx.CreateBucket([]byte(bucketNames[bJournal]))
	if err != nil {
		return nil, err
	}
	next := &pending{generation: p.generation + 1}
	return next, journal.SetSequence(next.generation)
}

// generationOf gives the generation of the journal of a file.
func generationOf(tx *bbolt.Tx) uint64 {
	if journal := tx.Bucket([]byte(bucketNames[bJournal])); journal != nil {
		return journal.Sequence()
	}
	return 0
}

// readJournal gives what the journal of a file holds.
func readJournal(tx *bbolt.Tx) (*pending, error) {
	p := &pending{generation: generationOf(tx)}
	journal := tx.Bucket([]byte(bucketNames[bJournal]))
	if journal == nil {
		return p, nil
	}
	return p, journal.ForEachBucket(func(k []byte) error {
		o := newOverlay()
		written, sum := journal.Bucket(k).Get(keyGroup), journal.Bucket(k).Get(keySum)
		err := o.decode(written)
		if err == nil && sum != nil && !bytes.Equal(sum, withSum(nil, written)) {
			err = errSum
		}
		if err != nil {
			return corrupt("group %x of the journal: %v", k, err)
		}
		*p = *p.with(o)
		return nil
	})
}

// encode writes an overlay as bytes: of each bucket that it changes the name,
// how many keys, and each key with its value. A name, a key or a value comes
// after its length; that of a value is greater by one, 0 a deletion.
func (o *overlay) encode() []byte {
	b := make([]byte, 0, o.size()*5/4)
	for in := range o.layers {
		l := &o.layers[in]
		if len(l.keys) == 0 {
			continue
		}
		b = appendText(b, bucketNames[in])
		b = binary.AppendUvarint(b, uint64(len(l.keys)))
		for _, k := range l.keys {
			b = appendText(b, k)
			v := l.values[k]
			if v == nil {
				b = append(b, 0)
				continue
			}
			b = binary.AppendUvarint(b, uint64(len(v))+1)
			b = append(b, v...)
		}
	}
	return b
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

var errJournal = errors.New("it does not end where it says")

// decode reads what encode has written into an empty overlay.
func (o *overlay) decode(b []byte) error {
	r := reader{rest: b}
	for len(r.rest) > 0 && !r.failed {
		in, known := bucketNamed(string(r.bytes(r.number())))
		if !known {
			return errors.New("it changes a bucket this program does not know")
		}
		for n := r.number(); n > 0 && !r.failed; n-- {
			key := string(r.bytes(r.number()))
			var value []byte
			if length := r.number(); length > 0 {
				value = append(present, r.bytes(length-1)...)
			}
			o.layers[in].set(key, value, false)
		}
	}
	if r.failed {
		return errJournal
	}
	return nil
}

func bucketNamed(name string) (bucket, bool) {
	for in, n := range bucketNames {
		if n == name {
			return bucket(in), true
		}
	}
	return 0, false
}
