package parse

import (
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"unicode"

	"corrd/mailer"
)

// isPlainAuthor reports whether a From field holds one address, and whatever name, in a
// form in which no reader finds another address: no route, no quoted local part, nothing
// behind the angle brackets but a comment, and no address in a comment or in an unquoted
// name.
func isPlainAuthor(from, address string) bool {
	f, ok := shapeOf(from)
	if !ok || strings.ContainsAny(f.comments, "@<>") || strings.TrimSpace(f.behind) != "" || f.angles > 1 {
		return false
	}
	text := strings.TrimSpace(f.bare)
	if f.angles == 0 {
		return !f.quoted && isPlainAddress(text) && mailer.LowerDomain(text) == address
	}
	return isPlainAddress(f.angle) && mailer.LowerDomain(f.angle) == address &&
		(!strings.ContainsAny(text, "@,;:\\[]>)") || strings.EqualFold(text, f.angle))
}

// fromShape is a From field taken apart.
type fromShape struct {
	bare     string // the text before the angle brackets, outside of quoted strings and comments
	behind   string // the same behind the angle brackets
	comments string
	angle    string // the text inside the last angle brackets
	angles   int
	quoted   bool // there is a quoted string
}

// shapeOf takes a From field apart; ok is false if a quoted string, a comment or a bracket
// does not end.
func shapeOf(from string) (f fromShape, ok bool) {
	var bare, behind, comments strings.Builder
	for ok = true; ok && from != ""; {
		var part string
		switch from[0] {
		case '"':
			_, from, ok = cutQuoted(from)
			f.quoted = true
		case '(':
			part, from, ok = cutComment(from)
			comments.WriteString(part)
		case '<':
			f.angle, from, ok = strings.Cut(from[1:], ">")
			f.angles++
		default:
			into := &bare
			if f.angles > 0 {
				into = &behind
			}
			into.WriteByte(from[0])
			from = from[1:]
		}
	}
	f.bare, f.behind, f.comments = bare.String(), behind.String(), comments.String()
	return f, ok
}

// isGroup reports whether a From field names a group (RFC 6854), which is not an author.
func isGroup(from string) bool {
	f, _ := shapeOf(from)
	return strings.ContainsAny(f.bare+f.behind, ":;")
}

// isPlainAddress reports whether every sign of an address is a letter, a figure or a sign
// that an atom may have (RFC 5322, 3.2.3; RFC 6532, 3.2).
func isPlainAddress(address string) bool {
	local, domain, ok := mailer.CutAddress(address)
	odd := func(r rune) bool {
		return r <= ' ' || r == 0x7f || r == '�' || strings.ContainsRune(`()<>[]:;@\,"`, r)
	}
	return ok && !strings.ContainsFunc(local, odd) && !strings.ContainsFunc(domain, odd) && !strings.Contains(domain, "..") &&
		strings.Trim(domain, ".") == domain
}

// cutQuoted cuts a quoted string off text, which begins with its quotation mark.
func cutQuoted(text string) (quoted, rest string, ok bool) {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return text[:i+1], text[i+1:], true
		}
	}
	return "", "", false
}

// cutComment cuts a comment, in which others may nest, off text, which begins with the
// comment's bracket (RFC 5322, 3.2.2).
func cutComment(text string) (comment, rest string, ok bool) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[:i+1], text[i+1:], true
			}
		}
	}
	return "", "", false
}

// author returns the address and the name of the one author, and in words what is wrong
// with the From field. A letter with two From fields, with two addresses in one or with a
// group has no author: the address is "".
func author(h mailer.Fields) (address, name, problem string) {
	from := h.All("From")
	if len(from) != 1 {
		return "", "", fmt.Sprintf("%d From fields instead of one", len(from))
	}
	if isGroup(from[0]) {
		return "", "", "the From field names a group"
	}
	list, err := addresses.ParseList(from[0])
	switch {
	case err != nil:
		address, name, problem = bareAuthor(from[0])
	case len(list) != 1:
		return "", "", fmt.Sprintf("%d addresses in From instead of one", len(list))
	default:
		address, name = mailer.LowerDomain(list[0].Address), mailer.OneLine(list[0].Name)
	}
	if len(address) > mailer.LongestAddress {
		return "", "", fmt.Sprintf("the address in From is longer than %d octets", mailer.LongestAddress)
	}
	if address != "" && !isPlainAuthor(from[0], address) {
		problem = notPlain
	}
	return address, name, problem
}

// notPlain is the problem of a From field in which another reader may find another author.
// A check of the author counts as failed for such a field.
const notPlain = "the From field is not one plain address"

// bareAuthor reads a From field that is not an address list but holds exactly one address in angle
// brackets, at its end.
func bareAuthor(from string) (address, name, problem string) {
	const broken = "the From field cannot be read"
	name, rest, ok := strings.Cut(from, "<")
	if strings.EqualFold(strings.TrimSpace(name)+">", rest) {
		name = "" // the name is the address once more
	}
	if !ok || strings.Count(name+rest, "@") != 1 || !strings.HasSuffix(rest, ">") {
		return "", "", broken
	}
	a, err := mail.ParseAddress("<" + rest)
	if err != nil {
		return "", "", broken
	}
	return mailer.LowerDomain(a.Address), strings.Trim(decodeWords(name), `" `), ""
}

// temper returns what a verdict on the author is worth in view of the header. Nothing passes where
// there is doubt; and where no reader can be sure who the author is, somebody
// else may have been judged.
func temper(h *mailer.Head, found mailer.Auth) mailer.Auth {
	from, _, problem := author(h.Fields)
	switch {
	case from == "":
		return mailer.AuthNone
	case problem == notPlain:
		return mailer.AuthFail
	case found == mailer.AuthPass && h.Doubt() != "":
		return mailer.AuthNone
	}
	return found
}

// addresses parses lists of addresses (RFC 5322, 3.4) and decodes the names in them.
var addresses = mail.AddressParser{WordDecoder: &words}

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
		a = mailer.LowerDomain(strings.Trim(a, "<> "))
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
				all = append(all, mailer.LowerDomain(strings.Trim(a, "<> ")))
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

// looseAddresses returns the addresses in a field that is not a list of addresses: every word with
// an @, without the marks that stand around addresses.
func looseAddresses(value string) []string {
	words := strings.FieldsFunc(value, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`<>(),;:"`, r) })
	for i := range words {
		words[i] = strings.Trim(words[i], "'.")
	}
	return slices.DeleteFunc(words, func(word string) bool { return !strings.Contains(word, "@") })
}
