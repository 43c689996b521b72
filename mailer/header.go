package mailer

import (
	"bytes"
	"fmt"
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

// Get returns the value of the first field of that name, in either case, or "" if there is none.
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

// The limits of the header of a letter or of a part. Fields beyond the limits are left out,
// and leaving them out is a fault of the header.
const (
	MaxFields      = 1000
	maxValue       = 64 << 10  // octets of one field, unfolded
	maxHeaderBytes = 256 << 10 // octets of all fields
)

// Head is a letter, or a part of one, parted into the fields of its header and its body (RFC 5322).
// What is not well formed is repaired. It is the one parse of a header: package parse asks it who
// wrote a letter, and package transport whether the letter may be taken at all.
type Head struct {
	Fields   Fields
	Body     []byte
	Problems []string // in words, what was repaired
	faults   []string // in words, why two readers may see two different headers in the same octets
}

// Doubt says in words why the author's domain may have vouched for another letter than the
// one that is read: another reader may see other fields in the same octets, or take the
// other one of two. "" means that there is no doubt.
func (h *Head) Doubt() string {
	if len(h.faults) > 0 {
		return h.faults[0]
	}
	for _, name := range SingleFields {
		if n := len(h.Fields.All(name)); n > 1 {
			return fmt.Sprintf("%d %s fields instead of one", n, name)
		}
	}
	return ""
}

// SingleFields are the fields that a letter may have once (RFC 5322, 3.6; RFC 2045, 3; RFC
// 2183, 2). Somebody may have added a second one to a letter after the author's domain
// signed the first.
var SingleFields = []string{"From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Subject", "Date", "Message-ID", "In-Reply-To", "References",
	"Content-Type", "Content-Transfer-Encoding", "Content-Disposition"}

// ParseHead splits a letter, or a MIME part, into header and body. ParseHead repairs rather than
// refuses: an mbox line and a stray line between fields are left out, and a header that
// runs into the text without a blank line ends there. A repair is a fault, and so is
// whatever another reader may read in another way.
func ParseHead(raw []byte) Head {
	var p headParser
	rest := bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if len(rest) < len(raw) {
		p.fault("a byte order mark stands before the header")
	}
	if line, after := NextLine(rest); isMboxLine(line) {
		p.read(rest, after)
		rest = after
		p.Fields = append(p.Fields, Field{MboxLine, headerText(line[:min(len(line), maxValue)])})
		p.repair("an mbox line before the header was left out")
	}
	p.Body = p.fieldsOf(rest)
	p.flush()
	return p.Head
}

// headParser is a Head in the making.
type headParser struct {
	Head
	name  string // of the field whose lines are read, "" for none
	value []byte
	crlf  bool // a line ended with CRLF
	bare  bool // a line ended with LF alone
	bytes int
}

// maxFaults is the number of faults that are noted of one header, and of those repaired.
const maxFaults = 32

// fault notes why another reader may see another header, each reason once.
func (p *headParser) fault(why string) {
	if len(p.faults) < maxFaults && !slices.Contains(p.faults, why) {
		p.faults = append(p.faults, why)
	}
}

// repair notes a fault that was repaired.
func (p *headParser) repair(what string) {
	p.fault(what)
	if len(p.Problems) < maxFaults {
		p.Problems = append(p.Problems, what)
	}
}

// fieldsOf reads fields up to the end of the header and returns the body.
func (p *headParser) fieldsOf(rest []byte) (body []byte) {
	for len(rest) > 0 {
		if p.bytes > maxHeaderBytes {
			return behindBlank(rest)
		}
		line, after := NextLine(rest)
		if p.read(rest, after); len(line) == 0 {
			return after
		}
		n, v, ok := CutField(line)
		switch {
		case isWhite(line[:1]) && p.name != "":
			if isWhite(line) {
				p.fault("a line of the header is blank and not empty")
			}
			p.add(line)
		case ok:
			p.begin(n, v, line)
		case p.name != "" && startsField(after):
			p.repair(fmt.Sprintf("a header line without a field name was left out: %.60q", line))
		case isWhite(line):
			p.fault("a blank line that is not empty ends the header")
			return after
		default:
			p.repair("the header ends without a blank line")
			return rest
		}
		rest = after
	}
	return nil
}

// behindBlank returns what follows the first empty line.
func behindBlank(rest []byte) []byte {
	for len(rest) > 0 {
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			return nil
		}
		if empty := end == 0 || end == 1 && rest[0] == '\r'; empty {
			return rest[end+1:]
		}
		rest = rest[end+1:]
	}
	return nil
}

// read looks at one line of the header, its line end included, for faults.
func (p *headParser) read(rest, after []byte) {
	whole := rest[:len(rest)-len(after)]
	text, ended := bytes.CutSuffix(whole, []byte("\n"))
	text, crlf := bytes.CutSuffix(text, []byte("\r"))
	if ended {
		p.crlf, p.bare = p.crlf || crlf, p.bare || !crlf
	}
	if p.crlf && p.bare {
		p.fault("some lines of the header end with CRLF and some with LF alone")
	}
	if slices.ContainsFunc(text, func(c byte) bool { return c < ' ' && c != '\t' || c == 0x7f }) {
		p.fault("a control character stands in the header")
	}
	if p.bytes += len(whole); p.bytes > maxHeaderBytes {
		p.fault("the header is too long")
	}
}

// begin starts a field.
func (p *headParser) begin(name string, value, line []byte) {
	p.flush()
	if !bytes.HasPrefix(line[len(name):], []byte(":")) {
		p.fault("white space stands before the colon of a header field")
	}
	p.name, p.value = name, nil
	p.add(value)
}

// add adds octets to the value of the field, up to maxValue.
func (p *headParser) add(more []byte) {
	room := maxValue - len(p.value)
	if len(more) > room {
		p.fault("a header field is too long")
		more = more[:room]
	}
	if p.value == nil {
		p.value = more[:len(more):len(more)] // a copy only if the field goes on
		return
	}
	p.value = append(p.value, more...)
}

// flush keeps the field whose lines were read.
func (p *headParser) flush() {
	switch {
	case p.name == "":
	case len(p.Fields) >= MaxFields:
		p.fault("the header has too many fields")
	default:
		p.Fields = append(p.Fields, Field{p.name, headerText(p.value)})
	}
	p.name = ""
}

// NextLine cuts the first line off b. line is without its CR LF or LF, and rest is nil
// behind the last line.
func NextLine(b []byte) (line, rest []byte) {
	i := bytes.IndexByte(b, '\n')
	if i < 0 {
		return bytes.TrimSuffix(b, []byte("\r")), nil
	}
	return bytes.TrimSuffix(b[:i], []byte("\r")), b[i+1:]
}

// MboxLine is the name under which Fields keep an mbox line that stood above a header; no
// field of a letter can have that name.
const MboxLine = "mbox line"

// isMboxLine reports whether a line is the one that separates the letters of an mbox file,
// escaped or not (RFC 4155, appendix A).
func isMboxLine(line []byte) bool {
	return bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From "))
}

func startsField(b []byte) bool {
	line, _ := NextLine(b)
	_, _, ok := CutField(line)
	return ok
}

func isWhite(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' {
			return false
		}
	}
	return true
}
