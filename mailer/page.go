package mailer

import (
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"
)

// Address is a mailbox with the name that is shown for it.
type Address struct {
	Name    string // in any characters; encoded when written
	Address string // local@domain
}

// Header is one header field.
type Header struct{ Name, Value string }

// Part is a file in a letter. Inline parts are named by their ContentID in the
// HTML ("cid:…").
type Part struct {
	Name      string // the file name
	Type      string // such as image/png; text types are UTF-8
	ContentID string // without angle brackets; only for inline parts
	Data      []byte
}

// Page is a letter to be written. Fields may hold anything: what cannot stand in
// a header is encoded or left out, so that no field can begin another one.
type Page struct {
	To           Address
	Subject      string
	SubjectToken string // such as Keys.SubjectToken writes; put after the subject where there are no keyed addresses
	Text         string // the letter itself, useful alone
	HTML         string // the same in HTML; "" for none
	Inline       []Part // files that the HTML shows
	Attachments  []Part
	Headers      []Header // further fields, in order, such as Corrd-Game
	MessageID    string   // without angle brackets; names the letter for ever
	InReplyTo    string   // without angle brackets
	References   []string // oldest first, without angle brackets
	ReplyTo      string   // an address alone
	Date         time.Time
	ListID       string // such as g12.club.example, without angle brackets; "" for none
}

// ErrPage says that a Page cannot be written: its recipient, sender or reply
// address is no address, a further field's name is no field name, or it has no
// Message-ID or no Date.
var ErrPage = errors.New("letter cannot be written")

// Bytes writes the letter as it goes over the wire (RFC 5322 and 2045): CRLF,
// lines of at most 998 octets, ASCII only, Auto-Submitted (RFC 3834) in each letter.
// The same Page gives the same bytes, so a retry can send what was sent before.
// The error wraps ErrPage.
func (p Page) Bytes(from Address) ([]byte, error) {
	if p.MessageID == "" || p.Date.IsZero() {
		return nil, fmt.Errorf("%w: it has no Message-ID or no Date", ErrPage)
	}
	var w pageWriter
	w.out.Grow(2048 + len(p.Text) + len(p.HTML) + len(p.HTML)/8)
	if err := p.writeHeader(&w, from); err != nil {
		return nil, err
	}
	w.boundary = p.MessageID
	w.body(p)
	return w.out.Bytes(), nil
}

func (p Page) writeHeader(w *pageWriter, from Address) error {
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
	w.ids("Message-ID", p.MessageID)
	w.ids("In-Reply-To", p.InReplyTo)
	w.ids("References", p.References...)
	w.field("Auto-Submitted", "auto-replied")
	w.field("X-Auto-Response-Suppress", "All")
	w.ids("List-Id", p.ListID)
	w.text(LoopField, cleanID(p.MessageID))
	for _, h := range p.Headers {
		if !isFieldName(h.Name) {
			return fmt.Errorf("%w: %.40q is no field name", ErrPage, h.Name)
		}
		w.text(h.Name, h.Value)
	}
	w.field("MIME-Version", "1.0")
	return nil
}

// isFieldName tells names that may be written beside those a Page writes itself:
// Corrd-… and X-…, and the List- fields of a mailing.
func isFieldName(name string) bool {
	if len(name) > 60 || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return false
	}
	for _, own := range []string{"corrd-", "x-", "list-", "organization"} {
		if strings.HasPrefix(strings.ToLower(name), own) {
			return !strings.EqualFold(name, LoopField)
		}
	}
	return false
}

// formatAddress is a as it stands in a field. An address that does not read back
// as itself is refused.
func formatAddress(a Address) (string, error) {
	parsed, err := mail.ParseAddress("<" + a.Address + ">")
	if err != nil || parsed.Address != a.Address || !isASCII(a.Address) || len(a.Address) > 320 {
		return "", fmt.Errorf("%.80q is no address", a.Address)
	}
	if name := OneLine(a.Name); name != "" {
		return encodeName(name) + " <" + a.Address + ">", nil
	}
	return "<" + a.Address + ">", nil
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] <= ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// cleanID is id with only the characters that may stand between angle brackets.
func cleanID(id string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r >= 0x7f || r == '<' || r == '>' || r == '(' || r == ')' || r == '"' || r == '\\' {
			return -1
		}
		return r
	}, id[:min(len(id), 900)])
}

// ReplyMark is the line that letters of ours begin with: what stands below it, in an
// answer, is quoted.
const ReplyMark = "Please answer above this line."

// loopField is in every letter of ours; one that has it came back.
const LoopField = "X-Corrd"
