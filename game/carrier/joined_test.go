package carrier

import (
	"slices"
	"strings"
	"testing"
)

// TestJoined: words run together are found, and nothing else is taken for such.
func TestJoined(t *testing.T) {
	for text, want := range map[string][]string{
		"exactpenalty":                                {"exactpenalty"},
		"I AcceptDraw, and offerdraw no more":         {"AcceptDraw", "offerdraw"},
		"waivethepenalty kingtakespawn bishop's move": {"waivethepenalty", "kingtakespawn"},
		"repeat'retract":                              {"repeatretract"},
	} {
		if got := Joined(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"P-K4", "PK4", "PtoK4", "KtKB3", "GEGOSESO", "EFEHEFEH", "5254", "exact penalty", "accept-draw", "withdraw withdrawal drawbridge checkmate",
		"kingside queenside kingpawn rookpawn mother-in-law yourself gamekeeper kingfisher", "agreement acceptance repetitions offering drawing resignation umpires", "sealskin moveselse", "exactpenaltyx", ""} {
		if got := Joined(text); got != nil {
			t.Errorf("%q: %q", text, got)
		}
	}
	if joins(strings.Repeat("draw", 5000) + "x") {
		t.Error("letters that end in no word are made of words")
	}
}
