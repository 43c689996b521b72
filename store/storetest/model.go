package storetest

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"corrd/game"
	"corrd/store"
)

// memory is a store as plain values: what the store under test must agree with.
type memory struct {
	settings map[string]string
	letters  []store.Letter
	rows     []store.Row
	games    map[int64]game.State
	counts   map[string]int
}

func (m memory) clone() memory {
	return memory{maps.Clone(m.settings), slices.Clone(m.letters), slices.Clone(m.rows), maps.Clone(m.games), maps.Clone(m.counts)}
}

// model drives a store with random transactions, some of which give up, and
// compares all that can be read with the plain values, within each transaction
// and after it.
func model(t *testing.T, open Open) {
	rapid.Check(t, func(rt *rapid.T) {
		m := memory{settings: map[string]string{}, games: map[int64]game.State{}, counts: map[string]int{}}
		s := open(t, func() time.Time { return epoch })
		rt.Repeat(map[string]func(*rapid.T){
			"transaction": func(rt *rapid.T) { m = transact(rt, s, m) },
			"":            func(rt *rapid.T) { agree(rt, s, m) },
		})
		if _, err := s.Check(func(fault store.Fault) { rt.Errorf("Check: %s", fault) }); err != nil {
			rt.Error(err)
		}
		s.Close()
	})
}

// transact runs some random writes as one transaction and returns the memory after it.
func transact(rt *rapid.T, s store.Store, before memory) memory {
	m := before.clone()
	var writes []write
	for range rapid.IntRange(1, 6).Draw(rt, "writes") {
		kind := draw(rt, "kind", slices.Sorted(maps.Keys(modelWrites))...)
		writes = append(writes, modelWrites[kind](rt, &m))
	}
	giveUp := rapid.IntRange(0, 3).Draw(rt, "give up") == 0
	err := s.Update(func(tx store.Tx) error {
		for _, w := range writes {
			if err := w(tx); err != nil {
				return err
			}
		}
		if problem := differs(tx, m); problem != "" {
			return fmt.Errorf("within a transaction: %s", problem)
		}
		if giveUp {
			return errChanged
		}
		return nil
	})
	switch {
	case giveUp && errors.Is(err, errChanged):
		return before
	case err != nil:
		rt.Fatal(err)
	}
	return m
}

func agree(rt *rapid.T, s store.Store, m memory) {
	err := s.View(func(v store.View) error {
		if problem := differs(v, m); problem != "" {
			return errors.New(problem)
		}
		return nil
	})
	if err != nil {
		rt.Fatal(err)
	}
}

// write is one write to a store.
type write func(tx store.Tx) error

// modelWrites draw a write, and make it to the memory. Numbers are given in
// sequence, so the memory knows them before the store does.
var modelWrites = map[string]func(rt *rapid.T, m *memory) write{
	"setting": func(rt *rapid.T, m *memory) write {
		k, v := draw(rt, "key", "a", "ab", "b"), draw(rt, "value", "", "x", "y")
		m.settings[k] = v
		return func(tx store.Tx) error { return tx.SetSetting(k, v) }
	},
	"count": func(rt *rapid.T, m *memory) write {
		name, n := draw(rt, "name", "a", "ab", "b"), rapid.IntRange(-1, 9).Draw(rt, "n")
		m.counts[name] += n
		return func(tx store.Tx) error { return tx.AddCount(name, n) }
	},
	"new letter": func(rt *rapid.T, m *memory) write {
		l := store.Letter{Received: epoch}
		drawLetter(rt, &l)
		m.letters = append(m.letters, l)
		m.letters[len(m.letters)-1].ID = int64(len(m.letters))
		return func(tx store.Tx) error { l.ID = 0; return tx.PutLetter(&l, []byte("raw")) }
	},
	"letter": func(rt *rapid.T, m *memory) write {
		if len(m.letters) == 0 {
			return nothing
		}
		l := &m.letters[rapid.IntRange(0, len(m.letters)-1).Draw(rt, "letter")]
		drawLetter(rt, l)
		changed := *l
		return func(tx store.Tx) error { return tx.PutLetter(&changed, nil) }
	},
	"new row": func(rt *rapid.T, m *memory) write {
		r := store.Row{At: epoch}
		drawRow(rt, &r)
		m.rows = append(m.rows, r)
		m.rows[len(m.rows)-1].ID = int64(len(m.rows))
		return func(tx store.Tx) error { return tx.Enqueue(&r) }
	},
	"row": func(rt *rapid.T, m *memory) write {
		if len(m.rows) == 0 {
			return nothing
		}
		r := &m.rows[rapid.IntRange(0, len(m.rows)-1).Draw(rt, "row")]
		drawRow(rt, r)
		changed := *r
		return func(tx store.Tx) error { return tx.PutRow(&changed) }
	},
	"game": func(_ *rapid.T, m *memory) write {
		id := int64(len(m.games) + 1)
		m.games[id] = game.State{ID: id}.Apply(start(1, 2, epoch))
		return func(tx store.Tx) error { _, err := newGame(tx, 1, 2, 0); return err }
	},
	"move": func(rt *rapid.T, m *memory) write {
		if len(m.games) == 0 {
			return nothing
		}
		id := int64(rapid.IntRange(1, len(m.games)).Draw(rt, "game"))
		n := int(m.games[id].Seq)
		if n > len(opening) {
			return nothing
		}
		e := moved(n, epoch.Add(time.Duration(n)*time.Hour))
		m.games[id] = m.games[id].Apply(e)
		return func(tx store.Tx) error { _, err := tx.Append(id, e); return err }
	},
}

func nothing(store.Tx) error { return nil }

func draw[T any](rt *rapid.T, label string, from ...T) T {
	return rapid.SampledFrom(from).Draw(rt, label)
}

func drawLetter(rt *rapid.T, l *store.Letter) {
	l.State = draw(rt, "state", store.Acted, store.HeldLetter, store.Ignored)
	l.Game = draw[int64](rt, "game", 0, 1, 2)
}

func drawRow(rt *rapid.T, r *store.Row) {
	r.To = draw(rt, "to", "a@x.example", "b@x.example", "a@x.example.org")
	r.State = draw(rt, "state", store.Queued, store.Queued, store.Sent, store.Parked)
	r.Next = epoch.Add(time.Duration(rapid.IntRange(0, 3).Draw(rt, "next")) * time.Minute)
	r.Game = draw[int64](rt, "game", 0, 1, 2)
}

// differs says in what a store differs from the memory; "" in nothing.
func differs(v store.View, m memory) string {
	return first(
		sameEach("setting", m.settings, func(key string) (string, error) {
			value, _, err := v.Setting(key)
			return value, err
		}),
		sameEach("count", m.counts, v.Count),
		same("Letters", m.letters, func() ([]store.Letter, error) { return v.Letters(1000) }),
		same("held Letters", where(m.letters, func(l store.Letter) bool { return l.State == store.HeldLetter }),
			func() ([]store.Letter, error) { return v.Letters(1000, store.HeldLetter) }),
		same("OldestLetter", firstOf(m.letters, func(l store.Letter) bool { return l.State == store.HeldLetter }),
			func() ([]store.Letter, error) { return orNone(v.OldestLetter(store.HeldLetter)) }),
		same("OldestRow", firstOf(m.rows, func(r store.Row) bool { return r.State == store.Queued }),
			func() ([]store.Row, error) { return orNone(v.OldestRow(store.Queued)) }),
		same("LettersOf", where(m.letters, func(l store.Letter) bool { return l.Game == 1 }),
			func() ([]store.Letter, error) { return v.LettersOf(1) }),
		same("Rows", m.rows, func() ([]store.Row, error) { return v.Rows(1000) }),
		same("unsent Rows", where(m.rows, func(r store.Row) bool { return r.State != store.Sent }),
			func() ([]store.Row, error) { return v.Rows(1000, store.Parked, store.Queued) }),
		same("RowsOf", where(m.rows, func(r store.Row) bool { return r.Game == 2 }),
			func() ([]store.Row, error) { return v.RowsOf(2, math.MaxInt) }),
		same("Due", m.due(epoch.Add(time.Minute)), func() ([]store.Row, error) { return v.Due(epoch.Add(time.Minute), 1000) }),
		same("Games", slices.Sorted(maps.Keys(m.games)), func() ([]int64, error) { return v.Games(0, 1000) }),
		sameEach("the fold of game", m.games, v.Game),
		same("NextAlarm", m.alarm(), func() (alarm, error) {
			id, at, ok, err := v.NextAlarm()
			return alarm{id, at, ok}, err
		}),
	)
}

type alarm struct {
	id int64
	at time.Time
	ok bool
}

// due returns, of each address, the first queued row if its time has come.
func (m memory) due(now time.Time) []store.Row {
	met := make(map[string]bool)
	var due []store.Row
	for _, r := range m.rows {
		if r.State != store.Queued || met[r.To] {
			continue
		}
		met[r.To] = true
		if !r.Next.After(now) {
			due = append(due, r)
		}
	}
	slices.SortStableFunc(due, func(a, b store.Row) int { return a.Next.Compare(b.Next) })
	return due
}

func (m memory) alarm() (next alarm) {
	for id, s := range m.games {
		at, _ := s.Deadline()
		if at.IsZero() {
			continue
		}
		if !next.ok || at.Before(next.at) || at.Equal(next.at) && id < next.id {
			next = alarm{id, at, true}
		}
	}
	return next
}

func where[T any](list []T, is func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return !is(x) })
}

// firstOf returns the first of a list for which is returns true, and nothing where there is none.
func firstOf[T any](list []T, is func(T) bool) []T {
	found := where(list, is)
	return found[:min(1, len(found))]
}

// orNone returns a record that was read, and nothing for one that is missing.
func orNone[T any](record T, err error) ([]T, error) {
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return []T{record}, err
}

// same says in what a value that is read differs from what it should be.
func same[T any](what string, want T, read func() (T, error)) string {
	got, err := read()
	if err != nil {
		return fmt.Sprintf("%s: %v", what, err)
	}
	if reflect.DeepEqual(got, want) || fmt.Sprint(got, want) == "[] []" {
		return ""
	}
	return fmt.Sprintf("%s:\n got %+v\nwant %+v", what, got, want)
}

// sameEach says it of values that are read each by its key.
func sameEach[K comparable, T any](what string, want map[K]T, read func(K) (T, error)) string {
	for key, one := range want {
		if problem := same(fmt.Sprint(what, " ", key), one, func() (T, error) { return read(key) }); problem != "" {
			return problem
		}
	}
	return ""
}

// first returns the first problem, or "" if there is none.
func first(problems ...string) string {
	for _, p := range problems {
		if p != "" {
			return p
		}
	}
	return ""
}

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
