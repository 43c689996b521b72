package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
)

// heard counts the letters to a player that hold some words.
func (b *table) heard(who, words string) (n int) {
	b.Helper()
	b.sendAll()
	for _, l := range b.sent {
		if l.to == who+"@example.org" && strings.Contains(string(l.raw), words) {
			n++
		}
	}
	return n
}

// TestFloodOfWords: of what a side says in one day the other side reads ten letters, whatever the
// words are sent as; the writer is told so, a move is taken all the same, and the next day the
// words pass again.
func TestFloodOfWords(t *testing.T) {
	b := newTable(t)
	b.midnight()
	key := b.key(board.White)
	for i := range 40 {
		b.pass(time.Minute)
		b.brings(mailer.AuthPass, "alice", key, fmt.Sprint("say", i), fmt.Sprintf("say: mark number %d", i))
	}
	if n := b.heard("bob", "mark number"); n != game.MostSaid {
		t.Errorf("bob has read %d letters of a day", n)
	}
	wants(t, b.lastTold("alice", "refused"), "ten times a day")
	b.brings(mailer.AuthPass, "alice", key, "move", "P-K4\nsay: mark number fifty")
	if s := b.game(); len(s.Line) != 1 {
		t.Error("a move beside a word too many is not taken")
	}
	b.pass(24 * time.Hour)
	b.brings(mailer.AuthPass, "alice", b.key(board.White), "later", "say: mark number hundred")
	if b.heard("bob", "mark number hundred") != 1 {
		t.Error("the next day the words do not pass")
	}
	if n := b.lettersTo("alice"); n > 60 {
		t.Errorf("alice has %d letters", n)
	}
}

// TestWordsOfWhoOwesAPenalty: words pass, change nothing of what is owed, and are no move; their
// writer is told that the penalty is still to be complied with.
func TestWordsOfWhoOwesAPenalty(t *testing.T) {
	b := newTable(t)
	for i, words := range []string{"P-K4", "P-K4", "R-R5"} {
		b.inGame(1, board.Side(i%2), fmt.Sprint(i), words)
	}
	b.inGame(1, board.Black, "exacts", "exact penalty C")
	if s := b.game(); s.Phase != game.PenaltyDue {
		t.Fatalf("no penalty is due: %s", s.Phase)
	}
	b.inGame(1, board.White, "says", "say: So sorry, my Rook slipped. K-K2 it must be, I resign myself to it.")
	wants(t, b.lastTold("bob", "said"), "my Rook slipped")
	wants(t, b.lastTold("alice", "received"), "Penalty C is due", "Otherwise the game")
	b.inGame(1, board.White, "prose", "What a morning for such a blunder!")
	wants(t, b.lastTold("alice", "asked"), "Penalty C is due", "Your clock runs on", "Or are these words for")
	if s := b.game(); s.Phase != game.PenaltyDue || s.Result != nil || len(s.Line) != 2 {
		t.Errorf("%s, %d turns, result %v", s.Phase, len(s.Line), s.Result)
	}
	b.inGame(1, board.White, "complies", "K-K2")
	if s := b.game(); len(s.Line) != 3 {
		t.Errorf("the penalty is not complied with: %s", s.Phase)
	}
}

// TestWordsToWhoHasBlocked: who has blocked the other reads none of their words, however they are
// sent, before the end and after it, and the result comes without them.
func TestWordsToWhoHasBlocked(t *testing.T) {
	b := newTable(t)
	b.inGame(1, board.Black, "block", "block alice")
	for i, words := range []string{"say: evilmark", "evilmark is all that I have to say.", "yes always", "evilmark once more.", "P-K4\n\nevilmark", "P-K3", "resign\n\nevilmark", "say: evilmark", "evilmark!", "yes", "again\n\nevilmark"} {
		b.inGame(1, board.White, fmt.Sprint("w", i), words)
		if words == "P-K4\n\nevilmark" {
			b.inGame(1, board.Black, "reply", "P-K4")
		}
	}
	if n := b.heard("bob", "evilmark"); n != 0 {
		t.Errorf("bob reads it %d times", n)
	}
	if b.game().Result == nil {
		t.Error("the game is not over")
	}
	b.inGame(1, board.Black, "book", "book")
	wants(t, b.lastTold("bob", "office"), "attached")
}

// TestWordsAfterStop: who has written "stop" is told that words of their opponents come all the
// same, and how they are ended; they come until then, and not afterwards.
func TestWordsAfterStop(t *testing.T) {
	b := newTable(t)
	b.inGame(1, board.White, "over", "resign")
	b.letter("bob", office, "stop", "stop")
	wants(t, b.lastTold("bob", "office"), "opponents say to you comes", `"block"`)
	b.inGame(1, board.White, "thanks", "say: Thank you for the game.")
	wants(t, b.lastTold("bob", "said"), "Thank you for the game.", "block alice")
	b.inGame(1, board.Black, "block", "block alice")
	b.inGame(1, board.White, "more", "say: evilmark")
	b.inGame(1, board.White, "prose", "evilmark, evilmark, how are you?")
	b.inGame(1, board.White, "yes", "yes always")
	b.inGame(1, board.White, "again", "again\n\nevilmark")
	if n := b.heard("bob", "evilmark"); n != 0 {
		t.Errorf("bob reads it %d times", n)
	}
}
