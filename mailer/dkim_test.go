package mailer

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

const plainLetter = "From: Alice <alice@player.example>\r\nTo: corrd@club.example\r\nMessage-ID: <1@player.example>\r\nSubject: move\r\n\r\nP-K4\r\n"

// keyFile writes a private key as PEM.
func keyFile(t *testing.T, key any) string {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "dkim.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSignedLettersVerify(t *testing.T) {
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	_, edKey, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for name, key := range map[string]any{"rsa": rsaKey, "ed25519": edKey} {
		signer, err := LoadSigner("club.example", "chess", keyFile(t, key))
		if err != nil {
			t.Fatal(err)
		}
		where, record := signer.Record()
		lookup := func(domain string) ([]string, error) {
			if domain != where {
				return nil, fmt.Errorf("no record %s", domain)
			}
			return []string{record}, nil
		}
		signed, err := signer.Sign([]byte(plainLetter), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		once, err1 := signer.Sign([]byte(plainLetter), at)
		again, err2 := signer.Sign([]byte(plainLetter), at)
		if err1 != nil || err2 != nil || !bytes.Equal(once, again) {
			t.Errorf("%s: signed twice a letter is not the same: %v, %v", name, err1, err2)
		}
		added := append([]byte("Reply-To: <mallory@evil.example>\r\n"), signed...)
		for _, c := range []struct {
			what   string
			letter []byte
			good   bool
		}{
			{"as signed", signed, true},
			{"another text", bytes.Replace(signed, []byte("P-K4"), []byte("P-Q4"), 1), false},
			{"a field that was not there", added, false},
		} {
			results, err := dkim.VerifyWithOptions(bytes.NewReader(c.letter), &dkim.VerifyOptions{LookupTXT: lookup})
			if err != nil || len(results) != 1 || (results[0].Err == nil) != c.good {
				t.Errorf("%s, %s: %+v, %v", name, c.what, results, err)
			}
		}
	}
}

// TestTwoSignaturesVerify: a letter with an RSA and an Ed25519 signature passes by either.
func TestTwoSignaturesVerify(t *testing.T) {
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	dns, all := map[string]string{}, Signers{}
	for selector, key := range map[string]any{"rsa": rsaKey, "ed": ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))} {
		s, err := LoadSigner("club.example", selector, keyFile(t, key))
		if err != nil {
			t.Fatal(err)
		}
		name, record := s.Record()
		dns[name] = record
		if all = append(all, s); s.RSA() != (selector == "rsa") {
			t.Errorf("%s: RSA %v", selector, s.RSA())
		}
	}
	signed, err := all.Sign([]byte(plainLetter), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	results, err := dkim.VerifyWithOptions(bytes.NewReader(signed), &dkim.VerifyOptions{LookupTXT: func(name string) ([]string, error) { return []string{dns[name]}, nil }})
	if err != nil || len(results) != 2 || results[0].Err != nil || results[1].Err != nil {
		t.Errorf("%+v, %v", results, err)
	}
	first, _ := all[0].Record()
	if selector, _, _ := strings.Cut(first, "."); !strings.Contains(string(signed[:400]), "s="+selector+";") {
		t.Errorf("the first signature is not that of %s:\n%s", selector, signed[:400])
	}
	if unsigned, err := (Signers{}).Sign([]byte(plainLetter), time.Now()); err != nil || string(unsigned) != plainLetter {
		t.Errorf("without keys: %q, %v", unsigned, err)
	}
}

func TestSigningKeysThatWillNotDo(t *testing.T) {
	short, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := LoadSigner("club.example", "chess", keyFile(t, short)); !errors.Is(err, ErrSecret) || !strings.Contains(err.Error(), "1024") {
		t.Errorf("a short key: %v", err)
	}
	open := keyFile(t, ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	if err := os.Chmod(open, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadSigner("club.example", "chess", open); !errors.Is(err, ErrSecret) {
		t.Errorf("a key everybody may read: %v", err)
	}
	if err := os.WriteFile(open, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadSigner("club.example", "chess", open); !errors.Is(err, ErrSecret) {
		t.Errorf("no key: %v", err)
	}
}
