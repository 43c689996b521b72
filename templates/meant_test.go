package templates

import (
	"strings"
	"testing"
)

// TestMeantOnce has each side read once what doubtful words were to mean, whoever has said so, and
// no side read that it has stated what the other side has.
func TestMeantOnce(t *testing.T) {
	staunton := map[string]string{"code": "staunton-1871", "late": "forfeit"}
	for last, want := range map[string]string{
		"white: intend 2":                    `meant 1. Kt-KB3 (Nf3)`,
		"umpire: intention S-Corr-VIII g1f3": `The words "Kt-B3" are taken to mean 1. Kt-KB3 (Nf3)`,
	} {
		g := staged(t, scene{terms: staunton, script: []string{"white: Kt-B3", "black: P-K4", "wait 73h", last}})
		if len(g.letters) != 2 {
			t.Fatalf("%s: %d letters, want 2", last, len(g.letters))
		}
		for _, l := range g.letters {
			text := strings.Join(strings.Fields(l.page(t).Text), " ")
			if strings.Count(text, "1. Kt-KB3 (Nf3)") != 1 || !strings.Contains(text, want) || strings.Contains(text, "You have stated") {
				t.Errorf("%s: the letter %s says\n%s", last, l.name(), l.page(t).Text)
			}
			if strings.Contains(text, "Black's claim") {
				t.Errorf("%s: the letter %s says that Black has claimed\n%s", last, l.name(), text)
			}
		}
	}
}
