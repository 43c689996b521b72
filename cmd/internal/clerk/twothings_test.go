package clerk

import (
	"fmt"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
)

// came says in a few words what has come of a game: its last move, what is offered or open, and how
// it ended.
func (b *table) came() string {
	b.Helper()
	s := b.game()
	came := []string{fmt.Sprint(s.Line[len(s.Line)-1].Move)}
	if s.DrawOffer != 0 {
		came = append(came, fmt.Sprint(s.DrawOffer)+" offers")
	}
	for _, side := range []board.Side{board.White, board.Black} {
		if q := s.Question(side); q != nil {
			came = append(came, fmt.Sprint(side, " asked"))
		}
	}
	if s.Phase == game.OffenceOpen {
		came = append(came, "offence")
	}
	if s.Result != nil {
		came = append(came, "over")
	}
	return strings.Join(came, ", ")
}

// TestPardon: who may exact a penalty, and lets the other side move again in words of their own,
// has waived it; what does not say so is asked about, and "play again" is no challenge.
func TestPardon(t *testing.T) {
	for words, want := range sampled(map[string]string{
		"That is all right, play again": "waived", "Please correct your move": "waived", "Correct it please": "waived", "It's OK": "waived", "Ignore it": "waived",
		"please try again": "waived", "be my guest, try again": "waived", "another move please": "waived", "Take it back, no penalty": "waived", "I forgive you": "waived",
		"I do not mind, correct it": "waived", "He may correct it.": "waived",
		"He can have his turn again, no hard feelings.": "waived", "Let's not be sticklers. Play what you like.": "waived", "Och, let the laddie aff.": "waived", "forget it, just play on": "waived",
		"I have no wish to profit by an oversight. Let Mr Bob correct his move without penalty.": "waived", "I have no wish to profit. Exact the penalty.": "exacted",
		"I require Black to move his King.": "exacted", "He must move his King, I say.": "exacted", "Yes, I'll have the King move, thank you.": "exacted", "Please make him play the King move.": "exacted",
		"His King must move after that, surely?": "offence", "My grandson says have the King move.": "offence", "I will not just play on as if nothing happened.": "offence", "No": "offence",
		"He can have his turn again if he buys me a pint.": "offence",
		"No problem with the post this time.":              "offence", "Never mind, I shall look at the laws.": "offence", "No worries. I choose tomorrow what you must do.": "offence",
		"Please forgive the blots.": "offence", "It is fine here, and the roses bloom.": "offence", "My wife would let you off.": "offence", "No harm in asking what the penalties are.": "offence",
		"That is all right, take your time.": "offence", "Without a penalty it would be no fun.": "offence", "Not to worry, the King can move.": "offence", "It happens. The King must move.": "offence",
		"No penalty this time. Send another.": "waived", "I'll let you off this once.": "waived", "No problem, send another move.": "waived",
		"Exact the penalty, please do not": "offence", "Oh, that is not a legal move, is it? Please send another one.": "offence", "I do not forgive": "offence",
		"Yes": "offence", "I accept": "offence", "go ahead": "offence", "That is not OK": "offence", "again": "offence", "Exact the penalty": "exacted",
	}, 3) {
		b := talk(t, "W:P-Q3", "B:R-R5", "W:"+words)
		s, got := b.game(), "offence"
		switch {
		case s.Offence == nil:
			got = "waived"
		case s.Phase == game.PenaltyDue:
			got = "exacted"
		}
		if got != want {
			t.Errorf("%q: %s, want %s (%s)", words, got, want, b.newest().Verdict)
		}
	}
}

// TestFreeWordsMeanNoMove: free words that begin as a yes does play no move in question.
func TestFreeWordsMeanNoMove(t *testing.T) {
	for words, played := range sampled(map[string]bool{
		"I insist on a quiet life.": false, "I play it on the piano.": false, "Quite right of you to ask.": false, "That was my move house notice, sorry.": false,
		"Please do come and see us in May.": false, "Quite right, I do mean it.": true, "That is my move, thank you": true,
	}, 3) {
		b := talk(t, "W:Perhaps P-Q3", "W:"+words)
		if got := b.game().LastPly() == 7; got != played {
			t.Errorf("%q: played %v (%s)", words, got, b.newest().Verdict)
		}
	}
}

// TestTwoThingsInOneLetter: of a letter that says two things neither is lost without a word.
func TestTwoThingsInOneLetter(t *testing.T) {
	for said, want := range sampled(map[string]string{
		// A move and an offer.
		"W:P-Q3\nIf you like we can call it a draw.":    "d2d3, white offers",
		"W:P-Q3. If you like we can call it a draw.":    "d2d3, white offers",
		"W:P-Q3. I offer a draw if you wish.":           "d2d3, white offers",
		"W:If you wish, I offer a draw. P-Q3":           "d2d3, white offers",
		"W:P-Q3. Draw if you like?":                     "d2d3, white offers",
		"W:P-Q3 and a draw if you like":                 "d2d3, white offers",
		"W:P-Q3 with a draw offer":                      "d2d3, white offers",
		"W:P-Q3 together with an offer of a draw":       "d2d3, white offers",
		"W:I offer a draw with P-Q3":                    "d2d3, white offers",
		"W:With the move P-Q3 I offer a draw.":          "d2d3, white offers",
		"W:P-Q3 = draw?":                                "d2d3, white offers",
		"W:P-Q3 (=)":                                    "f8c5, white asked",
		"W:P-Q3 (=) | W:yes":                            "d2d3, white offers",
		"W:4. P-Q3(=) | W:yes":                          "d2d3, white offers",
		"W:Perhaps P-Q3. Draw? | W:yes":                 "d2d3, white offers",
		"W:Perhaps P-Q3. Draw? | W:Castles":             "e1g1",
		"W:P-Q3=":                                       "f8c5, white asked",
		"W:Shall we call it a draw? Castles.":           "e1g1, white offers",
		"W:P-Q3. I offer a draw if you give me a Pawn.": "f8c5",
		// What is meant by a yes to a draw.
		"W:P-Q3, draw? | B:Yes":                                     "d2d3, white offers",
		"W:P-Q3, draw? | B:Yes | B:yes":                             "d2d3, white offers",
		"W:P-Q3, draw? | B:Yes | B:The draw":                        "d2d3, over",
		"W:P-Q3, draw? | B:Yes | B:I mean the draw":                 "d2d3, over",
		"W:P-Q3, draw? | B:P-Q3, I accept the draw | B:the draw":    "d2d3, over",
		"W:P-Q3, draw? | B:Yes | B:the draw?":                       "d2d3, white offers",
		"W:P-Q3, draw? | B:Yes | B:The draw is a strange thing":     "d2d3, white offers",
		"W:P-Q3, draw? | B:Yes | B:Sorry, not the draw, I meant ok": "d2d3, white offers",
		// A refusal and a move.
		"B:draw? | W:I'd rather fight on, thanks. Castles king's side.": "e1g1",
		"B:draw? | W:Castles. I'd rather fight on, thanks.":             "e1g1",
		"B:draw? | W:I'd rather fight on, thanks. P-Q3.":                "d2d3",
		"B:draw? | W:P-Q3? | W:yes, and no draw":                        "d2d3",
		"B:draw? | W:P-Q3? | W:yes but no draw":                         "d2d3",
		"B:draw? | W:yes, no draw":                                      "f8c5",
		"W:P-Q3? | W:yes and no":                                        "f8c5, white asked",
		// A key struck twice, or with the shift.
		"W:P-Q33 | W:yes":  "d2d3",
		"W:P-QQ3 | W:yes":  "d2d3",
		"W:d3d3 | W:yes":   "d2d3",
		"W:P-Q# | W:yes":   "d2d3",
		"W:BxPP | W:yes":   "c4f7",
		"W:Kt-Kt55 | W:no": "f8c5",
		"W:P-KKt5":         "f8c5, offence",
		"W:B-Z9":           "f8c5, offence",
		"W:P-QQ5":          "f8c5, offence",
		// Algebraic in a sentence.
		"W:Tom plays d3 | W:yes":                      "d2d3",
		"W:d3 (I think) | W:yes":                      "d2d3",
		"W:Nxe5. Did I write that correctly? | W:yes": "f3e5",
		"W:Hi, mum here, Tom is away, his move is d3": "f8c5, white asked",
		"W:Your pawn on e5 is weak.":                  "f8c5",
	}, 3) {
		b := talk(t, strings.Split(said, " | ")...)
		if got := b.came(); got != want {
			t.Errorf("%q:\n got: %s (%s)\nwant: %s", said, got, b.newest().Verdict, want)
		}
	}
}

// TestBesideAYesToTheRegistrar: what stands beside the yes to a registration is named as left over.
func TestBesideAYesToTheRegistrar(t *testing.T) {
	for words, left := range sampled(map[string]string{
		"Yes\n\nAlso I want to challenge bob@example.org": "challenge bob@example.org", "yes\nchallenge bob@example.org": "challenge bob@example.org",
		"yes and challenge bob@example.org": "challenge bob@example.org", "yes\nset timezone Europe/London": "set timezone", "Yes": "", "Yes, I accept.": "", "yes, register me": "",
	}, 3) {
		b := tableWith(t, "alice", "bob")
		b.letter("zoe", office, "r", "register Zoe Example")
		b.replies("zoe", "confirm", "y", words)
		if b.nameAt("zoe") == "" {
			t.Errorf("%q registers nobody: %s", words, b.newest().Verdict)
			continue
		}
		b.sendAll()
		if got := b.lastTold("zoe", "office"); strings.Contains(strings.Join(strings.Fields(got), " "), "left undone") != (left != "") || !strings.Contains(got, left) {
			t.Errorf("%q: %s", words, got)
		}
	}
}
