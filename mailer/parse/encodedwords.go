package parse

import (
	"io"
	"mime"
	"strings"

	"corrd/mailer"
)

// words decodes encoded words. The charset of a word may have a language behind the charset
// (RFC 2231, 5).
var words = mime.WordDecoder{CharsetReader: func(label string, in io.Reader) (io.Reader, error) {
	label, _, _ = strings.Cut(label, "*")
	octets, err := io.ReadAll(in)
	text, _ := decodeCharset(octets, label)
	return strings.NewReader(text), err
}}

// decodeWords returns a field with its encoded words (RFC 2047) decoded, as one clean line.
// Words that cannot be decoded stay encoded.
func decodeWords(s string) string {
	if strings.Contains(s, "=?") {
		if decoded, err := words.DecodeHeader(s); err == nil {
			s = decoded
		}
	}
	return mailer.OneLine(s)
}

// messageIDs returns the ids in angle brackets of a field, oldest first, and at most 100 of
// them. What has signs in it that mailer.Hidden reports is no id.
func messageIDs(value string) []string {
	var ids []string
	for len(ids) < 100 {
		_, after, ok := strings.Cut(value, "<")
		if !ok {
			break
		}
		id, rest, closed := strings.Cut(after, ">")
		if id = strings.TrimSpace(id); closed && id != "" && !strings.ContainsAny(id, " \t<") && !strings.ContainsFunc(id, mailer.Hidden) {
			ids = append(ids, id)
		}
		value = rest
	}
	return ids
}

// firstID returns the first id in angle brackets; "" if there is none.
func firstID(value string) string {
	if ids := messageIDs(value); len(ids) > 0 {
		return ids[0]
	}
	return ""
}
