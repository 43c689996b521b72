package press

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// ink is a colour.
type ink struct{ red, green, blue float64 }

var (
	sepia = ink{0.36, 0.22, 0.13} // of what is printed on every card
	black = ink{0.09, 0.09, 0.16} // of what stands on this one
	white = ink{1, 1, 1}
)

// sheet is one side of a card, or of a sheet of paper, that is being drawn. Places are in
// millimetres from the top left.
type sheet struct {
	body   strings.Builder
	faces  *[styles]*face
	dx, dy float64 // of the card on the sheet
}

func (s *sheet) printf(format string, args ...any) { fmt.Fprintf(&s.body, format+"\n", args...) }

// at returns a place as the content of a page has it.
func (s *sheet) at(x, y float64) string { return fmt.Sprintf("%.3f %.3f", x+s.dx, y+s.dy) }

func (s *sheet) stroke(c ink, width float64) {
	s.printf("%.2f %.2f %.2f RG %.3f w", c.red, c.green, c.blue, width)
}

func (s *sheet) fill(c ink) { s.printf("%.2f %.2f %.2f rg", c.red, c.green, c.blue) }

// line draws a line.
func (s *sheet) line(c ink, width, x1, y1, x2, y2 float64) {
	s.stroke(c, width)
	s.printf("%s m %s l S", s.at(x1, y1), s.at(x2, y2))
}

// dotted draws a line of round dots, to be written on.
func (s *sheet) dotted(x1, y, x2 float64) {
	if x2 <= x1 {
		return
	}
	s.printf("q 1 J [0 0.9] 0 d")
	s.line(sepia, 0.22, x1, y, x2, y)
	s.printf("Q")
}

// rectangle draws the outline of a rectangle.
func (s *sheet) rectangle(c ink, width, x, y, w, h float64) {
	s.stroke(c, width)
	s.printf("%s %.3f %.3f re S", s.at(x, y), w, h)
}

// A typeset text has a face, a size in points and an ink.
type typeset struct {
	style style
	size  float64
	ink   ink
	space float64 // between letters, in millimetres
}

// point is the length of a point in millimetres.
const point = 25.4 / 72

// width returns the width of a text in millimetres.
func (s *sheet) width(t typeset, text string) float64 {
	return float64(s.faces[t.style].width(text))/faceUnits*t.size*point + t.space*float64(max(0, len([]rune(text))-1))
}

// text writes a text from a place on its base line, and returns where it ends.
func (s *sheet) text(t typeset, x, y float64, text string) float64 {
	f := s.faces[t.style]
	s.fill(t.ink)
	s.printf("BT %.4f 0 0 %.4f %s Tm %.4f Tc", t.size*point, -t.size*point, s.at(x, y), t.space/(t.size*point))
	last := -1
	for _, r := range text {
		part, at := f.code(r)/fontLetters, f.code(r)%fontLetters
		if part != last && last >= 0 {
			s.printf("> Tj")
		}
		if part != last {
			fmt.Fprintf(&s.body, "/%s 1 Tf <", fontName(t.style, part))
		}
		fmt.Fprintf(&s.body, "%02X", at)
		last = part
	}
	if last >= 0 {
		s.printf("> Tj")
	}
	s.printf("ET")
	return x + s.width(t, text)
}

// fontName names a font of a face in the document.
func fontName(of style, part int) string { return fmt.Sprintf("F%d.%d", of, part) }

// centred writes a text with its middle at a place.
func (s *sheet) centred(t typeset, x, y float64, text string) {
	s.text(t, x-s.width(t, text)/2, y, text)
}

// right writes a text that ends at a place.
func (s *sheet) right(t typeset, x, y float64, text string) { s.text(t, x-s.width(t, text), y, text) }

// lines breaks a text into lines of a width. A word that is wider is broken where the width ends:
// an opponent chooses the words of a note, which must not be printed over the rest of the card.
func (s *sheet) lines(t typeset, text string, width float64) (lines []string) {
	line := ""
	for word := range s.words(t, text, width) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && s.width(t, longer) > width {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	return append(lines, line)
}

// noBreak is a space at which no line is broken, and which is as wide on a justified line as on
// another.
const noBreak = '\u00a0'

// words returns the words of a text, and a word that is wider than a width in pieces of at most
// that width.
func (s *sheet) words(t typeset, text string, width float64) iter.Seq[string] {
	return func(yield func(string) bool) {
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return unicode.IsSpace(r) && r != noBreak }) {
			word = strings.ReplaceAll(word, string(noBreak), " ")
			from, wide := 0, 0.0
			for i, r := range word {
				own := s.width(t, string(r)) + t.space
				if wide+own > width && i > from {
					if !yield(word[from:i]) {
						return
					}
					from, wide = i, 0
				}
				wide += own
			}
			if !yield(word[from:]) {
				return
			}
		}
	}
}

// A run is words in one type.
type run struct {
	typeset
	words string
}

// A word is a word where it stands on a line.
type word struct {
	typeset
	text string
	wide float64
}

// lines sets runs of words in lines, each a strip, from an indentation on; justified lines but the
// last are as wide as all.
func (g *galley) lines(runs []run, from, width, high float64, justified bool) {
	var line []word
	used := 0.0
	flush := func(last bool) {
		words := slices.Clone(line)
		spare := 0.0
		if justified && !last && len(words) > 1 {
			spare = (width - used) / float64(len(words)-1)
		}
		g.add(high, false, func(s *sheet, x, y float64) { s.wordsAt(words, x+from, y+high-1.3, spare) })
		line, used = nil, 0
	}
	for _, r := range runs {
		for w := range g.ruler.words(r.typeset, norm.NFC.String(r.words), width) {
			one := word{r.typeset, w, g.ruler.width(r.typeset, w)}
			space := g.ruler.width(r.typeset, " ")
			if len(line) > 0 && used+space+one.wide > width {
				flush(false)
			}
			if len(line) > 0 {
				used += space
			}
			line, used = append(line, one), used+one.wide
		}
	}
	flush(true)
}

// wordsAt writes words one after the other, with a spare width beside each space. The spaces are
// written too, so that a reader of the document finds them.
func (s *sheet) wordsAt(words []word, x, y, spare float64) {
	for i, w := range words {
		if i > 0 {
			x += s.width(w.typeset, " ") + spare
		}
		if i < len(words)-1 {
			w.text += " "
		}
		s.text(w.typeset, x, y, w.text)
		x += w.wide
	}
}
