package bolt

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"math"
	"os"
	"runtime/debug"
	"slices"

	"go.etcd.io/bbolt"

	"corrd/store"
)

// Migrate copies the store in one file, of an older format, to a new file in the format of this
// program. The old file is left unchanged, and nobody may be using the old file. The error is
// ErrNewer, ErrLocked or ErrCorrupt as Open's, or says that there is nothing to do; then there is
// no new file.
func Migrate(from, to string) error {
	o := Options{}.withDefaults()
	if err := copyOld(from, to, o); err != nil {
		return describe(from, err)
	}
	d, err := begin(to, o)
	if err == nil {
		err = errors.Join(d.bringUp(), d.Close())
	}
	if err != nil {
		return errors.Join(describe(to, err), os.Remove(to))
	}
	return nil
}

// copyOld copies a file of an older format to a new one.
func copyOld(from, to string, o Options) (err error) {
	o.ReadOnly, o.InitialMmapSize = true, 0
	old, err := openFile(from, o)
	if err != nil {
		return err
	}
	defer old.Close()
	defer recoverFault(&err, debug.SetPanicOnFault(true))
	return old.View(func(tx *bbolt.Tx) error {
		if err := checkFormat(tx); err == nil {
			return errors.New("it has the format of this corrd: use it as it is")
		} else if !errors.Is(err, store.ErrOlder) {
			return err
		}
		f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		_, err = tx.WriteTo(f)
		if err = errors.Join(err, f.Close()); err != nil {
			os.Remove(to)
		}
		return err
	})
}

// bringUp brings a copy of an older format up to this format, whose number is written last.
func (d *db) bringUp() error {
	var format int64
	err := d.View(func(v store.View) (err error) {
		format, err = readNum(v.(*view).get(bMeta, keyFormat))
		return err
	})
	if err == nil && format < 2 {
		err = d.Update(func(tx store.Tx) error { return fromFormat1(tx.(*update)) })
	}
	salts := make([]byte, sha256.Size)
	rand.Read(salts)
	if err == nil {
		err = d.Update(func(tx store.Tx) error { return tx.(*update).put(bMeta, keySalts, salts) })
	}
	for last := int64(-1); err == nil && last < math.MaxInt64; {
		err = d.Update(func(tx store.Tx) (err error) { last, err = fromFormat2(tx.(*update), last); return err })
	}
	if err != nil {
		return err
	}
	return d.Update(func(tx store.Tx) error { return tx.(*update).put(bMeta, keyFormat, num(store.Format)) })
}

// fromFormat1 has people found in whatever spelling of their addresses.
func fromFormat1(u *update) error {
	return errors.Join(rebuild(u, players), rebuild(u, registrations))
}

// fromFormat2 returns some games after one the key of their salts, and returns the last of these
// games; math.MaxInt64 where no other game comes after the last.
func fromFormat2(u *update, after int64) (last int64, err error) {
	heads := map[int64][]byte{}
	for last = after; len(heads) < checkSlice; {
		id, ok, err := u.nextGame(last)
		if err != nil {
			return last, err
		}
		if !ok {
			last = math.MaxInt64
			break
		}
		if h := u.get(bGames, inGame(id, partHead)); h != nil {
			heads[id] = h
		}
		last = id
	}
	for id, h := range heads {
		key, err := u.saltsOf(id)
		if err != nil {
			return last, err
		}
		if len(h) < hashEnd {
			return last, corrupt("game %d: its head has %d bytes", id, len(h))
		}
		if err := u.put(bGames, inGame(id, partHead), slices.Concat(h[:hashEnd], key[:], h[hashEnd:])); err != nil {
			return last, err
		}
	}
	return last, nil
}

// rebuild makes the indexes of a table anew from its records.
func rebuild[T any](u *update, t *table[T]) error {
	var old []entry
	for _, ix := range t.indexes {
		for k := range u.ascend(ix.in, nil, nil) {
			old = append(old, entry{key: k})
		}
		if err := u.reindex(ix.in, old, nil); err != nil {
			return err
		}
		old = old[:0]
	}
	ids, err := idsOf(u.ascend(t.in, nil, nil), math.MaxInt)
	for i := 0; err == nil && i < len(ids); i++ {
		var rec T
		if rec, err = t.get(&u.view, ids[i]); err == nil {
			err = t.put(u, ids[i], new(T), &rec)
		}
	}
	return err
}

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
