package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"time"

	"corrd/store"
)

// fields describe how records of a kind are written: for each field that is not zero the field's
// place in the list, and its value; then a check sum, which records of an older corrd may lack. A
// new field goes to the end of the list, and no field ever leaves the list.
type fields[T any] []field[T]

// sumPlace stands, in the place of a field's number, before the check sum of everything before
// sumPlace.
const sumPlace = 0xff

// field is one field of a record. write appends the field's value to b, and nothing if the value is
// zero.
type field[T any] struct {
	write func(b []byte, rec *T) []byte
	read  func(r *reader, rec *T)
}

func (fs fields[T]) encode(rec *T) ([]byte, error) {
	b := make([]byte, 0, 256)
	for i, f := range fs {
		b = append(b, byte(i))
		if whole := f.write(b, rec); len(whole) > len(b) {
			b = whole
		} else {
			b = b[:len(b)-1]
		}
	}
	return store.WithSum(append(b, sumPlace), b), nil
}

var errFields = errors.New("it has a field this program does not know, or is cut off")

func (fs fields[T]) decode(b []byte, rec *T) error {
	r := reader{rest: b}
	for len(r.rest) > 0 && !r.failed {
		place := int(r.rest[0])
		if whole := b[:len(b)-len(r.rest)]; place == sumPlace {
			if !bytes.Equal(r.rest[1:], store.WithSum(nil, whole)) {
				return store.ErrSum
			}
			break
		}
		if place >= len(fs) {
			return errFields
		}
		r.rest = r.rest[1:]
		fs[place].read(&r, rec)
	}
	if r.failed {
		return errFields
	}
	return nil
}

// number is the field of a whole number.
func number[T any, N ~int | ~int64 | ~uint8](at func(*T) *N) field[T] {
	return field[T]{
		write: func(b []byte, rec *T) []byte {
			if n := *at(rec); n != 0 {
				return binary.AppendVarint(b, int64(n))
			}
			return b
		},
		read: func(r *reader, rec *T) { *at(rec) = N(r.signed()) },
	}
}

// truth is the field of a bool.
func truth[T any](at func(*T) *bool) field[T] {
	return field[T]{
		write: func(b []byte, rec *T) []byte {
			if *at(rec) {
				return append(b, 1)
			}
			return b
		},
		read: func(r *reader, rec *T) { *at(rec) = r.number() == 1 },
	}
}

// instant is the field of a time, which is read back in UTC.
func instant[T any](at func(*T) *time.Time) field[T] {
	return field[T]{
		write: func(b []byte, rec *T) []byte {
			t := *at(rec)
			if t.IsZero() {
				return b
			}
			return binary.AppendUvarint(binary.AppendVarint(b, t.Unix()), uint64(t.Nanosecond()))
		},
		read: func(r *reader, rec *T) { *at(rec) = time.Unix(r.signed(), int64(r.number())).UTC() },
	}
}

// text is the field of a string.
func text[T any, S ~string](at func(*T) *S) field[T] {
	return field[T]{
		write: func(b []byte, rec *T) []byte {
			if s := string(*at(rec)); s != "" {
				return appendText(b, s)
			}
			return b
		},
		read: func(r *reader, rec *T) { *at(rec) = S(r.bytes(r.number())) },
	}
}

// octets is the field of a byte slice.
func octets[T any](at func(*T) *[]byte) field[T] {
	return field[T]{
		write: func(b []byte, rec *T) []byte {
			if o := *at(rec); len(o) > 0 {
				return append(binary.AppendUvarint(b, uint64(len(o))), o...)
			}
			return b
		},
		read: func(r *reader, rec *T) { *at(rec) = slices.Clone(r.bytes(r.number())) },
	}
}

// texts is the field of a list of strings.
func texts[T any](at func(*T) *[]string) field[T] {
	return field[T]{
		write: func(b []byte, rec *T) []byte { return appendTexts(b, *at(rec)) },
		read:  func(r *reader, rec *T) { *at(rec) = r.texts() },
	}
}

// numbers is the field of a list of whole numbers.
func numbers[T any](at func(*T) *[]int64) field[T] {
	return field[T]{
		write: func(b []byte, rec *T) []byte {
			all := *at(rec)
			if len(all) == 0 {
				return b
			}
			b = binary.AppendUvarint(b, uint64(len(all)))
			for _, n := range all {
				b = binary.AppendVarint(b, n)
			}
			return b
		},
		read: func(r *reader, rec *T) {
			var all []int64
			for n := r.number(); n > 0 && !r.failed; n-- {
				all = append(all, r.signed())
			}
			*at(rec) = all
		},
	}
}

// pairs is the field of strings under names.
func pairs[T any](at func(*T) *map[string]string) field[T] {
	return field[T]{
		write: func(b []byte, rec *T) []byte {
			var flat []string
			for _, name := range slices.Sorted(maps.Keys(*at(rec))) {
				flat = append(flat, name, (*at(rec))[name])
			}
			return appendTexts(b, flat)
		},
		read: func(r *reader, rec *T) {
			flat := r.texts()
			m := make(map[string]string, len(flat)/2)
			for ; len(flat) > 1; flat = flat[2:] {
				m[flat[0]] = flat[1]
			}
			*at(rec) = m
		},
	}
}

func appendTexts(b []byte, all []string) []byte {
	if len(all) == 0 {
		return b
	}
	b = binary.AppendUvarint(b, uint64(len(all)))
	for _, s := range all {
		b = appendText(b, s)
	}
	return b
}

// reader cuts values off the front of bytes; failed stays true after a value that is missing.
type reader struct {
	rest   []byte
	failed bool
}

func (r *reader) number() uint64 {
	n, length := binary.Uvarint(r.rest)
	r.cut(length)
	return n
}

func (r *reader) signed() int64 {
	n, length := binary.Varint(r.rest)
	r.cut(length)
	return n
}

func (r *reader) cut(length int) {
	if length <= 0 {
		r.failed, r.rest = true, nil
		return
	}
	r.rest = r.rest[length:]
}

func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.failed, r.rest = true, nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) texts() (all []string) {
	for n := r.number(); n > 0 && !r.failed; n-- {
		all = append(all, string(r.bytes(r.number())))
	}
	return all
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
