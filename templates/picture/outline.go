package picture

import (
	"image"
	"image/draw"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

// glyph is the outline of one character and the room it takes on a line.
type glyph struct {
	advance int // in 2048ths of an em
	path    string
}

const em = 2048

// point is a place of an outline.
type point struct{ x, y float32 }

// segment is one step of an outline: 'M', 'L' or 'Q', with its end last.
type segment struct {
	op   byte
	args []point
}

// segments reads the path.
func (g glyph) segments() []segment {
	var list []segment
	rest := g.path
	for rest != "" {
		end := strings.IndexAny(rest[1:], "MLQ") + 1
		if end == 0 {
			end = len(rest)
		}
		list = append(list, segment{rest[0], points(rest[1:end])})
		rest = rest[end:]
	}
	return list
}

func points(text string) []point {
	var list []point
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); i += 2 {
		x, _ := strconv.Atoi(words[i])
		y, _ := strconv.Atoi(words[i+1])
		list = append(list, point{float32(x), float32(y)})
	}
	return list
}

// contours are the closed lines of the outline, each a path of its own.
func (g glyph) contours() [][]segment {
	var list [][]segment
	for _, s := range g.segments() {
		if s.op == 'M' {
			list = append(list, nil)
		}
		list[len(list)-1] = append(list[len(list)-1], s)
	}
	return list
}

// frame places an outline in a picture: scaled, then moved.
type frame struct{ scale, x, y float32 }

func (f frame) at(p point) (x, y float32) { return p.x*f.scale + f.x, p.y*f.scale + f.y }

// cover is how much of each pixel of a picture w by h lies within the contours.
func (f frame) cover(w, h int, contours ...[]segment) *image.Alpha {
	z := vector.NewRasterizer(w, h)
	for _, contour := range contours {
		f.trace(z, contour)
	}
	mask := image.NewAlpha(image.Rect(0, 0, w, h))
	z.DrawOp = draw.Src
	z.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	return mask
}

func (f frame) trace(z *vector.Rasterizer, contour []segment) {
	for _, s := range contour {
		x, y := f.at(s.args[len(s.args)-1])
		switch s.op {
		case 'M':
			z.MoveTo(x, y)
		case 'L':
			z.LineTo(x, y)
		case 'Q':
			cx, cy := f.at(s.args[0])
			z.QuadTo(cx, cy, x, y)
		}
	}
	z.ClosePath()
}

// silhouette is everything within the outer line of a glyph, holes included.
func (f frame) silhouette(w, h int, g glyph) *image.Alpha {
	whole := image.NewAlpha(image.Rect(0, 0, w, h))
	for _, contour := range g.contours() {
		for i, a := range f.cover(w, h, contour).Pix {
			whole.Pix[i] = max(whole.Pix[i], a)
		}
	}
	return whole
}
