package interpret

import "testing"

// TestSeemsToResign: who seems to resign is asked, and nobody else.
func TestSeemsToResign(t *testing.T) {
	for prose, want := range map[string]bool{
		"I resign?": true, "resign?": true, "I think I shall resign, my position is hopeless.": true, "I hereby resign this game, without admission of liability.": true,
		"ich gebe auf, resign": true, "lost. bye": true, "u win": true, "You win.": true, "Ich gebe auf, gut gespielt!": true, "I resign. B-B4 was my mistake.": true,
		"You have won. I resign. Thank you for the lesson. P-K4 would not have helped.": true, "I may have to resign this game": true, "Well, I suppose I give up": true,
		"I am afraid I must concede the point": true, "resignation": true, "I lost. Well played": true, "Ok I quit": true, "I would like to resign, sir": true,

		"I shall not resign yet": false, "I never resign": false, "You should resign": false, "Will you resign?": false, "I hope you resign soon": false,
		"I nearly resigned last week": false, "My brother resigned from the council": false, "If you take it I resign": false, "I will resign when I am mated": false,
		"I lost your address": false, "I have lost my notes": false, "I gave up smoking": false, "I give up my Queen for two Rooks": false, "I concede a Pawn": false,
		"I resign from the committee": false, "You win a Pawn": false, "Who wins?": false, "We won the match against Leeds": false, "Do not give up": false,
		"I am quitting my job": false, "I would rather lose than draw": false, "You won the toss": false, "How do I resign?": false,
	} {
		if got := SeemsToResign(prose); got != want {
			t.Errorf("%q: %v", prose, got)
		}
	}
}
