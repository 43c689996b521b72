package clerk

import (
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// TestClockRunsFromTheNewAddress: a letter has come back, and the secretary enters another address
// and takes the old one away. The game is shown there by itself, the clock runs from its
// acceptance there, and nothing is left for the umpire.
func TestClockRunsFromTheNewAddress(t *testing.T) {
	b := newTable(t)
	b.Ledger().Umpire = "umpire@example.org"
	until := b.game().Window.Until
	b.comesBack(b.asking().ID)
	b.pass(24 * time.Hour)
	b.wantRunning("none")
	alice := control.Whom{Address: "alice"}
	if _, err := b.room().PlayerAddressAdd(t.Context(), control.Readdress{Whom: alice, Mailbox: "alice@new.example"}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.room().PlayerAddressRemove(t.Context(), control.Readdress{Whom: alice, Mailbox: "alice@example.org"}); err != nil {
		t.Fatal(err)
	}
	b.sendAll()
	b.wantRunning("white")
	if b.toldTo("alice@new.example", "Corrd-Letter: repeat") != 1 {
		t.Error("the game is not shown once at the new address")
	}
	if s := b.game(); s.Window.Until.Sub(until) != 24*time.Hour || len(s.Disputes()) != 0 {
		t.Errorf("the flag falls %v later, want a day; before the umpire: %v", s.Window.Until.Sub(until), s.Disputes())
	}
	raw := "From: alice@new.example\r\nMessage-ID: <m@x.example>\r\n\r\nP-K4\r\n"
	if err := b.Deliver("smtp")(t.Context(), mailer.Envelope{To: []string{b.key(board.White)}, From: "alice@new.example"}, []byte(raw), b.clock.Now()); err != nil {
		t.Fatal(err)
	}
	if s := b.game(); len(s.Line) != 1 {
		t.Errorf("her move from the new address is not played: %+v", b.newest())
	}
	b.wantSound()
}

// TestCardsArePrintedAfterAnErasure: cards that wait to be printed are printed, and posted, when a
// player of whom they tell has been erased; the cards to whoever is erased wait no more, and hold
// up no other.
func TestCardsArePrintedAfterAnErasure(t *testing.T) {
	b := cardTable(t)
	b.erasures.Path = t.TempDir() + "/erasures"
	b.comesNow("alice", office, "carl", "challenge Carl Card, colour white, errors law, notation descriptive, time reply in 5 days, post.transit 1d")
	b.postAll()
	b.days(3)
	if e, err := b.enter(control.Entering{Player: b.numbered(3), Postmark: b.clock.Now().Format(time.DateOnly), Text: "accept"}); err != nil || e.State != string(store.Acted) {
		t.Fatalf("%+v, %v", e, err)
	}
	b.postAll()
	for _, id := range []int64{1, 2} {
		b.comesNow("alice", b.seatKey(id, board.White), "r"+string(rune('0'+id)), "resign")
		b.comesNow("alice", b.seatKey(id, board.White), "y"+string(rune('0'+id)), "yes")
		if s := b.gameNumber(id); s.Result == nil {
			t.Fatalf("game %d goes on: %+v", id, b.newest())
		}
	}
	if _, err := b.courier.SendDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	waiting := func() (to []int64) {
		all, err := b.room().CardList(t.Context(), control.WhichCards{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			to = append(to, c.Player)
		}
		slices.Sort(to)
		return to
	}
	if got := waiting(); !slices.Equal(got, []int64{2, 3}) {
		t.Fatalf("cards to %v wait, want one to each opponent", got)
	}
	erase := func(id int64) {
		t.Helper()
		if _, err := b.room().PlayerErase(t.Context(), control.Removal{Whom: control.Whom{ID: id}}); err != nil {
			t.Fatal(err)
		}
	}
	erase(1)
	erase(3)
	if got := waiting(); !slices.Equal(got, []int64{2}) {
		t.Errorf("after the erasure cards to %v wait, want the one to Eliza", got)
	}
	for _, r := range b.rows() {
		if r.State != store.ToPrint {
			continue
		}
		b.view(func(v store.View) error {
			card, err := b.Draw(v, r)
			wants(t, strings.Join(card.Words, "\n"), "You have won")
			return err
		})
	}
	if pdf := b.postAll(); len(pdf) == 0 || len(waiting()) != 0 {
		t.Errorf("%d bytes of cards; cards to %v wait still", len(pdf), waiting())
	}
	b.wantSound()
}
