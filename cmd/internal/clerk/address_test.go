package clerk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

func (b *table) addresses(id int64) (all []string) {
	b.Helper()
	b.view(func(v store.View) error {
		p, err := v.Player(id)
		all = p.Addresses
		return err
	})
	return all
}

// confirmFrom answers the confirmation letter to an address from there.
func (b *table) confirmFrom(who string) {
	b.Helper()
	b.sendAll()
	for _, l := range slices.Backward(b.sent) {
		if l.to == who+"@example.org" && strings.Contains(string(l.raw), "Corrd-Letter: confirm") {
			b.letter(who, replyTo(b.T, l.raw), "confirm-"+who, "yes")
			return
		}
	}
	b.Fatalf("%s was asked nothing", who)
}

func TestAddressIsAddedWhenItAnswers(t *testing.T) {
	b := newTable(t)
	b.letter("alice", "corrd@club.example", "a", "address add alice-at-work@example.org")
	if got := b.addresses(1); len(got) != 1 {
		t.Fatalf("before the answer alice has %v", got)
	}
	b.confirmFrom("alice-at-work")
	if got := b.addresses(1); !slices.Equal(got, []string{"alice@example.org", "alice-at-work@example.org"}) {
		t.Fatalf("alice has %v", got)
	}
	b.sendAll()
	for _, to := range []string{"alice@example.org", "alice-at-work@example.org"} {
		if b.toldTo(to, "Subject: your addresses") != 1 {
			t.Errorf("%s is not told", to)
		}
	}
	b.letter("alice-at-work", b.key(board.White), "m", "P-K4")
	if len(b.game().Line) != 1 {
		t.Error("a move from the new address does not act")
	}
	b.letter("alice-at-work", b.key(board.White), "r", "address remove alice@example.org")
	if got := b.addresses(1); !slices.Equal(got, []string{"alice-at-work@example.org"}) {
		t.Errorf("after one was removed alice has %v", got)
	}
	b.letter("alice-at-work", b.key(board.White), "r2", "address remove alice-at-work@example.org")
	if got := b.addresses(1); len(got) != 1 {
		t.Error("the only address is gone")
	}
}

func TestAddressesOfOthersAreSafe(t *testing.T) {
	b := newTable(t)
	env := mailer.Envelope{From: "alice@example.org", To: []string{"corrd@club.example"}}
	raw := "From: alice@example.org\r\nTo: corrd@club.example\r\nMessage-ID: <f@example.org>\r\n\r\naddress add mallory@example.org\r\n"
	if err := b.Deliver("smtp")(context.Background(), env, []byte(raw), time.Now()); err != nil {
		t.Fatal(err)
	}
	if data, to := b.said(); to != "alice@example.org" || !strings.Contains(data, "identity") {
		t.Errorf("a letter nobody vouches for: %s to %s", data, to)
	}
	before := len(b.rows())
	b.letter("alice", "corrd@club.example", "b", "address add bob@example.org")
	if rows := b.rows(); len(rows) != before+1 || rows[before].To != "alice@example.org" {
		t.Errorf("another's address is asked: %+v", rows[before:])
	}
	b.letter("alice", "corrd@club.example", "c", "address add alice@example.org")
	if data, _ := b.said(); !strings.Contains(data, "known") {
		t.Errorf("alice's own address is not known: %s", data)
	}
}

func TestAPlayerWhoWasRemovedIsGivenAnAddress(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	b.letter("bob", office, "add", "address add bob2@example.org")
	whom := control.Whom{ID: 2}
	if _, err := b.room().PlayerRemove(t.Context(), control.Removal{Whom: whom}); err != nil {
		t.Fatal(err)
	}
	b.replies("bob2", "confirm", "yes", "yes")
	if got := b.addresses(2); len(got) > 0 || b.newest().State != store.Answered {
		t.Errorf("an answer brings back a player who was removed, with %v: %+v", got, b.newest())
	}
	wants(t, b.lastTold("bob2", "office"), "This address has not become one of bob's")
	view, err := b.room().PlayerAddressAdd(t.Context(), control.Readdress{Whom: whom, Mailbox: "bob@work.example"})
	if err != nil || !slices.Equal(view.Addresses, []string{"bob@work.example"}) {
		t.Errorf("the operator gives an address: %+v, %v", view, err)
	}
}

// TestOwnAddressIsNobodys: an address of corrd's own, with whatever stands behind its delimiter, is
// not an address to challenge, to name for a side or to add.
func TestOwnAddressIsNobodys(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	for i, own := range []string{"corrd@club.example", "corrd+x@club.example", "CORRD+b1.aaaa@Club.Example", "corrd+@club.example", b.desk.Keys.BounceAddress(1, b.Ledger().Site)} {
		for j, words := range []string{"address add ", "challenge ", "challenge bob@example.org, side "} {
			b.letter("alice", office, fmt.Sprint("o", i, ".", j), words+own)
			if l := b.newest(); l.State == store.Acted || l.Verdict == "address_asked" {
				t.Errorf("%s%s: %s, %s", words, own, l.State, l.Verdict)
			}
		}
	}
	for _, row := range b.rows() {
		if b.Ledger().Own(row.To) {
			t.Errorf("a letter to corrd itself: %+v", row)
		}
	}
}

// TestAddressThatNoLetterReaches: no room takes an address to which corrd could write no letter,
// whether a player or the operator names it, or the one that stands for a player on cards.
func TestAddressThatNoLetterReaches(t *testing.T) {
	for _, odd := range []string{"müller@example.org", store.CardAddress(77)} {
		b := tableWith(t, "alice", "bob")
		for i, order := range []string{"address add " + odd, "challenge " + odd, "challenge bob@example.org, colour white, side " + odd, "challenge bob@example.org, colour white, umpire " + odd} {
			b.letter("alice", office, fmt.Sprint("a", i), order)
			wants(t, b.lastTold("alice", "refused"), order)
		}
		for _, err := range []error{
			errorOf(b.room().PlayerAdd(t.Context(), control.Enrolment{Name: "Max Miller", Address: odd})),
			errorOf(b.room().PlayerAddressAdd(t.Context(), control.Readdress{Whom: control.Whom{ID: 1}, Mailbox: odd})),
			errorOf(b.room().UmpireAdd(t.Context(), control.Enrolment{Name: "Max Miller", Address: odd})),
		} {
			if err == nil {
				t.Errorf("the operator gives somebody the address %s", odd)
			}
		}
		b.sendAll()
		for _, r := range b.rows() {
			if r.State == store.Parked || strings.Contains(r.To, odd) {
				t.Errorf("letter o%d to %s is %s", r.ID, r.To, r.State)
			}
		}
	}
}

// errorOf returns the error of two results.
func errorOf[T any](_ T, err error) error { return err }

// TestOddAddressOnFile: an address that is a player's, although no letter can be written there,
// names them in a challenge and in a side, and letters go to their first address; in brackets too
// they can have the address removed.
func TestOddAddressOnFile(t *testing.T) {
	const odd = "bübchen@example.org"
	for _, written := range []string{odd, "<" + odd + ">", "BüBCHEN@Example.org"} {
		b := tableWith(t, "alice", "bob", "carol")
		b.update(func(tx store.Tx) error {
			p, err := tx.PlayerAt("bob@example.org")
			p.Addresses = append(p.Addresses, odd)
			return cmp.Or(err, tx.PutPlayer(&p))
		})
		b.letter("alice", office, "c", "challenge "+written+", colour white")
		b.letter("alice", office, "s", "challenge carol@example.org, colour white, side "+written)
		b.replies("carol", "challenge", "a", "accept")
		if n := len(b.told("bob", "challenge")); n != 2 {
			t.Errorf("bob has had %d letters about the challenges that name %s", n, written)
		}
		for _, r := range b.rows() {
			if strings.Contains(r.To, odd) {
				t.Errorf("letter o%d goes to %s", r.ID, r.To)
			}
		}
		b.letter("alice", office, "r", "address remove "+written)
		wants(t, b.lastTold("alice", "refused"), "address")
		b.letter("bob", office, "r", "address remove "+written)
		if got := b.addresses(2); !slices.Equal(got, []string{"bob@example.org"}) {
			t.Errorf("after %s was removed bob has %v", written, got)
		}
	}
}
