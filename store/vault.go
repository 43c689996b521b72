package store

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"sync/atomic"

	"corrd/game"
)

// Veil hides in the bytes of a letter what somebody who has the store alone must not learn. Hide
// returns the bytes with that part masked, in the capacity of room if they fit, and a seal from
// which Show makes the bytes again; a seal that is nil means that there is nothing to hide. The
// same bytes always give the same result. Show returns false when the seal is of another Veil.
type Veil interface {
	Hide(octets, room []byte) (veiled, seal []byte)
	Show(veiled, seal []byte) (octets []byte, ok bool)
}

// Vault keeps the bytes of letters, as a store does: deflated, and under a Veil from the time at
// which the Vault is given one. What lies veiled is the deflated text, the text's check sum, the
// seal and the seal's check sum.
type Vault struct{ veil atomic.Pointer[Veil] }

// Veil has bytes kept under a Veil from now on.
func (v *Vault) Veil(veil Veil) { v.veil.Store(&veil) }

// Deflate returns octets as they are to lie in the store.
func (v *Vault) Deflate(octets []byte) []byte {
	veil := v.veil.Load()
	if veil == nil {
		return Deflate(octets)
	}
	room := deflated.Get().(*bytes.Buffer)
	defer deflated.Put(room)
	room.Reset()
	room.Grow(len(octets))
	veiled, seal := (*veil).Hide(octets, room.AvailableBuffer())
	kept := deflate(veiled, len(seal)+sumLength)
	if seal != nil {
		kept = WithSum(append(kept, seal...), seal)
	}
	return kept
}

// Kept returns octets as they were deflated before the transaction, or else deflates them now.
func (v *Vault) Kept(octets, deflated []byte) []byte {
	if deflated != nil {
		return deflated
	}
	return v.Deflate(octets)
}

// Veiled returns the bytes of a letter or a row that lie without a Veil as they lie under it, or
// nil if they lie under one, have nothing to hide, or are none. The error is ErrCorrupt.
func (v *Vault) Veiled(of Kind, id int64, kept []byte) ([]byte, error) {
	veil := v.veil.Load()
	if veil == nil || kept == nil {
		return nil, nil
	}
	i := inflaters.Get().(*inflater)
	defer inflaters.Put(i)
	if err := i.read(kept); err != nil {
		return nil, fmt.Errorf("%w: the bytes of %s %d: %v", ErrCorrupt, of, id, err)
	}
	if i.seal != nil {
		return nil, nil
	}
	text := bytes.Clone(i.text.Bytes())
	if _, seal := (*veil).Hide(text, nil); seal == nil {
		return nil, nil
	}
	return v.Deflate(text), nil
}

// Inflate returns what Deflate was given, never nil without an error; ErrVeiled where the Veil
// does not show it.
func (v *Vault) Inflate(kept []byte) ([]byte, error) {
	i := inflaters.Get().(*inflater)
	defer inflaters.Put(i)
	if err := i.read(kept); err != nil || i.seal == nil {
		return append([]byte{}, i.text.Bytes()...), err
	}
	if veil := v.veil.Load(); veil != nil {
		if octets, ok := (*veil).Show(bytes.Clone(i.text.Bytes()), i.seal); ok {
			return octets, nil
		}
	}
	return nil, ErrVeiled
}

// DecodeLine reads an event from its hashed line and from the texts beside the line, and returns
// the number of the event and the event. DecodeLine does not read the raw letter. A text that is
// nil was erased or is withheld, and its field has the zero value. DecodeLine returns ErrCorrupt
// when a salt and a text do not give the hash in the line.
func DecodeLine(line []byte, beside []Beside) (seq int64, e game.Event, err error) {
	plain, err := unseal(line, beside)
	if err != nil {
		return 0, e, err
	}
	return DecodeEvent(plain)
}

// unseal returns the line with each hash replaced by its text.
func unseal(line []byte, beside []Beside) ([]byte, error) {
	rest, isSealed := bytes.CutPrefix(line, []byte(beginning2))
	if !isSealed {
		return line, nil
	}
	plain := append([]byte{'{'}, rest...)
	if len(beside) > 0 && beside[0].Name == RawText {
		plain = withoutRaw(plain, beside[0].Hash)
		beside = beside[1:]
	}
	at, err := places(plain)
	if err != nil {
		return nil, err
	}
	if len(at) != len(beside) {
		return nil, fmt.Errorf("%w: an event has %d texts, and %d stand beside it", ErrCorrupt, len(at), len(beside))
	}
	var b []byte
	done := 0
	for i, p := range at {
		one := beside[i]
		if one.Name != p.name || !bytes.Equal(plain[p.from:p.to], appendHash(nil, one.Hash)) || one.Text != nil && one.Salt.Seal(one.Text) != one.Hash {
			return nil, fmt.Errorf("%w: the text %q beside an event is not what was hashed", ErrCorrupt, p.name)
		}
		text := one.Text
		if text == nil {
			text = erasedText
		}
		b = append(append(b, plain[done:p.from]...), text...)
		done = p.to
	}
	return append(b, plain[done:]...), nil
}

// withoutRaw removes the hash of the raw letter from a line.
func withoutRaw(plain []byte, hash [32]byte) []byte {
	return bytes.Replace(plain, []byte(`,"raw":"`+hex.EncodeToString(hash[:])+`"`), nil, 1)
}
