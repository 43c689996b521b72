package store

import "strings"

// FoldAddress returns the form in which two mail addresses are compared: the domain in lower case,
// and the letters A to Z of the local part in lower case too. RFC 5321, 2.4 allows a host to tell
// Alice@ from alice@, but a player and their club expect one mailbox.
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

// SameAddress reports whether two spellings mean the same address (FoldAddress).
func SameAddress(a, b string) bool { return FoldAddress(a) == FoldAddress(b) }

// Canonical returns an address with its domain in lower case and its local part as it is. The
// address must contain an @.
func Canonical(address string) string {
	i := strings.LastIndexByte(address, '@')
	return address[:i] + strings.ToLower(address[i:])
}
