package parse

import (
	"slices"
	"strings"

	"corrd/mailer"
)

// resultsField is the field in which a host says what the host found about the author (RFC
// 8601).
const resultsField = "Authentication-Results"

// senderField is the field in which a host says what SPF says of the host that sent the letter
// (RFC 7208, 9.1).
const senderField = "Received-SPF"

// authentication returns the DMARC verdict of the receiving host (RFC 8601). Only fields
// with exactly that authserv-id count, and only those above the hops-th Received field from
// the top, with which the letter came to the site's own hosts: the sender may have written
// what stands below, and a letter with fewer Received fields says nothing.
//
// AuthPass needs every field that says anything of DMARC to say that this author's domain
// vouches. A field that says the domain does not, or that names another mailer.Organisation, is
// AuthFail. Any other verdict, and a field that cannot be parsed, is AuthNone.
func authentication(h mailer.Fields, authservID string, hops int) mailer.Verdict {
	from, _, _ := author(h)
	_, domain, _ := mailer.CutAddress(from)
	found, doubtful := foundBy(h[:arrival(h, hops)], authservID)
	passed := false
	for _, r := range found {
		switch {
		case r.method != "dmarc":
		case r.value == "fail", !r.isAbout(domain, mailer.Organisation):
			return mailer.Verdict{Auth: mailer.AuthFail}
		case r.value == "pass" && r.isAbout(domain, strings.Clone):
			passed = true
		default:
			doubtful = true
		}
	}
	if passed && !doubtful {
		return mailer.Verdict{Auth: mailer.AuthPass, Signed: vouchedBy(h, found, domain)}
	}
	return mailer.Verdict{Auth: mailer.AuthNone}
}

// foundBy returns what a host says in the fields that it wrote. doubtful reports that one of
// them cannot be parsed.
func foundBy(own mailer.Fields, authservID string) (found []result, doubtful bool) {
	for _, f := range own {
		switch {
		case strings.EqualFold(f.Name, senderField):
			found = append(found, senderResult(f.Value))
		case strings.EqualFold(f.Name, resultsField):
			results, ok := parseResults(f.Value)
			switch {
			case !results.speaksFor(authservID):
			case !ok:
				doubtful = true
			default:
				found = append(found, results.all...)
			}
		}
	}
	return found, doubtful
}

// senderResult reads a Received-SPF field, whose first word is the result; the domain of the
// envelope's sender stands among the pairs behind it.
func senderResult(value string) result {
	s := scanner{value}
	r := result{method: "spf"}
	r.value, _ = s.word(";=")
	for key, ok := s.word(";="); ok && (key != "" || s.next(';')); key, ok = s.word(";=") {
		if !s.next('=') {
			continue
		}
		if value, _ := s.word(";"); strings.EqualFold(key, "envelope-from") {
			r.add("smtp.mailfrom", value)
		}
	}
	r.value = strings.ToLower(r.value)
	return r
}

// arrival returns the index of the Received field with which the letter came to the site's own
// hosts, or 0 if the letter has too few. hops below 1 stands for 1.
func arrival(h mailer.Fields, hops int) int {
	hops = max(hops, 1)
	for i, f := range h {
		if !strings.EqualFold(f.Name, "Received") {
			continue
		}
		if hops--; hops == 0 {
			return i
		}
	}
	return 0
}

// results is an Authentication-Results field.
type results struct {
	authservID string
	all        []result
}

func (r results) speaksFor(authservID string) bool {
	return strings.EqualFold(r.authservID, authservID)
}

// dmarc returns the results of DMARC.
func (r results) dmarc() []result {
	return slices.DeleteFunc(slices.Clone(r.all), func(r result) bool { return r.method != "dmarc" })
}

// result is what one method found, in lower case, and the domains named there: as the author's
// (dmarc), as the signer's (dkim), as that of the envelope's sender (spf).
type result struct {
	method, value string
	domains       []string
	selector      string // of the signature (RFC 8601, 2.7.1), or "" if not named
	start         string // with which the signature begins (RFC 6008), or "" if not named
}

// properties are the properties of a result that name its domain.
var properties = map[string][]string{"dmarc": {"header.from"}, "dkim": {"header.d", "header.i"}, "spf": {"smtp.mailfrom", "smtp.mail"}}

// add keeps a property.
func (r *result) add(key, value string) {
	switch {
	case slices.Contains(properties[r.method], key):
		value = strings.Trim(value, "<>")
		r.domains = append(r.domains, value[strings.LastIndexByte(value, '@')+1:])
	case key == "header.s":
		r.selector = value
	case key == "header.b":
		r.start = value
	}
}

// isAbout reports whether a result is about this domain, or about a domain that is the same
// by measure. A result that names no domain is about any.
func (r result) isAbout(domain string, measure func(string) string) bool {
	for _, d := range r.domains {
		if measure(asciiDomain(d)) != measure(asciiDomain(domain)) {
			return false
		}
	}
	return true
}

// parseResults reads the value of a field (RFC 8601, 2.2). A quoted string is one word
// whatever stands in the string, and a comment says nothing, so that nobody who chooses an
// address can add a result to those of the host. ok is false for a field that cannot be
// read to its end; the authserv-id may be known all the same.
func parseResults(value string) (r results, ok bool) {
	s := scanner{value}
	r.authservID, ok = s.word(";")
	if version, fine := s.word(";"); !ok || !fine || version != "" && version != "1" {
		return r, false
	}
	for s.next(';') {
		found, fine := s.result()
		if !fine {
			return r, false
		}
		r.all = append(r.all, found)
	}
	return r, s.rest == ""
}

// result reads one result with its properties.
func (s *scanner) result() (r result, ok bool) {
	for first := true; ; first = false {
		key, ok := s.word(";=")
		if !ok {
			return r, false
		}
		if key == "" {
			return r, !s.at('=')
		}
		if !s.next('=') {
			continue // "none", or a remark without a value
		}
		value, ok := s.word(";")
		if !ok {
			return r, false
		}
		if key = strings.ToLower(key); first {
			r.method, _, _ = strings.Cut(key, "/") // the method may have a version
			r.value = strings.ToLower(value)
		} else {
			r.add(key, value)
		}
	}
}

// scanner reads the words of a structured field (RFC 5322, 3.2).
type scanner struct{ rest string }

// next takes the sign c if c comes next.
func (s *scanner) next(c byte) bool {
	if !s.at(c) {
		return false
	}
	s.rest = s.rest[1:]
	return true
}

// at reports whether the sign c comes next, behind white space and comments.
func (s *scanner) at(c byte) bool { return s.skip() && s.rest != "" && s.rest[0] == c }

// skip passes over white space and comments; false for a comment that does not end.
func (s *scanner) skip() bool {
	for {
		s.rest = strings.TrimLeft(s.rest, " \t")
		if !strings.HasPrefix(s.rest, "(") {
			return true
		}
		_, rest, ok := cutComment(s.rest)
		if !ok {
			return false
		}
		s.rest = rest
	}
}

// word reads up to white space, a comment or one of the signs in ends, and takes the marks off
// quoted strings, or "" if there is no word. ok is false if a comment or a quoted string does not
// end.
func (s *scanner) word(ends string) (word string, ok bool) {
	if !s.skip() {
		return "", false
	}
	var b strings.Builder
	for s.rest != "" && !strings.ContainsRune(" \t("+ends, rune(s.rest[0])) {
		if s.rest[0] != '"' {
			b.WriteByte(s.rest[0])
			s.rest = s.rest[1:]
			continue
		}
		quoted, rest, ended := cutQuoted(s.rest)
		if !ended {
			return "", false
		}
		b.WriteString(strings.ReplaceAll(quoted[1:len(quoted)-1], `\`, ""))
		s.rest = rest
	}
	return b.String(), true
}

// proofOf returns how much of a letter its verdict proves. signed are the fields that the signature
// covers on which alone a pass rests, also where the header leaves no pass. A signature of the
// author proves a letter whole only if it covers to whom the letter goes, and nobody else can have
// chosen how the body is read.
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
		_, own := at.Detail(mailer.LowerDomain(address))
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
	fields                  []string // that it covers, or none if the body may go on behind what it covers
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
