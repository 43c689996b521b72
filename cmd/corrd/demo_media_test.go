package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// TestDemoTravels plays the demo by post and by telegraph: what befalls letters on the way
// befalls some, and the games end as they did.
func TestDemoTravels(t *testing.T) {
	if testing.Short() {
		t.Skip("two historic matches by each carrier")
	}
	for medium, befalls := range map[string][]string{
		"post":      {"lost on the way", "a repeat", "cross on the way"},
		"telegraph": {"came as", "cross on the way", ", 6d"},
	} {
		t.Run(medium, func(t *testing.T) {
			t.Parallel()
			var progress bytes.Buffer
			c := &console{ctx: context.Background(), out: &progress, err: &progress}
			games, err := demoCmd{Dir: t.TempDir(), Medium: medium}.play(c, &progress)
			if err != nil {
				t.Fatal(err)
			}
			want := []gameSummary{{ID: 1, Result: "1/2-1/2", Law: "II.8(a)", Plies: 70}, {ID: 2, Result: "0-1", Law: "II.9", Plies: 36}}
			for i := range want {
				want[i].LettersIn, want[i].LettersOut = games[i].LettersIn, games[i].LettersOut
				if games[i] != want[i] {
					t.Errorf("%+v", games[i])
				}
			}
			for _, what := range befalls {
				if !strings.Contains(progress.String(), what) {
					t.Errorf("nothing that happened is %q", what)
				}
			}
		})
	}
}
