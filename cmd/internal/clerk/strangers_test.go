package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

// from delivers a letter from an address at any domain; auth says what proves its author.
func (b *table) from(address, id, body string, auth mailer.Auth) {
	b.Helper()
	raw := fmt.Sprintf("From: %s\r\nTo: corrd@club.example\r\nMessage-ID: <%s@x.example>\r\n\r\n%s\r\n", address, id, body)
	env := mailer.Envelope{From: address, To: []string{"corrd@club.example"}, Auth: auth}
	if err := b.Deliver("smtp")(b.Context(), env, []byte(raw), time.Now()); err != nil {
		b.Fatal(err)
	}
}

// enrolled registers a player at an address of any domain.
func (b *table) enrolled(name, address string) {
	b.Helper()
	if _, err := b.room().PlayerAdd(b.Context(), control.Enrolment{Name: name, Address: address, Quiet: true}); err != nil {
		b.Fatal(err)
	}
}

// someName returns a name for each of a hundred numbers, of which none is taken for another.
func someName(i int) string {
	syllables := []string{"ba", "ke", "du", "fo", "ga", "he", "pu", "ta", "se", "ze"}
	return "M" + syllables[i/10] + syllables[i%10]
}

// sentTo counts the letters that have left for addresses that end in some way.
func (b *table) sentTo(end string) (n int) {
	b.Helper()
	b.sendAll()
	for _, l := range b.sent {
		if strings.HasSuffix(l.to, end) {
			n++
		}
	}
	return n
}

// midnight lets the next day begin, and what falls due then happen.
func (b *table) midnight() {
	b.Helper()
	b.clock.(*watch.Virtual).Set(b.clock.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 1))
	if err := b.serveStrangers(); err != nil {
		b.Fatal(err)
	}
	b.sendAll()
}

// besieged is a table at which sixty players of one domain, under several of its hosts, have each
// invited five strangers.
func besieged(t *testing.T) *table {
	b := tableWith(t)
	b.Ledger().Umpire = "umpire@club.example"
	for i := range 60 {
		address := fmt.Sprintf("m%d@h%d.evil.example", i, i%7)
		b.enrolled(someName(i), address)
		for j := range 5 {
			b.from(address, fmt.Sprint("i", i, ".", j), fmt.Sprintf("challenge v%d.%d@victims.example", i, j), mailer.AuthPass)
		}
	}
	return b
}

// TestInvitationsOfOneDomainAreBounded: sixty accounts of one domain have a tenth of a day's
// invitations, and the invitation of a newcomer of another domain goes at once.
func TestInvitationsOfOneDomainAreBounded(t *testing.T) {
	b := besieged(t)
	if n := b.sentTo("@victims.example"); n != 5 {
		t.Fatalf("one domain has sent %d invitations in a day, want 5", n)
	}
	if n := b.sentTo("umpire@club.example"); n != 1 {
		t.Errorf("the umpire has had %d letters that invitations wait", n)
	}
	told := 0
	for _, l := range b.sent {
		if strings.HasSuffix(l.to, ".evil.example") && strings.Contains(string(l.raw), "waits for its turn") {
			told++
		}
	}
	if told == 0 {
		t.Error("nobody is told that their invitation waits")
	}
	b.enrolled("Honest Newcomer", "honest@honest.example")
	b.from("honest@honest.example", "h1", "challenge friend@friends.example", mailer.AuthPass)
	if b.sentTo("@friends.example") != 1 {
		t.Fatal("an honest newcomer's invitation waits for those of another domain")
	}
	for day := 2; day <= 4; day++ {
		b.midnight()
		if n := b.sentTo("@victims.example"); n != 5*day {
			t.Errorf("after %d days one domain has sent %d invitations, want %d", day, n, 5*day)
		}
	}
}

// TestInvitationsThatWaitAreServedInTurn: when the day's invitations are spent by many domains,
// each of which has many more that wait, a newcomer is served on the next day.
func TestInvitationsThatWaitAreServedInTurn(t *testing.T) {
	b := tableWith(t)
	for i := range 12 {
		for k := range 3 {
			address := fmt.Sprintf("m%d@evil%d.example", k, i)
			b.enrolled(someName(3*i+k), address)
			for j := range 5 {
				b.from(address, fmt.Sprint("i", i, ".", k, ".", j), fmt.Sprintf("challenge v%d.%d.%d@victims.example", i, k, j), mailer.AuthPass)
			}
		}
	}
	if n := b.sentTo("@victims.example"); n != 50 {
		t.Fatalf("%d invitations have gone in a day, want 50", n)
	}
	b.enrolled("Honest Newcomer", "honest@honest.example")
	b.from("honest@honest.example", "h1", "challenge friend@friends.example", mailer.AuthPass)
	if b.sentTo("@friends.example") != 0 {
		t.Fatal("the budget of the day is no bound")
	}
	b.midnight()
	if b.sentTo("@friends.example") != 1 || b.sentTo("@victims.example") != 99 {
		t.Errorf("on the next day the newcomer has %d, the others %d", b.sentTo("@friends.example"), b.sentTo("@victims.example"))
	}
}

// TestWaitingInvitationIsWithdrawn: an invitation that is withdrawn, or whose reader has stopped
// letters, while it waits never goes out.
func TestWaitingInvitationIsWithdrawn(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	for i := range 7 {
		b.letter([]string{"alice", "bob"}[i%2], "corrd@club.example", fmt.Sprint("i", i), fmt.Sprintf("challenge v%d@victims.example", i))
	}
	b.letter("alice", "corrd@club.example", "w", "withdraw challenge 7")
	b.from("v5@victims.example", "s", "stop", mailer.AuthPass)
	b.midnight()
	if n := b.sentTo("@victims.example"); n != 5 {
		t.Errorf("%d invitations have gone, want the five of the first day", n)
	}
}

// TestRegistrationsOfOneDomainAreBounded: a thousand requests of one domain bring a tenth of a
// day's confirmations, for each kind of proof, and a newcomer of another domain is asked at once.
func TestRegistrationsOfOneDomainAreBounded(t *testing.T) {
	for _, auth := range []mailer.Auth{mailer.AuthPass, mailer.AuthNone} {
		b := tableWith(t)
		for i := range 100 {
			b.from(fmt.Sprintf("v%d@victims.example", i), fmt.Sprint("r", i), fmt.Sprintf("register Visit evil %d shop", i), auth)
		}
		if n := b.sentTo("@victims.example"); n != 20 {
			t.Errorf("%q: %d confirmations have gone to one domain, want 20", auth, n)
		}
		b.from("honest@honest.example", "h", "register Honest Newcomer", mailer.AuthPass)
		if b.sentTo("@honest.example") != 1 {
			t.Errorf("%q: an honest newcomer is not asked to confirm", auth)
		}
		b.midnight()
		if n := b.sentTo("@victims.example"); n != 40 {
			t.Errorf("%q: after another day %d confirmations have gone, want 40", auth, n)
		}
	}
}

// TestProviderHasNoShare: the customers of a large provider have the whole budget.
func TestProviderHasNoShare(t *testing.T) {
	b := tableWith(t)
	b.desk.Budgets.Providers = []string{"gmail.com"}
	for i := range 60 {
		b.from(fmt.Sprintf("v%d@gmail.com", i), fmt.Sprint("r", i), fmt.Sprintf("register Name%c%c", 'a'+i%26, 'a'+i/26), mailer.AuthPass)
	}
	if n := b.sentTo("@gmail.com"); n != 60 {
		t.Errorf("%d of 60 customers of a large provider are asked to confirm", n)
	}
}

// TestImportIsOutsideTheBudget: letters of welcome, which the operator causes, wait for nobody.
func TestImportIsOutsideTheBudget(t *testing.T) {
	b := tableWith(t)
	for i := range 80 {
		if _, err := b.room().PlayerAdd(b.Context(), control.Enrolment{Name: someName(i), Address: fmt.Sprintf("m%d@club.example.org", i)}); err != nil {
			t.Fatal(err)
		}
	}
	if n := b.sentTo("@club.example.org"); n != 80 {
		t.Errorf("%d of 80 members are welcomed", n)
	}
}

// TestInvitationSaysNothingOfAPlayersChoice: of a player's words an invitation, a question to a
// further address and a confirmation without proof hold letters only.
func TestInvitationSaysNothingOfAPlayersChoice(t *testing.T) {
	b := tableWith(t, "carol")
	b.enrolled("Your bank. Log in evil(dot)shop, 47110815", "mallory@evil.example")
	b.from("mallory@evil.example", "1", "challenge victim@victims.example, umpire carol@example.org", mailer.AuthPass)
	b.from("mallory@evil.example", "2", "address add other@victims.example", mailer.AuthPass)
	b.from("third@victims.example", "3", "register Pay at evil.shop, 47110815 (now)", mailer.AuthNone)
	b.sendAll()
	n := 0
	for _, l := range b.sent {
		if !strings.HasSuffix(l.to, "@victims.example") {
			continue
		}
		n++
		for _, bad := range []string{"bank.", "47110815", "(dot)", "evil.shop", "evil. shop", "carol@example.org"} {
			if strings.Contains(string(l.raw), bad) {
				t.Errorf("a letter to %s says %q:\n%s", l.to, bad, l.raw)
			}
		}
	}
	if n != 3 {
		t.Errorf("%d letters to strangers, want 3", n)
	}
	b.view(func(v store.View) error {
		rows, err := v.Rows(10, store.Waiting)
		if len(rows) != 0 {
			t.Errorf("%d letters wait", len(rows))
		}
		return err
	})
}

// TestWhoeverCausedALetterThatWaitsIsTold: a player whose further address is asked later is told
// so, in the same words whether or not the address is somebody's; and a stranger whose answer had
// to wait reads in it why it comes late.
func TestWhoeverCausedALetterThatWaitsIsTold(t *testing.T) {
	b := tableWith(t)
	for i := range 5 { // the share of their domain is taken
		b.enrolled(someName(i), fmt.Sprintf("m%d@late.evil.example", i))
		b.from(fmt.Sprintf("m%d@late.evil.example", i), fmt.Sprint("c", i), fmt.Sprintf("challenge v%d@victims.example", i), mailer.AuthPass)
	}
	b.enrolled("Zoe", "zoe@late.evil.example")
	b.enrolled("Yves", "yves@late.evil.example")
	b.from("zoe@late.evil.example", "add", "address add zoe@work.example", mailer.AuthPass)
	b.from("yves@late.evil.example", "known", "address add zoe@late.evil.example", mailer.AuthPass)
	b.sendAll()
	var told []string
	for _, l := range b.sent {
		if text := parse.Letter(l.raw, mailer.Envelope{}, parse.Options{}).FullText; l.to == "zoe@late.evil.example" || l.to == "yves@late.evil.example" {
			wants(t, text, "It waits, because", "after midnight UTC")
			told = append(told, strings.ReplaceAll(text, "zoe@work.example", "zoe@late.evil.example"))
		}
	}
	if len(told) != 2 || strings.Join(strings.Fields(told[0]), " ") != strings.Join(strings.Fields(told[1]), " ") {
		t.Errorf("told %q", told)
	}
	for i := range 25 {
		b.from(fmt.Sprintf("s%d@many.example", i), fmt.Sprint("s", i), "Hello, is this the chess club?", mailer.AuthPass)
	}
	at := b.sentTo("@many.example")
	b.midnight()
	late := 0
	for _, l := range b.sent {
		if text := parse.Letter(l.raw, mailer.Envelope{}, parse.Options{}).FullText; strings.HasSuffix(l.to, "@many.example") && strings.Contains(strings.Join(strings.Fields(text), " "), "This answer comes late") {
			late++
		}
	}
	if at != 20 || late != 5 {
		t.Errorf("of 25 strangers %d are answered at once, and %d are told that their answer comes late", at, late)
	}
}

// TestAddressesIn: the example of a challenge names the address of somebody else that the letter
// has, and a link sends it; the letter itself challenges nobody.
func TestAddressesIn(t *testing.T) {
	for prose, want := range sampled(map[string]string{
		"Good day to the club. yan@example.net is my cousin.":               "yan@example.net",
		"Hello!\nHas tom.b@example.org written to you (tom.b@example.org)?": "tom.b@example.org",
		"Has Yan written to you?":                                           "bob@example.org",
		"me @ home, a@b@c":                                                  "bob@example.org",
		"I write from alice@example.org to corrd@club.example":              "bob@example.org",
		"I'd like to play Harold. His address is harold@example.org.":       "harold@example.org",
		"I want to play Harold. His address is harold@example.org":          "harold@example.org",
		"I would like to play Harold, harold@example.org, and Tom":          "harold@example.org",
		"challenge Harold Hare":                                             "bob@example.org",
	}, 3) {
		b := tableOf(t, "")
		b.letter("alice", "corrd@club.example", "prose", prose)
		kind := "asked"
		if len(b.told("alice", kind)) == 0 {
			kind = "refused"
		}
		wants(t, b.lastTold("alice", kind), "challenge "+want)
		if n := b.sentTo("@example.net") + b.sentTo("harold@"); n != 0 {
			t.Errorf("%q: somebody is written to", prose)
		}
	}
}
