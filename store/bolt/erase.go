package bolt

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"

	"go.etcd.io/bbolt"

	"corrd/game"
	"corrd/store"
)

// Numbers lists the numbers of the records of a kind above after, at most max.
func (v *view) Numbers(of store.Kind, after int64, max int) ([]int64, error) {
	in := map[store.Kind]bucket{store.Registrations: bRegistrations, store.Challenges: bChallenges, store.Letters: bLetters, store.Rows: bRows}[of]
	return idsOf(v.ascend(in, nil, num(after+1)), max)
}

// EraseTexts writes the events of a game anew without some of their texts, and gives the game
// another key of salts. store.Tx describes the arguments and the results.
func (u *update) EraseTexts(id, order int64, erase func(e game.Event, name string, text []byte) bool) (erased int, err error) {
	old, err := u.begun(id)
	if err != nil {
		return 0, err
	}
	h := old
	rand.Read(h.Salts[:])
	recs, err := u.records(id, 0, h.Seq)
	if err != nil {
		return 0, err
	}
	without, erased, err := store.EraseLog(id, order, recs, old.Salts, erase)
	if err != nil || erased == 0 {
		return 0, err
	}
	for i, rec := range without {
		if err := u.put(bGames, inGame(id, partEvent, int64(i)+1), rec); err != nil {
			return 0, err
		}
	}
	if err := h.Refold(func(h store.Head) (game.State, [32]byte, error) { return u.fold(id, h, h.Seq) }); err != nil {
		return 0, err
	}
	return erased, games.put(u, id, &old, &h)
}

// Forget deletes settings and tallies, as store.Tx describes.
func (u *update) Forget(drop func(name, value string) bool) error {
	var settings, tallies []string
	for k, value := range u.ascend(bSettings, nil, nil) {
		if drop(string(k), string(value)) {
			settings = append(settings, string(k))
		}
	}
	for k := range u.ascend(bCounts, nil, nil) {
		if drop(string(k), "") {
			tallies = append(tallies, string(k))
		}
	}
	for _, name := range settings {
		if err := u.delete(bSettings, []byte(name)); err != nil {
			return err
		}
	}
	for _, name := range tallies {
		t, err := u.tally(name)
		if err != nil {
			return err
		}
		if err := errors.Join(u.delete(bCountsByDay, t.key(name)), u.delete(bCounts, []byte(name))); err != nil {
			return err
		}
	}
	return nil
}

// compacting is the file into which Compact writes.
func compacting(path string) string { return path + ".compacting" }

// Compact copies all records to another file, which takes the place of this one, as store.Store
// describes.
func (d *db) Compact() error {
	if d.options.ReadOnly {
		return errReadOnly
	}
	err := errExited
	if e := d.writer.Between(func() { err = d.compact() }); e != nil {
		return e
	}
	return classify(err)
}

// compact runs in the writer, which commits nothing meanwhile.
func (d *db) compact() (err error) {
	defer recoverFault(&err, debug.SetPanicOnFault(true))
	if d.broken != nil {
		return d.broken
	}
	to := compacting(d.path)
	if err := os.Remove(to); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	fresh, err := openFile(to, d.options)
	if err != nil {
		return err
	}
	salts := make([]byte, 32)
	rand.Read(salts)
	err = bbolt.Compact(fresh, d.bolt, compactedAtOnce)
	if err == nil {
		err = fresh.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte(bucketNames[bMeta])).Put(keySalts, salts) })
	}
	if err == nil {
		err = os.Rename(to, d.path)
	}
	if err != nil {
		return errors.Join(err, fresh.Close(), os.Remove(to))
	}
	folder, err := os.Open(filepath.Dir(d.path))
	if err == nil {
		err = errors.Join(folder.Sync(), folder.Close())
	}
	d.file.Lock()
	old := d.bolt
	d.bolt = fresh
	d.file.Unlock()
	return errors.Join(err, old.Close())
}

// compactedAtOnce is how many octets Compact copies in one commit.
const compactedAtOnce = 64 << 20
