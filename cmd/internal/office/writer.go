package office

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/emersion/go-imap/v2"
)

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

// next takes a job that already waits; nil if there is none.
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
