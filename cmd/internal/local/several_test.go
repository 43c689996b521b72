package local_test

import (
	"strings"
	"testing"
)

// TestSeveralGamesInASentence: a sentence about several games does nothing in one of them and
// forgets none: its writer has a line for each, and the lines act.
func TestSeveralGamesInASentence(t *testing.T) {
	w := newTown(t, "")
	w.Register("alice", "bob", "carl")
	for _, opponent := range []string{"bob", "carl"} {
		w.Write("alice", "challenge "+w.Who(opponent).Address+", colour white")
		w.Reply(opponent, "accept")
	}
	keyed := w.Last("alice")
	for says, want := range map[string][2]string{
		"P-K4 in both": {"Game 1: P-K4", "Game 2: P-K4"},
		"P-K4 against Bob and P-Q4 against Carl please":     {"Game 1: P-K4", "Game 2: P-Q4"},
		"In game 1 I resign, in game 2 I play on with P-K4": {"Game 1: I resign", "Game 2: P-K4"},
		"I offer a draw in both games":                      {"Game 1: I offer a draw", "Game 2: I offer a draw"},
		"Kt-KB3 in the first game, P-Q4 in the other":       {"Game 1: Kt-KB3", "Game 2: P-Q4"},
		"draw? in game 1":                                   {"Game 1: draw?"},
		"P-K4 in game 1 and something else in game 2":       {"Game 1: P-K4", "What you say of game 2"},
	} {
		for _, write := range []func(){func() { w.Answer("alice", keyed, says) }, func() { w.Write("alice", says) }} {
			write()
			got := w.Last("alice").Text()
			if !strings.Contains(got, want[0]) || !strings.Contains(got, want[1]) || strings.Contains(got, "is played") {
				t.Errorf("%q: %s", says, got)
			}
		}
	}
	for _, game := range []int64{1, 2} {
		if g := w.Show(game); uci(g) != "" || g.State != "await_move" {
			t.Errorf("game %d: %s, moves %q", game, g.State, uci(g))
		}
	}
	w.Write("alice", "P-Q4 in both games")
	w.Reply("alice", "Game 1: P-Q4\nGame 2: P-Q4")
	for _, game := range []int64{1, 2} {
		if got := uci(w.Show(game)); got != "d2d4" {
			t.Errorf("game %d: moves %q: %s", game, got, w.Last("alice").Text())
		}
	}
	w.Answer("bob", w.Last("bob"), "P-K4\n\nGood luck in both games, Alice!")
	if got := uci(w.Show(1)); got != "d2d4 e7e5" {
		t.Errorf("moves %q: %s", got, w.Last("bob").Text())
	}
}

// TestAnswersToHowToBegin: who answers the letter that tells how to begin, in whatever words, is
// asked under what name to play, and who says no is not.
func TestAnswersToHowToBegin(t *testing.T) {
	w := newTown(t, "")
	for mailbox, says := range map[string][2]string{
		"stan":   {"Yes that's me", "as Stan Example?"},
		"pierre": {"oui", "as Pierre Example?"},
		"nell":   {"My name is Nell Hart", "as Nell Hart?"},
		"tom":    {"I want to play against bob@example.org", "as Tom Example?"},
	} {
		w.Write(mailbox, "Hi, I'd like to play")
		w.Reply(mailbox, says[0])
		if got := strings.Join(strings.Fields(w.Last(mailbox).Text()), " "); !strings.Contains(got, says[1]) {
			t.Fatalf("%q: %s", says[0], got)
		}
		w.Reply(mailbox, "Oh how lovely, yes please!")
		if got := w.Last(mailbox).Text(); !strings.Contains(got, "Welcome") {
			t.Errorf("%s: %s", mailbox, got)
		}
	}
	w.Write("jack", "Hi, I'd like to play")
	w.Reply("jack", "No thanks, I have changed my mind")
	if n := len(w.Box("jack")); n != 1 {
		t.Errorf("%d letters: %s", n, w.Last("jack").Text())
	}
}

// TestOtherTermsForAChallenge: who answers a challenge with other terms is told how to propose
// them, with those that they named, and the letters about its terms can be answered as it can.
func TestOtherTermsForAChallenge(t *testing.T) {
	w := newTown(t, "")
	w.Register("alice", "bob")
	w.Write("alice", "challenge "+w.Who("bob").Address)
	challenge := w.Last("bob")
	w.Answer("bob", challenge, "Yes let's! But can I have white?")
	if got := strings.Join(strings.Fields(w.Last("bob").Text()), " "); !strings.Contains(got, `"challenge Alice Example, colour white"`) {
		t.Errorf("%s", got)
	}
	w.Answer("bob", challenge, "show terms")
	w.Reply("bob", "help notation")
	w.Reply("bob", "Yes, with pleasure")
	if g := w.Show(1); g.State != "await_move" {
		t.Errorf("%s", w.Last("bob").Text())
	}

	w.Write("alice", "challenge zoe@"+strings.SplitN(w.Who("bob").Address, "@", 2)[1])
	w.Reply("zoe", "Gladly. But what are these moves like?")
	w.Reply("zoe", "help terms")
	w.Reply("zoe", "I accept your challenge, sir. P-K4!")
	if g := w.Show(2); g.State != "await_move" || uci(g) != "" {
		t.Errorf("%s", w.Last("zoe").Text())
	}
}
