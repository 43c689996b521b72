package clerk

import (
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
)

// inquired returns a table at which the umpire has asked Black of game 1 for facts.
func inquired(t *testing.T) *table {
	b := umpired(t)
	b.answersNewest("walker", "dispute ask 1 black, within 3d, words Did you look at a book?")
	b.answersNewest("walker", "yes")
	return b
}

// statedIn returns what the umpire has been told of game 1.
func (b *table) statedIn() (all []string) {
	b.Helper()
	b.view(func(v store.View) error {
		entries, err := v.Events(1)
		for _, e := range entries {
			if f, is := e.Event.Fact.(game.Stated); is {
				all = append(all, f.Words)
			}
		}
		return err
	})
	return all
}

// TestAnswersOfTheUmpireAreWhole: an answer to the umpire's question goes to the umpire whole,
// whatever it says, and its writer is told that and nothing else.
func TestAnswersOfTheUmpireAreWhole(t *testing.T) {
	for _, words := range []string{
		"yes",
		"no",
		"No, never!",
		"No. He should play Kt-KB3 and stop complaining",
		"Yes. It was the club's copy of Staunton.",
		"Yes, I did, and I am sorry.",
		"Agreed, I looked.",
		"Yes, I agree to a draw",
		"I accept.",
		"decline",
		"the first one",
	} {
		b := inquired(t)
		before := b.game()
		b.answersNewest("bob", words)
		if got := b.statedIn(); len(got) != 1 || got[0] != words {
			t.Errorf("%q: the umpire has %q", words, got)
		}
		told := b.lastLetterTo("bob")
		if !strings.Contains(told, "your words are with the umpire") || strings.Contains(told, "not accepted") || strings.Contains(told, "Nothing is open") {
			t.Errorf("%q: bob is told\n%s", words, told)
		}
		if now := b.game(); now.Phase != before.Phase || now.LastPly() != before.LastPly() {
			t.Errorf("%q: the game has gone on", words)
		}
	}
}

// TestAnswersOfTheUmpireAddUp: a second letter adds to the first, whether it answers the question
// or the letter that took the first.
func TestAnswersOfTheUmpireAddUp(t *testing.T) {
	b := inquired(t)
	b.answersNewest("bob", "Please wait, I must ask my wife")
	b.answersNewest("bob", "She says no")
	b.answersNewest("bob", "no")
	if got := strings.Join(b.statedIn(), "|"); got != "Please wait, I must ask my wife|She says no|no" {
		t.Errorf("the umpire has %q", got)
	}
}

// TestStatementsBesideAnAnswer: what a letter states besides, and what waits for an answer of its
// writer, is not swallowed.
func TestStatementsBesideAnAnswer(t *testing.T) {
	b := inquired(t)
	b.answersNewest("bob", "No, I never did.\r\n\r\nI resign.")
	if got := b.game().Phase; got != game.Finished {
		t.Errorf("resigned beside an answer: %v", got)
	}
	b = inquired(t)
	b.inGame(1, board.White, "offer", "draw?")
	b.replies("bob", "offer", "wait", "I shall think about it.")
	b.comes(b.clock.Now(), "bob", b.key(board.Black), "In-Reply-To: <"+b.last(board.Black, "inquiry")+">\r\n", "both", "Yes, I looked at one.")
	if s := b.game(); s.Phase == game.Finished || s.DrawOffer != game.White {
		t.Errorf("an answer to the umpire answers an offer: %v %v", s.Phase, s.DrawOffer)
	}
}
