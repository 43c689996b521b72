package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/watch"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

// spend has somebody spend the answers of the day, with letters that have proof or not.
func (b *table) spend(auth mailer.Auth, who string) {
	b.Helper()
	for i := range b.desk.Budgets.PerAddressDay + 2 {
		b.brings(auth, who, office, fmt.Sprint("spend", auth, i), "games")
	}
	b.sendAll()
}

func TestASpentBudgetLosesNothing(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	b.desk.Budgets.PerAddressDay = 3
	b.letter("yves", office, "help", "help")
	b.spend(mailer.AuthPass, "alice")
	b.spend(mailer.AuthPass, "bob")
	b.spend(mailer.AuthPass, "zoe")
	b.letter("zoe", office, "r", "register Zoe")
	b.replies("zoe", "confirm", "y", "yes")
	if b.nameAt("zoe") == "" {
		t.Error("a registration is swallowed")
	}
	b.letter("alice", office, "c", "challenge bob@example.org, colour white")
	b.replies("bob", "challenge", "accept", "accept")
	if b.game().ID != 1 {
		t.Error("a challenge is swallowed")
	}
	b.letter("alice", office, "i", "challenge xaver@example.org")
	b.replies("xaver", "challenge", "accept", "accept")
	if b.gameNumber(2).ID != 2 {
		t.Error("an invitation is swallowed")
	}
	b.letter("alice", office, "add", "address add alice-at-work@example.org")
	b.replies("alice-at-work", "confirm", "yes", "yes")
	b.sendAll()
	for _, who := range []string{"alice", "alice-at-work"} {
		if b.toldTo(who+"@example.org", "Subject: your addresses") != 1 {
			t.Errorf("%s is not told of the change", who)
		}
	}
	b.brings(mailer.AuthNone, "bob", office, "resign", "resign")
	wants(t, b.lastTold("bob", "confirm"), "resign")
}

func TestAnHourThatIsSpentSwallowsNothing(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	b.desk.Budgets.PerHour = 1
	b.letter("bob", office, "g", "games")
	wants(t, b.lastTold("bob", "office"), "the last answer that corrd writes to anybody in this hour", "Until Thursday 1 January 2026, 01:00 UTC")
	b.letter("alice", office, "g", "games")
	if l := b.newest(); l.State != store.Ignored || !strings.Contains(l.Verdict, "budget") {
		t.Errorf("beyond the hour: %s %s", l.State, l.Verdict)
	}
	b.letter("zoe", office, "r", "register Zoe")
	b.replies("zoe", "confirm", "y", "yes")
	b.letter("zoe", office, "c", "challenge yves@example.org")
	b.replies("yves", "challenge", "a", "accept")
	if b.game().ID != 1 {
		t.Error("what was asked for did not come about")
	}
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(time.Hour))
	b.letter("alice", office, "g2", "games")
	if l := b.newest(); l.State != store.Answered {
		t.Errorf("in the next hour: %s %s", l.State, l.Verdict)
	}
}

// Who forges letters of a player's, or has none of their own, spends no answer of theirs.
func TestNobodySpendsTheAnswersOfAnother(t *testing.T) {
	b := tableWith(t, "alice")
	b.desk.Budgets.PerHour = 30
	b.spend(mailer.AuthNone, "alice")
	for i := range 40 {
		b.letter(fmt.Sprint("stranger", i), office, "h", "help")
	}
	before := b.lettersTo("alice")
	b.letter("alice", office, "own", "games")
	if b.lettersTo("alice") != before+1 {
		t.Errorf("alice is silenced: %s", b.newest().Verdict)
	}
}

func TestASpentKeyIsToldOfWhenTheBudgetIsOpen(t *testing.T) {
	b := tableWith(t)
	b.desk.Budgets.PerAddressDay = 1
	b.letter("zoe", office, "r", "register Zoe")
	b.replies("zoe", "confirm", "y", "yes")
	b.letter("zoe", office, "g", "games")
	before := b.lettersTo("zoe")
	b.replies("zoe", "confirm", "y2", "yes")
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(24 * time.Hour))
	b.replies("zoe", "confirm", "y3", "yes")
	b.replies("zoe", "confirm", "y4", "yes")
	if n := b.lettersTo("zoe"); n != before+1 {
		t.Errorf("zoe is told of a spent key %d times", n-before)
	}
}

// TestAnAnswerHeldBackIsNotMarked: an answer that is written once, and that a spent budget
// holds back, is written when the budget is open again.
func TestAnAnswerHeldBackIsNotMarked(t *testing.T) {
	for _, c := range []struct{ who, to, words string }{
		{"alice", "", "P-K4"},                 // a move made again
		{"alice", office, "Dear Sirs, hello"}, // nothing is stated
		{"alice", office, "withdraw challenge 77"},
		{"zoe", office, "help"}, // a newcomer
	} {
		b := newTable(t)
		if c.to == "" {
			c.to = b.key(board.White)
		}
		b.letter("alice", b.key(board.White), "first", "P-K4\nThe first.")
		b.desk.Budgets.PerHour = 0
		b.letter(c.who, c.to, "held back", c.words)
		before := b.lettersTo(c.who)
		if l := b.newest(); !strings.Contains(l.Verdict, "the budget is spent") {
			t.Errorf("%q: %s %s", c.words, l.State, l.Verdict)
		}
		b.desk.Budgets.PerHour = 100
		b.letter(c.who, c.to, "open", c.words)
		if n := b.lettersTo(c.who) - before; n != 1 {
			t.Errorf("%q, when the budget is open again: %d answers, %s %s", c.words, n, b.newest().State, b.newest().Verdict)
		}
		b.letter(c.who, c.to, "once more", c.words)
		if n := b.lettersTo(c.who) - before; n != 1 {
			t.Errorf("%q, once more: %d answers", c.words, n)
		}
	}
}

// TestOneDomainDoesNotSpendTheHour: the players of one domain, each within the answers of a day,
// spend no more than the share of a domain of the hour; a newcomer and a player of another domain
// are answered meanwhile, and the last answer says that it is the last and for whom.
func TestOneDomainDoesNotSpendTheHour(t *testing.T) {
	b := tableWith(t)
	b.desk.Budgets.PerHour = 200
	for i := range 12 {
		who := fmt.Sprintf("player%d", i)
		if _, err := b.room().PlayerAdd(t.Context(), control.Enrolment{Name: []string{"Anna", "Berta", "Cora", "Dora", "Emma", "Flora", "Greta", "Hilda", "Irma", "Jutta", "Klara", "Lena"}[i], Address: who + "@hostile.example", Quiet: true}); err != nil {
			t.Fatal(err)
		}
	}
	b.join("alice")
	write := func(from, id string) store.Letter {
		raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <%s@x.example>\r\n\r\ngames\r\n", from, office, id)
		env := mailer.Envelope{From: from, To: []string{office}, Auth: mailer.AuthPass}
		if err := b.Deliver("smtp")(t.Context(), env, []byte(raw), b.clock.Now()); err != nil {
			t.Fatal(err)
		}
		return b.newest()
	}
	answered := 0
	for i := range 12 {
		for n := range b.desk.Budgets.PerAddressDay {
			if write(fmt.Sprintf("player%d@hostile.example", i), fmt.Sprint(i, ".", n)).State == store.Answered {
				answered++
			}
		}
	}
	if answered != 20 {
		t.Errorf("one domain has had %d answers of the 200 of the hour", answered)
	}
	b.sendAll()
	wants(t, string(b.sent[len(b.sent)-1].raw), "Corrd-Letter: office")
	if last := parse.Letter(b.sent[len(b.sent)-1].raw, mailer.Envelope{}, parse.Options{}).FullText; !strings.Contains(strings.Join(strings.Fields(last), " "), "the last answer") {
		t.Errorf("the last answer does not say that it is: %s", last)
	}
	if l := write("alice@example.org", "alice"); l.State != store.Answered {
		t.Errorf("alice: %s, %s", l.State, l.Verdict)
	}
	if l := write("newcomer@elsewhere.example", "zoe"); l.State != store.Returned {
		t.Errorf("a newcomer: %s, %s", l.State, l.Verdict)
	}
}

// TestKeyAndPassSpendNothingOfEachOther: letters with a pass use up the renamings, the addresses
// and the challenges of a day, and letters with a right key still have theirs; and the other way
// round.
func TestKeyAndPassSpendNothingOfEachOther(t *testing.T) {
	for _, keyFirst := range []bool{false, true} {
		b := newTable(t)
		b.desk.Budgets.Renames, b.desk.Budgets.Addresses, b.desk.Budgets.Challenges = 1, 1, 1
		b.join("carol", "dan", "erin")
		b.pass(24 * time.Hour)
		number := 0
		write := func(keyed bool, words string) store.Letter {
			number++
			to := office
			if keyed {
				to = b.key(board.White)
			}
			b.comes(b.clock.Now(), "alice", to, "", fmt.Sprint("n", number), words)
			return b.newest()
		}
		tries := map[string][]string{
			"names":      {"register Alice One", "register Alice Two", "register Alice Three"},
			"addresses":  {"address add one@example.org", "address add two@example.org", "address add three@example.org"},
			"challenges": {"challenge carol@example.org", "challenge dan@example.org", "challenge erin@example.org"},
		}
		for what, words := range tries {
			write(keyFirst, words[0])
			second := write(keyFirst, words[1])
			if second.State == store.Acted || what == "addresses" && second.State != store.Returned {
				t.Errorf("%s: the second is not held back: %s, %s", what, second.State, second.Verdict)
			}
			third := write(!keyFirst, words[2])
			if third.State != store.Acted && third.State != store.Answered {
				t.Errorf("%s, key first %v: one kind has spent another's: %s, %s", what, keyFirst, third.State, third.Verdict)
			}
		}
	}
}
