package parse

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"blitiri.com.ar/go/spf"
	"github.com/emersion/go-msgauth/dkim"
	"github.com/emersion/go-msgauth/dmarc"
	"golang.org/x/net/idna"

	"corrd/mailer"
)

// Resolver is what a Checker asks of the DNS. *net.Resolver is one, and its documentation
// says what each method returns.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
	LookupIPAddr(ctx context.Context, host string) ([]net.IPAddr, error)
	LookupAddr(ctx context.Context, addr string) ([]string, error)
}

// Checker finds the DMARC verdict (RFC 7489) on letters that came to this host directly,
// from SPF (RFC 7208) and DKIM (RFC 6376).
type Checker struct{ resolver Resolver }

// NewChecker makes a Checker that asks r.
func NewChecker(r Resolver) *Checker { return &Checker{r} }

// The bounds of one check.
const (
	checkTimeout  = 20 * time.Second
	maxSignatures = 5
)

// errUndecidable means that the verdict depends on a record that cannot be looked up now.
var errUndecidable = errors.New("dmarc: a record cannot be looked up now")

// Check returns AuthPass if the author's domain vouches for the letter, AuthFail if the
// domain has a policy and does not vouch or another reader may find another author, and
// AuthNone if the domain has no policy, the letter has no single author, or the header can
// be read in two ways. A signature counts only if the signature covers the subject, where
// commands may stand. The error means that the DNS could not be asked, and that the letter
// should come again.
func (c *Checker) Check(ctx context.Context, t mailer.Origin, raw []byte) (mailer.Verdict, error) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	h := mailer.ParseHead(raw)
	from, _, _ := author(h.Fields)
	_, domain, ok := mailer.CutAddress(from)
	if !ok {
		return mailer.Verdict{Auth: mailer.AuthNone}, nil
	}
	found, err := c.vouched(ctx, t, raw, h.Fields, asciiDomain(domain))
	found.Auth = temper(&h, found.Auth)
	return found, err
}

// vouched asks what the author's domain says of a letter. A pass rests on the host that sent the
// letter if that host may send for the domain, else on a signature.
func (c *Checker) vouched(ctx context.Context, t mailer.Origin, raw []byte, h mailer.Fields, domain string) (v mailer.Verdict, err error) {
	v.Auth = mailer.AuthNone
	policy, err := c.policy(ctx, domain)
	if err != nil || policy == nil {
		return v, err
	}
	signed, signatureLater := c.signed(ctx, raw, h, domain, policy.DKIMAlignment)
	sent, senderLater := c.sentBy(ctx, t, domain, policy.SPFAlignment)
	switch {
	case sent:
		v.Auth = mailer.AuthPass
	case signed != nil:
		v.Auth, v.Signed = mailer.AuthPass, signed
	case signatureLater || senderLater:
		return v, fmt.Errorf("%w: of %s", errUndecidable, domain)
	default:
		v.Auth = mailer.AuthFail
	}
	return v, nil
}

// policy returns the DMARC record for a domain: its own, else that of its organisational domain
// (RFC 7489, 6.6.3), or nil if there is none that can be read.
func (c *Checker) policy(ctx context.Context, domain string) (*dmarc.Record, error) {
	options := &dmarc.LookupOptions{LookupTXT: c.lookupTXT(ctx)}
	record, err := dmarc.LookupWithOptions(domain, options)
	if org := mailer.Organisation(domain); errors.Is(err, dmarc.ErrNoPolicy) && org != domain {
		record, err = dmarc.LookupWithOptions(org, options)
	}
	if dmarc.IsTempFail(err) {
		return nil, fmt.Errorf("%w: %v", errUndecidable, err)
	}
	if err != nil {
		return nil, nil
	}
	return record, nil
}

// signed returns the fields that a good signature of a domain aligned with the author's covers,
// of several signatures the one that proves most; nil without a signature. later reports that a
// signature could not be checked now.
func (c *Checker) signed(ctx context.Context, raw []byte, h mailer.Fields, domain string, mode dmarc.AlignmentMode) (signed []string, later bool) {
	// The error stands for a header that cannot be read or for signatures beyond the limit;
	// verified holds those that were checked nevertheless.
	verified, _ := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{LookupTXT: c.lookupTXT(ctx), MaxVerifications: maxSignatures})
	for _, v := range verified {
		switch {
		case !aligned(v.Domain, domain, mode), h.Has("Subject") && !covers(v.HeaderKeys, "Subject"):
		case v.Err == nil && (signed == nil || weight(v.HeaderKeys) > weight(signed)):
			signed = v.HeaderKeys
		case dkim.IsTempFail(v.Err):
			later = true
		}
	}
	return signed, later
}

// sentBy reports whether the host may send for a domain aligned with the author's. later
// reports that this could not be found out now.
func (c *Checker) sentBy(ctx context.Context, t mailer.Origin, domain string, mode dmarc.AlignmentMode) (sent, later bool) {
	_, sender, ok := mailer.CutAddress(t.From)
	if !ok {
		sender = t.HELO
	}
	if t.Peer == nil || strings.Count(t.From, "@") > 1 || !aligned(sender, domain, mode) {
		return false, false
	}
	// The error gives the reason of the result, whatever the result.
	result, _ := spf.CheckHostWithSender(t.Peer, t.HELO, t.From, spf.WithContext(ctx), spf.WithResolver(c.resolver))
	return result == spf.Pass, result == spf.TempError
}

// lookupTXT returns a function that looks up TXT records within ctx.
func (c *Checker) lookupTXT(ctx context.Context) func(string) ([]string, error) {
	return func(name string) ([]string, error) { return c.resolver.LookupTXT(ctx, name) }
}

// aligned compares the domain that was authenticated with the author's (RFC 7489, 3.1).
func aligned(authenticated, author string, mode dmarc.AlignmentMode) bool {
	authenticated, author = asciiDomain(authenticated), asciiDomain(author)
	if mode == dmarc.AlignmentStrict {
		return authenticated == author
	}
	return mailer.Organisation(authenticated) == mailer.Organisation(author)
}

// asciiDomain returns a domain in lower case as the DNS has it (RFC 5890, 2.3.2.1), or
// unchanged if the domain cannot be written so.
func asciiDomain(domain string) string {
	domain = strings.ToLower(domain)
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		return ascii
	}
	return domain
}

// SPF is the result (RFC 7208, 2.6) for a host that sends under a name and an envelope sender,
// in a word, and why.
func (c *Checker) SPF(ctx context.Context, peer net.IP, helo, from string) (result, why string) {
	r, err := spf.CheckHostWithSender(peer, helo, from, spf.WithContext(ctx), spf.WithResolver(c.resolver))
	if err != nil {
		why = err.Error()
	}
	return string(r), why
}
