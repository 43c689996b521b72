package press

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

// page is one page of a document.
type page struct {
	wide, high float64 // in millimetres
	draw       func(s *sheet)
}

// pressed draws pages, in their order, into a document whose properties give it a title; "" for
// none.
func pressed(pages []page, faces *[styles]*face, title string) []byte {
	d := &document{}
	tree, catalogue, resources := d.reserve(), d.reserve(), d.reserve()
	var kids []int
	for _, p := range pages {
		s := &sheet{faces: faces}
		p.draw(s)
		const unit = 72 / 25.4
		head := fmt.Sprintf("%.6f 0 0 %.6f 0 %.4f cm\n", unit, -unit, p.high*unit)
		kids = append(kids, d.add(fmt.Sprintf("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %.3f %.3f] /Resources %d 0 R /Contents %d 0 R >>",
			tree, p.wide*unit, p.high*unit, resources, d.stream([]byte(head+s.body.String())))))
	}
	var named strings.Builder
	for i, f := range faces {
		for part, font := range f.write(d) {
			fmt.Fprintf(&named, "/%s %d 0 R ", fontName(style(i), part), font)
		}
	}
	d.objects[resources-1] = fmt.Sprintf("<< /Font << %s>> >>", &named)
	d.objects[tree-1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", references(kids), len(kids))
	if title != "" {
		d.title = d.add(fmt.Sprintf("<< /Title <FEFF%s> >>", hexUnits(title)))
	}
	d.objects[catalogue-1] = fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R >>", tree)
	return d.bytes(catalogue)
}

// hexUnits writes a text in UTF-16, as the strings of a document hold it.
func hexUnits(text string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, "%04X", unit)
	}
	return b.String()
}

// document is a PDF that is being written (ISO 32000-1): its objects, one after the other. It has
// no date and no random identifier, so that the same card gives the same octets.
type document struct {
	objects  []string
	title    int          // the object with the properties; 0: none
	deflater *zlib.Writer // of all streams, one after the other; nil before the first
}

// reserve returns the number of an object that is written later.
func (d *document) reserve() int {
	d.objects = append(d.objects, "")
	return len(d.objects)
}

// add writes an object and returns its number.
func (d *document) add(body string) int {
	n := d.reserve()
	d.objects[n-1] = body
	return n
}

// stream writes an object that holds octets, deflated, and returns its number.
func (d *document) stream(octets []byte) int {
	var b bytes.Buffer
	if d.deflater == nil {
		d.deflater = zlib.NewWriter(&b)
	} else {
		d.deflater.Reset(&b)
	}
	d.deflater.Write(octets) // a buffer takes everything
	d.deflater.Close()
	return d.add(fmt.Sprintf("<< /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream", b.Len(), b.String()))
}

// bytes returns the whole document, whose catalogue is an object.
func (d *document) bytes(catalogue int) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(d.objects))
	for i, body := range d.objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	properties := ""
	if d.title != 0 {
		properties = fmt.Sprintf("/Info %d 0 R ", d.title)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root %d 0 R %s>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, catalogue, properties, start)
	return b.Bytes()
}

// references writes the numbers of objects as an array holds them.
func references(numbers []int) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, "%d 0 R ", n)
	}
	return b.String()
}

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
