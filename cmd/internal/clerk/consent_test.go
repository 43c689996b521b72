package clerk

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/store"
)

const office = "corrd@club.example"

// brings delivers a letter for which the sender's domain says what auth is.
func (b *table) brings(auth mailer.Auth, from, to, id, body string) {
	b.Helper()
	raw := fmt.Sprintf("From: %s@example.org\r\nTo: %s\r\nMessage-ID: <%s@example.org>\r\n\r\n%s\r\n", from, to, id, body)
	env := mailer.Envelope{From: from + "@example.org", To: []string{to}, Auth: auth}
	if err := b.Deliver("smtp")(context.Background(), env, []byte(raw), b.clock.Now()); err != nil {
		b.Fatal(err)
	}
}

// nameAt is the name of the player who has an address, or "" if nobody has the address.
func (b *table) nameAt(who string) (name string) {
	b.Helper()
	b.view(func(v store.View) error {
		if p, err := v.PlayerAt(who + "@example.org"); err == nil {
			name = p.Name
		}
		return nil
	})
	return name
}

// lastLetterTo is the newest letter that somebody has been sent.
func (b *table) lastLetterTo(who string) string {
	b.Helper()
	b.sendAll()
	for i := len(b.sent) - 1; i >= 0; i-- {
		if b.sent[i].to == who+"@example.org" {
			return string(b.sent[i].raw)
		}
	}
	b.Fatalf("%s has had no letter", who)
	return ""
}

// lettersTo counts the letters that somebody has been sent.
func (b *table) lettersTo(who string) (n int) {
	b.Helper()
	b.sendAll()
	for _, l := range b.sent {
		if l.to == who+"@example.org" {
			n++
		}
	}
	return n
}

func TestOnlyYesOrTheNameConfirms(t *testing.T) {
	for i, tc := range []struct {
		answer    string
		registers bool
	}{
		{"yes", true}, {"Yes.", true}, {"Zoe Example", true}, {"zoe example", true}, {"register Zoe Example", true}, {"yes\n\nKind regards,\nZoe", true},
		{"no", false}, {"No, thank you.", false}, {"It was not me", false}, {"unsubscribe", false}, {"Unsubscribe me please", false}, {"", false},
		{"decline", false}, {"stop", false}, {"I am out of the office until Monday.\nZoe Example", false}, {"Thank you for your message.", false},
		{"Zoe", false}, {"Who are you?", false}, {"no\nyes", false}, {"games", false}, {"help", false}, {"challenge bob@example.org", false},
		{"I agree to nothing", false}, {"yesterday", false}, {"> yes", false}, {"-- \nZoe Example", false},
	} {
		b := tableWith(t)
		b.letter("zoe", office, "r", "register Zoe Example")
		b.replies("zoe", "confirm", fmt.Sprint("a", i), tc.answer)
		if got := b.nameAt("zoe") != ""; got != tc.registers {
			t.Errorf("%q: registered %v", tc.answer, got)
		}
	}
}

func TestNoEndsTheMatter(t *testing.T) {
	for _, refusal := range []string{"no", "It wasn't me.", "unsubscribe", "No thanks\n\nZoe"} {
		b := tableWith(t)
		b.letter("zoe", office, "r", "register Zoe")
		b.replies("zoe", "confirm", "no", refusal)
		b.replies("zoe", "confirm", "yes", "yes")
		if name := b.nameAt("zoe"); name != "" {
			t.Errorf("after %q yes registers %s", refusal, name)
		}
		before := b.lettersTo("zoe")
		b.clock.(*watch.Virtual).Set(b.clock.Now().Add(48 * time.Hour))
		b.brings(mailer.AuthNone, "zoe", office, "again", "register Zoe")
		if b.lettersTo("zoe") != before {
			t.Errorf("after %q somebody has zoe asked again", refusal)
		}
		b.letter("zoe", office, "own", "register Zoe")
		if b.lettersTo("zoe") != before+1 {
			t.Errorf("after %q zoe cannot register any more", refusal)
		}
	}
}

func TestAnythingElseIsAskedAgainAFewTimes(t *testing.T) {
	b := tableWith(t, "alice")
	b.letter("zoe", office, "r", "register Zoe")
	for i := range 5 {
		b.replies("zoe", "confirm", fmt.Sprint("away", i), fmt.Sprint("I am away until day ", i))
	}
	if n := b.lettersTo("zoe"); n != 1+desk.MostAgain {
		t.Errorf("an absence note brings %d letters", n)
	}
	b.letter("alice", office, "a", "address add alice-at-work@example.org")
	for i := range 5 {
		b.replies("alice-at-work", "confirm", fmt.Sprint("work", i), fmt.Sprint("This mailbox is not read ", i))
	}
	if n := b.lettersTo("alice-at-work"); n != 1+desk.MostAgain || len(b.addresses(1)) != 1 {
		t.Errorf("an absence note brings %d letters; alice has %v", n, b.addresses(1))
	}
	b.letter("alice", office, "c", "challenge yvonne@example.org")
	for i := range 5 {
		b.replies("yvonne", "challenge", fmt.Sprint("y", i), fmt.Sprint("Out of the office ", i))
	}
	if n := b.lettersTo("yvonne"); n != 1+desk.MostAgain {
		t.Errorf("an absence note in answer to an invitation brings %d letters", n)
	}
	b.brings(mailer.AuthNone, "alice", office, "u", "challenge bob@example.org")
	for i := range 5 {
		b.replies("alice", "confirm", fmt.Sprint("u", i), fmt.Sprint("Back soon ", i))
	}
	b.wantNoGame()
	if n := len(b.told("bob", "challenge")); n != 0 {
		t.Errorf("an absence note countersigns a challenge")
	}
}

func TestNobodyElseSets(t *testing.T) {
	b := newTable(t)
	b.brings(mailer.AuthNone, "alice", office, "s", "set diagram off")
	wants(t, b.lastTold("alice", "office"), "nothing is set", "- diagram on")
	b.letter("alice", office, "t", "set diagram off")
	wants(t, b.lastTold("alice", "office"), "- diagram off")
}

func TestAnotherNameCanBeAskedFor(t *testing.T) {
	b := tableWith(t)
	b.brings(mailer.AuthNone, "zoe", office, "r", "register Buy Pills At Spam.Example")
	if text := b.lastLetterTo("zoe"); strings.Contains(text, "Spam.Example") {
		t.Error("a stranger's link is sent on")
	}
	b.replies("zoe", "confirm", "n", "register Zoe")
	b.replies("zoe", "confirm", "y", "yes")
	if name := b.nameAt("zoe"); name != "Zoe" {
		t.Errorf("zoe is called %q", name)
	}
}

func TestNobodyElseBlocksARegistration(t *testing.T) {
	b := tableWith(t, "mallory")
	b.letter("mallory", office, "add", "address add zoe@example.org")
	b.brings(mailer.AuthNone, "zoe", office, "forged", "register Fool")
	b.letter("mallory", office, "name", "register Zoe Example")
	b.letter("yves", office, "pending", "register Zoe Sample")
	b.letter("zoe", office, "own", "register Zoe Sample")
	b.replies("zoe", "confirm", "yes", "yes")
	if name := b.nameAt("zoe"); name != "Zoe Sample" {
		t.Errorf("zoe is called %q", name)
	}
	if got := b.addresses(1); len(got) != 1 {
		t.Errorf("mallory has %v", got)
	}
}

func TestALetterThatFailsAndHasNoKeyIsFiledUnanswered(t *testing.T) {
	b := newTable(t)
	before, rows := len(b.rows()), 0
	for i, body := range []string{"register Zoe", "challenge zoe@example.org", "challenge bob@example.org", "games", "help", "resign", "P-K4", "accept",
		"address add mallory@example.org", "set diagram off", "show 1", "hello", "address remove alice@example.org", "register Somebody Else", "withdraw challenge 1", "leave 5 days"} {
		for _, from := range []string{"alice", "zoe"} {
			b.brings(mailer.AuthFail, from, office, fmt.Sprint(from, i), body)
			if l := b.newest(); l.State != store.Ignored {
				t.Errorf("%q from %s: %s %s", body, from, l.State, l.Verdict)
			}
		}
	}
	if rows = len(b.rows()); rows != before {
		t.Errorf("%d letters went out", rows-before)
	}
}

func TestNewcomerIsToldOnceADay(t *testing.T) {
	b := tableWith(t)
	for i, body := range []string{"help", "regsiter Zoe", "Dear Sirs,\nhow do I play?", "challenge bob@example.org", "P-K4", "games"} {
		b.letter("zoe", office, fmt.Sprint(i), body)
	}
	if n := b.lettersTo("zoe"); n != 1 {
		t.Fatalf("zoe has %d letters", n)
	}
	wants(t, b.lastTold("zoe", "asked"), "register Alice Example")
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(24 * time.Hour))
	b.letter("zoe", office, "morrow", "help")
	if n := b.lettersTo("zoe"); n != 2 {
		t.Errorf("the next day zoe has %d letters", n)
	}
	b.brings(mailer.AuthNone, "yves", office, "y", "help")
	if l := b.newest(); b.lettersTo("yves") != 0 || l.State != store.Ignored {
		t.Errorf("nobody vouches for yves: %s %s", l.State, l.Verdict)
	}
	list, err := b.room().InboxList(t.Context(), control.None{})
	if err != nil || !strings.Contains(fmt.Sprint(list), "yves@example.org") {
		t.Errorf("the list of the inbox, %v: %v", err, list)
	}
}

// TestRegisterAfterOnesOwnNo: who has said no and thinks better of it is asked to confirm
// at once, whether their domain vouches for them or they answer the letter that told them;
// three times a day at most, and then told when to write again.
func TestRegisterAfterOnesOwnNo(t *testing.T) {
	ways := map[string]func(b *table, id string){
		"vouched for": func(b *table, id string) { b.letter("zoe", office, id, "register Zoe") },
		"keyed": func(b *table, id string) {
			text := b.lastLetterTo("zoe")
			b.brings(mailer.AuthNone, "zoe", replyTo(b.T, []byte(text)), id, "register Zoe")
		},
	}
	for name, registers := range ways {
		b := tableWith(t)
		b.letter("zoe", office, "r", "register Zoe")
		for i := range 2 {
			b.replies("zoe", "confirm", fmt.Sprint("no", i), "no")
			registers(b, fmt.Sprint("again", i))
			if n := len(b.told("zoe", "confirm")); n != i+2 {
				t.Fatalf("%s: %d confirmations after %d refusals: %s %s", name, n, i+1, b.newest().State, b.newest().Verdict)
			}
		}
		b.replies("zoe", "confirm", "yes", "yes")
		if b.nameAt("zoe") != "Zoe" {
			t.Errorf("%s: not registered: %s", name, b.newest().Verdict)
		}
	}
}

func TestRegistrationsHeldBackAreToldOf(t *testing.T) {
	b := tableWith(t)
	for i := range 4 {
		b.letter("zoe", office, fmt.Sprint("r", i), "register Zoe")
		b.replies("zoe", "confirm", fmt.Sprint("n", i), "no")
	}
	b.letter("zoe", office, "once more", "register Zoe")
	if confirms, told := len(b.told("zoe", "confirm")), b.told("zoe", "asked"); confirms != 3 || len(told) != 1 {
		t.Fatalf("%d confirmations, told of the limit %d times", confirms, len(told))
	}
	wants(t, b.lastTold("zoe", "asked"), "asks no more today", "after the end of Thursday 1 January 2026 (UTC)")
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(24 * time.Hour))
	b.letter("zoe", office, "morrow", "register Zoe")
	b.replies("zoe", "confirm", "yes", "yes")
	if b.nameAt("zoe") != "Zoe" {
		t.Error("the next day zoe cannot register")
	}
}

// TestForgedSendersAreAskedSoManyAnHour: a sender who writes in the names of many strangers has
// corrd write to no more of them than the hour's budget of strangers, and keeps nobody out whose
// domain vouches for them.
func TestForgedSendersAreAskedSoManyAnHour(t *testing.T) {
	b := tableWith(t)
	b.desk.Budgets.PerHour = 4
	for i := range 5 {
		b.brings(mailer.AuthNone, fmt.Sprint("stranger", i), office, fmt.Sprint("s", i), "register Victim")
		b.brings(mailer.AuthNone, "stranger0", office, fmt.Sprint("again", i), "register Victim")
	}
	for i := range 5 {
		who := fmt.Sprint("stranger", i)
		if n := len(b.told(who, "confirm")); n != max(0, min(1, 2-i)) {
			t.Errorf("%s is asked %d times", who, n)
		}
	}
	b.brings(mailer.AuthPass, "zoe", office, "z", "register Zoe")
	if len(b.told("zoe", "confirm")) != 1 {
		t.Errorf("zoe, whose domain vouches for her, is not asked: %s", b.newest().Verdict)
	}
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(time.Hour))
	b.brings(mailer.AuthNone, "stranger4", office, "later", "register Victim")
	if len(b.told("stranger4", "confirm")) != 1 {
		t.Errorf("the next hour a stranger is not asked: %s", b.newest().Verdict)
	}
}
