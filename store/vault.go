package store

import (
	"bytes"
	"fmt"
	"sync/atomic"
)

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
	veiled, seal := (*veil).Hide(octets)
	kept := Deflate(veiled)
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
	if _, seal := (*veil).Hide(text); seal == nil {
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
