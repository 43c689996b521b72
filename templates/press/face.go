package press

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"unicode"

	"github.com/go-fonts/latin-modern/lmroman10bold"
	"github.com/go-fonts/latin-modern/lmroman10italic"
	"github.com/go-fonts/latin-modern/lmroman10regular"
	"github.com/go-fonts/latin-modern/lmromancaps10regular"
	"github.com/go-fonts/liberation/liberationserifitalic"
	"github.com/go-fonts/liberation/liberationserifregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// Cards and books are set in Latin Modern, which has the letters of the printers of the last
// century but one, and what is Greek or Cyrillic in Liberation Serif. The notices of the two stand
// in LATIN-MODERN-LICENSE.txt and LIBERATION-LICENSE.txt.

// style names a face.
type style int

const (
	roman style = iota
	italic
	bold
	capitals // small capitals
	styles
)

// further is where the other letters of a style are taken from, and how large they are beside those
// of Latin Modern. It has no small capitals: capitals are made small.
var further = [styles][]byte{liberationserifregular.TTF, liberationserifitalic.TTF, liberationserifregular.TTF, liberationserifregular.TTF}

// smallCapital is the size of a capital that stands for a small one.
const smallCapital = 0.76

// faceUnits is in how many parts an em is divided.
const faceUnits = 1000

// shapes are the letters of a style: those of its own font, and those of another.
type shapes struct{ own, other *sfnt.Font }

// parsed are the faces, read when the first card or book is drawn.
var parsed = sync.OnceValues(func() (all [styles]shapes, err error) {
	for i, octets := range [styles][]byte{lmroman10regular.TTF, lmroman10italic.TTF, lmroman10bold.TTF, lmromancaps10regular.TTF} {
		own, err := sfnt.Parse(octets)
		if err != nil {
			return all, fmt.Errorf("press: a face cannot be read: %w", err)
		}
		other, err := sfnt.Parse(further[i])
		if err != nil {
			return all, fmt.Errorf("press: a face cannot be read: %w", err)
		}
		all[i] = shapes{own, other}
	}
	return all, nil
})

// newFaces returns the faces of a document in which nothing is written yet.
func newFaces() (*[styles]*face, error) {
	all, err := parsed()
	if err != nil {
		return nil, err
	}
	var faces [styles]*face
	for i := range faces {
		faces[i] = &face{shapes: all[i], style: style(i), codes: map[rune]int{}}
		faces[i].code(missing)
	}
	return &faces, nil
}

// letter is one letter of a face: its width and its outline, in faceUnits.
type letter struct {
	width int
	path  string // as the content of a page has it
}

// face is a face as far as a document uses it. A letter has the code of its place. The document has
// the letters in fonts of fontLetters each, so that no card can use up those of another.
type face struct {
	shapes
	style   style
	buffer  sfnt.Buffer
	codes   map[rune]int
	letters []letter
	runes   []rune
}

// fontLetters is how many letters a font of the document has at most.
const fontLetters = 255

// A letter that the faces do not have is printed as a lozenge, and a sign that nobody can see as a
// question mark.
const (
	missing = '?'
	lozenge = '◊'
)

// code returns the code of a letter. A letter that the face has not is written without its marks,
// or as a lozenge, for which a reader of the document finds the letter itself.
func (f *face) code(r rune) int {
	if c, ok := f.codes[r]; ok {
		return c
	}
	l, ok := f.find(r)
	switch {
	case ok:
	case unmarked(r) != missing:
		f.codes[r] = f.code(unmarked(r))
		return f.codes[r]
	case unicode.IsGraphic(r) && r != unicode.ReplacementChar:
		l, _ = f.find(lozenge)
	default:
		f.codes[r] = f.code(missing)
		return f.codes[r]
	}
	f.codes[r] = len(f.letters)
	f.letters, f.runes = append(f.letters, l), append(f.runes, r)
	return f.codes[r]
}

// find returns the letter for a character; ok is false where no face has one.
func (f *face) find(r rune) (l letter, ok bool) {
	if index, err := f.own.GlyphIndex(&f.buffer, r); err == nil && index != 0 {
		return f.load(f.own, index, 1), true
	}
	if !unicode.IsGraphic(r) || unicode.In(r, unicode.Hebrew, unicode.Arabic) { // Hebrew goes from the right, as nothing is set here
		return l, false
	}
	size := 1.0
	if f.style == capitals && unicode.ToUpper(r) != r {
		r, size = unicode.ToUpper(r), smallCapital
	}
	index, err := f.other.GlyphIndex(&f.buffer, r)
	if err != nil || index == 0 {
		return l, false
	}
	return f.load(f.other, index, size), true
}

// unmarked returns a letter without its marks, or the sign of a missing letter where it has none.
func unmarked(r rune) rune {
	parts := []rune(norm.NFD.String(string(r)))
	if len(parts) < 2 || strings.ContainsFunc(string(parts[1:]), func(r rune) bool { return !unicode.Is(unicode.Mn, r) }) {
		return missing
	}
	return parts[0]
}

// load reads the outline of a letter of a font, at a size beside that of the others.
func (f *face) load(from *sfnt.Font, index sfnt.GlyphIndex, beside float64) (l letter) {
	size := fixed.Int26_6(faceUnits * 64 * beside)
	if advance, err := from.GlyphAdvance(&f.buffer, index, size, font.HintingNone); err == nil {
		l.width = advance.Round()
	}
	segments, err := from.LoadGlyph(&f.buffer, index, size, nil)
	if err != nil {
		return l
	}
	var b strings.Builder
	at := func(p fixed.Point26_6) string {
		return fmt.Sprintf("%d %d ", p.X.Round(), -p.Y.Round())
	}
	var last fixed.Point26_6
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			b.WriteString(at(s.Args[0]) + "m ")
			last = s.Args[0]
		case sfnt.SegmentOpLineTo:
			b.WriteString(at(s.Args[0]) + "l ")
			last = s.Args[0]
		case sfnt.SegmentOpQuadTo:
			b.WriteString(at(third(last, s.Args[0])) + at(third(s.Args[1], s.Args[0])) + at(s.Args[1]) + "c ")
			last = s.Args[1]
		case sfnt.SegmentOpCubeTo:
			b.WriteString(at(s.Args[0]) + at(s.Args[1]) + at(s.Args[2]) + "c ")
			last = s.Args[2]
		}
	}
	l.path = b.String() + "f"
	return l
}

// third returns the place two thirds of the way from a place to a control point.
func third(from, control fixed.Point26_6) fixed.Point26_6 {
	return fixed.Point26_6{X: from.X + (control.X-from.X)*2/3, Y: from.Y + (control.Y-from.Y)*2/3}
}

// width returns the width of a text, in faceUnits.
func (f *face) width(text string) (w int) {
	for _, r := range text {
		w += f.letters[f.code(r)].width
	}
	return w
}

// Writable returns the first letter of a text that cannot be printed; ok is true where there is
// none.
func Writable(text string) (unknown rune, ok bool) {
	fonts, err := parsed()
	if err != nil {
		return 0, true
	}
	f := face{shapes: fonts[roman]}
	for _, r := range text {
		if _, found := f.find(r); r != '\n' && !found {
			return r, false
		}
	}
	return 0, true
}

// write adds the face to a document as fonts of type 3 (ISO 32000-1, 9.6.5), and returns
// their numbers.
func (f *face) write(d *document) (fonts []int) {
	for from := 0; from < len(f.letters); from += fontLetters {
		to := min(from+fontLetters, len(f.letters))
		fonts = append(fonts, writeFont(d, f.letters[from:to], f.runes[from:to]))
	}
	return fonts
}

func writeFont(d *document, letters []letter, runes []rune) int {
	var procs, names, widths strings.Builder
	for i, l := range letters {
		content := fmt.Sprintf("%d 0 d0 %s", l.width, l.path)
		fmt.Fprintf(&procs, "/g%d %d 0 R ", i, d.stream([]byte(content)))
		fmt.Fprintf(&names, "/g%d ", i)
		fmt.Fprintf(&widths, "%d ", l.width)
	}
	return d.add(fmt.Sprintf("<< /Type /Font /Subtype /Type3 /FontBBox [-500 -500 1500 1200] /FontMatrix [0.001 0 0 0.001 0 0] /Resources << >> "+
		"/CharProcs << %s>> /Encoding << /Type /Encoding /Differences [0 %s] >> /FirstChar 0 /LastChar %d /Widths [%s] /ToUnicode %d 0 R >>",
		&procs, &names, len(letters)-1, &widths, d.stream(toUnicode(runes))))
}

// toUnicode says which letter a code stands for, so that a reader of the document can search it.
func toUnicode(runes []rune) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange\n")
	for i, r := range runes {
		fmt.Fprintf(&b, "1 beginbfchar <%02X> <%s> endbfchar\n", i, hexUnits(string(r)))
	}
	b.WriteString("endcmap end end")
	return b.Bytes()
}
