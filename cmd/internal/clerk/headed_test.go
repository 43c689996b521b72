package clerk

import (
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
)

// askedOf is what corrd asks a side, or nil.
func (b *table) askedOf(side board.Side) *game.Question { b.Helper(); return b.game().Question(side) }

// TestBesideAMoveInQuestion: who is asked about a move hears what became of the rest of the letter.
func TestBesideAMoveInQuestion(t *testing.T) {
	for words, left := range sampled(map[string]string{
		"P-Q3 maybe, u want a draw?": "u want a draw?",
		"P-Q3, I guess. I would also propose that we agree 60 days for ten moves from now on.": "I would also propose",
		"Perhaps P-Q3, und ich biete Remis":                                                    "und ich biete Remis",
	}, 3) {
		b := talk(t, "W:"+words)
		if q := b.askedOf(board.White); q == nil || q.Why != game.Doubtful || len(b.game().Line) != 6 {
			t.Errorf("%q: %+v; %s", words, q, b.newest().Verdict)
			continue
		}
		wants(t, b.lastTold("alice", "asked"), `Do you play "P-Q3"?`, "A part of your letter is left over, and nothing has come of it", left, `for Black behind "say:"`)
		b.answer(board.White, "yes", b.newestTo("alice"), "yes")
		if len(b.game().Line) != 7 {
			t.Errorf("%q: yes plays nothing; %s", words, b.newest().Verdict)
		}
	}
	b := talk(t, "W:P-Q3 maybe, u want a draw?")
	wants(t, b.lastTold("alice", "asked"), `A draw is offered by "draw?"`)
	for _, words := range [...]string{"d3, u want a draw?", "Nc3. u want a draw now, old man?"} { // in a notation that is not agreed on
		b = talk(t, "W:"+words)
		wants(t, b.lastTold("alice", "asked"), "A part of your letter is left over, and nothing has come of it", `A draw is offered by "draw?"`)
	}
	b = talk(t, "W:Kings bishop pawn forward one, I think")
	if letter := b.lastTold("alice", "asked"); strings.Contains(letter, "left over") {
		t.Error(letter)
	}
	b = talk(t, "W:P-Q3, I guess. I would also propose that we agree 60 days for ten moves from now on.")
	wants(t, b.lastTold("alice", "asked"), `other terms are proposed, as in "propose time 10 moves in 60 days"`)
}

// TestPlanIsNotShown: a move that comes too early is never offered to the other side as words; talk
// of moves that were played is.
func TestPlanIsNotShown(t *testing.T) {
	for _, words := range [...]string{
		"P-B3, kind regards from Cologne", "Bishop to Knight five. Is that allowed?", "P-B3! The rain has stopped here.", "Castles, school sucks", "P-Q4 lol. homework now", "Hello Bob,\nP-B3. Is that allowed?",
		"QKt-Q2, u want a draw now, old man?", "B-KKt5: what say you?", "P-KR3. How is your mother?", "P-QR4; it snows.",
	} {
		b := talk(t, "W:P-Q3", "W:"+words)
		b.answer(board.White, "yes", b.newestTo("alice"), "yes")
		if heard := b.told("bob", "said"); len(heard) > 0 || b.game().Unsaid(board.White) != nil {
			t.Errorf("%q: offered as words; %s", words, b.newest().Verdict)
		}
	}
	for _, words := range [...]string{
		"How are your roses?", "P-Q3 was timid, was it not?", "Your B-B4 surprised me", "I enjoy this game.", "It rains here.", "Castling is on my mind, but so is dinner", "My brother says hello", "B-B4 looked strong to me",
		"What do you make of the Evans?", "That was fun",
	} {
		b := talk(t, "W:P-Q3", "W:"+words)
		if b.game().Unsaid(board.White) == nil && len(b.told("bob", "said")) == 0 {
			t.Errorf("%q: not offered as words; %s", words, b.newest().Verdict)
		}
	}
}

// TestTermsWishedFor: who wishes for other terms, or agrees to what was not proposed, hears that no
// term changes by it, and how it is proposed.
func TestTermsWishedFor(t *testing.T) {
	for words, how := range sampled(map[string]string{
		"Please can we have 60 days for every ten moves?":        "propose time 10 moves in 60 days",
		"Could we play a bit faster, say 20 days for ten moves?": "propose time 10 moves in 20 days",
		"I agree, 20 days for ten moves.":                        "propose time 10 moves in 20 days",
		"I think five days per move would suit us better.":       "propose time reply in 5 days",
		"How about 10 moves in 14 days, old man?":                "propose time 10 moves in 14 days",
	}, 3) {
		b := talk(t, "W:"+words)
		told := slices.Concat(b.told("alice", "asked"), b.told("alice", "refused"))
		if len(told) == 0 || b.game().Proposal != nil {
			t.Errorf("%q: %s", words, b.newest().Verdict)
			continue
		}
		wants(t, told[len(told)-1], "The terms of this game stay as they are", how)
	}
	for _, words := range [...]string{"It rained for twenty days.", "I have moved house in 3 days.", "I am away for ten days, sorry", "How are your roses?", "What a time we had"} {
		b := talk(t, "W:"+words)
		if b.heard("alice", "The terms of this game stay") > 0 {
			t.Errorf("%q is told of terms", words)
		}
	}
}

// TestOfferBehindAKnightsPawn: what is offered behind a move takes no man from its record.
func TestOfferBehindAKnightsPawn(t *testing.T) {
	for words, want := range map[string]string{
		"Pawn to queen's knight four. Fancy a draw, Bob?": "b2b4", "Pawn to king's rook three. Fancy a draw, Bob?": "h2h3",
		"Pawn to queen's knight fourth. Fancy a draw, Bob?": "b2b4", "Pawn to queen's third. Fancy a draw, Bob?": "d2d3",
	} {
		s := talk(t, "W:"+words).game()
		if len(s.Line) != 7 || s.Line[6].Move.String() != want || s.DrawOffer == game.Corrd {
			t.Errorf("%q: %+v", words, s.Line[6:])
		}
	}
}
