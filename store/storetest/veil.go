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

// Hide gives a text with stars for its capital letters, and the letters as the seal.
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

// Show gives the text back.
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

// veiled are the bytes of letters under a Veil: what was kept before is read as it was, what is
// kept since is shown by the same Veil and by no other, and a log is sealed with what was written.
func veiled(f *fixture) {
	id := f.begin(1, 2, 0)
	before, after, bare := store.Letter{State: store.Acted}, store.Letter{State: store.Acted}, store.Letter{State: store.Acted}
	old, young := store.Row{To: "a@example.org"}, store.Row{To: "a@example.org"}
	oldBytes, youngBytes := []byte("To: A\r\n\r\nOLD"), []byte("To: A\r\n\r\nYOUNG")
	signed := func(r *store.Row, octets []byte) {
		f.update(func(tx store.Tx) error {
			if err := tx.Enqueue(r); err != nil {
				return err
			}
			r.Bytes = octets
			return tx.PutRow(r)
		})
	}
	f.update(func(tx store.Tx) error { return tx.PutLetter(&before, oldBytes) })
	signed(&old, oldBytes)
	f.Veil(capitals(1))
	f.update(func(tx store.Tx) error { return tx.PutLetter(&after, youngBytes) })
	f.update(func(tx store.Tx) error { return tx.PutLetter(&bare, []byte("small")) })
	signed(&young, youngBytes)
	after.Deflated = f.Deflate([]byte("not looked at"))
	f.update(func(tx store.Tx) error { return tx.PutLetter(&after, nil) })

	// a letter that is released acts in another transaction than the one that took it
	first := moved(1, f.time())
	first.Letter = after.ID
	f.update(func(tx store.Tx) error { _, err := tx.Append(id, first); return err })
	f.sound()

	want := func(who string, raw, row []byte, fault error) {
		f.Helper()
		f.view(func(v store.View) error {
			for l, want := range map[int64]string{before.ID: string(oldBytes), bare.ID: "small"} {
				got, err := v.Raw(l)
				equal(f, who+", a letter without a seal", string(got), want)
				if err != nil {
					return err
				}
			}
			got, err := v.Raw(after.ID)
			equal(f, who+", a veiled letter", string(got), string(raw))
			if fault != nil {
				fails(f, who, err, fault)
				fails(f, who, err, store.ErrPurged)
			} else if err != nil {
				return err
			}
			got, err = v.Signed(old.ID)
			equal(f, who+", a row without a seal", string(got), string(oldBytes))
			if err != nil {
				return err
			}
			got, err = v.Signed(young.ID)
			equal(f, who+", a veiled row", string(got), string(row))
			return err
		})
	}
	want("the same Veil", youngBytes, youngBytes, nil)
	f.Veil(capitals(2))
	want("another Veil", nil, nil, store.ErrVeiled)
	f.sound()
	f.Veil(capitals(1))
	want("the Veil again", youngBytes, youngBytes, nil)
	veilKept(f, before.ID, old.ID, [][2]any{{store.Letters, bare.ID}, {store.Letters, after.ID}, {store.Letters, int64(99)}, {store.Rows, young.ID}, {store.Rows, int64(99)}})
	want("the Veil over all", youngBytes, youngBytes, nil)
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
