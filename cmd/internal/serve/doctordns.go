package serve

import (
	"context"
	"errors"
	"net"
	"strings"

	"corrd/mailer"
)

// records looks up the TXT records of a name that begin with a version. Where
// the DNS cannot be asked the finding says so.
func (d *doctor) records(ctx context.Context, name, version string) (found []string, trouble *Finding) {
	all, err := d.resolver.LookupTXT(ctx, name)
	if f := unasked(err); f != nil {
		return nil, f
	}
	for _, record := range all {
		if strings.HasPrefix(strings.ToLower(record), strings.ToLower(version)) {
			found = append(found, record)
		}
	}
	return found, nil
}

// unasked is the finding where the DNS did not answer; a name that does not
// exist is an answer.
func unasked(err error) *Finding {
	var dns *net.DNSError
	if err == nil || errors.As(err, &dns) && dns.IsNotFound {
		return nil
	}
	f := skipped("the DNS cannot be asked: %v", err)
	return &f
}

func (d *doctor) spf(ctx context.Context) Finding {
	found, trouble := d.records(ctx, d.Server.Domain, "v=spf1")
	mend := `let the domain name the hosts that send for it, as in: ` + d.Server.Domain + `. TXT "v=spf1 mx` + d.senders() + ` -all"`
	switch {
	case trouble != nil:
		return *trouble
	case len(found) == 0:
		return fails("no SPF record at "+d.Server.Domain, mend)
	case len(found) > 1:
		return fails("more than one SPF record at "+d.Server.Domain, "keep one of them")
	}
	return d.sendersPass(ctx, found[0])
}

// senders is what an SPF record says of a submission server at a provider; one on
// this machine or named by a number is the domain's own.
func (d *doctor) senders() string {
	host := d.Submission.Host
	if host == "localhost" || net.ParseIP(host) != nil {
		return ""
	}
	return " include:" + host
}

func (d *doctor) dkim(ctx context.Context) Finding {
	if len(d.Identity.DKIMKeyFile) == 0 {
		return skipped("identity.dkim_key_file is not set: the submission server signs")
	}
	signers, err := d.signers()
	if err != nil {
		return fails(err, "make a key only corrd's user can read: "+makeRSA+d.Identity.DKIMKeyFile[0])
	}
	var names, wrong, mend []string
	rsa := false
	for _, s := range signers {
		name, want := s.Record()
		found, trouble := d.records(ctx, name, "v=DKIM1")
		switch {
		case trouble != nil:
			return *trouble
		case len(found) == 0:
			wrong = append(wrong, "no DKIM record at "+name)
		case publicKey(found[0]) != publicKey(want):
			wrong = append(wrong, "the DKIM record at "+name+" is of another key")
		default:
			names, rsa = append(names, name), rsa || s.RSA()
			continue
		}
		mend = append(mend, name+`. TXT `+mailer.QuoteTXT(want))
	}
	if len(wrong) > 0 {
		return fails(strings.Join(wrong, "; "), "put into the DNS: "+strings.Join(mend, " and "))
	}
	f := ok("%s of our keys", strings.Join(names, " and "))
	if !rsa {
		f.Mend = "several large receivers do not verify Ed25519: make an RSA key as well (" + makeRSA + "FILE), and name it first in identity.dkim_selector and dkim_key_file"
	}
	return f
}

// makeRSA is the command that makes an RSA key, to be followed by the name of the file for the key.
const makeRSA = "openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "

// publicKey is the key in a DKIM record.
func publicKey(record string) string {
	for tag := range strings.SplitSeq(record, ";") {
		if key, ok := strings.CutPrefix(strings.TrimSpace(tag), "p="); ok {
			return strings.Join(strings.Fields(key), "")
		}
	}
	return ""
}

func (d *doctor) dmarc(ctx context.Context) Finding {
	name := "_dmarc." + d.Server.Domain
	found, trouble := d.records(ctx, name, "v=DMARC1")
	switch {
	case trouble != nil:
		return *trouble
	case len(found) == 0:
		return fails("no DMARC record at "+name, `let the domain say what becomes of mail that is not its own, as in: `+name+`. TXT "v=DMARC1; p=quarantine"`)
	}
	return ok("%s", found[0])
}

func (d *doctor) mx(ctx context.Context) Finding {
	hosts, err := d.resolver.LookupMX(ctx, d.Server.Domain)
	if f := unasked(err); f != nil {
		return *f
	}
	if len(hosts) == 0 {
		return fails("no MX record at "+d.Server.Domain, "let the domain name the host that takes its mail, as in: "+d.Server.Domain+". MX 10 mx."+d.Server.Domain+".")
	}
	names := make([]string, len(hosts))
	for i, h := range hosts {
		names[i] = strings.TrimSuffix(h.Host, ".")
	}
	return ok("%s", strings.Join(names, ", "))
}
