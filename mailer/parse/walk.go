package parse

import (
	"bytes"
	"cmp"
	"strings"
	"unicode/utf8"

	"corrd/game/reason"
	"corrd/mailer"
)

// content is the readable text of a part: its plain text, and its HTML as plain text. A text
// without a word is "".
type content struct{ plain, html string }

// text returns the plain text, or the text of the HTML if there is no plain text.
func (c content) text() string { return cmp.Or(c.plain, c.html) }

// walk goes once through the MIME tree (RFC 2045 to 2049) of one letter. Libraries for this
// give up a whole part for one faulty line, and take time that grows with the square of the
// depth; corrd must read every letter that can be read.
type walk struct {
	*letter  // takes the problems
	limits   Limits
	parts    int
	work     int // the number of octets searched for boundaries
	texts    int // the number of text parts that were read
	tops     int // the number of parts of the outermost multipart in which there is text
	plains   int // the number of plain text parts that were read
	tokens   int // the number of steps that the pages took
	pages    int // the number of HTML parts that were read
	octets   int // the number of octets of text that were read
	dsn      *mailer.DSN
	report   string // the type of a multipart/report, if the letter is one
	feedback bool   // the letter holds a complaint (RFC 5965)
	calendar bool
}

// part reads one part, of whatever type.
func (w *walk) part(h mailer.Fields, body []byte, depth int) content {
	w.parts++
	kind, params := w.contentType(h)
	if !strings.HasPrefix(kind, "multipart/") {
		return w.leaf(h, kind, params, body)
	}
	return w.multipart(h, kind, params, body, depth)
}

// mostSearches is how often as many octets as a letter has are searched for boundaries.
const mostSearches = 4

// multipart reads a part that holds others. A multipart without parts is read as text.
func (w *walk) multipart(h mailer.Fields, kind string, params map[string]string, body []byte, depth int) content {
	if depth >= w.limits.Depth || int64(w.work) > mostSearches*w.limits.Bytes {
		w.addProblem("parts nested too deeply were not read")
		return content{}
	}
	var children [][]byte
	if boundary := strings.TrimRight(params["boundary"], " \t"); boundary != "" {
		var whole bool
		w.work += len(body)
		if children, whole = splitParts(body, boundary, w.limits.Parts-w.parts); !whole {
			w.addProblem("the letter has too many parts, or its end is missing")
		}
	}
	if len(children) == 0 {
		w.addProblem("a multipart without parts was read as plain text")
		return w.leaf(h, "text/plain", params, body)
	}
	switch kind {
	case "multipart/report":
		w.report = cmp.Or(strings.ToLower(params["report-type"]), "delivery-status")
	case "multipart/signed":
		children = children[:1]
	case "multipart/encrypted":
		w.leaveOut(reason.Because("unread encrypted letter"))
		return content{}
	}
	return w.children(kind, children, depth)
}

// children reads the parts of a multipart and joins their texts: of alternatives the first
// of each form, of anything else one behind another.
func (w *walk) children(kind string, bodies [][]byte, depth int) content {
	var all content
	for _, b := range bodies {
		if w.parts >= w.limits.Parts {
			break
		}
		h := mailer.ParseHead(b)
		w.addProblem(h.Problems...)
		c := w.part(h.Fields, h.Body, depth+1)
		if depth == 0 && c.text() != "" {
			w.tops++
		}
		if kind == "multipart/alternative" {
			all = all.or(c)
		} else {
			all = all.and(c)
		}
	}
	return all
}

// or returns c with the forms that c lacks taken from d.
func (c content) or(d content) content {
	return content{plain: cmp.Or(c.plain, d.plain), html: cmp.Or(c.html, d.html)}
}

// and returns c followed by d, in every form that either of them has.
func (c content) and(d content) content {
	switch {
	case d == content{}:
		return c
	case c == content{}:
		return d
	}
	var both content
	if c.plain != "" || d.plain != "" {
		both.plain = followed(c.text(), d.text())
	}
	if c.html != "" || d.html != "" {
		both.html = followed(c.htmlOrPlain(), d.htmlOrPlain())
	}
	return both
}

// followed returns a text and the next one below it, unless the first is more than what is read of
// a letter.
func followed(text, next string) string {
	if len(text) > maxText {
		return text
	}
	return text + "\n" + next
}

// htmlOrPlain returns the text of the HTML, or the plain text if there is no HTML.
func (c content) htmlOrPlain() string { return cmp.Or(c.html, c.plain) }

// leaf reads a part that holds no others.
func (w *walk) leaf(h mailer.Fields, kind string, params map[string]string, body []byte) content {
	disposition, file := dispositionOf(h, params)
	switch {
	case kind == "message/delivery-status", kind == "message/global-delivery-status": // RFC 3464, RFC 6533
		decoded, _ := decodeTransfer(body, h.Get("Content-Transfer-Encoding"))
		w.dsn = parseDSN(decoded)
		return content{}
	case kind == "message/feedback-report": // RFC 5965
		w.feedback = true
		return content{}
	case kind == "text/calendar" && disposition != "attachment":
		w.calendar = true
		return content{}
	case kind == "text/rfc822-headers", kind == "message/disposition-notification", strings.HasSuffix(kind, "-signature"):
		return content{}
	case strings.HasPrefix(kind, "message/"):
		w.leaveOut(reason.Because("unread enclosed letter"))
		return content{}
	case disposition == "attachment" || !w.isRead(kind) || file != "" && w.texts > 0:
		picture := strings.HasPrefix(kind, "image/")
		w.Attached = w.Attached || disposition == "attachment" || file != "" && !picture || picture && h.Get("Content-ID") == ""
		w.passOver(kind, disposition, file)
		return content{}
	}
	w.texts++
	return w.textPart(h, kind, params, body)
}

// isRead reports whether the text of a part of a kind belongs to the letter: plain text and HTML,
// and any text that is the whole letter (RFC 2046, 4.1.4).
func (w *walk) isRead(kind string) bool {
	switch kind {
	case "text/plain", "text/html", "text/markdown":
		return true
	}
	return w.parts == 1 && strings.HasPrefix(kind, "text/")
}

// passOver notes a part that is not text to be read in place.
func (w *walk) passOver(kind, disposition, file string) {
	switch {
	case kind == "application/pkcs7-mime", kind == "application/x-pkcs7-mime", kind == "application/pgp-encrypted":
		w.leaveOut(reason.Because("unread sealed letter"))
	case kind == "application/ms-tnef":
		w.leaveOut(reason.Because("unread winmail"))
	case strings.HasPrefix(kind, "image/") && disposition != "attachment":
	case file != "":
		w.leaveOut(because("unread attachment named", mailer.OneLine(file), 80))
	default:
		w.leaveOut(because("unread attachment of type", kind, 80))
	}
}

// textPart decodes a text part.
func (w *walk) textPart(h mailer.Fields, kind string, params map[string]string, body []byte) content {
	decoded, why := decodeTransfer(body, h.Get("Content-Transfer-Encoding"))
	w.leaveOut(why)
	decoded, cut := cutText(decoded, maxOctets-w.octets)
	if w.octets += len(decoded); cut {
		w.leaveOutLines()
	}
	label := params["charset"]
	if kind == "text/html" && label == "" {
		label = metaCharset(decoded)
	}
	text, problem := decodeCharset(decoded, label)
	w.addProblem(problem)
	switch {
	case isPage(kind, text):
		w.pages++
		plain, why := htmlText(text, &w.tokens)
		w.leaveOut(why)
		return content{html: orNone(plain)}
	case strings.EqualFold(params["format"], "flowed"):
		w.plains++
		return content{plain: orNone(joinFlowed(text, strings.EqualFold(params["delsp"], "yes")))}
	}
	w.plains++
	return content{plain: orNone(text)}
}

// orNone returns a text, or "" if there is no word in it.
func orNone(text string) string {
	if isBlank(text) {
		return ""
	}
	return text
}

// maxOctets is the number of octets that are looked at of the texts of a letter, which are more
// than its words: tags, style sheets, quotations.
const maxOctets = 512 << 10

// cutText returns as much of a text as there is room for, in whole lines if it has some and in
// whole characters of UTF-8; cut reports whether that is not all.
func cutText(text []byte, room int) (head []byte, cut bool) {
	if len(text) <= room {
		return text, false
	}
	if end := bytes.LastIndexByte(text[:room], '\n') + 1; end > room/2 {
		return text[:end], true
	}
	for back := range min(room, utf8.UTFMax) {
		if utf8.RuneStart(text[room-back]) {
			return text[:room-back], true
		}
	}
	return text[:room], true
}

// isPage reports whether a text is HTML, by its type unless the text shows that the type is
// wrong.
func isPage(kind, text string) bool {
	if kind == "text/html" {
		return strings.ContainsAny(text, "<&")
	}
	head := strings.ToLower(strings.TrimSpace(text[:min(len(text), 200)]))
	return strings.HasPrefix(head, "<!doctype html") || strings.HasPrefix(head, "<html")
}

// metaCharset returns the charset that an HTML page names for itself near its top.
func metaCharset(page []byte) string {
	head := bytes.ToLower(page[:min(len(page), 1024)])
	_, after, ok := bytes.Cut(head, []byte("charset="))
	if !ok {
		return ""
	}
	after = bytes.TrimLeft(after, `"' `)
	end := bytes.IndexAny(after, "\"'> ;/\r\n")
	return string(after[:max(end, 0)])
}

// splitParts cuts a multipart's body at its boundary (RFC 2046, 5.1.1). whole reports
// whether the closing boundary was there and the parts were within limit.
func splitParts(body []byte, boundary string, limit int) (parts [][]byte, whole bool) {
	delimiter := []byte("--" + boundary)
	start := -1
	for at := 0; ; {
		found := bytes.Index(body[at:], delimiter)
		if found < 0 {
			break
		}
		at += found
		line, rest := mailer.NextLine(body[at:])
		next := len(body) - len(rest)
		after := bytes.TrimRight(line[len(delimiter):], " \t")
		last := string(after) == "--"
		if starts := at == 0 || body[at-1] == '\n'; !starts || len(after) > 0 && !last {
			at = next
			continue
		}
		if start >= 0 {
			parts = append(parts, bytes.TrimSuffix(bytes.TrimSuffix(body[start:at], []byte("\n")), []byte("\r"))) // the line end belongs to the boundary
		}
		if last {
			return parts, true
		}
		if len(parts) >= limit {
			return parts, false
		}
		start, at = next, next
	}
	if start >= 0 {
		parts = append(parts, body[start:])
	}
	return parts, false
}
