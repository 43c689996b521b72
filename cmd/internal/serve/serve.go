// Package serve is corrd as a daemon beside real mail servers: a store and a
// clerk, a mailbox that is read or servers that take mail themselves, and a
// submission server that takes what goes out, all as a configuration file says.
// It is what `corrd serve` runs and `corrd doctor` looks at.
//
// It decides nothing: letters are the clerk's affair, mail is the mailer's.
package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"

	"corrd/cmd/internal/budget"
	"corrd/cmd/internal/clerk"
	"corrd/cmd/internal/clock"
	"corrd/cmd/internal/control"
	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/damage"
	"corrd/cmd/internal/handover"
	"corrd/cmd/internal/loop"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/store/bolt"
)

// House is an open corrd. Run sets it to work.
type House struct {
	config    Config
	log       *slog.Logger
	store     store.Store
	handed    *handover.Journal
	clerk     *clerk.Clerk
	room      *control.Room
	carrier   *transport.Submission
	control   net.Listener
	receivers []receiver
	mailbox   *transport.Mailbox // nil where none is read
	metrics   net.Listener       // nil where nobody asks
}

// receiver is a server for letters and where it listens.
type receiver struct {
	*transport.Receiver
	net.Listener
}

// Open opens everything the configuration names but does not wait for other
// servers: those are tried until they answer. newSecret says that the secret of the
// keys is lost, and another takes its place (clerk.OpenKeys). resolver is asked about the
// senders of mail that comes directly. Nothing is left open when Open fails;
// its errors say how to mend what is wrong.
func Open(c Config, newSecret bool, resolver parse.Resolver, log *slog.Logger) (h *House, err error) {
	h = &House{config: c, log: log}
	defer func() {
		if err != nil {
			h.Close()
		}
	}()
	if err = os.MkdirAll(c.Server.Dir, 0o700); err != nil {
		return h, err
	}
	if h.store, err = bolt.Open(filepath.Join(c.Server.Dir, storeFile), bolt.Options{Now: clock.Real{}.Now, CheckUpTo: damage.CheckedAtStart}); err != nil {
		return h, err
	}
	if h.handed, err = handover.Open(filepath.Join(c.Server.Dir, handover.Folder)); err != nil {
		return h, err
	}
	if err = damage.Inspect(h.store, h.handed); err != nil {
		return h, err
	}
	if err = h.hire(newSecret); err != nil {
		return h, err
	}
	if h.control, err = control.Listen(c.Socket(), control.ControlMode); err != nil {
		return h, err
	}
	if m := c.Metrics.Listen; m != "" {
		if h.metrics, err = listenPrivately(m); err != nil {
			return h, fmt.Errorf("metrics.listen: %w", err)
		}
	}
	return h, h.listen(resolver)
}

// storeFile is the name of the store in its folder, and instanceFile that of the
// file beside it by which this daemon knows its own lease of the mailbox.
const (
	storeFile    = "corrd.db"
	instanceFile = "instance"
)

// hire sets a clerk between the store and the mail servers.
func (h *House) hire(newSecret bool) error {
	c := h.config
	keys, err := clerk.OpenKeys(h.store, c.Identity.SecretFile, newSecret)
	if err != nil {
		return err
	}
	terms, err := c.terms()
	if err != nil {
		return err
	}
	config := clerk.Config{Name: c.Server.Name, Site: c.site(), AuthservID: c.Identity.AuthservID, Hops: c.Identity.Hops, Umpire: c.Umpire.Address, Zone: c.Server.Zone,
		Limits: parse.Limits{Bytes: c.Limits.LetterBytes, Parts: c.Limits.Parts, Depth: c.Limits.Depth},
		Terms:  terms, Log: h.log, Handed: h.handed, Erasures: filepath.Join(c.Server.Dir, clerk.ErasuresFile), Numbers: courier.NumberFile(c.Identity.SecretFile), Undelivered: h.undelivered, Room: roomIn(c.Server.Dir, c.Limits.FreeSpace)}
	config.Budgets = budget.Default()
	config.StrangersQuota, config.Budgets.Invitations = c.Limits.StrangerBytes, c.Limits.Invitations
	config.Budgets.PerAddressDay, config.Budgets.PerHour = c.Limits.AnswersPerDay, c.Limits.AnswersPerHour
	if c.Identity.DKIMKeyFile != "" {
		signer, err := c.signer()
		if err != nil {
			return err
		}
		config.Sign = signer.Sign
	}
	var inbox clerk.Inbox
	if c.IMAP.Host != "" {
		instance, err := transport.LoadOrCreateInstance(filepath.Join(c.Server.Dir, instanceFile))
		if err != nil {
			return err
		}
		o := c.imapOptions(h.log)
		o.Holder = transport.NewHolder(instance, c.Server.Dir)
		h.mailbox = transport.NewMailbox(o)
		inbox, config.Mailbox = h.mailbox, o.User+" "+o.Addr+" "+o.Mailbox
	}
	h.carrier = transport.NewSubmission(c.submissionOptions())
	h.clerk = clerk.New(config, h.store, keys, clock.Real{}, inbox, h.carrier, nil)
	h.room = &control.Room{Store: h.clerk.Store(), Ledger: h.clerk.Ledger(), Watch: h.clerk.Watch(), Clock: clock.Real{}, Clerk: h.clerk, Loops: h.clerk, Office: h.clerk.Office(), Budgets: config.Budgets, Log: h.log}
	return nil
}

func (c *Config) signer() (*mailer.Signer, error) {
	return mailer.LoadSigner(c.Server.Domain, c.Identity.DKIMSelector, c.Identity.DKIMKeyFile)
}

func (c *Config) imapOptions(log *slog.Logger) transport.IMAPOptions {
	i, security := c.IMAP, security(c.IMAP.TLS, c.IMAP.Host, c.IMAP.InClearTo)
	return transport.IMAPOptions{Addr: server("imap", i.Host, i.Port, security), Security: security,
		Login:   transport.Login{User: cmp.Or(i.User, c.Server.Address), Secret: secret(i.PasswordFile, "CORRD_IMAP_PASSWORD"), Mechanism: i.Auth},
		Mailbox: i.Mailbox, Processed: i.Processed, Rejected: i.Rejected, Poll: i.Poll, LetterBytes: c.Limits.LetterBytes, Log: log}
}

func (c *Config) submissionOptions() transport.SubmissionOptions {
	s, security := c.Submission, security(c.Submission.TLS, c.Submission.Host, c.Submission.InClearTo)
	o := transport.SubmissionOptions{Addr: server("submission", s.Host, s.Port, security), Security: security, HELO: c.Server.Domain}
	if s.User != "" {
		o.Login = transport.Login{User: s.User, Secret: secret(s.PasswordFile, "CORRD_SUBMISSION_PASSWORD"), Mechanism: s.Auth}
	}
	return o
}

// listen opens the servers for mail that comes by itself.
func (h *House) listen(resolver parse.Resolver) error {
	in := h.config.SMTPIn
	o := transport.ReceiverOptions{Site: h.config.site(), LetterBytes: h.config.Limits.LetterBytes, Log: h.log}
	if in.LMTPListen != "" {
		lmtp := o
		lmtp.LMTP = true
		l, err := listenPrivately(in.LMTPListen)
		if err != nil {
			return fmt.Errorf("smtp_in.lmtp_listen: %w", err)
		}
		h.receivers = append(h.receivers, receiver{transport.NewReceiver(lmtp, h.clerk.Deliver("lmtp")), l})
	}
	if in.Listen == "" {
		return nil
	}
	o.Check = parse.NewChecker(resolver).Check
	if in.TLS != "" {
		var err error
		if o.TLS, err = transport.LoadCertificate(in.TLS); err != nil {
			return fmt.Errorf("smtp_in.tls: %w", err)
		}
	}
	l, err := net.Listen("tcp", in.Listen)
	if err != nil {
		return fmt.Errorf("smtp_in.listen: %w", err)
	}
	h.receivers = append(h.receivers, receiver{transport.NewReceiver(o, h.clerk.Deliver("smtp")), l})
	return nil
}

// undelivered reports whether one of the servers has a letter that was received by an
// instant.
func (h *House) undelivered(by time.Time) bool {
	return slices.ContainsFunc(h.receivers, func(r receiver) bool { return r.Undelivered(by) })
}

// Addresses are those the servers for letters listen on: LMTP before SMTP.
func (h *House) Addresses() []net.Addr {
	var all []net.Addr
	for _, r := range h.receivers {
		all = append(all, r.Addr())
	}
	return all
}

// Run works until ctx ends: letters are fetched and taken, judged and answered,
// and the control socket answers. Letters under way at the end are finished.
func (h *House) Run(ctx context.Context) error {
	loops := []func(context.Context) error{
		h.clerk.Run,
		func(ctx context.Context) error { return h.room.Serve(ctx, h.control) },
		h.keepAlive,
	}
	for _, r := range h.receivers {
		loops = append(loops, func(ctx context.Context) error { return r.Serve(ctx, r.Listener) })
	}
	if h.metrics != nil {
		loops = append(loops, func(ctx context.Context) error { return h.serveMetrics(ctx, h.metrics) })
	}
	return loop.Together(ctx, loops...)
}

// LookNow has the mailbox and the outbox looked at without delay.
func (h *House) LookNow() { h.clerk.LookNow() }

// Close shuts what Open opened. Run must have returned.
func (h *House) Close() error {
	for _, r := range h.receivers {
		r.Listener.Close()
	}
	if h.metrics != nil {
		h.metrics.Close()
	}
	if h.carrier != nil {
		h.carrier.Close()
	}
	if h.control != nil {
		h.control.Close()
	}
	var errs []error
	if h.handed != nil {
		errs = append(errs, h.handed.Close())
	}
	if h.store != nil {
		errs = append(errs, h.store.Close())
	}
	return errors.Join(errs...)
}
