package postgres

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgtype"

	"corrd/store"
)

// field is one column of a table: the value that is written to the column from a record, and the
// place in a record to which the column is read.
type field[T any] struct {
	name  string
	write func(*T) any
	read  func(*T) any // a destination for Scan
}

// number is the column of a whole number.
func number[T any, N ~int | ~int64 | ~uint8](name string, at func(*T) *N) field[T] {
	return field[T]{name,
		func(rec *T) any { return int64(*at(rec)) },
		func(rec *T) any { return &numberTo[N]{at(rec)} }}
}

// truth is the column of a bool.
func truth[T any](name string, at func(*T) *bool) field[T] {
	return field[T]{name, func(rec *T) any { return *at(rec) }, func(rec *T) any { return at(rec) }}
}

// text is the column of a string.
func text[T any, S ~string](name string, at func(*T) *S) field[T] {
	return field[T]{name,
		func(rec *T) any { return spell(string(*at(rec))) },
		func(rec *T) any { return &textTo[S]{at(rec)} }}
}

// octets is a column of bytes that are mostly text; no bytes are read as nil.
func octets[T any](name string, at func(*T) *[]byte) field[T] {
	return field[T]{name,
		func(rec *T) any { return spell(string(*at(rec))) },
		func(rec *T) any { return &octetsTo{at(rec)} }}
}

// exactly is the column of octets whose number is fixed. Where the database has another number of
// them they are read as zeros: cut off, they would pass for others.
func exactly[T any](name string, at func(*T) []byte) field[T] {
	return field[T]{name, func(rec *T) any { return slices.Clone(at(rec)) }, func(rec *T) any { return &exactlyTo{at(rec)} }}
}

// instant is the column of a time, null where the time is zero.
func instant[T any](name string, at func(*T) *time.Time) field[T] {
	return field[T]{name,
		func(rec *T) any { return orNull(*at(rec)) },
		func(rec *T) any { return &timeTo{at(rec)} }}
}

// numbers is the column of a list of whole numbers, null where the list is empty.
func numbers[T any](name string, at func(*T) *[]int64) field[T] {
	return field[T]{name,
		func(rec *T) any {
			if len(*at(rec)) == 0 {
				return nil
			}
			return *at(rec)
		},
		func(rec *T) any { return at(rec) }}
}

// texts is the column of a list of strings, null where the list is empty.
func texts[T any](name string, at func(*T) *[]string) field[T] {
	return field[T]{name,
		func(rec *T) any {
			if len(*at(rec)) == 0 {
				return nil
			}
			spelt := make([]string, len(*at(rec)))
			for i, s := range *at(rec) {
				spelt[i] = spell(s)
			}
			return spelt
		},
		func(rec *T) any { return &textsTo{at(rec)} }}
}

// opaque is a column of JSON, null where the value is as good as none.
func opaque[T, V any](name string, at func(*T) *V, none func(V) bool) field[T] {
	return field[T]{name,
		func(rec *T) any {
			if none(*at(rec)) {
				return nil
			}
			b, err := json.Marshal(*at(rec))
			if err != nil {
				panic(err) // of strings and numbers: each has a JSON form
			}
			return string(b)
		},
		func(rec *T) any { return at(rec) }}
}

// spelt are strings under names, as JSON of which PostgreSQL can hold every string.
type spelt map[string]string

// MarshalJSON writes the strings as spell does.
func (m spelt) MarshalJSON() ([]byte, error) {
	written := make(map[string]string, len(m))
	for name, value := range m {
		written[spell(name)] = spell(value)
	}
	return json.Marshal(written)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *spelt) UnmarshalJSON(b []byte) error {
	var written map[string]string
	err := json.Unmarshal(b, &written)
	*m = make(spelt, len(written))
	for name, value := range written {
		(*m)[unspell(name)] = unspell(value)
	}
	return err
}

// consultants are those of a challenge, as JSON of which PostgreSQL can hold every string.
type consultants []store.Consultant

// MarshalJSON writes the addresses as spell does.
func (cs consultants) MarshalJSON() ([]byte, error) {
	return json.Marshal(cs.with(spell))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (cs *consultants) UnmarshalJSON(b []byte) error {
	var written []store.Consultant
	err := json.Unmarshal(b, &written)
	*cs = consultants(written).with(unspell)
	return err
}

func (cs consultants) with(address func(string) string) []store.Consultant {
	all := slices.Clone([]store.Consultant(cs))
	for i := range all {
		all[i].Address = address(all[i].Address)
	}
	return all
}

// orNull is a time as the database takes the time, nil for the zero time.
func orNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC()
}

// The destinations of Scan.
type (
	numberTo[N ~int | ~int64 | ~uint8] struct{ to *N }
	textTo[S ~string]                  struct{ to *S }
	octetsTo                           struct{ to *[]byte }
	exactlyTo                          struct{ to []byte }
	timeTo                             struct{ to *time.Time }
	textsTo                            struct{ to *[]string }
)

// ScanInt64 implements pgtype.Int64Scanner.
func (d *numberTo[N]) ScanInt64(v pgtype.Int8) error {
	*d.to = N(v.Int64)
	return nil
}

// ScanText implements pgtype.TextScanner.
func (d *textTo[S]) ScanText(v pgtype.Text) error {
	*d.to = S(unspell(v.String))
	return nil
}

// ScanText implements pgtype.TextScanner.
func (d *octetsTo) ScanText(v pgtype.Text) error {
	*d.to = nil
	if v.String != "" {
		*d.to = []byte(unspell(v.String))
	}
	return nil
}

// ScanBytes implements pgtype.BytesScanner.
func (d *exactlyTo) ScanBytes(v []byte) error {
	clear(d.to)
	if len(v) == len(d.to) {
		copy(d.to, v)
	}
	return nil
}

// ScanTimestamptz implements pgtype.TimestamptzScanner.
func (d *timeTo) ScanTimestamptz(v pgtype.Timestamptz) error {
	*d.to = time.Time{}
	if v.Valid {
		*d.to = v.Time.UTC()
	}
	return nil
}

// SetDimensions implements pgtype.ArraySetter.
func (d *textsTo) SetDimensions(dimensions []pgtype.ArrayDimension) error {
	*d.to = nil
	if len(dimensions) > 0 {
		*d.to = make([]string, dimensions[0].Length)
	}
	return nil
}

// ScanIndex implements pgtype.ArraySetter.
func (d *textsTo) ScanIndex(i int) any { return &textTo[string]{&(*d.to)[i]} }

// ScanIndexType implements pgtype.ArraySetter.
func (d *textsTo) ScanIndexType() any { return &textTo[string]{} }

// mark stands before the two hexadecimal digits of an octet that a text of PostgreSQL cannot hold:
// 0, an octet that is not UTF-8, and each octet of a mark that stands in the text already.
const mark = "\u2400"

// spell is a string in a form that PostgreSQL can hold, which unspell turns back into the string.
func spell(s string) string {
	if utf8.ValidString(s) && !strings.Contains(s, "\x00") && !strings.Contains(s, mark) {
		return s
	}
	const digits = "0123456789abcdef"
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == 0 || r == utf8.RuneError && size == 1 || s[i:i+size] == mark {
			for _, octet := range []byte(s[i : i+size]) {
				b.WriteString(mark)
				b.WriteByte(digits[octet>>4])
				b.WriteByte(digits[octet&15])
			}
		} else {
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// unspell is the string that spell was given. A mark that spell did not write stays in the string.
func unspell(s string) string {
	before, rest, found := strings.Cut(s, mark)
	if !found {
		return s
	}
	var b strings.Builder
	for ; found; before, rest, found = strings.Cut(rest, mark) {
		b.WriteString(before)
		if len(rest) < 2 || digit(rest[0]) < 0 || digit(rest[1]) < 0 {
			b.WriteString(mark)
			continue
		}
		b.WriteByte(byte(digit(rest[0])<<4 | digit(rest[1])))
		rest = rest[2:]
	}
	b.WriteString(before)
	return b.String()
}

// digit is the value of a hexadecimal digit as spell writes one, -1 of anything else.
func digit(c byte) int { return strings.IndexByte("0123456789abcdef", c) }
