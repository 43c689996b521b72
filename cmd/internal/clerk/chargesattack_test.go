package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// costly are words by which somebody might have the other side pay.
var costly = []string{
	"repeat form", "repeat form\nrepeat form\nrepeat form", "repeat card", "repeat card 1", "protest: mutilated", "protest: mutilated by White, who pays", "protest: charges",
	"protest: White has to pay the charges of all my forms", "claim costs", "charges to White", "reply paid", "RP 100 words", "collect", "say: " + strings.Repeat("word ", 200),
	"exactpenalty", "adoptpenaltyresign", "repeatform", "P-K9", "Kt takes Kt", "what did you play?", "propose: White pays 20 shillings", "propose: telegraph.tariff foreign",
	"propose: medium post", "annul", "correct: P-K4", "adjourn", "I offer a draw", "draw", "again",
}

// TestChargesAreOnesOwn: whatever Black writes, whoever forges White's letters, and however often,
// White pays for nothing but what White has handed in, and White's time is charged with nothing.
func TestChargesAreOnesOwn(t *testing.T) {
	for _, terms := range []string{
		"medium telegraph, time reply in 2 days, telegraph.mutilation 0.5", "medium telegraph, time reply in 2 days, telegraph.tariff foreign",
		"medium post, post.transit 0, post.closed none", "medium email, time reply in 3 days",
	} {
		t.Run(terms, func(t *testing.T) {
			b := tableOf(t, "colour white, "+terms)
			b.sendAll()
			b.comesNow("alice", b.key(board.White), "w1", "P-K4")
			b.pass(36 * time.Hour)
			paid := b.game().Charges[board.White]
			wantPaid := func(what string) {
				t.Helper()
				s := b.game()
				if s.Charges[board.White] != paid {
					t.Errorf("%q costs White %d halfpence", what, s.Charges[board.White]-paid)
					paid = s.Charges[board.White]
				}
				if s.Window.Side == board.White && s.Window.Charge != 0 {
					t.Errorf("%q charges White with %v", what, s.Window.Charge)
				}
			}
			for i, words := range costly {
				for n := range 3 {
					b.comesNow("bob", b.key(board.Black), fmt.Sprint("b", i, ".", n), words)
				}
				b.attempts(mailer.AuthPass, "mallory", b.key(board.White), fmt.Sprint("m", i), words)
				b.attempts(mailer.AuthNone, "alice", office, fmt.Sprint("u", i), "Game 1: "+words)
				wantPaid(words)
				b.pass(time.Minute)
				if b.game().Result != nil {
					break
				}
			}
			b.pass(time.Hour)
			wantPaid("an hour later")
			b.wantSound()
		})
	}
}

// attempts delivers a letter that the door may refuse.
func (b *table) attempts(auth mailer.Auth, from, to, id, body string) {
	b.Helper()
	raw := fmt.Sprintf("From: %s@example.org\r\nTo: %s\r\nMessage-ID: <%s@forged.example>\r\n\r\n%s\r\n", from, to, id, body)
	b.Deliver("smtp")(b.Context(), mailer.Envelope{From: from + "@forged.example", To: []string{to}, Auth: auth}, []byte(raw), b.clock.Now()) // told 452 beyond the room
}

// TestQuestionsCostNothing: a form that is asked about, returned or held is not charged to its
// sender, and one that is released is charged once.
func TestQuestionsCostNothing(t *testing.T) {
	b := tableOf(t, "colour white, medium telegraph, time reply in 2 days")
	b.sendAll()
	for i, words := range []string{"P-K4?", "maybe P-K4", "good morning to you all over there", "Game 9: P-K4", "exactpenalty", "P-K4\nresign"} {
		b.comesNow("alice", b.key(board.White), fmt.Sprint("w", i), words)
		if s := b.game(); s.Charges[board.White] != 0 {
			t.Errorf("%q, %s, costs %d halfpence", words, b.newest().Verdict, s.Charges[board.White])
		}
	}
	id := b.heldNow("held", "P-K4")
	if s := b.game(); s.Charges[board.White] != 0 {
		t.Errorf("a letter held costs %d halfpence", s.Charges[board.White])
	}
	b.releases("player", id)
	once := b.game().Charges[board.White]
	if once == 0 {
		t.Error("a letter released costs nothing")
	}
	b.releases("player", id)
	b.pass(time.Hour)
	if s := b.game(); s.Charges[board.White] != once || b.stateOf(id) != store.Acted {
		t.Errorf("released, it costs %d and then %d halfpence", once, s.Charges[board.White])
	}
}

// TestForgedBouncesStopNoClock: a report that a letter could not be delivered, with no key or a
// wrong one, neither stops a clock nor charges anybody with time, whoever sends it.
func TestForgedBouncesStopNoClock(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	real := b.sent[len(b.sent)-1]
	for i, to := range []string{office, "corrd+b1." + strings.Repeat("a", 26) + "@club.example", b.key(board.White), b.key(board.Black), "corrd+b1@club.example", strings.Replace(real.from, "+b", "+b9", 1)} {
		for j, from := range []string{"MAILER-DAEMON@example.org", "bob@example.org", "alice@example.org"} {
			raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <d%d.%d@x>\r\nAuto-Submitted: auto-replied\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nnot delivered\r\n"+
				"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nFinal-Recipient: rfc822; alice@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n%s\r\n--b--\r\n", from, to, i, j, real.raw)
			if err := b.Deliver("smtp")(b.Context(), mailer.Envelope{To: []string{to}, Auth: mailer.AuthPass}, []byte(raw), b.clock.Now()); err != nil {
				t.Fatal(err)
			}
			if s := b.game(); s.Window.Charge != 0 || len(s.Line) != 0 || !b.running(board.White) {
				t.Errorf("%s to %s stops the clock: %+v", from, to, s.Window)
			}
		}
	}
}

// running reports whether the clock of a side runs.
func (b *table) running(side board.Side) bool {
	runs, any := b.game().Running()
	return any && runs == side
}
