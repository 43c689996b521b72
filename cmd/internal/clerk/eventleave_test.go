package clerk

import "testing"

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
