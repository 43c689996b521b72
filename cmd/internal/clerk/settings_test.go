package clerk

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"corrd/store"
	"corrd/templates"
)

// TestSettingLeavesTheOthersToTheServer: what a player has not set stays the
// server's to choose, its zone above all.
func TestSettingLeavesTheOthersToTheServer(t *testing.T) {
	b := newTable(t)
	b.cfg.Zone = "Europe/London"
	b.courier.Zone = b.cfg.Zone
	b.letter("alice", "corrd@club.example", "set", "set notation Algebraic")
	var told templates.Data
	rows := b.rows()
	if err := json.Unmarshal(rows[len(rows)-1].Data, &told); err != nil {
		t.Fatal(err)
	}
	if want := []string{"notation algebraic", "diagram on", "timezone Europe/London", "calendar off", "sheet off", "reminders on", "challenges on", "news on", "tables off", "umpiring off", "book-notes yes", "listed no", "paper a4"}; !slices.Equal(told.Lines, want) {
		t.Errorf("told %q, want %q", told.Lines, want)
	}
	var alice store.Player
	b.view(func(v store.View) (err error) { alice, err = v.PlayerAt("alice@example.org"); return err })
	if want := map[string]string{"notation": "algebraic"}; !maps.Equal(alice.Settings, want) {
		t.Errorf("set %v, want %v", alice.Settings, want)
	}
}
