package parse

import (
	"strings"
	"testing"
	"time"

	"corrd/mailer"
)

// received returns a Received field that names a host, whoever wrote the field.
func received(by string) string {
	return "Received: from x.example by " + by + "; Fri, 20 Nov 2026 08:00:00 +0000\r\n"
}

const stampPass = "Authentication-Results: mx.club.example; dmarc=pass header.from=player.example\r\n"

// TestResultsAreBelievedAboveOurOwnHosts checks which results are believed, whatever Received
// fields the letter brought.
func TestResultsAreBelievedAboveOurOwnHosts(t *testing.T) {
	ours, pass := received("mx.club.example"), stampPass
	none := strings.Replace(pass, "pass", "none", 1)
	fail := strings.Replace(pass, "pass", "fail", 1)
	for _, c := range []struct {
		name, trace string
		hops        int
		want        mailer.Auth
	}{
		{"above our Received", pass + ours, 0, mailer.AuthPass},
		{"below our Received", ours + pass, 0, mailer.AuthNone},
		{"below it, and above a forged one of ours", ours + pass + ours, 0, mailer.AuthNone},
		{"between many forged ones", ours + strings.Repeat(pass+ours, 5), 0, mailer.AuthNone},
		{"none is final", none + ours + pass + ours, 0, mailer.AuthNone},
		{"fail is final", fail + ours + pass + ours, 0, mailer.AuthFail},
		{"silence is final", "X-Note: x\r\n" + ours + pass + ours, 0, mailer.AuthNone},
		{"without any Received", pass, 0, mailer.AuthNone},
		{"two hops, stamped by the outer one", ours + pass + ours, 2, mailer.AuthPass},
		{"two hops, stamped by the inner one", pass + ours + ours, 2, mailer.AuthPass},
		{"two hops, below both", ours + ours + pass + ours, 2, mailer.AuthNone},
		{"two hops, and the letter has one", pass + ours, 2, mailer.AuthNone},
		{"three hops, and the letter has two", pass + ours + ours, 3, mailer.AuthNone},
		{"pass and fail", pass + fail + ours, 0, mailer.AuthFail},
		{"fail and pass", fail + pass + ours, 0, mailer.AuthFail},
		{"pass and none", pass + none + ours, 0, mailer.AuthNone},
		{"pass of both hosts", pass + ours + pass + ours, 2, mailer.AuthPass},
		{"pass of one host, none of the other", pass + ours + none + ours, 2, mailer.AuthNone},
		{"pass, and a field that breaks off", pass + "Authentication-Results: mx.club.example; dmarc=pass (x\r\n" + ours, 0, mailer.AuthNone},
		{"another name in other letters", strings.Replace(pass, "mx.club.example", "MX.Club.Example", 1) + ours, 0, mailer.AuthPass},
		{"a host under ours", strings.Replace(pass, "mx.club", "a.mx.club", 1) + ours, 0, mailer.AuthNone},
		{"ours as the beginning of a name", strings.Replace(pass, "mx.club.example", "mx.club.example.evil.test", 1) + ours, 0, mailer.AuthNone},
		{"another field with that value", "X-" + pass + ours, 0, mailer.AuthNone},
		{"that of an intermediary (ARC)", "ARC-" + pass + ours, 0, mailer.AuthNone},
		{"a Received with a name that only begins so", "Received-SPF: pass\r\n" + pass + ours, 0, mailer.AuthPass},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := Options{Site: testSite, AuthservID: "mx.club.example", Hops: c.hops}
			if l := Letter([]byte(c.trace+plainLetter), mailer.Envelope{}, o); l.Auth != c.want {
				t.Errorf("%q, want %q", l.Auth, c.want)
			}
			o.AuthservID = ""
			if l := Letter([]byte(c.trace+plainLetter), mailer.Envelope{}, o); l.Auth != mailer.AuthNone {
				t.Errorf("%q where no host is believed", l.Auth)
			}
		})
	}
}

// TestForeignWordsInResultsSayNothing checks that a sender's addresses and names, which the host
// quotes, are not read as results.
func TestForeignWordsInResultsSayNothing(t *testing.T) {
	for value, want := range map[string]mailer.Auth{
		"mx.club.example; dmarc=pass header.from=player.example":                                                                             mailer.AuthPass,
		"mx.club.example 1; dmarc=pass header.from=player.example":                                                                           mailer.AuthPass,
		`"mx.club.example"; dmarc=pass header.from=player.example`:                                                                           mailer.AuthPass,
		"mx.club.example (ours); spf=pass (x; dmarc=fail) smtp.mailfrom=a@b.example; dmarc=pass(p=none dis=none) header.from=player.example": mailer.AuthPass,
		"mx.club.example; dkim=pass header.i=@b.example header.b=abc=; dmarc=pass policy.dmarc=reject header.from=<alice@player.example>":    mailer.AuthPass,
		"mx.club.example; dmarc = pass header.from = player.example":                                                                         mailer.AuthPass,
		"mx.club.example; dmarc/1=Pass header.From=Player.Example":                                                                           mailer.AuthPass,
		"mx.club.example; dmarc=pass": mailer.AuthPass,
		"mx.club.example; none":       mailer.AuthNone,
		"mx.club.example":             mailer.AuthNone,
		"mx.club.example; dmarc":      mailer.AuthNone,
		"mx.club.example 2; dmarc=pass header.from=player.example":                                                     mailer.AuthNone,
		"mx.club.example; dmarc=bestguesspass header.from=player.example":                                              mailer.AuthNone,
		"mx.club.example; dmarc=temperror header.from=player.example":                                                  mailer.AuthNone,
		"mx.club.example; dmarc=permerror header.from=player.example":                                                  mailer.AuthNone,
		"mx.club.example; dmarc=quarantine header.from=player.example":                                                 mailer.AuthNone,
		"mx.club.example; dmarc=pass header.from=evil.test":                                                            mailer.AuthFail,
		"mx.club.example; dmarc=none header.from=evil.test":                                                            mailer.AuthFail,
		"mx.club.example; dmarc=pass header.from=mail.player.example":                                                  mailer.AuthNone,
		"mx.club.example; dmarc=pass header.from=player.example header.from=evil.test":                                 mailer.AuthFail,
		"mx.club.example; x-dmarc=pass header.from=player.example":                                                     mailer.AuthNone,
		`mx.club.example; spf=pass smtp.mailfrom="a; dmarc=pass header.from=player.example; x"@evil.test`:              mailer.AuthNone,
		`mx.club.example; spf=pass smtp.mailfrom="a\"; dmarc=pass header.from=player.example; x=\""@evil.test`:         mailer.AuthNone,
		"mx.club.example; spf=pass (sender (x) is a; dmarc=pass header.from=player.example) smtp.mailfrom=a@evil.test": mailer.AuthNone,
		`mx.club.example; spf=pass (\) ; dmarc=pass header.from=player.example ; ) smtp.mailfrom=a@evil.test`:          mailer.AuthNone,
		"mx.club.example (; dmarc=pass header.from=player.example":                                                     mailer.AuthNone,
		"evil.test (mx.club.example); dmarc=pass header.from=player.example":                                           mailer.AuthNone,
		"(mx.club.example;) evil.test; dmarc=pass header.from=player.example":                                          mailer.AuthNone,
		"; mx.club.example; dmarc=pass header.from=player.example":                                                     mailer.AuthNone,
		"dmarc=pass header.from=player.example":                                                                        mailer.AuthNone,
		"":                                                                                                             mailer.AuthNone,
	} {
		raw := "Authentication-Results: " + value + "\r\n" + received("mx.club.example") + plainLetter
		if l := Letter([]byte(raw), mailer.Envelope{}, testOptions()); l.Auth != want {
			t.Errorf("%s: %q, want %q", value, l.Auth, want)
		}
	}
}

func FuzzAuthenticationResults(f *testing.F) {
	f.Add(`mx.club.example 1; spf=pass (a (b) "c") smtp.mailfrom="x; y"@z.example; dmarc=pass header.from=player.example`)
	f.Fuzz(func(t *testing.T, value string) {
		r, ok := parseResults(value)
		if quoted, _ := parseResults("mx.club.example; spf=pass (" + strings.NewReplacer("(", `\(`, ")", `\)`, `\`, `\\`).Replace(value) + ")"); len(quoted.dmarc()) > 0 {
			t.Errorf("a result is read in a comment: %+v", quoted)
		}
		if ok && len(r.dmarc()) > strings.Count(strings.ToLower(value), "dmarc") {
			t.Errorf("%+v of %q", r, value)
		}
	})
}

// TestTrail checks that a Trail tells which lines hosts write above a probe, where they write
// them, and what they remove.
func TestTrail(t *testing.T) {
	p := Probe{Site: testSite, AuthservID: "mx.club.example", Word: "k3jx7qpw"}
	sent := string(p.Bytes(time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)))
	_, stripped, _ := strings.Cut(sent, "\r\n")
	bare := stripped[strings.Index(stripped, "From: "):]
	ours, stamp := received("mx.club.example"), strings.Replace(stampPass, "player", "club", 1)
	foreign := strings.Replace(stamp, "mx.club.example", "other.example", 1)
	for _, c := range []struct {
		name, arrived string
		fits          int
		believed      [4]bool // believed with 1, 2, 3 and 4 hops
	}{
		{"a host stamps above its own line", stamp + ours + sent, 1, [4]bool{false, true, true, true}},
		{"and had it from a submission host", stamp + ours + received("submit.club.example") + sent, 1, [4]bool{false, true, true, true}},
		{"a second host carries it on", ours + stamp + ours + sent, 2, [4]bool{false, false, true, true}},
		{"three hosts", ours + ours + stamp + ours + sent, 3, [4]bool{false, false, false, true}},
		{"a host stamps below its own line", ours + stamp + sent, 0, [4]bool{false, true, true, true}},
		{"nobody stamps", ours + sent, 1, [4]bool{false, true, true, true}},
		{"nobody writes anything", sent, 0, [4]bool{true, true, true, true}},
		{"another host stamps", foreign + ours + sent, 1, [4]bool{false, true, true, true}},
		{"a host takes the planted line away", stamp + ours + stripped, 1, [4]bool{}},
		{"and stamps below its own line", ours + stamp + stripped, 2, [4]bool{}},
		{"a host takes both lines away", ours + stamp + ours + bare, 2, [4]bool{}},
		{"the verdict stands in the second of two lines", "Authentication-Results: mx.club.example; spf=pass\r\n" + ours + stamp + ours + sent, 2, [4]bool{false, false, true, true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			trail := p.Trail([]byte(c.arrived))
			if got := trail.Fits(); got != c.fits {
				t.Errorf("%d hops fit, want %d: %+v", got, c.fits, trail)
			}
			for i, want := range c.believed {
				if trail.Believes(i+1) != want {
					t.Errorf("with %d hops believed %t, want %t: %+v", i+1, !want, want, trail)
				}
				// What is told of the letter agrees with how letters are read.
				o := Options{Site: testSite, AuthservID: "mx.club.example", Hops: i + 1}
				forged := strings.Replace(c.arrived, stamp, "", 1)
				if l := Letter([]byte(forged), mailer.Envelope{}, o); l.Auth == mailer.AuthPass && !want {
					t.Errorf("with %d hops the letter passes by its planted line", i+1)
				}
			}
		})
	}
	if l := Letter([]byte(sent), mailer.Envelope{}, testOptions()); l.Machine == "" || len(l.Problems) > 0 {
		t.Errorf("the probe is read as %+v", l)
	}
}
