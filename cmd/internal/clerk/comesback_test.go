package clerk

import (
	"testing"

	"corrd/game/board"
)

// TestWhoComesBackHasTheirName: who has left and registers at the same address is the same player
// under the same name again; anybody else is somebody else, and so is who comes back under another
// name.
func TestWhoComesBackHasTheirName(t *testing.T) {
	b := newTable(t)
	b.inGame(1, board.Black, "1", "unregister resign")
	b.replies("bob", "confirm", "2", "yes")
	b.letter("mallory", "corrd@club.example", "3", "register Bob")
	b.replies("mallory", "confirm", "4", "yes")
	if p := b.playerAt("mallory"); p.ID == 2 || p.Name != "Bob (2)" {
		t.Errorf("mallory is player %d, %s", p.ID, p.Name)
	}
	b.letter("bob", "corrd@club.example", "5", "register Bob")
	wants(t, b.lastTold("bob", "confirm"), "Do you wish to play chess by mail here, as Bob?")
	b.replies("bob", "confirm", "6", "yes")
	if p := b.playerAt("bob"); p.ID != 2 || p.Name != "Bob" || !p.Left.IsZero() || len(p.Settings) != 0 {
		t.Errorf("bob has come back as %+v", p)
	}
	b.letter("alice", "corrd@club.example", "7", "challenge Bob")
	wants(t, b.lastTold("bob", "challenge"), "alice challenges you")
	b.letter("bob", "corrd@club.example", "8", "unregister")
	b.replies("bob", "confirm", "9", "yes")
	b.letter("bob", "corrd@club.example", "10", "register Fay Baker")
	b.replies("bob", "confirm", "11", "yes")
	if p := b.playerAt("bob"); p.ID == 2 || p.Name != "Fay Baker" {
		t.Errorf("who was bob is player %d, %s", p.ID, p.Name)
	}
}
