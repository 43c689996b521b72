package clerk

import (
	"fmt"
	"testing"
	"time"

	"corrd/game/board"
	"corrd/mailer"
)

// reaching are letters by which a player whose game is over might reach an opponent who has written
// "stop": those to the office, and those with the key of the game.
var reaching = [2][]string{
	{"challenge bob@example.org", "challenge bob", "challenge bob, time 3 days\nsay: evilmark", "challenge carol@example.org, umpire bob", "challenge carol, umpire bob@example.org", "again 1", "rematch 1", "again", "propose umpire bob",
		"address add bob@example.org", "message bob: evilmark", "set umpire bob", "block bob", "unblock bob", "history 1", "register Bob", "Game 1:\nsay: evilmark", "challenge carol, side bob@example.org",
		"challenge bob@example.org, event evilmark", "withdraw challenge 1", "leave everywhere 5 days", "ask bob", "approve bob"},
	{"again", "again 1", "rematch", "Another game?", "I play again. evilmark", "propose umpire bob", "leave 5 days", "leave everywhere 5 days", "submit to umpire: evilmark", "P-K4", "resign", "offer draw", "withdraw 1", "intend P-K3", "adopt 1",
		"claim draw: threefold", "exact penalty A", "repeat 1", "repeat card"},
}

// TestNobodyIsReachedAfterStop: who has written "stop" after their game hears of nothing that their
// opponent of then writes, in whatever letter, whatever is passed by meanwhile.
func TestNobodyIsReachedAfterStop(t *testing.T) {
	b := newTable(t)
	b.join("carol")
	b.inGame(1, board.White, "over", "resign")
	key := b.key(board.White)
	b.letter("bob", office, "stop", "stop")
	b.sendAll()
	b.pass(48 * time.Hour)
	before := b.lettersTo("bob")
	if before == 0 {
		t.Fatal("bob has had no letter")
	}
	n := 0
	for i, to := range []string{office, key} {
		for _, words := range reaching[i] {
			for _, auth := range []mailer.Auth{mailer.AuthPass, mailer.AuthNone} {
				n++
				b.brings(auth, "alice", to, fmt.Sprint("reach", n), words)
				b.pass(time.Hour)
				if after := b.lettersTo("bob"); after != before {
					t.Errorf("%q to %s: bob has %d letters more:\n%s", words, to, after-before, b.sent[len(b.sent)-1].raw)
					before = after
				}
			}
		}
		b.midnight()
		b.pass(8 * 24 * time.Hour)
		if after := b.lettersTo("bob"); after != before {
			t.Errorf("after a week bob has %d letters more", after-before)
			before = after
		}
	}
}
