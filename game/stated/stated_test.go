package stated

import (
	"fmt"
	"strings"
	"testing"

	"corrd/interpret"
)

// in returns the statements of lines.
func in(lines ...string) []interpret.Statement { return Read(lines) }

func ExampleInOrder() {
	for _, s := range InOrder(in("draw?", "12. P-K4", "if P takes P then Kt takes P", "exact")) {
		fmt.Println(s.Text)
	}
	// Output:
	// exact
	// 12. P-K4
	// if P takes P then Kt takes P
	// draw?
}

func TestContradict(t *testing.T) {
	for lines, want := range map[string]bool{
		"resign":                       false,
		"resign / 12. P-K4":            true,
		"resign / no":                  true,
		"no / resign":                  false,
		"accept draw / decline":        true,
		"exact / waive":                true,
		"adopt 1 / adopt 2":            true,
		"adopt 1 / adopt 1":            false,
		"12. P-K4 / draw? / leave 3":   false,
		"agree / I protest: too early": false,
	} {
		if st := in(strings.Split(lines, " / ")...); Contradict(st) != want {
			t.Errorf("%s: exclude each other: %v (%+v)", lines, !want, st)
		}
	}
}

// TestOneOfEach: of each kind the first acts; the same words again are neither kept nor left, and
// all moves are kept.
func TestOneOfEach(t *testing.T) {
	kept, left := OneOfEach(in("draw?", "draw?", "leave 3", "leave 5", "12. P-K4", "12. P-Q4"))
	if got := Text(kept); got != "draw?\nleave 3\n12. P-K4\n12. P-Q4" {
		t.Errorf("kept:\n%s", got)
	}
	if got := Text(left); got != "leave 5" {
		t.Errorf("left:\n%s", got)
	}
}

// TestChanged: the wire changes the moves of a line and nothing beside them.
func TestChanged(t *testing.T) {
	st := in("12. P-K4", "draw?")
	if got := strings.Join(Changed(st, []string{"P-K5"}), " / "); got != "12. P-K5 / draw?" {
		t.Errorf("the lines arrive as %s", got)
	}
	if !Moves(st) || !StopsClock(st[0]) || StopsClock(st[1]) || AtOffice(st[1].Kind) {
		t.Errorf("what the statements are: %+v", st)
	}
}

// TestOpen: a line that may be part of a hidden series is left out, and a move beside the
// series is not.
func TestOpen(t *testing.T) {
	for _, c := range []struct {
		sealed      bool
		lines, open string
	}{
		{true, "P-K4|if P-K4, Kt-KB3|draw?", "P-K4|draw?"},
		{true, "26. R-K1 P-B3 27. Kt-Q2", ""},
		{true, "adopt 1|P-Q4 or P-K4", "adopt 1|P-Q4 or P-K4"},
		{false, "P-K4|if P-K4, Kt-KB3|If sealed P-Q4, P-Q4", "P-K4|if P-K4, Kt-KB3"},
	} {
		if got := strings.Join(Open(strings.Split(c.lines, "|"), c.sealed), "|"); got != c.open {
			t.Errorf("%q leaves %q", c.lines, got)
		}
	}
}
