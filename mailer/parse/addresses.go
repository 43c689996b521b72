package parse

import (
	"net/mail"
	"slices"
	"strings"
	"unicode"

	"corrd/mailer"
)

// addresses parses lists of addresses (RFC 5322, 3.4) and decodes the names in them.
var addresses = mail.AddressParser{WordDecoder: &words}

// lowerDomain returns an address with its domain in lower case.
func lowerDomain(address string) string {
	local, domain, ok := mailer.CutAddress(address)
	if !ok {
		return address
	}
	return local + "@" + strings.ToLower(domain)
}

// recipients returns the addresses of the site in the envelope or, without an envelope, in
// the header, the fields of the delivering host first.
func recipients(h mailer.Fields, env mailer.Envelope, at mailer.Site) []string {
	candidates := env.To
	if len(candidates) == 0 {
		for _, name := range []string{"Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc"} {
			for _, v := range h.All(name) {
				candidates = append(candidates, addressesIn(v)...)
			}
		}
	}
	var own []string
	seen := map[string]bool{}
	for _, a := range candidates {
		a = lowerDomain(strings.Trim(a, "<> "))
		if _, ok := at.Detail(a); ok && !seen[a] {
			seen[a] = true
			own = append(own, a)
		}
	}
	return own
}

// addressees returns the addresses of all to whom a letter says that the letter goes, or
// was sent on.
func addressees(h mailer.Fields) (all []string) {
	for _, name := range []string{"To", "Cc", "Bcc", "Resent-To", "Resent-Cc", "Resent-Bcc"} {
		for _, v := range h.All(name) {
			for _, a := range addressesIn(v) {
				all = append(all, lowerDomain(strings.Trim(a, "<> ")))
			}
		}
	}
	return all
}

// addressesIn returns the addresses in the value of a field.
func addressesIn(value string) []string {
	if isBareAddress(value) {
		return []string{value}
	}
	list, err := addresses.ParseList(value)
	if err != nil {
		return looseAddresses(value)
	}
	all := make([]string, len(list))
	for i, a := range list {
		all[i] = a.Address
	}
	return all
}

// isBareAddress reports whether a value is one address of letters, figures and the usual
// signs, with nothing around the address.
func isBareAddress(value string) bool {
	return strings.Count(value, "@") == 1 && strings.Trim(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@+-_.") == ""
}

// looseAddresses returns the addresses in a field that is no list of addresses: every word
// with an @, without the marks that stand around addresses.
func looseAddresses(value string) []string {
	words := strings.FieldsFunc(value, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`<>(),;:"`, r) })
	for i := range words {
		words[i] = strings.Trim(words[i], "'.")
	}
	return slices.DeleteFunc(words, func(word string) bool { return !strings.Contains(word, "@") })
}
