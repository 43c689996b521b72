package clerk

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"corrd/cmd/internal/courier"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// keyFor is a reply address that a store of later made.
func (b *table) keyFor(t mailer.Token, generation int) string {
	return b.desk.Keys.Address(t, generation, b.Ledger().Site)
}

// TestKeyOfAForgottenGame: the store went back to before the game began. Its players are
// told so, and no game is given its number.
func TestKeyOfAForgottenGame(t *testing.T) {
	b := newTable(t)
	key := b.keyFor(mailer.Token{Kind: mailer.KindGame, Number: 12, Side: 'w', Ply: 7}, 0)
	b.letter("alice", strings.Replace(key, "g12", "g13", 1), "wrong", "P-K4")
	if l := b.newest(); l.State != store.Ignored {
		t.Fatalf("a wrong key: %+v", l)
	}
	b.letter("alice", key, "1", "P-K4")
	wants(t, b.lastTold("alice", "refused"), "no longer knows", "an earlier state", "game 1: you have the white men", "write again")
	n := len(b.rows())
	b.letter("alice", key, "2", "P-K4")
	b.letter("mallory", key, "3", "P-K4")
	if l := b.newest(); l.State == store.Acted || len(b.rows()) > n+1 {
		t.Errorf("%+v, %d letters more", l, len(b.rows())-n)
	}
	b.letter("alice", "corrd@club.example", "c2", "challenge bob@example.org")
	b.replies("bob", "challenge", "a2", "accept")
	b.view(func(v store.View) error {
		ids, err := v.Games(1, 10)
		if len(ids) != 1 || ids[0] <= 12 {
			t.Errorf("the next game is %v", ids)
		}
		return err
	})
	b.wantSound()
}

// TestKeysOfOtherThingsForgotten: the senders of letters with keys of forgotten challenges,
// registrations and questions are told likewise.
func TestKeysOfOtherThingsForgotten(t *testing.T) {
	for name, key := range sampled(map[string]mailer.Token{
		"challenge": {Kind: mailer.KindChallenge, Number: 90}, "registration": {Kind: mailer.KindRegistration, Number: 90}, "question": {Kind: mailer.KindHeld, Number: 90},
	}, 3) {
		b := newTable(t)
		b.letter("alice", b.keyFor(key, 1), "1", "yes")
		if !strings.Contains(b.lastTold("alice", "refused"), "gone back") {
			t.Errorf("%s: %+v", name, b.newest())
		}
		b.letter("carol", b.keyFor(key, 0), "2", "yes")
		if l := b.newest(); l.State != store.Returned && l.State != store.Ignored {
			t.Errorf("%s: %+v", name, l)
		}
	}
}

// TestKeyOfATurnToCome: the game is known, and has not come to the turn.
func TestKeyOfATurnToCome(t *testing.T) {
	b := newTable(t)
	b.letter("alice", b.keyFor(mailer.Token{Kind: mailer.KindGame, Number: 1, Side: 'w', Ply: 9}, 0), "1", "P-K4")
	if len(b.game().Line) != 0 {
		t.Fatal("it acts")
	}
	wants(t, b.lastTold("alice", "refused"), "a turn that the game has not come to", "The game stands as this letter shows it", "Please write again")
	b.replies("alice", "refused", "2", "P-K4")
	if len(b.game().Line) != 1 {
		t.Errorf("%+v", b.newest())
	}
}

// TestNumbersAreKeptBesideTheSecret: the number of a game is written down before its first
// letter leaves, and a store that was put back takes it from there.
func TestNumbersAreKeptBesideTheSecret(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	b.cfg.Numbers = courier.NumberFile(filepath.Join(t.TempDir(), "secret"))
	b.courier.Numbers = b.cfg.Numbers
	b.sendAll()
	old := b.backup()
	for i := range 3 {
		b.letter("alice", "corrd@club.example", fmt.Sprint("c", i), "challenge bob@example.org, colour white")
		b.replies("bob", "challenge", fmt.Sprint("a", i), "accept")
	}
	b.sendAll()
	if kept, err := b.courier.NumbersKept(); err != nil || kept.Game != 3 {
		t.Fatalf("%+v, %v", kept, err)
	}
	b.putBack(old, b.clock)
	if err := b.courier.TakeNumbers(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.letter("alice", "corrd@club.example", "c9", "challenge bob@example.org, colour white")
	b.replies("bob", "challenge", "a9", "accept")
	if s := b.gameNumber(4); s.Players[board.White] == 0 {
		t.Error("the next game is not number 4")
	}
}

// TestOldAnswersActOnNothingNew: a store that was put back gives no challenge, registration
// or question the number of one that it has forgotten, whose key is in somebody's hands.
func TestOldAnswersActOnNothingNew(t *testing.T) {
	b := newTable(t)
	b.cfg.Numbers = courier.NumberFile(filepath.Join(t.TempDir(), "secret"))
	b.courier.Numbers = b.cfg.Numbers
	b.sendAll()
	old := b.backup()
	make := func(round string) {
		b.letter("alice", office, "c"+round, "challenge bob@example.org, colour white")
		b.letter("alice", office, "a"+round, "address add alice"+round+"@example.org")
		b.held("h"+round, "resign")
		b.sendAll()
	}
	make("1")
	keys := map[string]string{}
	for _, l := range b.sent {
		if !strings.Contains(string(l.raw), "\r\nReply-To: ") {
			continue
		}
		to := replyTo(t, l.raw)
		for _, kind := range []string{"c", "r", "h"} {
			if strings.HasPrefix(to, "corrd+"+kind) && (kind == "h" || !strings.HasPrefix(l.to, "alice@")) {
				keys[kind] = to
			}
		}
	}
	b.putBack(old, b.clock)
	if err := b.courier.TakeNumbers(t.Context()); err != nil {
		t.Fatal(err)
	}
	make("2")
	for kind, from := range map[string]string{"c": "bob", "r": "alice1", "h": "alice"} {
		if keys[kind] == "" {
			t.Fatalf("no letter with a key of kind %s in %d", kind, len(b.sent))
		}
		b.letter(from, keys[kind], "old "+kind, map[string]string{"c": "accept", "r": "yes", "h": "yes"}[kind])
		if l := b.newest(); l.State == store.Acted || l.State == store.Answered {
			t.Errorf("%s acts: %+v", keys[kind], l)
		}
	}
	wants(t, b.lastTold("bob", "refused"), "gone back to an earlier state")
	wants(t, b.lastTold("alice", "refused"), "gone back to an earlier state")
	if s := b.game(); s.Result != nil {
		t.Errorf("%+v", s.Result)
	}
	b.view(func(v store.View) error {
		if ids, err := v.Games(0, 10); err != nil || len(ids) != 1 {
			t.Errorf("games %v, %v", ids, err)
		}
		return nil
	})
	b.wantSound()
}

// TestNumbersOfAnOldFile: a file that keeps the number of games alone is still read.
func TestNumbersOfAnOldFile(t *testing.T) {
	b := newTable(t)
	b.cfg.Numbers = courier.NumberFile(filepath.Join(t.TempDir(), "secret"))
	b.courier.Numbers = b.cfg.Numbers
	for text, want := range map[string]store.Numbers{"12\n": {Game: 12}, "12 3 4 5\n": {Game: 12, Registration: 3, Challenge: 4, Letter: 5}, "12 3\n": {}, "-1\n": {}, "": {}} {
		if err := os.WriteFile(b.cfg.Numbers, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if n, err := b.courier.NumbersKept(); n != want || (err == nil) != (want != store.Numbers{}) {
			t.Errorf("%q: %+v, %v", text, n, err)
		}
	}
}
