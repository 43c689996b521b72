package mailer

import (
	"strings"

	"github.com/emersion/go-msgauth/authres"
	"golang.org/x/net/publicsuffix"
)

// authentication is the DMARC verdict of the receiving host (RFC 8601). Only
// Authentication-Results with exactly that authserv-id count, and only those
// above the Received field with which the letter came to us: whatever stands
// below it may be the sender's. Of several verdicts a fail is believed first. A
// pass for another domain than the author's, and a line that does not parse,
// say nothing.
func authentication(h header, authservID, from string) Auth {
	if authservID == "" {
		return AuthNone
	}
	verdict := AuthNone
	for _, f := range h[:arrival(h, authservID)] {
		if !strings.EqualFold(f.name, "Authentication-Results") {
			continue
		}
		id, results, err := authres.Parse(f.value)
		if err != nil || !strings.EqualFold(id, authservID) {
			continue
		}
		switch dmarcVerdict(results, from) {
		case AuthFail:
			return AuthFail
		case AuthPass:
			verdict = AuthPass
		}
	}
	return verdict
}

func dmarcVerdict(results []authres.Result, from string) Auth {
	verdict := AuthNone
	for _, r := range results {
		d, ok := r.(*authres.DMARCResult)
		if !ok {
			continue
		}
		_, domain, _ := cutAddress(from)
		switch {
		case d.Value == authres.ResultFail:
			return AuthFail
		case d.Value == authres.ResultPass && (d.From == "" || strings.EqualFold(d.From, domain)):
			verdict = AuthPass
		}
	}
	return verdict
}

// arrival is the index of the Received field with which the letter came to our
// own hosts: the lowest of the unbroken run at the top whose "by" is under the
// same organisational domain as authservID. With no such run it is 0.
func arrival(h header, authservID string) int {
	at := 0
	for i, f := range h {
		if !strings.EqualFold(f.name, "Received") {
			continue
		}
		if !sameOrganisation(receivedBy(f.value), authservID) {
			break
		}
		at = i
	}
	return at
}

// receivedBy is the host named after "by" in a Received field.
func receivedBy(value string) string {
	words := strings.Fields(value)
	for i, w := range words {
		if strings.EqualFold(w, "by") && i+1 < len(words) {
			return strings.ToLower(strings.Trim(words[i+1], ";()[]."))
		}
	}
	return ""
}

func sameOrganisation(host, authservID string) bool {
	return organisation(host) == organisation(strings.ToLower(authservID))
}

// organisation is the organisational domain of a host (RFC 7489, 3.2), or the
// host itself where it is a public suffix or a single label.
func organisation(host string) string {
	if org, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return org
	}
	return host
}
