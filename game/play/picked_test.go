package play

import (
	"strings"
	"testing"

	"corrd/game/board"
)

// TestPicked: what a short answer names of the list in the letter that it answers, and that nothing
// is named of a list which nobody was sent.
func TestPicked(t *testing.T) {
	held := "\nwhite: Kt-B3\nexpect candidates b1c3 g1f3\n"
	asks := "\nwhite: P-K4 or P-Q4, which do you prefer?\nexpect why no_statement\n"
	for _, c := range [...]struct{ game, answer, line string }{
		{held, "black: 1", "b1c3"},
		{held, "black: 2.", "g1f3"},
		{held, "black: the king's knight", "g1f3"},
		{held, "black: the Queen's Knight, please", "b1c3"},
		{held, "black: The KKt", "g1f3"},
		{held, "black: Kt-B3, and I take it you mean the king's knight", "g1f3"},
		{held, "black: Kt-B3, I mean the first", "b1c3"},
		{held, "black: I think you mean the second one", "g1f3"},
		{held, "black: the king's rook", ""},
		{held, "black: The knight from b1", "b1c3"},
		{held, "black: the knight on c3", ""},
		{held, "black: the second one, and I answer P-K4", "g1f3 e7e5"},
		{held, "black: the king's knight; P-K4", "g1f3 e7e5"},
		{held, "black: The first, P-K4.", "b1c3 e7e5"},
		{held, "black: My clock, P-K4", ""},
		{held, "black: 3", ""},
		{held, "black: 12", ""},
		{held, "black: 1 or 2?", ""},
		{held, "black: Is it the king's knight?", ""},
		{held, "black: My knight fell off the table at the first bump.", ""},
		{held, "black: Let it be the second of the pair.", "g1f3"},
		{held, "black: Definitely not (2), so it has to be (1).", "b1c3"},
		{held, "black: We voted in the club today and it was 11 to 6 for the second one.", "g1f3"},
		{held, "black: Option two it is. My answer: P-K4", "g1f3 e7e5"},
		{held, "black: The latter, thank you", "g1f3"},
		{held, "black: one AND two", ""},
		{held, "black: The King's Knight, obviously.", "g1f3"},
		{held, "black: King's knight, naturally!", "g1f3"},
		{held, "black: Which Knight is it? Then I choose the Queen's Knight.", "b1c3"},
		{held, "black: The Queen's Knight should be the one, I find. That is my choice.", "b1c3"},
		{held, "black: Not the Queen's Knight but the King's Knight!", "g1f3"},
		{held, "black: I have settled on the King's Knight, that is, KKt-B3", "g1f3"},
		{held, "black: I have settled on the King's Knight, that is, QKt-B3", ""},
		{held, "black: The King's Knight - the other would be silly. P-K4", "g1f3 e7e5"},
		{held, "black: The King's Knight. Wait, let me look again.", ""},
		{held, "black: My nephew also has the Queen's Knight.", ""},
		{held, "black: I would have moved the King's Knight.", ""},
		{held, "black: The King's Knight, perhaps.", ""},
		{held, "black: I take the King's Knight, the second on your list.", "g1f3"},
		{held, "black: I take the King's Knight, the first on your list.", ""},
		{held, "black: First option, and my reply is P-K4.", "b1c3 e7e5"},
		{held, "black: P-K4, adopting the second", "g1f3 e7e5"},
		{held, "black: First, let me thank you.", ""},
		{held, "black: former pls", "b1c3"},
		{held, "black: one of them", ""},
		{held, "black: the one with the queens knight ty", "b1c3"},
		{held, "black: The second one is cunning.", ""},
		{held, "black: My wife would take the first one", ""},
		{held, "black: Thank you for the second one.", ""},
		{held, "black: I like the second one. P-K4", ""},
		{held, "black: Please take back the second one. P-K4", ""},
		{held, "black: My wife laughed at the first one.", ""},
		{held, "black: I fear the second one.", ""},
		{held, "black: Sorry about the second one", ""},
		{held, "black: Congratulations on the first one! P-K4", ""},
		{held, "black: I would hate the second one.", ""},
		{held, "black: On second thoughts let me sleep on it", ""},
		{asks, "white: the first one", "e2e4"},
		{asks, "white: 2", "d2d4"},
		{asks, "white: The second, please.", "d2d4"},
		{asks, "white: the third", ""},
		{asks, "white: I mean the first", "e2e4"},
		{asks, "white: The first thing I did was sneeze", ""},
		{"", "white: the first one", ""},
		{"", "white: 1", ""},
	} {
		s := script{t: t, now: begins}
		s.start("code: british-1899\n")
		for step := range strings.Lines(c.game + c.answer) {
			if step = strings.TrimSpace(step); step != "" {
				s.run(step)
			}
		}
		var made []string
		for _, turn := range s.state.Line {
			made = append(made, turn.Move.String())
		}
		if got := strings.Join(made, " "); got != c.line {
			t.Errorf("%s %q: the line is %q, not %q: %s", strings.TrimSpace(c.game), c.answer, got, c.line, describe(s.step))
		}
	}
}

// TestPickedByPost: a short answer on a card, or put in the box, says the same when it arrives.
func TestPickedByPost(t *testing.T) {
	const head = "code: british-1899\nmedium: post\n\n"
	for _, c := range [...]struct{ answer, line string }{
		{"2", "g1f3"},
		{"The first, please.", "b1c3"},
		{"The first. P-K4", "b1c3 e7e5"},
		{"the king's knight", "g1f3"},
		{"adopt 2", "g1f3"},
	} {
		s := play(t, head+"white: Kt-B3\nwait 9d\nblack: "+c.answer+"\nwait 9d\n")
		var made []string
		for _, turn := range s.Line {
			made = append(made, turn.Move.String())
		}
		if got := strings.Join(made, " "); got != c.line {
			t.Errorf("%q: the line is %q, not %q", c.answer, got, c.line)
		}
	}
	s := play(t, "code: british-1899\nmedium: post\nmoves: e2e4 d7d6 f1b5\n\nblack: Kt-KB3\nwait 9d\nwhite: the queen\nwait 9d\n")
	if s.Offence == nil || !s.Offence.Exacted || s.Offence.Man.String() != "d8" {
		t.Errorf("the man named on a card: %+v", s.Offence)
	}
}

// TestManNamed: by which words a man is required to be moved as a penalty, and that words which
// name none that can be moved are asked about.
func TestManNamed(t *testing.T) {
	const (
		held    = "code: british-1899\nmoves: e2e4 d7d6 f1b5\n|black: Kt-KB3|white: "
		asked   = "code: british-1899\nmoves: e2e4 d7d6 f1b5\n|black: Kt-KB3|white: exact penalty C|expect why choose_man|white: "
		chooses = "code: staunton-1871\nlate: forfeit\nmoves: e2e4 e7e5\n|white: B-KR5|black: "
	)
	for _, c := range [...]struct{ game, answer, man string }{
		{held, "exact penalty C, c7", "c7"},
		{held, "exact penalty C, d8", "d8"},
		{held, "exact penalty C, Pawn on QB2 (c7)", "c7"},
		{held, "exact penalty C, Pawn on c7", "c7"},
		{held, "exact penalty C, Black's Queen on Q1", "d8"},
		{held, "exact penalty C, Bishop on c8 please", "c8"},
		{held, "exact penalty C, Knight on QKt1 (b8)", "b8"},
		{held, "exact penalty C, the Queen", "d8"},
		{held, "exact penalty C, P on QB2", "c7"},
		{held, "exact penalty C, the King", "choose_man"},
		{held, "exact penalty C, K", "choose_man"},
		{held, "exact penalty C, e4", "choose_man"},
		{held, "exact penalty C, Rook (d8)", "choose_man"},
		{held, "exact penalty C\nThe Queen, please.", "d8"},
		{held, "Black must move the Queen", "d8"},
		{asked, "d8", "d8"},
		{asked, "C7", "c7"},
		{asked, "the queen", "d8"},
		{asked, "Q", "d8"},
		{asked, "Queen", "d8"},
		{asked, "Queen on Q1", "d8"},
		{asked, "His queen, please.", "d8"},
		{asked, "I choose the queen", "d8"},
		{asked, "Black must move the Queen", "d8"},
		{asked, "The Queen must move.", "d8"},
		{asked, "The Bishop on QB1 (c8)", "c8"},
		{asked, "Pawn on QB2 (c7)", "c7"},
		{asked, "play the Knight on QKt1", "b8"},
		{asked, "the king", "choose_man"},
		{asked, "the rook", "choose_man"},
		{asked, "e8", "choose_man"},
		{asked, "P-QB3", "waived"}, // a reply, by which the position is restored
		{asked, "B-Q5", "choose_man"},
		{chooses, "Let him move his King", "e1"},
		{chooses, "White must move the Queen", "d1"},
		{chooses, "the King, please", "e1"},
		{chooses, "play B-B4", "f1"},
		{chooses, "play P-B4", "choose_man"},
		{chooses, "play Kt on QKt1 (b1)", "b1"},
		{chooses, "play his rook", "cannot_be_met"},
		{chooses, "P-Q4", "waived"},
		{chooses, "exact penalty", "f1"},
	} {
		head, steps, _ := strings.Cut(c.game+strings.ReplaceAll(c.answer, "\n", `\n`), "|")
		s := script{t: t, now: begins}
		s.start(head)
		for step := range strings.SplitSeq(steps, "|") {
			s.run(step)
		}
		got := strings.Join(whys(s.step), " ")
		if o := s.state.Offence; o == nil {
			got = "waived"
		} else if o.Exacted && o.Man != board.NoSquare {
			got = o.Man.String()
		}
		if got != c.man {
			t.Errorf("%s: %q requires %q, not %q: %s", head, c.answer, got, c.man, describe(s.step))
		}
	}
}
