package bolt

import (
	"bytes"
	"testing"

	"corrd/store"
)

// FuzzDamagedBytes reads anything at all as each of the forms in which bytes lie
// in a file: none makes the reader panic, and what is read is written as it was.
func FuzzDamagedBytes(f *testing.F) {
	letter, _ := letterFields.encode(&store.Letter{ID: 7, To: []string{"a@a.example"}, Subject: "P-K4"})
	row, _ := rowFields.encode(&store.Row{ID: 7, To: "a@a.example", Data: []byte("{}")})
	player, _ := playerFields.encode(&store.Player{ID: 7, Settings: map[string]string{"notation": "both"}})
	for _, b := range [][]byte{nil, letter, row, player, store.Deflate([]byte("P-K4")), store.Deflate(make([]byte, 16<<10)), num(7), bytes.Repeat([]byte{0xff}, 40)} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		readsAsWritten(t, letterFields, b)
		readsAsWritten(t, rowFields, b)
		readsAsWritten(t, playerFields, b)
		if plain, err := new(store.Vault).Inflate(b); err == nil {
			if back, err := new(store.Vault).Inflate(store.Deflate(plain)); err != nil || !bytes.Equal(back, plain) {
				t.Errorf("%x was inflated, and does not come back: %v", b, err)
			}
		}
		readMeta(b)
		partOf(b)
		readStamp(b)
		readTally(b)
		var h store.Head
		decodeHead(b, &h)
	})
}

// readsAsWritten wants a record that can be read to be written so that it is read
// back the same.
func readsAsWritten[T any](t *testing.T, fs fields[T], b []byte) {
	t.Helper()
	var rec, back T
	if fs.decode(b, &rec) != nil {
		return
	}
	written, err := fs.encode(&rec)
	again, err2 := []byte(nil), fs.decode(written, &back)
	if err == nil && err2 == nil {
		again, err = fs.encode(&back)
	}
	if err != nil || err2 != nil || !bytes.Equal(written, again) {
		t.Errorf("%x was read as %+v, which comes back as %+v: %v, %v", b, rec, back, err, err2)
	}
}
