package store

import "strings"

// FoldAddress is a mail address as it is told from others: without case, in the
// local part too, of which the letters A to Z count. RFC 5321, 2.4 would let a host
// tell Alice@ from alice@; a player and their club expect one mailbox.
func FoldAddress(address string) string {
	i := strings.LastIndexByte(address, '@') + 1
	return strings.Map(lower, address[:i]) + strings.ToLower(address[i:])
}

func lower(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// SameAddress reports whether two spellings are one address.
func SameAddress(a, b string) bool { return FoldAddress(a) == FoldAddress(b) }

// Canonical gives an address with its domain in small letters.
func Canonical(address string) string {
	i := strings.LastIndexByte(address, '@')
	return address[:i] + strings.ToLower(address[i:])
}
