package storetest

import (
	"bytes"
	"errors"
	"fmt"

	"corrd/store"
)

// capitals is a Veil that hides each capital letter under a number of its own, which stands for a
// secret.
type capitals byte

// Hide returns a text with stars for its capital letters, and the letters as the seal.
func (c capitals) Hide(text []byte) (veiled, seal []byte) {
	veiled = bytes.Clone(text)
	for i, b := range veiled {
		if 'A' <= b && b <= 'Z' {
			seal, veiled[i] = append(seal, b^byte(c)), '*'
		}
	}
	if seal != nil {
		seal = append(seal, byte(c))
	}
	return veiled, seal
}

// Show returns the text back.
func (c capitals) Show(veiled, seal []byte) (text []byte, ok bool) {
	if seal[len(seal)-1] != byte(c) {
		return nil, false
	}
	for _, b := range veiled {
		if b == '*' {
			b, seal = seal[0]^byte(c), seal[1:]
		}
		text = append(text, b)
	}
	return text, true
}

// The bytes that were kept before there was a Veil, those kept since, and those in which there is
// nothing to hide.
const (
	oldBytes   = "To: A\r\n\r\nOLD"
	youngBytes = "To: A\r\n\r\nYOUNG"
	bareBytes  = "small"
)

// underVeil are letters and rows, of which some were kept before there was a Veil.
type underVeil struct {
	*fixture
	before, after, bare store.Letter
	old, young          store.Row
}

// letter stores a letter.
func (k *underVeil) letter(l *store.Letter, octets string) {
	k.Helper()
	l.State = store.Acted
	k.update(func(tx store.Tx) error { return tx.PutLetter(l, []byte(octets)) })
}

// signed stores a row, and then its signed bytes.
func (k *underVeil) signed(r *store.Row, octets string) {
	k.Helper()
	r.To = "a@example.org"
	k.update(func(tx store.Tx) error {
		if err := tx.Enqueue(r); err != nil {
			return err
		}
		r.Bytes = []byte(octets)
		return tx.PutRow(r)
	})
}

// want sees what is read under the present Veil: what was kept without one, and of the rest raw and
// row, or the fault.
func (k *underVeil) want(who, raw, row string, fault error) {
	k.Helper()
	k.view(func(v store.View) error {
		for l, want := range map[int64]string{k.before.ID: oldBytes, k.bare.ID: bareBytes} {
			got, err := v.Raw(l)
			equal(k.fixture, who+", a letter without a seal", string(got), want)
			if err != nil {
				return err
			}
		}
		got, err := v.Raw(k.after.ID)
		equal(k.fixture, who+", a veiled letter", string(got), raw)
		if fault != nil {
			fails(k.fixture, who, err, fault)
			fails(k.fixture, who, err, store.ErrPurged)
		} else if err != nil {
			return err
		}
		old, err := v.Signed(k.old.ID)
		equal(k.fixture, who+", a row without a seal", string(old), oldBytes)
		young, err2 := v.Signed(k.young.ID)
		equal(k.fixture, who+", a veiled row", string(young), row)
		return errors.Join(err, err2)
	})
}

// veiled are the bytes of letters under a Veil: what was kept before is read as it was, what is
// kept since is shown by the same Veil and by no other, and a log is sealed with what was written.
func veiled(f *fixture) {
	id, k := f.begin(1, 2, 0), &underVeil{fixture: f}
	k.letter(&k.before, oldBytes)
	k.signed(&k.old, oldBytes)
	f.Veil(capitals(1))
	k.letter(&k.after, youngBytes)
	k.letter(&k.bare, bareBytes)
	k.signed(&k.young, youngBytes)
	k.after.Deflated = f.Deflate([]byte("not looked at"))
	f.update(func(tx store.Tx) error { return tx.PutLetter(&k.after, nil) })

	// a letter that is released acts in another transaction than the one that took it
	first := moved(1, f.time())
	first.Letter = k.after.ID
	f.update(func(tx store.Tx) error { _, err := tx.Append(id, first); return err })
	f.sound()

	k.want("the same Veil", youngBytes, youngBytes, nil)
	f.Veil(capitals(2))
	k.want("another Veil", "", "", store.ErrVeiled)
	f.sound()
	f.Veil(capitals(1))
	k.want("the Veil again", youngBytes, youngBytes, nil)
	veilKept(f, k.before.ID, k.old.ID, [][2]any{{store.Letters, k.bare.ID}, {store.Letters, k.after.ID}, {store.Letters, int64(99)}, {store.Rows, k.young.ID}, {store.Rows, int64(99)}})
	k.want("the Veil over all", youngBytes, youngBytes, nil)
	f.sound()
}

// veilKept puts a letter and a row that lie bare under the Veil, once, and nothing else.
func veilKept(f *fixture, letter, row int64, others [][2]any) {
	changes := func(of store.Kind, id int64, want bool) {
		f.Helper()
		f.update(func(tx store.Tx) error {
			changed, err := tx.VeilKept(of, id)
			equal(f, fmt.Sprint("VeilKept changes ", of, " ", id), changed, want)
			return err
		})
	}
	for range 2 {
		for _, other := range others {
			changes(other[0].(store.Kind), other[1].(int64), false)
		}
	}
	fails(f, "rolled back", f.Update(func(tx store.Tx) error {
		_, err := tx.VeilKept(store.Letters, letter)
		return errors.Join(err, errChanged)
	}), errChanged)
	changes(store.Letters, letter, true)
	changes(store.Letters, letter, false)
	changes(store.Rows, row, true)
	changes(store.Rows, row, false)
	f.Veil(capitals(2))
	f.view(func(v store.View) error {
		_, err := v.Raw(letter)
		fails(f, "a letter that was veiled later", err, store.ErrVeiled)
		signed, err := v.Signed(row)
		equal(f, "a row that was veiled later", string(signed), "")
		return err
	})
	f.Veil(capitals(1))
}
