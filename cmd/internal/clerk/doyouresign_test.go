package clerk

import (
	"testing"

	"corrd/game"
	"corrd/game/board"
)

// TestDoYouResign: words that seem to resign are asked about, and nobody who wrote them believes to
// have resigned; yes does it, and a move or no plays on.
func TestDoYouResign(t *testing.T) {
	for _, words := range [...]string{
		"I resign?", "resign?", "I think I shall resign, my position is hopeless.", "I hereby resign this game, without admission of liability.",
		"lost. bye", "u win", "I resign, but may we play again?", "I resign. B-B4 was my mistake.",
	} {
		b := talk(t, "W:"+words)
		if s := b.game(); s.Result != nil {
			t.Errorf("%q: the game is over", words)
			continue
		}
		wants(t, b.lastTold("alice", "asked"), "Do you resign? You have not yet", `"yes": you resign`)
		b.answer(board.White, "yes", b.newestTo("alice"), "yes")
		if s := b.game(); s.Result == nil || s.Result.How != game.ByResignation {
			t.Errorf("%q: yes does not resign; %s", words, b.newest().Verdict)
		}
	}
	for _, words := range [...]string{"no", "P-Q3"} {
		b := talk(t, "W:I resign?", "W:"+words, "W:yes")
		if b.game().Result != nil {
			t.Errorf("%q plays on, and a later yes resigns", words)
		}
	}
	for _, words := range [...]string{
		"Yes.\nP-Q3", "P-Q3\nYes, I am enjoying this game.", "Yes, I am enjoying this game.", "Yes\nleave 7 days", "Yes please send the crosstable.", "I confirm I play on.", "Yes, I play on.", "Certainly a lovely day.",
	} {
		if b := talk(t, "W:I resign?", "W:"+words); b.game().Result != nil {
			t.Errorf("%q resigns", words)
		}
	}
	for _, words := range [...]string{
		"I shall not resign yet.", "You should resign.", "Will you resign?", "I nearly resigned last week.", "My brother resigned from the council.", "If you take it I resign.",
		"I lost your address.", "I give up my Queen for two Rooks.", "You win a Pawn.", "How do I resign?",
	} {
		b := talk(t, "W:"+words)
		if q := b.game().Question(board.White); q != nil && q.Why == game.AsksResign || b.game().Result != nil {
			t.Errorf("%q: %+v", words, q)
		}
	}
	b := talk(t, "W:I shall not resign yet.")
	wants(t, b.lastTold("alice", "asked"), "Nobody has resigned by it")
}
