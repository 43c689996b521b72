package ledger

import (
	"crypto/sha256"
	"encoding/binary"
	"math"

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
