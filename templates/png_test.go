package templates

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"corrd/game/board"
	"corrd/interpret/notation"
)

func drawn(t testing.TB, p board.Position, o BoardOptions) (image.Image, []byte) {
	t.Helper()
	var b bytes.Buffer
	if err := BoardPNG(&b, &p, o); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return picture, b.Bytes()
}

// at is the middle of a square as White sees the board.
func at(s board.Square) (x, y int) {
	return margin + s.File()*squareSize + squareSize/2, margin + (7-s.Rank())*squareSize + squareSize/2
}

// TestBoardPNG: men stand where they should, white men are white within their
// outlines on every ground, and the last move is marked.
func TestBoardPNG(t *testing.T) {
	p := board.Array()
	m, _ := board.ParseMove("e2e4")
	after := p.Play(m)
	picture, _ := drawn(t, after, BoardOptions{Last: m})
	for s := board.Square(0); s < board.NoSquare; s++ {
		x, y := at(s)
		man, ok := after.At(s)
		shade := darkShade
		if (s.File()+s.Rank())%2 == 1 {
			shade = lightShade
		}
		if s == m.From() || s == m.To() {
			shade += markedShade
		}
		if ground := picture.At(x-squareSize/2+1, y-squareSize/2+1); ground != grounds[shade] {
			t.Errorf("the corner of %v is %v", s, ground)
		}
		inked, white := 0, 0
		for i := range squareSize * squareSize {
			switch picture.At(x-squareSize/2+i%squareSize, y-squareSize/2+i/squareSize) {
			case ink:
				inked++
			case body:
				white++
			}
		}
		switch {
		case !ok && inked+white > 0:
			t.Errorf("something stands on %v", s)
		case ok && man.Side == board.White && white < 150:
			t.Errorf("the %v on %v is not white", man.Kind, s)
		case ok && man.Side == board.Black && inked < 400:
			t.Errorf("the %v on %v is not black", man.Kind, s)
		}
	}
}

// TestBoardPNGSides: Black's view is another picture, the same twice is the same.
func TestBoardPNGSides(t *testing.T) {
	p := board.Array()
	_, white := drawn(t, p, BoardOptions{})
	_, again := drawn(t, p, BoardOptions{})
	_, black := drawn(t, p, BoardOptions{From: board.Black})
	_, letters := drawn(t, p, BoardOptions{Notation: notation.Algebraic})
	_, pieces := drawn(t, p, BoardOptions{Notation: notation.Descriptive | notation.Numeric})
	_, mixed := drawn(t, p, BoardOptions{Notation: both})
	if !bytes.Equal(white, again) {
		t.Error("the same board differs")
	}
	if !bytes.Equal(white, pieces) {
		t.Error("the files are not named by the pieces")
	}
	if bytes.Equal(white, black) || bytes.Equal(white, letters) || bytes.Equal(mixed, white) || bytes.Equal(mixed, letters) {
		t.Error("the options change nothing")
	}
	if len(white) > 16<<10 {
		t.Errorf("a board of %d octets", len(white))
	}
}

// TestGlyphs: every outline is closed within its em.
func TestGlyphs(t *testing.T) {
	for r, g := range glyphs {
		if g.advance <= 0 || len(g.contours()) == 0 {
			t.Errorf("%c has no outline", r)
		}
		for _, s := range g.segments() {
			want := 1
			if s.op == 'Q' {
				want = 2
			}
			if len(s.args) != want {
				t.Errorf("%c: a segment %c with %d points", r, s.op, len(s.args))
			}
		}
	}
}

func BenchmarkBoardPNG(b *testing.B) {
	p := board.Array()
	for b.Loop() {
		var out bytes.Buffer
		if err := BoardPNG(&out, &p, BoardOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGame renders a letter, with its board drawn and without.
func BenchmarkGame(b *testing.B) {
	for _, diagram := range []string{"on", "off"} {
		b.Run("diagram="+diagram, func(b *testing.B) {
			g := play(&testing.T{}, scene{settings: map[string]string{"diagram": diagram}, script: []string{"white: P-K4", "black: P-K4", "white: Kt-KB3"}})
			l := g.letters[len(g.letters)-1].letter
			for b.Loop() {
				if _, err := Game(l); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
