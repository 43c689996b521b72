package clerk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
)

// adopted says what a letter of White's came to who may adopt one of two moves: the place of the
// adopted move and the reply, "asked" for nothing.
func adopted(t *testing.T, words string) string {
	t.Helper()
	b := talk(t, "W:P-Q3", "B:Kt-K2")
	held := b.game().Choices()
	b.answer(board.White, "adopts", b.newestTo("alice"), words)
	s := b.game()
	if s.Held != nil && s.LastPly() < 8 || len(s.Line) < 8 {
		return "asked"
	}
	n := slices.IndexFunc(held, func(c line.Choice) bool { return c.Move == s.Line[7].Move })
	if len(s.Line) > 8 {
		return fmt.Sprint(n+1, " ", s.Line[8].Move)
	}
	return fmt.Sprint(n + 1)
}

// TestAdoptsAndReplies: one letter names the move adopted and the reply, in whatever words join the
// two; whoever thinks again, rules one out or speaks of something else is asked.
func TestAdoptsAndReplies(t *testing.T) {
	for words, want := range map[string]string{
		"adopt 2, and reply\nP-Q4": "2 d3d4", "adopt 1 and P-Q4": "1 d3d4", "adopt 2, then P-Q4": "2 d3d4",
		"I adopt the one with the king's knight, and castle": "2 e1g1", "I adopt the one with the queen's knight": "1",
		"2) castles": "2 e1g1", "(1) and I castle": "1 e1g1", "#2: castles": "2 e1g1", "2. castles": "2 e1g1",
		"I take the first one and castle King's side.": "1 e1g1", "second\ncastles king's side": "2 e1g1",
		"2 please, and my reply is P-QR4": "2 a2a4", "I'll have the first one and I castle king's side": "1 e1g1",
		"I adopt the first and play P-Q4": "1 d3d4", "The first one, and P-Q4 from me": "1 d3d4", "Number two, please. I castle.": "2 e1g1",
		"the second please bob, and i'll castle": "2 e1g1", "The 2nd and I castle": "2 e1g1", "2nd, castles": "2 e1g1",
		"Hello,\n\nI'll go with the queen's knight one. My reply: B-KKt5.\n\nAlice": "1 c1g5",
		"the second; I reply B-KKt5": "2 c1g5", "Let it be 2. For my part, castles.": "2 e1g1",
		"(2) KKt-K2": "2", "The second, KKt-K2": "2", "The second. The first would have been a mistake!": "2",
		"The first. (Or rather, the second)": "asked", "adopt 1\nSorry, I meant 2": "asked", "The first\nno wait\nthe second": "asked",
		"The second (king's knight). I castle.": "2 e1g1", "The second (queen's knight). I castle.": "asked",
		"I'd pick 1. Wait - 2.": "asked", "Second, no, first. P-B3": "asked", "I adopt 2. Actually no, 1. Castles": "asked",
		"I will not adopt the first and castle": "asked", "First, let me thank you for your letter. Castles": "asked",
		"Second thoughts are best: I castle": "asked", "Second helping of cake for me, please, and castle for Bob": "asked",
		"Which one, the first or the second?": "asked", "If the first, I castle; if the second, P-Q4": "asked", "5. castles": "asked",
	} {
		if got := adopted(t, words); got != want {
			t.Errorf("%q comes to %s, not %s", words, got, want)
		}
	}
}

// TestMoveBesideARefusal: a move beside the refusal of a draw is played, or named as left over.
func TestMoveBesideARefusal(t *testing.T) {
	for words, want := range sampled(map[string]string{
		"I decline the draw and play B-Kt3.": "c5b6", "Nice try! No draw. My move is P-Q4.": "d7d5", "Thanks but no. P-KR3 is my move": "h7h6",
		"I'd like to see how this ends\nP-Q3": "d7d6", "I decline with thanks and play P-KR3": "h7h6",
		"I say no to the draw, and yes to P-Q3": "d7d6", "I'd like to see how this ends": "",
	}, 3) {
		b := talk(t, "W:P-Q3 and a draw?", "B:"+words)
		came, s := b.newest().Verdict, b.game()
		b.sendAll()
		for _, l := range b.sent {
			if strings.Contains(strings.Join(strings.Fields(string(l.raw)), " "), "letter is left over") {
				came = "left over"
			}
		}
		if played := s.Line[len(s.Line)-1].Move.String(); played != "d2d3" {
			came = played
		}
		if s.DrawOffer == game.PartyOf(board.White) || came != want {
			t.Errorf("%q: comes to %q, not %q; offered by %v", words, came, want, s.DrawOffer)
		}
	}
}
