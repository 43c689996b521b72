package clerk

import (
	"fmt"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/store"
)

// quotedIn is how many octets the letters in the outbox say, without those of games.
func (b *table) quotedIn() (octets, most int) {
	for _, r := range b.rows() {
		octets, most = octets+len(r.Data), max(most, len(r.Data))
	}
	return octets, most
}

// TestQuestionsQuoteLittle: a long letter is held; its question quotes the beginning,
// and shows what the letter states further down, for that is what yes lets act.
func TestQuestionsQuoteLittle(t *testing.T) {
	for name, text := range sampled(map[string]string{
		"one line": strings.Repeat("Greetings of the season to you all, ", 5_000), "short lines": strings.Repeat("Good day.\n", 3900),
		"without spaces": strings.Repeat("é", 20_000),
	}, 3) {
		b := newTable(t)
		b.held("long", text+"\n\nresign\n")
		question := b.lastTold("alice", "confirm")
		wants(t, question, "longer than is shown here", "| resign")
		if len(question) > 5000 {
			t.Errorf("%s: the question has %d octets", name, len(question))
		}
	}
	b := newTable(t)
	b.held("short", "P-K4\n\nGood day.\n")
	if q := b.lastTold("alice", "confirm"); strings.Contains(q, "longer than") || !strings.Contains(q, "Good day.") {
		t.Errorf("a short letter:\n%s", q)
	}
}

// TestNinetyLongLettersHeld: many long letters in a player's name leave little in the outbox.
func TestNinetyLongLettersHeld(t *testing.T) {
	b := newTable(t)
	for i := range 90 {
		raw := fmt.Sprintf("From: mallory@example.org\r\nTo: %s\r\nMessage-ID: <%d@x>\r\n\r\n%s\r\n\r\nP-K4 %d\r\n", b.key(board.White), i, strings.Repeat("Moves follow below. ", 20_000), i)
		if _, err := b.Take(t.Context(), Incoming{Raw: []byte(raw), Received: b.clock.Now(), Source: sourceIMAP}); err != nil {
			t.Fatal(err)
		}
	}
	if octets, most := b.quotedIn(); octets > 90*4000 || most > 4000 {
		t.Errorf("the outbox quotes %d octets, %d in one letter", octets, most)
	}
}

// TestAnswersQuoteLittle: neither a long subject nor a long rest of a letter makes an answer of the
// office long.
func TestAnswersQuoteLittle(t *testing.T) {
	long := strings.Repeat("move the men about as you please ", 25)
	for name, words := range sampled(map[string]string{
		"left":      "games\n" + strings.Repeat("challenge bob@example.org, colour white, "+strings.Repeat("time 10 moves in 40 days, ", 30)+"\n", 99),
		"challenge": "challenge " + long, "address": "address add " + long, "try": "try " + long, "register": "register " + long,
	}, 3) {
		b := tableWith(t, "alice", "bob")
		b.letter("alice", "corrd@club.example", name, words)
		if _, most := b.quotedIn(); most > 6000 {
			t.Errorf("%s: an answer says %d octets", name, most)
		}
	}
	b := tableWith(t, "alice")
	b.comes(b.clock.Now(), "alice", "corrd@club.example", "Subject: "+strings.Repeat("Good day ", 5000), "subject", "Good day.")
	if b.newest().State != store.Returned {
		t.Fatalf("%+v", b.newest())
	}
	if _, most := b.quotedIn(); most > 2000 {
		t.Errorf("the subject: an answer says %d octets", most)
	}
}
