package clerk

import (
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/game/board"
	"corrd/store"
)

// TestOneAddressHoweverSpelt: alice is alice wherever an address is compared, and letters to alice
// go to the address on file.
func TestOneAddressHoweverSpelt(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	b.letter("Alice", "corrd@club.example", "self", "challenge ALICE@example.org")
	if data, to := b.said(); to != "alice@example.org" || !strings.Contains(data, "oneself") {
		t.Errorf("a challenge to herself: %s to %s", data, to)
	}
	b.letter("Alice", "corrd@club.example", "umpire", "challenge bob@example.org, umpire BOB@example.org")
	if data, _ := b.said(); !strings.Contains(data, "refused umpire plays") {
		t.Errorf("a player as umpire: %s", data)
	}
	b.letter("Alice", "corrd@club.example", "side", "challenge bob@example.org, side Bob@example.org")
	if data, _ := b.said(); !strings.Contains(data, "refused side twice") {
		t.Errorf("a player on both sides: %s", data)
	}
	b.letter("Alice", "corrd@club.example", "register", "register alice")
	if data, to := b.said(); to != "alice@example.org" || !strings.Contains(data, `"registered"`) {
		t.Errorf("registered again: %s to %s", data, to)
	}
	b.letter("aLICE", "corrd@club.example", "challenge", "challenge BOB@example.org, colour white")
	b.letter("Bob", "corrd@club.example", "accept", "accept")
	b.letter("ALICE", b.key(board.White), "move", "P-K4")
	b.letter("alice", b.key(board.White), "move", "P-K4")
	if l := b.newest(); l.State != store.Duplicate || len(b.game().Line) != 1 {
		t.Errorf("the move and the same mail again: %+v", l)
	}
	if _, err := b.room().PlayerAdd(t.Context(), control.Enrolment{Name: "Another", Address: "Alice@example.org"}); err == nil {
		t.Error("a second player at one address")
	}
	b.sendAll()
	for _, l := range b.sent {
		if l.to != "alice@example.org" && l.to != "bob@example.org" {
			t.Errorf("a letter to %s", l.to)
		}
	}
	b.wantSound()
}

// TestStrangerHoweverSpelt: somebody who is not registered yet confirms, is invited and has one
// budget, however they spell their address.
func TestStrangerHoweverSpelt(t *testing.T) {
	b := tableWith(t, "alice")
	b.letter("alice", "corrd@club.example", "1", "challenge Dan@example.org")
	b.letter("alice", "corrd@club.example", "2", "challenge dan@example.org")
	if data, _ := b.said(); !strings.Contains(data, "refused invited before") {
		t.Errorf("invited twice: %s", data)
	}
	b.replies("Dan", "challenge", "no", "decline") // Dan is known by the address at which they were challenged
	b.letter("Carol", "corrd@club.example", "3", "register Carol")
	b.letter("carol", "corrd@club.example", "4", "register Carol")
	if got := len(b.told("Carol", "confirm")) + len(b.told("carol", "confirm")); got != 1 {
		t.Errorf("asked %d times to confirm", got)
	}
	for _, l := range b.sent {
		if l.to == "Carol@example.org" {
			b.letter("CAROL", replyTo(t, l.raw), "5", "yes")
		}
	}
	if got := b.addresses(2); len(got) != 1 || got[0] != "Carol@example.org" {
		t.Errorf("carol is on file at %v", got)
	}
	b.letter("carol", "corrd@club.example", "6", "address add CAROL@example.org")
	if data, _ := b.said(); !strings.Contains(data, `"known"`) {
		t.Errorf("carol's own address again: %s", data)
	}
}
