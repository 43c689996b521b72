package office

import (
	"crypto/subtle"
	"strings"
	"unicode"
)

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
