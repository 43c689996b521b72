package play

import (
	"strings"
	"testing"

	"corrd/game"
	"corrd/templates/texts"
)

// TestAuthority: each code says what the umpire may do, and on whose ruling.
func TestAuthority(t *testing.T) {
	const staunton = "code: staunton-1871\nlate: forfeit\n\n"
	for what, c := range map[string]struct {
		script string
		r      Rule
		want   string
	}{
		"by a rule of the house": {"white: protest: help", Rule{game.Ruling{Verb: game.RulesDrawn, Reason: "x", Fundamental: true}, "house:16"}, ""},
		"as the laws are written": {staunton + "white: protest: help", Rule{game.Ruling{Verb: game.RulesDrawn, Reason: "x", Fundamental: true}, "house:16"},
			"the umpire applies the laws as they are written (S-Reg XIX)"},
		"the game is kept in order":  {staunton + "white: protest: help", Rule{game.Ruling{Verb: game.RulesSuspended, Reason: "x", Fundamental: true}, "house:16"}, ""},
		"the Appendix annuls":        {"white: P-K4", Rule{game.Ruling{Verb: game.RulesAnnulled, Reason: "x"}, "Appendix"}, ""},
		"the Appendix does not fine": {"white: P-K4", Rule{game.Ruling{Verb: game.RulesFined, Side: game.White, Text: "a crown", Reason: "x"}, "Appendix"}, "and nothing else"},
		"no Appendix in America":     {"code: american-1897\n\nwhite: P-K4", Rule{game.Ruling{Verb: game.RulesAnnulled, Reason: "x"}, "Appendix"}, "has no provision"},
		"no Appendix in London":      {"code: london-club\nlate: forfeit\n\nwhite: P-K4", Rule{game.Ruling{Verb: game.RulesAnnulled, Reason: "x"}, "Appendix"}, "has no provision"},
	} {
		if got := texts.Because(game.Objection(play(t, c.script), c.r.Ruling, c.r.Law, begins)); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// TestAppeal: an appeal from a ruling is decided by another umpire, and the ruling stands
// until then.
func TestAppeal(t *testing.T) {
	s := play(t, "white: P-K4\nblack: protest: my letter was lost")
	rule := func(by string, r game.Ruling, law game.Law) string {
		r.Umpire, r.Reason = by, "so it is"
		objection := game.Objection(s, r, law, begins)
		if objection == "" {
			s = s.Apply(Decide(s, Rule{r, law}, begins)...)
		}
		return texts.Because(objection)
	}
	first := s.Disputes()[0].Seq
	if objection := rule("Walker", game.Ruling{Verb: game.RulesDismissed, Appeal: first}, "II.9"); objection != "" {
		t.Fatal(objection)
	}
	s = s.Apply(Decide(s, letter("appeal: the letter has been found", 1, begins), begins)...)
	d := s.Disputes()[0]
	if d.Ground != game.OnAppeal || s.AppealFrom(d.Seq).Umpire != "Walker" {
		t.Fatalf("%+v, from %+v", d, s.AppealFrom(d.Seq))
	}
	if s.Phase != game.AwaitMove || s.Result != nil {
		t.Error("the ruling does not stand meanwhile")
	}
	if objection := rule("Walker", game.Ruling{Verb: game.RulesAnnulled, Appeal: d.Seq}, "II.9"); !strings.Contains(objection, "another umpire decides it") {
		t.Errorf("%q", objection)
	}
	if objection := rule("Walker", game.Ruling{Verb: game.RulesSuspended, Appeal: d.Seq}, "II.9"); objection != "" {
		t.Errorf("who ruled may let the game stand until the appeal is decided: %q", objection)
	}
	if objection := rule("Lewis", game.Ruling{Verb: game.RulesAnnulled, Appeal: d.Seq}, "II.9"); objection != "" || s.Result == nil {
		t.Errorf("%q", objection)
	}
}

// TestJointSubmission: under a code that says so, a ruling on what both sides have submitted is
// final.
func TestJointSubmission(t *testing.T) {
	s := play(t, "code: staunton-1871\nlate: forfeit\nmoves: e2e4 e7e5\n\nwhite: submit to umpire\nblack: submit to umpire")
	rule := Rule{game.Ruling{Verb: game.RulesDismissed, Appeal: s.Claims()[0].Seq, Umpire: "Walker", Reason: "x"}, "S-Reg XIX"}
	s = s.Apply(Decide(s, rule, begins)...)
	if !s.Decided.Joint {
		t.Fatalf("%+v, claims %+v", s.Decided, s.Claims())
	}
	s = s.Apply(Decide(s, letter("appeal: we are not content", 0, begins), begins)...)
	var appeal int64
	for _, d := range s.Disputes() {
		if d.Ground == game.OnAppeal {
			appeal = d.Seq
		}
	}
	again := game.Ruling{Verb: game.RulesDrawn, Appeal: appeal, Umpire: "Lewis", Reason: "x"}
	if got := game.Objection(s, again, "S-Reg XIV", begins); !strings.Contains(texts.Because(got), "decided for good (S-Reg XIX)") {
		t.Errorf("%q", got)
	}
	again.Verb = game.RulesDismissed
	if got := game.Objection(s, again, "S-Reg XIX", begins); got != "" {
		t.Errorf("%q", got)
	}
}
