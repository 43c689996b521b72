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

// Folded has a store find a game whose events come to another state than when the last of them was
// written. keep puts in the head of the game what store.Folded gave at that time.
func Folded(t *testing.T, s store.Store, keep func(tx store.Tx, id int64, folded []byte) error) {
	t.Helper()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	update := func(f func(store.Tx) error) {
		t.Helper()
		if err := s.Update(f); err != nil {
			t.Fatal(err)
		}
	}
	otherwise := func() (games []int64) {
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
	update(func(tx store.Tx) error {
		id, err := tx.NewGame()
		if err == nil {
			_, err = tx.Append(id, play.Decide(game.State{ID: id}, play.Start{Terms: terms.Default(), Players: [2]int64{1, 2}}, now)...)
		}
		return err
	})
	if found := otherwise(); len(found) > 0 {
		t.Errorf("as it was written the game folds otherwise: %v", found)
	}
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
		if found := otherwise(); !slices.Equal(found, c.want) {
			t.Errorf("%s: games %v fold otherwise, and not %v", c.name, found, c.want)
		}
	}
	update(func(tx store.Tx) error { return keep(tx, 1, nil) })
	update(func(tx store.Tx) error { _, err := tx.Reckon(1); return err })
	update(func(tx store.Tx) error {
		state, err := tx.Game(1)
		if err == nil {
			_, err = tx.Append(1, play.Decide(state, play.Notify{Side: board.White}, now)...)
		}
		return err
	})
	if found := otherwise(); len(found) > 0 {
		t.Errorf("after the next event the game folds otherwise: %v", found)
	}
	update(func(tx store.Tx) error { return keep(tx, 1, store.Folded(&other)) })
	update(func(tx store.Tx) error { _, err := tx.Reckon(1); return err })
	if found := otherwise(); !slices.Equal(found, []int64{1}) {
		t.Errorf("a reckoning has hidden that the game folds otherwise: %v", found)
	}
}
