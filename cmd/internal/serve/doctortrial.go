package serve

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/control"
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

// identity finds out whether a sender can plant an Authentication-Results line that corrd
// would believe: it sends such a letter to corrd, and looks how it arrives.
func (d *doctor) identity(ctx context.Context) Finding {
	probe := parse.Probe{Site: d.site(), AuthservID: d.Identity.AuthservID, Word: strings.ToLower(rand.Text()[:16])}
	switch {
	case d.IMAP.Host == "" && d.SMTPIn.LMTPListen == "":
		return skipped("mail is taken directly: corrd checks senders itself, and believes no Authentication-Results")
	case probe.AuthservID == "":
		return skipped("identity.authserv_id is not set: no Authentication-Results are believed")
	}
	carrier := transport.NewSubmission(d.submissionOptions())
	defer carrier.Close()
	address := probe.Site.Address()
	if back, err := d.trialAddress(); err == nil && probe.Site.Delimiter != 0 { // so that the daemon lists it nowhere
		probe.To, address = back, back
	}
	if err := carrier.Send(ctx, probe.Site.Address(), address, probe.Bytes(time.Now())); err != nil {
		return skipped("the letter that shows which lines are believed cannot be sent: %v", err)
	}
	raw, err := d.arrival(ctx, probe.MessageID())
	if err != nil {
		f := skipped("the letter that shows which lines are believed was sent to %s and cannot be looked at: %v", address, err)
		f.Mend = "see whether letters to " + address + " reach corrd, and run corrd doctor again"
		return f
	}
	return judgeTrail(probe.Trail(raw), probe.AuthservID, d.Identity.Hops)
}

// judgeTrail says what the way of the probe means for the configured hops.
func judgeTrail(t parse.Trail, id string, hops int) Finding {
	fits := t.Fits()
	switch {
	case t.Believes(hops) && fits == 0:
		return fails(fmt.Sprintf("anybody can have their letters pass: a line that a sender plants in the name of %s is believed with identity.hops = %d", id, hops),
			"have "+id+" remove Authentication-Results in its own name from the letters it takes, or set identity.authserv_id = \"\"")
	case t.Believes(hops):
		return fails(fmt.Sprintf("anybody can have their letters pass: a line that a sender plants in the name of %s is believed with identity.hops = %d", id, hops),
			fmt.Sprintf("set identity.hops = %d", fits))
	case t.Stamped < 0:
		return ok("a planted line is not believed; %s wrote none of its own on a letter from ourselves, so that only a letter from elsewhere shows where its line stands", id)
	case fits == 0:
		f := skipped("a planted line is not believed, and neither are those of %s: they stand below its own Received line, as planted ones may; every letter counts as \"none\"", id)
		f.Mend = "have " + id + " write its line above its Received line, or remove Authentication-Results in its name that senders bring"
		return f
	case hops < fits:
		return fails(fmt.Sprintf("the line of %s stands below the first %d Received lines, and is not believed with identity.hops = %d", id, t.Stamped, hops),
			fmt.Sprintf("set identity.hops = %d", fits))
	}
	return ok("the line of %s is believed, and one that a sender plants is not (identity.hops = %d)", id, hops)
}

// arrival waits for a letter with a Message-ID, or to an address of corrd's, and returns the letter
// as corrd has it: from a running daemon, else out of the mailbox.
func (d *doctor) arrival(ctx context.Context, name string) ([]byte, error) {
	daemon := control.Dial(d.Socket())
	for {
		found, err := control.InboxFind.Ask(ctx, daemon, control.Named{Name: name})
		var notYet *control.Refusal
		switch {
		case err == nil:
			return found.Raw, nil
		case errors.Is(err, control.ErrUnreachable) && d.IMAP.Host != "":
			return d.fetch(ctx, name)
		case errors.Is(err, control.ErrUnreachable):
			return nil, errors.New("letters come by LMTP, and no daemon answers; start corrd first")
		case !errors.As(err, &notYet):
			return nil, errNotArrived
		}
		select {
		case <-ctx.Done():
			return nil, errNotArrived
		case <-time.After(lookAgain):
		}
	}
}

// lookAgain is the pause before a daemon is asked again.
const lookAgain = 200 * time.Millisecond

var errNotArrived = errors.New("it has not arrived in time")

// fetch waits for a letter in the mailbox, and puts the letter away. Other letters stay where they
// are.
func (d *doctor) fetch(ctx context.Context, name string) (raw []byte, err error) {
	ctx, found := context.WithCancel(ctx)
	defer found()
	m, err := transport.Dial(ctx, d.imapOptions(nil))
	if err != nil {
		return nil, err
	}
	m.Run(ctx, func(_ context.Context, f transport.Fetched) (transport.Disposition, error) {
		l := parse.Letter(f.Raw, mailer.Envelope{}, parse.Options{Site: d.site()})
		if l.MessageID != name && !slices.Contains(l.Recipients, name) {
			return transport.Leave, nil
		}
		raw = f.Raw
		time.AfterFunc(putAwayTime, found)
		return transport.Processed, nil
	})
	if raw == nil {
		return nil, errNotArrived
	}
	return raw, nil
}

// putAwayTime is what the server has for putting the letter away.
const putAwayTime = time.Second
