package clerk

import (
	"strings"
	"testing"
)

// TestWhoLeavesAnEventIsAsked: words of leaving an event, in answer to a letter about it or by its
// name, bring the question whether their writer withdraws, also before the event has begun; and
// words that refuse to play are no refusal to withdraw.
func TestWhoLeavesAnEventIsAsked(t *testing.T) {
	for _, words := range []string{"I must withdraw, my wife is ill", "withdraw", "Please take me out of the event again", "I cannot play after all", "resign"} {
		b := entered(t)
		b.answersNewest("bob", words)
		wants(t, b.lastLetterTo("bob"), "Do you withdraw from event 1")
		b.answersNewest("bob", "I cannot play after all")
		wants(t, b.lastLetterTo("bob"), "Do you withdraw from event 1")
		b.answersNewest("bob", "withdraw")
		wants(t, b.lastLetterTo("bob"), "You have withdrawn from event 1")
	}
	b := entered(t)
	b.letter("bob", theOffice, "w", "I would like to withdraw from the event")
	wants(t, b.lastLetterTo("bob"), "Do you withdraw from event 1")
	b.letter("carol", theOffice, "l", "The lilacs are out early, and I leave for Wales.")
	wants(t, b.lastLetterTo("carol"), "nothing was found")
}

// TestWhoWithdrawsTheRequestStays: who is asked whether they withdraw from an event, and takes that
// back, is asked again, and withdraws from nothing.
func TestWhoWithdrawsTheRequestStays(t *testing.T) {
	for words, withdrawn := range sampled(map[string]bool{
		"I withdraw my withdrawal": false, "I withdraw the request": false, "I want to withdraw my letter": false, "I take back my withdrawal": false,
		"Please cancel the withdrawal": false, "I withdraw that, I play": false, "I withdraw it": false,
		"withdraw? never!": false, "Withdraw, if you must": false,
		"I must withdraw, my wife is ill": true, "withdraw": true, "I withdraw, with regret": true, "I'd like to withdraw from the event": true, "I withdraw my entry": true,
		"Please withdraw me.": true,
	}, 3) {
		b := entered(t)
		b.letter("bob", theOffice, "w", "withdraw from event 1")
		b.answersNewest("bob", words)
		if got := strings.Contains(b.lastLetterTo("bob"), "You have withdrawn"); got != withdrawn {
			t.Errorf("%q: withdrawn %v: %s", words, got, b.newest().Verdict)
		}
	}
}

// TestLeaveIsNoWithdrawal: what a letter states is done or asked about, whatever event its prose
// speaks of.
func TestLeaveIsNoWithdrawal(t *testing.T) {
	for _, words := range []string{"leave 5 days. I am away at a tournament.", "I need leave for 5 days, playing in a tournament in Hull", "say: I leave for another competition"} {
		b := tableWith(t, "alice", "bob", "carol")
		b.begun("")
		b.letter("bob", theOffice, "l", words)
		if got := b.newest().Verdict; got != "which game?" {
			t.Errorf("%q: %s: %s", words, got, b.lastLetterTo("bob"))
		}
	}
}
