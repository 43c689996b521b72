package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/mailer"
	"corrd/store"
)

// askingClub is a table at which the secretary sam is asked about newcomers.
func askingClub(t *testing.T) *table {
	b := tableWith(t, "sam", "alice")
	b.Ledger().Registration, b.Ledger().Secretary = ledger.OnApproval, "sam@example.org"
	return b
}

// applies has somebody register and confirm it.
func (b *table) applies(who string) {
	b.Helper()
	b.letter(who, "corrd@club.example", who+"1", "register "+who)
	b.replies(who, "confirm", who+"2", "yes")
}

// waits returns the names of those who wait for the secretary.
func (b *table) waits() string {
	b.Helper()
	all, err := b.room().PlayerWaiting(b.Context(), control.None{})
	if err != nil {
		b.Fatal(err)
	}
	var names []string
	for _, a := range all {
		names = append(names, a.Name)
	}
	return strings.Join(names, " ")
}

func TestSecretaryIsAsked(t *testing.T) {
	b := askingClub(t)
	b.applies("carol")
	b.applies("dave")
	if b.nameAt("carol") != "" || b.waits() != "carol dave" {
		t.Fatalf("carol is %q, and %q wait", b.nameAt("carol"), b.waits())
	}
	wants(t, b.lastTold("carol", "office"), "secretary", "need do nothing")
	asked := b.told("sam", "confirm")
	if len(asked) != 1 {
		t.Fatalf("the secretary has had %d letters in one day", len(asked))
	}
	wants(t, asked[0], "carol@example.org", "approve carol")
	b.replies("sam", "confirm", "s1", "Approve carol, please.\nThank you!\n")
	if b.nameAt("carol") != "carol" || b.waits() != "dave" {
		t.Fatalf("carol is %q, and %q wait", b.nameAt("carol"), b.waits())
	}
	wants(t, b.lastTold("carol", "office"), "You are registered")
	answer := b.lastTold("sam", "office")
	wants(t, answer, "carol is registered", "refuse dave")

	b.replies("sam", "confirm", "s2", "refuse dave") // the key is spent
	if b.waits() != "dave" {
		t.Fatal("a spent key decides")
	}
	b.replies("sam", "office", "s3", "refuse dave")
	if b.waits() != "" || b.nameAt("dave") != "" {
		t.Fatalf("dave is %q, and %q wait", b.nameAt("dave"), b.waits())
	}
	wants(t, b.lastTold("dave", "office"), "has not registered you")
	b.letter("dave", "corrd@club.example", "d9", "register dave")
	wants(t, b.lastTold("dave", "asked"), "has not registered you")
	if b.waits() != "" {
		t.Error("who was refused waits again")
	}
}

// TestWordsOfTheSecretary: each line that names one who waits decides, and no other.
func TestWordsOfTheSecretary(t *testing.T) {
	for words, want := range sampled(map[string]string{
		"approve carol": "dave erin", "APPROVE  Carol.": "dave erin", "approve carol and dave": "erin", "approve: carol, dave, erin": "",
		`"approve carol"`: "dave erin", "refuse carol@example.org": "dave erin", "approve all": "", "admit carol thank you": "dave erin",
		"approve carol\nrefuse carol": "dave erin", "approve carol\nrefuse dave": "erin", "accept carol, please!": "dave erin",
		"yes": "carol dave erin", "approve": "carol dave erin", "approve frank": "carol dave erin", "approve carol and frank": "carol dave erin",
		"I do not approve carol": "carol dave erin", "approve caro": "carol dave erin", "": "carol dave erin", "decline erin": "carol dave",
		"> approve carol": "carol dave erin", "register carol": "carol dave erin", "no": "carol dave erin",
	}, 3) {
		b := askingClub(t)
		for _, who := range []string{"carol", "dave", "erin"} {
			b.applies(who)
		}
		b.replies("sam", "confirm", "s", words)
		if got := b.waits(); got != want {
			t.Errorf("after %q %q wait, want %q", words, got, want)
		}
	}
}

func TestYesOfTheSecretary(t *testing.T) {
	for words, name := range sampled(map[string]string{"yes": "carol", "Yes, please. Thank you": "carol", "no": "", "perhaps": ""}, 3) {
		b := askingClub(t)
		b.applies("carol")
		b.replies("sam", "confirm", "s", words)
		if got := b.nameAt("carol"); got != name {
			t.Errorf("after %q carol is %q", words, got)
		}
		if words == "perhaps" {
			wants(t, b.lastTold("sam", "asked"), "decided about nobody", "approve carol")
			b.replies("sam", "asked", "s2", "approve carol")
			if b.nameAt("carol") == "" {
				t.Error("the question that was asked again decides nothing")
			}
		}
	}
}

// TestNobodyIsApprovedUnseen: all, and yes, are about the newcomers whom the letter to the
// secretary has named, and a name about whoever waits.
func TestNobodyIsApprovedUnseen(t *testing.T) {
	for words, want := range sampled(map[string]string{"approve all": "dave", "yes": "dave", "refuse all": "dave", "approve dave": "carol", "approve carol, dave": ""}, 3) {
		b := askingClub(t)
		b.applies("carol")
		b.pass(time.Hour)
		b.applies("dave")
		b.replies("sam", "confirm", "s", words)
		if got := b.waits(); got != want {
			t.Errorf("after %q %q wait, want %q", words, got, want)
		}
	}
	b := askingClub(t)
	b.applies("carol")
	b.pass(time.Hour)
	b.applies("dave")
	if _, err := b.room().PlayerApprove(b.Context(), control.Named{Name: "carol"}); err != nil {
		t.Fatal(err)
	}
	b.replies("sam", "confirm", "s", "approve all")
	if got := b.waits(); got != "dave" {
		t.Errorf("everybody of the letter is decided, and then %q wait", got)
	}
}

// TestSecretaryHearsOnceADay: who still waits is named on the next day, and nobody is named when
// nobody waits.
func TestSecretaryHearsOnceADay(t *testing.T) {
	b := askingClub(t)
	b.applies("carol")
	for day := 1; day <= 3; day++ {
		if n := len(b.told("sam", "confirm")); n != day {
			t.Fatalf("%d letters after %d days", n, day)
		}
		b.midnight()
		if err := b.askSecretary(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.room().PlayerApprove(b.Context(), control.Named{Name: "Carol"}); err != nil {
		t.Fatal(err)
	}
	b.midnight()
	if err := b.askSecretary(); err != nil {
		t.Fatal(err)
	}
	if n := len(b.told("sam", "confirm")); n != 4 {
		t.Errorf("%d letters, though nobody waits", n)
	}
	wants(t, b.lastTold("carol", "office"), "You are registered")
}

// TestOnlyTheSecretaryDecides: neither another player with the key nor a secretary of yesterday
// decides, and the orders of control are refused where nobody is meant.
func TestOnlyTheSecretaryDecides(t *testing.T) {
	b := askingClub(t)
	b.applies("carol")
	b.sendAll()
	key := ""
	for _, l := range b.sent {
		if l.to == "sam@example.org" {
			key = replyTo(t, l.raw)
		}
	}
	b.letter("alice", key, "a1", "approve carol")
	b.letter("carol", key, "c9", "approve carol")
	b.Ledger().Secretary = "alice@example.org"
	b.letter("sam", key, "s1", "approve carol")
	if b.nameAt("carol") != "" {
		t.Fatal("somebody else has decided")
	}
	for _, name := range []string{"", "frank", "carol and frank", "ca"} {
		if _, err := b.room().PlayerRefuse(b.Context(), control.Named{Name: name}); err == nil || !strings.Contains(err.Error(), "carol") {
			t.Errorf("refuse %q: %v", name, err)
		}
	}
	if _, err := b.room().PlayerRefuse(b.Context(), control.Named{Name: "carol@EXAMPLE.org"}); err != nil || b.waits() != "" {
		t.Errorf("%v, and %q wait", err, b.waits())
	}
}

// TestInvitedWhereTheSecretaryIsAsked: the invitation waits with the newcomer, and can be accepted
// afterwards.
func TestInvitedWhereTheSecretaryIsAsked(t *testing.T) {
	b := askingClub(t)
	b.letter("alice", "corrd@club.example", "c", "challenge carol@example.org")
	b.replies("carol", "challenge", "c1", "accept")
	b.wantNoGame()
	if b.waits() != "carol" {
		t.Fatalf("%q wait", b.waits())
	}
	b.replies("carol", "challenge", "c2", "accept")
	if b.waits() != "carol" {
		t.Fatalf("%q wait after a second acceptance", b.waits())
	}
	b.replies("sam", "confirm", "s", "yes")
	b.replies("carol", "challenge", "c3", "accept")
	if b.game().ID != 1 {
		t.Error("the invitation cannot be accepted any more")
	}
}

func TestNewcomerDesists(t *testing.T) {
	b := askingClub(t)
	b.applies("carol")
	b.replies("carol", "office", "n", "no")
	if b.waits() != "" {
		t.Fatalf("%q wait", b.waits())
	}
	b.replies("carol", "office", "r", "register carol")
	b.replies("carol", "confirm", "y", "yes")
	if b.waits() != "carol" {
		t.Errorf("%q wait", b.waits())
	}
}

// TestClosedClub: nobody registers by letter, by accepting an invitation or by confirming an old
// question, and whoever tries is told why.
func TestClosedClub(t *testing.T) {
	b := askingClub(t)
	b.Ledger().Registration = ledger.OpenToAll
	b.letter("alice", "corrd@club.example", "c", "challenge carol@example.org")
	b.letter("dave", "corrd@club.example", "d", "register dave")
	b.Ledger().Registration = ledger.ClosedToAll
	b.replies("carol", "challenge", "c1", "accept")
	b.replies("dave", "confirm", "d1", "yes")
	b.letter("erin", "corrd@club.example", "e1", "register erin")
	b.letter("frank", "corrd@club.example", "f1", "Good morning, may I play?")
	for _, who := range []string{"carol", "dave", "erin", "frank"} {
		if b.nameAt(who) != "" {
			t.Errorf("%s is registered", who)
		}
		wants(t, b.lastTold(who, "asked"), "takes no new players by letter", "secretary")
	}
	b.wantNoGame()
	b.letter("erin", "corrd@club.example", "e2", "register erin")
	if n := len(b.told("erin", "asked")); n != 1 {
		t.Errorf("erin is told %d times in a day", n)
	}
	b.letter("alice", "corrd@club.example", "g", "challenge gus@example.org")
	wants(t, b.lastTold("alice", "refused"), "takes no new players by letter")
	b.join("erin")
	if b.nameAt("erin") != "erin" {
		t.Error("the secretary cannot register anybody")
	}
}

// TestApplicantRegisteredMeanwhile: whom the secretary registers waits no more, and a yes of the
// newcomer's does no harm.
func TestApplicantRegisteredMeanwhile(t *testing.T) {
	b := askingClub(t)
	b.applies("carol")
	b.join("carol")
	if b.waits() != "" {
		t.Fatalf("%q wait", b.waits())
	}
	b.replies("carol", "confirm", "y", "yes")
	b.view(func(v store.View) error {
		all, err := v.Players()
		if len(all) != 3 {
			t.Errorf("%d players", len(all))
		}
		return err
	})
}

// TestUnprovenNewcomers: letters that nothing proves are bounded where the club is closed too.
func TestUnprovenNewcomers(t *testing.T) {
	b := askingClub(t)
	b.Ledger().Registration = ledger.ClosedToAll
	for i := range 5 {
		b.from("victim@victims.example", fmt.Sprint("v", i), "register victim", mailer.AuthNone)
	}
	if n := b.sentTo("@victims.example"); n > 1 {
		t.Errorf("%d letters to somebody in whose name others write", n)
	}
}
