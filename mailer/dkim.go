package mailer

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Signer puts the DKIM signature (RFC 6376) of a domain on letters. The caller hands in the
// time that the signature names; with Ed25519 and with RSA the same letter signed twice at
// one time gives the same octets.
type Signer struct {
	domain, selector string
	key              crypto.Signer
	hash             crypto.Hash // the hash that the key signs; 0 for Ed25519, which signs the octets of the digest (RFC 8463, 3)
	algorithm        string      // RFC 6376, 3.3; RFC 8463, 3
	record           string
}

// minRSA is the least length of an RSA key, in bits (RFC 8301, 3.2).
const minRSA = 2048

// signedFields are the fields that a signature covers. Each is named once more than a
// letter has it, present or not, so that nobody can add one on the way (RFC 6376, 8.15).
var signedFields = []string{
	"From", "To", "Subject", "Date", "Message-ID", "Reply-To", "In-Reply-To", "References",
	"MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Auto-Submitted", "List-Id", "List-Unsubscribe",
	"Corrd-Game", "Corrd-Turn", "Corrd-Letter", "Corrd-Also", "Corrd-Moves", "Corrd-Position", "Corrd-Law", "Corrd-Chain", "Corrd-Assistance",
}

// signedNames names these fields as a signature does.
var signedNames = strings.Join(slices.Concat(signedFields, signedFields), ": ")

// LoadSigner reads the private key in a PEM file (PKCS #8 or PKCS #1): RSA of at least 2048
// bits, or Ed25519. selector names the DNS record of the public key. The error wraps
// ErrSecret for a file that others may read or that holds no such key.
func LoadSigner(domain, selector, path string) (*Signer, error) {
	content, err := ReadPrivate(path)
	if err != nil {
		return nil, err
	}
	key, record, err := parseSigningKey(content)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %v", ErrSecret, path, err)
	}
	s := &Signer{domain: domain, selector: selector, key: key, hash: crypto.SHA256, algorithm: "rsa-sha256", record: record}
	if _, ok := key.(ed25519.PrivateKey); ok {
		s.hash, s.algorithm = 0, "ed25519-sha256"
	}
	return s, nil
}

// parseSigningKey reads a PEM file and returns the key in it and the TXT record of its
// public half.
func parseSigningKey(content []byte) (key crypto.Signer, record string, err error) {
	block, _ := pem.Decode(content)
	if block == nil {
		return nil, "", fmt.Errorf("no PEM")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		if parsed, err = x509.ParsePKCS1PrivateKey(block.Bytes); err != nil {
			return nil, "", fmt.Errorf("neither PKCS #8 nor PKCS #1")
		}
	}
	switch k := parsed.(type) {
	case ed25519.PrivateKey:
		return k, recordOf(k), nil
	case *rsa.PrivateKey:
		public, err := x509.MarshalPKIXPublicKey(k.Public())
		if err == nil && k.N.BitLen() < minRSA {
			err = fmt.Errorf("an RSA key of %d bits; at least %d are wanted", k.N.BitLen(), minRSA)
		}
		return k, "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(public), err
	}
	return nil, "", fmt.Errorf("a key of type %T", parsed)
}

// Sign returns the letter, as Page.Bytes writes it, with its signature at the top. at is
// the time that the signature names.
func (s *Signer) Sign(raw []byte, at time.Time) ([]byte, error) { return Signers{s}.Sign(raw, at) }

// signature returns the field that signs what is covered of a letter.
func (s *Signer) signature(c covered, at time.Time) ([]byte, error) {
	value := fmt.Sprintf("v=1; a=%s; c=relaxed/relaxed; d=%s; s=%s; t=%d; h=%s; bh=%s; b=", s.algorithm, s.domain, s.selector, at.Unix(),
		signedNames, c.bodyHash)
	hash := sha256.New()
	hash.Write(c.fields)
	hash.Write([]byte("dkim-signature:" + value))
	signature, err := s.key.Sign(rand.Reader, hash.Sum(nil), s.hash)
	if err != nil {
		return nil, fmt.Errorf("signing: %w", err)
	}
	return signatureField(value, signature), nil
}

// signatureField writes the field of a signature, whose value is given up to the octets of the
// signature.
func signatureField(value string, signature []byte) []byte {
	var w pageWriter
	w.field("DKIM-Signature", value+inPieces(base64.StdEncoding.EncodeToString(signature)))
	return w.out.Bytes()
}

// SignatureField writes the field of a signature, of which the value is given in any form, as Sign
// writes it, or nil if Sign writes none such.
func SignatureField(value string) []byte {
	value = strings.Join(strings.Fields(value), " ")
	at := strings.LastIndex(value, "; b=") + len("; b=")
	signature, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(value[min(at, len(value)):], " ", ""))
	if err != nil || at < len("; b=") {
		return nil
	}
	return signatureField(value[:at], signature)
}

// HouseSigner returns a signer with a key of its own, which follows from the secret and is
// published nowhere: letters that leave the house are signed with a key that LoadSigner has read.
func (k Keys) HouseSigner(domain string) *Signer {
	seed := k.Digest([]byte("the key of the house"))
	key := ed25519.NewKeyFromSeed(seed[:])
	return &Signer{domain: domain, selector: "corrd-house", key: key, algorithm: "ed25519-sha256", record: recordOf(key)}
}

// recordOf is the TXT record of an Ed25519 key (RFC 8463, 4).
func recordOf(key ed25519.PrivateKey) string {
	return "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
}

// covered is what every signature of a letter covers.
type covered struct {
	fields   []byte // the signed fields as they are hashed, each with its CRLF
	bodyHash string // in base64
}

// coverOf returns what is covered of a letter.
func coverOf(raw []byte) (c covered) {
	header, body, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
	sum := sha256.Sum256(relaxedBody(body))
	c.bodyHash = base64.StdEncoding.EncodeToString(sum[:])
	fields := headerFields(header)
	for _, name := range signedFields {
		if value, ok := fields[strings.ToLower(name)]; ok {
			c.fields = append(c.fields, strings.ToLower(name)+":"+value+"\r\n"...)
		}
	}
	return c
}

// Signers put the signatures of several keys on a letter, that of the first at the top.
// Receivers who cannot verify one kind of key then verify another (RFC 6376, 4).
type Signers []*Signer

// Sign returns the letter with all signatures, as Signer.Sign does with one.
func (all Signers) Sign(raw []byte, at time.Time) (signed []byte, err error) {
	c := coverOf(raw)
	for _, s := range all {
		field, err := s.signature(c, at)
		if err != nil {
			return nil, err
		}
		signed = append(signed, field...)
	}
	return append(signed, raw...), nil
}

// headerFields returns the values of header fields by name in lower case, as they are
// signed: unfolded, with single spaces (RFC 6376, 3.4.2).
func headerFields(header []byte) map[string]string {
	fields := map[string]string{}
	unfolded := unfolding.Replace(string(header))
	for line := range strings.SplitSeq(unfolded, "\r\n") {
		name, value, _ := strings.Cut(line, ":")
		fields[strings.ToLower(strings.TrimSpace(name))] = strings.Join(strings.Fields(value), " ")
	}
	return fields
}

var unfolding = strings.NewReplacer("\r\n ", " ", "\r\n\t", " ")

// relaxedBody returns a body as it is signed: single spaces, none at the ends of lines, no
// empty lines at its end (RFC 6376, 3.4.4).
func relaxedBody(body []byte) []byte {
	out := make([]byte, 0, len(body)+2)
	for line := range bytes.SplitSeq(body, []byte("\r\n")) {
		if bytes.IndexByte(line, ' ') < 0 && bytes.IndexByte(line, '\t') < 0 {
			out = append(append(out, line...), "\r\n"...)
			continue
		}
		gap := false
		for _, b := range line {
			if b == ' ' || b == '\t' {
				gap = true
				continue
			}
			if gap {
				out, gap = append(out, ' '), false
			}
			out = append(out, b)
		}
		out = append(out, "\r\n"...)
	}
	if out = bytes.TrimRight(out, "\r\n"); len(out) == 0 {
		return nil
	}
	return append(out, "\r\n"...)
}

// inPieces returns a long word as several words, each short enough for one line.
func inPieces(word string) string {
	const piece = lineWidth - 4
	var b strings.Builder
	for ; len(word) > piece; word = word[piece:] {
		b.WriteString(word[:piece] + " ")
	}
	return b.String() + word
}

// Record returns the DNS name and the text of the TXT record that publishes the key.
func (s *Signer) Record() (name, text string) {
	return s.selector + "._domainkey." + s.domain, s.record
}

// RSA reports whether the key is an RSA key, which all receivers can verify; several large ones
// cannot verify Ed25519.
func (s *Signer) RSA() bool { return s.hash != 0 }

// longestString is how many octets one string of a TXT record holds (RFC 1035, 3.3).
const longestString = 255

// QuoteTXT writes the text of a TXT record as name servers take the record: in quoted strings
// of at most 255 octets, which are read as one text (RFC 6376, 3.6.2.2).
func QuoteTXT(text string) string {
	var b strings.Builder
	for len(text) > longestString {
		b.WriteString(`"` + text[:longestString] + `" `)
		text = text[longestString:]
	}
	return b.String() + `"` + text + `"`
}
