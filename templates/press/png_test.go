package press

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"corrd/game/board"
)

// named are names as letters have them.
var named = Names{
	Above: [8]string{"QR", "QKt", "QB", "Q", "K", "KB", "KKt", "KR"},
	Below: [8]string{"a", "b", "c", "d", "e", "f", "g", "h"},
	Left:  [8]string{"8", "7", "6", "5", "4", "3", "2", "1"},
	Right: [8]string{"1", "2", "3", "4", "5", "6", "7", "8"},
}

func drawn(t interface {
	Helper()
	Fatal(...any)
}, p board.Position, o Options) (image.Image, []byte) {
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
			case palette[pixelInk]:
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

// TestBoardIsSmall: a board has a palette for four bits a pixel, and 9 kB at most from the array to
// the end of a game in which nothing is taken for long.
func TestBoardIsSmall(t *testing.T) {
	p := board.Array()
	for _, move := range strings.Fields("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 b1d2 a7a6 h2h3 h7h6 d2f1 c6e7 f1g3 e7g6 c1e3 c8e6 d1b3 d8d7 a2a4 b7b5") {
		m, _ := board.ParseMove(move)
		p = p.Play(m)
		for _, side := range []board.Side{board.White, board.Black} {
			picture, raw := drawn(t, p, Options{From: side, Last: m, Names: named})
			colours := picture.(*image.Paletted).Palette
			if bits := raw[24]; len(colours) > 16 || bits != 4 || len(raw) > 9000 {
				t.Errorf("after %s, a board of %d octets, %d colours, %d bits a pixel", move, len(raw), len(colours), bits)
			}
		}
	}
}

// TestAnyBoard: whatever stands on the squares, the picture is the one that a slow painter makes.
func TestAnyBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p board.Position
		for s := board.Square(0); s < board.NoSquare; s++ {
			if kind := rapid.IntRange(0, 2*int(board.King)).Draw(t, "man"); kind >= int(board.Pawn) && kind <= int(board.King) {
				side := rapid.SampledFrom([]board.Side{board.White, board.Black}).Draw(t, "side")
				p = p.Put(s, board.Man{Side: side, Kind: board.Kind(kind)})
			}
		}
		o := Options{Names: named, From: rapid.SampledFrom([]board.Side{board.White, board.Black}).Draw(t, "from")}
		o.Last, _ = board.ParseMove(rapid.SampledFrom([]string{"", "e2e4", "a8h1", "g1f3"}).Draw(t, "last"))
		picture, _ := drawn(t, p, o)
		if !bytes.Equal(seen(picture), seen(painted(&p, o))) {
			t.Fatal("the picture differs")
		}
	})
}

// TestGalleryIsSmall: what a gallery returns is what is drawn, whether it has it or not, and
// however many scenes it is asked for.
func TestGalleryIsSmall(t *testing.T) {
	var g gallery
	var p board.Position
	for i := range 2*galleryRoom + 2 {
		at := p.Put(board.Square(i%64), board.Man{Side: board.White, Kind: board.Kind(1 + i/64%5)})
		s := Options{From: board.Side(i / 320 % 2)}.scene(&at)
		first := g.picture(s)
		if again := g.picture(s); !bytes.Equal(again, first) || i%50 == 0 && !bytes.Equal(s.draw(), first) {
			t.Errorf("scene %d is drawn in two ways", i)
		}
		if len(g.pictures) > galleryRoom {
			t.Fatalf("%d pictures are kept", len(g.pictures))
		}
	}
}

// painted is a picture drawn pixel by pixel.
func painted(p *board.Position, o Options) image.Image {
	picture := image.NewPaletted(image.Rect(0, 0, boardSize, boardSize), palette)
	o.Names.draw(picture)
	for i := range 64 {
		s := o.sprite(p, i%8, i/8)
		line, whole := image.NewAlpha(image.Rect(0, 0, squareSize, squareSize)), image.NewAlpha(image.Rect(0, 0, squareSize, squareSize))
		if s.kind != 0 {
			line, whole = manMasks(s.side, s.kind)
		}
		corner := image.Pt(margin+i%8*squareSize, margin+i/8*squareSize)
		draw.Draw(picture, image.Rectangle{corner, corner.Add(image.Pt(squareSize, squareSize))}, s.shade.paint(line, whole), image.Point{}, draw.Src)
	}
	return picture
}

// TestPixels: the pixels of a board are those of the first pictures that corrd drew, which a slow
// encoder wrote.
func TestPixels(t *testing.T) {
	for _, c := range []struct {
		fen, last string
		from      board.Side
		want      string
	}{
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "e2e4", board.White, "499155437db3a33dacb7962a72b7ed8a56917e1e2581a8c8167679b88196706e"},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "", board.Black, "5724697993f2d7bdfc1aadee5d6459d9926019810b657d82d7ace341939d1207"},
		{"8/8/8/8/8/8/8/8 w - - 0 1", "", board.White, "a057ee9585e84a7aca0951cf98f7a3e84e3005175f4404f55f878d3096bbe17f"},
		{"7k/P7/8/3q4/8/1B6/8/K6r b - - 0 1", "a1a8", board.Black, "7e28f302cea1cb55e2c07588b85a9c1b632b0bb3e0fd46bf25dc5c94905b4d7e"},
	} {
		p, err := board.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		last, _ := board.ParseMove(c.last)
		picture, _ := drawn(t, p, Options{From: c.from, Last: last, Names: named})
		if got := fmt.Sprintf("%x", sha256.Sum256(seen(picture))); got != c.want {
			t.Errorf("%s: the pixels differ: %s", c.fen, got)
		}
	}
}

// seen are the colours of the pixels of a picture, of four octets each.
func seen(picture image.Image) []byte {
	all := image.NewNRGBA(picture.Bounds())
	draw.Draw(all, all.Rect, picture, image.Point{}, draw.Src)
	return all.Pix
}

// TestContrast: the mark of the last move stands out at 3:1 from every ground, the names round the
// board at 3:1 from white paper and from black (the Web Content Accessibility Guidelines, 1.4.11).
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

// contrast is the ratio of the luminances of two colours, by the Web Content Accessibility
// Guidelines.
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
		s := Options{}.scene(&p)
		s.draw()
	}
}
