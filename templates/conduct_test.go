package templates

import (
	"reflect"
	"strings"
	"testing"

	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
)

// TestConduct finds the sentence of every choice that a code makes, and of the silence
// of a code that makes none.
func TestConduct(t *testing.T) {
	for _, c := range append([]*codes.Code{{ID: "silent"}}, codes.All...) {
		settled, err := conduct(c)
		if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		for _, s := range settled {
			if !strings.HasSuffix(s.Words, ".") || s.Law == "" {
				t.Errorf("%s: %+v", c.ID, s)
			}
		}
	}
}

// TestConductNamesEveryChoice: every rule by which codes choose has a place in the list.
func TestConductNamesEveryChoice(t *testing.T) {
	chosen := map[string]bool{}
	staunton, _ := codes.ByID("staunton-1871")
	for _, choice := range staunton.Conduct() {
		chosen[string(choice.Law)] = true
	}
	v := reflect.ValueOf(*staunton)
	for i := range v.NumField() {
		field := v.Type().Field(i)
		get := v.Field(i).MethodByName("Get")
		if !field.IsExported() || !get.IsValid() || get.Type().Out(0).Kind() != reflect.String && get.Type().Out(0) != reflect.TypeFor[codes.Choices]() {
			continue
		}
		law := v.Field(i).MethodByName("Cite").Call(nil)[0].String()
		if !chosen[law] && field.Name != "Resignation" {
			t.Errorf("the choice of %s (%s) is told nowhere", field.Name, law)
		}
	}
}

// TestCarriageIsTold: the way of each carrier is told in one sentence, with all that is
// agreed on, and no setting of a carrier beside the sentence.
func TestCarriageIsTold(t *testing.T) {
	for medium, words := range map[string][]string{
		"post":      {"collected at 09:00 and 17:00, 1\u00a0day to 4\u00a0days on the way, delivered at 08:00", "Sundays", "lost: 0.1"},
		"telegraph": {"takes them at 08:00-20:00, 20\u00a0minutes on the wire, tariff inland"},
	} {
		agreed, refusal := terms.Parse([]interpret.Term{{Key: "medium", Value: medium}, {Key: "post.transit", Value: "1d..4d"}, {Key: "post.loss", Value: "0.1"}}, terms.Default())
		told := strings.Join(mainTerms(agreed), "\n")
		for _, w := range words {
			if refusal != "" || !strings.Contains(told, w) || strings.Contains(told, medium+".") || strings.Contains(told, "%!") {
				t.Errorf("%s: %q is not in %q %s", medium, w, told, refusal)
			}
		}
	}
}

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
		{[]string{"black: submit to umpire: nobody can win"}, "claim-white", "Black has laid a question before the umpire."},
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
