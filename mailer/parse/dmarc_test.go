package parse

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"net"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"corrd/mailer"
)

// zone is a DNS of TXT records. Looking up a name whose one record is "SERVFAIL" fails for now,
// and a name without records does not exist.
type zone map[string][]string

func (z zone) LookupTXT(_ context.Context, name string) ([]string, error) {
	records := z[strings.TrimSuffix(name, ".")]
	if len(records) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	if records[0] == "SERVFAIL" {
		return nil, &net.DNSError{Err: "server misbehaving", Name: name, IsTemporary: true}
	}
	return records, nil
}

func (z zone) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func (z zone) LookupIPAddr(_ context.Context, host string) ([]net.IPAddr, error) {
	return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
}

func (z zone) LookupAddr(_ context.Context, addr string) ([]string, error) {
	return nil, &net.DNSError{Err: "no such host", Name: addr, IsNotFound: true}
}

// dkimPair returns a signing key and the record of its public half.
func dkimPair(seed byte) (ed25519.PrivateKey, string) {
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))
	return key, "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
}

// signedBy returns a letter with a signature of a domain.
func signedBy(t *testing.T, domain, letter string) string {
	t.Helper()
	key, _ := dkimPair(1)
	var out bytes.Buffer
	if err := dkim.Sign(&out, strings.NewReader(letter), &dkim.SignOptions{Domain: domain, Selector: "s", Signer: key}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestCheckOfTheAuthorsDomain(t *testing.T) {
	_, record := dkimPair(1)
	_, other := dkimPair(2)
	spfRecord := "v=spf1 ip4:192.0.2.1 -all"
	policy := []string{"v=DMARC1; p=reject"}
	both := zone{"_dmarc.player.example": policy, "player.example": {spfRecord}, "s._domainkey.player.example": {record}}
	here, elsewhere := net.IPv4(192, 0, 2, 1), net.IPv4(203, 0, 113, 9)
	const sender = "alice@player.example"
	forged := strings.Replace(signedBy(t, "player.example", plainLetter), "P-K4", "P-Q4", 1)
	twoAuthors := "From: mallory@evil.example\r\n" + signedBy(t, "player.example", plainLetter)
	for _, c := range []struct {
		name   string
		dns    zone
		peer   net.IP
		from   string
		letter string
		want   mailer.Auth
		later  bool
	}{
		{"its host sent it", both, here, sender, plainLetter, mailer.AuthPass, false},
		{"another host sent it", both, elsewhere, sender, plainLetter, mailer.AuthFail, false},
		{"another host, but its signature", both, elsewhere, sender, signedBy(t, "player.example", plainLetter), mailer.AuthPass, false},
		{"its signature, the text changed", both, elsewhere, sender, forged, mailer.AuthFail, false},
		{"a key that is not in the DNS", zone{"_dmarc.player.example": policy, "s._domainkey.player.example": {other}}, elsewhere, sender,
			signedBy(t, "player.example", plainLetter), mailer.AuthFail, false},
		{"no policy", zone{"player.example": {spfRecord}}, elsewhere, sender, plainLetter, mailer.AuthNone, false},
		{"no policy, though its host sent it", zone{"player.example": {spfRecord}}, here, sender, plainLetter, mailer.AuthNone, false},
		{"a policy that cannot be read", zone{"_dmarc.player.example": {"v=DMARC1; p=perhaps"}}, elsewhere, sender, plainLetter, mailer.AuthNone, false},
		{"a good signature of another domain", zone{"_dmarc.player.example": policy, "s._domainkey.evil.example": {record}}, elsewhere, sender,
			signedBy(t, "evil.example", plainLetter), mailer.AuthFail, false},
		{"another domain's host", zone{"_dmarc.player.example": policy, "evil.example": {spfRecord}}, here, "mallory@evil.example", plainLetter, mailer.AuthFail, false},
		{"the null reverse-path and an aligned HELO", both, here, "", plainLetter, mailer.AuthPass, false},
		{"no peer, as on a unix socket", both, nil, sender, plainLetter, mailer.AuthFail, false},
		{"two From fields", both, here, sender, twoAuthors, mailer.AuthNone, false},
		{"no header at all", both, here, sender, "P-K4\r\n", mailer.AuthNone, false},
		{"the policy cannot be looked up", zone{"_dmarc.player.example": {"SERVFAIL"}}, here, sender, plainLetter, mailer.AuthNone, true},
		{"the host's record cannot be looked up", zone{"_dmarc.player.example": policy, "player.example": {"SERVFAIL"}}, here, sender, plainLetter, mailer.AuthNone, true},
		{"the key cannot be looked up, nor is it needed", zone{"_dmarc.player.example": policy, "player.example": {spfRecord},
			"s._domainkey.player.example": {"SERVFAIL"}}, here, sender, signedBy(t, "player.example", plainLetter), mailer.AuthPass, false},
		{"the key cannot be looked up, and is needed", zone{"_dmarc.player.example": policy, "player.example": {spfRecord},
			"s._domainkey.player.example": {"SERVFAIL"}}, elsewhere, sender, signedBy(t, "player.example", plainLetter), mailer.AuthNone, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := NewChecker(c.dns).Check(context.Background(), mailer.Origin{Peer: c.peer, HELO: "player.example", From: c.from}, []byte(c.letter))
			if got.Auth != c.want || (err != nil) != c.later {
				t.Errorf("verdict %q, %v; want %q, later %t", got, err, c.want, c.later)
			}
		})
	}
}

func TestAlignmentOfSubdomains(t *testing.T) {
	_, record := dkimPair(1)
	letter := strings.Replace(plainLetter, "alice@player.example", "alice@mail.player.co.uk", 1)
	for _, c := range []struct {
		policy, signer string
		want           mailer.Auth
	}{
		{"v=DMARC1; p=reject", "player.co.uk", mailer.AuthPass},
		{"v=DMARC1; p=reject", "lists.player.co.uk", mailer.AuthPass},
		{"v=DMARC1; p=reject; adkim=s", "player.co.uk", mailer.AuthFail},
		{"v=DMARC1; p=reject; adkim=s", "mail.player.co.uk", mailer.AuthPass},
		{"v=DMARC1; p=reject", "evil.co.uk", mailer.AuthFail},
	} {
		dns := zone{"_dmarc.player.co.uk": {c.policy}, "s._domainkey." + c.signer: {record}}
		got, err := NewChecker(dns).Check(context.Background(), mailer.Origin{Peer: net.IPv4(192, 0, 2, 1), HELO: "x.example", From: "x@x.example"},
			[]byte(signedBy(t, c.signer, letter)))
		if got.Auth != c.want || err != nil {
			t.Errorf("%s, signed by %s: %q, %v; want %q", c.policy, c.signer, got, err, c.want)
		}
	}
}
