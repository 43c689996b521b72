// Package mailer has what reading mail and speaking to mail servers share: the
// Letter that is read, the Page that is written, the keys that no outsider can guess, and
// the addresses of a site.
//
// Package mailer/parse makes a Letter of bytes, and package mailer/transport brings
// letters and takes them away; neither knows the other. All three know nothing of chess,
// of games, of the store or of the wording of letters. They decide nothing: whether a
// letter may act, is a repeat or gets an answer is their caller's affair.
package mailer

import (
	"net"
	"strings"
)

// Envelope is the sender and the recipients as the transport gave them (RFC
// 5321, MAIL FROM and RCPT TO, without angle brackets). With recipients an empty
// From is the null reverse-path. An Envelope without recipients is one the
// transport did not give, as with IMAP: package parse then looks at Return-Path,
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
func (s Site) Detail(address string) (detail string, own bool) {
	local, domain, ok := CutAddress(address)
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
func (s Site) Role(address string) string {
	local, domain, ok := CutAddress(address)
	if _, own := s.Detail(address); !ok || own || !strings.EqualFold(domain, s.Domain) {
		return ""
	}
	for _, role := range []string{"postmaster", "abuse"} {
		if strings.EqualFold(local, role) {
			return role
		}
	}
	return ""
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

// DSN is what a report of delivery says of its first recipient, as the notifying
// host wrote it and nobody has checked: by its fields (RFC 3464, 2.3), or, where it
// has none, by the words and codes that mail systems use.
type DSN struct {
	Action     string // failed, delayed, delivered, relayed or expanded, in lower case; "" if not known
	Status     string // such as 5.1.1 (RFC 3463), or 550 (RFC 5321, 4.2); "" if not known
	Diagnostic string // in the words of the remote host; "" if not known
}

// Hard tells whether delivery has failed for good.
func (d DSN) Hard() bool { return d.Action == "failed" && !strings.HasPrefix(d.Status, "4") }

// Soft tells whether delivery is only late, or has failed for now.
func (d DSN) Soft() bool { return d.Action == "delayed" || strings.HasPrefix(d.Status, "4") }

func CutAddress(address string) (local, domain string, ok bool) {
	i := strings.LastIndexByte(address, '@')
	if i <= 0 || i == len(address)-1 {
		return "", "", false
	}
	return address[:i], address[i+1:], true
}

// Origin is how a letter came: from which host, what it called itself, and
// the envelope's sender, "" for the null reverse-path.
type Origin struct {
	Peer net.IP // nil where there is none, as on a unix socket
	HELO string
	From string
}
