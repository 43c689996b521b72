package press

import (
	"fmt"
	"slices"

	"corrd/game/board"
	"corrd/templates/picture"
)

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

// diagram draws a position, as the printers did: the dark squares are hatched, and the men are outlines.
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
				s.man(picture.ManOutline(man.Side, man.Kind), left, top, d.square)
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
func (s *sheet) man(o picture.Outline, x, y, square float64) {
	size := square * 1.02
	scale := size / float64(o.Em)
	dx := x + (square-float64(o.Advance)*scale)/2
	dy := y + square*0.865
	at := func(p [2]float64) string { return s.at(dx+p[0]*scale, dy+p[1]*scale) }
	trace := func(contour []picture.Step) {
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
