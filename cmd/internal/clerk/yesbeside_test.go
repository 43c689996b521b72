package clerk

import (
	"testing"

	"corrd/game/board"
)

// TestYesBesideAMove: a yes or a no of its own beside a move answers what the letter proposes, and
// one that may be talk about the move, or beside which other matters stand, answers nothing.
func TestYesBesideAMove(t *testing.T) {
	for words, want := range map[string]string{
		"Yes. P-Q3": "yes", "P-Q3\nyes": "yes", "Yes\nCastles": "yes", "Works for me, yes. P-Q3": "yes", "Sure. P-Q3": "yes", "Yep\nP-Q3": "yes", "Fine by me. P-Q3": "yes",
		"Dear Bob,\nYes.\nP-Q3\nKind regards,\nAlice": "yes", "P-Q3. Yes to the slower pace.": "yes", "Yes, six days. P-Q3": "yes", "No objection. P-Q3": "yes", "P-Q3, and yes.": "yes",
		"No. P-Q3": "no", "no\nP-Q3": "no",
		"Yes, P-Q3.": "", "ok\nP-Q3": "", "OK, P-Q3": "", "Yes, I saw that coming. P-Q3": "", "Yes! I saw that coming. P-Q3": "", "Yes and no. P-Q3": "", "Yes, but not yet. P-Q3": "",
		"Yes. It rained all week here. P-Q3": "", "Yes\nI know\nP-Q3": "", "Certainly a nice move. P-Q3": "", "Granted, I should have castled. P-Q3": "", "P-Q3\nYes, I am enjoying this game.": "",
	} {
		b := talk(t, "B:propose time 6 days", "W:"+words)
		got := ""
		s := b.game()
		switch {
		case s.Terms.Time.Each:
			got = "yes"
		case s.Proposal == nil:
			got = "no"
		}
		if moved := s.Position.SideToMove() == board.Black; got != want || !moved {
			t.Errorf("%q: %q, want %q, moved %v; %s", words, got, want, moved, b.newest().Verdict)
		}
	}
}
