package storetest

import (
	"slices"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/store"
)

// otherwise returns the games that a store finds to fold otherwise than when they were written.
func otherwise(t *testing.T, s store.Store) (games []int64) {
	t.Helper()
	_, err := s.Check(func(f store.Fault) {
		if f.Otherwise == 0 || f.Damage() {
			t.Errorf("a fault: %+v", f)
		}
		games = append(games, f.Otherwise)
	})
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// decides appends to game 1 what the laws decide of an act, and begins the game if there is none.
func decides(tx store.Tx, act play.Act) error {
	s, now := game.State{ID: 1}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var err error
	if _, begins := act.(play.Start); begins {
		s.ID, err = tx.NewGame()
	} else {
		s, err = tx.Game(1)
	}
	if err == nil {
		_, err = tx.Append(1, play.Decide(s, act, now)...)
	}
	return err
}

// Folded has a store find a game whose events come to another state than when the last of them was
// written. keep puts in the head of the game what store.Folded gave at that time.
func Folded(t *testing.T, s store.Store, keep func(tx store.Tx, id int64, folded []byte) error) {
	t.Helper()
	update := func(f func(store.Tx) error) {
		t.Helper()
		if err := s.Update(f); err != nil {
			t.Fatal(err)
		}
	}
	want := func(after string, want ...int64) {
		t.Helper()
		if found := otherwise(t, s); !slices.Equal(found, want) {
			t.Errorf("%s: games %v fold otherwise, and not %v", after, found, want)
		}
	}
	update(func(tx store.Tx) error {
		return decides(tx, play.Start{Terms: terms.Default(), Players: [2]int64{1, 2}})
	})
	want("as the game was written")
	other := game.State{ID: 1, Seq: 1}
	for _, c := range []struct {
		name   string
		folded []byte
		want   []int64
	}{
		{"of an older corrd", nil, nil},
		{"another state", store.Folded(&other), []int64{1}},
		{"another form", append([]byte{game.DigestForm + 1}, store.Folded(&other)[1:]...), nil},
	} {
		update(func(tx store.Tx) error { return keep(tx, 1, c.folded) })
		want(c.name, c.want...)
	}
	update(func(tx store.Tx) error { return keep(tx, 1, nil) })
	update(func(tx store.Tx) error { _, err := tx.Reckon(1); return err })
	update(func(tx store.Tx) error { return decides(tx, play.Notify{Side: board.White}) })
	want("after the next event")
	update(func(tx store.Tx) error { return keep(tx, 1, store.Folded(&other)) })
	update(func(tx store.Tx) error { _, err := tx.Reckon(1); return err })
	want("a reckoning hides nothing", 1)
}
