package header

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

type Field struct{ Name, Value string }

// header is the header of a message or part, unfolded, in order, in UTF-8 but
// with encoded words as they stand.
type Fields []Field

// get is the first value of that name, or "".
func (h Fields) Get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// all is every value of that name, in order.
func (h Fields) All(name string) []string {
	var values []string
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			values = append(values, f.Value)
		}
	}
	return values
}

func (h Fields) Has(name string) bool {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return true
		}
	}
	return false
}

// cutField reads "Name: value", white space before the colon forgiven.
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
	return fieldName(head), line[i+1:], len(head) > 0
}

// usualFields are the names of fields that nearly every letter has.
var usualFields = func() map[string]string {
	names := map[string]string{}
	for _, n := range []string{"Return-Path", "Delivered-To", "Received", "Authentication-Results", "DKIM-Signature", "From", "To", "Cc", "Subject", "Date",
		"Message-ID", "In-Reply-To", "References", "Reply-To", "MIME-Version", "Content-Type", "Content-Transfer-Encoding", "User-Agent"} {
		names[n] = n
	}
	return names
}()

// fieldName is a name as a string, without a copy of the usual ones.
func fieldName(name []byte) string {
	if usual, ok := usualFields[string(name)]; ok {
		return usual
	}
	return string(name)
}

// headerText is a field's value as UTF-8 on one line; raw octets that are no
// UTF-8 are read as windows-1252, as clients that send them mostly mean.
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
