package serve

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/mailer/transport"
)

// trial sends a letter to an address that the operator names, with the signature and the envelope
// sender of any letter of corrd's, and tells whether the next hop took the letter, and what has
// come back: a report that the letter could not be delivered, or an answer.
func (d *doctor) trial(ctx context.Context, to string) Finding {
	back, err := d.trialAddress()
	if err != nil {
		return skipped("no letter was sent to %s: %v", to, err)
	}
	raw, err := d.trialLetter(to, back)
	if err != nil {
		return skipped("no letter was sent to %s: %v", to, err)
	}
	carrier := transport.NewSubmission(d.submissionOptions())
	defer carrier.Close()
	if err := carrier.Send(ctx, back, to, raw); err != nil {
		var refusal *mailer.SendError
		if errors.As(err, &refusal) && refusal.Code != 0 {
			return fails(fmt.Sprintf("the letter to %s was refused: %v", to, err), "the words of the refusal say why; see SPF, DKIM, PTR and HELO above")
		}
		return fails(fmt.Sprintf("the letter to %s could not be handed in: %v", to, err), "see submission above")
	}
	look := fmt.Sprintf("look where it lies at %s, among the letters or the spam, and what its Authentication-Results say of spf, dkim and dmarc", to)
	if d.site().Delimiter == 0 {
		f := ok("the letter to %s was taken by %s; what comes back cannot be told from other letters without a delimiter", to, d.submissionOptions().Addr)
		f.Mend = look
		return f
	}
	answer, err := d.arrival(ctx, back)
	if err != nil {
		f := ok("the letter to %s was taken by %s, and nothing has come back within %s", to, d.submissionOptions().Addr, checkPatience)
		f.Mend = look
		return f
	}
	return d.cameOfTrial(to, answer)
}

// trialAddress is the envelope sender of a trial, to which nothing else ever comes.
func (d *doctor) trialAddress() (string, error) {
	if _, err := os.Stat(d.Identity.SecretFile); err != nil {
		return "", err
	}
	keys, err := mailer.LoadOrCreateKeys(d.Identity.SecretFile)
	if err != nil {
		return "", err
	}
	var number [8]byte
	rand.Read(number[:])
	return keys.BounceAddress(ledger.TrialRow|int64(binary.BigEndian.Uint64(number[:])>>4), d.site()), nil
}

// trialLetter is the letter of a trial.
func (d *doctor) trialLetter(to, back string) ([]byte, error) {
	now := time.Now().UTC().Truncate(time.Second)
	page := mailer.Page{To: mailer.Address{Address: to}, ReplyTo: back, Date: now, MessageID: "trial." + strings.ToLower(rand.Text()[:16]) + "@" + d.Server.Domain,
		Subject: "corrd doctor tries the way to you",
		Text:    "Whoever keeps the chess server at " + d.Server.Domain + " has asked corrd to\nsend this letter, to see whether its letters arrive.\n\nWhat your mail program shows as the source of this letter says whether\nSPF, DKIM and DMARC pass. The letter may be thrown away; an answer to it\nis shown to whoever asked.\n"}
	raw, err := page.Bytes(mailer.Address{Name: d.Server.Name, Address: d.site().Address()})
	if err != nil {
		return nil, err
	}
	signers, err := d.signers()
	if err != nil {
		return nil, err
	}
	return signers.Sign(raw, now)
}

// cameOfTrial says what came back to the address of a trial.
func (d *doctor) cameOfTrial(to string, raw []byte) Finding {
	l := parse.Letter(raw, mailer.Envelope{}, parse.Options{Site: d.site()})
	switch report := l.DSN; {
	case report != nil && report.Hard():
		return fails(fmt.Sprintf("the letter to %s came back: %s %s", to, report.Status, report.Diagnostic), "the words of the report say why; see SPF, DKIM, PTR and HELO above")
	case report != nil:
		return skipped("the letter to %s is not delivered yet: %s %s", to, report.Status, report.Diagnostic)
	}
	found := fmt.Sprintf("the letter to %s was answered, %q", to, mailer.OneLine(l.Subject))
	if results := resultsIn(l.FullText); results != "" {
		found += ": " + results
	}
	return ok("%s", found)
}

// mostResults is how many lines of an answer are shown that tell of SPF, DKIM or DMARC.
const mostResults = 6

// resultsIn picks the lines that tell of SPF, DKIM or DMARC out of an answer, as services
// write them that judge letters for whoever sends them one.
func resultsIn(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lower := strings.ToLower(line)
		tells := strings.Contains(lower, "spf") || strings.Contains(lower, "dkim") || strings.Contains(lower, "dmarc")
		if tells && strings.ContainsAny(lower, "=:") && !strings.HasPrefix(strings.TrimSpace(lower), ">") && len(lines) < mostResults {
			lines = append(lines, mailer.OneLine(line[:min(len(line), 200)]))
		}
	}
	return strings.Join(lines, "; ")
}
