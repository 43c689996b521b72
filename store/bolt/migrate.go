package bolt

import (
	"errors"
	"math"
	"os"
	"runtime/debug"

	"go.etcd.io/bbolt"

	"corrd/store"
)

// Migrate copies the store in one file, of an older format, to a new file in the
// format of this program. The old one is left as it is, and nobody may be using
// it. The error is ErrNewer, ErrLocked or ErrCorrupt as Open's, or says that there
// is nothing to do; then there is no new file.
func Migrate(from, to string) error {
	o := Options{}.withDefaults()
	if err := copyOld(from, to, o); err != nil {
		return describe(from, err)
	}
	d, err := begin(to, o)
	if err == nil {
		err = d.Update(func(tx store.Tx) error { return fromFormat1(tx.(*update)) })
		err = errors.Join(err, d.Close())
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

// fromFormat1 has people found in whatever spelling of their addresses.
func fromFormat1(u *update) error {
	return errors.Join(rebuild(u, players), rebuild(u, registrations),
		u.put(bMeta, keyFormat, num(store.Format)))
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
