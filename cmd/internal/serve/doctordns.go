package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"

	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/mailer/transport"
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

// sender is the host that hands corrd's letters to the hosts of their readers, as far as corrd can
// know the host: the submission server, by the name in its greeting. Where the submission server is
// this machine, the name is the one in its HELO, and the addresses are those that letters come
// from.
type sender struct {
	name  string // as the host greets, or "" if the greeting has no name
	ips   []net.IP
	local bool // the host is this machine; else a provider, whose other hosts may send
}

// sendingHost asks the submission server for its name, and the DNS for the addresses.
func (d *doctor) sendingHost(ctx context.Context) (s sender, trouble *Finding) {
	carrier := transport.NewSubmission(d.submissionOptions())
	defer carrier.Close()
	name, err := carrier.Greeting(ctx)
	if err != nil {
		f := skipped("the submission server does not say its name: %v", err)
		return s, &f
	}
	s.name, s.local = name, isThisMachine(d.Submission.Host)
	host := d.Submission.Host
	if s.local {
		host = name
	}
	if host == "" {
		return s, nil
	}
	found, err := d.resolver.LookupIPAddr(ctx, host)
	if f := unasked(err); f != nil {
		return s, f
	}
	for _, a := range found {
		s.ips = append(s.ips, a.IP)
	}
	return s, nil
}

// helo looks whether the name with which letters are handed on is one that receivers believe.
func (d *doctor) helo(ctx context.Context) Finding {
	s, trouble := d.sendingHost(ctx)
	const mend = "give the mail server the full name that the DNS has for this machine; in Postfix: postconf -e myhostname=mail.club.example, or smtp_helo_name"
	switch {
	case trouble != nil:
		return *trouble
	case !s.local:
		return skipped("letters leave by the hosts of %s, which has its own names", d.Submission.Host)
	case !strings.Contains(s.name, ".") || net.ParseIP(strings.Trim(s.name, "[]")) != nil:
		return fails(fmt.Sprintf("the mail server calls itself %q, which is no full name of a host", s.name), mend)
	case len(s.ips) == 0:
		return fails(fmt.Sprintf("the mail server calls itself %s, a name without an address", s.name), mend)
	case !slices.ContainsFunc(s.ips, isPublic):
		return fails(fmt.Sprintf("the mail server calls itself %s, which has no address on the Internet (%s)", s.name, addresses(s.ips)), mend)
	}
	return ok("the mail server calls itself %s, which is %s", s.name, addresses(s.ips))
}

// ptr looks whether each address that letters come from has a name that leads back to the address.
func (d *doctor) ptr(ctx context.Context) Finding {
	s, trouble := d.sendingHost(ctx)
	switch {
	case trouble != nil:
		return *trouble
	case !s.local:
		return skipped("letters leave by the hosts of %s, whose addresses have names of its own", d.Submission.Host)
	case len(s.ips) == 0:
		return skipped("the addresses that letters come from are not known: see HELO")
	}
	var named []string
	for _, ip := range s.ips {
		names, err := d.resolver.LookupAddr(ctx, ip.String())
		if f := unasked(err); f != nil {
			return *f
		}
		mend := fmt.Sprintf("have whoever lends you the address %s name it %s (reverse DNS, PTR)", ip, s.name)
		if len(names) == 0 {
			return fails(fmt.Sprintf("%s has no name (PTR), and many receivers refuse its letters", ip), mend)
		}
		name := strings.TrimSuffix(names[0], ".")
		back, err := d.resolver.LookupIPAddr(ctx, name)
		if f := unasked(err); f != nil {
			return *f
		}
		if !slices.ContainsFunc(back, func(a net.IPAddr) bool { return a.IP.Equal(ip) }) {
			return fails(fmt.Sprintf("%s has the name %s (PTR), which does not lead back to it", ip, name), mend)
		}
		named = append(named, fmt.Sprintf("%s is %s", ip, name))
	}
	return ok("%s", strings.Join(named, ", "))
}

// sendersPass judges the hosts that letters leave by as a receiver would, with the SPF record
// of the domain of corrd's envelope senders.
func (d *doctor) sendersPass(ctx context.Context, record string) Finding {
	s, trouble := d.sendingHost(ctx)
	switch {
	case trouble != nil || len(s.ips) == 0:
		return ok("%s", record)
	}
	checker := parse.NewChecker(d.resolver)
	for _, ip := range s.ips {
		result, why := checker.SPF(ctx, ip, s.name, d.site().Address())
		switch {
		case result == "pass":
		case s.local:
			return fails(fmt.Sprintf("the record %q gives %s for %s, from which letters leave (%s)", record, result, ip, why), "add ip4:"+ip.String()+" to it, or ip6: for an address of the newer kind")
		default:
			f := skipped("the record %q gives %s for %s; whether letters leave from there only its operator knows", record, result, ip)
			f.Mend = "have the record include what the operator of " + d.Submission.Host + " says; corrd doctor --to ADDRESS shows what a receiver finds"
			return f
		}
	}
	return ok("%s; it passes %s", record, addresses(s.ips))
}

// isPublic reports whether an address is one of the Internet.
func isPublic(ip net.IP) bool { return ip.IsGlobalUnicast() && !ip.IsPrivate() }

func addresses(ips []net.IP) string {
	var all []string
	for _, ip := range ips {
		all = append(all, ip.String())
	}
	return strings.Join(all, ", ")
}
