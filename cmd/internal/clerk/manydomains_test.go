package clerk

import (
	"fmt"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/mailer"
)

// TestManyDomainsDoNotFloodTheUmpire: letters from hundreds of domains, proved or forged, whose answers
// wait for their turn, bring the umpire a few letters a day.
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

// TestOneDomainDoesNotSpendTheRegistrationsOfAnHour: a thousand requests in an hour in the name of one
// domain, without proof, leave a newcomer of another domain, also without proof, their question.
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

// TestLettersThatComeBackDoNotFloodTheUmpire: a player has every letter to them come back, once or again
// and again. The umpire is told once a day, and once more that a clock stands.
func TestLettersThatComeBackDoNotFloodTheUmpire(t *testing.T) {
	b := newTable(t)
	b.Ledger().Umpire = "umpire@example.org"
	asks := b.asking().ID
	for day := range 2 {
		for i := range 15 {
			b.letter("alice", office, fmt.Sprint("g", day, ".", i), "games")
			b.letter("alice", b.key(board.White), fmt.Sprint("k", day, ".", i), "help")
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
