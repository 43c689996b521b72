package office

import (
	"bytes"
	"crypto/subtle"
	"fmt"
	"io"
	"mime"
	"net/mail"
	"strings"
	"time"
	"unicode"

	"github.com/emersion/go-msgauth/authres"
)

const resultsField = "Authentication-Results"

// envelope is what SMTP says of a letter beside its text.
type envelope struct {
	helo, peer string
	login      string // the account that authenticated, or "" if none did
	from       string // reverse path, "" for the null one
	to         []recipient
}

// recipient is an accepted RCPT address and the account it belongs to.
type recipient struct{ address, account string }

// withoutResults returns a header without its Authentication-Results fields, since only the
// office's own may be believed here (RFC 8601, 5).
func withoutResults(header []field) []byte {
	return joinFields(header, func(f field) bool { return !f.is(resultsField) })
}

// judge says what the office knows of a letter's author: DMARC pass for a user who logged
// in and writes in their own name, fail for anybody else who writes in the name of the
// office's domain or in no clear name, and none for foreign names.
func (o *Office) judge(login string, header []field) []authres.Result {
	author := authorOf(header)
	verdict := &authres.DMARCResult{Value: authres.ResultFail, From: plainDomain(author)}
	switch account := o.accountAt(author); {
	case login != "" && account == login:
		verdict.Value = authres.ResultPass
	case login == "" && author != "" && !o.isOurs(author[strings.LastIndexByte(author, '@')+1:]):
		verdict.Value = authres.ResultNone
	}
	if login == "" {
		return []authres.Result{verdict}
	}
	auth := &authres.AuthResult{Value: authres.ResultPass, Auth: login + "@" + o.options.Domain}
	return []authres.Result{auth, verdict}
}

// authorOf returns the address of the one From field with one address, else "".
func authorOf(header []field) (address string) {
	var found []field
	for _, f := range header {
		if f.is("From") {
			found = append(found, f)
		}
	}
	if len(found) != 1 {
		return ""
	}
	list, err := addressParser.ParseList(strings.ToValidUTF8(found[0].value(), "?"))
	if err != nil || len(list) != 1 {
		return ""
	}
	return list[0].Address
}

// addressParser accepts display names in any charset, because only the address counts.
var addressParser = mail.AddressParser{WordDecoder: &mime.WordDecoder{
	CharsetReader: func(_ string, name io.Reader) (io.Reader, error) { return name, nil },
}}

// plainDomain returns the domain of an address if the domain can stand in a header field
// without quotes, else "".
func plainDomain(address string) string {
	return plainHost(address[strings.LastIndexByte(address, '@')+1:])
}

func plainHost(name string) string {
	const plain = "abcdefghijklmnopqrstuvwxyz0123456789.-_"
	if len(name) > 255 || strings.Trim(strings.ToLower(name), plain) != "" {
		return ""
	}
	return name
}

// stamp writes the trace fields for one recipient (RFC 5321, 4.4). Received is last, so
// that a letter whose first line is folded continues a field that nobody believes.
func (o *Office) stamp(e envelope, r recipient, results string, at time.Time) []byte {
	protocol := "ESMTP"
	if e.login != "" {
		protocol = "ESMTPA"
	}
	helo := plainHost(e.helo)
	if helo == "" {
		helo = "unknown"
	}
	return fmt.Appendf(nil, "Return-Path: <%s>\r\nDelivered-To: %s\r\n%s: %s\r\n"+
		"Received: from %s (%s)\r\n\tby %s with %s\r\n\tfor <%s>; %s\r\n",
		e.from, r.address, resultsField, results,
		helo, e.peer, o.options.Domain, protocol, r.address, at.Format(time.RFC1123Z))
}

// stampAll makes the copies of a letter, one for each recipient.
func (o *Office) stampAll(e envelope, header []field, at time.Time) []delivery {
	results := authres.Format(o.options.Domain, o.judge(e.login, header))
	copies := make([]delivery, len(e.to))
	for i, r := range e.to {
		copies[i] = delivery{account: r.account, trace: o.stamp(e, r, results, at)}
	}
	return copies
}

// field is one header field as it stands in a letter, folded lines and line end included. A line
// that is not a field is kept as a field without a name.
type field struct {
	raw  []byte
	name string // as written, without white space around it
}

// value is what follows the colon, unfolded.
func (f field) value() string {
	_, value, _ := bytes.Cut(f.raw, []byte(":"))
	return strings.TrimSpace(strings.NewReplacer("\r\n", "", "\n", "").Replace(string(value)))
}

func (f field) is(name string) bool { return strings.EqualFold(f.name, name) }

// splitLetter splits a letter into its header fields and the rest, which begins
// with the first empty line. A letter without an empty line has no rest.
func splitLetter(text []byte) (header []field, rest []byte) {
	for len(text) > 0 {
		line := firstLine(text)
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			return header, text
		}
		n := len(line)
		for n < len(text) && (text[n] == ' ' || text[n] == '\t') {
			n += len(firstLine(text[n:]))
		}
		header = append(header, newField(text[:n]))
		text = text[n:]
	}
	return header, nil
}

func firstLine(text []byte) []byte {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return text[:i+1]
	}
	return text
}

// newField finds the name of a field: visible ASCII before the first colon (RFC 5322, 2.2).
// White space before the colon is forgiven.
func newField(raw []byte) field {
	name, _, found := bytes.Cut(raw, []byte(":"))
	name = bytes.TrimRight(name, " \t\r\n")
	invisible := func(r rune) bool { return r <= ' ' || r > '~' }
	if !found || bytes.IndexFunc(name, invisible) >= 0 {
		return field{raw: raw}
	}
	return field{raw: raw, name: string(name)}
}

// joinFields writes the fields that keep accepts.
func joinFields(header []field, keep func(field) bool) []byte {
	var out []byte
	for _, f := range header {
		if keep(f) {
			out = append(out, f.raw...)
		}
	}
	return out
}

// hasBareLineEnd reports whether a CR or an LF stands alone. Servers that disagree about
// such lines can be made to see a second letter inside the first.
func hasBareLineEnd(text []byte) bool {
	pairs := bytes.Count(text, []byte("\r\n"))
	return bytes.Count(text, []byte("\r")) != pairs || bytes.Count(text, []byte("\n")) != pairs
}

// maxLocalPart is the longest local part in bytes (RFC 5321, 4.5.3.1.1).
const maxLocalPart = 64

// delimiter stands between account and detail in a local part.
const delimiter = "+"

// accountOf names the account to which a local part belongs: what stands before the
// delimiter, in lower case. The name is "" for a local part that names nobody: empty, too
// long, or with a byte that would need quoting in a header.
func accountOf(local string) string {
	base, _, _ := strings.Cut(local, delimiter)
	odd := func(r rune) bool {
		return unicode.IsControl(r) || unicode.IsSpace(r) || r == unicode.ReplacementChar || strings.ContainsRune(`"<>()[],;:\@`, r)
	}
	if len(local) > maxLocalPart || strings.IndexFunc(local, odd) >= 0 {
		return ""
	}
	return strings.ToLower(base)
}

// accountAt names the account of an address local@domain, or "" if the domain is not the
// office's or the local part names nobody.
func (o *Office) accountAt(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 0 || !o.isOurs(address[at+1:]) {
		return ""
	}
	return accountOf(address[:at])
}

func (o *Office) isOurs(domain string) bool { return strings.EqualFold(domain, o.options.Domain) }

// login names the account of a user who gives an address, or its local part, and the
// password; the account exists from then on. The name is "" if either is wrong.
func (o *Office) login(user, password string) (account string, err error) {
	if strings.Contains(user, "@") {
		account = o.accountAt(user)
	} else {
		account = accountOf(user)
	}
	right := subtle.ConstantTimeCompare([]byte(password), []byte(o.options.Password)) == 1
	if account == "" || !right {
		return "", nil
	}
	return account, o.post.ensureAccount(account)
}
