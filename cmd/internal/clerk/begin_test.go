package clerk

import (
	"strings"
	"testing"
)

// TestNoteWithTheAcceptance: the challenger reads what the challenged player writes beside the
// acceptance.
func TestNoteWithTheAcceptance(t *testing.T) {
	b := newTable(t)
	b.letter("alice", "corrd@club.example", "again", "challenge bob@example.org, colour white")
	b.letter("bob", "corrd@club.example", "accept again", "accept\n\nThe best of luck to us.")
	alice, bob := b.told("alice", "start"), b.told("bob", "start")
	if len(alice) != 2 || len(bob) != 2 {
		t.Fatalf("%d and %d letters", len(alice), len(bob))
	}
	wants(t, alice[1], "Black writes: | The best of luck to us.")
	if strings.Contains(bob[1], "luck") {
		t.Errorf("bob is told bob's own words:\n%s", bob[1])
	}
}

// An office command without a key need not name the only game of its sender; one
// that names the game of others is told so.
func TestShowWithoutAKey(t *testing.T) {
	b := newTable(t)
	b.letter("alice", "corrd@club.example", "s1", "show")
	wants(t, b.told("alice", "office")[0], "It is your move.")
	b.letter("alice", "corrd@club.example", "s2", "show 9")
	wants(t, b.told("alice", "refused")[0], "You do not play in game 9")
	b.letter("alice", "corrd@club.example", "c2", "challenge bob@example.org")
	b.letter("bob", "corrd@club.example", "a2", "accept")
	b.letter("alice", "corrd@club.example", "s3", "history")
	wants(t, b.told("alice", "asked")[0], "Which game is your letter for?")
}
