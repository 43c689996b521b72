package clerk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/store"
)

// toQuestion answers the newest question about a held letter, at the question's reply address.
func (b *table) toQuestion(held int64, id, body string) {
	b.Helper()
	b.sendAll()
	for _, l := range slices.Backward(b.sent) {
		if l.to != "alice@example.org" {
			continue
		}
		if key := replyTo(b.T, l.raw); strings.HasPrefix(key, fmt.Sprintf("corrd+h%d.", held)) {
			b.letter("alice", key, id, body)
			return
		}
		break
	}
	b.Fatal("the newest letter does not ask about the letter held")
}

// TestWhoseLetterInOtherWords: at the reply address of the question whose a letter is, a yes or a
// no may be said in any words; what says neither brings the question again, and never a letter to
// the other side.
func TestWhoseLetterInOtherWords(t *testing.T) {
	for _, c := range []struct {
		said string
		want store.LetterState
	}{
		{"yes that was me, from my work", store.Acted},
		{"mine", store.Acted},
		{"Yes it is mine, sorry, I used my work address", store.Acted},
		{"No that was my son", store.Discarded},
		{"I did not send this", store.Discarded},
		{"It was my husband, he may write for me", store.HeldLetter},
		{"Who sent it?", store.HeldLetter},
	} {
		b := newTable(t)
		id := b.held("1", "P-K4")
		wants(t, b.lastTold("alice", "confirm"), `"address add mallory@example.org"`)
		b.toQuestion(id, "2", c.said)
		if state := b.stateOf(id); state != c.want {
			t.Errorf("%q: the letter is %s, want %s", c.said, state, c.want)
		}
		if c.want != store.HeldLetter {
			continue
		}
		wants(t, b.lastTold("alice", "confirm"), "Your answer was neither yes nor no")
		b.toQuestion(id, "3", "yes")
		if s := b.game(); b.stateOf(id) != store.Acted || len(s.Line) != 1 || s.Unsaid(board.White) != nil {
			t.Errorf("%q, then yes: %s, %v, %v", c.said, b.stateOf(id), s.Line, s.Unsaid(board.White))
		}
		for _, told := range b.told("bob", "move") {
			if strings.Contains(told, c.said) {
				t.Errorf("the other side reads %q", c.said)
			}
		}
	}
}

// TestNoToTheOffice: a no to the question what is to become of one's games leaves everything as it
// is, and neither it nor a yes to any letter of the office is held for a game.
func TestNoToTheOffice(t *testing.T) {
	b := newTable(t)
	answer := func(id, words, want string) {
		t.Helper()
		var office store.Row
		b.sendAll()
		for _, r := range b.rows() {
			if r.To == "alice@example.org" && r.Game == 0 {
				office = r
			}
		}
		b.comes(b.clock.Now(), "alice", "corrd@club.example", "In-Reply-To: <"+office.MessageID+">\r\n", id, words)
		if got := b.newest(); got.State == store.HeldLetter || got.Verdict != want {
			t.Errorf("%q in answer to %s: %s, %q, want %q", words, office.Kind, got.State, got.Verdict, want)
		}
	}
	b.letter("alice", "corrd@club.example", "1", "unregister")
	answer("2", "yes", "which: wait, or resign?")
	answer("3", "no", "stays")
	wants(t, b.lastTold("alice", "office"), "You stay registered")
	b.letter("alice", "corrd@club.example", "4", "games")
	answer("5", "no", "no statement")
	answer("6", "yes", "no statement")
	b.letter("alice", "corrd@club.example", "7", "unregister\n\nThank you for everything")
	b.answersNewest("alice", "no") // with the key of the reply address
	if got := b.newest(); got.Verdict != "stays" {
		t.Errorf("no, to the reply address: %s, %q", got.State, got.Verdict)
	}
}

// TestComesBackTheSameDay: who leaves and registers again on the same day is asked to confirm.
func TestComesBackTheSameDay(t *testing.T) {
	b := tableWith(t, "alice")
	b.letter("dan", "corrd@club.example", "1", "register Dan Example")
	b.replies("dan", "confirm", "2", "yes")
	b.letter("dan", "corrd@club.example", "3", "unregister")
	b.replies("dan", "confirm", "4", "yes")
	asked := len(b.told("dan", "confirm"))
	b.letter("dan", "corrd@club.example", "5", "register Dan Example")
	if got := len(b.told("dan", "confirm")); got != asked+1 {
		t.Errorf("dan is asked %d times, want %d: %+v", got, asked+1, b.newest())
	}
}
