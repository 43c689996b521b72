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

// TestTwoFormsThatDiffer: what was meant nobody knows, so the sender is asked.
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
