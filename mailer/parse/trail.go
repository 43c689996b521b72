package parse

import (
	"corrd/mailer"
	"corrd/mailer/header"
	"fmt"
	"strings"
	"time"
)

// A Probe is a letter that corrd sends to itself, in whose header stand lines as a
// forger would plant them. Where they come out tells what may be believed.
type Probe struct {
	Site       mailer.Site
	AuthservID string
	Word       string // random, so that nobody else's letter is taken for it
}

// MessageID names the probe, without angle brackets.
func (p Probe) MessageID() string { return "probe." + p.Word + "@" + p.Site.Domain }

// Bytes writes the letter: it says of itself that the host believed vouches for it, and
// that it came to that host already. It is marked as a letter of our own, so that a daemon
// files it and does nothing else.
func (p Probe) Bytes(at time.Time) []byte {
	date := at.UTC().Format(time.RFC1123Z)
	return fmt.Appendf(nil, "%s: %s; dmarc=pass reason=%s header.from=%s\r\n"+
		"Received: from planted.invalid by %[2]s with SMTP id %[3]s;\r\n\t%[5]s\r\n"+
		"From: <%[6]s>\r\nTo: <%[6]s>\r\nSubject: corrd doctor looks at the way of a letter\r\nDate: %[5]s\r\nMessage-ID: <%[7]s>\r\n"+
		"%[8]s: %[7]s\r\nAuto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"+
		"corrd doctor sent this letter to see which lines of a header your mail\r\nprovider writes, and which it lets through. It may be thrown away.\r\n",
		resultsField, p.AuthservID, p.Word, p.Site.Domain, date, p.Site.Address(), p.MessageID(), mailer.LoopField)
}

// Trail is what a probe shows on its arrival. Received fields are counted from the top
// of the letter.
type Trail struct {
	Planted bool `json:"planted"` // the planted line is still there
	Above   int  `json:"above"`   // Received fields above the place where the letter begins that was sent
	Stamped int  `json:"stamped"` // Received fields above the host's own line; -1 if there is no such line
}

// Trail reads a probe that has arrived.
func (p Probe) Trail(raw []byte) Trail {
	t := Trail{Stamped: -1}
	received, judged := 0, false
	for _, f := range header.Parse(raw).Fields {
		switch {
		case strings.Contains(f.Value, p.Word) && strings.EqualFold(f.Name, resultsField):
			t.Planted, t.Above = true, received
			return t
		case strings.Contains(f.Value, p.Word):
			t.Above = received // the host has taken the planted line away
			return t
		case strings.EqualFold(f.Name, "Received"):
			received++
		case strings.EqualFold(f.Name, resultsField) && !judged:
			if r, ok := parseResults(f.Value); ok && r.speaksFor(p.AuthservID) && (t.Stamped < 0 || len(r.dmarc) > 0) {
				t.Stamped, judged = received, len(r.dmarc) > 0
			}
		}
	}
	t.Above = received
	return t
}

// Believes tells whether with so many hops a planted line would be believed, in this
// letter or in one that comes from outside. The way of a letter from outside has no
// Received field for certain but those up to the host's own line.
func (t Trail) Believes(hops int) bool {
	certain := t.Above
	if t.Stamped >= 0 {
		certain = min(certain, t.Stamped+1)
	}
	return t.Planted && hops > certain
}

// Fits is the number of hops with which the host's own line is believed and a planted one
// is not; 0 if there is none, because the host writes its line below its own Received
// field and lets planted ones through.
func (t Trail) Fits() int {
	fits := max(t.Stamped, 0) + 1
	if t.Planted && fits > t.Above {
		return 0
	}
	return fits
}
