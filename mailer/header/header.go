package header

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Field is one header field.
type Field struct{ Name, Value string }

// Fields are the fields of a header in their order, unfolded and in UTF-8; encoded words
// (RFC 2047) are left encoded.
type Fields []Field

// Get returns the value of the first field of that name, in either case; "" if there is
// none.
func (h Fields) Get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// All returns the values of all fields of that name, in order.
func (h Fields) All(name string) []string {
	var values []string
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			values = append(values, f.Value)
		}
	}
	return values
}

// Has reports whether there is a field of that name.
func (h Fields) Has(name string) bool {
	return slices.ContainsFunc(h, func(f Field) bool { return strings.EqualFold(f.Name, name) })
}

// CutField reads a line as "Name: value"; white space before the colon is forgiven. ok is
// false if the line does not begin with a field name.
func CutField(line []byte) (name string, value []byte, ok bool) {
	i := bytes.IndexByte(line, ':')
	if i <= 0 || i > 200 {
		return "", nil, false
	}
	head := bytes.TrimRight(line[:i], " \t")
	for _, c := range head {
		if c <= ' ' || c >= 0x7f {
			return "", nil, false
		}
	}
	return string(head), line[i+1:], len(head) > 0
}

// headerText returns the value of a field as UTF-8 on one line. Octets that are not UTF-8
// are read as windows-1252, which is what most clients that send them mean.
func headerText(value []byte) string {
	if !utf8.Valid(value) {
		value, _ = charmap.Windows1252.NewDecoder().Bytes(value) // any octets are windows-1252
	}
	text := string(bytes.TrimSpace(value))
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text))
}
