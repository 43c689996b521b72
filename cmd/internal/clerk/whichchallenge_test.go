package clerk

import (
	"testing"
	"time"

	"corrd/store"
)

// challengedTwice is a table at which alice and carol have challenged bob, who has lost both
// letters.
func challengedTwice(t *testing.T) *table {
	b := tableWith(t, "alice", "bob", "carol")
	b.letter("alice", theOffice, "ca", "challenge bob@example.org")
	b.letter("carol", theOffice, "cc", "challenge bob@example.org")
	return b
}

// challengeStates are the states of the challenges of alice and carol.
func (b *table) challengeStates() (states [2]store.ChallengeState) {
	b.Helper()
	b.view(func(v store.View) error {
		for i := range states {
			ch, err := v.Challenge(int64(i) + 1)
			if err != nil {
				return err
			}
			states[i] = ch.State
		}
		return nil
	})
	return states
}

// TestAcceptNamesTheChallenger: where two challenges wait, an answer that names one challenger is
// for that challenge; any other is asked about in a letter with a line for each, however often.
func TestAcceptNamesTheChallenger(t *testing.T) {
	open, accepted, declined := store.ChallengeOpen, store.ChallengeAccepted, store.ChallengeDeclined
	for words, want := range sampled(map[string][2]store.ChallengeState{
		"accept alice":                        {accepted, open},
		"accept alice's":                      {accepted, open},
		"accept the challenge of Alice":       {accepted, open},
		"decline carol":                       {open, declined},
		"I accept, Alice\n\nYours\nBob Carol": {accepted, open},
		"accept alice and carol":              {open, open},
		"accept":                              {open, open},
		"both":                                {open, open},
	}, 3) {
		b := challengedTwice(t)
		b.letter("bob", theOffice, "a", "accept")
		wants(t, b.lastLetterTo("bob"), "You have two challenges to answer", `"accept alice": you play alice`, `"decline carol": you do not`)
		asked := b.lettersTo("bob")
		b.answersNewest("bob", words)
		if got := b.challengeStates(); got != want {
			t.Errorf("%q: %s, want %s", words, got, want)
		}
		if got := b.lettersTo("bob"); got == asked {
			t.Errorf("%q was answered by no letter: %+v", words, b.newest())
		}
	}
	b := challengedTwice(t)
	b.letter("bob", theOffice, "a", "accept")
	b.answersNewest("bob", "Alice's")
	wants(t, b.lastLetterTo("bob"), "Do you accept the challenge, or decline?")
	b.answersNewest("bob", "accept")
	if got := b.challengeStates(); got != [2]store.ChallengeState{accepted, open} {
		t.Errorf("the second answer: %s", got)
	}
}

// TestCrossedChallengeIsAcceptedByName: an answer to the receipt of one's own challenge accepts no
// other, and is told how it is accepted.
func TestCrossedChallengeIsAcceptedByName(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	b.letter("alice", theOffice, "ca", "challenge bob@example.org")
	b.letter("bob", theOffice, "cb", "challenge alice@example.org")
	b.replies("bob", "received", "a", "accept")
	wants(t, b.lastLetterTo("bob"), "You have one challenge to answer", `"accept alice": you play alice`)
	b.answersNewest("bob", "accept alice")
	if got := b.challengeStates(); got[0] != store.ChallengeAccepted {
		t.Errorf("alice's challenge is %s: %+v", got[0], b.newest())
	}
}

// TestCardAnswersTheChallenge: a card that says yes or no answers the one challenge that waits for
// its writer.
func TestCardAnswersTheChallenge(t *testing.T) {
	for words, want := range sampled(map[string]store.ChallengeState{
		"Yes": store.ChallengeAccepted, "Yes, gladly": store.ChallengeAccepted,
		"I shall be delighted to play": store.ChallengeAccepted, "No, thank you": store.ChallengeDeclined,
	}, 3) {
		b := postalTable(t)
		b.letter("alice", theOffice, "c", "challenge "+eliza+", medium post")
		b.elizaWrites(words, 0, 0)
		b.view(func(v store.View) error {
			ch, err := v.Challenge(1)
			if ch.State != want {
				t.Errorf("%q: %s, want %s: %+v", words, ch.State, want, b.newest())
			}
			return err
		})
	}
}

// TestAnswerNamesNobodyElse: who is asked which challenge they mean, and names a challenger whose
// challenge is over meanwhile, accepts no other; the name stands beside the answer, and not
// elsewhere in the letter; and a challenger who is called as an answer begins is not named by it.
func TestAnswerNamesNobodyElse(t *testing.T) {
	open, withdrawn, accepted := store.ChallengeOpen, store.ChallengeWithdrawn, store.ChallengeAccepted
	for words, want := range sampled(map[string]store.ChallengeState{"I accept, Alice": open, "accept alice": open, "Yes": accepted, "accept carol": accepted, "I accept, dear Carol": accepted}, 3) {
		b := challengedTwice(t)
		b.letter("bob", theOffice, "a", "accept")
		b.sendAll()
		asked := b.newestTo("bob")
		b.answersNewest("alice", "withdraw")
		b.comes(time.Now(), "bob", theOffice, "In-Reply-To: <"+asked+">\r\n", "b", words)
		if got := b.challengeStates(); got != [2]store.ChallengeState{withdrawn, want} {
			t.Errorf("%q: %s, want %s: %s", words, got, want, b.newest().Verdict)
		}
	}
	for subject, want := range sampled(map[string][2]store.ChallengeState{"accept": {open, open}, "Accept, Alice": {accepted, open}}, 3) {
		b := challengedTwice(t)
		b.letter("bob", theOffice, "a", "accept")
		b.sendAll()
		b.comes(time.Now(), "bob", theOffice, "Subject: "+subject+"\r\nIn-Reply-To: <"+b.newestTo("bob")+">\r\n", "b", "Carol will be cross with us.")
		if got := b.challengeStates(); got != want {
			t.Errorf("Subject: %s: %s, want %s", subject, got, want)
		}
	}
	b := tableWith(t, "alice", "bob", "Accept")
	b.letter("alice", theOffice, "ca", "challenge bob@example.org")
	b.letter("Accept", theOffice, "cc", "challenge bob@example.org")
	b.letter("bob", theOffice, "a", "accept")
	if got := b.challengeStates(); got != [2]store.ChallengeState{open, open} {
		t.Errorf("the challenge of Accept: %s", got)
	}
}
