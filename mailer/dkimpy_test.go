package mailer

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"os/exec"
	"testing"
	"time"

	"corrd/store/peertest"
)

// dkimpyVerifies is a program that reads the records of a DNS, as JSON on a line, and a
// letter, and prints whether dkimpy verifies its first and its second signature.
const dkimpyVerifies = `
import sys, json, dkim
dns = json.loads(sys.stdin.buffer.readline())
letter = sys.stdin.buffer.read()
lookup = lambda name, timeout=5: dns.get(name.decode().rstrip("."), "").encode()
def good(i):
    try:
        return dkim.DKIM(letter).verify(idx=i, dnsfunc=lookup)
    except dkim.ValidationError:
        return False
print(good(0), good(1))
`

// TestDkimpyVerifies: another implementation than the one that the other tests use finds both
// signatures of a letter good, and neither when its text is changed.
func TestDkimpyVerifies(t *testing.T) {
	const python = "/usr/bin/python3" // where Debian's python3-dkim is found
	if out, err := exec.Command(python, "-c", "import dkim, nacl").CombinedOutput(); err != nil {
		peertest.Missing(t, fmt.Sprintf("dkimpy (%v, %s)", err, out), "SIGNATURES NOT VERIFIED BY DKIMPY", "python3-dkim python3-nacl")
	}
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	dns, all := map[string]string{}, Signers{}
	for _, k := range []struct {
		selector string
		key      any
	}{{"rsa", rsaKey}, {"ed", ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))}} {
		s, err := LoadSigner("club.example", k.selector, keyFile(t, k.key))
		if err != nil {
			t.Fatal(err)
		}
		name, record := s.Record()
		dns[name] = record
		all = append(all, s)
	}
	page := fullPage()
	page.Unsubscribe = Mailto("corrd+s3.key@club.example", "stop", "stop")
	raw, err := page.Bytes(office)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := all.Sign(raw, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(dns)
	if err != nil {
		t.Fatal(err)
	}
	for want, letter := range map[string][]byte{"True True\n": signed, "False False\n": bytes.Replace(signed, []byte("a long line"), []byte("a lone line"), 1)} {
		verify := exec.Command(python, "-c", dkimpyVerifies)
		verify.Stdin = bytes.NewReader(append(append(line, '\n'), letter...))
		out, err := verify.CombinedOutput()
		if err != nil || string(out) != want {
			t.Errorf("dkimpy says %q, %v; want %q", out, err, want)
		}
	}
}
