package ledger

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"strconv"
	"time"

	"corrd/mailer"
	"corrd/store"
)

// A mark by which corrd recognises a letter or an address is made of words and addresses, which
// somebody could guess. Therefore the store keeps only a digest of the mark under the secret, and
// the secret lies outside the store. A person who has the store alone cannot find out whether
// somebody ever wrote. A store of an earlier corrd holds the marks themselves, and Seen finds
// these marks too.

// Digest makes a mark of some parts and of kind, which says what the mark is for. Different lists
// of parts always give different marks.
func Digest(kind string, parts ...[]byte) store.Key {
	h := sha256.New()
	h.Write([]byte(kind))
	for _, p := range parts {
		h.Write(Octets(int64(len(p))))
		h.Write(p)
	}
	return store.Key(h.Sum(nil))
}

// Octets returns a number as eight octets, big-endian.
func Octets(n int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

// Near returns a mark that begins with a number, so that the marks of one game lie close together
// in the store.
func Near(n int64, k store.Key) store.Key {
	copy(k[:], Octets(n))
	return k
}

// UnderSecret returns a store that replaces each mark by its digest under the secret of keys, and
// that holds no key of a letter: the bytes of letters and what their records say lie veiled.
func UnderSecret(db store.Store, keys mailer.Keys) store.Store {
	db.Veil(keys)
	return keyed{db, keys}
}

// keyed is a store that keeps marks and records of letters under a secret.
type keyed struct {
	store.Store
	keys mailer.Keys
}

// Update runs f in a transaction that keeps marks and records under the secret.
func (k keyed) Update(f func(store.Tx) error) error {
	return k.Store.Update(func(tx store.Tx) error { return f(keyedTx{tx, k.keys}) })
}

// View runs f on a view that reads marks and records under the secret.
func (k keyed) View(f func(store.View) error) error {
	return k.Store.View(func(v store.View) error { return f(keyedView{v, k.keys}) })
}

type keyedTx struct {
	store.Tx
	keys mailer.Keys
}

// Seen looks for each mark as a digest, and also in the form in which earlier versions of corrd
// kept marks.
func (t keyedTx) Seen(keys ...store.Key) (int64, bool, error) {
	return keyedView{t.Tx, t.keys}.Seen(keys...)
}

// MarkSeen keeps the digest of a mark.
func (t keyedTx) MarkSeen(key store.Key, letter int64) error {
	return t.Tx.MarkSeen(markUnder(t.keys, key), letter)
}

// Expect expects the marks in the forms in which Seen looks for them.
func (t keyedTx) Expect(of store.Likely) error { return keyedView{t.Tx, t.keys}.Expect(of) }

type keyedView struct {
	store.View
	keys mailer.Keys
}

// Seen looks for each mark as a digest, and also in the form in which earlier versions of corrd
// kept marks.
func (v keyedView) Seen(keys ...store.Key) (letter int64, ok bool, err error) {
	return v.View.Seen(v.forms(keys)...)
}

// Expect expects the marks in the forms in which Seen looks for them.
func (v keyedView) Expect(of store.Likely) error {
	of.Keys = v.forms(of.Keys)
	return v.View.Expect(of)
}

// forms returns each mark as its digest, and as earlier versions of corrd kept it.
func (v keyedView) forms(keys []store.Key) (all []store.Key) {
	for _, key := range keys {
		all = append(all, markUnder(v.keys, key), key)
	}
	return all
}

// markUnder returns the digest that the store keeps for a mark. The number at the beginning of a
// mark (Near) remains.
func markUnder(keys mailer.Keys, key store.Key) store.Key {
	kept := store.Key(keys.Digest(key[:]))
	if n := binary.BigEndian.Uint64(key[:]); n <= math.MaxUint32 {
		return Near(int64(n), kept)
	}
	return kept
}

// The record of a letter repeats parts of the letter, such as its recipients and its subject, in
// which the keys of answers stand. The store keeps these parts veiled under the secret. A record of
// an earlier corrd is read as it is.

// letterUnder returns a record of a letter that came in with each text changed.
func letterUnder(l store.Letter, change func(string) string) store.Letter {
	to := make([]string, len(l.To))
	for i, a := range l.To {
		to[i] = change(a)
	}
	if l.To != nil {
		l.To = to
	}
	l.From, l.MessageID, l.Subject = change(l.From), change(l.MessageID), change(l.Subject)
	l.Verdict, l.Note = change(l.Verdict), change(l.Note)
	return l
}

// rowUnder returns a row of the outbox with each text changed that does not decide where and when
// the row leaves.
func rowUnder(r store.Row, change func(string) string) store.Row {
	r.Note, r.Error = change(r.Note), change(r.Error)
	if r.Data != nil {
		r.Data = []byte(change(string(r.Data)))
	}
	return r
}

// PutLetter keeps the record of a letter veiled.
func (t keyedTx) PutLetter(l *store.Letter, raw []byte) error {
	kept := letterUnder(*l, t.keys.HideText)
	err := t.Tx.PutLetter(&kept, raw)
	l.ID = kept.ID
	return err
}

// Enqueue keeps a row veiled.
func (t keyedTx) Enqueue(r *store.Row) error {
	kept := rowUnder(*r, t.keys.HideText)
	err := t.Tx.Enqueue(&kept)
	r.ID, r.State = kept.ID, kept.State
	return err
}

// PutRow keeps a row veiled.
func (t keyedTx) PutRow(r *store.Row) error {
	kept := rowUnder(*r, t.keys.HideText)
	return t.Tx.PutRow(&kept)
}

// ReplaceRow keeps a row veiled.
func (t keyedTx) ReplaceRow(was, is *store.Row) error {
	kept := rowUnder(*is, t.keys.HideText)
	return t.Tx.ReplaceRow(was, &kept)
}

// VeilKept veils what an earlier corrd has kept of a letter or a row as it was: the bytes, as
// store.Tx describes, and the record.
func (t keyedTx) VeilKept(of store.Kind, ids ...int64) (changed bool, err error) {
	if changed, err = t.Tx.VeilKept(of, ids...); err != nil {
		return false, err
	}
	if err := t.Expect(store.Likely{Kept: map[store.Kind][]int64{of: ids}}); err != nil {
		return false, err
	}
	for _, id := range ids {
		hid, err := t.veilRecord(of, id)
		if changed = changed || hid; err != nil {
			return false, err
		}
	}
	return changed, nil
}

// veilRecord veils the record of a letter or a row, and reports whether that changed it.
func (t keyedTx) veilRecord(of store.Kind, id int64) (changed bool, err error) {
	hide := func(text string) string {
		hidden := t.keys.HideKept(text)
		changed = changed || hidden != text
		return hidden
	}
	if of == store.Letters {
		l, err := t.Tx.Letter(id)
		if kept := letterUnder(l, hide); changed && err == nil {
			err = t.Tx.PutLetter(&kept, nil)
		}
		return changed, err
	}
	r, err := t.Tx.Row(id)
	if kept := rowUnder(r, hide); changed && err == nil {
		err = t.Tx.PutRow(&kept)
	}
	return changed, err
}

// The records that a transaction reads are shown as those of a view.

func (t keyedTx) Letter(id int64) (store.Letter, error) { return keyedView{t.Tx, t.keys}.Letter(id) }
func (t keyedTx) LettersOf(gameID int64) ([]store.Letter, error) {
	return keyedView{t.Tx, t.keys}.LettersOf(gameID)
}
func (t keyedTx) HeldOf(games []int64) ([]store.Letter, error) {
	return keyedView{t.Tx, t.keys}.HeldOf(games)
}
func (t keyedTx) Letters(max int, states ...store.LetterState) ([]store.Letter, error) {
	return keyedView{t.Tx, t.keys}.Letters(max, states...)
}
func (t keyedTx) Row(id int64) (store.Row, error) { return keyedView{t.Tx, t.keys}.Row(id) }
func (t keyedTx) RowsOf(gameID int64, max int) ([]store.Row, error) {
	return keyedView{t.Tx, t.keys}.RowsOf(gameID, max)
}
func (t keyedTx) Due(now time.Time, max int) ([]store.Row, error) {
	return keyedView{t.Tx, t.keys}.Due(now, max)
}
func (t keyedTx) Rows(max int, states ...store.RowState) ([]store.Row, error) {
	return keyedView{t.Tx, t.keys}.Rows(max, states...)
}

// Letter returns a letter that came in, as store.View does.
func (v keyedView) Letter(id int64) (store.Letter, error) {
	l, err := v.View.Letter(id)
	return letterUnder(l, v.keys.ShowText), err
}

// LettersOf lists the letters of a game, as store.View does.
func (v keyedView) LettersOf(gameID int64) ([]store.Letter, error) {
	all, err := v.View.LettersOf(gameID)
	return shown(all, v.keys, letterUnder), err
}

// HeldOf lists the letters that are held for some games, as store.View does.
func (v keyedView) HeldOf(games []int64) ([]store.Letter, error) {
	all, err := v.View.HeldOf(games)
	return shown(all, v.keys, letterUnder), err
}

// Letters lists the newest letters, as store.View does.
func (v keyedView) Letters(max int, states ...store.LetterState) ([]store.Letter, error) {
	all, err := v.View.Letters(max, states...)
	return shown(all, v.keys, letterUnder), err
}

// Row returns a row of the outbox, as store.View does.
func (v keyedView) Row(id int64) (store.Row, error) {
	r, err := v.View.Row(id)
	return rowUnder(r, v.keys.ShowText), err
}

// RowsOf lists the first rows of a game, as store.View does.
func (v keyedView) RowsOf(gameID int64, max int) ([]store.Row, error) {
	all, err := v.View.RowsOf(gameID, max)
	return shown(all, v.keys, rowUnder), err
}

// Due lists the rows that may be sent, as store.View does.
func (v keyedView) Due(now time.Time, max int) ([]store.Row, error) {
	all, err := v.View.Due(now, max)
	return shown(all, v.keys, rowUnder), err
}

// Rows lists the newest rows, as store.View does.
func (v keyedView) Rows(max int, states ...store.RowState) ([]store.Row, error) {
	all, err := v.View.Rows(max, states...)
	return shown(all, v.keys, rowUnder), err
}

// shown shows each of some letters or rows, one of which under shows.
func shown[T any](all []T, keys mailer.Keys, under func(T, func(string) string) T) []T {
	for i := range all {
		all[i] = under(all[i], keys.ShowText)
	}
	return all
}

// Letters that an earlier corrd has kept lie in the store as they came and went, with their keys.
// VeilKept veils them a few at a time, beside the daemon's other work, and may end at any instant:
// a transaction that changes something also notes the last record that it has looked at.

// veiledSetting keeps the number of the last record of a kind that VeilKept has looked at.
func veiledSetting(of store.Kind) string { return "veiled/" + string(of) }

// bareSetting is "yes" while what VeilKept has replaced may lie in the free space of the store.
const bareSetting = "veiled/bare"

const (
	veiledAtOnce = 16   // records in one transaction
	notedAfter   = 1024 // records in which nothing changed, before the last of them is noted
)

// VeilKept veils what the store has kept bare of letters and rows since VeilKept was last here, and
// then has the store written anew, so that nothing is left in its free space. Before each
// transaction VeilKept calls rest, whose error ends VeilKept. db is a store under a secret.
func VeilKept(db store.Store, rest func() error) error {
	for _, of := range []store.Kind{store.Letters, store.Rows} {
		after, err := lastVeiled(db, of)
		for more := true; more && err == nil; {
			if err = rest(); err == nil {
				after, more, err = veilSome(db, of, after)
			}
		}
		if err != nil {
			return err
		}
	}
	return compactBare(db)
}

// lastVeiled returns the number of the last record of a kind that was looked at, as far as it is
// noted.
func lastVeiled(db store.Store, of store.Kind) (last int64, err error) {
	err = db.View(func(v store.View) error {
		last, err = notedVeiled(v, of)
		return err
	})
	return last, err
}

func notedVeiled(v store.View, of store.Kind) (last int64, err error) {
	text, found, err := v.Setting(veiledSetting(of))
	if found && err == nil {
		last, err = strconv.ParseInt(text, 10, 64)
	}
	return last, err
}

// veilSome veils some records in one transaction, and returns the last of them. The transaction
// writes nothing where it has changed no record and the last one need not be noted yet. The records
// are listed before the transaction, in which a list would exclude all other daemons; a record that
// is stored since then is veiled as it is stored.
func veilSome(db store.Store, of store.Kind, after int64) (last int64, more bool, err error) {
	var ids []int64
	err = db.View(func(v store.View) (err error) {
		ids, err = v.Numbers(of, after, veiledAtOnce)
		return err
	})
	if err != nil {
		return after, false, err
	}
	err = db.Update(func(tx store.Tx) error {
		last = after
		noted, err := notedVeiled(tx, of)
		if err != nil {
			return err
		}
		changed, err := tx.VeilKept(of, ids...)
		if err != nil {
			return err
		}
		if len(ids) > 0 {
			last = ids[len(ids)-1]
		}
		more = len(ids) == veiledAtOnce
		if changed {
			if err := tx.SetSetting(bareSetting, "yes"); err != nil {
				return err
			}
		}
		if last == noted || more && !changed && last < noted+notedAfter {
			return nil
		}
		return NoteVeiled(tx, of, last)
	})
	return last, more, err
}

// NoteVeiled notes that no record of a kind up to a number lies bare: VeilKept begins behind it.
func NoteVeiled(tx store.Tx, of store.Kind, last int64) error {
	return tx.SetSetting(veiledSetting(of), strconv.FormatInt(last, 10))
}

// compactBare has a store written anew in whose free space keys may lie.
func compactBare(db store.Store) error {
	bare := false
	err := db.View(func(v store.View) error {
		text, _, err := v.Setting(bareSetting)
		bare = text == "yes"
		return err
	})
	if err == nil && bare {
		err = db.Compact()
	}
	if err != nil || !bare {
		return err
	}
	return db.Update(func(tx store.Tx) error { return tx.SetSetting(bareSetting, "no") })
}
