package serve

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"

	"corrd/mailer/parse"
	"corrd/mailer/transport"
)

// sender is the host that hands corrd's letters to the hosts of their readers, as far as corrd can
// know the host: the submission server, by the name in its greeting. Where the submission server is
// this machine, the name is the one in its HELO, and the addresses are those that letters come
// from.
type sender struct {
	name  string // as the host greets; "" if the greeting has no name
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
