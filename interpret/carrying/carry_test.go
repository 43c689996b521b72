package carrying

import (
	"testing"

	"corrd/interpret/speech"
)

// TestCarries: which words before a move, in its sentence, carry it, and which only name it.
func TestCarries(t *testing.T) {
	for line, want := range map[string]bool{
		"my move is": true, "my first move will be": true, "the move is": true, "ninth move": true, "here is my answer:": true, "what I play is": true, "My answer": true,
		"please enter": true, "please put down as my move": true, "kindly record": true, "I play": true, "I have settled on": true, "After long thought I reply": true,
		"Dear Bob, thank you for your letter,": true, "As White I begin with": true, "I push my King's Pawn:": true, "I have received your card and answer": true,
		"the best move": false, "his move is": false, "my bishop is": false, "the ninth": false, "you may regret": false, "please forget": false, "be good": false,
		"I play the violin,": false, "I fill my evenings with": false, "Lesson one:": false, "Arthur:": false, "My wife's move is": false, "I have nothing to do with": false,
		"When I am tired I play": false, "White's plan is": false, "I played": false, "I might play": false, "do not play": false, "I shall not play": false,
	} {
		if got, _ := Carries(speech.Of(line)); got != want {
			t.Errorf("%q carries a move: %v", line, got)
		}
	}
}

// TestTrails: which words behind a move, in its sentence, leave it as it was carried.
func TestTrails(t *testing.T) {
	for _, one := range [...]struct {
		line  string
		apart bool
		want  bool
	}{
		{"please", false, true}, {"is my move", false, true}, {"for me then", false, true}, {"to stop your Bishop", false, true}, {"because I fear your Bishop", false, true},
		{"best wishes, Tom", true, true}, {"a quiet move", true, true}, {"and I hope you feel better soon", true, true}, {"your turn", true, true},
		{"is a mistake", false, false}, {"before", false, false}, {"in the Hull game", false, false}, {"to be a mistake of yours", false, false}, {"as an example", false, false},
		{"said the fox", true, false}, {"it would be too simple", true, false}, {"or so", true, false}, {"a move I despise", true, false},
	} {
		if _, got, _ := Trails(speech.Of(one.line), one.apart); got != one.want {
			t.Errorf("%q leaves a move as it is: %v", one.line, got)
		}
	}
}
