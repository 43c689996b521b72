// Package office is a post office on loopback: an SMTP server that takes
// letters in and an IMAP server that keeps them, in one process, for one mail
// domain. The package stands behind "corrd local", "corrd demo" and the scenarios,
// where no outside mail server is wanted. It knows mail (RFC 5321, 3501, 8601) and
// must not know chess, keys, games or any other package of corrd.
//
// Every local part of the domain is a mailbox owner (an account) from its first
// letter or login on; "local+anything" is the account "local". Whoever knows
// the one password of the office may log in as anybody: an office serves one machine
// and one user, and listens on loopback only.
//
// # Folder
//
//	post.log    everything the office knows, append-only; see journal
//	lock        held by flock while an office has the folder open
//
// The log begins with a line that names its format and salt. Then come frames. Each
// frame is one indivisible change: a line of sizes and a checksum, the changes as
// JSON, and the raw text of the letters that they add. A frame is synced to disk
// before IMAP shows, or SMTP acknowledges, anything that the frame says.
// Opening replays the frames into an index in memory (a few hundred bytes a
// letter; texts stay on disk) and cuts off a last frame that was not finished.
package office

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/emersion/go-imap/v2"
)

// ErrLocked means that another office has the same folder open.
var ErrLocked = errors.New("office: another office has this folder open; stop it or choose another folder")

// ErrBroken means that a write to the disk failed, so that the office takes nothing more
// until somebody opens the office again.
var ErrBroken = errors.New("office: the disk failed, and nothing more is written until the office is opened again")

// Options say where an office keeps its mail, where its servers listen and what they are
// called. Only Dir is required; a zero field has the default that its comment names.
type Options struct {
	Dir             string           // folder of the log; made if missing, mode 0700
	Domain          string           // the one mail domain and authserv-id: "corrd.localhost"
	SMTPAddr        string           // "127.0.0.1:2525"; port 0 takes a free one
	IMAPAddr        string           // "127.0.0.1:1143"; port 0 takes a free one
	Password        string           // of every account: "chess"
	ServerLocalPart string           // an account that exists from the start: "corrd"
	Now             func() time.Time // INTERNALDATE and Received dates: time.Now
	Limit           int64            // largest letter in bytes: 1 MiB and a quarter
	Logger          *slog.Logger     // troubles of the servers: discarded
	NoSync          bool             // of a test that no machine dies in: the log outlives the process alone

	// Listen takes the place of the network: service is "smtp" or "imap", addr
	// the address of the options. nil listens on loopback.
	Listen func(service, addr string) (net.Listener, error)
}

func (o Options) withDefaults() Options {
	text := func(s *string, value string) {
		if *s == "" {
			*s = value
		}
	}
	text(&o.Domain, "corrd.localhost")
	text(&o.SMTPAddr, "127.0.0.1:2525")
	text(&o.IMAPAddr, "127.0.0.1:1143")
	text(&o.Password, "chess")
	text(&o.ServerLocalPart, "corrd")
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Limit == 0 {
		o.Limit = 1<<20 + 1<<18
	}
	if o.Listen == nil {
		o.Listen = listenLoopback
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// Office is an open post office. Its methods may be called from any goroutine.
type Office struct {
	options    Options
	post       *post
	lock       *os.File
	smtp, imap *gate
	serving    sync.WaitGroup
	closeOnce  sync.Once
	closeErr   error
}

// Open replays the log in options.Dir, begins to listen, and returns when both servers can
// be reached. The error is a *ListenError if an address is taken or not on loopback, wraps
// ErrLocked if another office has the folder open, and ErrDamaged if the log is broken
// before its end.
func Open(options Options) (*Office, error) {
	options = options.withDefaults()
	o := &Office{options: options}
	if err := o.open(); err != nil {
		return nil, errors.Join(err, o.release())
	}
	o.serve()
	return o, nil
}

func (o *Office) open() (err error) {
	if o.smtp, err = o.listen("smtp", o.options.SMTPAddr); err != nil {
		return err
	}
	if o.imap, err = o.listen("imap", o.options.IMAPAddr); err != nil {
		return err
	}
	if err = os.MkdirAll(o.options.Dir, 0o700); err != nil {
		return fmt.Errorf("office: %w", err)
	}
	if o.lock, err = lockFile(filepath.Join(o.options.Dir, "lock")); err != nil {
		return err
	}
	if o.post, err = openPost(filepath.Join(o.options.Dir, "post.log"), o.options); err != nil {
		return err
	}
	return o.post.ensureAccount(accountOf(o.options.ServerLocalPart))
}

func (o *Office) serve() {
	submission, store := o.newSMTPServer(), o.newIMAPServer()
	o.serving.Go(func() { o.report("smtp", dotGate{o.smtp}, submission.Serve) })
	o.serving.Go(func() { o.report("imap", o.imap, store.Serve) })
}

// Close hangs up on every client, lets changes under way reach the disk, and returns when
// no goroutine of the office is left. A second call returns what the first returned.
func (o *Office) Close() error {
	o.closeOnce.Do(func() { o.closeErr = o.release() })
	return o.closeErr
}

func (o *Office) release() error {
	var errs []error
	for _, g := range []*gate{o.smtp, o.imap} {
		if g != nil {
			errs = append(errs, g.shut())
		}
	}
	o.serving.Wait()
	if o.post != nil {
		errs = append(errs, o.post.close())
	}
	if o.lock != nil {
		errs = append(errs, o.lock.Close())
	}
	return errors.Join(errs...)
}

// Watch returns nil when ctx ends, and an error that wraps ErrBroken if the disk fails
// before.
func (o *Office) Watch(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case <-o.post.failed:
		return fmt.Errorf("%w; look after the disk, then start corrd again: nothing that was acknowledged is lost", o.post.broken)
	}
}

// SMTPAddr returns the host:port on which letters are taken, with the bound port.
func (o *Office) SMTPAddr() string { return o.smtp.Addr().String() }

// IMAPAddr returns the host:port on which mailboxes are read, with the bound port.
func (o *Office) IMAPAddr() string { return o.imap.Addr().String() }

var errClosed = errors.New("office: closed")

// job asks the writer for a change. Its plan runs on the writer's goroutine and may read
// the index; an error of the plan refuses the job.
type job struct {
	plan   func() (plan, error)
	shared bool // only adds letters: may share one sync with other such jobs
	done   chan error
}

// A batch of jobs that share one sync has at most this many jobs and bytes.
const (
	batchJobs  = 256
	batchBytes = 16 << 20
)

// change has the writer make a plan and carry it out alone. It returns when the
// change is on disk and can be seen.
func (p *post) change(plan func() (plan, error)) error {
	return p.submit(&job{plan: plan, done: make(chan error, 1)})
}

// addLetters is change for a plan that only adds letters to mailboxes that
// exist; the plans of several callers are synced together.
func (p *post) addLetters(plan func() (plan, error)) error {
	return p.submit(&job{plan: plan, shared: true, done: make(chan error, 1)})
}

func (p *post) submit(j *job) error {
	select {
	case p.jobs <- j:
		return <-j.done
	case <-p.quit:
		return errClosed
	}
}

// write is the writer: it takes jobs until the post is closed.
func (p *post) write() {
	defer close(p.done)
	for {
		select {
		case j := <-p.jobs:
			for j != nil {
				j = p.work(j)
			}
		case <-p.quit:
			return
		}
	}
}

// work does a job and, if the job is a shared one, other shared jobs that wait. held is a
// job that was taken but must be done alone.
func (p *post) work(first *job) (held *job) {
	var batch []*job
	var plans []plan
	bytes := 0
	for j := first; j != nil; {
		if made, err := p.make(j); err != nil || len(made.changes) == 0 {
			j.done <- err
		} else {
			batch, plans = append(batch, j), append(plans, made)
			bytes += len(made.text)
		}
		if !first.shared || len(batch) >= batchJobs || bytes >= batchBytes {
			break
		}
		if j = p.next(); j != nil && !j.shared {
			held = j
			break
		}
	}
	err := p.commit(plans)
	for _, j := range batch {
		j.done <- err
	}
	return held
}

// unwritten returns what an IMAP client is told of a change that did not reach the disk:
// that the client can try again (RFC 5530, UNAVAILABLE), and why.
func unwritten(err error) error {
	no := &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeUnavailable, Text: "Nothing is changed; try again later"}
	if isFull(err) {
		no.Text = "The disk of the office is full and nothing is changed; try again when there is room"
	}
	return fmt.Errorf("%w: %w", no, err)
}

// isFull reports whether the disk took nothing for want of room.
func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

func (p *post) make(j *job) (plan, error) {
	if p.broken != nil {
		return plan{}, p.broken
	}
	return j.plan()
}

// next takes a job that already waits, or nil if there is none.
func (p *post) next() *job {
	select {
	case j := <-p.jobs:
		return j
	default:
		return nil
	}
}

// commit puts plans into the log, one frame each, and then into the index.
func (p *post) commit(plans []plan) error {
	if len(plans) == 0 {
		return nil
	}
	frames := make([]frame, len(plans))
	for i, made := range plans {
		var err error
		if frames[i], err = made.frame(); err != nil {
			return fmt.Errorf("office: %w", err)
		}
	}
	texts, fatal, err := p.journal.append(frames)
	if fatal {
		p.broken = unwritten(fmt.Errorf("%w: %w", ErrBroken, err))
		close(p.failed)
	}
	if err != nil {
		return unwritten(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, made := range plans {
		for _, c := range made.changes {
			if err := p.apply(c, texts[i]); err != nil {
				return err
			}
		}
	}
	return nil
}
