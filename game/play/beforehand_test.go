package play

import (
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/templates/texts"
)

// written reads terms parted by commas.
func written(text string) (all []interpret.Term) {
	for _, s := range interpret.Parse("challenge bob@example.org, " + text).Statements {
		all = append(all, s.Terms...)
	}
	return all
}

// demanding is a code that has the players agree beforehand, names one man to be given at
// odds, has rules annexed, and has check announced.
func demanding(t *testing.T) {
	under(t, codes.Code{ID: "british-1899", Title: "the Demanding Code",
		Beforehand: codes.Under("D1", codes.Beforehand{"late", "umpire"}), Annexes: codes.Under("D2", codes.Annexes{"american-1897"}),
		Check: codes.Under("D3", codes.NeedNotBeMet), OddsMen: codes.Under("D4", codes.Homes{board.Pawn: 5})})
	codes.All = codes.All[len(codes.All)-1:]
}

func TestTermsOfAnotherCode(t *testing.T) {
	for text, says := range map[string]string{
		"check announced":                        "Under The British Chess Code",
		"code american-1897, check announced":    "Under The American Chess Code",
		"annex staunton-1871":                    "The British Chess Code",
		"code american-1897, annex british-1899": "The American Chess Code",
	} {
		if _, refusal := codes.ParseChallenge(written(text), terms.Default(), true); !strings.Contains(texts.Because(refusal), says) {
			t.Errorf("%s: %q", text, refusal)
		}
	}
	defaults := terms.Default()
	defaults.Check, defaults.Annex = terms.Announced, "british-1899"
	if got, refusal := codes.ParseChallenge(nil, defaults, true); refusal != "" || got.Check != "" || got.Annex != "" {
		t.Errorf("terms of another code that nobody has written: %q %+v", refusal, got)
	}
}

func TestTermsThatACodeRequires(t *testing.T) {
	demanding(t)
	for _, c := range []struct {
		text    string
		umpired bool
		says    string // of the refusal; "": none
	}{
		{"late forfeit", true, ""},
		{"late umpire, umpire carol@example.org", false, ""},
		{"time none", true, "Under the Demanding Code the players agree beforehand, in writing, on what follows when a player is late (D1)"},
		{"late fine", false, "on an umpire (D1), and this server has none"},
		{"late fine, annex staunton-1871", true, "To the Demanding Code the rules of staunton-1871 cannot be annexed; the term \"annex\" is one of: american-1897."},
		{"late fine, check unannounced", true, ""},
		{"late fine, odds knight given by white", true, "the Demanding Code does not say which knight is given at odds: write \"odds king's knight\""},
		{"late fine, odds queen's knight given by white", true, ""},
		{"late fine, odds pawn and move given by white", true, ""},
		{"late fine, odds exchange given by white", true, ""},
	} {
		got, refusal := codes.ParseChallenge(written(c.text), terms.Default(), c.umpired)
		if !strings.Contains(texts.Because(refusal), c.says) || (c.says == "") != (refusal == "") {
			t.Errorf("%s: %q does not say %q", c.text, refusal, c.says)
		}
		if refusal == "" && got.Annex != "american-1897" {
			t.Errorf("%s: the annex is %q", c.text, got.Annex)
		}
	}
	if _, refusal := codes.ParseTerms(written("time none"), terms.Default()); refusal != "" {
		t.Errorf("in a game that has begun: %q", refusal)
	}
}
