package ledger

import (
	"crypto/sha256"
	"encoding/binary"
	"math"

	"corrd/mailer"
	"corrd/store"
)

// A mark by which a letter, or an address, is known again is made of words and addresses
// that can be guessed. So what the store keeps is a digest of the mark under the secret,
// which lies outside of the store: whoever has the store alone cannot find out whether somebody
// was ever here. A store of an earlier corrd has the marks themselves, which are found too.

// Digest makes a mark of parts that cannot run into each other; kind says what the mark is
// for.
func Digest(kind string, parts ...[]byte) store.Key {
	h := sha256.New()
	h.Write([]byte(kind))
	for _, p := range parts {
		h.Write(Octets(int64(len(p))))
		h.Write(p)
	}
	return store.Key(h.Sum(nil))
}

// Octets are the eight octets of a number, big-endian.
func Octets(n int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

// Near gives a mark that begins with a number, so that the marks of one game lie
// together in the store and not all over it.
func Near(n int64, k store.Key) store.Key {
	copy(k[:], Octets(n))
	return k
}

// UnderSecret gives a store whose marks are digests under the secret of some keys.
func UnderSecret(db store.Store, keys mailer.Keys) store.Store { return keyed{db, keys} }

// keyed is a store whose marks are digests under a secret.
type keyed struct {
	store.Store
	keys mailer.Keys
}

// Update runs f on marks under the secret.
func (k keyed) Update(f func(store.Tx) error) error {
	return k.Store.Update(func(tx store.Tx) error { return f(keyedTx{tx, k.keys}) })
}

// View runs f on marks under the secret.
func (k keyed) View(f func(store.View) error) error {
	return k.Store.View(func(v store.View) error { return f(keyedView{v, k.keys}) })
}

type keyedTx struct {
	store.Tx
	keys mailer.Keys
}

// Seen looks for marks in their keyed form, and in the form of before.
func (t keyedTx) Seen(keys ...store.Key) (int64, bool, error) {
	return keyedView{t.Tx, t.keys}.Seen(keys...)
}

// MarkSeen keeps a mark in its keyed form.
func (t keyedTx) MarkSeen(key store.Key, letter int64) error {
	return t.Tx.MarkSeen(markUnder(t.keys, key), letter)
}

type keyedView struct {
	store.View
	keys mailer.Keys
}

// Seen looks for marks in their keyed form, and in the form of before.
func (v keyedView) Seen(keys ...store.Key) (letter int64, ok bool, err error) {
	var all []store.Key
	for _, key := range keys {
		all = append(all, markUnder(v.keys, key), key)
	}
	return v.View.Seen(all...)
}

// markUnder gives what is kept of a mark. The number that a mark begins with (Near) stays.
func markUnder(keys mailer.Keys, key store.Key) store.Key {
	kept := store.Key(keys.Digest(key[:]))
	if n := binary.BigEndian.Uint64(key[:]); n <= math.MaxUint32 {
		return Near(int64(n), kept)
	}
	return kept
}
