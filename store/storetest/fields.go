package storetest

import (
	"errors"
	"reflect"
	"time"

	"corrd/store"
)

// fields holds that a store keeps each field of each record that is put into it: every field is
// given a value other than zero, so that a field that an engine has forgotten is read as another.
func fields(f *fixture) {
	player, registration, challenge := filled[store.Player](), filled[store.Registration](), filled[store.Challenge]()
	dispute, letter, row := filled[store.Dispute](), filled[store.Letter](), filled[store.Row]()
	letter.Purged = false // of a letter whose bytes are not kept the raw bytes are gone
	row.State = store.Parked
	f.both(
		func(tx store.Tx) error {
			return errors.Join(tx.PutPlayer(&player), tx.PutRegistration(&registration), tx.PutChallenge(&challenge),
				tx.PutDispute(&dispute), tx.PutLetter(&letter, []byte("P-K4")), tx.Enqueue(&row))
		},
		func(v store.View) error {
			return errors.Join(kept(f, player, v.Player, player.ID), kept(f, registration, v.Registration, registration.ID),
				kept(f, challenge, v.Challenge, challenge.ID), kept(f, dispute, v.Dispute, dispute.ID),
				kept(f, letter, v.Letter, letter.ID), kept(f, row, v.Row, row.ID))
		})
}

// kept wants a record to be read as it was put.
func kept[T any](f *fixture, put T, get func(int64) (T, error), id int64) error {
	f.Helper()
	got, err := get(id)
	if err != nil {
		return err
	}
	is, was := reflect.ValueOf(got), reflect.ValueOf(put)
	for i := range is.NumField() {
		field := is.Type().Field(i)
		equal(f, field.Name+" of a "+is.Type().Name(), is.Field(i).Interface(), was.Field(i).Interface())
	}
	return nil
}

// filled makes a new record with a value in each field that is kept with the record.
func filled[T any]() (rec T) {
	fill(reflect.ValueOf(&rec).Elem())
	return rec
}

// fill gives a value, and each field within it, something other than zero, but for the number ID
// and for what is kept beside a record.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(epoch.Add(time.Hour)))
			return
		}
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.Name != "ID" && field.Tag.Get("json") != "-" {
				fill(v.Field(i))
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key)
		fill(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString("word")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint8:
		v.SetUint(1)
	default:
		panic("a record has a field of kind " + v.Kind().String())
	}
}
