package templates

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret/notation"
	"corrd/mailer"
)

// The most that an ordinary letter of a game takes: octets as it goes over the wire,
// its board with it, but for signatures; and words of its plain text.
const (
	mostOctets = 21_500
	mostWords  = 300
)

// leastHTML is the length in octets from which filters of spam no longer take a letter that shows a
// picture for a picture with next to no words (HTML_IMAGE_ONLY_32: 3200), with a hundred more.
const leastHTML = 3300

// historic is a whole game that was played by letters, as its players would write it.
func historic(t *testing.T, name string) []string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "cmd", "internal", "local", name))
	if err != nil {
		t.Fatal(err)
	}
	g := sit(t, nil, nil)
	var script []string
	position := g.state.Position
	for line := range strings.Lines(string(raw)) {
		if strings.Contains(line, ": ") {
			continue
		}
		for _, san := range strings.Fields(line) {
			moves := position.Moves(nil)
			at := slices.IndexFunc(moves, func(m board.Move) bool { return notation.SAN(&position, m) == san })
			if at < 0 {
				t.Fatalf("%s is no move", san)
			}
			m := moves[at]
			script = append(script, position.SideToMove().String()+": "+notation.Short(&position, m))
			position = position.Play(m)
		}
	}
	return script
}

// TestLettersOfAGameAreShort: in a whole game, under every code, no letter is longer than its
// limit, except letters that tell the terms or print words of the law.
func TestLettersOfAGameAreShort(t *testing.T) {
	script := historic(t, "london-edinburgh-1824.txt")
	if testing.Short() {
		script = script[:16]
	}
	for _, code := range terms.Codes {
		g := sit(t, map[string]string{"code": code, "late": "forfeit", "umpire": "carol@example.org"}, nil)
		octets, words, letters := 0, 0, 0
		for i, step := range script {
			g.step(step)
			for _, l := range g.letters {
				p := l.page(t)
				raw, err := p.Bytes(mailer.Address{Name: "corrd", Address: "corrd@club.example"})
				if err != nil {
					t.Fatal(err)
				}
				n := len(strings.Fields(p.Text))
				if i < 2 || strings.Contains(p.Text, "\nThe law, ") {
					continue
				}
				octets, words = max(octets, len(raw)), max(words, n)
				if letters++; len(raw) > mostOctets || n > mostWords {
					t.Errorf("%s: letter %s after %q has %d octets and %d words", code, l.name(), step, len(raw), n)
				}
			}
		}
		if t.Logf("%s: %d letters; the longest has %d octets, the wordiest %d words", code, letters, octets, words); letters < len(script) {
			t.Errorf("%s: only %d letters", code, letters)
		}
	}
}

// TestPicturesAreAmongWords: the HTML of every letter with a picture has enough words beside the
// picture.
func TestPicturesAreAmongWords(t *testing.T) {
	for name, p := range pages(t) {
		if len(p.Inline) > 0 && len(p.HTML) < leastHTML {
			t.Errorf("%s: %d octets of HTML beside a picture", name, len(p.HTML))
		}
	}
}

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
