package press

import (
	"fmt"
	"slices"

	"golang.org/x/text/unicode/norm"

	"corrd/game/board"
	"corrd/templates/texts"
)

// The measures of a card and of a sheet, in millimetres.
const (
	wide, high           = 148.0, 105.0 // A6
	sheetWide, sheetHigh = 210.0, 297.0 // A4
	edge                 = 7.0          // from the edge of a card to what stands on it
)

// leaf is one side of paper as it is to be printed.
type leaf struct {
	front, back func(s *sheet)
}

// Cards draws cards, each on leaves of A6 whose two sides follow each other: the card, what does
// not find room on it, and the card for the answer. On sheets two leaves stand on A4, one above the
// other, to be printed on both sides and cut.
func Cards(cards []Card, onSheets bool) ([]byte, error) {
	faces, err := newFaces()
	if err != nil {
		return nil, err
	}
	var leaves []leaf
	for _, c := range cards {
		leaves = append(leaves, c.composed().leaves(faces)...)
	}
	return pressed(pagesOf(leaves, onSheets), faces, ""), nil
}

// pagesOf lays leaves out on pages.
func pagesOf(leaves []leaf, onSheets bool) (pages []page) {
	if !onSheets {
		for _, l := range leaves {
			pages = append(pages, page{wide, high, l.front}, page{wide, high, l.back})
		}
		return pages
	}
	const each = 2
	for len(leaves) > 0 {
		two := leaves[:min(each, len(leaves))]
		leaves = leaves[len(two):]
		for _, side := range []func(l leaf) func(*sheet){func(l leaf) func(*sheet) { return l.front }, func(l leaf) func(*sheet) { return l.back }} {
			pages = append(pages, page{sheetWide, sheetHigh, func(s *sheet) {
				for i, l := range two {
					s.dx, s.dy = (sheetWide-wide)/2, (sheetHigh-each*high)/2+float64(i)*high
					s.cropMarks()
					side(l)(s)
				}
				s.dx, s.dy = 0, 0
			}})
		}
	}
	return pages
}

// cropMarks draws where a card is cut out of a sheet.
func (s *sheet) cropMarks() {
	const from, to = 2.0, 7.0
	for _, x := range []float64{0, wide} {
		out := from
		if x == 0 {
			out = -from
		}
		for _, y := range []float64{0, high} {
			s.line(sepia, 0.1, x+out, y, x+out*to/from, y)
		}
	}
}

// leaves returns the leaves of a card.
func (c Card) leaves(faces *[styles]*face) []leaf {
	rest := c.message(&sheet{faces: faces})
	all := []leaf{{c.address, func(s *sheet) { c.message(s) }}}
	for len(rest) > 0 {
		words := rest
		rest = c.further(&sheet{faces: faces}, words)
		number := len(all) + 1
		all = append(all, leaf{func(s *sheet) { c.further(s, words); c.folio(s, number) }, func(*sheet) {}})
	}
	if c.Answer != nil {
		all = append(all, leaf{c.reply, c.form})
	}
	return all
}

// folio numbers a leaf that goes with a card.
func (c Card) folio(s *sheet, number int) {
	s.centred(typeset{italic, 8, sepia, 0}, wide/2, high-edge-1.2, texts.Say("printed further leaf", c.Number, number))
}

// frame draws the border of a side: a thick and a thin line, and a quarter circle in each corner.
func (s *sheet) frame() {
	const out, in = 3.4, 4.5
	s.rectangle(sepia, 0.55, out, out, wide-2*out, high-2*out)
	s.rectangle(sepia, 0.15, in, in, wide-2*in, high-2*in)
	for _, x := range []float64{in, wide - in} {
		for _, y := range []float64{in, high - in} {
			s.corner(x, y, x > wide/2, y > high/2)
		}
	}
}

// corner draws the ornament of a corner: a little fan of arcs that opens to the middle of the card.
func (s *sheet) corner(x, y float64, right, low bool) {
	h, v := 1.0, 1.0
	if right {
		h = -1
	}
	if low {
		v = -1
	}
	const round = 0.5523 // the control points of a quarter circle
	for _, r := range []float64{2.2, 3.2, 4.2} {
		s.stroke(sepia, 0.16)
		s.printf("%s m %s %s %s c S", s.at(x+h*r, y), s.at(x+h*r, y+v*r*round), s.at(x+h*r*round, y+v*r), s.at(x, y+v*r))
	}
	s.fill(sepia)
	s.printf("%s m %s l %s l f", s.at(x, y), s.at(x+h*1.3, y), s.at(x, y+v*1.3))
}

// rule draws an ornamental rule: a line that swells to a lozenge in its middle.
func (s *sheet) rule(x, y, half float64) {
	const lozenge = 0.8
	s.line(sepia, 0.18, x-half, y, x-1.6, y)
	s.line(sepia, 0.18, x+1.6, y, x+half, y)
	s.fill(sepia)
	s.printf("%s m %s l %s l %s l f", s.at(x-lozenge*1.4, y), s.at(x, y-lozenge), s.at(x+lozenge*1.4, y), s.at(x, y+lozenge))
	for _, side := range []float64{-1, 1} {
		s.printf("%s m %s l %s l %s l f", s.at(x+side*half-0.5, y), s.at(x+side*half, y-0.4), s.at(x+side*half+0.5, y), s.at(x+side*half, y+0.4))
	}
}

// square is the side of a square of the board of a card, in millimetres.
const square = 6.1

// board draws the position with the names of the squares.
func (c Card) board(s *sheet, x, y float64) {
	x += 3.6
	d := diagram{position: c.Position, from: c.From, square: square}
	if c.Last != board.Pass {
		d.marked = []board.Square{c.Last.From(), c.Last.To()}
	}
	s.diagram(d, x, y)
	name := typeset{roman, 6.2, sepia, 0}
	for row := range 8 {
		rank, file := 8-row, row
		if c.From == board.Black {
			rank, file = row+1, 7-row
		}
		s.right(name, x-1.6, y+(float64(row)+0.62)*square, fmt.Sprint(rank))
		s.centred(name, x+(float64(row)+0.5)*square, y+8*square+3.2, string(rune('a'+file)))
	}
}

// A diagram is a position as it is printed.
type diagram struct {
	position *board.Position
	from     board.Side     // whose men are at the foot
	square   float64        // the side of a square
	marked   []board.Square // the squares of a move
}

// diagram draws a position, as the printers did: the dark squares are hatched, and the men are
// outlines.
func (s *sheet) diagram(d diagram, x, y float64) {
	all := 8 * d.square
	s.rectangle(sepia, 0.5, x-0.8, y-0.8, all+1.6, all+1.6)
	s.rectangle(sepia, 0.15, x, y, all, all)
	for row := range 8 {
		for column := range 8 {
			at := board.At(column, 7-row)
			if d.from == board.Black {
				at = board.At(7-column, row)
			}
			left, top := x+float64(column)*d.square, y+float64(row)*d.square
			if (row+column)%2 == 1 {
				s.hatch(left, top, d.square)
			}
			if slices.Contains(d.marked, at) {
				s.rectangle(black, 0.45, left+0.35, top+0.35, d.square-0.7, d.square-0.7)
			}
			if man, stands := d.position.At(at); stands {
				s.man(ManOutline(man.Side, man.Kind), left, top, d.square)
			}
		}
	}
}

// hatch draws a dark square: lines that rise from the left.
func (s *sheet) hatch(x, y, square float64) {
	s.stroke(sepia, 0.14)
	step := square / 7
	for i := 1; i < 14; i++ {
		d := float64(i) * step
		from, to := max(0, d-square), min(d, square)
		s.printf("%s m %s l S", s.at(x+from, y+d-from), s.at(x+to, y+d-to))
	}
}

// man draws a man on a square: white within its outer line, and then its lines.
func (s *sheet) man(o Outline, x, y, square float64) {
	size := square * 1.02
	scale := size / float64(o.Em)
	dx := x + (square-float64(o.Advance)*scale)/2
	dy := y + square*0.865
	at := func(p [2]float64) string { return s.at(dx+p[0]*scale, dy+p[1]*scale) }
	trace := func(contour []Step) {
		var last [2]float64
		for _, step := range contour {
			switch step.Op {
			case 'M':
				s.printf("%s m", at(step.To))
			case 'L':
				s.printf("%s l", at(step.To))
			case 'Q':
				s.printf("%s %s %s c", at(towards(last, step.Control)), at(towards(step.To, step.Control)), at(step.To))
			}
			last = step.To
		}
		s.printf("h")
	}
	s.fill(white)
	for _, contour := range o.Contours {
		trace(contour)
		s.printf("f")
	}
	s.fill(black)
	for _, contour := range o.Contours {
		trace(contour)
	}
	s.printf("f")
}

// towards returns the place two thirds of the way from a place to a control point.
func towards(from, control [2]float64) [2]float64 {
	return [2]float64{from[0] + (control[0]-from[0])*2/3, from[1] + (control[1]-from[1])*2/3}
}

// titlePage draws the first page of a book within its border.
func (b Book) titlePage(s *sheet, w, h float64) {
	const out, in = 17.0, 19.2
	s.rectangle(sepia, 0.7, out, out, w-2*out, h-2*out)
	s.rectangle(sepia, 0.15, in, in, w-2*in, h-2*in)
	for _, x := range []float64{in, w - in} {
		for _, y := range []float64{in, h - in} {
			s.corner(x, y, x > w/2, y > h/2)
		}
	}
	y := h * 0.155
	y = s.column(typeset{capitals, 10.5, sepia, 0.55}, w, y, b.Club)
	s.line(sepia, 0.12, w/2-15, y-1.5, w/2+15, y-1.5)
	y = s.column(typeset{capitals, 27, black, 1.9}, w, y+15, b.Heading)
	y = s.column(typeset{italic, 12, sepia, 0}, w, y-1, b.Kind)
	s.rule(w/2, y+5, 30)
	y = s.player(w, y+24, b.Players[0])
	y = s.column(typeset{italic, 12, sepia, 0}, w, y+4, b.Against)
	y = s.player(w, y+6, b.Players[1])
	s.rule(w/2, y+5, 30)
	y += 18
	for _, line := range b.Conditions {
		y = s.column(typeset{roman, 11, black, 0}, w, y, line)
	}
	y += 9
	if b.Score != "" {
		y = s.column(typeset{roman, 20, black, 0.5}, w, y, b.Score)
	}
	s.column(typeset{italic, 12, black, 0}, w, y, b.Ended)
	foot := h - in - 9
	s.line(sepia, 0.12, w/2-15, foot-6.5, w/2+15, foot-6.5)
	s.column(typeset{capitals, 8.5, sepia, 0.35}, w, foot, b.Foot)
}

// player writes the name of a player, the men, and what is to be said of the name.
func (s *sheet) player(w, y float64, p Player) float64 {
	y = s.column(typeset{capitals, 20, black, 0.6}, w, y, p.Name)
	y = s.column(typeset{italic, 10.5, sepia, 0}, w, y-1.2, p.Men)
	if p.Note != "" {
		y = s.column(typeset{italic, 8.6, sepia, 0}, w, y-1, p.Note)
	}
	return y
}

// column writes a text centred on a page, in a smaller size or in several lines where it is wide,
// and returns where the next one may stand.
func (s *sheet) column(t typeset, w, y float64, text string) float64 {
	text = norm.NFC.String(text)
	const width, least = 132.0, 14.0
	for s.width(t, text) > width && t.size > least {
		t.size -= 0.5
	}
	for i, line := range s.lines(t, text, width) {
		if i > 0 {
			y += t.size * point * 1.3
		}
		s.centred(t, w/2, y, line)
	}
	return y + t.size*point*1.3 + 1.6
}
