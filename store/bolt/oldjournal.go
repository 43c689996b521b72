package bolt

import (
	"bytes"
	"errors"

	"go.etcd.io/bbolt"

	"corrd/store"
)

// An earlier corrd wrote most commits to a journal in the bucket "journal" first:
// in a bucket for each commit, by its number, what the commit changed under
// "group" and the check sum of that under "sum". What the journal of a file still
// holds is written to the buckets when the file is first opened for writing, which
// is when it is migrated: no file of format 3 or later has a journal.

var (
	bucketOldJournal = []byte("journal")

	errCutOff = errors.New("it does not end where it says")
	errBucket = errors.New("it changes a bucket this program does not know")
)

// emptyOldJournal writes what a journal holds to the buckets, and removes it.
func emptyOldJournal(tx *bbolt.Tx) error {
	journal := tx.Bucket(bucketOldJournal)
	if journal == nil {
		return nil
	}
	err := journal.ForEachBucket(func(k []byte) error {
		written, sum := journal.Bucket(k).Get([]byte("group")), journal.Bucket(k).Get([]byte("sum"))
		err := replay(tx, written)
		if sum != nil && !bytes.Equal(sum, store.WithSum(nil, written)) {
			err = store.ErrSum
		}
		if err != nil {
			return corrupt("group %x of the journal: %v", k, err)
		}
		return nil
	})
	return errors.Join(err, tx.DeleteBucket(bucketOldJournal))
}

// replay writes one group of a journal. Of each bucket that the group changes it
// has the name, how many keys, and each key with its value. A name, a key or a
// value comes after its length; that of a value is greater by one, 0 a deletion.
func replay(tx *bbolt.Tx, written []byte) error {
	r := reader{rest: written}
	for len(r.rest) > 0 && !r.failed {
		to := tx.Bucket(r.bytes(r.number()))
		if to == nil {
			return errBucket
		}
		for n := r.number(); n > 0 && !r.failed; n-- {
			key, value := r.bytes(r.number()), []byte(nil)
			if length := r.number(); length > 0 {
				value = append(present, r.bytes(length-1)...)
			}
			if r.failed {
				break
			}
			if err := set(to, key, value); err != nil {
				return err
			}
		}
	}
	if r.failed {
		return errCutOff
	}
	return nil
}
