package store

import (
	"bytes"
	"encoding/hex"
	"fmt"

	"corrd/game"
)

// DecodeLine reads an event from its hashed line and from the texts beside the line, and gives
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
