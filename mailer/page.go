package mailer

import (
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"time"
)

// Address is an address with the name that is shown for it.
type Address struct {
	Name    string // in any characters
	Address string // local@domain
}

// Header is a header field of a Page.
type Header struct{ Name, Value string }

// Part is a file in a letter. The HTML names an inline part by its ContentID ("cid:…", RFC
// 2392).
type Part struct {
	Name      string // the file name
	Type      string // such as image/png; text types are UTF-8
	ContentID string // without angle brackets; only for inline parts
	Data      []byte
}

// Page is a letter to be written. A field of Page may contain any characters: what cannot stand
// in a header is encoded or left out, so that no text can begin another header field.
type Page struct {
	To Address
	// the name beside corrd's address in From; "" for the name of the Address handed to Bytes
	Sender  string
	Subject string
	// as Keys.SubjectToken writes it, to stand after the subject where there are no keyed
	// addresses; "" for none
	SubjectToken string
	Text         string // the whole letter, for readers who see no HTML
	HTML         string // the same in HTML; "" for none
	Inline       []Part // files that the HTML shows
	Attachments  []Part
	Headers      []Header // further fields, in order, such as Corrd-Game
	MessageID    string   // without angle brackets; the same in every retry
	InReplyTo    string   // without angle brackets
	References   []string // oldest first, without angle brackets
	ReplyTo      string   // an address without a name; "" for none
	Date         time.Time
	// the id of a list, such as g12.club.example, without angle brackets; "" for none
	ListID  string
	Answers bool // the letter answers one that its reader wrote
	// the mailto URI by which its reader ends letters of this kind (RFC 2369, 3.2); "" for none
	Unsubscribe string
}

// ErrPage means that a Page cannot be written. The reason is an invalid address of the recipient,
// the sender or for replies, an invalid name of a further field, or a missing Message-ID or Date.
var ErrPage = errors.New("letter cannot be written")

// Bytes writes the letter as it goes over the wire (RFC 5322, RFC 2045): CRLF, lines of at
// most 998 octets, ASCII only, with Auto-Submitted (RFC 3834). The same Page gives the same
// octets, so that a retry sends what was sent before. The error wraps ErrPage.
func (p Page) Bytes(from Address) ([]byte, error) {
	var w pageWriter
	w.out.Grow(headerRoom + p.room())
	if err := p.writeHeader(&w, from); err != nil {
		return nil, err
	}
	w.body(p)
	return w.out.Bytes(), nil
}

// BytesNamed writes the letter as Bytes does, under a Message-ID that is made of the letter itself:
// rename is given the octets that Bytes writes, which rename must not keep, and returns the
// Message-ID that takes the place of the Page's. BytesNamed also returns that Message-ID.
func (p Page) BytesNamed(from Address, rename func(raw []byte) string) (raw []byte, messageID string, err error) {
	w := pageWriters.Get().(*pageWriter)
	defer pageWriters.Put(w)
	w.out.Reset()
	if err := p.writeHeader(w, from); err != nil {
		return nil, "", err
	}
	w.body(p)
	first := w.out.Bytes()
	if p.MessageID = rename(first); p.MessageID == "" {
		return nil, "", errNoName
	}
	named := pageWriter{}
	named.out.Grow(headerRoom + len(first))
	named.out.Write(first[:w.name.from])
	p.writeName(&named)
	named.out.Write(first[w.name.to:w.loop.from])
	p.writeLoop(&named)
	named.out.Write(first[w.loop.to:])
	return named.out.Bytes(), p.MessageID, nil
}

// writeName writes the field of the Message-ID, and notes where it stands.
func (p Page) writeName(w *pageWriter) {
	w.name.from = w.out.Len()
	w.ids("Message-ID", p.MessageID)
	w.name.to = w.out.Len()
}

// writeLoop writes the field by which corrd knows its own letters, and notes where it stands.
func (p Page) writeLoop(w *pageWriter) {
	w.loop.from = w.out.Len()
	w.text(LoopField, cleanID(p.MessageID))
	w.loop.to = w.out.Len()
}

var errNoName = fmt.Errorf("%w: it has no Message-ID or no Date", ErrPage)

// headerRoom is about how many octets the fields of a letter have that do not describe the body.
const headerRoom = 2048

// pageWriters are page writers that are not in use: a letter is large.
var pageWriters = sync.Pool{New: func() any { return new(pageWriter) }}

// room is about how many octets the body has.
func (p Page) room() int {
	octets := 2048 + len(p.Text) + len(p.HTML) + len(p.HTML)/8
	for _, f := range slices.Concat(p.Inline, p.Attachments) {
		octets += len(f.Data) * 7 / 5
	}
	return octets
}

// writeHeader writes all fields but those that describe the body.
func (p Page) writeHeader(w *pageWriter, from Address) error {
	if p.MessageID == "" || p.Date.IsZero() {
		return errNoName
	}
	if p.Sender != "" {
		from.Name = p.Sender
	}
	for _, a := range []struct {
		field   string
		address Address
	}{{"From", from}, {"To", p.To}, {"Reply-To", Address{Address: p.ReplyTo}}} {
		if a.field == "Reply-To" && p.ReplyTo == "" {
			continue
		}
		formatted, err := formatAddress(a.address)
		if err != nil {
			return fmt.Errorf("%w: %s: %w", ErrPage, a.field, err)
		}
		w.field(a.field, formatted)
	}
	w.text("Subject", strings.TrimSpace(p.Subject+" "+p.SubjectToken))
	w.field("Date", p.Date.Format(time.RFC1123Z))
	p.writeName(w)
	w.ids("In-Reply-To", p.InReplyTo)
	w.ids("References", p.References...)
	w.field("Auto-Submitted", p.autoSubmitted())
	w.field("X-Auto-Response-Suppress", suppressed)
	w.ids("List-Id", p.ListID)
	w.ids("List-Unsubscribe", p.Unsubscribe)
	p.writeLoop(w)
	for _, h := range p.Headers {
		if !isFieldName(h.Name) {
			return fmt.Errorf("%w: %.40q is no field name", ErrPage, h.Name)
		}
		w.text(h.Name, h.Value)
	}
	w.field("MIME-Version", "1.0")
	return nil
}

// suppressed names the replies of machines that a letter asks Exchange servers not to send:
// receipts, absence notes and the like. Reports that the letter could not be delivered (NDR)
// are not among them, because corrd acts on those ([MS-OXCMAIL], 2.1.3.2.20).
const suppressed = "DR, RN, NRN, OOF, AutoReply"

// autoSubmitted is what RFC 3834, 5 calls a letter that a program wrote: auto-replied where
// the letter answers one of its reader's, else auto-generated.
func (p Page) autoSubmitted() string {
	if p.Answers {
		return "auto-replied"
	}
	return "auto-generated"
}

// isFieldName reports whether a field of that name may be written beside those that a Page
// writes itself: Corrd-…, X-…, List-… and Organization.
func isFieldName(name string) bool {
	if len(name) > 60 || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return false
	}
	for _, own := range []string{"corrd-", "x-", "list-", "organization"} {
		if strings.HasPrefix(strings.ToLower(name), own) {
			return !strings.EqualFold(name, LoopField) && !strings.EqualFold(name, "List-Unsubscribe")
		}
	}
	return false
}

// formatAddress returns an address as it stands in a field. An address that does not read
// back as itself is refused.
func formatAddress(a Address) (string, error) {
	parsed, err := mail.ParseAddress("<" + a.Address + ">")
	if err != nil || parsed.Address != a.Address || !isASCII(a.Address) || len(a.Address) > LongestAddress {
		return "", fmt.Errorf("%.80q is no address", a.Address)
	}
	if name := OneLine(a.Name); name != "" {
		return encodeName(name) + " <" + a.Address + ">", nil
	}
	return "<" + a.Address + ">", nil
}

// isASCII reports whether s is printable ASCII without spaces.
func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] <= ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// cleanID returns id with only the characters that may stand between angle brackets.
func cleanID(id string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r >= 0x7f || r == '<' || r == '>' || r == '(' || r == ')' || r == '"' || r == '\\' {
			return -1
		}
		return r
	}, id[:min(len(id), 900)])
}

// ReplyMark is the first line of letters from corrd. In an answer, everything below this line is
// a quotation.
const ReplyMark = "Please answer above this line."

// LoopField is the name of a field in every letter from corrd. A letter that arrives with this
// field is one of corrd's letters that has come back.
const LoopField = "X-Corrd"
