// Package transport speaks to mail servers: a Mailbox is read by IMAP, a Receiver takes
// letters by SMTP or LMTP, and a Submission hands letters in.
//
// It looks at nothing of a letter but what the protocols ask for, and knows nothing of
// chess, of games or of the store.
package transport

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"
)

// IMAPOptions say which mailbox is read. Zero fields have their defaults.
type IMAPOptions struct {
	Addr     string // host:port
	Dial     Dialer // nil: the system's
	Security Security
	Roots    *x509.CertPool // that the server's certificate must go back to; nil: the system's
	Login

	Mailbox   string // INBOX
	Processed string // where letters go that were handled; Processed
	Rejected  string // where letters go that were refused; Rejected

	Holder     *Holder       // who works at the mailbox, alone; nil: nobody sees that there is no other
	LeaseEvery time.Duration // how old the lease gets before it is renewed; one minute

	LetterBytes    int64         // letters over this size are not fetched; 1 MiB
	Poll           time.Duration // how often to look without being told; one minute
	IdleFor        time.Duration // when IDLE is entered anew; 5 minutes
	CommandTimeout time.Duration // a connection whose command is silent so long is cut; one minute
	BackOff        time.Duration // the pause after a first failure, doubled up to 64 times; one second
	Log            *slog.Logger  // troubles on the way; nil discards
}

func (o IMAPOptions) orDefault() IMAPOptions {
	text := func(field *string, value string) {
		if *field == "" {
			*field = value
		}
	}
	span := func(field *time.Duration, value time.Duration) {
		if *field <= 0 {
			*field = value
		}
	}
	text(&o.Mailbox, "INBOX")
	text(&o.Processed, "Processed")
	text(&o.Rejected, "Rejected")
	span(&o.LeaseEvery, leaseEvery)
	span(&o.Poll, time.Minute)
	span(&o.IdleFor, 5*time.Minute)
	span(&o.CommandTimeout, time.Minute)
	span(&o.BackOff, time.Second)
	if o.LetterBytes <= 0 {
		o.LetterBytes = 1 << 20
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// Fetched is one letter of the mailbox. UIDValidity and UID together name it for
// ever (RFC 9051, 2.3.1.1).
type Fetched struct {
	UIDValidity  uint32
	UID          uint32
	InternalDate time.Time // when the server received it
	Size         int64     // in octets, as the server says
	TooLarge     bool      // over IMAPOptions.LetterBytes
	Raw          []byte    // the whole letter; nil if TooLarge
	Head         []byte    // the header alone, at most 64 KiB of it; only if TooLarge
}

// Disposition is what becomes of a letter that was handled.
type Disposition int

const (
	Processed Disposition = iota // move it to the Processed mailbox
	Rejected                     // move it to the Rejected mailbox
	Leave                        // leave it where it is, and do not hand it over again on this connection
)

// Handler takes one letter over. It returns nil only after the letter is
// committed; an error means it must be handed over again, later.
type Handler func(context.Context, Fetched) (Disposition, error)

// Mailbox reads one IMAP mailbox, letter by letter in the order of arrival.
type Mailbox struct {
	options  IMAPOptions
	wake     chan struct{} // has one element when there may be new mail
	lastPoll atomic.Int64  // when the last look began that found no more to hand over, Unix nanoseconds
	stuck    atomic.Int64  // letters that were handled and that the server would not move
	first    *session      // made by Dial and not yet used by Run
	lease    *lease        // nil where there is no Holder
}

// NewMailbox makes a Mailbox that connects when it is run.
func NewMailbox(o IMAPOptions) *Mailbox {
	return &Mailbox{options: o.orDefault(), wake: make(chan struct{}, 1), lease: newLease(o.Holder)}
}

// Dial connects, logs in, takes the lease where there is a Holder, selects the mailbox
// and makes the other two if they are missing. Its error is for the operator: what is
// wrong with the address, the password or the mailbox, or who works there (ErrLeased).
func Dial(ctx context.Context, o IMAPOptions) (*Mailbox, error) {
	m := NewMailbox(o)
	s, err := m.connect(ctx)
	if err != nil {
		return nil, err
	}
	m.first = s
	return m, nil
}

// Close ends the connection that Dial made, if Run has not taken it over.
func (m *Mailbox) Close() {
	if m.first != nil {
		m.first.close()
	}
}

// Kick makes a running Run look for new mail at once. It never blocks.
func (m *Mailbox) Kick() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// LastPoll is when the last look into the mailbox began after which every
// letter there had been handled; zero if there was none.
func (m *Mailbox) LastPoll() time.Time {
	if n := m.lastPoll.Load(); n != 0 {
		return time.Unix(0, n)
	}
	return time.Time{}
}

// Stuck is how many letters still lie in the mailbox though they were handled,
// because the server has refused to move them; on a new connection it begins at 0.
func (m *Mailbox) Stuck() int { return int(m.stuck.Load()) }

// Run hands the letters of the mailbox to handle, one by one in the order of
// their UIDs, and moves each away after handle has committed it. Whatever goes
// wrong, with the server or with handle, it pauses and goes on from the letter
// it stopped at, over a new connection; so a letter can be handed over twice,
// but none is passed over. It returns only when ctx is done, with ctx's error, or when
// another corrd holds the mailbox (ErrLeased). At its end the lease is given back.
func (m *Mailbox) Run(ctx context.Context, handle Handler) error {
	defer m.release()
	pause := m.options.BackOff
	for ctx.Err() == nil {
		before := m.lastPoll.Load()
		err := m.runOnce(ctx, handle)
		if ctx.Err() != nil {
			break
		}
		if errors.Is(err, ErrLeased) {
			return err
		}
		var refused *handleError
		if m.lastPoll.Load() != before && !errors.As(err, &refused) {
			pause = m.options.BackOff
		}
		if errors.Is(err, errLogin) {
			pause = 64 * m.options.BackOff // a provider locks out who insists
		}
		m.options.Log.Warn("mailbox", "error", err, "pause", pause)
		sleep(ctx, pause)
		pause = min(2*pause, 64*m.options.BackOff)
	}
	return ctx.Err()
}

// runOnce works over one connection until something goes wrong.
func (m *Mailbox) runOnce(ctx context.Context, handle Handler) error {
	s := m.first
	m.first = nil
	if s == nil {
		var err error
		if s, err = m.connect(ctx); err != nil {
			return err
		}
	}
	defer s.close()
	stop := context.AfterFunc(ctx, s.close)
	defer stop()
	for {
		s.count()
		if err := s.hold(); err != nil {
			return s.explain(err)
		}
		began := time.Now()
		if err := s.drain(ctx, handle); err != nil {
			return s.explain(err)
		}
		m.lastPoll.Store(began.UnixNano())
		if err := s.await(ctx); err != nil {
			return s.explain(err)
		}
	}
}

// handleError is an error of the handler, not of the server.
type handleError struct {
	uid uint32
	err error
}

// Error names the letter that was not taken, by its UID, and says why.
func (e *handleError) Error() string { return fmt.Sprintf("letter UID %d: %v", e.uid, e.err) }

// Unwrap is the handler's own error.
func (e *handleError) Unwrap() error { return e.err }

func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
