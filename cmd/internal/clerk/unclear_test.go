package clerk

import (
	"context"
	"fmt"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// TestTwoFormsThatDiffer: corrd cannot know which of the two forms was meant, so corrd asks the
// sender.
func TestTwoFormsThatDiffer(t *testing.T) {
	b := newTable(t)
	both := func(id, text, html string) {
		key := b.key(board.White)
		raw := fmt.Sprintf("From: alice@example.org\r\nTo: %s\r\nMessage-ID: <%s@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n"+
			"--x\r\nContent-Type: text/plain\r\n\r\n%s\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>%s</p>\r\n--x--\r\n", key, id, text, html)
		env := mailer.Envelope{From: "alice@example.org", To: []string{key}, Auth: mailer.AuthPass}
		if err := b.Deliver("smtp")(context.Background(), env, []byte(raw), time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	both("1", "P-K4", "P-Q4")
	if l := b.newest(); l.State != store.Returned || l.Verdict != string(game.Unclear) || len(b.game().Line) != 0 {
		t.Fatalf("%+v", l)
	}
	both("2", "P-K4", "P&ndash;K4 <br> <i>Kind regards!</i>")
	if l := b.newest(); l.State != store.Acted || len(b.game().Line) != 1 {
		t.Errorf("the same move in both: %+v", l)
	}
}

// TestAskedWhatWasNotRead: a sender who is asked because nothing in the letter acts learns what of
// the letter was not read, and so how to mend the letter.
func TestAskedWhatWasNotRead(t *testing.T) {
	b := newTable(t)
	b.letter("alice", b.key(board.White), "1", "Bob wrote on Tuesday:\r\nP-K4")
	key := b.key(board.White)
	raw := "From: alice@example.org\r\nTo: " + key + "\r\nMessage-ID: <2@example.org>\r\nContent-Type: application/pkcs7-mime\r\n\r\nP-K4\r\n"
	env := mailer.Envelope{From: "alice@example.org", To: []string{key}, Auth: mailer.AuthPass}
	if err := b.Deliver("smtp")(context.Background(), env, []byte(raw), time.Now()); err != nil {
		t.Fatal(err)
	}
	asked := b.told("alice", "asked")
	if len(asked) != 2 || len(b.game().Line) != 0 {
		t.Fatalf("asked %d times, %d moves", len(asked), len(b.game().Line))
	}
	wants(t, asked[0], `Not all of the letter was read: what stands below the line "Bob wrote on Tuesday:" was taken for a quotation.`)
	wants(t, asked[1], "Not all of the letter was read: the letter is encrypted or sealed; please write plain text.")
}
