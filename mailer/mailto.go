package mailer

import "strings"

// Mailto is the URI (RFC 6068) that opens a letter to an address with a subject and a body
// ready written. The plus sign of a keyed address is encoded too: some readers of URIs take
// a plain one for a space.
func Mailto(address, subject, body string) string {
	local, domain, _ := CutAddress(address)
	uri := "mailto:" + percent(local) + "@" + percent(domain)
	for _, field := range []struct{ name, value string }{{"subject", subject}, {"body", body}} {
		if field.value == "" {
			continue
		}
		separator := "&"
		if !strings.Contains(uri, "?") {
			separator = "?"
		}
		uri += separator + field.name + "=" + percent(strings.ReplaceAll(field.value, "\n", "\r\n"))
	}
	return uri
}

// percent encodes all octets but letters, figures and four signs (RFC 3986, 2.3).
func percent(s string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		b.WriteString("%" + digits[c>>4:c>>4+1] + digits[c&15:c&15+1])
	}
	return b.String()
}
