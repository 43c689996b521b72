// Package mailer holds what reading mail and speaking to mail servers have in common: the Letter
// that is read, the fields of its header, the Page that is written, the keys that no outsider can
// guess, and the addresses of a site.
//
// Package mailer/parse makes a Letter of bytes, and package mailer/transport brings letters and
// takes them away; neither knows the other. All three packages know nothing of chess, of games, of
// the store or of the wording of letters. The packages decide nothing: the caller decides whether
// a letter acts, is a repeat or gets an answer.
package mailer

import (
	"fmt"
	"net"
	"net/mail"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"corrd/game/reason"
)

// Envelope is the sender and the recipients of a letter as the transport gave them (RFC 5321,
// 3.3), without angle brackets. If there are recipients, an empty From is the null reverse-path.
// If there are none, the transport gave no envelope, as with IMAP; the reader then looks at
// Return-Path, Delivered-To, X-Original-To, Envelope-To, To and Cc. Auth and Signed are the Verdict
// of this host's own check of the author's domain; with Auth "" the verdict comes from the
// Authentication-Results in the letter.
type Envelope struct {
	From   string
	To     []string
	Auth   Auth
	Signed []string
}

// Site is the address that corrd writes from and is written to: Local@Domain, and
// Local+anything@Domain where Delimiter is '+'. A zero Delimiter means that the mail host
// has no such addresses, so that keys travel in the subject.
type Site struct {
	Local     string
	Domain    string
	Delimiter byte
}

// Address returns Local@Domain.
func (s Site) Address() string { return s.Local + "@" + s.Domain }

// Detail returns what stands between the delimiter and the @ of an address of this site
// (RFC 5233). own reports whether the address is one of this site's at all.
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

// Role returns the name of the mailbox that every domain has for people: "postmaster" (RFC
// 5321, 4.5.1) or "abuse" (RFC 2142); "" for any other address, and for corrd's own.
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

// Auth is a verdict on the author of a letter (DMARC, RFC 7489): whether the domain in the
// From field vouches for the letter.
type Auth string

// The three verdicts. AuthNone also stands where no trusted field says anything, or where
// the field cannot be parsed.
const (
	AuthNone Auth = "none"
	AuthPass Auth = "pass"
	AuthFail Auth = "fail"
)

// Verdict is a verdict on the author, and on what a pass rests.
type Verdict struct {
	Auth Auth
	// the names of the fields that the signature covers (RFC 6376, 3.5) on which alone a pass
	// rests, also if a doubt about the header leaves no pass, or nil if the pass rests on the host
	// that sent the letter (RFC 7208)
	Signed []string
}

// Proof says how much of a letter an AuthPass proves, and so what somebody who has an older
// letter of the same author can have made of it.
type Proof string

const (
	// ProofNone: nobody vouches for the letter.
	ProofNone Proof = ""
	// ProofFull: the letter is as the author sent it, and was sent to this site.
	ProofFull Proof = "full"
	// ProofOnce: the letter says what the author wrote and the Message-ID is the author's, but
	// the letter may have been sent to somebody else. A letter with a Message-ID that came before
	// may be one that was sent again.
	ProofOnce Proof = "once"
	// ProofWeak: the pass rests on a signature that leaves out so much that the letter may be an
	// older one of the author in which other words seem to be new; or there would be such a pass if
	// the header could not be read in two ways.
	ProofWeak Proof = "weak"
)

// Letter is what a mail says, in UTF-8 with LF between lines.
type Letter struct {
	// the author's address, domain in lower case; "" unless there is exactly one From field with
	// exactly one address
	From     string
	FromName string // the author's display name, decoded
	// all whom To, Cc, Bcc, Resent-To, Resent-Cc and Resent-Bcc name, domain in lower case
	Addressees []string
	// the addresses of this site in the envelope, or in the header where there is none
	Recipients []string
	MessageID  string   // without angle brackets, or "" if absent
	Date       string   // as it stands there, or "" if absent
	Subject    string   // decoded, on one line
	InReplyTo  string   // the first id of In-Reply-To, without angle brackets
	References []string // ids, oldest first, without angle brackets

	Text string // the new text: no quotes, attributions, signatures or footers
	// SHA-256 of the words of Text, however they were spaced and broken into lines
	Hash [32]byte
	// as Hash, of the text that marks of quotation alone leave, which does not depend on the
	// letters the mail may answer
	HashByMarks [32]byte
	FullText    string // the whole text before anything was cut
	// the new text of the HTML alternative where its words differ from Text's, else ""
	Alternative string

	Machine string // why this is a machine's letter, in words; "" for a person's
	// "postmaster" or "abuse": the letter was sent to that mailbox, and corrd must not obey the
	// letter
	Role string
	// what a delivery status notification (RFC 3464) reports; nil for any other letter
	DSN  *DSN
	Auth Auth // the verdict of this host's own check, or of the trusted host
	// how much of the letter an AuthPass proves; ProofNone for any other verdict
	Proof Proof
	// the key in the recipient's address, else in the subject, or zero if there is none
	Token Token
	// what was repaired, in words that no letter uses, and what was left out, as keys of
	// words.txt
	Problems []reason.Reason
	Attached bool            // a picture or a file came with the letter; a picture that its page shows by itself, as a signature has one, does not count
	Unread   []reason.Reason // what was not read as the sender's own words, for the sender to mend
}

// Named returns the ids of the letters that References and In-Reply-To name as those before this
// one, the one that it answers last.
func (l Letter) Named() []string { return slices.Concat(l.References, []string{l.InReplyTo}) }

// DSN is what a delivery status notification says of its first recipient. The notifying host
// wrote the words and nobody has checked them. The fields are those of RFC 3464, 2.3 or, when
// these are missing, the words and codes that mail systems use.
type DSN struct {
	// failed, delayed, delivered, relayed or expanded, in lower case, or "" if not known
	Action     string
	Status     string // such as 5.1.1 (RFC 3463), or 550 (RFC 5321, 4.2), or "" if not known
	Diagnostic string // in the words of the remote host, or "" if not known
}

// Hard reports whether delivery has failed finally, so that no later try can succeed.
func (d DSN) Hard() bool { return d.Action == "failed" && !strings.HasPrefix(d.Status, "4") }

// Soft reports whether delivery is only late, or has failed for now.
func (d DSN) Soft() bool { return d.Action == "delayed" || strings.HasPrefix(d.Status, "4") }

// CutAddress splits an address at its last @. ok is false if either half is empty.
func CutAddress(address string) (local, domain string, ok bool) {
	i := strings.LastIndexByte(address, '@')
	if i <= 0 || i == len(address)-1 {
		return "", "", false
	}
	return address[:i], address[i+1:], true
}

// LongestAddress is how many octets an address may have (RFC 5321, 4.5.3.1: 64 before the @, and
// 255).
const LongestAddress = 64 + 1 + 255

// LowerDomain returns an address with its domain in lower case; the local part is its owner's.
func LowerDomain(address string) string {
	local, domain, ok := CutAddress(address)
	if !ok {
		return address
	}
	return local + "@" + strings.ToLower(domain)
}

// ReadAddress reads an address that somebody has written, with or without a name, and returns the
// address alone, with its domain in lower case. ok is false where the text is not one address,
// which gives "", or one to which no Page can be written, as outside ASCII.
func ReadAddress(text string) (address string, ok bool) {
	parsed, err := mail.ParseAddress(text)
	if err != nil {
		return "", false
	}
	address = LowerDomain(parsed.Address)
	_, err = formatAddress(Address{Address: address})
	return address, err == nil
}

// ReadPlain reads an address that must be written alone, without a name or brackets; the results
// are those of ReadAddress, and ok is false also where anything stands beside the address.
func ReadPlain(text string) (address string, ok bool) {
	address, ok = ReadAddress(text)
	return address, ok && address == LowerDomain(text)
}

// Origin says where a letter came from: the client's address, the name that the client gave, and
// the sender of the envelope.
type Origin struct {
	Peer net.IP // nil where there is none, as on a unix socket
	HELO string
	From string
}

// DomainOf returns the organisational domain of an address.
func DomainOf(address string) string {
	_, host, _ := strings.Cut(address, "@")
	return Organisation(strings.ToLower(strings.TrimSuffix(host, ".")))
}

// Organisation returns the organisational domain of a host (RFC 7489, 3.2), or the host itself if
// that is a public suffix or a single label.
func Organisation(host string) string {
	if org, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return org
	}
	return host
}

// The stages of a submission at which an error can occur.
const (
	StageConnect   = "connect"   // dialling, greeting, TLS and AUTH, before any letter is named
	StageSender    = "sender"    // MAIL FROM
	StageRecipient = "recipient" // RCPT TO
	StageData      = "data"      // DATA and the letter
)

// SendError says why a submission server did not take a letter.
type SendError struct {
	Stage    string
	Code     int    // the reply's code, or 0 if the server gave no reply
	Enhanced string // the enhanced status code (RFC 3463), or ""
	Text     string // the words of the reply, or of the error below
	Cause    error
}

// Error returns the stage and the server's reply or, where there was none, the words of the
// error below.
func (e *SendError) Error() string {
	if e.Code == 0 {
		return fmt.Sprintf("submission (%s): %s", e.Stage, e.Text)
	}
	return fmt.Sprintf("submission (%s): %d %s %s", e.Stage, e.Code, e.Enhanced, e.Text)
}

// Unwrap returns the error below: of the connection, of TLS, of SASL or the reply itself.
func (e *SendError) Unwrap() error { return e.Cause }

// Temporary reports whether the letter is to be tried again. A letter is given up only
// where the server refused this letter, its sender or its recipient finally (RFC 5321,
// 4.2.1); a broken connection, a refused password or a code that means nothing says nothing
// against the letter.
func (e *SendError) Temporary() bool { return e.Code/100 != 5 || e.Stage == StageConnect }
