// Package transport speaks to mail servers: a Mailbox is read by IMAP, a Receiver takes
// letters by SMTP or LMTP, and a Submission hands letters in.
//
// Its files:
//
//	imap, imapsession             the loop of a mailbox; one look at it, letter by letter
//	imaplogin, imapcheck          a connection is made; what a hostile server may not say
//	imaplease, lease              which of several daemons reads a mailbox
//	receive, receivesession       a server of SMTP or LMTP; one conversation with a client
//	receiveclient, receivelimits  who is admitted; how much is taken from whom
//	smtp                          letters are handed in
//	sasl                          how one logs in, and TLS
//
// It looks at nothing of a letter but what the protocols ask for, and knows nothing of
// chess, of games or of the store.
package transport

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"time"
)

// IMAPOptions say which mailbox is read. A field with the zero value means the default that its
// comment names.
type IMAPOptions struct {
	Addr     string // host:port
	Dial     Dialer // nil: the system's
	Security Security
	// the authorities that may vouch for the server's certificate; nil: the system's
	Roots *x509.CertPool
	Login

	Mailbox   string // the mailbox that letters arrive in; INBOX
	Processed string // the mailbox for letters that were handled; Processed
	Rejected  string // the mailbox for letters that were refused; Rejected

	Holder     *Holder       // who takes the lease of the mailbox; nil takes none
	LeaseEvery time.Duration // the age at which the lease is renewed; one minute

	LetterBytes int64         // octets of the largest letter that is fetched; 1 MiB
	Poll        time.Duration // how often to look for letters without being told; one minute
	IdleFor     time.Duration // how long one IDLE lasts; 5 minutes
	// how long a command may be silent before the connection is cut; one minute
	CommandTimeout time.Duration
	// the pause after a first failure; later pauses double, up to 64 times the first; one second
	BackOff time.Duration
	Log     *slog.Logger // takes warnings; nil discards them
}

func (o IMAPOptions) orDefault() IMAPOptions {
	o.Mailbox = cmp.Or(o.Mailbox, "INBOX")
	o.Processed = cmp.Or(o.Processed, "Processed")
	o.Rejected = cmp.Or(o.Rejected, "Rejected")
	o.LeaseEvery = cmp.Or(o.LeaseEvery, leaseEvery)
	o.LetterBytes = cmp.Or(o.LetterBytes, 1<<20)
	o.Poll = cmp.Or(o.Poll, time.Minute)
	o.IdleFor = cmp.Or(o.IdleFor, 5*time.Minute)
	o.CommandTimeout = cmp.Or(o.CommandTimeout, time.Minute)
	o.BackOff = cmp.Or(o.BackOff, time.Second)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}

// Fetched is one letter of the mailbox. UIDValidity and UID together identify the letter for ever
// (RFC 9051, 2.3.1.1).
type Fetched struct {
	UIDValidity  uint32
	UID          uint32
	InternalDate time.Time // when the server received it
	TooLarge     bool      // the letter is longer than IMAPOptions.LetterBytes, as the server says
	Raw          []byte    // the whole letter, or nil if TooLarge
	Head         []byte    // the header alone, at most 64 KiB of it; only if TooLarge
}

// Disposition says where a letter goes after it was handled.
type Disposition int

// The dispositions.
const (
	Processed Disposition = iota // move the letter to the Processed mailbox
	Rejected                     // move the letter to the Rejected mailbox
	// leave the letter in place, and do not hand it over again on this connection
	Leave
)

// Handler takes one letter over. A Handler returns nil only after the letter is committed;
// after an error the same letter is handed over again, later.
type Handler func(context.Context, Fetched) (Disposition, error)

// Mailbox reads one IMAP mailbox, letter by letter in the order of arrival.
type Mailbox struct {
	options  IMAPOptions
	wake     chan struct{} // has one element after Kick
	lastPoll atomic.Int64  // when the last look began after which nothing was left to hand over, in Unix nanoseconds
	stuck    atomic.Int64  // the number of handled letters that the server would not move
	first    *session      // made by Dial and not yet used by Run
	lease    *lease        // nil where there is no Holder
}

// NewMailbox makes a Mailbox that connects when it runs.
func NewMailbox(o IMAPOptions) *Mailbox {
	return &Mailbox{options: o.orDefault(), wake: make(chan struct{}, 1), lease: newLease(o.Holder)}
}

// Dial connects, logs in, takes the lease if there is a Holder, selects the mailbox, and
// makes the other two mailboxes if they are missing. The error is for the operator: what is
// wrong with the address, the password or the mailbox, or who holds the lease (ErrLeased).
func Dial(ctx context.Context, o IMAPOptions) (*Mailbox, error) {
	m := NewMailbox(o)
	s, err := m.connect(ctx)
	if err != nil {
		return nil, err
	}
	m.first = s
	return m, nil
}

// Close ends the connection that Dial made, unless Run has taken the connection over.
func (m *Mailbox) Close() {
	if m.first != nil {
		m.first.close()
	}
}

// Kick makes a running Run look for new mail at once. Kick never blocks.
func (m *Mailbox) Kick() { signal(m.wake) }

// signal puts an element into a channel that has room for one, unless there is one.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// LastPoll returns the time at which the last look into the mailbox began after which every letter
// had been handled, or zero if there was no such look.
func (m *Mailbox) LastPoll() time.Time {
	if n := m.lastPoll.Load(); n != 0 {
		return time.Unix(0, n)
	}
	return time.Time{}
}

// Stuck returns how many handled letters still lie in the mailbox because the server
// refused to move them. The count begins at 0 on each connection.
func (m *Mailbox) Stuck() int { return int(m.stuck.Load()) }

// Run hands the letters of the mailbox to handle, one by one in the order of their UIDs, and
// moves each letter away after handle has committed it. After an error of the server or of
// handle, Run pauses and continues over a new connection with the letter of the error. Therefore
// a letter may be handed over twice, but none is left out. Run returns only when ctx is done,
// with ctx's error, or when another corrd holds the mailbox (ErrLeased). Before it returns, it
// gives the lease back.
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
			pause = 64 * m.options.BackOff // providers lock out clients that keep trying
		}
		m.options.Log.Warn("mailbox", "error", err, "pause", pause)
		sleep(ctx, pause)
		pause = min(2*pause, 64*m.options.BackOff)
	}
	return ctx.Err()
}

// runOnce works over one connection until an error ends the work.
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

// Unwrap returns the error of the handler.
func (e *handleError) Unwrap() error { return e.err }

// sleep waits for d or until ctx is done.
func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// await returns when there may be new mail: the server said so, Kick was called, or Poll
// has passed. After Poll the mailbox is selected again, because somebody may have replaced
// it and no server tells of that.
func (s *session) await(ctx context.Context) error {
	select {
	case <-s.mailbox.wake:
		return nil
	case <-s.news():
		s.asked = true
		return nil
	default:
	}
	if !s.canIdle {
		if woken, err := s.pause(ctx, s.untilLook()); woken || err != nil {
			return err
		}
		return s.choose()
	}
	release := s.guard()
	idle, err := s.client.Idle()
	release()
	if err != nil {
		return fmt.Errorf("imap: idle: %w", err)
	}
	woken, waited := s.pause(ctx, min(s.untilLook(), s.options.IdleFor))
	release = s.guard()
	ended := errors.Join(idle.Close(), idle.Wait())
	release()
	if err := cmp.Or(waited, ended); err != nil { // of a connection that is gone the end of IDLE says nothing new
		return fmt.Errorf("imap: idle: %w", err)
	}
	if woken {
		return nil
	}
	return s.choose()
}

// untilLook returns how long neither the mailbox nor the lease needs a look.
func (s *session) untilLook() time.Duration {
	if s.mailbox.lease == nil {
		return s.options.Poll
	}
	return min(s.options.Poll, s.options.LeaseEvery)
}

// pause waits for Kick, for new mail, for d, or for the connection to end.
func (s *session) pause(ctx context.Context, d time.Duration) (woken bool, err error) {
	timer, rest := time.NewTimer(d), time.NewTimer(s.rest())
	defer timer.Stop()
	defer rest.Stop()
	for {
		select {
		case <-s.mailbox.wake:
			return true, nil
		case <-s.news():
			s.asked = true
			return true, nil
		case <-rest.C:
		case <-timer.C:
			return false, nil
		case <-s.client.Closed():
			return false, io.ErrUnexpectedEOF
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// news has an element when the server has told of new mail, and is nil as long as the
// server is not listened to.
func (s *session) news() <-chan struct{} {
	if s.rest() > 0 {
		return nil
	}
	return s.told
}

// rest returns how long the server is not listened to that tells of new mail again and
// again where there is none: the longer the more often, up to 16 times BackOff.
func (s *session) rest() time.Duration {
	if s.vain == 0 {
		return 0
	}
	return time.Until(s.looked.Add(s.options.BackOff << min(s.vain-1, 4)))
}

// weigh counts a look as in vain if the server asked for the look and it found no letter.
func (s *session) weigh(found int) {
	switch {
	case found > 0:
		s.vain = 0
	case s.asked:
		s.vain++
	}
	s.asked = false
}
