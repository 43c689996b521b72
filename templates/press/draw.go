package press

import (
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

// Cards draws cards, each on leaves of A6 whose two sides follow each other: the card, what does not find
// room on it, and the card for the answer. On sheets two leaves stand on A4, one above the other, to be
// printed on both sides and cut.
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
