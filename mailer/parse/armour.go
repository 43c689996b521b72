package parse

import "strings"

// The lines around what OpenPGP has signed or encrypted (RFC 9580, 6.2 and 7).
const (
	signedMark    = "-----BEGIN PGP SIGNED MESSAGE-----"
	signatureMark = "-----BEGIN PGP SIGNATURE-----"
	sealedMark    = "-----BEGIN PGP MESSAGE-----"
)

// openArmour returns the text inside a cleartext signature (RFC 9580, 7), which is not
// verified, without what stands around the signature. A signed text below the announcement
// of a quotation stays unchanged. sealed reports an encrypted text, of which nothing is
// left.
func openArmour(text string) (open string, sealed bool) {
	if strings.HasPrefix(strings.TrimSpace(text), sealedMark) {
		return "", true
	}
	before, after, ok := strings.Cut(text, signedMark+"\n")
	if !ok {
		return text, false
	}
	if _, announced := trim(strings.Split(before+signedMark, "\n"), nil); announced != "" {
		return text, false
	}
	_, body, _ := strings.Cut(after, "\n\n")
	body, _, _ = strings.Cut(body, "\n"+signatureMark)
	lines := strings.Split(body, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "- ")
	}
	return strings.Join(lines, "\n"), false
}
