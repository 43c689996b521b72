package bolt

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"corrd/store"
)

var (
	keyFormat   = []byte("format")
	keyInstance = []byte("instance") // 16 random bytes, which name this store and all its copies
)

// Open opens the store in the file at path, and makes a new one if there is
// none and the options do not say ReadOnly. A file that cannot be used is left
// as it is: ErrLocked when another process holds it, ErrNewer or ErrOlder when it
// has the format of another corrd, ErrCorrupt when it is damaged or no store.
func Open(path string, o Options) (store.Store, error) {
	o = o.withDefaults()
	var every bool
	var fault error
	d, err := open(path, o, func() (err error) {
		_, every, err = checkPages(path, o.CheckUpTo, func(words string) { first(&fault)(store.Fault{Words: words}) })
		return errors.Join(fault, err)
	})
	if err == nil && every {
		refuse := first(&fault)
		c := &checker{store.Checker{Found: func(f store.Fault) {
			if f.Stale != 0 && o.Stale != nil {
				o.Stale(f)
			}
			refuse(f)
		}}, d}
		c.records()
		if err = errors.Join(fault, c.Err); err != nil {
			d.Close()
		}
	}
	if err != nil {
		return nil, describe(path, err)
	}
	return d, nil
}

// first makes an error of the first damage found.
func first(err *error) func(store.Fault) {
	return func(f store.Fault) {
		if *err == nil && f.Damage() {
			*err = corrupt("%s", f.Words)
		}
	}
}

var errUnsound = errors.New("the pages are damaged")

// CheckFile verifies the file at path as Store.Check does, and never reads what lies on damaged
// pages. The error wraps ErrCorrupt where the file is not a store.
func CheckFile(path string, found func(store.Fault)) (verified store.Verified, err error) {
	o := Options{ReadOnly: true}.withDefaults()
	d, err := open(path, o, func() error {
		sound, _, err := checkPages(path, math.MaxInt64, func(words string) { found(store.Fault{Words: words}) })
		if err == nil && !sound {
			err = errUnsound
		}
		return err
	})
	switch {
	case errors.Is(err, errUnsound):
		return verified, nil
	case err != nil:
		return verified, describe(path, err)
	}
	verified, err = d.Check(found)
	return verified, errors.Join(err, d.Close())
}

// open opens a file. look, unless nil, is called before anything on the file's pages is trusted;
// nobody writes to the file meanwhile.
func open(path string, o Options, look func() error) (*db, error) {
	if err := probe(path, o, look); err != nil {
		return nil, err
	}
	return begin(path, o)
}

// begin sets to work on a file that can be trusted.
func begin(path string, o Options) (*db, error) {
	d := &db{path: path, options: o, states: store.NewStates(), leases: newLeases(), writer: newWriter(), done: make(chan error, 1)}
	var err error
	if d.bolt, err = openFile(path, o); err != nil {
		return nil, err
	}
	if err := d.start(); err != nil {
		d.bolt.Close()
		return nil, err
	}
	return d, nil
}

// start makes what is missing in the file and sets the writer to work.
func (d *db) start() (err error) {
	defer recoverFault(&err, debug.SetPanicOnFault(true))
	if d.options.ReadOnly {
		go d.writer.Run(nil) // no job comes to the writer of a file that is only read
		d.done <- nil
		return nil
	}
	if err := os.Remove(compacting(d.path)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if d.bolt.View(isPrepared) != nil {
		if err := d.bolt.Update(d.prepare); err != nil {
			return err
		}
	}
	go d.write()
	return nil
}

// probe looks at an existing file without writing to it.
func probe(path string, o Options, look func() error) (err error) {
	info, err := os.Stat(path)
	if !o.ReadOnly && (errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0) {
		return nil
	}
	if err != nil {
		return err
	}
	if least := int64(2 * os.Getpagesize()); info.Mode().IsRegular() && info.Size() < least {
		return fmt.Errorf("%w: it is cut off at %d bytes, and even an empty store has %d", store.ErrCorrupt, info.Size(), least)
	}
	o.ReadOnly, o.InitialMmapSize = true, 0
	file, err := openFile(path, o)
	if err != nil {
		return err
	}
	defer file.Close()
	defer recoverFault(&err, debug.SetPanicOnFault(true))
	if err := look(); err != nil {
		return err
	}
	return file.View(func(tx *bbolt.Tx) error {
		if tx.Size() > info.Size() {
			return fmt.Errorf("%w: it is cut off at %d of %d bytes", store.ErrCorrupt, info.Size(), tx.Size())
		}
		return checkFormat(tx)
	})
}

// checkFormat reads the format number of a file that is not empty.
func checkFormat(tx *bbolt.Tx) error {
	meta := tx.Bucket([]byte(bucketNames[bMeta]))
	if meta == nil {
		if k, _ := tx.Cursor().First(); k == nil {
			return nil // made and not yet prepared
		}
		return fmt.Errorf("%w: it is no store of corrd", store.ErrCorrupt)
	}
	v := meta.Get(keyFormat)
	if len(v) != idLen {
		return fmt.Errorf("%w: it has no format number", store.ErrCorrupt)
	}
	switch n := binary.BigEndian.Uint64(v); {
	case n > store.Format:
		return fmt.Errorf("%w: its format is %d, this program knows up to %d", store.ErrNewer, n, store.Format)
	case n < store.Format:
		return fmt.Errorf("%w: its format is %d, and now it is %d", store.ErrOlder, n, store.Format)
	}
	return nil
}

var errUnprepared = errors.New("a bucket or the format number is missing, or there is an old journal")

func isPrepared(tx *bbolt.Tx) error {
	for _, name := range bucketNames {
		if tx.Bucket([]byte(name)) == nil {
			return errUnprepared
		}
	}
	if tx.Bucket([]byte(bucketNames[bMeta])).Get(keyFormat) == nil || tx.Bucket(bucketOldJournal) != nil {
		return errUnprepared
	}
	return nil
}

// prepare makes what is missing in a new file, or in one of a time before a bucket.
func (d *db) prepare(tx *bbolt.Tx) error {
	for _, name := range bucketNames {
		if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	if err := emptyOldJournal(tx); err != nil {
		return err
	}
	meta := tx.Bucket([]byte(bucketNames[bMeta]))
	if meta.Get(keyFormat) != nil {
		return nil
	}
	instance, salts := make([]byte, 16), make([]byte, 32)
	rand.Read(instance)
	if _, err := io.ReadFull(d.options.Random, salts); err != nil {
		return err
	}
	if err := errors.Join(meta.Put(keyInstance, instance), meta.Put(keySalts, salts)); err != nil {
		return err
	}
	return meta.Put(keyFormat, num(store.Format))
}

// openFile opens the file with bbolt, which panics on some damaged files.
func openFile(path string, o Options) (d *bbolt.DB, err error) {
	var file *os.File
	defer func() {
		if err != nil && file != nil {
			file.Close() // which a panic has left open, and locked
		}
	}()
	defer recoverFault(&err, debug.SetPanicOnFault(true))
	reserve := o.InitialMmapSize
	if info, err := os.Stat(path); err == nil && !o.ReadOnly {
		reserve = max(reserve, growth*int(info.Size()))
	}
	return bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout: o.LockTimeout, ReadOnly: o.ReadOnly, NoSync: o.NoSync,
		InitialMmapSize: reserve, FreelistType: bbolt.FreelistMapType,
		OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
			f, err := os.OpenFile(name, flag, mode)
			file = f
			return f, err
		},
	})
}

// recoverDamage is recoverFault for what others run too: a panic that bbolt has
// not raised, nor met, goes on.
func recoverDamage(err *error, panicOnFault bool) {
	debug.SetPanicOnFault(panicOnFault)
	if r := recover(); r != nil {
		if !raisedByBolt() {
			panic(r)
		}
		*err = fmt.Errorf("%w: a page cannot be read: %v", store.ErrCorrupt, r)
	}
}

// raisedByBolt reports whether the recovered panic came up in bbolt.
func raisedByBolt() bool {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	panicked := false
	for {
		frame, more := frames.Next()
		inRuntime := strings.HasPrefix(frame.Function, "runtime.")
		if panicked && !inRuntime {
			return strings.HasPrefix(frame.Function, "go.etcd.io/bbolt")
		}
		panicked = panicked || frame.Function == "runtime.gopanic"
		if !more {
			return false
		}
	}
}

// recoverFault turns a panic over a damaged page into ErrCorrupt. The deferred call of recoverFault
// takes the result of SetPanicOnFault(true), which makes a read outside of the file a panic, and
// restores the setting before.
func recoverFault(err *error, panicOnFault bool) {
	debug.SetPanicOnFault(panicOnFault)
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", store.ErrCorrupt, r)
	}
}

// classify turns the failures of bbolt and of the disk into those of store.
func classify(err error) error {
	var as error
	switch {
	case err == nil:
		return nil
	case errors.Is(err, berrors.ErrTimeout):
		as = store.ErrLocked
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrVersionMismatch), errors.Is(err, berrors.ErrIncompatibleValue):
		as = store.ErrCorrupt
	case isFull(err):
		as = store.ErrFull
	case errors.Is(err, berrors.ErrDatabaseNotOpen):
		return store.ErrClosed
	default:
		return err
	}
	return fmt.Errorf("%w: %w", as, err)
}

// isFull reports whether an error comes of a full disk, even where bbolt keeps only the words of
// the error.
func isFull(err error) bool {
	return err != nil && (errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) ||
		strings.Contains(err.Error(), syscall.ENOSPC.Error()) || strings.Contains(err.Error(), syscall.EDQUOT.Error()))
}

// describe adds to an error the name of the file, and what the operator can do.
func describe(path string, err error) error {
	err = classify(err)
	switch {
	case errors.Is(err, store.ErrCorrupt) && !beginsAsStore(path):
		return fmt.Errorf("%s: %w", path, noStore{err})
	case errors.Is(err, store.ErrCorrupt):
		return fmt.Errorf("%s: %w; it has been left as it is: keep a copy, and put the last backup in its place", path, err)
	case errors.Is(err, store.ErrNewer):
		return fmt.Errorf("%s: %w; it has been left as it is: use the newer corrd", path, err)
	case errors.Is(err, store.ErrOlder):
		return fmt.Errorf("%s: %w; it has been left as it is: make a copy with corrd migrate %s NEW, and put that in its place", path, err, path)
	case errors.Is(err, store.ErrLocked):
		return fmt.Errorf("%s: %w; stop the corrd that uses it, or ask that one", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// noStore is the error of a file that does not begin as a store does.
type noStore struct{ error }

// Error says what the file is, and what the operator can do.
func (noStore) Error() string {
	return "it is no store of corrd, or its first pages are lost, and it has been left as it is: if it is the wrong file, name the store, which is corrd.db in the folder of the daemon; if not, put the last backup in its place"
}

// Unwrap returns what was found.
func (e noStore) Unwrap() error { return e.error }

// beginsAsStore reports whether one of the two heads of a store stands in a file, whatever the size
// of its pages.
func beginsAsStore(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	at := func(page int64) bool {
		word := make([]byte, 4)
		n, _ := file.ReadAt(word, page+pageHeader)
		return n == len(word) && little.Uint32(word) == metaMagic
	}
	begins := at(0)
	for size := int64(512); size <= 1<<16; size *= 2 {
		begins = begins || at(size)
	}
	return begins
}

// Backup copies the file as the last commit left the file, and the copy is a store. While Backup
// writes, the pages of the last commit are kept and the file grows by what others write, so w
// should be as fast as a disk. store.Store describes the result and the error.
func (d *db) Backup(w io.Writer) (n int64, err error) {
	tx, err := d.begin()
	if err == nil {
		n, err = tx.WriteTo(w)
		tx.Rollback()
	}
	return n, classify(err)
}
