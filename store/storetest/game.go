package storetest

import (
	"testing"
	"time"

	"corrd/game"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/store"
)

// OneGame begins a game in a store, under the usual terms, between players whom it
// does not know, and closes it.
func OneGame(t *testing.T, s store.Store) {
	t.Helper()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	err := s.Update(func(tx store.Tx) error {
		id, err := tx.NewGame()
		if err == nil {
			_, err = tx.Append(id, play.Decide(game.State{ID: id}, play.Start{Terms: terms.Default(), Players: [2]int64{1, 2}}, now)...)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
