package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game/tournament"
	"corrd/store"
)

// newestCard returns the words of the newest card that the office writes to a player without a
// mailbox.
func (b *table) newestCard() (words string) {
	b.Helper()
	b.sendAll()
	b.view(func(v store.View) error {
		rows, err := v.Rows(1000)
		for _, r := range rows {
			if !store.IsCard(r.To) || r.Data == nil {
				continue
			}
			card, err := b.Draw(v, r)
			if err != nil {
				return err
			}
			words = card.Title + "\n" + strings.Join(card.Words, "\n")
		}
		return err
	})
	return words
}

// TestClubByCard: a member without a mailbox is welcomed, enters, reads who is in an event and its
// table, takes leave in all games and withdraws, all by cards.
func TestClubByCard(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	if _, err := b.room().PlayerAdd(t.Context(), control.Enrolment{Name: "George Walker", Postal: "12 Mill Lane, Ambridge"}); err != nil {
		t.Fatal(err)
	}
	wants(t, b.newestCard(), "Welcome, George Walker", "you answer with a card of your own", "set listed yes")
	id := b.event("terms = \"code british-1899, time 10 moves in 30 days, errors law, notation descriptive, leave 30 days a year\"")
	writes := func(words string) {
		t.Helper()
		b.pass(time.Minute)
		card := control.Entering{Player: &control.Whom{Address: "George Walker"}, Postmark: b.clock.Now().Format(time.DateOnly), Text: words}
		if _, err := b.room().CardEnter(t.Context(), card); err != nil {
			t.Fatal(err)
		}
	}
	writes("events")
	wants(t, b.newestCard(), "Winter")
	writes("enter 1")
	wants(t, b.newestCard(), "You have entered event 1, Winter, George Walker", "withdraw from event 1")
	writes("table 1")
	wants(t, b.newestCard(), "George Walker")
	for n, who := range []string{"alice", "bob"} {
		b.letter(who, "corrd@club.example", fmt.Sprint(n), "enter 1")
	}
	b.start(id)
	b.pass(24 * time.Hour) // the same words of one postmark are one card
	writes("table 1")
	wants(t, b.newestCard(), "This is the table of event 1", "George Walker")
	writes("leave 3 days everywhere")
	wants(t, b.newestCard(), "You have leave of three days, George Walker")
	writes("withdraw from event 1")
	wants(t, b.newestCard(), "Do you withdraw from event 1, Winter, George Walker", "on a card to the office")
	card := control.Entering{Player: &control.Whom{Address: "George Walker"}, Event: id, Postmark: b.clock.Now().Format(time.DateOnly), Text: "yes"}
	if _, err := b.room().CardEnter(t.Context(), card); err != nil {
		t.Fatal(err)
	}
	wants(t, b.newestCard(), "You have withdrawn from event 1")
	b.view(func(v store.View) error {
		s, err := v.Tournament(id)
		if err == nil && s.Seats[s.SeatOf(3)].Withdrawn.IsZero() {
			t.Error("his card withdraws him from nothing")
		}
		return err
	})
}

// TestEventIsFull: who would be one too many is refused by letter, by card and by command, until
// somebody withdraws.
func TestEventIsFull(t *testing.T) {
	b := tableWith(t)
	id := b.event("")
	entrants := strings.Fields("adams brown clark davies evans foster green hughes irving jones kemp lewis mills norris owens")[:tournament.MostPlayers]
	for _, who := range entrants {
		b.join(who)
		b.letter(who, "corrd@club.example", who, "enter 1")
	}
	b.join("late")
	if _, err := b.room().PlayerAdd(t.Context(), control.Enrolment{Name: "George Walker", Postal: "12 Mill Lane, Ambridge", Quiet: true}); err != nil {
		t.Fatal(err)
	}
	b.letter("late", "corrd@club.example", "late", "enter 1")
	wants(t, b.lastTold("late", "refused"), "event 1 is full")
	card := control.Entering{Player: &control.Whom{Address: "George Walker"}, Postmark: b.clock.Now().Format(time.DateOnly), Text: "enter 1"}
	if _, err := b.room().CardEnter(t.Context(), card); err != nil {
		t.Fatal(err)
	}
	wants(t, b.newestCard(), "event 1 is full")
	late := control.EventAct{Event: id, Player: &control.Whom{Address: "late"}, Consent: "his word"}
	if _, err := b.room().EventEnter(t.Context(), late); err == nil || !strings.Contains(err.Error(), "is full") {
		t.Errorf("one too many is entered: %v", err)
	}
	if n := len(strings.Fields(b.entrants(id))); n != tournament.MostPlayers {
		t.Errorf("%d are in the event", n)
	}
	if _, err := b.room().EventWithdraw(t.Context(), control.EventAct{Event: id, Player: &control.Whom{Address: "adams"}, Reason: "illness"}); err != nil {
		t.Fatal(err)
	}
	b.letter("late", "corrd@club.example", "late again", "enter 1")
	if !strings.Contains(b.entrants(id), "late") {
		t.Error("a place that has become free is not given")
	}
}
