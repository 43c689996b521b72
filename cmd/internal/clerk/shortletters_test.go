package clerk

import (
	"strings"
	"testing"

	"corrd/game"
	"corrd/store"
)

// TestShortLetters: short letters in the ordinary words of people end a game, offer, accept and
// decline a draw, and ask for a move back; their neighbours, which mean something else, do not.
func TestShortLetters(t *testing.T) {
	for _, c := range []struct{ said, by, words, want string }{
		{"", "W", "resign\nback on shift now, sorry so short", "resigned"},
		{"", "W", "so short", ""}, {"", "W", "So, short", "moved"}, {"", "W", "short", "moved"},
		{"", "W", "Dear Sir,\nYours of the 3rd to hand. I beg to resign the game, and remain,\nYr obt servant, Alice", "resigned"},
		{"", "W", "If my doctor has his way I shall have to resign the game, and I am,\nas he says, too old for it.", ""},
		{"W:draw?", "B", "Yes please, I'm wrecked after nights.", "drawn"}, {"W:draw?", "B", "Yes please, Alice. It's late.", "drawn"},
		{"W:draw?", "B", "Yes please, send me the board again.", ""}, {"W:draw?", "B", "Yes please, after one more move.", ""}, {"W:draw?", "B", "Yes please tell me more.", ""},
		{"W:draw?", "B", "yes gg", "drawn"}, {"W:draw?", "B", "Yes, good game so far.", ""}, {"W:draw?", "B", "Yes please xx", "drawn"},
		{"W:P-Q3 and a draw?", "B", "no thanks love\nP-KR3", "moved"}, {"W:P-Q3 and a draw?", "B", "I'll play on, Alice: P-QR3", "moved"}, {"W:P-Q3 and a draw?", "B", "No idea what to do. Perhaps P-KR3", ""},
		{"W:draw?", "B", "Not just now, thanks. My wife is poorly.", "declined"},
		{"", "W", "Bob, I forgot to add: I offer a draw.", "offered"}, {"", "W", "Bob, my old teacher used to say: I offer a draw.", ""}, {"", "W", "I heard him mutter: I offer a draw.", ""},
		{"", "W", "I propose that this game be recorded as drawn.", "offered"}, {"", "W", "I propose that the next game be given to you.", ""},
		{"", "W", "Before I make any move I should like to offer a draw.", "offered"}, {"", "W", "Before I make any move I should like to see the board.", ""},
		{"W:P-Q3", "W", "propose withdraw\nSorry Bob, wrong pawn.", "asked back"}, {"W:P-Q3", "W", "Propose withdrawal.", "asked back"}, {"W:P-Q3", "W", "I propose to withdraw to the country.", ""},
		{"", "W", "P-Q3\n\n--\nTo leave this list:\nunsubscribe", "moved"},
	} {
		var before []string
		if c.said != "" {
			before = append(before, c.said)
		}
		b := talk(t, before...)
		was := b.game()
		s := talk(t, append(before, c.by+":"+c.words)...).game()
		got := ""
		switch {
		case s.Result != nil && s.Result.How == game.ByResignation:
			got = "resigned"
		case s.Result != nil:
			got = "drawn"
		case s.LastPly() > was.LastPly():
			got = "moved"
		case s.DrawOffer != was.DrawOffer && was.DrawOffer != 0:
			got = "declined"
		case s.DrawOffer != was.DrawOffer:
			got = "offered"
		case s.Proposal != nil:
			got = "asked back"
		}
		if got != c.want {
			t.Errorf("%s: %q: %q, want %q", c.said, c.words, got, c.want)
		}
	}
}

// TestShortChoices: who was sent a list, or asked about a doubt, answers in ordinary words; whoever
// speaks of something else, or leaves it open, is asked.
func TestShortChoices(t *testing.T) {
	for words, want := range map[string]string{
		"QKt-K2, if it's all the same to you.": "c6e7", "KKt-K2, if I may choose.": "g8e7", "Not the first but the second.": "g8e7", "The second, not the first.": "g8e7",
		"I'd go for QKt-K2, mate.": "c6e7", "1 please, and I'll castle": "c6e7 e1g1", "Put me down for the first, and P-KR3.": "c6e7 h2h3", "We'll have KKt-K2, and our answer is B-K3.": "g8e7 c1e3",
		"I think he meant KKt-K2, so I adopt that one.": "g8e7", "I think he meant KKt-K2.": "", "He would never play KKt-K2.": "", "QKt-K2, unless he objects.": "", "KKt-K2, if I were him": "", "QKt-K2 if he meant that, else KKt-K2": "",
		"Tuesday, the 2nd": "", "On Monday the 1st I am away.": "", "Neither the first nor the second.": "", "QKt-K2 is illegal, surely.": "", "I thought KKt-K2 was his plan.": "",
	} {
		s := talk(t, "W:P-Q3", "B:Kt-K2", "W:"+words).game()
		var got []string
		for _, turn := range s.Line[7:] {
			got = append(got, turn.Move.String())
		}
		if played := strings.Join(got, " "); played != want {
			t.Errorf("%q: %q, want %q", words, played, want)
		}
	}
	for words, want := range map[string]string{"Yes, quite certain now. Thank you.": "d2d3", "Yes, my mind is made up.": "d2d3", "Quite uncertain now.": "", "My mind is not made up.": ""} {
		if s := talk(t, "W:Perhaps P-Q3", "W:"+words).game(); (s.LastPly() == 7) != (want != "") {
			t.Errorf("%q: %d plies", words, s.LastPly())
		}
	}
	s := talk(t, "W:P-Q3", "W:P-Q4 next, greetings from Hull").game()
	if s.Held != nil || s.LastPly() != 7 {
		t.Error("a plan is a second letter for the turn")
	}
}

// TestAnotherNameToConfirm: who is asked to confirm a name may ask for another in any words, and is
// registered under that; who names somebody else asks for none.
func TestAnotherNameToConfirm(t *testing.T) {
	for words, want := range sampled(map[string]string{
		"Yes, but please put me down as Zoe Whitlock.": "Zoe Whitlock", "Yes! But please call me Zoe Smith, my cousin is just Zoe!": "Zoe Smith", "Yes, it is for my cousin, please call her Zoe Ash": "", "Zoe Smith would be better please.": "Zoe Smith", "Yes please, but as Zoe Smith.": "Zoe Smith",
		"I'd like my name to be Zoe Smith instead of Zoe": "Zoe Smith", "No, it should be Zoe Smith.": "Zoe Smith", "Yes, under the name Zoe Smith.": "Zoe Smith",
		"Yes, and please pair me with Tom Jones.": "Zoe", "Yes please. Regards, Zoe Smith": "Zoe", "Yes. I'd like Bob Brown as my opponent.": "Zoe", "Yes, put me down as a beginner.": "Zoe",
		"The particulars are correct. Kindly admit me.": "Zoe", "The name is correct and I should be obliged if you would enter me in the list": "Zoe",
		"Good Morning, please confirm my registration. Yes.": "Zoe", "Yes! One day I would like to be World Champion!": "Zoe", "Yes, enter me as White please.": "Zoe", "Yes, in the name of God!": "Zoe",
		"Yes, it should be Great Fun!": "Zoe", "Yes, under the name Tom Jones.": "Tom Jones", "Yes, and my name should be Tom Jones.": "Tom Jones",
		"Good Morning, please explain what this is about.": "", "I'd rather be Left Out of this.": "", "I would prefer to be Left Alone.": "",
		"No, I never asked for this. My name is Tom Jones.": "", "Not me. I'm Tom Jones.": "", "I would be obliged if you would take my name off your list.": "", "No, my name is Tom Jones.": "",
	}, 3) {
		b := tableWith(t, "alice")
		b.letter("zoe", "corrd@club.example", "r", "register Zoe")
		b.replies("zoe", "confirm", "x", words)
		got := ""
		b.view(func(v store.View) error {
			if p, err := v.PlayerAt("zoe@example.org"); err == nil {
				got = p.Name
			}
			return nil
		})
		if got != want {
			t.Errorf("%q: %q, want %q; %s", words, got, want, b.newest().Verdict)
		}
	}
}

// TestLeaveThatIsTakenBack: no leave is taken by a line that goes on to say that it is not meant.
func TestLeaveThatIsTakenBack(t *testing.T) {
	for _, words := range [...]string{"leave 7 days, just kidding", "leave 7 days, or rather not", "leave 14 days, says my wife, would be nice"} {
		for _, e := range talk(t, "W:"+words).events() {
			if _, is := e.Event.Fact.(game.LeaveTaken); is {
				t.Errorf("%q takes leave", words)
			}
		}
	}
}

// TestAbsenceUntilADay: whoever writes how long they are away, and asks for nothing, is shown the
// leave that is as long, in the other side's turn too; nothing is taken. While a leave runs, days
// that count from a day of it are asked about.
func TestAbsenceUntilADay(t *testing.T) {
	for words, want := range map[string]string{
		"I shall be away until 20 January, sorry.": `"leave 19 days"`, "I am on holiday until the 15th": `"leave 14 days"`, "I am away for two weeks": `"leave 14 days"`,
		"I am ill, and cannot say for how long": `"leave 7 days"`, "I am travelling for 100 days": `"leave 30 days"`,
	} {
		for _, before := range [][]string{{"W:" + words}, {"W:P-Q3", "W:" + words}} {
			b := talk(t, before...)
			if text := b.lastTold("alice", "asked"); !strings.Contains(text, want) && (len(before) == 1 || want != `"leave 7 days"`) {
				t.Errorf("%q: no %s in\n%s", before, want, text)
			}
			for _, e := range b.events() {
				if _, is := e.Event.Fact.(game.LeaveTaken); is {
					t.Errorf("%q takes leave", words)
				}
			}
		}
	}
	for words, want := range sampled(map[string]string{"leave 10 days from tomorrow": `"leave 1 day"`, "leave 3 days from tomorrow": "adds nothing"}, 3) {
		b := talk(t, "W:leave 10 days", "W:"+words)
		wants(t, b.lastTold("alice", "refused"), "you are on leave until the end of Saturday 10 January 2026 (UTC) already", want)
	}
}

// TestTheMoveThatIsAskedBack: who answers the request to take a move back, and names that move,
// plays none.
func TestTheMoveThatIsAskedBack(t *testing.T) {
	for words, back := range map[string]bool{
		"Touch and move, I'm afraid. P-Q3 stands.": false, "No, P-Q3 stays where it is, I fear.": false,
		"I've no wish to win by a slip of the pen. Let her have her pawn back and choose again.": true,
	} {
		b := talk(t, "W:P-Q3", "W:propose withdraw", "B:"+words)
		s := b.game()
		if want := map[bool]int{true: 6, false: 7}[back]; s.Proposal != nil || len(s.Line) != want {
			t.Errorf("%q: %d plies, want %d; asked %v; %s", words, len(s.Line), want, s.Proposal, b.newest().Verdict)
		}
	}
}

// TestLeaveWithAReason: a day that is named for the reason of a leave does not begin it.
func TestLeaveWithAReason(t *testing.T) {
	for words, days := range map[string]int{
		"I'm having my cataract done tomorrow so I'd like a week off please.": 7, "The boiler goes tomorrow, may I have 3 days' leave?": 3,
	} {
		b := talk(t, "W:"+words)
		var taken game.LeaveTaken
		for _, e := range b.events() {
			if f, is := e.Event.Fact.(game.LeaveTaken); is {
				taken = f
			}
		}
		if taken.Days != days {
			t.Errorf("%q: %d days, want %d; %s", words, taken.Days, days, b.newest().Verdict)
		}
	}
}

// TestNameInAnAnswer: who confirms their name in whatever words bears it, and who gives another
// bears that.
func TestNameInAnAnswer(t *testing.T) {
	for words, want := range map[string]string{
		"That is my name, yes, and I wish very much to be in the list. Thank you from Tbilisi!": "Zoe Ash",
		"Ash is right (like the tree!), Zoe is right, so go ahead and register me, dear.":       "Zoe Ash",
		"Quite correct. Kindly proceed.":                                                "Zoe Ash",
		"Kindly cancel my request. Our club stays with postcards.":                      "",
		"I should like that, but under my married name, Zoe Pettigrew.":                 "Zoe Pettigrew",
		"I am Zoe Ash all right, but before you register me, is there anything to pay?": "",
	} {
		b := tableWith(t, "alice")
		b.letter("zoe", "corrd@club.example", "r", "register Zoe Ash")
		b.replies("zoe", "confirm", "x", words)
		if got := b.nameAt("zoe"); got != want {
			t.Errorf("%q registers %q, want %q; %s", words, got, want, b.newest().Verdict)
		}
	}
}
