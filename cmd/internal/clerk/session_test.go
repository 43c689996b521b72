package clerk

import (
	"testing"
	"time"

	"corrd/game"
	"corrd/store"
)

// TestSessionEndsInTheZoneOfTheServer: the hour of the day that a term names is
// an hour where the server is, and the next such after the acceptance.
func TestSessionEndsInTheZoneOfTheServer(t *testing.T) {
	b := newTable(t)
	zone, err := time.LoadLocation("Asia/Kolkata") // never an hour that is one in UTC
	if err != nil {
		t.Fatal(err)
	}
	b.Ledger().Zone = zone
	b.letter("alice", "corrd@club.example", "second", "challenge bob@example.org, time 20 moves in 1 hour, then 15 an hour, until 18:00")
	b.letter("bob", "corrd@club.example", "yes", "accept")
	var s game.State
	b.view(func(v store.View) (err error) { s, err = v.Game(2); return err })
	if at := s.Closes.In(zone).Format("15:04"); at != "18:00" || !s.Closes.After(s.Started) || s.Closes.Sub(s.Started) > 24*time.Hour {
		t.Errorf("begun at %v, the session ends at %v", s.Started, s.Closes)
	}
}
