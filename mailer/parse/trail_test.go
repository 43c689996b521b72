package parse

import (
	"strings"
	"testing"
	"time"

	"corrd/mailer"
)

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
