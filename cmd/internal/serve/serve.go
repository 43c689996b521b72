// Package serve is corrd as a daemon beside real mail servers: a store and a clerk, a mailbox from
// which letters are read or servers that take mail themselves, and a submission server for outgoing
// letters, all as a configuration file says. `corrd serve` runs a House of this package, and `corrd
// doctor` examines its configuration.
//
// Its files:
//
//	serve                           the house, opened and at work
//	config, configcheck             the configuration, and what is wrong with it
//	setup                           corrd setup
//	doctor, doctordns, doctortrial  corrd doctor: the house, the DNS, a letter on trial
//	metrics                         figures for whoever watches the daemon
//
// Package serve decides nothing: letters are the clerk's affair, mail is the mailer's.
package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/cmd/internal/clerk"
	"corrd/cmd/internal/control"
	"corrd/cmd/internal/daemon"
	"corrd/cmd/internal/reading"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/mailer/transport"
	"corrd/store"
)

// House is an open corrd. Run makes the House work.
type House struct {
	config    Config
	log       *slog.Logger
	folder    *daemon.Folder
	daemon    *daemon.Daemon
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

// Open opens everything that the configuration names but does not wait for other servers: corrd
// tries those until they answer. newSecret says that the secret of the keys is lost, and another
// takes its place (clerk.OpenKeys). resolver is asked about the senders of mail that comes
// directly. Nothing is left open when Open fails; the error says how to mend what is wrong.
func Open(c Config, newSecret bool, resolver parse.Resolver, log *slog.Logger) (h *House, err error) {
	h = &House{config: c, log: log}
	defer func() {
		if err != nil {
			h.Close()
		}
	}()
	if h.folder, err = daemon.Open(daemon.Options{Dir: c.Server.Dir, Database: c.database(), Secret: c.Identity.SecretFile, NewSecret: newSecret, Log: log}); err != nil {
		return h, err
	}
	if err = h.hire(); err != nil {
		return h, err
	}
	if h.control, err = control.Listen(c.Socket(), control.ControlMode); err != nil {
		return h, err
	}
	if m := c.Metrics.Listen; m != "" {
		if h.metrics, err = listenPrivately(m, ""); err != nil {
			return h, fmt.Errorf("metrics.listen: %w", err)
		}
	}
	return h, h.listen(resolver)
}

// database is where the store is, for a store that is not a file in the folder.
func (c *Config) database() daemon.Database {
	d := daemon.Database{URL: c.Store.URL}
	if c.Store.PasswordFile != "" {
		d.Password = transport.SecretFile(c.Store.PasswordFile)
	}
	return d
}

// hire sets a clerk between the store and the mail servers.
func (h *House) hire() error {
	c := h.config
	terms, err := c.terms()
	if err != nil {
		return err
	}
	config := daemon.Config(c.Server.Name, c.site())
	config.Registration, config.Secretary = c.Server.Registration, c.Server.Secretary
	config.AuthservID, config.Hops, config.Umpire, config.Zone, config.Postal, config.Paper = c.Identity.AuthservID, c.Identity.Hops, c.Umpire.Address, c.Server.Zone, c.Server.Postal, c.Server.Paper
	config.Limits = parse.Limits{Bytes: c.Limits.LetterBytes, Parts: c.Limits.Parts, Depth: c.Limits.Depth}
	config.Lease = c.Lease
	config.Terms, config.Log, config.Undelivered, config.Room = terms, h.log, h.undelivered, roomIn(c.Server.Dir, c.Limits.FreeSpace)
	config.StrangersQuota, config.Budgets.Invitations = c.Limits.StrangerBytes, c.Limits.Invitations
	config.Budgets.InvitationsInAll, config.Budgets.StrangersInAll, config.Budgets.Providers = c.Limits.InvitationsInAll, c.Limits.StrangersInAll, c.Limits.Providers
	config.Budgets.PerAddressDay, config.Budgets.PerHour = c.Limits.AnswersPerDay, c.Limits.AnswersPerHour
	signers, err := c.signers()
	if err != nil {
		return err
	}
	if len(signers) > 0 {
		config.Sign = signers.Sign
	}
	for _, s := range signers {
		name, txt := s.Record()
		keepKey(h.folder.Store, h.log, name, txt)
	}
	instance, err := transport.LoadOrCreateInstance(filepath.Join(c.Server.Dir, daemon.InstanceFile))
	if err != nil {
		return err
	}
	if config.Node, instance, err = h.folder.Join(instance); err != nil {
		return err
	}
	var inbox clerk.Inbox
	if c.IMAP.Host != "" {
		o := c.imapOptions(h.log)
		o.Holder = transport.NewHolder(instance, c.Server.Dir)
		h.mailbox = transport.NewMailbox(o)
		inbox, config.Mailbox = h.mailbox, o.User+" "+o.Addr+" "+o.Mailbox
	}
	h.carrier = transport.NewSubmission(c.submissionOptions())
	h.daemon = h.folder.Hire(config, inbox, h.carrier, nil)
	return nil
}

// signers are those of all selectors, in their order, or none if the submission server signs.
func (c *Config) signers() (all mailer.Signers, err error) {
	for i, selector := range c.Identity.DKIMSelector {
		s, err := mailer.LoadSigner(c.Server.Domain, selector, c.Identity.DKIMKeyFile[i])
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
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

// listen opens the servers that other mail servers hand letters to.
func (h *House) listen(resolver parse.Resolver) error {
	in := h.config.SMTPIn
	o := transport.ReceiverOptions{Site: h.config.site(), LetterBytes: h.config.Limits.LetterBytes, Log: h.log}
	if in.LMTPListen != "" {
		lmtp := o
		lmtp.LMTP = true
		l, err := listenPrivately(in.LMTPListen, in.LMTPGroup)
		if err != nil {
			return fmt.Errorf("smtp_in.lmtp_listen: %w", err)
		}
		h.receivers = append(h.receivers, receiver{transport.NewReceiver(lmtp, h.daemon.Deliver("lmtp")), l})
	}
	if in.Listen == "" {
		return nil
	}
	o.Check = parse.NewChecker(keeper{resolver, h.folder.Store, h.log}).Check
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
	h.receivers = append(h.receivers, receiver{transport.NewReceiver(o, h.daemon.Deliver("smtp")), l})
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
		h.daemon.Run,
		func(ctx context.Context) error { return h.daemon.Room.Serve(ctx, h.control) },
		h.keepAlive,
	}
	for _, r := range h.receivers {
		loops = append(loops, func(ctx context.Context) error { return r.Serve(ctx, r.Listener) })
	}
	if h.metrics != nil {
		loops = append(loops, func(ctx context.Context) error { return h.serveMetrics(ctx, h.metrics) })
	}
	if dir := h.config.Site.Dir; dir != "" {
		loops = append(loops, func(ctx context.Context) error {
			return reading.Keep(ctx, h.daemon.Room, dir, h.config.Site.Words, cmp.Or(h.config.Site.Every, reading.Every), h.log)
		})
	}
	return watch.Together(ctx, loops...)
}

// LookNow has the mailbox and the outbox looked at without delay.
func (h *House) LookNow() { h.daemon.LookNow() }

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
	if h.folder == nil {
		return nil
	}
	return h.folder.Close()
}

// unixPrefix begins the address of a unix socket.
const unixPrefix = "unix:"

// errPublic says that a server that asks nobody who they are may not be reached
// from everywhere: what LMTP brings is believed, figures are told to all.
var errPublic = errors.New("it can be reached from other networks; use 127.0.0.1, a private address or unix:PATH")

// listenPrivately listens where only this machine or a private network connects. A socket that an
// ended daemon left behind is replaced; only the daemon's user and a group may open the socket.
func listenPrivately(addr, group string) (net.Listener, error) {
	if path, ok := strings.CutPrefix(addr, unixPrefix); ok {
		return listenForGroup(path, group)
	}
	where, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return nil, err
	}
	if !where.IP.IsLoopback() && !where.IP.IsPrivate() {
		return nil, fmt.Errorf("%s: %w", addr, errPublic)
	}
	return net.ListenTCP("tcp", where)
}

// The modes of a socket for a group, and of its folder where corrd makes the folder.
const (
	groupMode       = 0o660
	groupFolderMode = 0o750
)

// listenForGroup opens a socket for a group, and makes the socket's folder if it is missing. With
// group "" it is the group of the daemon.
func listenForGroup(path, group string) (net.Listener, error) {
	gid := -1
	if group != "" {
		found, err := user.LookupGroup(group)
		if err != nil {
			return nil, err
		}
		if gid, err = strconv.Atoi(found.Gid); err != nil {
			return nil, err
		}
	}
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); err != nil {
		if err := errors.Join(os.MkdirAll(dir, groupFolderMode), os.Chown(dir, -1, gid)); err != nil {
			return nil, fmt.Errorf("the folder of the socket: %w; under systemd RuntimeDirectory makes it", err)
		}
	}
	l, err := control.Listen(path, groupMode)
	if err != nil {
		return nil, err
	}
	if err := os.Chown(path, -1, gid); err != nil {
		return nil, errors.Join(fmt.Errorf("the socket cannot be given to the group %s: %w", group, err), l.Close())
	}
	return l, nil
}

// Notify tells the service manager the state of corrd, "READY=1" or "STOPPING=1", by the protocol
// of sd_notify(3). Where no manager listens Notify does nothing.
func Notify(state string) error {
	path := os.Getenv("NOTIFY_SOCKET")
	if path == "" {
		return nil
	}
	conn, err := net.Dial("unixgram", path)
	if err != nil {
		return err
	}
	_, err = conn.Write([]byte(state))
	return errors.Join(err, conn.Close())
}

// keepAlive tells the service manager that corrd is alive, twice within the time that the manager
// waits, as long as the store answers. A store that is full or out of reach counts as answering,
// because a restart would not help. keepAlive returns when ctx ends, or with store.ErrBroken.
func (h *House) keepAlive(ctx context.Context) error {
	patience, err := strconv.Atoi(os.Getenv("WATCHDOG_USEC"))
	if err != nil || patience <= 0 {
		<-ctx.Done()
		return nil
	}
	tick := time.NewTicker(time.Duration(patience) * time.Microsecond / 2)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			err := h.folder.Store.Update(func(store.Tx) error { return nil })
			if errors.Is(err, store.ErrBroken) {
				return err
			}
			if err != nil && !errors.Is(err, store.ErrFull) && !errors.Is(err, store.ErrUnreachable) {
				h.log.Error("the store does not answer", "error", err)
				continue
			}
			if err := Notify("WATCHDOG=1"); err != nil {
				h.log.Warn("watchdog", "error", err)
			}
		}
	}
}
