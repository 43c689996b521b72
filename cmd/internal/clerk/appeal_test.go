package clerk

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// TestUmpireIsTold: claims and protests reach the umpire by a letter, and are shown until the
// umpire has ruled on them.
func TestUmpireIsTold(t *testing.T) {
	b := newTable(t)
	b.Ledger().Umpire = "umpire@example.org"
	b.answer(board.White, "1", "", "P-K4")
	b.answer(board.Black, "2", "", "claim forfeiture: II.9(d) he asked a master, otherwise P-K4")
	b.answer(board.White, "3", "", "protest: nobody was asked")
	g, err := b.room().GameShow(t.Context(), control.Numbered{ID: 1})
	if appeals := g.BeforeUmpire; err != nil || len(appeals) != 2 {
		t.Fatalf("%+v, %v", appeals, err)
	} else if appeals[0].Kind != "claim" || *appeals[0].Ground != "II.9(d)" || appeals[1].By != "white" {
		t.Fatalf("a %s on the ground %s, and one by %s", appeals[0].Kind, *appeals[0].Ground, appeals[1].By)
	}
	var told []string
	for _, r := range b.rows() {
		if r.To == "umpire@example.org" {
			told = append(told, string(r.Data))
		}
	}
	if len(told) != 2 || !strings.Contains(told[0], "he asked a master") || !strings.Contains(told[1], "nobody was asked") {
		t.Errorf("the umpire is told %q", told)
	}
	b.sendAll()
}

// TestUmpireIsToldWhoOfASideClaims: in one letter a flag of White's that has fallen
// is told of, and the claim is that of the member of Black's who made it.
func TestUmpireIsToldWhoOfASideClaims(t *testing.T) {
	b := consulting(t)
	b.Ledger().Umpire = "umpire@example.org"
	s := b.game()
	late := game.Event{Fact: game.Overstepped{Side: board.White}}
	claim := game.Event{By: game.Black, Fact: game.Claimed{Ground: "II.9(d)", Words: "he asked a master"}}
	dan := s.Members(board.Black)[1]
	b.update(func(tx store.Tx) error { return b.Ledger().TellOfAppeals(tx, s, s, []game.Event{late, claim}, dan) })
	rows := b.rows()
	var told templates.Data
	if err := json.Unmarshal(rows[len(rows)-1].Data, &told); err != nil || told.Name != b.player(dan) {
		t.Errorf("the claim is %s's, want %s's: %v", told.Name, b.player(dan), err)
	}
}

// TestNamedUmpireIsTold: the umpire whom the terms name is told what the server's umpire is told,
// once the umpire's address is on file and the umpire has consented, and is told no player's
// address; the umpire is also told of a flag that does not end the game.
func TestNamedUmpireIsTold(t *testing.T) {
	b := tableOf(t, "colour white, late umpire, umpire carol@Example.org, time reply in 3 days")
	b.answer(board.White, "1", "", "P-K4")
	b.answer(board.Black, "2", "", "protest: carol is nobody here")
	if told := b.writtenTo("carol@example.org"); len(told) != 0 {
		t.Errorf("an address that is not on file is told %q", told)
	}
	b.letter("carol", "corrd@club.example", "3", "register Carol")
	b.confirmFrom("carol")
	b.answer(board.Black, "3p", "", "protest: carol has not been asked yet")
	b.replies("carol", "confirm", "3y", "yes")
	b.answer(board.Black, "4", "", "protest: carol, look at this")
	b.sendAll()
	b.pass(3 * 24 * time.Hour)
	told := b.writtenTo("carol@example.org")
	if len(told) != 2 || !strings.Contains(told[0], "look at this") || !strings.Contains(told[0], `"named":true`) || !strings.Contains(told[1], `"topic":"late"`) {
		t.Errorf("the umpire is told %q", told)
	}
	if s := b.game(); s.Phase != game.Suspended {
		t.Errorf("the game is %s", s.Phase)
	}
}

// TestNamedUmpireLearnsNoAddress: no letter tells the umpire an address, not even in what mail
// servers say of the address.
func TestNamedUmpireLearnsNoAddress(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	b.letter("alice", "corrd@club.example", "c", "challenge bob@example.org, colour white, umpire carol@example.org")
	b.letter("bob", "corrd@club.example", "a", "accept")
	b.update(func(tx store.Tx) error {
		p := b.playerAt("carol")
		p.Settings = map[string]string{ledger.Umpiring: ledger.Consents}
		return tx.PutPlayer(&p)
	})
	b.fail = &mailer.SendError{Stage: mailer.StageRecipient, Code: 550, Text: "5.1.1 <alice@example.org>: no such user"}
	b.sendAll()
	told := strings.Join(b.writtenTo("carol@example.org"), "\n")
	if strings.Contains(told, "alice@") || !strings.Contains(told, "(address) no such user") {
		t.Errorf("the umpire is told %q", told)
	}
}

// writtenTo returns the data of the letters of the umpire's to an address.
func (b *table) writtenTo(address string) (all []string) {
	for _, r := range b.rows() {
		if r.To == address && strings.Contains(string(r.Data), `"named":true`) {
			all = append(all, string(r.Data))
		}
	}
	return all
}

// TestUmpireIsNoPlayer: nobody is umpire of their own game.
func TestUmpireIsNoPlayer(t *testing.T) {
	b := newTable(t)
	for i, umpire := range []string{"alice@example.org", "carol@example.org", "corrd@club.example"} {
		b.letter("alice", "corrd@club.example", fmt.Sprint("u", i), "challenge carol@example.org, umpire "+umpire)
		if data, _ := b.said(); !strings.Contains(data, "refused umpire plays") {
			t.Errorf("%s: %s", umpire, data)
		}
	}
}
