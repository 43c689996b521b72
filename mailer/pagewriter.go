package mailer

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"strings"
)

// pageWriter writes header fields and MIME parts with CRLF.
type pageWriter struct {
	out      bytes.Buffer
	boundary string // what the boundaries are made of
	levels   int    // boundaries made so far

	name, loop span // the fields that are made of the Message-ID
}

// lineWidth is the column at which header lines are folded where they can be (RFC 5322,
// 2.1.1).
const lineWidth = 76

// maxWord is the length in octets of the longest word that a header line holds unencoded.
const maxWord = 900

// field writes a field whose value is ASCII without line breaks, folded at its spaces.
func (w *pageWriter) field(name, value string) {
	w.out.WriteString(name)
	w.out.WriteByte(':')
	column := len(name) + 1
	for word := range strings.FieldsSeq(value) {
		if column+1+len(word) > lineWidth && column > len(name)+1 {
			w.out.WriteString("\r\n")
			column = 0
		}
		w.out.WriteByte(' ')
		w.out.WriteString(word)
		column += 1 + len(word)
	}
	w.out.WriteString("\r\n")
}

// text writes a field of free text, encoded (RFC 2047) where that is needed. An empty field
// is left out.
func (w *pageWriter) text(name, value string) {
	value = OneLine(value)
	if value == "" {
		return
	}
	if mustEncode(value) {
		value = encodeWords(value)
	}
	w.field(name, value)
}

// mustEncode reports whether a value is not ASCII, looks encoded already, or has a word too
// long to fold.
func mustEncode(value string) bool {
	if strings.Contains(value, "=?") {
		return true
	}
	for word := range strings.FieldsSeq(value) {
		if !isASCII(word) || len(word) > maxWord {
			return true
		}
	}
	return false
}

// encodedWordRoom is the number of octets of text in one encoded word, which has 75 octets
// in all (RFC 2047, 2).
const encodedWordRoom = 75 - len("=?utf-8?q?") - len("?=")

// encodeWords returns value in encoded words that are right in any field, display names
// included (RFC 2047, 5 rule 3): letters, figures and five signs stand unencoded, and no
// character is cut in two.
func encodeWords(value string) string {
	out := make([]byte, 0, 2*len(value)+16)
	var encoded []byte
	room := 0
	for _, r := range value {
		encoded = appendEncoded(encoded[:0], r)
		if len(encoded) > room {
			if len(out) > 0 {
				out = append(out, "?= "...)
			}
			out = append(out, "=?utf-8?q?"...)
			room = encodedWordRoom
		}
		out = append(out, encoded...)
		room -= len(encoded)
	}
	return string(append(out, "?="...))
}

func appendEncoded(out []byte, r rune) []byte {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', strings.ContainsRune("!*+-/", r):
		return append(out, byte(r))
	case r == ' ':
		return append(out, '_')
	}
	for _, octet := range []byte(string(r)) {
		out = fmt.Appendf(out, "=%02X", octet)
	}
	return out
}

// ids writes a field of message ids; a field without any is left out.
func (w *pageWriter) ids(name string, ids ...string) {
	var all []string
	for _, id := range ids {
		if id = cleanID(id); id != "" {
			all = append(all, "<"+id+">")
		}
	}
	if len(all) > 0 {
		w.field(name, strings.Join(all, " "))
	}
}

// encodeName returns a display name as it stands before an address.
func encodeName(name string) string {
	if mustEncode(name) {
		return encodeWords(name)
	}
	return `"` + quotedPairs.Replace(name) + `"`
}

// quotedPairs escape the two signs that cannot stand unescaped in a quoted string.
var quotedPairs = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// body writes the fields that describe the body, and the body: the text; with HTML, both as
// alternatives; with files, those around them.
func (w *pageWriter) body(p Page) {
	w.boundary, w.levels = p.MessageID, 0
	content := func() { w.textPart("plain", p.Text) }
	if p.HTML != "" {
		html := w.withFiles("related; type=\"text/html\"", func() { w.textPart("html", p.HTML) }, p.Inline, "inline")
		content = func() {
			w.multipart("alternative", func(next func()) {
				next()
				w.textPart("plain", p.Text)
				next()
				html()
			})
		}
	}
	w.withFiles("mixed", content, p.Attachments, "attachment")()
}

// withFiles returns a function that writes first and the files in a multipart of that kind,
// or first alone without files.
func (w *pageWriter) withFiles(kind string, first func(), files []Part, disposition string) func() {
	if len(files) == 0 {
		return first
	}
	return func() {
		w.multipart(kind, func(next func()) {
			next()
			first()
			for _, f := range files {
				next()
				w.file(f, disposition)
			}
		})
	}
}

// multipart writes a multipart of a kind, which parameters may follow; parts calls next before each
// part. The boundary follows from the Message-ID and holds "=_", which no encoded body holds.
func (w *pageWriter) multipart(kind string, parts func(next func())) {
	w.levels++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", w.boundary, w.levels))
	boundary := fmt.Sprintf("=_%x", sum[:16])
	fmt.Fprintf(&w.out, "Content-Type: multipart/%s;\r\n boundary=\"%s\"\r\n", kind, boundary)
	parts(func() { w.out.WriteString("\r\n--" + boundary + "\r\n") })
	w.out.WriteString("\r\n--" + boundary + "--\r\n")
}

// textPart writes text in UTF-8: unencoded if is7bit allows, else quoted-printable.
func (w *pageWriter) textPart(subtype, text string) {
	text = Clean(text)
	encoding := "7bit"
	if !is7bit(text) {
		encoding = "quoted-printable"
	}
	fmt.Fprintf(&w.out, "Content-Type: text/%s; charset=utf-8\r\nContent-Transfer-Encoding: %s\r\n\r\n", subtype, encoding)
	if encoding == "7bit" {
		w.out.WriteString(strings.ReplaceAll(text, "\n", "\r\n"))
		return
	}
	qp := quotedprintable.NewWriter(&w.out)
	qp.Write([]byte(text)) // a bytes.Buffer takes everything
	qp.Close()
}

// is7bit reports whether a text may be sent unencoded (RFC 2045, 2.7): the text holds no
// boundary of ours and nothing that a host on the way may change.
func is7bit(text string) bool {
	if strings.Contains(text, "=_") || strings.HasPrefix(text, "From ") || strings.Contains(text, "\nFrom ") || strings.Contains(text, " \n") {
		return false
	}
	for line := range strings.Lines(text) {
		if len(line) > 79 || !isPlain(line) {
			return false
		}
	}
	return true
}

// file writes a file in base64.
func (w *pageWriter) file(p Part, disposition string) {
	kind, params, err := mime.ParseMediaType(p.Type)
	if err != nil {
		kind, params = "application/octet-stream", nil
	}
	w.field("Content-Type", mime.FormatMediaType(kind, params))
	if disposition == "inline" {
		w.ids("Content-ID", p.ContentID)
	}
	w.field("Content-Disposition", mime.FormatMediaType(disposition, map[string]string{"filename": fileName(p.Name)}))
	w.out.WriteString("Content-Transfer-Encoding: base64\r\n\r\n")
	const inLine = lineWidth / 4 * 3
	for rest := p.Data; len(rest) > 0; {
		n := min(inLine, len(rest))
		line := base64.StdEncoding.AppendEncode(w.out.AvailableBuffer(), rest[:n])
		if rest = rest[n:]; len(rest) > 0 {
			line = append(line, "\r\n"...)
		}
		w.out.Write(line)
	}
}

// fileName returns a name without anything that a file system or a header may take for more
// than a character of a name.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|=`, r) {
			return '_'
		}
		return r
	}, OneLine(name))
	return string([]rune(name)[:min(len([]rune(name)), 100)])
}

// Mailto is the URI (RFC 6068) that opens a letter to an address with a subject and a body
// ready written. The plus sign of a keyed address is encoded too: some readers of URIs take
// a plain one for a space.
func Mailto(address, subject, body string) string {
	local, domain, _ := CutAddress(address)
	uri := "mailto:" + percent(local) + "@" + percent(domain)
	for _, field := range []struct{ name, value string }{{"subject", subject}, {"body", body}} {
		if field.value == "" {
			continue
		}
		separator := "&"
		if !strings.Contains(uri, "?") {
			separator = "?"
		}
		uri += separator + field.name + "=" + percent(strings.ReplaceAll(field.value, "\n", "\r\n"))
	}
	return uri
}

// percent encodes all octets but letters, figures and four signs (RFC 3986, 2.3).
func percent(s string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		b.WriteString("%" + digits[c>>4:c>>4+1] + digits[c&15:c&15+1])
	}
	return b.String()
}
