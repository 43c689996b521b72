package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/watch"
	"corrd/game/board"
)

// naming is a table at which alice and bob have begun games that name carol, who is registered, as
// umpire.
func naming(t *testing.T, games int) *table {
	t.Helper()
	b := tableWith(t, "alice", "bob", "carol")
	for i := range games {
		b.letter("alice", "corrd@club.example", fmt.Sprint("c", i), "challenge bob@example.org, colour white, umpire carol@example.org")
		b.replies("bob", "challenge", fmt.Sprint("a", i), "accept")
	}
	return b
}

// TestUmpireWhoNeverConsentedIsAskedOnceAWeek: two accounts name a third as umpire of many games,
// and protest in all of them; the third has one request in a week, and none after no.
func TestUmpireWhoNeverConsentedIsAskedOnceAWeek(t *testing.T) {
	b := naming(t, 3)
	if s := b.gameNumber(3); s.ID != 3 || s.Result != nil {
		t.Fatal("the games wait for the umpire")
	}
	for i := range 12 {
		b.inGame(int64(i%3+1), board.Side(i%2), fmt.Sprint("p", i), fmt.Sprintf("protest: visit shop %d and buy", i))
	}
	if n := b.lettersTo("carol"); n != 1 {
		t.Fatalf("who never consented has had %d letters, want the one request", n)
	}
	request := b.lastTold("carol", "confirm")
	wants(t, request, "alice", "bob", "game 1")
	if strings.Contains(request, "shop") {
		t.Error("the request passes on what players wrote")
	}
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(8 * 24 * time.Hour))
	b.inGame(1, board.Black, "late", "protest: once more")
	if n := b.lettersTo("carol"); n != 2 {
		t.Fatalf("after a week without an answer there are %d letters, want a second request", n)
	}
	b.replies("carol", "confirm", "no", "no")
	n := b.lettersTo("carol")
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(30 * 24 * time.Hour))
	b.inGame(2, board.Black, "later", "protest: and again")
	if after := b.lettersTo("carol"); after != n {
		t.Fatalf("after no there are %d letters more", after-n)
	}
}

// TestUmpireConsentsAndEndsIt: after yes the umpire is told what happens, and block, stop and the
// setting end it.
func TestUmpireConsentsAndEndsIt(t *testing.T) {
	for _, end := range []string{"block bob", "stop", "set umpiring off"} {
		b := naming(t, 1)
		b.sendAll()
		b.replies("carol", "confirm", "unclear", "What is this?")
		b.replies("carol", "confirm", "yes", "yes")
		n := b.lettersTo("carol")
		b.inGame(1, board.Black, "p1", "protest: the board was wrong")
		if b.lettersTo("carol") != n+1 {
			t.Fatalf("who has consented has had %d letters of the protest", b.lettersTo("carol")-n)
		}
		wants(t, b.lastTold("carol", "office"), "the board was wrong")
		b.letter("carol", "corrd@club.example", "end", end)
		n = b.lettersTo("carol")
		b.inGame(1, board.White, "p2", "protest: so it was not")
		b.inGame(1, board.Black, "p3", "protest: and again")
		if after := b.lettersTo("carol"); after != n {
			t.Errorf("after %q there are %d letters more", end, after-n)
		}
		b.replies("carol", "confirm", "again", "yes")
		if end != "block bob" && b.playerAt("carol").Settings["umpiring"] != "off" {
			t.Errorf("after %q a spent key gives consent", end)
		}
	}
}

// TestUmpireOfTheServerNeedsNoConsent: an umpire whom the operator added is told without being
// asked, also by the terms of a game; umpire add and remove write to the person.
func TestUmpireOfTheServerNeedsNoConsent(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	b.addUmpire("carol")
	wants(t, b.lastTold("carol", "office"), "made you an umpire", "help")
	b.letter("alice", "corrd@club.example", "c", "challenge bob@example.org, colour white, umpire carol@example.org")
	b.replies("bob", "challenge", "a", "accept")
	b.inGame(1, board.Black, "p1", "protest: the board was wrong")
	wants(t, b.lastTold("carol", "office"), "the board was wrong")
	if len(b.told("carol", "confirm")) != 0 {
		t.Error("an umpire of the server is asked for consent")
	}
	if _, err := b.room().UmpireRemove(b.Context(), control.Naming{Name: "carol"}); err != nil {
		t.Fatal(err)
	}
	wants(t, b.lastTold("carol", "office"), "ended your office")
}

// TestUmpireIsFoundAsAPlayerIs: an umpire is found by a name in whatever spacing, capitals and
// signs it is written, as a player is, and is not made an umpire twice under another spelling.
func TestUmpireIsFoundAsAPlayerIs(t *testing.T) {
	b := tableWith(t)
	add := func(name, address string) error {
		_, err := b.room().UmpireAdd(b.Context(), control.Enrolment{Name: name, Address: address})
		return err
	}
	if err := add("Chloé O'Hara", "chloe@example.org"); err != nil {
		t.Fatal(err)
	}
	if err := add("CHLOE  O’HARA", "other@example.org"); err == nil {
		t.Error("one name in two spellings is two umpires")
	}
	for name, found := range map[string]bool{"chloe ohara": true, "Chloé  O’Hara": true, "CHLOE@example.org": true, "1": true,
		"Chloé": false, "": false, "!": false} {
		_, err := b.room().UmpireRemove(b.Context(), control.Naming{Name: name, Preview: true})
		if (err == nil) != found {
			t.Errorf("umpire remove %q: %v", name, err)
		}
	}
}

// TestAddedUmpireSatisfiesStaunton: a challenge under Staunton's or the London club's laws needs
// to name no umpire where one is on file, although the configuration has none.
func TestAddedUmpireSatisfiesStaunton(t *testing.T) {
	for _, code := range []string{"staunton-1871, late forfeit", "london-club, late forfeit"} {
		b := tableWith(t, "alice", "bob")
		b.letter("alice", "corrd@club.example", "c1", "challenge bob@example.org, colour white, code "+code)
		if data, _ := b.said(); !strings.Contains(data, "refused without umpire") {
			t.Errorf("%s without an umpire: %s", code, data)
		}
		b.addUmpire("walker")
		b.letter("alice", "corrd@club.example", "c2", "challenge bob@example.org, colour white, code "+code)
		b.replies("bob", "challenge", "a", "accept")
		if s := b.game(); s.ID != 1 {
			t.Errorf("%s with an umpire on file: no game", code)
		}
	}
}

// TestNameOfAnUmpireIsReserved: nobody but the umpire's own account has the umpire's name or one
// like it, by register, by accept, by a change of name or by the operator; umpire add warns of a
// player so named.
func TestNameOfAnUmpireIsReserved(t *testing.T) {
	b := tableWith(t, "alice")
	b.enrolled("George Walker", "george@other.example")
	u, err := b.room().UmpireAdd(b.Context(), control.Enrolment{Name: "George Walker", Address: "walker@example.org"})
	if err != nil || len(u.Alike) != 1 || u.Alike[0] != "George Walker" {
		t.Errorf("umpire add warns of %q, %v", u.Alike, err)
	}
	if u, err = b.room().UmpireAdd(b.Context(), control.Enrolment{Name: "Dora Keller", Address: "keller@example.org"}); err != nil || len(u.Alike) != 0 {
		t.Errorf("umpire add warns of %q, %v", u.Alike, err)
	}
	for i, name := range []string{"Dora Keller", "dora KELLER", "Dorа Keller", "Ｄｏｒａ Ｋｅｌｌｅｒ", "Dr Dora Keller", "Dora Keller 2", "Arbiter", "Mail Delivery System", "аdmin"} {
		who := fmt.Sprint("new", i)
		b.letter(who, "corrd@club.example", who, "register "+name)
		b.replies(who, "confirm", who+"y", "yes")
		if got := b.playerAt(who).Name; got == "" || strings.Contains(strings.ToLower(got), "kel") || strings.Contains(got, "Arbiter") || strings.Contains(got, "Mail") {
			t.Errorf("register %s makes a player %q", name, got)
		}
		b.letter("alice", "corrd@club.example", who+"r", "register "+name)
		if got := b.playerAt("alice").Name; got != "alice" {
			t.Errorf("alice is now %q", got)
		}
		if _, err := b.room().PlayerAdd(b.Context(), control.Enrolment{Name: name, Address: who + "x@example.org", Quiet: true}); err == nil {
			t.Errorf("player add takes %q", name)
		}
	}
	b.letter("keller", "corrd@club.example", "k", "register Dora Keller")
	b.replies("keller", "confirm", "ky", "yes")
	if got := b.playerAt("keller").Name; got != "Dora Keller" {
		t.Errorf("the umpire's own account is %q", got)
	}
}
