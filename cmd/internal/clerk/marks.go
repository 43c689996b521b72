package clerk

import (
	"encoding/binary"
	"math"

	"corrd/mailer"
	"corrd/store"
)

// A mark by which a letter, or an address, is known again is made of words and addresses
// that can be guessed. So what the store keeps is a digest of the mark under the secret,
// which lies outside of the store: who has the store alone cannot find out whether somebody
// was ever here. A store of an earlier corrd has the marks themselves, which are found too.

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

func (t keyedTx) Seen(key store.Key) (int64, bool, error) { return keyedView{t.Tx, t.keys}.Seen(key) }

func (t keyedTx) MarkSeen(key store.Key, letter int64) error {
	return t.Tx.MarkSeen(underSecret(t.keys, key), letter)
}

type keyedView struct {
	store.View
	keys mailer.Keys
}

func (v keyedView) Seen(key store.Key) (letter int64, ok bool, err error) {
	if letter, ok, err = v.View.Seen(underSecret(v.keys, key)); err != nil || ok {
		return letter, ok, err
	}
	return v.View.Seen(key)
}

// underSecret gives what is kept of a mark. The number that a mark begins with (near) stays.
func underSecret(keys mailer.Keys, key store.Key) store.Key {
	kept := store.Key(keys.Digest(key[:]))
	if n := binary.BigEndian.Uint64(key[:]); n <= math.MaxUint32 {
		return near(int64(n), kept)
	}
	return kept
}
