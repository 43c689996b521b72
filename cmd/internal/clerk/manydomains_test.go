package clerk

import (
	"fmt"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/game/board"
	"corrd/mailer"
)

// TestManyDomainsDoNotFloodTheUmpire: letters from hundreds of domains, proved or forged, whose
// answers wait for their turn, bring the umpire a few letters a day.
func TestManyDomainsDoNotFloodTheUmpire(t *testing.T) {
	for _, auth := range []mailer.Auth{mailer.AuthPass, mailer.AuthNone} {
		b := tableWith(t)
		b.Ledger().Umpire, b.desk.Budgets.StrangersInAll = "umpire@club.example", 10
		for i := range 40 {
			b.from(fmt.Sprintf("v@d%d.d%d.example", i, i), fmt.Sprint("r", i), fmt.Sprintf("register N%c%c", 'a'+i%26, 'a'+i/26), auth)
		}
		if n := b.sentTo("umpire@club.example"); n < 1 || n > 5 {
			t.Errorf("%q: the umpire has had %d letters that answers wait", auth, n)
		}
		b.midnight()
		before := b.sentTo("umpire@club.example")
		for i := range 40 {
			b.from(fmt.Sprintf("v@e%d.e%d.example", i, i), fmt.Sprint("s", i), fmt.Sprintf("register M%c%c", 'a'+i%26, 'a'+i/26), auth)
		}
		if n := b.sentTo("umpire@club.example") - before; n < 1 || n > 5 {
			t.Errorf("%q: the umpire has had %d letters on the next day", auth, n)
		}
	}
}

// TestOneDomainDoesNotSpendTheRegistrationsOfAnHour: a thousand requests in an hour in the name of
// one domain, without proof, leave a newcomer of another domain, also without proof, their
// question.
func TestOneDomainDoesNotSpendTheRegistrationsOfAnHour(t *testing.T) {
	b := tableWith(t)
	b.desk.Budgets.PerHour = 100
	for i := range 80 {
		b.from(fmt.Sprintf("v%d@victims.example", i), fmt.Sprint("r", i), fmt.Sprintf("register N%c%c", 'a'+i%26, 'a'+i/26), mailer.AuthNone)
	}
	b.from("honest@honest.example", "h", "register Honest Newcomer", mailer.AuthNone)
	if b.sentTo("@honest.example") != 1 {
		t.Errorf("an honest newcomer without proof is not asked to confirm: %s", b.newest().Verdict)
	}
}

// TestLettersThatComeBackDoNotFloodTheUmpire: a player has every letter to them come back, once or
// again and again. The umpire is told once a day, and once more that a clock stands.
func TestLettersThatComeBackDoNotFloodTheUmpire(t *testing.T) {
	b := newTable(t)
	b.Ledger().Umpire = "umpire@example.org"
	asks := b.asking().ID
	for day := range 2 {
		for i := range 15 {
			b.letter("alice", office, fmt.Sprint("g", day, ".", i), "games")
			b.letter("alice", b.key(board.White), fmt.Sprint("k", day, ".", i), "games")
		}
		b.sendAll()
		before := b.toldTo("umpire@example.org", "Corrd-Letter: ")
		for _, r := range b.rows() {
			if r.To != "alice@example.org" || r.ID == asks {
				continue
			}
			for again := range 2 {
				to, raw := bounce(b.Clerk, r.ID, "failed", "5.1.1")
				raw = strings.Replace(raw, "Subject:", fmt.Sprintf("Message-ID: <b%d.%d.%d@mx>\r\nSubject:", day, r.ID, again), 1)
				if err := b.Deliver("smtp")(b.Context(), mailer.Envelope{To: []string{to}}, []byte(raw), b.clock.Now()); err != nil {
					t.Fatal(err)
				}
			}
		}
		b.sendAll()
		if n := b.toldTo("umpire@example.org", "Corrd-Letter: ") - before; n != 1 {
			t.Errorf("on day %d the umpire has had %d letters", day, n)
		}
		b.midnight()
	}
	b.comesBack(asks)
	b.comesBack(asks)
	b.sendAll()
	if b.toldTo("umpire@example.org", "clock stands still") != 1 {
		t.Error("the umpire is not told once that the clock stands")
	}
}

// TestOneLetterComesBackOnce: whoever has a letter of corrd's sends report after report that it
// could not be delivered. The first counts, and whoever the letter was written for is told once;
// sent once more, the letter may come back once more.
func TestOneLetterComesBackOnce(t *testing.T) {
	b := tableWith(t, "carol")
	b.letter("carol", office, "c", "challenge alice@example.org")
	b.sendAll()
	invitation := int64(0)
	for _, r := range b.rows() {
		if r.Kind == "challenge" {
			invitation = r.ID
		}
	}
	reports := func(round, n int) {
		for i := range n {
			to, raw := bounce(b.Clerk, invitation, "failed", "5.1.1")
			raw = strings.Replace(raw, "<dsn-", fmt.Sprintf("<dsn-%d.%d-", round, i), 1)
			if err := b.Deliver("smtp")(b.Context(), mailer.Envelope{To: []string{to}}, []byte(raw), b.clock.Now()); err != nil {
				t.Fatal(err)
			}
		}
		b.sendAll()
	}
	before := b.lettersTo("carol")
	reports(1, 10)
	if n := b.lettersTo("carol") - before; n != 1 {
		t.Errorf("carol is told %d times that her challenge did not arrive", n)
	}
	if _, err := b.room().OutboxRetry(b.Context(), control.Numbered{ID: invitation}); err != nil {
		t.Fatal(err)
	}
	b.sendAll()
	reports(2, 3)
	if n := b.lettersTo("carol") - before; n != 2 {
		t.Errorf("carol is told %d times after the challenge was sent twice", n)
	}
}
