package parse

import (
	"slices"
	"strings"

	"corrd/mailer"
)

// proofOf returns how much of a letter its verdict proves. signed are the fields that the
// signature covers on which alone a pass rests, also where the header leaves no pass. A signature of the author proves a letter whole
// only if it covers to whom the letter goes, and nobody else can have chosen how the body is read.
func proofOf(h mailer.Head, l mailer.Letter, signed []string, w walk, at mailer.Site) mailer.Proof {
	switch {
	case l.Auth == mailer.AuthNone && signed != nil: // of a header in doubt, which somebody may have written anew
		return mailer.ProofWeak
	case l.Auth != mailer.AuthPass:
		return mailer.ProofNone
	case signed == nil:
		return mailer.ProofFull
	case h.Fields.Has("Subject") && !covers(signed, "Subject"), !w.readsOneWay(h, covers(signed, "Content-Type"), covers(signed, "Content-Transfer-Encoding")):
		return mailer.ProofWeak
	case covers(signed, "Content-Type") && goesTo(h.Fields, signed, at):
		return mailer.ProofFull
	case covers(signed, "Message-ID") && l.MessageID != "":
		return mailer.ProofOnce
	}
	return mailer.ProofWeak
}

// goesTo reports whether a letter names the site as an addressee in a signed field.
func goesTo(h mailer.Fields, signed []string, at mailer.Site) bool {
	own := func(address string) bool {
		_, own := at.Detail(lowerDomain(address))
		return own
	}
	return slices.ContainsFunc([]string{"To", "Cc"}, func(name string) bool {
		return covers(signed, name) && slices.ContainsFunc(addressesIn(h.Get(name)), own)
	})
}

// covers reports whether a signature over the fields of these names covers a field.
func covers(names []string, field string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, field) })
}

// weight returns how much a signature over the fields of these names proves, for comparing two.
func weight(names []string) (n int) {
	for i, field := range []string{"Message-ID", "Content-Transfer-Encoding", "To", "Content-Type", "Subject"} {
		if covers(names, field) {
			n += 1 << i
		}
	}
	return n
}

// vouchedBy returns what a pass of DMARC rests on which another host has found, as
// mailer.Verdict.Signed has it. found are the results of that host.
//
// A pass rests on the sending host if the results say so, or if the letter has no signature of
// the author's domain. Otherwise it rests on one of the signatures that the results name, or on
// any if they name none; since nobody can tell on which, only fields that all of them cover count.
func vouchedBy(h mailer.Fields, found []result, domain string) (signed []string) {
	ours := func(d string) bool {
		return mailer.Organisation(asciiDomain(d)) == mailer.Organisation(asciiDomain(domain))
	}
	passed := slices.DeleteFunc(slices.Clone(found), func(r result) bool {
		return r.value != "pass" || r.method == "dmarc" || !slices.ContainsFunc(r.domains, ours)
	})
	if slices.ContainsFunc(passed, func(r result) bool { return r.method == "spf" }) {
		return nil
	}
	for _, s := range signatures(h) {
		if !ours(s.domain) || len(passed) > 0 && !slices.ContainsFunc(passed, s.isIn) {
			continue
		}
		if signed == nil {
			signed = append([]string{}, s.fields...)
		}
		signed = slices.DeleteFunc(signed, func(name string) bool { return !covers(s.fields, name) })
	}
	return signed
}

// signature is a DKIM-Signature field (RFC 6376, 3.5) that somebody else has verified.
type signature struct {
	domain, selector, value string
	fields                  []string // that it covers; none if the body may go on behind what it covers
}

// signatures returns the signatures in a header that can be read.
func signatures(h mailer.Fields) (all []signature) {
	for _, v := range h.All("DKIM-Signature") {
		tags := map[string]string{}
		for tag := range strings.SplitSeq(v, ";") {
			name, value, _ := strings.Cut(tag, "=")
			tags[strings.TrimSpace(name)] = strings.Join(strings.Fields(value), "")
		}
		s := signature{domain: tags["d"], selector: tags["s"], value: tags["b"]}
		if _, partly := tags["l"]; !partly {
			s.fields = strings.Split(tags["h"], ":")
		}
		all = append(all, s)
	}
	return all
}

// isIn reports whether a result may be that of the signature (RFC 8601, 2.7.1; RFC 6008).
func (s signature) isIn(r result) bool {
	return r.method == "dkim" && slices.ContainsFunc(r.domains, func(d string) bool {
		d, own := strings.ToLower(d), strings.ToLower(s.domain)
		return d == own || strings.HasSuffix(d, "."+own)
	}) && (r.selector == "" || strings.EqualFold(r.selector, s.selector)) && strings.HasPrefix(s.value, r.start)
}
