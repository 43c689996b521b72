package bolt

import (
	"crypto/rand"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"corrd/game/board"
	"corrd/store"
)

var letterFields = fields[store.Letter]{
	number(func(l *store.Letter) *int64 { return &l.ID }),
	instant(func(l *store.Letter) *time.Time { return &l.Received }),
	text(func(l *store.Letter) *string { return &l.Source }),
	text(func(l *store.Letter) *string { return &l.From }),
	texts(func(l *store.Letter) *[]string { return &l.To }),
	text(func(l *store.Letter) *string { return &l.MessageID }),
	text(func(l *store.Letter) *string { return &l.Subject }),
	number(func(l *store.Letter) *int64 { return &l.Game }),
	number(func(l *store.Letter) *board.Side { return &l.Side }),
	number(func(l *store.Letter) *int { return &l.Ply }),
	number(func(l *store.Letter) *int64 { return &l.Player }),
	text(func(l *store.Letter) *string { return &l.Kind }),
	text(func(l *store.Letter) *store.LetterState { return &l.State }),
	text(func(l *store.Letter) *string { return &l.Verdict }),
	text(func(l *store.Letter) *string { return &l.Note }),
	number(func(l *store.Letter) *int64 { return &l.Same }),
	number(func(l *store.Letter) *int64 { return &l.Size }),
	truth(func(l *store.Letter) *bool { return &l.Stranger }),
	truth(func(l *store.Letter) *bool { return &l.Purged }),
	number(func(l *store.Letter) *int64 { return &l.Erased }),
	truth(func(l *store.Letter) *bool { return &l.Unasked }),
	text(func(l *store.Letter) *store.Proof { return &l.Proof }),
	number(func(l *store.Letter) *int { return &l.Turn }),
	truth(func(l *store.Letter) *bool { return &l.Backdated }),
}

var letters = asFields(bLetters, "letter", letterFields,
	index[store.Letter]{
		in: bGames, part: partLetter, means: "the letters of the game are not those listed",
		entries: func(id int64, l *store.Letter) []entry { return byGame(l.Game, partLetter, id) },
	},
	index[store.Letter]{
		in: bLettersByState, means: "a letter that waits may be overlooked",
		entries: func(id int64, l *store.Letter) []entry { return byState(l.State, store.Acted, id) },
	},
	index[store.Letter]{
		in: bStrangers, means: "the bytes of a stranger's letter are kept too long, or not long enough",
		entries: func(id int64, l *store.Letter) []entry {
			if l.Octets() == 0 {
				return nil
			}
			return at(num(id))
		},
	},
)

// Letter returns the letter with a number, or store.ErrNotFound.
func (v *view) Letter(id int64) (store.Letter, error) { return letters.get(v, id) }

// Raw returns the bytes of a letter as they came, or store.ErrNotFound.
func (v *view) Raw(letter int64) ([]byte, error) {
	raw, err := v.getDeflated(bRaw, num(letter))
	switch {
	case err != nil:
		return nil, store.Unread(store.BytesOfLetter, letter, err)
	case raw == nil:
		l, err := letters.get(v, letter)
		return nil, store.Unkept(letter, err == nil && l.Purged)
	}
	return raw, nil
}

// LettersOf lists by number the letters that came in for a game.
func (v *view) LettersOf(gameID int64) ([]store.Letter, error) {
	ids, err := idsOf(v.ascend(bGames, inGame(gameID, partLetter), nil), math.MaxInt)
	return letters.list(v, ids, err)
}

// HeldOf lists by number the letters that are held for some games.
func (v *view) HeldOf(games []int64) ([]store.Letter, error) {
	held, err := v.Letters(math.MaxInt, store.HeldLetter)
	return slices.DeleteFunc(held, func(l store.Letter) bool { return l.Game == 0 || !slices.Contains(games, l.Game) }), err
}

// Letters lists the newest letters in one of the states, at most max, newest last;
// no state: all.
func (v *view) Letters(max int, states ...store.LetterState) ([]store.Letter, error) {
	return newest(v, letters, bLettersByState, store.Acted, func(l *store.Letter) store.LetterState { return l.State }, max, states)
}

// OldestLetter returns the first letter in a state other than Acted, or store.ErrNotFound.
func (v *view) OldestLetter(state store.LetterState) (store.Letter, error) {
	return oldest(v, letters, bLettersByState, state)
}

// PutLetter stores a letter. A letter with ID 0 gets the next number, and raw is deflated and kept
// with the letter; later calls ignore raw.
func (u *update) PutLetter(l *store.Letter, raw []byte) error {
	fresh := l.ID == 0
	old, err := letters.open(u, &l.ID)
	if err != nil {
		return err
	}
	if fresh {
		u.letter, u.raw = l.ID, raw
		if err := u.put(bRaw, num(l.ID), u.db.Kept(raw, l.Deflated)); err != nil {
			return err
		}
	}
	if l.Purged && !old.Purged && u.has(bRaw, num(l.ID)) {
		if err := u.delete(bRaw, num(l.ID)); err != nil {
			return err
		}
	}
	if err := u.addStrangers(l.Octets() - old.Octets()); err != nil {
		return err
	}
	return letters.put(u, l.ID, &old, l)
}

// VeilKept puts bytes that lie bare under the Veil, as store.Tx describes.
func (u *update) VeilKept(of store.Kind, ids ...int64) (changed bool, err error) {
	in := map[store.Kind]bucket{store.Letters: bRaw, store.Rows: bRowBytes}[of]
	for _, id := range ids {
		veiled, err := u.db.Veiled(of, id, u.get(in, num(id)))
		if veiled != nil {
			changed, err = true, u.put(in, num(id), veiled)
		}
		if err != nil {
			return false, err
		}
	}
	return changed, nil
}

// Seen returns the letter marked with the first of some keys that marks one; ok is false where
// there is none.
func (v *view) Seen(keys ...store.Key) (letter int64, ok bool, err error) {
	for _, key := range keys {
		value := v.get(bSeen, key[:])
		if value == nil {
			continue
		}
		if letter, err = readNum(value); err != nil {
			return 0, false, corrupt("the letter seen as %x: %v", key, err)
		}
		return letter, true, nil
	}
	return 0, false, nil
}

// MarkSeen marks a stored letter with a key; store.ErrNotFound if the letter is not stored.
func (u *update) MarkSeen(key store.Key, letter int64) error {
	if !letters.has(&u.view, letter) {
		return letters.missing(letter)
	}
	return u.put(bSeen, key[:], num(letter))
}

// Numbers lists the numbers of the records of a kind above after, at most max.
func (v *view) Numbers(of store.Kind, after int64, max int) ([]int64, error) {
	in := map[store.Kind]bucket{store.Registrations: bRegistrations, store.Challenges: bChallenges, store.Letters: bLetters, store.Rows: bRows}[of]
	return idsOf(v.ascend(in, nil, num(after+1)), max)
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
	if e := d.writer.between(func() { err = d.compact() }); e != nil {
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
