package mailer

import (
	"bytes"
	"io"
	"mime"
	"strings"
	"unicode/utf8"
)

type field struct{ name, value string }

// header is the header of a message or part, unfolded, in order, in UTF-8 but
// with encoded words as they stand.
type header []field

// get is the first value of that name, or "".
func (h header) get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.name, name) {
			return f.value
		}
	}
	return ""
}

// all is every value of that name, in order.
func (h header) all(name string) []string {
	var values []string
	for _, f := range h {
		if strings.EqualFold(f.name, name) {
			values = append(values, f.value)
		}
	}
	return values
}

func (h header) has(name string) bool {
	for _, f := range h {
		if strings.EqualFold(f.name, name) {
			return true
		}
	}
	return false
}

// cutField reads "Name: value", white space before the colon forgiven.
func cutField(line []byte) (name string, value []byte, ok bool) {
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
		value = []byte(fromWindows1252(value))
	}
	text := string(bytes.TrimSpace(value))
	if isPlain(text) && !strings.ContainsAny(text, "\n\t") {
		return text
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text))
}

// words decodes encoded words, whose charset may have a language behind it
// (RFC 2231, 5).
var words = mime.WordDecoder{CharsetReader: func(label string, in io.Reader) (io.Reader, error) {
	label, _, _ = strings.Cut(label, "*")
	octets, err := io.ReadAll(in)
	text, _ := decodeCharset(octets, label)
	return strings.NewReader(text), err
}}

// decodeWords decodes the encoded words (RFC 2047) of a field; words that
// cannot be decoded stand as they are. The result is one clean line.
func decodeWords(s string) string {
	if strings.Contains(s, "=?") {
		if decoded, err := words.DecodeHeader(s); err == nil {
			s = decoded
		}
	}
	return oneLine(s)
}

// oneLine is s without controls and with single spaces.
func oneLine(s string) string {
	return strings.Join(strings.Fields(Clean(s)), " ")
}

// messageIDs are the ids in angle brackets of a field, oldest first.
func messageIDs(value string) []string {
	var ids []string
	for len(ids) < 100 {
		_, after, ok := strings.Cut(value, "<")
		if !ok {
			break
		}
		id, rest, closed := strings.Cut(after, ">")
		if id = strings.TrimSpace(id); closed && id != "" && !strings.ContainsAny(id, " \t<") {
			ids = append(ids, id)
		}
		value = rest
	}
	return ids
}

func firstID(value string) string {
	if ids := messageIDs(value); len(ids) > 0 {
		return ids[0]
	}
	return ""
}
