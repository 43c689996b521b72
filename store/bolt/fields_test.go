package bolt

import (
	"reflect"
	"slices"
	"testing"
	"time"
)

// Every field of a record is written and read back, by itself and with the
// others, and a record that is cut off is not read.
func TestFields(t *testing.T) {
	comesBack(t, playerFields)
	comesBack(t, letterFields, "Deflated")
	comesBack(t, rowFields, "Bytes", "Deflated") // which lie by themselves
}

func comesBack[T any](t *testing.T, fs fields[T], apart ...string) {
	t.Helper()
	var full T
	shape := reflect.TypeFor[T]()
	for i := range shape.NumField() {
		name := shape.Field(i).Name
		if slices.Contains(apart, name) {
			continue
		}
		var one T
		fill(t, reflect.ValueOf(&one).Elem().Field(i))
		fill(t, reflect.ValueOf(&full).Elem().Field(i))
		wantBack(t, fs, one, shape.Name()+"."+name)
	}
	b := wantBack(t, fs, full, shape.Name())
	var cut T
	if fs.decode(b[:len(b)-1], &cut) == nil || fs.decode([]byte{byte(len(fs)), 1}, &cut) == nil {
		t.Errorf("%s: what encode does not write was read", shape.Name())
	}
}

func wantBack[T any](t *testing.T, fs fields[T], rec T, what string) []byte {
	t.Helper()
	b, err := fs.encode(&rec)
	var got T
	if err2 := fs.decode(b, &got); err != nil || err2 != nil || !reflect.DeepEqual(got, rec) {
		t.Errorf("%s: %+v became %+v, %v, %v", what, rec, got, err, err2)
	}
	return b
}

// fill gives a field a value that is not zero.
func fill(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(time.Date(1824, 4, 23, 1, 2, 3, 4, time.UTC)))
		return
	case []string:
		v.Set(reflect.ValueOf([]string{"", "a"}))
		return
	case []int64:
		v.Set(reflect.ValueOf([]int64{0, -7, 1 << 40}))
		return
	case map[string]string:
		v.Set(reflect.ValueOf(map[string]string{"a": "", "b": "c"}))
		return
	case []byte:
		v.SetBytes([]byte{0})
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Int, reflect.Int64:
		v.SetInt(-7_000_000)
	case reflect.Uint8:
		v.SetUint(1)
	case reflect.Bool:
		v.SetBool(true)
	default:
		t.Fatalf("no value for %s", v.Type())
	}
}
