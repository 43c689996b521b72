package templates

import (
	"strings"
	"testing"

	"corrd/game/codes"
	"corrd/game/terms"
)

// TestCountInWords: letters say that moves are counted, in which cases the count may be
// demanded, how far it is, and how it ends.
func TestCountInWords(t *testing.T) {
	british, _ := codes.ByID("british-1899")
	c := *british
	c.ID, c.Draws = "invented", nil
	c.Count = codes.Under("II.8(b)", codes.Count{Moves: 2, Cases: []codes.CountCase{codes.SidePersists, codes.KingAlone, codes.OnePiece, codes.DifficultMate}, NotForMates: true})
	c.Submit = codes.Under("II.8", codes.Provided{})
	before, named := codes.All, terms.Codes
	codes.All, terms.Codes = append(before[:len(before):len(before)], &c), append(named[:len(named):len(named)], c.ID)
	t.Cleanup(func() { codes.All, terms.Codes = before, named })
	const fen = "7k/8/8/8/8/8/1P4PP/R6K b - - 0 1"
	for _, s := range []struct {
		script       []string
		letter, says string
	}{
		{[]string{"black: demand fifty"}, "claim-white", "Black has demanded that the moves be counted: each side has 2 moves from now on."},
		{[]string{"black: demand fifty"}, "received-black", "You have demanded that the moves be counted:"},
		{[]string{"black: K-R2"}, "move-white", ""},
		{[]string{"black: demand fifty", "black: K-R2"}, "move-white", "The moves are counted (II.8(b)): of 2 each White has made 0, and Black 1."},
		{[]string{"black: K-R2", "white: demand fifty"}, "refused-white", "The law gives the demand against one who persists in a check, a series of checks or a line of play (II.8(b)); with a King alone (II.8(b))"},
		{[]string{"black: K-R2", "white: demand fifty"}, "refused-white", `write "submit to umpire"`},
		{[]string{"black: demand fifty", "white: demand fifty"}, "refused-white", "The moves are counted already. The moves are counted (II.8(b))"},
		{[]string{"black: submit to umpire: nobody can win"}, "claim-white", "Black has submitted a question to the umpire."},
		{[]string{"black: demand fifty", "black: K-R2", "white: P-R3", "black: K-R1", "white: P-R4"}, "result-black", "drawn"},
	} {
		g := staged(t, scene{terms: map[string]string{"code": c.ID, "position": fen}, script: s.script})
		text := strings.Join(strings.Fields(asText(g.newest(s.letter))), " ")
		if !strings.Contains(text, s.says) {
			t.Errorf("%v: %s does not say %q:\n%s", s.script, s.letter, s.says, text)
		}
		if s.says == "" && strings.Contains(text, "counted") {
			t.Errorf("%v: %s tells of a count", s.script, s.letter)
		}
	}
}
