package clerk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/watch"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// undoKey is where somebody answers a notice of a changed address: the n-th they had.
func (b *table) undoKey(who string, n int) string {
	b.Helper()
	b.sendAll()
	for _, l := range b.sent {
		if l.to != who+"@example.org" || !strings.Contains(string(l.raw), "Subject: your addresses") {
			continue
		}
		if !strings.Contains(string(l.raw), "\r\nReply-To: ") {
			continue
		}
		if n--; n == 0 {
			return replyTo(b.T, l.raw)
		}
	}
	b.Fatalf("%s has had no such notice", who)
	return ""
}

func TestNoUndoesAChangedAddress(t *testing.T) {
	b := newTable(t)
	b.letter("alice", b.key(board.White), "add", "address add mallory@example.org")
	b.replies("mallory", "confirm", "yes", "yes")
	wants(t, b.lastLetterTo("alice"), "Until the end of Wednesday 7 January 2026 (UTC) an answer to this letter undoes it")
	old := b.key(board.White)
	b.letter("mallory", old, "rm", "address remove alice@example.org")
	if got := b.addresses(1); !slices.Equal(got, []string{"mallory@example.org"}) {
		t.Fatalf("alice has %v", got)
	}
	b.letter("mallory", b.undoKey("alice", 1), "m", "no")
	if l := b.newest(); l.State == store.Acted {
		t.Errorf("who came in by a change undoes it: %v", b.addresses(1))
	}
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(6 * 24 * time.Hour))
	key := b.undoKey("alice", 1)
	b.brings(mailer.AuthFail, "alice", key, "forged", "no")
	b.letter("alice", key, "away", "I am away until Monday")
	if got := b.addresses(1); !slices.Equal(got, []string{"mallory@example.org"}) {
		t.Fatalf("an absence note undoes: %v", got)
	}
	b.letter("alice", key, "no", "no")
	if got := b.addresses(1); !slices.Equal(got, []string{"alice@example.org"}) {
		t.Fatalf("after no alice has %v", got)
	}
	b.letter("mallory", b.undoKey("mallory", 1), "m2", "no")
	if got := b.addresses(1); !slices.Equal(got, []string{"alice@example.org"}) {
		t.Errorf("a change that was undone comes back: %v", got)
	}
	b.letter("mallory", old, "move", "P-K4")
	if len(b.game().Line) != 0 {
		t.Error("the keys are still those from before")
	}
	b.letter("alice", b.key(board.White), "own", "P-K4")
	if len(b.game().Line) != 1 {
		t.Error("alice cannot play on")
	}
}

func TestAChangedAddressStandsAfterAWeek(t *testing.T) {
	b := newTable(t)
	b.letter("alice", b.key(board.White), "add", "address add alice-at-work@example.org")
	b.replies("alice-at-work", "confirm", "yes", "yes")
	key := b.undoKey("alice", 1)
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(7*24*time.Hour + time.Second))
	b.letter("alice", key, "no", "no")
	if got := b.addresses(1); len(got) != 2 {
		t.Errorf("alice has %v", got)
	}
	wants(t, b.lastLetterTo("alice"), "can be undone no more")
	b.letter("alice", key, "games", "games")
	wants(t, b.lastTold("alice", "office"), "game 1")
}

func TestAddressesAreAskedForWithinBounds(t *testing.T) {
	b := tableWith(t, "mallory", "alice")
	for i := range 10 {
		b.letter("mallory", office, fmt.Sprint("v", i), "address add victim@example.org")
		b.letter("mallory", office, fmt.Sprint("o", i), fmt.Sprintf("address add other%d@example.org", i))
	}
	if n := b.lettersTo("victim"); n != 1 {
		t.Errorf("a victim has %d letters", n)
	}
	asked := 0
	for i := range 10 {
		for _, l := range b.sent {
			if l.to == fmt.Sprintf("other%d@example.org", i) {
				asked++
			}
		}
	}
	if asked != b.desk.Budgets.Addresses-1 {
		t.Errorf("%d others have a letter", asked)
	}
	b.replies("victim", "confirm", "n", "no")
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(24 * time.Hour))
	before := b.lettersTo("victim")
	b.letter("mallory", office, "again", "address add victim@example.org")
	if b.lettersTo("victim") != before {
		t.Error("who has declined is asked again")
	}
	b.letter("alice", office, "theirs", "address add victim@example.org")
	if b.lettersTo("victim") != before+1 {
		t.Error("another's wish is held back")
	}
}

func TestEveryAddressIsToldOfEveryChange(t *testing.T) {
	b := tableWith(t, "alice")
	for i, who := range []string{"a2", "a3"} {
		b.letter("alice", office, fmt.Sprint("add", i), "address add "+who+"@example.org")
		b.replies(who, "confirm", fmt.Sprint("y", i), "yes")
	}
	b.letter("alice", office, "rm", "address remove a2@example.org")
	b.letter("alice", office, "name", "register Alicia")
	b.sendAll()
	for who, want := range map[string][2]int{"alice": {3, 1}, "a2": {3, 0}, "a3": {2, 1}} {
		if n := b.toldTo(who+"@example.org", "Subject: your addresses"); n != want[0] {
			t.Errorf("%s is told %d times of addresses", who, n)
		}
		if n := b.toldTo(who+"@example.org", "Subject: your name"); n != want[1] {
			t.Errorf("%s is told %d times of the name", who, n)
		}
	}
	b.letter("bob", office, "r", "register alice")
	b.replies("bob", "confirm", "y", "yes")
	if name := b.nameAt("bob"); name != "alice (2)" {
		t.Errorf("a name that was given up is %q's", name)
	}
}
