package parse

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"corrd/mailer"
)

// Probe is a letter that corrd sends to itself, with header fields as a forger would plant
// them. The place where they come out tells which fields may be believed.
type Probe struct {
	Site       mailer.Site
	AuthservID string
	To         string // the address of corrd's that the probe is sent to; "": that of the site
	Word       string // random, so that no other letter is taken for the probe
}

// MessageID names the probe, without angle brackets.
func (p Probe) MessageID() string { return "probe." + p.Word + "@" + p.Site.Domain }

// Bytes writes the letter. Its planted fields say that the believed host vouches for the
// letter, and that the letter has come to that host already. The letter is marked as one of
// corrd's own, so that a daemon files the letter and does nothing else.
func (p Probe) Bytes(at time.Time) []byte {
	date := at.UTC().Format(time.RFC1123Z)
	return fmt.Appendf(nil, "%s: %s; dmarc=pass reason=%s header.from=%s\r\n"+
		"Received: from planted.invalid by %[2]s with SMTP id %[3]s;\r\n\t%[5]s\r\n"+
		"From: <%[6]s>\r\nTo: <%[9]s>\r\nSubject: corrd doctor looks at the way of a letter\r\nDate: %[5]s\r\nMessage-ID: <%[7]s>\r\n"+
		"%[8]s: %[7]s\r\nAuto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"+
		"corrd doctor sent this letter to see which lines of a header your mail\r\nprovider writes, and which it lets through. It may be thrown away.\r\n",
		resultsField, p.AuthservID, p.Word, p.Site.Domain, date, p.Site.Address(), p.MessageID(), mailer.LoopField, cmp.Or(p.To, p.Site.Address()))
}

// Trail is what a probe shows on its arrival. Received fields are counted from the top of
// the letter.
type Trail struct {
	Planted bool `json:"planted"` // the planted results are still there
	Above   int  `json:"above"`   // the number of Received fields above the fields that the probe was sent with
	Stamped int  `json:"stamped"` // the number of Received fields above the results of the host; -1 if the host wrote none
}

// Trail reads a probe that has arrived.
func (p Probe) Trail(raw []byte) Trail {
	t := Trail{Stamped: -1}
	received, judged := 0, false
	for _, f := range mailer.ParseHead(raw).Fields {
		switch {
		case strings.Contains(f.Value, p.Word) && strings.EqualFold(f.Name, resultsField):
			t.Planted, t.Above = true, received
			return t
		case strings.Contains(f.Value, p.Word):
			t.Above = received // the host has removed the planted results
			return t
		case strings.EqualFold(f.Name, "Received"):
			received++
		case strings.EqualFold(f.Name, resultsField) && !judged:
			if r, ok := parseResults(f.Value); ok && r.speaksFor(p.AuthservID) && (t.Stamped < 0 || len(r.dmarc()) > 0) {
				t.Stamped, judged = received, len(r.dmarc()) > 0
			}
		}
	}
	t.Above = received
	return t
}

// Believes reports whether planted results would be believed with so many hops, in the
// probe or in a letter from outside. A letter from outside is sure to have only the
// Received fields up to the results of the host.
func (t Trail) Believes(hops int) bool {
	certain := t.Above
	if t.Stamped >= 0 {
		certain = min(certain, t.Stamped+1)
	}
	return t.Planted && hops > certain
}

// Fits returns the number of hops with which the results of the host are believed and
// planted ones are not; 0 if there is none, because the host writes its results below its
// own Received field and lets planted results through.
func (t Trail) Fits() int {
	fits := max(t.Stamped, 0) + 1
	if t.Planted && fits > t.Above {
		return 0
	}
	return fits
}
