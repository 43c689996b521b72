package store

import (
	"reflect"
	"testing"
	"time"
)

// timed sets each time of a record, also of what is embedded in it, and counts them.
func timed(record reflect.Value, at time.Time) (n int) {
	for i := range record.NumField() {
		switch field := record.Field(i); {
		case field.Type() == reflect.TypeFor[time.Time]():
			field.Set(reflect.ValueOf(at))
			n++
		case field.Kind() == reflect.Struct:
			n += timed(field, at)
		}
	}
	return n
}

// TestTimesAreComparedToTheMicrosecond: a record of each kind, all of whose times have nanoseconds,
// is the same as the one that a database gives back.
func TestTimesAreComparedToTheMicrosecond(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 123456789, time.FixedZone("", 3600))
	parcel := func(at time.Time) (p Parcel, times int) {
		lists := reflect.ValueOf(&p).Elem()
		for i := range lists.NumField() {
			if list := lists.Field(i); list.Kind() == reflect.Slice && list.Type().Elem().Kind() == reflect.Struct {
				list.Set(reflect.MakeSlice(list.Type(), 1, 1))
				times += timed(list.Index(0), at)
			}
		}
		return p, times
	}
	exact, n := parcel(at)
	kept, _ := parcel(at.UTC().Truncate(time.Microsecond))
	if what := exact.differs(&kept); what != "" || n < 12 {
		t.Errorf("of %d times one is compared to the nanosecond: %s", n, what)
	}
	if exact.Players[0].Left != at {
		t.Error("the records are rounded themselves")
	}
	later, _ := parcel(at.Add(time.Microsecond))
	if exact.differs(&later) == "" {
		t.Error("a microsecond is no difference")
	}
}
