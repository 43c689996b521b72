package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/smtp"
	"strings"
	"testing"
	"time"

	gosmtp "github.com/emersion/go-smtp"

	"corrd/cmd/internal/local"
)

// zone is a DNS with TXT records, the addresses of names and the names of addresses.
type zone struct {
	records
	addresses, names map[string][]string
}

func (z zone) LookupIPAddr(_ context.Context, host string) (found []net.IPAddr, err error) {
	for _, ip := range z.addresses[host] {
		found = append(found, net.IPAddr{IP: net.ParseIP(ip)})
	}
	if found == nil {
		err = &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return found, err
}

func (z zone) LookupAddr(_ context.Context, ip string) ([]string, error) {
	if z.names[ip] == nil {
		return nil, &net.DNSError{Err: "no such host", Name: ip, IsNotFound: true}
	}
	return z.names[ip], nil
}

// greeter is a submission server that greets with a name.
func greeter(t *testing.T, name string) (port int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := gosmtp.NewServer(&relay{trace: func(s string) string { return s }, pass: func(string, string) error { return errors.New("no") }})
	server.Domain = name
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return l.Addr().(*net.TCPAddr).Port
}

// TestDoctorJudgesTheSendingHost checks the verdicts on the sending host: on its name, on the
// names of its addresses and on the SPF record, by the rules of the hosts that receive its
// letters.
func TestDoctorJudgesTheSendingHost(t *testing.T) {
	const here = "198.51.100.7"
	good := func() zone {
		return zone{records{local.Domain: "v=spf1 ip4:198.51.100.0/24 -all"}, map[string][]string{"mail.club.example": {here}}, map[string][]string{here: {"mail.club.example."}}}
	}
	for _, w := range []struct {
		what, greets string
		spoil        func(z *zone, c *Config)
		verdicts     [3]Verdict // the verdicts on HELO, PTR and SPF
		words        [3]string
	}{
		{"all is well", "mail.club.example", func(*zone, *Config) {}, [3]Verdict{OK, OK, OK}, [3]string{here, "198.51.100.7 is mail.club.example", "passes 198.51.100.7"}},
		{"a short name", "localhost", func(*zone, *Config) {}, [3]Verdict{Fails, Skipped, OK}, [3]string{"no full name", "see HELO", "v=spf1"}},
		{"a name without an address", "mail.nowhere.example", func(*zone, *Config) {}, [3]Verdict{Fails, Skipped, OK}, [3]string{"without an address", "", ""}},
		{"a private address", "mail.club.example", func(z *zone, _ *Config) { z.addresses["mail.club.example"] = []string{"10.0.0.1"} },
			[3]Verdict{Fails, Fails, Fails}, [3]string{"no address on the Internet", "no name (PTR)", "add ip4:10.0.0.1"}},
		{"no PTR", "mail.club.example", func(z *zone, _ *Config) { z.names = nil }, [3]Verdict{OK, Fails, OK}, [3]string{"", "has no name (PTR)", ""}},
		{"a PTR that leads elsewhere", "mail.club.example", func(z *zone, _ *Config) { z.names[here] = []string{"static-7.isp.example."} }, [3]Verdict{OK, Fails, OK},
			[3]string{"", "does not lead back", ""}},
		{"SPF names another host", "mail.club.example", func(z *zone, _ *Config) { z.records[local.Domain] = "v=spf1 ip4:192.0.2.1 -all" }, [3]Verdict{OK, OK, Fails},
			[3]string{"", "", "gives fail for 198.51.100.7"}},
		{"no DNS", "mail.club.example", func(z *zone, _ *Config) { z.records = nil }, [3]Verdict{OK, OK, Skipped}, [3]string{"", "", "cannot be asked"}},
	} {
		c := Config{}
		c.Server.Domain, c.Server.Address = local.Domain, "corrd@"+local.Domain
		c.Submission.Host, c.Submission.TLS, c.Submission.Port = "127.0.0.1", "none", greeter(t, w.greets)
		z := good()
		w.spoil(&z, &c)
		d := doctor{Config: c, resolver: z}
		for i, f := range []Finding{d.helo(t.Context()), d.ptr(t.Context()), d.spf(t.Context())} {
			if f.Verdict != w.verdicts[i] || !strings.Contains(f.Found+f.Mend, w.words[i]) {
				t.Errorf("%s: %+v; want %s, with %q", w.what, f, w.verdicts[i], w.words[i])
			}
		}
	}
}

// TestDoctorPrintsRecordsThatNameServersTake checks that no string of a record is longer than 255
// octets, and that the strings together are the record.
func TestDoctorPrintsRecordsThatNameServersTake(t *testing.T) {
	t.Parallel()
	c := newClub(t, "dkim_selector = \"rsa ed\"\ndkim_key_file = [\""+rsaKey(t)+"\", \""+dkimKey(t)+"\"]\n")
	c.stop()
	config := c.config()
	signers, err := config.signers()
	if err != nil || len(signers) != 2 || !signers[0].RSA() || signers[1].RSA() {
		t.Fatalf("%v, %v", signers, err)
	}
	d := doctor{Config: config, resolver: records{}}
	f := d.dkim(t.Context())
	missing := strings.Split(f.Mend, " and ")
	if f.Verdict != Fails || len(missing) != len(signers) {
		t.Fatalf("%+v", f)
	}
	for i, s := range signers { // each record that is missing is named
		name, want := s.Record()
		_, printed, ok := strings.Cut(missing[i], name+". TXT ")
		whole := ""
		for piece := range strings.SplitSeq(strings.Trim(printed, `"`), `" "`) {
			if whole += piece; len(piece) > 255 {
				t.Errorf("a string of %d octets", len(piece))
			}
		}
		if !ok || whole != want || s.RSA() && len(want) <= 255 || !strings.Contains(f.Found, name) {
			t.Errorf("the strings are %q, want %q; found: %s", whole, want, f.Found)
		}
	}
	dns := records{}
	for _, s := range signers {
		name, text := s.Record()
		dns[name] = text
	}
	d.resolver = dns
	if f := d.dkim(t.Context()); f.Verdict != OK || f.Mend != "" {
		t.Errorf("with both records: %+v", f)
	}
	d.Identity.DKIMSelector, d.Identity.DKIMKeyFile = d.Identity.DKIMSelector[1:], d.Identity.DKIMKeyFile[1:]
	if f := d.dkim(t.Context()); f.Verdict != OK || !strings.Contains(f.Mend, "RSA") {
		t.Errorf("with Ed25519 alone: %+v", f)
	}
}

// TestDoctorSendsALetterAndTells checks that the doctor reports whether its letter is taken and
// answered, comes back, or is refused.
func TestDoctorSendsALetterAndTells(t *testing.T) {
	t.Parallel()
	for _, running := range []bool{true, false} {
		c := newClub(t, "")
		if running {
			c.addPlayers("alice")
		} else {
			c.stop()
		}
		d := doctor{Config: c.config(), resolver: noDNS{}}
		for i, w := range []struct {
			back    string // the body of the letter that comes back
			verdict Verdict
			words   string
		}{
			{"Subject: Re: your letter\r\n\r\nspf=pass smtp.mailfrom=corrd.localhost\r\ndkim: none\r\nThank you.\r\n", OK, `"Re: your letter": spf=pass smtp.mailfrom=corrd.localhost; dkim: none`},
			{"Subject: Undelivered\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nNo.\r\n" +
				"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; x@y\r\nAction: failed\r\nStatus: 5.7.1\r\nDiagnostic-Code: smtp; 550 no SPF\r\n\r\n--b--\r\n",
				Fails, "came back: 5.7.1"},
		} {
			to := fmt.Sprintf("carol%d", i)
			told := make(chan Finding)
			go func() { told <- d.trial(t.Context(), to+"@"+local.Domain) }()
			c.eventually("the letter to "+to, func() bool { return len(c.box(to)) == 1 })
			m := c.box(to)[0]
			back := strings.Trim(m.Header.Get("Reply-To"), "<>")
			if got := m.Header.Get("Return-Path"); got != "" && !strings.Contains(got, back) {
				t.Errorf("it left from %s, and answers go to %s", got, back)
			}
			raw := "From: <carol@away.example>\r\nTo: <" + back + ">\r\nMessage-ID: <" + to + "@away.example>\r\nDate: " + time.Now().Format(time.RFC1123Z) + "\r\n" + w.back
			if err := smtp.SendMail(c.post.SMTPAddr(), nil, "carol@away.example", []string{back}, []byte(raw)); err != nil {
				t.Fatal(err)
			}
			if f := <-told; f.Verdict != w.verdict || !strings.Contains(f.Found, w.words) {
				t.Errorf("running %v: %+v; want %s, with %q", running, f, w.verdict, w.words)
			}
		}
	}
}

// TestDoctorTellsOfARefusal checks that the doctor reports the refusal of its letter by the next
// hop.
func TestDoctorTellsOfARefusal(t *testing.T) {
	t.Parallel()
	c := newClub(t, "")
	c.stop()
	r := &relay{trace: func(s string) string { return s }, pass: func(string, string) error {
		return &gosmtp.SMTPError{Code: 550, EnhancedCode: gosmtp.EnhancedCode{5, 7, 26}, Message: "unauthenticated mail"}
	}}
	d := doctor{Config: c.config(), resolver: noDNS{}}
	d.Submission.User, d.Submission.Port = "", r.listens(t)
	if f := d.trial(t.Context(), "carol@away.example"); f.Verdict != Fails || !strings.Contains(f.Found, "unauthenticated mail") {
		t.Errorf("%+v", f)
	}
}
