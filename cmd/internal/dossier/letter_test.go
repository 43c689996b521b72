package dossier

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"corrd/mailer"
)

// TestSignatures: a signature verifies with the key that was kept, and with no other key.
func TestSignatures(t *testing.T) {
	der, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "key.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	signer, err := mailer.LoadSigner("club.example", "old", path)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := signer.Sign([]byte("From: corrd@club.example\r\nSubject: x\r\n\r\nP-K4\r\n"), time.Unix(1e9, 0))
	if err != nil {
		t.Fatal(err)
	}
	if got := KeyNames(raw); !slices.Equal(got, []string{"old._domainkey.club.example"}) {
		t.Errorf("the keys are %q", got)
	}
	name, txt := signer.Record()
	for want, c := range map[string]struct {
		raw  []byte
		keys []Key
	}{
		"pass":        {raw, []Key{{Name: name, TXT: txt}}},
		"no key kept": {raw, nil},
		"fail":        {append(slices.Clone(raw), "P-Q4\r\n"...), []Key{{Name: name, TXT: txt}}},
	} {
		c.keys = append([]Key{}, c.keys...)
		if want == "pass" { // the name has had other keys before and since
			_, other := house.Record()
			c.keys = []Key{{Name: name, TXT: other}, c.keys[0], {Name: name, TXT: other}}
		}
		l := Letter{Dir: "out", Raw: c.raw}
		l.describe(nil, c.keys)
		if len(l.Signatures) != 1 || l.Signatures[0] != (Signature{"club.example", want}) {
			t.Errorf("%+v, want %s", l.Signatures, want)
		}
	}
}
