package clerk

import (
	"context"
	"fmt"
	"testing"

	"corrd/game/board"
	"corrd/mailer/transport"
)

// TestTheSameLetterHoweverItComes brings one move in every way in which a letter
// can come more than once: it acts once, and the opponent has one letter.
func TestTheSameLetterHoweverItComes(t *testing.T) {
	b := newTable(t)
	key := b.key(board.White)
	fetch := func(validity, uid uint32, id string) {
		t.Helper()
		raw := fmt.Sprintf("Delivered-To: %s\r\nFrom: alice@example.org\r\nTo: corrd@club.example\r\n%s\r\nP-K4\r\n", key, id)
		got, err := b.handle(context.Background(), transport.Fetched{UIDValidity: validity, UID: uid, InternalDate: b.clock.Now(), Raw: []byte(raw)})
		if err != nil || got != transport.Processed {
			t.Fatalf("UID %d of %d: %v, %v", uid, validity, got, err)
		}
	}
	const named = "Message-ID: <1@example.org>\r\n"
	b.letter("alice", key, "1", "P-K4")
	everyWay := func() {
		fetch(1, 5, named)                         // by IMAP too
		fetch(1, 5, named)                         // the server did not move it away
		fetch(1, 6, named)                         // delivered twice
		fetch(2, 1, named)                         // the mailbox was built anew
		fetch(2, 2, "Message-ID: <2@home.test>\n") // sent again by hand
		fetch(2, 3, "")                            // without a Message-ID
		b.letter("alice", key, "3", "P-K4\r\n")
	}
	everyWay()
	b.letter("bob", b.key(board.Black), "b", "P-K4")
	everyWay()
	b.sendAll()
	if line := b.game().Line; len(line) != 2 {
		t.Errorf("%d moves are played", len(line))
	}
	if n := b.toldTo("bob@example.org", "Corrd-Letter: move"); n != 1 {
		t.Errorf("the move is told %d times", n)
	}
	if n := b.toldTo("alice@example.org", "Corrd-Letter: adopted"); n != 1 {
		t.Errorf("the letter is answered %d times", n)
	}
	b.wantSound()
}
