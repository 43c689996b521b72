package parse

import (
	"bytes"
	"context"
	"net"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"corrd/mailer"
)

// signedOver returns a letter with a signature of player.example over the fields of these names.
func signedOver(t *testing.T, names, letter string) string {
	t.Helper()
	key, _ := dkimPair(1)
	var out bytes.Buffer
	options := &dkim.SignOptions{Domain: "player.example", Selector: "s", Signer: key, HeaderKeys: strings.Split(names, ":"),
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed}
	if err := dkim.Sign(&out, strings.NewReader(letter), options); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The bodies of letters as the large providers write them, with the fields that tell their form.
const (
	asGmail = "MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=\"000000000000a1b2c3\"\n\n" +
		"--000000000000a1b2c3\nContent-Type: text/plain; charset=\"UTF-8\"\n\nP-K4\n\nOn Fri, 20 Nov 2026 at 08:00, Club <corrd@club.example> wrote:\n\n> P-Q4\n\n" +
		"--000000000000a1b2c3\nContent-Type: text/html; charset=\"UTF-8\"\nContent-Transfer-Encoding: quoted-printable\n\n<div dir=3D\"ltr\">P-K4</div><br><div class=3D\"gmail_quote\">P-Q4</div>\n\n" +
		"--000000000000a1b2c3--\n"
	asGmailPlain = "MIME-Version: 1.0\nContent-Type: text/plain; charset=\"UTF-8\"\n\nP-K4\n\nOn Fri, 20 Nov 2026 at 08:00, Club <corrd@club.example> wrote:\n> P-Q4\n"
	asOutlook    = "Content-Type: multipart/alternative;\n\tboundary=\"_000_LO2P123MB4567_\"\nMIME-Version: 1.0\n\n" +
		"--_000_LO2P123MB4567_\nContent-Type: text/plain; charset=\"iso-8859-1\"\nContent-Transfer-Encoding: quoted-printable\n\nP-K4\n________________________________\nFrom: Club <corrd@club.example>\nSent: 20 November 2026 08:00\nTo: Alice <alice@player.example>\nSubject: move\n\nP-Q4\n\n" +
		"--_000_LO2P123MB4567_\nContent-Type: text/html; charset=\"iso-8859-1\"\nContent-Transfer-Encoding: quoted-printable\n\n<html><body><div>P-K4</div><hr><div id=3D\"divRplyFwdMsg\">P-Q4</div></body></html>\n\n" +
		"--_000_LO2P123MB4567_--\n"
	asYahoo = "MIME-Version: 1.0\nContent-Type: multipart/alternative; \n\tboundary=\"----=_Part_123_456.1700000000\"\n\n" +
		"------=_Part_123_456.1700000000\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 7bit\n\nP-K4\n\n    On Friday 20 November 2026 at 08:00:00 GMT, Club <corrd@club.example> wrote:  \n \n P-Q4\n" +
		"------=_Part_123_456.1700000000\nContent-Type: text/html; charset=UTF-8\nContent-Transfer-Encoding: 7bit\n\n<html><head></head><body><div>P-K4</div><div class=\"yahoo_quoted\">P-Q4</div></body></html>\n" +
		"------=_Part_123_456.1700000000--\n"
	asCloud = "Content-Type: text/plain; charset=us-ascii\nContent-Transfer-Encoding: 7bit\nMime-Version: 1.0 (Mac OS X Mail 16.0)\n\nP-K4\n\n> On 20 Nov 2026, at 08:00, Club <corrd@club.example> wrote:\n> \n> P-Q4\n"
)

// providers are the large providers, the fields that their signatures cover, and a letter as it
// is written there.
var providers = []struct {
	name, signs, body string
	alone             mailer.Proof // where the signature alone proves the letter
}{
	{"Gmail", "to:subject:message-id:date:from:in-reply-to:references:mime-version:from:to:cc:subject:date:message-id:reply-to", asGmail, mailer.ProofOnce},
	{"Gmail, an older set", "mime-version:references:in-reply-to:from:date:message-id:subject:to", asGmail, mailer.ProofOnce},
	{"Gmail, plain text", "to:subject:message-id:date:from:mime-version:from:to:cc:subject:date:message-id:reply-to", asGmailPlain, mailer.ProofOnce},
	{"Gmail, an encoding", "content-transfer-encoding:to:subject:message-id:date:from:mime-version:from:to:cc:subject:date:message-id:reply-to", asGmailPlain, mailer.ProofOnce},
	{"Outlook", "From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck", asOutlook, mailer.ProofOnce},
	{"Yahoo", "Date:From:To:Subject:References:From:Subject:Reply-To", asYahoo, mailer.ProofWeak},
	{"iCloud", "x-icloud-hme:content-type:date:from:in-reply-to:message-id:mime-version:references:subject:to", asCloud, mailer.ProofFull},
	{"iCloud, an older set", "from:Content-Type:Message-Id:Subject:Date:MIME-Version:To", asCloud, mailer.ProofFull},
}

// provided returns a letter of alice's from a provider, below the fields of its signature.
func provided(t *testing.T, signs, body string) string {
	t.Helper()
	return signedOver(t, signs, string(crlf("From: Alice <alice@player.example>\nTo: corrd@club.example\nDate: Fri, 20 Nov 2026 08:00:00 +0000\nMessage-ID: <1@player.example>\nIn-Reply-To: <a@club.example>\nReferences: <a@club.example>\nSubject: Re: move\n"+body)))
}

// taken reads a letter as a Receiver does that checks authors itself.
func taken(t *testing.T, from mailer.Origin, letter string) mailer.Letter {
	t.Helper()
	v, err := NewChecker(vouching()).Check(context.Background(), from, []byte(letter))
	if err != nil {
		t.Fatal(err)
	}
	return Letter([]byte(letter), mailer.Envelope{From: from.From, To: []string{"corrd@club.example"}, Auth: v.Auth, Signed: v.Signed}, Options{Site: testSite})
}

// forwarder is a host that passes letters on, of a domain of its own.
var forwarder = mailer.Origin{Peer: net.IPv4(203, 0, 113, 9), HELO: "mail.forward.example", From: "bounce@forward.example"}

// TestOrdinaryLettersAreProved checks that a letter from a large provider is proved whole, by the
// host that sent it, and what its signature alone proves after a forwarder.
func TestOrdinaryLettersAreProved(t *testing.T) {
	for _, p := range providers {
		letter := provided(t, p.signs, p.body)
		if l := taken(t, fromItsHost, letter); l.Auth != mailer.AuthPass || l.Proof != mailer.ProofFull || l.Text != "P-K4" {
			t.Errorf("%s: from its own host %q, proof %q, text %q", p.name, l.Auth, l.Proof, l.Text)
		}
		if l := taken(t, forwarder, letter); l.Auth != mailer.AuthPass || l.Proof != p.alone {
			t.Errorf("%s: by its signature alone %q, proof %q, want %q", p.name, l.Auth, l.Proof, p.alone)
		}
	}
}

// TestWhatAnotherHostsVerdictRestsOn checks the proof where another host has found the verdict,
// by what that host says of SPF and DKIM, and by the signatures in the letter.
func TestWhatAnotherHostsVerdictRestsOn(t *testing.T) {
	gmail, unsigned := provided(t, providers[0].signs, asGmail), strings.Replace(provided(t, providers[0].signs, asGmail), "DKIM-Signature:", "X-Was:", 1)
	whole := "from:to:subject:date:message-id:content-type:content-transfer-encoding"
	two := strings.Replace(signedOver(t, whole, gmail), "s=s", "s=t", 1)
	partly := strings.Replace(provided(t, whole, asGmail), "DKIM-Signature: ", "DKIM-Signature: l=10; ", 1)
	received := received("mx.club.example")
	for _, c := range []struct {
		says, letter string
		want         mailer.Proof
	}{
		{"spf=pass smtp.mailfrom=alice@player.example; dkim=pass header.d=player.example; dmarc=pass header.from=player.example", gmail, mailer.ProofFull},
		{"spf=pass (mx: domain of x) smtp.mailfrom=<alice@mail.player.example>; dmarc=pass header.from=player.example", gmail, mailer.ProofFull},
		{"dkim=pass header.i=@player.example header.s=s header.b=x; spf=pass smtp.mailfrom=player.example; dmarc=pass (p=REJECT) header.from=player.example", gmail, mailer.ProofFull},
		{"spf=fail smtp.mailfrom=alice@player.example; dkim=pass header.d=player.example; dmarc=pass header.from=player.example", gmail, mailer.ProofOnce},
		{"spf=pass smtp.mailfrom=x@forward.example; dkim=pass header.i=@player.example; dmarc=pass header.from=player.example", gmail, mailer.ProofOnce},
		{"dkim=pass header.d=player.example; dmarc=pass header.from=player.example", gmail, mailer.ProofOnce},
		{"dmarc=pass header.from=player.example", gmail, mailer.ProofOnce},
		{"dmarc=pass header.from=player.example", unsigned, mailer.ProofFull}, // only the host that sent it can have been judged
		{"dkim=pass header.d=player.example header.s=t; dmarc=pass header.from=player.example", two, mailer.ProofFull},
		{"dkim=pass header.d=player.example header.s=s; dmarc=pass header.from=player.example", two, mailer.ProofOnce},
		{"dkim=pass header.d=player.example; dmarc=pass header.from=player.example", two, mailer.ProofOnce},
		{"dkim=pass header.d=player.example; dmarc=pass header.from=player.example", partly, mailer.ProofWeak},
		{"dkim=pass header.d=player.example; dmarc=fail header.from=player.example", gmail, mailer.ProofNone},
		{"spf=pass smtp.mailfrom=player.example; dmarc=none header.from=player.example", gmail, mailer.ProofNone},
	} {
		raw := "Authentication-Results: mx.club.example; " + c.says + "\r\n" + received + c.letter
		if l := Letter([]byte(raw), mailer.Envelope{}, testOptions()); l.Proof != c.want {
			t.Errorf("%s: proof %q, want %q", c.says, l.Proof, c.want)
		}
	}
	const verdict = "Authentication-Results: mx.club.example; dmarc=pass header.from=player.example\r\n"
	for value, want := range map[string]mailer.Proof{
		"pass (mx.club.example: 192.0.2.1 may send) receiver=mx.club.example; client-ip=192.0.2.1; envelope-from=\"alice@player.example\"; helo=x;": mailer.ProofFull,
		"Pass (mailfrom) identity=mailfrom; client-ip=192.0.2.1; helo=x; envelope-from=alice@player.example; receiver=<UNKNOWN>":                    mailer.ProofFull,
		"pass envelope-from=alice@forward.example; helo=player.example;":                                                                            mailer.ProofOnce,
		"softfail envelope-from=alice@player.example;":                                                                                              mailer.ProofOnce,
		"pass (envelope-from=alice@player.example":                                                                                                  mailer.ProofOnce,
	} {
		raw := "Received-SPF: " + value + "\r\n"
		if l := Letter([]byte(raw+verdict+received+gmail), mailer.Envelope{}, testOptions()); l.Proof != want {
			t.Errorf("Received-SPF: %s: proof %q, want %q", value, l.Proof, want)
		}
		if l := Letter([]byte(verdict+received+raw+gmail), mailer.Envelope{}, testOptions()); l.Proof != mailer.ProofOnce {
			t.Errorf("Received-SPF: %s below our own hosts: proof %q", value, l.Proof)
		}
	}
}

// TestAlteredFormIsNoProof checks that nobody who has a letter whose signature leaves open its
// Content-Type and encoding can make other words of it that are proved.
func TestAlteredFormIsNoProof(t *testing.T) {
	types := []string{"", "text/plain", "text/plain; format=flowed; delsp=yes", "text/html", "text/plain; charset=utf-7", "text/plain; charset=utf-16", "text/plain; charset=iso-2022-jp",
		"text/plain; charset=hz-gb-2312", "text/plain; charset=shift_jis", "text/plain; charset=ibm037", "text/markdown", "text/x-note", "message/rfc822", "application/octet-stream",
		`multipart/mixed; boundary="000000000000a1b2c3"`, `multipart/alternative; boundary="inner"`, `multipart/mixed; boundary="inner"`, `multipart/mixed; boundary=" "`, `multipart/mixed; boundary="- "`,
		`multipart/signed; boundary="000000000000a1b2c3"`, `multipart/digest; boundary="Alice"`, `multipart/mixed; boundary="Alice"`, `multipart/mixed; boundary="none"`, "multipart/mixed",
		"TEXT/HTML; name=x", "text/plain; boundary=inner", "text/enriched"}
	encodings := []string{"", "7bit", "8bit", "quoted-printable", "base64", "x-uuencode", "binary"}
	nested := "--000000000000a1b2c3\nContent-Type: multipart/alternative; boundary=inner\n\n--inner\nContent-Type: text/plain\n\nP-K4\n--inner\nContent-Type: text/html\n\n<p>P-K4</p>\n--inner--\n" +
		"--000000000000a1b2c3\nContent-Type: text/plain\n\nnot a move: stop\n--000000000000a1b2c3--\n"
	signs := "from:to:subject:date:message-id"
	for name, body := range map[string]string{
		"plain":          "Content-Type: text/plain; charset=UTF-8\n\nP-K4\n\n> stop\n",
		"with boundary":  "Content-Type: text/plain\n\nP-K4\n\nI have had this of them:\n--inner\nContent-Type: text/plain\n\nstop\n--inner--\n",
		"with signature": "Content-Type: text/plain\n\nP-K4\n-- \nAlice\n\nstop\n",
		"with dashes":    "Content-Type: text/plain\n\nP-K4\n--Alice\n\nstop\n--Alice--\n",
		"with a tag":     "Content-Type: text/plain\n\nP-K4 <!--\n\n> stop\n-->\n",
		"with equals":    "Content-Type: text/plain\n\nP-K4\n>=0Astop\n",
		"with a shift":   "Content-Type: text/plain\n\nP-K4\n> \x1b$BC$\x1b(B stop\n> +AGE- ~{<:~}\n",
		"with spaces":    "Content-Type: text/plain\n\nP-K4 \nor not \n> stop \n",
		"of base64":      "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nUC1LNAoKPiBzdG9wCgpPbiBGcmlkYXkgQWxpY2Ugd3JvdGUgc29tZXRoaW5nIGVsc2UgaW5kZWVkCg==\n",
		"quoted":         "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable\n\nP-K4 caf=C3=A9=20\n\n> stop\n",
		"HTML":           "Content-Type: text/html\n\n<html><body><p>P-K4</p><blockquote>stop</blockquote></body></html>\n",
		"alternatives":   asGmail,
		"nested":         "Content-Type: multipart/mixed; boundary=\"000000000000a1b2c3\"\n\n" + nested,
	} {
		letter := provided(t, signs, body)
		before := taken(t, forwarder, letter)
		head, text, _ := strings.Cut(letter, "\r\n\r\n")
		kept := head[:strings.Index(head, "Content-Type:")]
		if i := strings.Index(kept, "MIME-Version:"); i >= 0 {
			kept = kept[:i]
		}
		for _, kind := range types {
			for _, encoding := range encodings {
				altered := kept
				if kind != "" {
					altered += "Content-Type: " + kind + "\r\n"
				}
				if encoding != "" {
					altered += "Content-Transfer-Encoding: " + encoding + "\r\n"
				}
				l := taken(t, forwarder, altered+"\r\n"+text)
				if l.Auth != mailer.AuthPass {
					t.Fatalf("%s as %s in %s: the signature does not verify: %q", name, kind, encoding, l.Auth)
				}
				if l.Proof != mailer.ProofWeak && wordsOf(l.Text) != wordsOf(before.Text) {
					t.Errorf("%s as %q in %q: proof %q of %q, written as %q", name, kind, encoding, l.Proof, l.Text, before.Text)
				}
			}
		}
	}
}

// TestReplayIsNoFullProof checks that a letter that was sent to somebody else is not proved to be
// for this site, whatever its signature covers.
func TestReplayIsNoFullProof(t *testing.T) {
	const all = "from:to:cc:subject:date:message-id:content-type:content-transfer-encoding"
	to := func(fields string) string {
		return signedOver(t, all, string(crlf("From: Alice <alice@player.example>\n"+fields+"Message-ID: <1@player.example>\nSubject: stop\nContent-Type: text/plain\n\nstop\n")))
	}
	for fields, want := range map[string]mailer.Proof{
		"To: corrd@club.example\n":                                 mailer.ProofFull,
		"To: Bob <bob@example.org>, corrd+x@Club.Example\n":        mailer.ProofFull,
		"To: bob@example.org\nCc: corrd@club.example\n":            mailer.ProofFull,
		"To: news@example.org\n":                                   mailer.ProofOnce,
		"To: \"corrd@club.example\" <news@example.org>\n":          mailer.ProofOnce,
		"To: corrd@club.example.evil.test\n":                       mailer.ProofOnce,
		"To: news@example.org\nDelivered-To: corrd@club.example\n": mailer.ProofOnce,
		"": mailer.ProofOnce,
	} {
		if l := taken(t, forwarder, to(fields)); l.Auth != mailer.AuthPass || l.Proof != want {
			t.Errorf("%q: %q, proof %q, want %q", fields, l.Auth, l.Proof, want)
		}
	}
}
