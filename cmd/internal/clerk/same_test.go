package clerk

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store"
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
		fetch(1, 5, named)                         // the server did not move the letter away
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

// TestLetterWithoutAMessageID: such a letter is known again by its date; with another date or
// subject, or no date, it is another letter.
func TestLetterWithoutAMessageID(t *testing.T) {
	for _, c := range []struct {
		dates [2]string
		open  int
	}{
		{[2]string{"Date: Fri, 20 Nov 2026 08:00:00 +0000\r\n", "Date: Fri, 20 Nov 2026 08:00:00 +0000\r\n"}, 1},
		{[2]string{"Date: Fri, 20 Nov 2026 08:00:00 +0000\r\n", "Date: Fri, 20 Nov 2026 08:10:00 +0000\r\n"}, 2},
		{[2]string{"Date: Fri, 20 Nov 2026 08:00:00 +0000\r\nSubject: one\r\n", "Date: Fri, 20 Nov 2026 08:00:00 +0000\r\nSubject: two\r\n"}, 2},
		{[2]string{"", ""}, 2},
	} {
		b := tableWith(t, "alice", "bob")
		for _, date := range c.dates {
			raw := "From: alice@example.org\r\nTo: corrd@club.example\r\n" + date + "\r\nchallenge bob@example.org\r\n"
			if err := b.Deliver("smtp")(t.Context(), mailer.Envelope{From: "alice@example.org", To: []string{office}, Auth: mailer.AuthPass}, []byte(raw), b.clock.Now()); err != nil {
				t.Fatal(err)
			}
		}
		if n := b.open(); n != c.open {
			t.Errorf("%q: %d challenges are open, want %d", c.dates, n, c.open)
		}
	}
}

// atLength is so long that its words make a quotation wherever a letter of corrd's repeats
// them.
const atLength = "post.collections 08:05 08:15 08:25 08:35 08:45 08:55 09:05 09:15 09:25 09:35 09:45 09:55 10:30 11:00 11:30 12:00 13:00 14:00 15:00 16:00 17:00 18:00 20:00 22:00, " +
	"post.deliveries 08:10 08:20 08:30 08:40 08:50 09:00 09:10 09:20 09:30 09:40 09:50 10:00 10:35 11:05 11:35 12:05 13:05 14:05 15:05 16:05 17:05 18:05 20:05 22:05"

// TestTheSameMailAfterItsAnswer: a mail that comes again is the same mail though letters of
// corrd's repeat all of its words by then.
func TestTheSameMailAfterItsAnswer(t *testing.T) {
	b := newTable(t)
	text := "challenge alice@example.org, colour black, medium post, post.closed none, " + atLength
	b.letter("bob", "corrd@club.example", "long", text)
	if l := b.newest(); l.State != store.Acted {
		t.Fatalf("%+v", l)
	}
	b.sendAll()
	b.letter("bob", "corrd@club.example", "long", text)
	if l := b.newest(); l.State != store.Duplicate || l.Same == 0 {
		t.Errorf("the same mail after its answer is %+v", l)
	}
	if n := b.open(); n != 1 {
		t.Errorf("%d challenges are open", n)
	}
	b.wantSound()
}

// TestTheSameWordsAfterTheirAnswer: a letter sent again by hand is the same letter though the
// answer to the first repeats all of its words.
func TestTheSameWordsAfterTheirAnswer(t *testing.T) {
	b := newTable(t)
	text := "protest: " + strings.ReplaceAll(atLength, ", ", " ")
	key := b.key(board.White)
	b.letter("alice", key, "1", text)
	if l := b.newest(); l.State != store.Acted {
		t.Fatalf("%+v", l)
	}
	b.sendAll()
	b.letter("alice", key, "2", text)
	if l := b.newest(); l.State != store.Duplicate || l.Same == 0 {
		t.Errorf("the same words after their answer are %+v", l)
	}
	if n := len(b.game().Protests); n != 1 {
		t.Errorf("%d protests", n)
	}
	b.wantSound()
}

// TestMoveInTheSubjectAlone: a letter whose move stands in its subject alone is told so each time,
// though the letters have the same text, which is none.
func TestMoveInTheSubjectAlone(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	for _, move := range []string{"P-K4", "P-Q4"} {
		b.comes(time.Now(), "alice", b.key(board.White), "Subject: "+move+"\r\n", move, "")
		wants(t, b.lastTold("alice", "asked"), "its subject, \""+move+"\", is not read")
	}
	b.wantSound()
}

// TestHeldLetterThatItsQuestionRepeats: the question whose a held letter is repeats the words
// of the letter, which acts all the same once it is released.
func TestHeldLetterThatItsQuestionRepeats(t *testing.T) {
	b := newTable(t)
	id := b.held("1", "protest: "+strings.ReplaceAll(atLength, ", ", " "))
	b.sendAll()
	b.answer(board.White, "2", b.last(board.White, "confirm"), "yes")
	if n := len(b.game().Protests); n != 1 || b.stateOf(id) != store.Acted {
		t.Errorf("%d protests; the letter is %s", n, b.stateOf(id))
	}
	b.wantSound()
}

// TestTheSameWordsAfterALateArrival: words that act while an earlier card is due to arrive, and is
// answered in the same transaction, are known again afterwards.
func TestTheSameWordsAfterALateArrival(t *testing.T) {
	b := tableOf(t, "colour white, medium post, errors courteous")
	b.sendAll()
	card := func(id, words string) store.Letter {
		b.comesNow("alice", b.key(board.White), id, words)
		return b.newest()
	}
	card("1", "P-K6")
	b.clock.(*watch.Virtual).Set(b.game().Transit[0].Delivered.Add(time.Minute)) // and no alarm has rung
	if l := card("2", "P-R4"); l.State != store.Acted {
		t.Fatalf("the second card is %+v", l)
	}
	b.pass(10 * 24 * time.Hour)
	if s := b.game(); s.Phase != game.HeldAmbiguous {
		t.Fatalf("the second card leaves the game in %s", s.Phase)
	}
	if l := card("3", "P-R4"); l.State != store.Duplicate {
		t.Errorf("the same words again are %s", l.State)
	}
	b.wantSound()
}
