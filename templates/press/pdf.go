package press

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"unicode/utf16"
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
