package mailer

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"

	"github.com/emersion/go-msgauth/dkim"
)

// Signer puts the DKIM signature (RFC 6376) of a domain on letters.
type Signer struct {
	options dkim.SignOptions
	record  string
}

// minRSA is the least length of an RSA key, in bits (RFC 8301).
const minRSA = 2048

// signedFields are signed whether they are there or not, and once more than a
// letter has them, so that none can be added on the way.
var signedFields = []string{
	"From", "To", "Subject", "Date", "Message-ID", "Reply-To", "In-Reply-To", "References",
	"MIME-Version", "Content-Type", "Auto-Submitted", "List-Id",
}

// LoadSigner reads the private key in a PEM file: RSA of at least 2048 bits, or
// Ed25519. selector names the DNS record of the public key. The error wraps
// ErrSecret for a file that others may read or that holds no such key.
func LoadSigner(domain, selector, path string) (*Signer, error) {
	content, err := readPrivate(path)
	if err != nil {
		return nil, err
	}
	key, record, err := parseSigningKey(content)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %v", ErrSecret, path, err)
	}
	keys := make([]string, 0, 2*len(signedFields))
	for _, field := range signedFields {
		keys = append(keys, field, field)
	}
	return &Signer{record: record, options: dkim.SignOptions{Domain: domain, Selector: selector, Signer: key, HeaderKeys: keys,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed}}, nil
}

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
		return k, "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(k.Public().(ed25519.PublicKey)), nil
	case *rsa.PrivateKey:
		public, err := x509.MarshalPKIXPublicKey(k.Public())
		if err == nil && k.N.BitLen() < minRSA {
			err = fmt.Errorf("an RSA key of %d bits; at least %d are wanted", k.N.BitLen(), minRSA)
		}
		return k, "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(public), err
	}
	return nil, "", fmt.Errorf("a key of type %T", parsed)
}

// Sign is the letter with its signature at the top.
func (s *Signer) Sign(raw []byte) ([]byte, error) {
	var signed bytes.Buffer
	if err := dkim.Sign(&signed, bytes.NewReader(raw), &s.options); err != nil {
		return nil, fmt.Errorf("signing: %w", err)
	}
	return signed.Bytes(), nil
}

// Record is where the public key belongs in the DNS, and the TXT record that
// belongs there.
func (s *Signer) Record() (name, text string) {
	return s.options.Selector + "._domainkey." + s.options.Domain, s.record
}
