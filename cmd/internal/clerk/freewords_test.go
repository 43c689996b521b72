package clerk

import (
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/store"
)

// TestContentWithTheTermsAsTheyAre: who is content with the terms as they stand declines others,
// and a yes to another number of days than was proposed agrees to nothing.
func TestContentWithTheTermsAsTheyAre(t *testing.T) {
	for words, want := range sampled(map[string]string{
		"I am content with the terms as they are": "no", "I'm happy with the time as it is.": "no", "Let us leave it as it is": "no", "n": "no", "yeah nah": "no",
		"Yes, a week": "", "Yes, 8 days": "", "Yes, for ten days": "", "nah, yeah": "",
		"Yes, six days": "yes", "Yes please, 6 days": "yes", "y": "yes", "Yes. How do I castle?": "yes", "I am happy with the new time as it is proposed.": "yes",
	}, 3) {
		b := talk(t, "B:propose time 6 days", "W:"+words)
		got := ""
		switch s := b.game(); {
		case s.Terms.Time.Each:
			got = "yes"
		case s.Proposal == nil:
			got = "no"
		}
		if got != want {
			t.Errorf("%q: %q, want %q; %s", words, got, want, b.newest().Verdict)
		}
	}
}

// TestGivesBackNoMove: what only urges somebody on, or answers their thanks, gives back no move and
// ends no game.
func TestGivesBackNoMove(t *testing.T) {
	for words, gives := range sampled(map[string]bool{
		"Go on!": false, "My pleasure.": false, "Honours even so far.": false, "yeah nah": false, "nah yeah": false, "Sorry, I don't give moves back.": false,
		"y": true, "Yes. How do I castle?": true, "Yes of course Alice. By the way how do I write en passant?": true, "Go on then, have it back.": true,
	}, 3) {
		b := talk(t, "W:P-Q3", "W:withdraw", "B:"+words)
		if back := b.game().LastPly() == 6; back != gives {
			t.Errorf("%q: gives back %v, %s", words, back, b.newest().Verdict)
		}
	}
	for _, words := range []string{"Go on!", "My pleasure.", "Honours even so far.", "Nah, yeah", "y"} {
		for _, offer := range []string{"W:P-Q3 and a draw?", "W:draw?"} {
			if s := talk(t, offer, "B:"+words).game(); s.Result != nil || s.DrawOffer != game.PartyOf(board.White) {
				t.Errorf("%s: %q: over %v, offered by %v", offer, words, s.Result != nil, s.DrawOffer)
			}
		}
	}
}

// TestRetractAsks: where the code gives no right to have a move retracted, the other side is asked
// whether it may be taken back, as for any other wish to take it back.
func TestRetractAsks(t *testing.T) {
	for words, asks := range sampled(map[string]bool{
		"retract": true, "I request to retract my last move.": true, "I retract my move.": true, "May I take my pawn move back?": true, "any chance I can take that one back?": true,
		"Would you ask Bob whether he'd let me have that move back?": true, "Please ask Bob if I may change my move.": true, "Bob would you mind if I took that back?": true,
		"I'd like to retract P-Q3 if my opponent agrees": true, "Withdraw P-Q3 please, it was a slip of the pen.": true,
		"I take back what I said.": false, "Did Bob ask whether he could take that move back?": false, "I never asked whether I could take that move back.": false,
		"Any chance I can have my bishop back?": false, "I would have retracted P-Q3 in a serious game.": false, "Don't retract P-Q3, Alice, said my husband.": false,
	}, 3) {
		b := talk(t, "W:P-Q3", "W:"+words)
		if s := b.game(); (s.Proposal != nil) != asks || s.Result != nil {
			t.Errorf("%q: asks %v, %s", words, s.Proposal != nil, b.newest().Verdict)
		}
	}
	if b := talk(t, "W:retract"); b.game().Proposal != nil { // it is White's own turn
		t.Error("nothing has been sent that could be taken back")
	}
}

// TestAnotherGameSomeDay: another game is asked for by who would play it, and by nobody who only
// thanks again or speaks of some day.
func TestAnotherGameSomeDay(t *testing.T) {
	for words, asks := range sampled(map[string]bool{
		"I would like to play you again.": true, "lets go again bob": true, "Shall we play again?": true, "rematch": true,
		"Let us play again some day": false, "Would you ever play again?": false, "Let's play again next year.": false, "Happy to have played. Thanks again.": false,
	}, 3) {
		b := talk(t, "W:resign")
		n := challengesIn(b)
		b.sendAll()
		b.answer(board.Black, "x", b.newestTo(owner(board.Black)), words)
		if asked := challengesIn(b) > n; asked != asks {
			t.Errorf("%q: asks %v, %s", words, asked, b.newest().Verdict)
		}
	}
}

// challengesIn counts the challenges of a table.
func challengesIn(b *table) (n int) {
	b.view(func(v store.View) error {
		for ; ; n++ {
			if _, err := v.Challenge(int64(n + 1)); err != nil {
				return nil
			}
		}
	})
	return n
}

// TestRatherResigns: a resignation that is told, quoted or denied is none.
func TestRatherResigns(t *testing.T) {
	for words, over := range map[string]bool{
		"I'd rather resign": true, "I'd sooner resign than watch my King hunted round the board.": true, "In short: I resign.": true,
		"Well Bob, I give up, you're too good for me. I resign.": true, "I can't take a draw from this. I resign.": true, "My Queen is lost. Please accept my resignation.": true,
		"I'd rather not resign.": false, "I'd rather die than resign.": false, "I would rather resign than cheat.": false, "No draw. If I lose the Rook I resign.": false,
		`"I'd rather resign" is what my captain always said.`: false, "Please accept my resignation from the committee.": false, "Carl resigned his game with me.": false,
	} {
		if b := talk(t, "W:"+words); (b.game().Result != nil) != over {
			t.Errorf("%q: over %v, %s", words, !over, b.newest().Verdict)
		}
	}
}

// TestNoPenaltyPlease: who wants no penalty waives it, and who says that none was mentioned has
// decided nothing.
func TestNoPenaltyPlease(t *testing.T) {
	for words, want := range map[string]interpret.Kind{
		"No penalty please, Bob can just send another": interpret.KindWaive, "No penalty, please!": interpret.KindWaive, "The penalty please.": interpret.KindExact,
		"No penalty was mentioned in the rules you sent me.": interpret.KindMove,
	} {
		s := talk(t, "W:P-Q3", "B:R-R5", "W:"+words).game()
		if waived, exacted := s.Offence == nil && s.Phase == game.AwaitMove, s.Phase == game.PenaltyDue; waived != (want == interpret.KindWaive) || exacted != (want == interpret.KindExact) {
			t.Errorf("%q: waived %v, exacted %v", words, waived, exacted)
		}
	}
}

// TestIntroducedByName: who asks to join, or is asked to confirm, is registered by the name that
// their letter gives, and nobody is by a letter that denies it or speaks of somebody else.
func TestIntroducedByName(t *testing.T) {
	for words, want := range sampled(map[string]string{
		"Name: Zoe Smith": "Zoe Smith", "I'm Zoe Smith, please register me.": "Zoe Smith", "Please register me. I'm Zoe Smith.": "Zoe Smith", "Please could you sign me up? Zoe Smith": "Zoe Smith",
		"I wish to play chess by post. Zoe Smith is my name.": "Zoe Smith", "Hello there,\nI'd love to join your club.\n\nBest wishes\nZoe Smith": "Zoe Smith",
		"My name is Zoe Smith. I live in Leeds and I would like to play chess with your members.": "Zoe Smith",
		"hi im Zoe Smith and id like to play":                                                     "Zoe Smith", "Dear Sir, kindly enrol me as a member. Yours, Zoe Smith": "Zoe Smith",
		"My name is Zoe Smith and I have never asked to join anything.": "", "This is Zoe Smith speaking about the boiler.": "", "My son Peter wants to join. Zoe Smith": "",
		"Join us for our Spring Sale! Garden Centre Ltd": "", "I am English and should like to know the rules.": "", "Dear Zoe Smith, thank you for your order.": "",
	}, 3) {
		b := tableWith(t, "alice")
		b.letter("zoe", office, "x", words)
		got := ""
		b.view(func(v store.View) error {
			if r, err := v.RegistrationAt("zoe@example.org"); err == nil {
				got = r.Name
			}
			return nil
		})
		if got != want {
			t.Errorf("a stranger's %q: asked to confirm %q, want %q", words, got, want)
		}
	}
	for words, want := range sampled(map[string]string{
		"Name: Zoe Smith": "Zoe Smith", "I'd prefer to be called Zoe Smith, please.": "Zoe Smith", "Yes please\nZoe Smith": "Zoe", "That's right, I'm Zoe.": "Zoe",
		"I'm Zoe Smith's husband and she is away.": "", "How is my name spelled in your books?": "", "I have no idea what this is. Please stop.": "", "My name is Zoe Smith but I never asked for this.": "",
	}, 3) {
		b := tableWith(t, "alice")
		b.letter("zoe", office, "r", "register Zoe")
		b.replies("zoe", "confirm", "x", words)
		if got := b.nameAt("zoe"); got != want {
			t.Errorf("answered by %q: registered as %q, want %q", words, got, want)
		}
	}
}

// TestIntroducedAfterANo: who has declined to be registered, and then answers with nothing but a
// name, is asked to confirm that name.
func TestIntroducedAfterANo(t *testing.T) {
	b := tableWith(t, "alice")
	b.letter("zoe", office, "r", "register Zoe")
	b.replies("zoe", "confirm", "no", "no")
	b.replies("zoe", "confirm", "again", "Name: Zoe Smith")
	wants(t, b.lastLetterTo("zoe"), "as Zoe Smith")
	if got := b.nameAt("zoe"); got != "" {
		t.Errorf("registered as %q", got)
	}
}

// TestAsksForOwnMoveBack: who calls their last move by its words, and asks for it back, asks the
// other side; who only speaks of it asks nothing.
func TestAsksForOwnMoveBack(t *testing.T) {
	for words, asks := range sampled(map[string]bool{
		"May I have P-Q3 back?": true, "I request permission to withdraw my move P-Q3.": true, "Oh dear, I have only now seen what P-Q3 does. May I take it back?": true,
		"I should like to take P-Q3 back, please.": true, "Would Bob be so good as to let me take my move back?": true, "mate, can i take P-Q3 back": true, "Bob, may I have P-Q3 back? My pen slipped": true,
		"P-Q3 was a slip.": false, "I would not take P-Q3 back for the world.": false, "Shall I regret P-Q3?": false, "Should I take P-Q3 back?": false,
	}, 3) {
		b := talk(t, "W:P-Q3", "W:"+words)
		if p := b.game().Proposal; (p != nil) != asks {
			t.Errorf("%q asks: %v (%s)", words, p != nil, b.newest().Verdict)
		}
	}
}
