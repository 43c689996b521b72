package picture

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"

	"corrd/game/board"
)

// named are names as letters have them.
var named = Names{
	Above: [8]string{"QR", "QKt", "QB", "Q", "K", "KB", "KKt", "KR"},
	Below: [8]string{"a", "b", "c", "d", "e", "f", "g", "h"},
	Left:  [8]string{"8", "7", "6", "5", "4", "3", "2", "1"},
	Right: [8]string{"1", "2", "3", "4", "5", "6", "7", "8"},
}

func drawn(t testing.TB, p board.Position, o Options) (image.Image, []byte) {
	t.Helper()
	var b bytes.Buffer
	if err := Board(&b, &p, o); err != nil {
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

// TestBoard: men stand where they should, white men are white within their
// outlines on every ground, and the last move is marked.
func TestBoard(t *testing.T) {
	p := board.Array()
	m, _ := board.ParseMove("e2e4")
	after := p.Play(m)
	picture, _ := drawn(t, after, Options{Last: m})
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
		corner, within := picture.At(x-squareSize/2+1, y-squareSize/2+1), picture.At(x-squareSize/2+ringWidth, y-squareSize/2+ringWidth)
		if want := palette[grounds[shade].plain]; within != want || shade < markedShade && corner != want || shade >= markedShade && corner != palette[ring] {
			t.Errorf("the corner of %v is %v, and %v within", s, corner, within)
		}
		inked, white := 0, 0
		for i := range squareSize * squareSize {
			switch picture.At(x-squareSize/2+i%squareSize, y-squareSize/2+i/squareSize) {
			case palette[ink]:
				inked++
			case palette[body]:
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

// TestBoardIsSmall: a board is of 13 colours, four bits a pixel, and of 9 kB at most.
func TestBoardIsSmall(t *testing.T) {
	m, _ := board.ParseMove("e2e4")
	p := board.Array()
	p = p.Play(m)
	for _, o := range []Options{{Last: m, Names: named}, {From: board.Black, Last: m, Names: named}} {
		picture, raw := drawn(t, p, o)
		colours := picture.(*image.Paletted).Palette
		if bits := raw[24]; len(colours) != 13 || bits != 4 || len(raw) > 9000 {
			t.Errorf("a board of %d octets, %d colours, %d bits a pixel", len(raw), len(colours), bits)
		}
	}
}

// TestPixels: the pixels of a board are those of the first pictures that corrd drew, which a slow
// encoder wrote.
func TestPixels(t *testing.T) {
	for _, c := range []struct {
		fen, last string
		from      board.Side
		want      string
	}{
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "e2e4", board.White, "e62dfbc5687cb09f973189790114713e07ceff8513f392713c633a46af7d830b"},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "", board.Black, "73999e617440196359f42490e69e8ac3ddc343a4f2e6472c850b124a52db34dd"},
		{"8/8/8/8/8/8/8/8 w - - 0 1", "", board.White, "27001e6e3e4ff0ca5be57befcda4d2b6f77c0cf0f91687512a0f1003ba00c53c"},
		{"7k/P7/8/3q4/8/1B6/8/K6r b - - 0 1", "a1a8", board.Black, "8dbf88777786a2b0b3913c98bef69e756b0748d5327c02935527b01b2b200d07"},
	} {
		p, err := board.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		last, _ := board.ParseMove(c.last)
		picture, _ := drawn(t, p, Options{From: c.from, Last: last, Names: named})
		if got := fmt.Sprintf("%x", sha256.Sum256(picture.(*image.Paletted).Pix)); got != c.want {
			t.Errorf("%s: the pixels differ: %s", c.fen, got)
		}
	}
}

// TestContrast: the mark of the last move stands out at 3:1 from every ground, the
// names round the board at 3:1 from white paper and from black (the Web Content Accessibility Guidelines, 1.4.11).
func TestContrast(t *testing.T) {
	white, black := color.Color(color.White), color.Color(color.Black)
	for _, pair := range [][2]color.Color{
		{palette[ring], palette[lightGround]}, {palette[ring], palette[darkGround]}, {palette[ring], palette[markedLight]}, {palette[ring], palette[markedDark]},
		{palette[nameInk], white}, {palette[nameInk], black},
	} {
		if ratio := contrast(pair[0], pair[1]); ratio < 3 {
			t.Errorf("%v on %v: %.2f to 1", pair[0], pair[1], ratio)
		}
	}
}

// contrast is the ratio of the luminances of two colours, by the Web Content Accessibility Guidelines.
func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		s := float64(v) / 0xffff
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
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

func BenchmarkBoard(b *testing.B) {
	p := board.Array()
	for b.Loop() {
		var out bytes.Buffer
		if err := Board(&out, &p, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
