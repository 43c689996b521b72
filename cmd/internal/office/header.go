package office

import (
	"bytes"
	"strings"
)

// field is one header field as it stands in a letter, folded lines and line end
// included. A line that is no field is kept as a field without a name.
type field struct {
	raw  []byte
	name string // as written, without white space around it
}

// value is what follows the colon, unfolded.
func (f field) value() string {
	_, value, _ := bytes.Cut(f.raw, []byte(":"))
	return strings.TrimSpace(strings.NewReplacer("\r\n", "", "\n", "").Replace(string(value)))
}

func (f field) is(name string) bool { return strings.EqualFold(f.name, name) }

// splitLetter parts a letter into its header fields and the rest, which begins
// with the first empty line. A letter without an empty line has no rest.
func splitLetter(text []byte) (header []field, rest []byte) {
	for len(text) > 0 {
		line := firstLine(text)
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			return header, text
		}
		n := len(line)
		for n < len(text) && (text[n] == ' ' || text[n] == '\t') {
			n += len(firstLine(text[n:]))
		}
		header = append(header, newField(text[:n]))
		text = text[n:]
	}
	return header, nil
}

func firstLine(text []byte) []byte {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return text[:i+1]
	}
	return text
}

// newField finds the name of a field: visible ASCII before the first colon (RFC 5322, 2.2).
// White space before the colon is forgiven.
func newField(raw []byte) field {
	name, _, found := bytes.Cut(raw, []byte(":"))
	name = bytes.TrimRight(name, " \t\r\n")
	invisible := func(r rune) bool { return r <= ' ' || r > '~' }
	if !found || bytes.IndexFunc(name, invisible) >= 0 {
		return field{raw: raw}
	}
	return field{raw: raw, name: string(name)}
}

// joinFields writes the fields that keep accepts.
func joinFields(header []field, keep func(field) bool) []byte {
	var out []byte
	for _, f := range header {
		if keep(f) {
			out = append(out, f.raw...)
		}
	}
	return out
}

// hasBareLineEnd reports whether a CR or an LF stands alone. Servers that disagree about
// such lines can be made to see a second letter inside the first.
func hasBareLineEnd(text []byte) bool {
	pairs := bytes.Count(text, []byte("\r\n"))
	return bytes.Count(text, []byte("\r")) != pairs || bytes.Count(text, []byte("\n")) != pairs
}
