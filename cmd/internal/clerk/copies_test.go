package clerk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

// done counts what two games have from White: leaves, words passed on, and moves.
func (b *table) done() (n [3]int) {
	b.Helper()
	b.sendAll()
	n[0] = b.leaves()
	for _, l := range b.sent {
		if l.to == "bob@example.org" && strings.Contains(parse.Letter(l.raw, mailer.Envelope{}, parse.Options{}).FullText, "hello") {
			n[1]++
		}
	}
	for id := range int64(2) {
		n[2] += len(b.gameNumber(id + 1).Line)
	}
	return n
}

// TestCopyActsOnceInEveryRound: a letter with the key and the words of one that has acted takes no
// leave and passes nothing on a second time, whatever either side has been refused or asked
// meanwhile, and whatever else stands in the letter.
func TestCopyActsOnceInEveryRound(t *testing.T) {
	tried := 0
	for _, words := range []string{"leave 3 days", "say: hello", "say: hello\nleave 2 days", "leave 3 days\nKt-K7", "say: hello\nKt-K7", "say: hello\nexact QB"} {
		for _, by := range []board.Side{board.White, board.Black} {
			for _, between := range []string{"", "exact QB", "P-R6", "I am not sure"} {
				if tried++; testing.Short() && tried%5 != 0 {
					continue
				}
				b := twoGames(t, "30 days a year")
				key := b.key(board.White)
				b.letter("alice", key, "1", words)
				if between != "" {
					b.letter(owner(by), b.key(by), "2", between)
				}
				first := b.done()
				if first[0]+first[1] == 0 {
					t.Fatalf("%q: %+v", words, b.newest())
				}
				b.letter("alice", key, "3", words)
				if again := b.done(); again != first {
					t.Errorf("%q, after %q of %s: the copy does %v after %v", words, between, by, again, first)
				}
			}
		}
	}
}

// TestCopyWithTheKeyOfAnotherGame: nor does such a copy in a game whose key the letter does not
// have, where it makes no move either, in this turn or another.
func TestCopyWithTheKeyOfAnotherGame(t *testing.T) {
	for _, words := range []string{"Game 2: say: hello", "Game 2: leave 3 days", "Game 2: Kt-QB3", "Game 2: Kt-QB3\nleave 3 days", "say: hello\nGame 2: leave 2 days"} {
		b := tableOf(t, "colour white, leave 30 days a year")
		b.letter("alice", office, "c2", "challenge bob@example.org, colour white, errors law, notation descriptive, leave 30 days a year")
		b.letter("bob", office, "a2", "accept")
		key := b.key(board.White)
		moves := 0
		play := func(who board.Side, move string) {
			moves++
			b.inGame(2, who, fmt.Sprint("m", moves), move)
		}
		b.letter("alice", key, "1", words)
		first := b.done()
		b.letter("alice", key, "2", words)
		if again := b.done(); again != first {
			t.Errorf("%q: the copy does %v after %v", words, again, first)
		}
		if len(b.gameNumber(2).Line)%2 == 1 {
			play(board.Black, "P-QR3")
			play(board.White, "Kt-Kt1")
			play(board.Black, "P-KR3")
		}
		first = b.done()
		b.letter("alice", key, "3", words)
		if again := b.done(); again != first {
			t.Errorf("%q, turns later: the copy does %v after %v", words, again, first)
		}
	}
}

// TestReleasedCopyIsADuplicate: a held letter that repeats what has acted is answered when its
// sender says yes, is a duplicate, and spends none of the letters that may count from their
// receipt.
func TestReleasedCopyIsADuplicate(t *testing.T) {
	b := twoGames(t, "30 days a year")
	b.sendAll()
	b.comesNow("alice", b.key(board.White), "1", "leave 3 days")
	b.sendAll()
	id := b.heldNow("2", "leave 3 days")
	before := len(b.sent)
	b.releases("player", id)
	b.sendAll()
	if l := b.newestHeld(id); l.State != store.Duplicate || l.Backdated {
		t.Errorf("the copy: %s (%s), backdated %v", l.State, l.Verdict, l.Backdated)
	}
	if n := len(b.sent) - before; n != 1 {
		t.Errorf("the yes brings %d letters", n)
	}
	if n := b.leaves(); n != 1 {
		t.Errorf("%d leaves", n)
	}
}

// TestVerdictOverSeveralGames: the verdict on a copy that is returned once more in one game, and
// repeats what it has done in another, is that it was returned, as its events say.
func TestVerdictOverSeveralGames(t *testing.T) {
	for _, words := range []string{"exact QB", "adopt 1"} {
		b := twoGames(t, "30 days a year")
		key := b.key(board.White)
		words += "\nGame 2: say: hello"
		b.letter("alice", key, "1", words)
		b.letter("bob", b.key(board.Black), "2", "draw?")
		b.letter("alice", key, "3", words)
		copied := b.newest()
		returned := false
		b.view(func(v store.View) error {
			log, err := v.Events(1)
			returned = slices.ContainsFunc(log, func(e store.Entry) bool { return e.Event.Letter == copied.ID })
			return err
		})
		if want := map[bool]store.LetterState{true: store.Returned, false: store.Duplicate}[returned]; copied.State != want {
			t.Errorf("%q: %s (%s), want %s", words, copied.State, copied.Verdict, want)
		}
	}
}

// TestHeldWordsOfAnEarlierTurn: words that are still held from a turn that is over do not swallow
// the same words in another turn.
func TestHeldWordsOfAnEarlierTurn(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	b.brings(mailer.AuthNone, "alice", office, "1", "P-KR3")
	b.comesNow("alice", b.key(board.White), "2", "P-K4")
	b.comesNow("bob", b.key(board.Black), "3", "P-K4")
	b.sendAll()
	b.brings(mailer.AuthNone, "alice", office, "4", "P-KR3")
	if l := b.newest(); l.State != store.HeldLetter {
		t.Errorf("%s (%s)", l.State, l.Verdict)
	}
}
