package clerk

import (
	"fmt"
	"testing"

	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// TestRightKeyAndItsWriter: a letter with the right key of a seat acts if its From is on file and
// its domain does not disown it; any other is held, and the address on file is asked about it.
func TestRightKeyAndItsWriter(t *testing.T) {
	for _, c := range []struct {
		from string
		auth mailer.Auth
		acts bool
	}{
		{"alice", mailer.AuthPass, true}, {"alice", mailer.AuthNone, true}, {"alice", "", true}, {"alice", mailer.AuthFail, false},
		{"mallory", mailer.AuthPass, false}, {"mallory", mailer.AuthNone, false}, {"mallory", mailer.AuthFail, false},
		{"bob", mailer.AuthPass, false}, {"bob", mailer.AuthNone, false},
	} {
		b := newTable(t)
		b.sendAll()
		b.brings(c.auth, c.from, b.key(board.White), "1", "P-K4")
		l, moved := b.newest(), len(b.game().Line) == 1
		if moved != c.acts || (l.State == store.Acted) != c.acts {
			t.Errorf("from %s, %q: %s, %s", c.from, c.auth, l.State, l.Verdict)
		}
		if asked := b.told("alice", "confirm"); l.State == store.HeldLetter && len(asked) != 1 {
			t.Errorf("from %s, %q: %d questions", c.from, c.auth, len(asked))
		}
		if asked := b.told("mallory", "confirm"); len(asked) > 0 {
			t.Errorf("from %s, %q: the writer is asked", c.from, c.auth)
		}
	}
}

// TestWithoutAKeyNothingIsDone: no verdict has a letter without a key move, resign or answer an
// offer, and without a pass it neither challenges nor registers anybody.
func TestWithoutAKeyNothingIsDone(t *testing.T) {
	for i, words := range []string{"P-K4", "resign", "Game 1: P-K4", "draw", "I offer a draw", "if ...P-K4 then Kt-KB3", "claim a draw: repetition", "challenge bob@example.org", "register Mallory", "address add m@example.org"} {
		for _, auth := range []mailer.Auth{mailer.AuthPass, mailer.AuthNone, mailer.AuthFail} {
			b := newTable(t)
			b.sendAll()
			before := b.game()
			b.brings(auth, "alice", office, fmt.Sprint("w", i), words)
			l, after := b.newest(), b.game()
			if after.Seq != before.Seq {
				t.Errorf("%q with %q has done something in the game: %s", words, auth, l.Verdict)
			}
			b.sendAll()
			if auth != mailer.AuthPass {
				if n := len(b.told("bob", "challenge")); n > 1 {
					t.Errorf("%q with %q has challenged", words, auth)
				}
				if p := b.playerAt("alice"); p.Name != "alice" || len(p.Addresses) != 1 {
					t.Errorf("%q with %q has changed %+v", words, auth, p)
				}
			}
			if auth == mailer.AuthFail && l.State != store.Ignored {
				t.Errorf("%q that its domain disowns: %s, %s", words, l.State, l.Verdict)
			}
		}
	}
}

// TestFiveQuestionsADay: of nine letters of one kind that are held for a seat in a day five are
// asked about at once, and nobody else's are kept back by them.
func TestFiveQuestionsADay(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	for i := range 9 {
		b.comesNow("mallory", b.key(board.White), fmt.Sprint("w", i), fmt.Sprint("P-K4\nI am number ", i))
	}
	if n := len(b.told("alice", "confirm")); n != 5 {
		t.Errorf("White is asked %d times", n)
	}
	b.comesNow("mallory", b.key(board.Black), "b", "resign")
	if n := len(b.told("bob", "confirm")); n != 1 {
		t.Errorf("Black is asked %d times", n)
	}
}
