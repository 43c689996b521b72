package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// answersFrom has somebody answer the newest letter of a kind that they were sent, to corrd's plain
// address, with a verdict on the author.
func (b *table) answersFrom(auth mailer.Auth, who, of, kind, id, words string) {
	b.Helper()
	b.sendAll()
	name := ""
	for _, l := range b.sent {
		if l.to == of+"@example.org" && strings.Contains(string(l.raw), "Corrd-Letter: "+kind+"\r\n") {
			_, rest, _ := strings.Cut(string(l.raw), "Message-ID: <")
			name, _, _ = strings.Cut(rest, ">")
		}
	}
	if name == "" {
		b.Fatalf("%s has had no letter of the kind %s", of, kind)
	}
	raw := fmt.Sprintf("From: %s@example.org\r\nTo: %s\r\nMessage-ID: <%s@x>\r\nIn-Reply-To: <%s>\r\n\r\n%s\r\n", who, office, id, name, words)
	env := mailer.Envelope{From: who + "@example.org", To: []string{office}, Auth: auth}
	if err := b.Deliver("smtp")(b.Context(), env, []byte(raw), b.clock.Now()); err != nil {
		b.Fatal(err)
	}
}

// TestAnswerWithoutItsReplyTo: a yes to a letter, sent to the plain address by the letter's reader,
// counts as one to the letter's reply address, and not without a pass, from somebody else, or
// twice.
func TestAnswerWithoutItsReplyTo(t *testing.T) {
	b := tableWith(t, "alice")
	b.letter("alice", office, "c", "challenge dan@example.org, colour white")
	b.answersFrom(mailer.AuthNone, "dan", "dan", "challenge", "none", "accept")
	b.answersFrom(mailer.AuthPass, "eve", "dan", "challenge", "eve", "accept")
	b.wantNoGame()
	b.answersFrom(mailer.AuthPass, "dan", "dan", "challenge", "pass", "accept")
	if b.game().ID != 1 {
		t.Fatalf("%+v", b.newest())
	}
	b = newTable(t)
	b.sendAll()
	id := b.heldNow("1", "P-K4")
	b.answersFrom(mailer.AuthNone, "alice", "alice", "confirm", "n", "yes")
	if b.stateOf(id) != store.HeldLetter {
		t.Error("released without a pass")
	}
	b.answersFrom(mailer.AuthPass, "alice", "alice", "confirm", "y", "yes")
	if b.stateOf(id) != store.Acted {
		t.Errorf("%s, %+v", b.stateOf(id), b.newest())
	}
	b.answersFrom(mailer.AuthPass, "alice", "alice", "confirm", "again", "no")
	if b.newest().Verdict != "spent key" && b.newest().State != store.Answered {
		t.Errorf("%+v", b.newest())
	}
	b.sendAll()
	b.answersFrom(mailer.AuthPass, "bob", "bob", "move", "m", "P-K4")
	if l := b.newest(); l.State != store.HeldLetter || len(b.game().Line) != 1 {
		t.Errorf("a move without a key: %+v", l)
	}
}

// TestRegistrationWithoutItsReplyTo: a confirmation is answered so too.
func TestRegistrationWithoutItsReplyTo(t *testing.T) {
	b := tableWith(t, "alice")
	b.letter("zoe", office, "r", "register Zoe")
	b.answersFrom(mailer.AuthPass, "zoe", "zoe", "confirm", "y", "yes")
	if b.nameAt("zoe") != "Zoe" {
		t.Errorf("%+v", b.newest())
	}
}

// TestForgedCopyFirst: a copy without proof that comes first makes the genuine letter no repeat, of
// a letter held and of any other.
func TestForgedCopyFirst(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	b.brings(mailer.AuthNone, "alice", office, "1", "P-K4")
	b.brings(mailer.AuthPass, "alice", office, "1", "P-K4")
	if l := b.newest(); l.State != store.HeldLetter || l.Proof != store.ByDomain {
		t.Errorf("%+v", l)
	}
	b.brings(mailer.AuthNone, "alice", office, "1", "P-K4")
	if l := b.newest(); l.State != store.Duplicate {
		t.Errorf("a copy without proof that comes later: %+v", l)
	}
	b.brings(mailer.AuthNone, "alice", office, "2", "stop")
	b.brings(mailer.AuthPass, "alice", office, "2", "stop")
	if l := b.newest(); l.State != store.Acted {
		t.Errorf("%+v", l)
	}
}

// TestForgedNonsenseSpendsNoQuestions: letters without proof use up neither the questions nor the
// answers of letters with a pass, and those not of letters with a key.
func TestForgedNonsenseSpendsNoQuestions(t *testing.T) {
	b := newTable(t)
	for i := range 30 {
		b.brings(mailer.AuthNone, "alice", office, fmt.Sprint("n", i), fmt.Sprint("Good day ", i))
	}
	for i := range 30 {
		b.brings(mailer.AuthPass, "alice", office, fmt.Sprint("p", i), fmt.Sprint("Good day ", i))
		if l := b.newest(); i < 10 && l.State != store.Returned {
			t.Fatalf("letter %d: %+v", i, l)
		}
	}
	b.letter("alice", b.key(board.White), "k", "games")
	if l := b.newest(); l.State != store.Answered {
		t.Errorf("%+v", l)
	}
}

// TestInOwnName: a letter from an address of corrd's is answered by nobody.
func TestInOwnName(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	rows := len(b.rows())
	for i, from := range []string{office, "CORRD@club.example", b.key(board.White)} {
		raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <o%d@x>\r\n\r\nP-K4\r\n", from, b.key(board.White), i)
		if err := b.Deliver("smtp")(b.Context(), mailer.Envelope{From: "x@evil.example", To: []string{b.key(board.White)}, Auth: mailer.AuthPass}, []byte(raw), b.clock.Now()); err != nil {
			t.Fatal(err)
		}
		if l := b.newest(); l.State != store.Ignored || len(b.rows()) != rows {
			t.Errorf("from %s: %+v", from, l)
		}
	}
}

// TestReleasedMoveNamesNoDateOfItsReceipt: the letter of a released move names the time that its
// reader has from that letter on.
func TestReleasedMoveNamesNoDateOfItsReceipt(t *testing.T) {
	b := tableOf(t, "colour white, time reply in 4 days")
	b.sendAll()
	id := b.heldNow("1", "P-K4")
	b.pass(11 * time.Hour)
	b.releases("player", id)
	told := b.lastTold("bob", "move")
	wants(t, told, "Monday 5 January 2026, 11:00")
	if strings.Contains(told, "5 January 2026, 00:00") {
		t.Error(told)
	}
}

// TestResigningWithoutAKeyIsAskedAbout: who resigns in answer to an office letter, in whatever
// words, is asked about the only game that they play; a yes to that letter resigns it.
func TestResigningWithoutAKeyIsAskedAbout(t *testing.T) {
	for i, words := range []string{"I resign. Well played, Bob!", "gg I resign", "I resign; you have won fairly", "I respectfully resign. Yours faithfully, Alice"} {
		b := newTable(t)
		b.letter("alice", office, "h", "help")
		b.answersFrom(mailer.AuthPass, "alice", "alice", "office", "r", words)
		if b.game().Phase == game.Finished {
			t.Fatalf("%q without a key ends the game", words)
		}
		wants(t, b.lastTold("alice", "confirm"), "game 1", "yes")
		if b.replies("alice", "confirm", fmt.Sprint("y", i), "yes"); b.game().Phase != game.Finished {
			t.Errorf("%q: yes does not resign: %s", words, b.newest().Verdict)
		}
	}
}
