package clerk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/store"
)

const eliza = "Eliza Thorold"

// eliza2 is the player without a mailbox at a postalTable.
var eliza2 = int64(2)

// postalTable is a table at which alice and bob have mailboxes, and eliza has none.
func postalTable(t *testing.T) *table {
	b := tableWith(t, "alice")
	if _, err := b.room().PlayerAdd(t.Context(), control.Enrolment{Name: eliza, Postal: "The Laurels, Lincoln"}); err != nil {
		t.Fatal(err)
	}
	b.join("bob")
	return b
}

// elizaWrites enters a card of eliza's to the office, posted today, that answers a challenge or an
// event if one is named.
func (b *table) elizaWrites(words string, challenge, event int64) control.EnteredCard {
	b.Helper()
	b.postAll()
	b.days(3)
	e, err := b.enter(control.Entering{Player: b.numbered(eliza2), Challenge: challenge, Event: event, Postmark: b.clock.Now().Format(time.DateOnly), Text: words})
	if err != nil {
		b.Fatalf("%q: %v", words, err)
	}
	return e
}

// cardBids are cards of the office: each stage brings about one, the newest to eliza, and names the
// challenge or the event that the secretary sees their answer is about.
var cardBids = map[string]struct {
	words            string // on the card
	challenge, event int64
	stage            func(t *testing.T) *table
}{
	"welcome": {"Welcome", 0, 0, postalTable},
	"challenge": {"challenges you", 1, 0, func(t *testing.T) *table {
		b := postalTable(t)
		b.letter("alice", theOffice, "c", "challenge "+eliza)
		return b
	}},
	"challenge, neither yes nor no": {"accept or decline", 1, 0, func(t *testing.T) *table {
		b := postalTable(t)
		b.letter("alice", theOffice, "c", "challenge "+eliza)
		b.elizaWrites("maybe", 1, 0)
		return b
	}},
	"challenge sent": {"your challenge has gone out", 0, 0, func(t *testing.T) *table {
		b := postalTable(t)
		b.elizaWrites("challenge bob@example.org", 0, 0)
		return b
	}},
	"challenge refused": {"your challenge has not gone out", 0, 0, func(t *testing.T) *table {
		b := postalTable(t)
		b.elizaWrites("challenge bob@example.org, time every other Sunday", 0, 0)
		return b
	}},
	"no challenge": {"which challenge?", 0, 0, func(t *testing.T) *table { b := postalTable(t); b.elizaWrites("accept", 0, 0); return b }},
	"nothing found": {"nothing was found", 0, 0, func(t *testing.T) *table {
		b := postalTable(t)
		b.elizaWrites("The lilacs are out early this year.", 0, 0)
		return b
	}},
	"leaving": {"do you want to leave?", 0, 0, func(t *testing.T) *table { b := postalTable(t); b.elizaWrites("unregister", 0, 0); return b }},
	"which game": {"which game?", 0, 0, func(t *testing.T) *table {
		b := postalTable(t)
		for n, who := range []string{"alice", "bob"} {
			b.letter(who, theOffice, fmt.Sprint("c", n), "challenge "+eliza+", colour black")
			b.elizaWrites("accept", int64(n+1), 0)
		}
		b.elizaWrites("P-K4", 0, 0)
		return b
	}},
	"an event is announced": {"is announced", 0, 1, func(t *testing.T) *table {
		b := postalTable(t)
		id := b.event("")
		if _, err := b.room().EventAnnounce(t.Context(), control.EventAct{Event: id}); err != nil {
			t.Fatal(err)
		}
		b.rings()
		return b
	}},
	"the events": {"the events", 0, 0, func(t *testing.T) *table { b := postalTable(t); b.event(""); b.elizaWrites("events", 0, 0); return b }},
	"entered":    {"you are in Winter", 0, 0, enteredByCard},
	"withdraws": {"do you withdraw from Winter?", 0, 1, func(t *testing.T) *table {
		b := enteredByCard(t)
		b.elizaWrites("withdraw from event 1", 0, 0)
		return b
	}},
	"withdraws, answers": {"do you withdraw from Winter?", 0, 1, func(t *testing.T) *table {
		b := enteredByCard(t)
		b.elizaWrites("withdraw from event 1", 0, 0)
		b.elizaWrites("maybe", 0, 1)
		return b
	}},
}

func enteredByCard(t *testing.T) *table {
	b := postalTable(t)
	b.event("terms = \"code british-1899, time 10 moves in 30 days, errors law, notation descriptive, leave 30 days a year\"")
	for _, who := range []string{"alice", "bob"} {
		b.letter(who, theOffice, "enter-"+who, "enter 1")
	}
	b.elizaWrites("enter 1", 0, 0)
	return b
}

// TestOfficeCardsAreObeyed does each thing that a card of the office bids, each at a table of its
// own, by a card of the reader's: it is understood and done, and nobody loses what the words do not
// name.
func TestOfficeCardsAreObeyed(t *testing.T) {
	for name, c := range sampled(cardBids, 3) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := c.stage(t).newestCard()
			if !strings.Contains(text, c.words) {
				t.Fatalf("the newest card is %q", text)
			}
			lines, says := biddenIn(text)
			if len(lines) == 0 {
				t.Fatalf("it bids nothing: %s", text)
			}
			for i, line := range lines {
				b := c.stage(t)
				line = strings.ReplaceAll(line, "Bob Example", "bob@example.org")
				if len(interpret.Parse(line).Statements) == 0 && !slices.Contains([]string{"yes", "no"}, line) {
					t.Errorf("%q is no statement (%s)", line, says[i])
					continue
				}
				before := b.holdings()
				got := b.elizaWrites(line, c.challenge, c.event)
				if got.State != string(store.Acted) && got.State != string(store.Answered) {
					t.Errorf("%q (%s) is %s: %s", line, says[i], got.State, got.Verdict)
				}
				after := b.holdings()
				for _, had := range before {
					if !slices.Contains(after, had) && !losing.MatchString(line+" "+says[i]) && !(strings.HasPrefix(had, "challenge") && line == "accept") {
						t.Errorf("%q (%s) costs %s", line, says[i], had)
					}
				}
			}
		})
	}
}

// TestCardAnswersWhatWasInHand: a card agrees to what the newest card said that had come to hand by
// its postmark, and is asked about where something else is proposed by then.
func TestCardAnswersWhatWasInHand(t *testing.T) {
	b := cardTable(t)
	b.comesNow("alice", b.key(board.White), "m", "P-K4")
	b.postAll()
	b.days(2)
	b.comesNow("alice", b.key(board.White), "p1", "propose time reply in 7 days")
	b.postAll()
	b.days(2)
	b.comesNow("alice", b.key(board.White), "p2", "propose time reply in 9 days")
	agrees := func() control.EnteredCard {
		t.Helper()
		e, err := b.enter(control.Entering{Seat: black, Postmark: b.clock.Now().Format(time.DateOnly), Text: "agree"})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	if e := agrees(); e.State != string(store.Returned) || b.game().Terms.Time.String() != "reply in 5 days" {
		t.Errorf("she agrees to what she has not seen: %+v, %s", e, b.game().Terms.Time)
	}
	b.postAll()
	b.days(2)
	if e := agrees(); e.State != string(store.Acted) || b.game().Terms.Time.String() != "reply in 9 days" {
		t.Errorf("she agrees to what she has in hand: %+v, %s", e, b.game().Terms.Time)
	}
}
