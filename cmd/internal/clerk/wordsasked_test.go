package clerk

import (
	"fmt"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
)

// TestConsentToAnotherLetter: who agrees or says yes means what the letter told of that they answer
// (house:24): the question whether words are to be passed on, or the letter that says that they
// are, ends no game and changes no term.
func TestConsentToAnotherLetter(t *testing.T) {
	asked := "How is your garden these days?"
	for _, tc := range []struct{ script, want string }{
		{"W:P-Q3 and a draw?|B:" + asked + "|B:Agreed.", "open"},
		{"W:P-Q3 and a draw?|B:" + asked + "|B:I agree", "open"},
		{"W:P-Q3 and a draw?|B:" + asked + "|B:I accept.", "open"},
		{"W:P-Q3 and a draw?|B:" + asked + "|B:Accepted, thank you", "open"},
		{"W:P-Q3 and a draw?|B:" + asked + "|B:yes|B:I accept", "open"},
		{"W:P-Q3 and a draw?|B:" + asked + "|B:I accept the draw", "drawn"},
		{"W:P-Q3 and a draw?|B:accept draw", "drawn"},
		{"W:P-Q3 and a draw?|B:I accept.", "drawn"},
		{"W:P-Q3 and a draw?|B:" + asked + "|B:no|B:accept draw", "drawn"},
		{"W:P-Q3|W:propose time reply in 1 day|B:" + asked + "|B:yes|B:Yes!", "open"},
		{"W:propose time reply in 1 day|B:" + asked + "|B:yes|B:Yes!", "open"},
		{"W:propose time reply in 1 day|B:" + asked + "|B:ok|B:ok", "open"},
		{"W:propose time reply in 1 day|B:" + asked + "|B:yes|B:I agree", "open"},
		{"W:propose time reply in 1 day|B:" + asked + "|B:yes|B:agree", "agreed"},
		{"W:propose time reply in 1 day|B:Yes!", "agreed"},
	} {
		b := tableOf(t, "colour white, time reply in 5 days")
		for i, said := range append(strings.Fields("W:P-K4 B:P-K4 W:Kt-KB3 B:Kt-QB3 W:B-B4 B:B-B4"), strings.Split(tc.script, "|")...) {
			side := board.White
			if strings.HasPrefix(said, "B:") {
				side = board.Black
			}
			b.sendAll()
			b.answer(side, fmt.Sprint("asked", i), b.newestTo(owner(side)), said[2:])
		}
		s, got := b.game(), "open"
		switch {
		case s.Result != nil && s.Result.How == game.ByAgreement:
			got = "drawn"
		case strings.Contains(strings.Join(s.Terms.Lines(), ""), "1 day"):
			got = "agreed"
		}
		if got != tc.want {
			t.Errorf("%q: %s, want %s (%s)", tc.script, got, tc.want, b.newest().Verdict)
		}
	}
}

// TestSignatureStaysHere: the addresses below the name with which a letter is signed go to nobody.
func TestSignatureStaysHere(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	b.answer(board.White, "signed", b.newestTo("alice"), "P-K4\nGood luck!\n\nKind regards,\nDr Lucy Fox\nSt Mary's Hospital, Ward 4\nDirect line 020 7946 0000\nlucy.fox@hospital.example")
	b.sendAll()
	letter := b.lastTold("bob", "move")
	if !strings.Contains(letter, "Good luck!") || !strings.Contains(letter, "Dr Lucy Fox") || strings.Contains(letter, "Ward 4") || strings.Contains(letter, "7946") || strings.Contains(letter, "hospital.example") {
		t.Error(letter)
	}
}
