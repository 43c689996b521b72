package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// copied delivers a letter that says that it goes to somebody else as well.
func (b *table) copied(from, to, header, id, body string) store.Letter {
	b.Helper()
	b.comes(time.Now(), from, to, header+"\r\n", id, body)
	return b.newest()
}

const shownToBlack = "Your letter went to Black too, and so showed your reply address"

// A letter that is copied to the opponent acts. Its keys are rotated in the same transaction, its
// receipt says so, and nobody but the keys' owner hears of the rotation.
func TestCopyToTheOpponent(t *testing.T) {
	for _, header := range []string{"Cc: Bob <bob@EXAMPLE.org>", "Resent-To: bob@example.org", "Cc: carol@example.org, \"Bob\" <Bob@example.org>",
		"Cc: bob@example.org, and (the umpire <"} {
		b := newTable(t)
		old := b.key(board.White)
		if l := b.copied("alice", old, header, "1", "P-K4"); l.State != store.Acted || len(b.game().Line) != 1 {
			t.Fatalf("%s: %+v", header, l)
		}
		if ring := b.game().Keyring(board.White, 0); ring.Now != 1 || ring.Since != 0 {
			t.Errorf("%s: %+v", header, ring)
		}
		wants(t, b.lastTold("alice", "adopted"), shownToBlack)
		if strings.Contains(b.lastTold("bob", "move"), "reply address") {
			t.Error("the opponent is told of the keys")
		}
		b.replies("bob", "move", "2", "P-K4")
		b.replies("alice", "move", "3", "Kt-KB3")
		if n := len(b.game().Line); n != 3 {
			t.Errorf("%s: with the new key: %d moves, %+v", header, n, b.newest())
		}
	}
}

// An answer of the office that bears no reply address of the game does not bring the new address,
// so a letter of the game follows the answer. One that bears it brings the new one.
func TestCopyOfAQuestionToTheOffice(t *testing.T) {
	for words, kind := range sampled(map[string]string{"games": "repeat", "help": "office"}, 3) {
		b := newTable(t)
		b.copied("alice", b.key(board.White), "Cc: bob@example.org", "1", words)
		if ring := b.game().Keyring(board.White, 0); ring.Now != 1 {
			t.Fatalf("%s: %+v", words, ring)
		}
		b.replies("alice", kind, "2", "P-K4")
		if n := len(b.game().Line); n != 1 {
			t.Errorf("%s, with the new key: %d moves, %+v", words, n, b.newest())
		}
	}
}

func TestCopyToOthersRotatesNothing(t *testing.T) {
	b := newTable(t)
	b.copied("alice", b.key(board.White), "Cc: carol@example.org, alice@example.org", "1", "P-K4")
	if ring := b.game().Keyring(board.White, 0); ring.Now != 0 || len(b.game().Line) != 1 {
		t.Errorf("%+v", ring)
	}
}

// A letter with a key that has been rotated is held, and acts when it is confirmed.
func TestRotatedKeyIsHeld(t *testing.T) {
	b := newTable(t)
	old := b.key(board.White)
	b.copied("alice", old, "Cc: bob@example.org", "1", "P-K4")
	b.letter("bob", b.key(board.Black), "2", "P-K4")
	next := strings.Replace(old, ".w1.", ".w3.", 1)
	b.letter("alice", next, "3", "Kt-KB3")
	if l := b.newest(); l.State != store.Ignored {
		t.Errorf("with a key of another ply: %+v", l)
	}
	token := ledger.Seat{Game: b.game(), Side: board.White}.Token()
	b.letter("alice", b.desk.Keys.Address(token, 0, b.Ledger().Site), "4", "Kt-KB3")
	held := b.newest()
	if held.State != store.HeldLetter || held.Verdict != rotatedKey || len(b.game().Line) != 2 {
		t.Fatalf("%+v", held)
	}
	wants(t, b.lastTold("alice", "confirm"), "has come to a reply address that has been replaced")
	b.replies("alice", "confirm", "5", "yes")
	if b.stateOf(held.ID) != store.Acted || len(b.game().Line) != 3 {
		t.Errorf("after yes: %s, %v", b.stateOf(held.ID), b.game().Line)
	}
	b.letter("alice", old, "6", "P-K4")
	if l := b.newest(); l.State != store.Duplicate {
		t.Errorf("a copy of what acted, with its old key: %+v", l)
	}
}

// TestYesWithARotatedKey: the yes is held and, once confirmed, releases the letter that it
// answered.
func TestYesWithARotatedKey(t *testing.T) {
	b := newTable(t)
	id := b.held("1", "P-K4")
	question := b.last(board.White, "confirm")
	b.sendAll()
	old := b.key(board.White)
	b.copied("alice", old, "Cc: bob@example.org", "2", "show")
	wants(t, b.lastTold("alice", "office"), shownToBlack)
	raw := "From: alice@example.org\r\nTo: " + old + "\r\nMessage-ID: <3@example.org>\r\nIn-Reply-To: <" + question + ">\r\n\r\nyes\r\n"
	env := mailer.Envelope{From: "alice@example.org", To: []string{old}, Auth: mailer.AuthPass}
	if err := b.Deliver("smtp")(t.Context(), env, []byte(raw), time.Now()); err != nil {
		t.Fatal(err)
	}
	yes := b.newest()
	if yes.State != store.HeldLetter || b.stateOf(id) != store.HeldLetter {
		t.Fatalf("%+v, %s", yes, b.stateOf(id))
	}
	b.answer(board.White, "4", b.last(board.White, "confirm"), "yes")
	if b.stateOf(id) != store.Acted || b.stateOf(yes.ID) != store.Answered || len(b.game().Line) != 1 {
		t.Errorf("%s, %s, %v", b.stateOf(id), b.stateOf(yes.ID), b.game().Line)
	}
}

// heldWithItsKey delivers a letter for White's side from an address that is not on file, and
// returns the letter's number and the reply address of the question about the letter. The
// question's key is rotated before the question is answered.
func (b *table) heldWithItsKey() (id int64, key string) {
	b.Helper()
	id = b.held("held", "P-K4")
	b.sendAll()
	key = replyTo(b.T, b.sent[len(b.sent)-1].raw)
	b.copied("alice", b.key(board.White), "Cc: bob@example.org", "copied", "show")
	return id, key
}

// TestRotatedKeyOfASpentQuestion: the sender of a letter with such a key is told that the question
// has been answered. The letter is not held, for nothing can come of the letter.
func TestRotatedKeyOfASpentQuestion(t *testing.T) {
	b := newTable(t)
	id, key := b.heldWithItsKey()
	b.answer(board.White, "1", "", fmt.Sprint("no ", id))
	b.letter("alice", key, "2", "no")
	if l := b.newest(); l.State != store.Answered || b.stateOf(id) != store.Discarded {
		t.Errorf("%+v, letter %d is %s", l, id, b.stateOf(id))
	}
	wants(t, b.lastTold("alice", "office"), "has been answered already", "is dropped")
}

// TestQuestionSpentWhileItsAnswerIsHeld: an answer with a rotated key that is confirmed
// after another letter has answered the question is told so. The answer states nothing
// in the game, and neither does what stands beside it.
func TestQuestionSpentWhileItsAnswerIsHeld(t *testing.T) {
	for _, c := range []struct{ words, other string }{{"no", "no"}, {"yes", "no"}, {"no", "yes"}, {"no\nP-Q4", "no"}} {
		b := newTable(t)
		id, key := b.heldWithItsKey()
		b.letter("alice", key, "1", c.words)
		late := b.newest()
		if late.State != store.HeldLetter {
			t.Fatalf("%+v", late)
		}
		b.answer(board.White, "2", "", fmt.Sprint(c.other, " ", id))
		before := b.game()
		b.answer(board.White, "3", "", fmt.Sprint("yes ", late.ID))
		if s := b.game(); s.Seq != before.Seq || b.stateOf(late.ID) != store.Answered || b.newest().State != store.Answered {
			t.Errorf("%q: events %d to %d, letter %d is %s, %+v", c.words, before.Seq, s.Seq, late.ID, b.stateOf(late.ID), b.newest())
		}
		wants(t, b.lastTold("alice", "office"), "has been answered already")
	}
}

// TestCopiesThatDoNotAct: a key is shown whatever the letter comes to, and a
// letter that has no answer of its own is followed by one with the new key.
func TestCopiesThatDoNotAct(t *testing.T) {
	b := newTable(t)
	b.copied("alice", b.key(board.White), "Cc: bob@example.org", "1", "Good luck!")
	wants(t, b.lastTold("alice", "asked"), shownToBlack)
	b.copied("alice", b.key(board.White), "Cc: bob@example.org", "2", "games")
	wants(t, b.lastTold("alice", "office"), "Your letter went to your opponent too")
	old := b.key(board.White)
	b.letter("alice", old, "3", "P-K4")
	b.copied("alice", old, "Cc: bob@example.org", "4", "P-K4")
	wants(t, b.lastTold("alice", "repeat"), shownToBlack)
	if ring := b.game().Keyring(board.White, 0); ring.Now != 3 || len(b.game().Line) != 1 {
		t.Errorf("%+v, %v", ring, b.game().Line)
	}
	b.copied("bob", b.key(board.Black), "Cc: alice@example.org", "5", "resign")
	wants(t, b.lastTold("bob", "result"), "Your letter went to White too")
}

// TestLettersUnderWayCarryTheNewKey: every letter that is rendered after a rotation carries the new
// key, whatever the letter tells.
func TestLettersUnderWayCarryTheNewKey(t *testing.T) {
	b := newTable(t)
	b.copied("alice", b.key(board.White), "Cc: bob@example.org", "1", "P-K4")
	b.sendAll()
	b.replies("alice", "start", "2", "games")
	if l := b.newest(); l.State != store.Answered {
		t.Errorf("the start letter, sent after the rotation, has the key of %+v", l)
	}
}

// TestKeyInANote: a note that is passed on to the opponent shows the opponent no key.
func TestKeyInANote(t *testing.T) {
	b := newTable(t)
	key := b.key(board.White)
	token, _ := mailer.ParseToken(strings.TrimSuffix(strings.TrimPrefix(key, "corrd+"), "@club.example"))
	b.letter("alice", key, "1", "Your letter came from "+key+", I think.\nI saw [corrd "+token.String()+"] in it.\nprotest: see "+strings.ToUpper(key)+"\nP-K4")
	text := b.lastTold("bob", "move")
	wants(t, text, "Your letter came from", "(key)")
	if strings.Contains(strings.ToLower(text), token.Key) {
		t.Errorf("the key is shown:\n%s", text)
	}
}

// TestMemberShowsTheirKey: when a member of a side in consultation shows a key, corrd rotates the
// keys of that member alone, and tells that member alone.
func TestMemberShowsTheirKey(t *testing.T) {
	b := consulting(t)
	b.sendAll()
	carols := ledger.Seat{Game: b.gameNumber(1), Side: board.White, Player: store.Player{ID: 3}}
	b.copied("alice", b.desk.Keys.Address(carols.Token(), 0, b.Ledger().Site), "Cc: dan@example.org", "1", "P-K4")
	if s := b.gameNumber(1); s.Keyring(board.White, 2).Now != 1 || s.Keyring(board.White, 1).Now != 0 {
		t.Errorf("%+v", s.Keys)
	}
	wants(t, b.lastTold("carol", "adopted"), "alice's letter went to Black too, and so showed your reply address")
	if strings.Contains(b.lastTold("alice", "adopted"), "reply address") {
		t.Error("another member is told of the keys")
	}
	b.replies("dan", "move", "2", "P-K4")
	b.replies("carol", "move", "3", "P-Q4")
	b.replies("dan", "move", "4", "P-Q4")
	b.replies("alice", "move", "5", "P-QB4")
	if n := len(b.gameNumber(1).Line); n != 5 {
		t.Errorf("%d moves, %+v", n, b.newest())
	}
}

// TestMailboxGivenUp: whoever has the mailbox that letters went to has the keys in
// it; in every game that goes on they are rotated, and the new ones are sent to the
// address that is left.
func TestMailboxGivenUp(t *testing.T) {
	b := newTable(t)
	old := b.key(board.White)
	b.letter("alice", "corrd@club.example", "a", "address add alice-at-work@example.org")
	b.confirmFrom("alice-at-work")
	b.letter("alice-at-work", "corrd@club.example", "b", "address remove alice@example.org")
	wants(t, b.lastTold("alice-at-work", "repeat"), "You have given up the address that the letters of this game went to")
	b.letter("alice-at-work", old, "c", "resign")
	if l := b.newest(); l.State != store.HeldLetter {
		t.Errorf("with a key that lies in the old mailbox: %+v", l)
	}
	b.replies("alice-at-work", "repeat", "d", "P-K4")
	b.letter("alice-at-work", "corrd@club.example", "e", "address add alice@example.org")
	b.confirmFrom("alice")
	b.letter("alice", "corrd@club.example", "f", "address remove alice@example.org")
	if s := b.game(); len(s.Line) != 1 || s.Keyring(board.White, 0).Now != 1 {
		t.Errorf("%v, %+v; an address to which no letters went shows no key", s.Line, s.Keys)
	}
}

// TestCopyWithTheKeyInTheSubject: where there are no keyed addresses the subject
// shows the key.
func TestCopyWithTheKeyInTheSubject(t *testing.T) {
	b := newTable(t)
	b.Ledger().Site.Delimiter = 0
	subject := func() string {
		s := ledger.Seat{Game: b.game(), Side: board.White}
		return "Subject: Re: " + b.desk.Keys.SubjectToken(s.Token(), s.Generation())
	}
	old := subject()
	if l := b.copied("alice", "corrd@club.example", "Cc: bob@example.org\r\n"+old, "1", "P-K4"); l.State != store.Acted {
		t.Fatalf("%+v", l)
	}
	wants(t, b.lastTold("alice", "adopted"), shownToBlack)
	if l := b.copied("alice", "corrd@club.example", old, "2", "draw?"); l.State != store.HeldLetter {
		t.Errorf("with the old key: %+v", l)
	}
	if l := b.copied("alice", "corrd@club.example", subject(), "3", "draw?"); l.State != store.Acted {
		t.Errorf("with the new key: %+v", l)
	}
}

// TestReplyToAll: what the opponent answers to a copy comes to the reply address that the copy
// showed. The answer does not act, the owner of the address is not asked about it, and the opponent
// is told where to write.
func TestReplyToAll(t *testing.T) {
	b := newTable(t)
	old := b.key(board.White)
	b.copied("alice", old, "Cc: bob@example.org", "1", "P-K4")
	b.letter("bob", old, "2", "P-K4")
	if l := b.newest(); l.State != store.Returned || len(b.game().Line) != 1 || b.game().Keyring(board.White, 0).Now != 1 {
		t.Errorf("%+v, %+v", l, b.game().Keys)
	}
	if n := len(b.told("alice", "confirm")); n != 0 {
		t.Error("alice is asked about the opponent's letter")
	}
	b.replies("bob", "refused", "3", "P-K4")
	if len(b.game().Line) != 2 {
		t.Errorf("in answer to that: %+v", b.newest())
	}
	b.letter("alice", b.key(board.Black), "4", "Kt-KB3")
	if l := b.newest(); l.State != store.Returned || b.game().Keyring(board.Black, 0).Now != 1 {
		t.Errorf("%+v, %+v", l, b.game().Keys)
	}
	wants(t, b.lastTold("bob", "repeat"), "A letter of White's has come to your reply address")
}

// TestKeyThatABackupDoesNotKnow: what answers a letter that was sent after the
// backup that was put back, with keys the umpire had rotated, is held and not lost.
func TestKeyThatABackupDoesNotKnow(t *testing.T) {
	b := newTable(t)
	token := ledger.Seat{Game: b.game(), Side: board.White}.Token()
	b.letter("alice", b.desk.Keys.Address(token, keysAhead, b.Ledger().Site), "1", "P-K4")
	if l := b.newest(); l.State != store.HeldLetter {
		t.Errorf("%+v", l)
	}
	b.replies("alice", "confirm", "2", "yes")
	if len(b.game().Line) != 1 {
		t.Errorf("after yes: %+v", b.newest())
	}
	b.letter("alice", b.desk.Keys.Address(token, keysAhead+1, b.Ledger().Site), "3", "draw?")
	if l := b.newest(); l.State != store.Ignored {
		t.Errorf("too far ahead: %+v", l)
	}
}

// TestKeyOfAnotherSpendsNothing: whoever has the key of a seat, or had the seat before, writes with
// it in the name of another player. The letters spend nothing that is kept for the other's own
// letters with a key.
func TestKeyOfAnotherSpendsNothing(t *testing.T) {
	for name, had := range sampled(map[string]bool{"the opponent": false, "who had the seat before": true}, 3) {
		b := newTable(t)
		b.desk.Budgets.PerAddressDay = 8
		b.join("carol", "dan")
		b.letter("dan", office, "c", "challenge alice@example.org, colour black")
		b.replies("alice", "challenge", "a", "accept")
		victim, game, key := "bob", int64(1), b.key(board.White)
		if had {
			victim, game = "dan", 2
			if err := b.replace(control.Seat{Game: 1, Side: board.White, Member: 0}, "carol"); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 14 {
			b.brings(mailer.AuthNone, victim, key, fmt.Sprint("forged", i), fmt.Sprintf("P-K4 and the letter %d", i))
		}
		s := ledger.Seat{Game: b.gameNumber(game), Side: board.Black}
		own := b.desk.Keys.Address(s.Token(), s.Generation(), b.Ledger().Site)
		b.letter(victim, own, "own", "history 77")
		if l := b.newest(); l.State != store.Returned {
			t.Errorf("%s: %s's own letter with the key is not answered: %s, %s", name, victim, l.State, l.Verdict)
		}
		b.letter(victim, own, "own2", "games")
		if l := b.newest(); l.State != store.Answered {
			t.Errorf("%s: %s's own question with the key is not answered: %s, %s", name, victim, l.State, l.Verdict)
		}
	}
}
