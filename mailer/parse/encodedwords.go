package parse

import (
	"corrd/mailer"
	"io"
	"mime"
	"strings"
)

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
	return mailer.OneLine(s)
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
