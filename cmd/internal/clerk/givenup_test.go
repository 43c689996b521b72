package clerk

import (
	"context"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/game/board"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/templates"
)

// hardWords are 16 kilobytes that would take more work than any letter needs.
var hardWords = strings.Repeat(strings.Repeat("o-o K4, ", 35)+"zz\n"+strings.Repeat("PxP e.p. ", 30)+"zz\n", 40)

// hardestWords take the more, the longer they are.
var hardestWords = strings.Repeat("1. P-K4 P-K4\n", 30_000)

// A letter that would take too much work is set aside with its reason, its sender
// is told, and the next one is taken.
func TestLetterOfTooMuchWorkIsSetAside(t *testing.T) {
	b := newTable(t)
	f := fetched(hardestWords)
	if got, err := b.handle(context.Background(), f); err != nil || got != transport.Rejected {
		t.Fatalf("%v, %v", got, err)
	}
	list, err := b.room().InboxList(context.Background(), control.None{})
	if err != nil {
		t.Fatal(err)
	}
	if views := list; len(views) != 1 || views[0].State != string(store.Quarantined) || !strings.Contains(views[0].Reason, "more work") {
		t.Errorf("in the inbox: %+v", list)
	}
	if data, _ := b.said(); !strings.Contains(data, string(templates.TooMuch)) {
		t.Errorf("the sender is told %s", data)
	}
	b.letter("alice", b.key(board.White), "hard", hardestWords)
	if l := b.newest(); l.State != store.Quarantined || l.Game != 1 || len(b.game().Line) != 0 {
		t.Errorf("with a key: %+v", l)
	}
	b.letter("alice", b.key(board.White), "next", "P-K4")
	if l := b.newest(); l.State != store.Acted {
		t.Errorf("the next letter: %+v", l)
	}
}

// The words that once held a mailbox for ever are read at once.
func TestHardWordsHoldNothingUp(t *testing.T) {
	b := newTable(t)
	b.letter("alice", b.key(board.White), "hard", hardWords)
	b.letter("alice", b.key(board.White), "next", "P-K4")
	if l := b.newest(); l.State != store.Acted {
		t.Errorf("the next letter: %+v", l)
	}
}

// Statements are read only once the sender is known: a letter with a wrong key, or
// from an address that is not of the seat, is not read.
func TestOnlyKnownSendersAreRead(t *testing.T) {
	b := newTable(t)
	for _, c := range []struct {
		from, to, id string
		want         store.LetterState
	}{
		{"alice", "corrd+g1.w1.aaaaaaaaaaaaaaaaaaaaaaaaaa@club.example", "1", store.Ignored},
		{"mallory", b.key(board.White), "2", store.HeldLetter},
		{"alice", "corrd+c1.aaaaaaaaaaaaaaaaaaaaaaaaaa@club.example", "3", store.Ignored},
		{"alice", "corrd+r1.aaaaaaaaaaaaaaaaaaaaaaaaaa@club.example", "4", store.Ignored},
	} {
		b.letter(c.from, c.to, c.id, "P-K4")
		if l := b.newest(); l.State != c.want || l.Kind != "" {
			t.Errorf("from %s to %s: %s, read as %q", c.from, c.to, l.State, l.Kind)
		}
	}
}
