package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/control"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/mailer/transport"
)

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

// arrival waits for a letter with a Message-ID, or to an address of corrd's, and gives the letter
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
