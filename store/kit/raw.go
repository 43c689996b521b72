package kit

import (
	"errors"

	"corrd/store"
)

// Raw returns the bytes of the letter that brings an event about: those of the letter that is
// being taken in, where it is this one, or else as they are read; nil where there is no letter, or its
// bytes are not kept.
func Raw(letter, taken int64, raw []byte, read func(letter int64) ([]byte, error)) ([]byte, error) {
	switch {
	case letter == 0:
		return nil, nil
	case letter == taken && raw != nil:
		return raw, nil
	}
	raw, err := read(letter)
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrPurged) {
		return nil, nil
	}
	return raw, err
}
