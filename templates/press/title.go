package press

import (
	"golang.org/x/text/unicode/norm"
)

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
