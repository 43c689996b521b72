package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
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
			dir := t.TempDir()
			games, err := demoCmd{Dir: dir, Medium: medium}.play(c, &progress)
			if err != nil {
				t.Fatal(err)
			}
			want := []gameSummary{{ID: 1, Result: "1/2-1/2", Law: "II.8(a)", Plies: 70}, {ID: 2, Result: "0-1", Law: "II.9", Plies: 36}}
			for i := range want {
				want[i].LettersIn, want[i].LettersOut, want[i].cards = games[i].LettersIn, games[i].LettersOut, games[i].cards
				if games[i] != want[i] {
					t.Errorf("%+v", games[i])
				}
			}
			cards, _ := filepath.Glob(filepath.Join(dir, "cards", "*.pdf"))
			if least := map[string]int{"post": 106}[medium]; len(cards) < least || least == 0 && len(cards) > 0 {
				t.Errorf("%d cards are left", len(cards))
			}
			for _, card := range cards {
				if octets, err := os.ReadFile(card); err != nil || !bytes.HasPrefix(octets, []byte("%PDF-")) || len(octets) > 200<<10 {
					t.Errorf("%s: %d octets, %v", card, len(octets), err)
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
