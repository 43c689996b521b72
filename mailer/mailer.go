// Package mailer is everything corrd knows of mail: bytes become a Letter, a
// Page becomes bytes, an IMAP mailbox is read in order, a submission server is
// handed what goes out, and addresses carry keys that cannot be guessed.
//
// It must know nothing of chess, of games, of the store or of the wording of
// letters. It decides nothing: whether a letter may act, is a repeat or gets an
// answer is its caller's affair. Bad input is never an error here: Read answers
// for any bytes whatever, and says in Letter.Problems what it had to repair.
package mailer

import (
	"crypto/sha256"
	"strings"
)

// Limits bound the work spent on one letter. A zero field has its default.
type Limits struct {
	Bytes int64 // octets of the raw letter that are read; 1 MiB
	Parts int   // MIME parts that are read; 200
	Depth int   // how deep multiparts may nest; 20
}

// OrDefault is l with every zero field replaced by its default.
func (l Limits) OrDefault() Limits {
	if l.Bytes <= 0 {
		l.Bytes = 1 << 20
	}
	if l.Parts <= 0 {
		l.Parts = 200
	}
	if l.Depth <= 0 {
		l.Depth = 20
	}
	return l
}

// Envelope is the sender and the recipients as the transport gave them (RFC
// 5321, MAIL FROM and RCPT TO, without angle brackets). With recipients an empty
// From is the null reverse-path. An Envelope without recipients is one the
// transport did not give, as with IMAP: Read then looks at Return-Path,
// Delivered-To, X-Original-To, Envelope-To, To and Cc. Auth is the verdict of
// this host's own check of the author's domain; "" leaves it to the
// Authentication-Results.
type Envelope struct {
	From string
	To   []string
	Auth Auth
}

// Site is the address corrd writes from and is written to: Local@Domain, and
// Local+anything@Domain where Delimiter is '+'. A zero Delimiter means the
// host has no such addresses, so that keys travel in the subject.
type Site struct {
	Local     string
	Domain    string
	Delimiter byte
}

// Address is Local@Domain.
func (s Site) Address() string { return s.Local + "@" + s.Domain }

// detail is what stands between the delimiter and the @ of an address of this
// site; own tells whether the address is one of this site's at all.
func (s Site) detail(address string) (detail string, own bool) {
	local, domain, ok := cutAddress(address)
	if !ok || !strings.EqualFold(domain, s.Domain) || len(local) < len(s.Local) {
		return "", false
	}
	head, tail := local[:len(s.Local)], local[len(s.Local):]
	if !strings.EqualFold(head, s.Local) {
		return "", false
	}
	if tail == "" {
		return "", true
	}
	if s.Delimiter == 0 || tail[0] != s.Delimiter {
		return "", false
	}
	return tail[1:], true
}

// role is the name of a mailbox that every domain has for people, not for corrd:
// "postmaster" (RFC 5321, 4.5.1) or "abuse" (RFC 2142); "" for any other address, and
// for corrd's own.
func (s Site) role(address string) string {
	local, domain, ok := cutAddress(address)
	if _, own := s.detail(address); !ok || own || !strings.EqualFold(domain, s.Domain) {
		return ""
	}
	for _, role := range []string{"postmaster", "abuse"} {
		if strings.EqualFold(local, role) {
			return role
		}
	}
	return ""
}

// ReadOptions say whose mail is read and whom to believe.
type ReadOptions struct {
	Site       Site
	AuthservID string // the one authserv-id (RFC 8601) that is believed; "" believes none
	Hops       int    // how many Received fields our own hosts write: only what stands above the last of them is believed; 1 if zero
	Limits     Limits

	// Answers gives the bytes of the letters that a letter may answer, which has
	// its header read and nothing else; what it repeats of them is a quotation. It
	// is asked only where the text is long enough to hold one. nil: none are known.
	Answers func(Letter) [][]byte
}

// Auth is what the receiving host found about the author's domain (DMARC).
type Auth string

// The three verdicts. AuthNone is also the verdict where no trusted line says
// anything, or says it in a form that does not parse.
const (
	AuthNone Auth = "none"
	AuthPass Auth = "pass"
	AuthFail Auth = "fail"
)

// Letter is what a mail says, in UTF-8 with LF between lines.
type Letter struct {
	From       string   // the author's address, domain in lower case; "" unless there is exactly one From field with exactly one address
	FromName   string   // the author's display name, decoded
	Addressees []string // all whom To, Cc, Bcc and their Resent- kin name, domain in lower case: who has the letter, as far as it says so
	Recipients []string // the addresses of this site in the envelope, or in the header where there is none
	MessageID  string   // without angle brackets; "" if absent
	Subject    string   // decoded, on one line
	InReplyTo  string   // the first id of In-Reply-To, without angle brackets
	References []string // ids, oldest first, without angle brackets

	Text        string   // the new text: no quotes, attributions, signatures or footers
	Hash        [32]byte // SHA-256 of Text, however its lines were broken and its words spaced (SPEC 2)
	FullText    string   // the whole text before anything was cut
	Alternative string   // the new text of the HTML alternative where its words differ from Text's, else ""

	Machine  string // why this is a machine's letter, in words; "" for a person's
	Role     string // "postmaster" or "abuse": the letter was sent to that mailbox, and corrd must not obey it
	DSN      *DSN   // what a delivery status notification (RFC 3464) reports; nil for any other letter
	Auth     Auth   // DMARC as the trusted host saw it
	Token    Token  // the key in the recipient's address, else in the subject; zero if there is none
	Problems []string
	Unread   []string // what was not read as the sender's own words and why, for him to mend it
}

// hashOf is the SHA-256 of a text with blank lines and the white space around and
// between words made uniform, so that a letter that is sent again by hand or
// re-wrapped at its line ends has the same hash.
func hashOf(text string) [32]byte {
	lines := make([]string, 0, 16)
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return sha256.Sum256([]byte(strings.Join(lines, "\n")))
}
