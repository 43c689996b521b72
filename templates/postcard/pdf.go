package postcard

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// document is a PDF that is being written (ISO 32000-1): its objects, one after the other. It has no
// date and no random identifier, so that the same card gives the same octets.
type document struct {
	objects []string
}

// reserve gives the number of an object that is written later.
func (d *document) reserve() int {
	d.objects = append(d.objects, "")
	return len(d.objects)
}

// add writes an object and gives its number.
func (d *document) add(body string) int {
	n := d.reserve()
	d.objects[n-1] = body
	return n
}

// stream gives the body of an object that holds octets, deflated.
func stream(entries string, octets []byte) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write(octets) // a buffer takes everything
	w.Close()
	return fmt.Sprintf("<< %s/Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream", entries, b.Len(), b.String())
}

// bytes gives the whole document, whose catalogue is an object.
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
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, catalogue, start)
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
