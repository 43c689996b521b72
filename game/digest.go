package game

import (
	"crypto/sha256"
	"reflect"
	"strconv"
	"time"

	"corrd/game/clocks"
	"corrd/game/line"
)

// DigestForm is the number of the form of which Digest is the hash. It grows with every change that
// gives an old game another digest although it means the same: a change of the form below, or a
// State that notes more of the events than before. A digest of another form says nothing.
const DigestForm = 2

// Digest is a hash of a State, so that another program can find that it makes another State of the
// same events. It is the beginning of the SHA-256 of a text of this form:
//
//   - A struct is "{", its fields in their order, each as "name=value;", and "}". A field with the zero
//     value is left out, so that a new field changes nothing as long as it is empty.
//   - A number is decimal; a bool is 0 or 1; a string is its length in octets, ":" and itself; an
//     instant is "@" and its Unix time in nanoseconds; a pointer is what it points to.
//   - A list is its length, "[", its elements, each with ",", and "]". Of what is over, the turns of the
//     line and the windows of turns, the last element alone stands for all.
//   - A game before an event (Before) is "#" and the number of the event.
func (s *State) Digest() (d [16]byte) {
	sum := sha256.Sum256(canon(make([]byte, 0, 3<<10), reflect.ValueOf(s).Elem()))
	copy(d[:], sum[:])
	return d
}

// shape is how values of a type are written.
type shape struct {
	names   []string // of the fields of a struct
	isTime  bool
	history bool // the last element of the list stands for all
	before  bool
}

var (
	timeType = reflect.TypeFor[time.Time]()
	shapes   = shapesIn(map[reflect.Type]shape{
		timeType:                            {isTime: true},
		reflect.TypeFor[Before]():           {before: true},
		reflect.TypeFor[[]line.Turn]():      {history: true},
		reflect.TypeFor[[]*clocks.Window](): {history: true},
		reflect.TypeFor[[]*Before]():        {history: true},
	}, reflect.TypeFor[State]())
)

// shapesIn adds the shapes of the structs in a type.
func shapesIn(all map[reflect.Type]shape, t reflect.Type) map[reflect.Type]shape {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return shapesIn(all, t.Elem())
	case reflect.Struct:
		if _, known := all[t]; known {
			return all
		}
		var s shape
		for i := range t.NumField() {
			s.names = append(s.names, t.Field(i).Name)
		}
		all[t] = s
		for i := range t.NumField() {
			shapesIn(all, t.Field(i).Type)
		}
	}
	return all
}

// canon appends a value in the form that Digest describes.
func canon(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, '1')
		}
		return append(b, '0')
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(b, v.Uint(), 10)
	case reflect.Float64:
		return strconv.AppendFloat(b, v.Float(), 'g', -1, 64)
	case reflect.String:
		b = append(strconv.AppendInt(b, int64(v.Len()), 10), ':')
		return append(b, v.String()...)
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, '-')
		}
		return canon(b, v.Elem())
	case reflect.Slice, reflect.Array:
		return canonList(b, v)
	case reflect.Struct:
		return canonStruct(b, v)
	}
	panic("game: a State holds what has no digest: " + v.Type().String())
}

func canonList(b []byte, v reflect.Value) []byte {
	n, first := v.Len(), 0
	if v.Kind() == reflect.Slice && shapes[v.Type()].history {
		first = max(n-1, 0)
	}
	b = append(strconv.AppendInt(b, int64(n), 10), '[')
	for i := first; i < n; i++ {
		b = append(canon(b, v.Index(i)), ',')
	}
	return append(b, ']')
}

func canonStruct(b []byte, v reflect.Value) []byte {
	s := shapes[v.Type()]
	switch {
	case s.isTime:
		return strconv.AppendInt(append(b, '@'), v.Addr().Interface().(*time.Time).UnixNano(), 10)
	case s.before:
		return strconv.AppendInt(append(b, '#'), v.Addr().Interface().(*Before).Seq, 10)
	}
	b = append(b, '{')
	for i, name := range s.names {
		f := v.Field(i)
		if f.IsZero() || f.Kind() == reflect.Slice && f.Len() == 0 {
			continue
		}
		b = append(append(b, name...), '=')
		b = append(canon(b, f), ';')
	}
	return append(b, '}')
}
