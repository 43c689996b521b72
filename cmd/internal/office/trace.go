package office

import (
	"fmt"
	"io"
	"mime"
	"net/mail"
	"strings"
	"time"

	"github.com/emersion/go-msgauth/authres"
)

const resultsField = "Authentication-Results"

// envelope is what SMTP says of a letter beside its text.
type envelope struct {
	helo, peer string
	login      string // the account that authenticated, "" if none did
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
