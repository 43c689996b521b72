package templates

import (
	"bytes"
	"testing"

	"corrd/game/board"
	"corrd/interpret/notation"
)

func pngOf(t *testing.T, p board.Position, o BoardOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := BoardPNG(&b, &p, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestBoardPNGSides: Black's view is another picture than White's, and the same view drawn twice is
// the same to the octet.
func TestBoardPNGSides(t *testing.T) {
	p := board.Array()
	white := pngOf(t, p, BoardOptions{})
	again := pngOf(t, p, BoardOptions{})
	black := pngOf(t, p, BoardOptions{From: board.Black})
	letters := pngOf(t, p, BoardOptions{Notation: notation.Algebraic})
	pieces := pngOf(t, p, BoardOptions{Notation: notation.Descriptive | notation.Numeric})
	mixed := pngOf(t, p, BoardOptions{Notation: both})
	if !bytes.Equal(white, again) {
		t.Error("the same board differs")
	}
	if !bytes.Equal(white, pieces) {
		t.Error("the files are not named by the pieces")
	}
	for name, pair := range map[string][2][]byte{"black": {white, black}, "letters": {white, letters}, "mixed": {mixed, white}, "mixed beside letters": {mixed, letters}} {
		if bytes.Equal(pair[0], pair[1]) {
			t.Errorf("the option changes nothing: %s", name)
		}
	}
}

// BenchmarkGame renders a letter, with its board drawn and without.
func BenchmarkGame(b *testing.B) {
	for _, diagram := range []string{"on", "off"} {
		b.Run("diagram="+diagram, func(b *testing.B) {
			g := staged(&testing.T{}, scene{settings: map[string]string{"diagram": diagram}, script: []string{"white: P-K4", "black: P-K4", "white: Kt-KB3"}})
			l := g.letters[len(g.letters)-1].letter
			for b.Loop() {
				if _, err := Game(l); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
