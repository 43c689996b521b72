package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/store"
)

// TestEntriesRefusedByLetter has players enter too late, in other spellings of what they have
// written already, and while they are leaving the club: each is told why, and nobody is in the
// event twice.
func TestEntriesRefusedByLetter(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	day := func(days int) string { return b.clock.Now().AddDate(0, 0, days).Format(time.DateOnly) }
	file := fmt.Sprintf("name = \"Winter\"\nenter_by = %s\nbegin = %s\nclose = %s\nterms = \"code british-1899, time 10 moves in 30 days\"", day(1), day(2), day(90))
	if _, err := b.room().EventNew(t.Context(), control.Announcement{File: file}); err != nil {
		t.Fatal(err)
	}
	for n, spelling := range []string{"enter 1", "ENTER 1", "Enter event 1.", "enter event no. 1", "enter #1", "Please enter me in event 1", "I enter event 1"} {
		b.letter("alice", "corrd@club.example", fmt.Sprint("spelt", n), spelling)
	}
	b.isLeaving("bob")
	b.letter("bob", "corrd@club.example", "leaving", "enter 1")
	wants(t, b.lastTold("bob", "refused"), "bob is registered only until their last game is over")
	if got := b.entrants(1); got != "alice" {
		t.Errorf("in the event are %q", got)
	}
	b.pass(3 * 24 * time.Hour)
	b.letter("carol", "corrd@club.example", "late", "enter 1")
	wants(t, b.lastTold("carol", "refused"), "the last day for entries to event 1 is over")
	b.letter("carol", "corrd@club.example", "late2", "withdraw from event 1")
	wants(t, b.lastTold("carol", "refused"), "carol is not in event 1")
	if got := b.entrants(1); got != "alice" {
		t.Errorf("in the event are %q", got)
	}
}

// isLeaving has a player be on the way out of the club.
func (b *table) isLeaving(name string) {
	b.Helper()
	err := b.db.Update(func(tx store.Tx) error {
		p, err := tx.PlayerAt(name + "@example.org")
		if err != nil {
			return err
		}
		ledger.ChangeSetting(&p, ledger.Leaving, "wait")
		return tx.PutPlayer(&p)
	})
	if err != nil {
		b.Fatal(err)
	}
}

// TestEntrantGone has a player leave the club who has entered an event: it does not begin with
// somebody who reads no letters, but once their entry is taken back. Nor is a seat handed to
// somebody who leaves.
func TestEntrantGone(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol", "dan")
	id := b.event("")
	for n, who := range []string{"alice", "bob", "carol"} {
		b.letter(who, "corrd@club.example", fmt.Sprint(n), "enter 1")
	}
	if _, err := b.room().PlayerRemove(t.Context(), control.Removal{Whom: control.Whom{Address: "carol"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.room().EventStart(t.Context(), control.EventAct{Event: id}); err == nil || !strings.Contains(err.Error(), "carol has entered event 1 and is registered no more") {
		t.Fatalf("the event begins: %v", err)
	}
	gone := control.EventAct{Event: id, Player: &control.Whom{ID: 3}, Reason: "she has left the club"}
	if _, err := b.room().EventWithdraw(t.Context(), gone); err != nil {
		t.Fatal(err)
	}
	b.letter("dan", "corrd@club.example", "d", "enter 1")
	b.isLeaving("dan")
	if _, err := b.room().EventStart(t.Context(), control.EventAct{Event: id, Preview: true}); err == nil || !strings.Contains(err.Error(), "corrctl event withdraw 1 4 ") {
		t.Fatalf("the event begins with somebody who leaves: %v", err)
	}
	gone = control.EventAct{Event: id, Player: &control.Whom{ID: 4}, Reason: "he leaves the club"}
	if _, err := b.room().EventWithdraw(t.Context(), gone); err != nil {
		t.Fatal(err)
	}
	b.start(id)
	yields := control.EventAct{Event: id, Player: &control.Whom{Address: "alice"}, Other: &control.Whom{Address: "dan"}, Consent: "his word", Reason: "she is ill"}
	if _, err := b.room().EventSubstitute(t.Context(), yields); err == nil || !strings.Contains(err.Error(), "takes no new games") {
		t.Errorf("a seat goes to somebody who leaves: %v", err)
	}
}
