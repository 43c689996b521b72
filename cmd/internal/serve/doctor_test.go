package serve

import (
	"context"
	"corrd/cmd/internal/control"
	"corrd/cmd/internal/daemon"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// records is a DNS with some TXT records and an MX record for every name. A nil records never
// answers.
type records map[string]string

func (r records) LookupTXT(_ context.Context, name string) ([]string, error) {
	if r == nil {
		return nil, errors.New("no route to host")
	}
	if r[name] == "" {
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	return strings.Split(r[name], "\n"), nil
}

func (r records) LookupMX(context.Context, string) ([]*net.MX, error) {
	if r == nil {
		return nil, errors.New("no route to host")
	}
	return []*net.MX{{Host: "mx.corrd.localhost."}}, nil
}

func (r records) LookupIPAddr(context.Context, string) ([]net.IPAddr, error) { return nil, nil }
func (r records) LookupAddr(context.Context, string) ([]string, error)       { return nil, nil }

func verdicts(findings []Finding) map[string]Finding {
	byName := map[string]Finding{}
	for _, f := range findings {
		byName[f.Check] = f
	}
	return byName
}

// dkimKey writes a signing key of the kind Ed25519 into a file.
func dkimKey(t *testing.T) (path string) {
	t.Helper()
	return keyFile(t, ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
}

// rsaKey writes a signing key of the kind RSA into a file.
func rsaKey(t *testing.T) (path string) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return keyFile(t, key)
}

func keyFile(t *testing.T, key any) (path string) {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "dkim.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDoctorFindsAHealthyHouse(t *testing.T) {
	t.Parallel()
	c := newClub(t, "dkim_selector = \"chess\"\ndkim_key_file = \""+dkimKey(t)+"\"\n")
	c.begin()
	config := c.config()
	signers, err := config.signers()
	if err != nil {
		t.Fatal(err)
	}
	name, record := signers[0].Record()
	dns := records{"corrd.localhost": "v=spf1 mx -all\ngoogle-site-verification=x", name: strings.Replace(record, "p=", "p= ", 1), "_dmarc.corrd.localhost": "v=DMARC1; p=reject"}
	for _, running := range []bool{true, false} {
		found := verdicts(Examine(context.Background(), config, dns, ""))
		for _, check := range []string{"folder", "disk", "secret", "delimiter", "mailbox", "submission", "identity", "SPF", "DKIM", "DMARC", "MX"} {
			if f := found[check]; f.Verdict != OK || f.Mend != "" && check != "DKIM" {
				t.Errorf("running %t: %+v", running, f)
			}
		}
		if running { // the doctor's letters are in no list
			listed, err := control.InboxList.Ask(context.Background(), c.ctl, control.None{})
			if err != nil || len(listed) > 0 {
				t.Errorf("the inbox lists %+v, %v", listed, err)
			}
		}
		if f := found["store"]; running && f.Verdict != Skipped || !running && (f.Verdict != OK || f.Found != "games verified: 1") {
			t.Errorf("running %t: %+v", running, f)
		}
		c.stop()
	}
}

func TestDoctorSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	c := newClub(t, "")
	c.stop()
	config := c.config()
	wrong := filepath.Join(c.dir, "wrong")
	if err := os.WriteFile(wrong, []byte("wrong\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	config.IMAP.PasswordFile = wrong
	config.Submission.PasswordFile = filepath.Join(c.dir, "missing")
	config.Limits.FreeSpace = 1 << 62
	config.SMTPIn.TLS = wrong
	config.Identity.DKIMSelector, config.Identity.DKIMKeyFile = Words{"chess"}, Words{dkimKey(t)}
	if err := os.Chmod(config.Identity.SecretFile, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(config.Server.Dir, daemon.StoreFile), []byte("this is no store"), 0o600); err != nil {
		t.Fatal(err)
	}
	dns := records{"chess._domainkey.corrd.localhost": "v=DKIM1; k=ed25519; p=AAAA", "corrd.localhost": "v=spf1 -all\nv=spf1 +all"}
	found := verdicts(Examine(context.Background(), config, dns, ""))
	for check, mend := range map[string]string{
		"disk": "limits.free_space", "secret": "chmod 600", "store": "backup", "mailbox": "imap", "submission": "submission.password_file",
		"certificate": "smtp_in.tls", "SPF": "keep one", "DKIM": "chess._domainkey.corrd.localhost", "DMARC": "_dmarc.corrd.localhost",
	} {
		if f := found[check]; f.Verdict != Fails || !strings.Contains(f.Mend, mend) || strings.Contains(f.Found, "\n") {
			t.Errorf("%+v; want it to fail, mended by %q", f, mend)
		}
	}
}

// TestDoctorKnowsTheSecretary: the secretary must be a player with a mailbox, which a running
// daemon knows.
func TestDoctorKnowsTheSecretary(t *testing.T) {
	t.Parallel()
	c := newClub(t, "")
	c.addPlayers("alice")
	config := c.config()
	for _, want := range []struct {
		registration, secretary string
		verdict                 Verdict
		words                   string
	}{
		{"open", "", OK, "none"},
		{"ask", "", OK, "corrctl player approve"},
		{"ask", "alice@corrd.localhost", OK, "alice, at"},
		{"ask", "zoe@corrd.localhost", Fails, "corrctl player add NAME zoe@corrd.localhost"},
		{"ask", "alice", Fails, "server.secretary"},
	} {
		config.Server.Registration, config.Server.Secretary = want.registration, want.secretary
		f := (&doctor{Config: config}).secretary(t.Context())
		if f.Verdict != want.verdict || !strings.Contains(f.Found+f.Mend, want.words) {
			t.Errorf("%s %s: %+v", want.registration, want.secretary, f)
		}
	}
	c.stop()
	if f := (&doctor{Config: config}).secretary(t.Context()); f.Verdict != Skipped {
		t.Errorf("no daemon: %+v", f)
	}
}

func TestDoctorWithoutDNSOrFolder(t *testing.T) {
	t.Parallel()
	c := newClub(t, "")
	c.stop()
	config := c.config()
	config.Server.Dir = filepath.Join(c.dir, "nowhere")
	found := verdicts(Examine(context.Background(), config, records(nil), ""))
	for _, check := range []string{"SPF", "DMARC", "MX", "DKIM", "certificate"} {
		if f := found[check]; f.Verdict != Skipped {
			t.Errorf("%+v, want it skipped", f)
		}
	}
	if f := found["folder"]; f.Verdict != Fails || !strings.Contains(f.Mend, "install") {
		t.Errorf("%+v", f)
	}
}

// TestDoctorWritesTheSPFRecord checks that the record for a provider includes the provider by
// name, and that the record for a mail server on this machine needs only the domain's own hosts.
func TestDoctorWritesTheSPFRecord(t *testing.T) {
	t.Parallel()
	config := newClub(t, "").config()
	for host, record := range map[string]string{
		"smtp.provider.example": "v=spf1 mx include:smtp.provider.example -all", "127.0.0.1": "v=spf1 mx -all", "localhost": "v=spf1 mx -all",
	} {
		config.Submission.Host = host
		d := doctor{Config: config, resolver: records{}}
		if f := d.spf(t.Context()); f.Verdict != Fails || !strings.Contains(f.Mend, `"`+record+`"`) {
			t.Errorf("%s: %+v", host, f)
		}
	}
}
