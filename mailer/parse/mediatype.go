package parse

import (
	"bytes"
	"errors"
	"mime"
	"regexp"
	"strings"
	"unicode/utf8"

	"corrd/mailer"
)

// contentType returns the type of a part in lower case, and its parameters. A type that is
// missing or cannot be read is text/plain (RFC 2045, 5.2).
func (w *walk) contentType(h mailer.Fields) (kind string, params map[string]string) {
	values := h.All("Content-Type")
	if len(values) == 0 {
		return "text/plain", nil
	}
	if len(values) > 1 {
		w.addProblem("several Content-Type fields; the first was taken")
	}
	value := withoutComments(values[0])
	kind, params, err := mime.ParseMediaType(value)
	if err == nil && strings.Contains(kind, "/") {
		return kind, params
	}
	if kind = bareType(value); kind == "" {
		w.addProblem("a Content-Type that cannot be read was taken for plain text")
		kind = "text/plain"
	}
	return kind, bareParams(value)
}

// bareType returns the media type at the beginning of a field whose rest is not well formed, or ""
// if there is none.
func bareType(value string) string {
	kind := strings.ToLower(value[:strings.IndexAny(value+";", ";, \t")])
	if top, sub, ok := strings.Cut(kind, "/"); !ok || top == "" || sub == "" {
		return ""
	}
	return kind
}

// bareParams picks charset and boundary out of a field whose parameters are not well
// formed.
func bareParams(value string) map[string]string {
	params := map[string]string{}
	for _, p := range strings.Split(value, ";")[1:] {
		name, v, _ := strings.Cut(p, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if _, twice := params[name]; !twice && (name == "charset" || name == "boundary") {
			params[name] = strings.Trim(v, "\" \t")
		}
	}
	return params
}

// dispositionOf returns the disposition (RFC 2183) of a part in lower case, and the name of
// the file in the part; either may be "".
func dispositionOf(h mailer.Fields, contentType map[string]string) (disposition, file string) {
	disposition, params, err := mime.ParseMediaType(withoutComments(h.Get("Content-Disposition")))
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		disposition = ""
	}
	if file = params["filename"]; file == "" {
		file = contentType["name"]
	}
	return disposition, decodeWords(file)
}

// withoutComments returns the value of a structured field without its comments (RFC 5322,
// 3.2.2), which package mime does not read. A value with a comment that has no end is
// returned unchanged.
func withoutComments(value string) string {
	var out strings.Builder
	for rest, ok := value, true; rest != ""; {
		part := rest[:1]
		switch rest[0] {
		case '"':
			if part, rest, ok = cutQuoted(rest); !ok {
				return value
			}
		case '(':
			if _, rest, ok = cutComment(rest); !ok {
				return value
			}
			part = ""
		default:
			rest = rest[1:]
		}
		out.WriteString(part)
	}
	return strings.TrimSpace(out.String())
}

// readsOneWay reports whether a letter has one reading only, although a signature may leave open
// what stands in its Content-Type and Content-Transfer-Encoding. What a body shows of its own form
// must then agree with the two fields, and no other boundary, type, encoding or charset may make
// other words of it.
func (w *walk) readsOneWay(h mailer.Head, typeSigned, encodingSigned bool) bool {
	kind, params := (&walk{letter: &letter{}}).contentType(h.Fields)
	isMultipart := strings.HasPrefix(kind, "multipart/") && w.parts > 1
	boundary, shaped := shownBoundary(h.Body)
	switch {
	case isMultipart && typeSigned:
		return true
	case isMultipart:
		return shaped && boundary == params["boundary"] && w.joinsOneWay(kind)
	case !encodingSigned && !showsEncoding(h.Body, encodingName(h.Fields.Get("Content-Transfer-Encoding"))):
		return false
	}
	return typeSigned || !shaped && !anyBoundary.Match(h.Body) && showsType(h, kind, params)
}

// joinsOneWay reports whether the parts of the outermost multipart give the same text as
// alternatives and one behind another.
func (w *walk) joinsOneWay(kind string) bool {
	switch kind {
	case "multipart/alternative":
		return w.plains <= 1 && w.pages <= 1 && w.Alternative == ""
	case "multipart/mixed", "multipart/related":
		return w.tops <= 1
	}
	return false
}

// preamble is what mail programs write above the first boundary.
var preamble = []byte("This is a multi-part message in MIME format.")

// shownBoundary returns the boundary of a body that begins with one and ends with the last of the
// same name.
func shownBoundary(body []byte) (boundary string, ok bool) {
	body = bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(body), preamble))
	first, _ := mailer.NextLine(body)
	name, ok := bytes.CutPrefix(bytes.TrimRight(first, " \t"), []byte("--"))
	if !ok || len(name) == 0 || !bytes.HasSuffix(body, []byte("\n--"+string(name)+"--")) {
		return "", false
	}
	return string(name), true
}

// anyBoundary finds a line that could part a body. A boundary does not end with white space, so
// that the line above a signature is none (RFC 2046, 5.1.1).
var anyBoundary = regexp.MustCompile(`(?m)^--[^\r\n]*[^ \t\r\n-]`)

// quotedSign finds what may be quoted-printable (RFC 2045, 6.7), and writtenQuoted what programs
// write in it: nothing that a line could hold plainly, and a line break only in a long line.
var (
	quotedSign    = regexp.MustCompile(`=(?:[0-9A-Fa-f]{2}|[ \t]*\r?\n)`)
	writtenQuoted = regexp.MustCompile(`(?m)=[89A-F][0-9A-F]|=3D|=(?:20|09)=?\r?$|^=(?:46|2E)|^.{60,}=\r?$`)
)

// showsEncoding reports whether a body is written in the encoding, and reads otherwise in no other.
func showsEncoding(body []byte, encoding string) bool {
	quoted, digits := quotedSign.Match(body), isBase64(body)
	switch encoding {
	case "", "7bit", "8bit", "binary":
		return !quoted && !digits
	case "quoted-printable":
		return !digits && !bytes.ContainsFunc(body, func(r rune) bool { return r > '~' }) && !quotedSign.Match(writtenQuoted.ReplaceAll(body, nil))
	case "base64":
		return digits
	}
	return false
}

// isBase64 reports whether a body is nothing but base64, and too long or too even for words.
func isBase64(body []byte) bool {
	const sure = 60 // digits without a space
	text := bytes.Join(bytes.Fields(body), nil)
	digits := bytes.TrimRight(text, "=")
	return len(bytes.Trim(digits, base64Digits)) == 0 && len(text)%4 == 0 && !bytes.Contains(body, []byte(" ")) &&
		(len(text) > sure || len(digits) > 0 && len(digits) < len(text))
}

// pageTag finds what only HTML has.
var pageTag = regexp.MustCompile(`(?i)</?(?:html|head|body|div|p|br|span|a|b|i|table|blockquote|style|!--)[\s/>]`)

// showsType reports whether the text of a letter without parts is of the type, charset and format
// that its header names, and reads otherwise in no other.
func showsType(h mailer.Head, kind string, params map[string]string) bool {
	decoded, _ := decodeTransfer(h.Body, h.Fields.Get("Content-Transfer-Encoding"))
	text, _ := decodeCharset(decoded, params["charset"])
	isPage := pageTag.Match(decoded) || bytes.Contains(decoded, []byte("<!--"))
	flows := bytes.Contains(bytes.ReplaceAll(bytes.ReplaceAll(decoded, []byte("\r"), nil), []byte("\n-- \n"), nil), []byte(" \n"))
	switch {
	case kind == "text/html" && !isPage, kind == "text/plain" && isPage, kind != "text/html" && kind != "text/plain":
		return false
	case kind == "text/plain" && flows != strings.EqualFold(params["format"], "flowed"):
		return false
	case utf8.Valid(decoded) && !bytes.Contains(decoded, []byte("\x1b")):
		return text == string(decoded)
	}
	return onlyASCII(text) == onlyASCII(string(decoded))
}

// onlyASCII returns the ASCII signs of a text.
func onlyASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return -1
		}
		return r
	}, text)
}

// The lines around what OpenPGP has signed or encrypted (RFC 9580, 6.2 and 7).
const (
	signedMark    = "-----BEGIN PGP SIGNED MESSAGE-----"
	signatureMark = "-----BEGIN PGP SIGNATURE-----"
	sealedMark    = "-----BEGIN PGP MESSAGE-----"
)

// openArmour returns the text inside a cleartext signature (RFC 9580, 7), which is not
// verified, without what stands around the signature. A signed text below the announcement
// of a quotation stays unchanged. sealed reports an encrypted text, of which nothing is
// left.
func openArmour(text string) (open string, sealed bool) {
	if strings.HasPrefix(strings.TrimSpace(text), sealedMark) {
		return "", true
	}
	before, after, ok := strings.Cut(text, signedMark+"\n")
	if !ok {
		return text, false
	}
	if _, announced := trim(strings.Split(before+signedMark, "\n"), nil); announced != "" {
		return text, false
	}
	_, body, _ := strings.Cut(after, "\n\n")
	body, _, _ = strings.Cut(body, "\n"+signatureMark)
	lines := strings.Split(body, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "- ")
	}
	return strings.Join(lines, "\n"), false
}
