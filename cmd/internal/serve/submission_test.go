package serve

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
)

// moody is a submission server whose answer to RCPT a test can set.
type moody struct {
	mutex  sync.Mutex
	answer *smtp.SMTPError
	taken  int
}

func (m *moody) NewSession(*smtp.Conn) (smtp.Session, error) { return m, nil }
func (m *moody) Mail(string, *smtp.MailOptions) error        { return nil }
func (m *moody) Reset()                                      {}
func (m *moody) Logout() error                               { return nil }

func (m *moody) Rcpt(string, *smtp.RcptOptions) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.answer != nil {
		return m.answer
	}
	return nil
}

func (m *moody) Data(r io.Reader) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.taken++
	_, err := io.Copy(io.Discard, r)
	return err
}

func (m *moody) will(answer *smtp.SMTPError) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.answer = answer
}

// handedToMoody makes a club that submits its letters to a moody server.
func handedToMoody(t *testing.T) (*club, *moody) {
	t.Helper()
	m := &moody{}
	server := smtp.NewServer(m)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	c := newClub(t, direct)
	c.stop()
	config := c.config()
	config.Submission.Port, config.Submission.User = l.Addr().(*net.TCPAddr).Port, ""
	c.startWith(config)
	return c, m
}

// tried lets somebody write, and waits until corrd has tried in vain to send the answer.
func (c *club) tried(who string) (r control.OutboxView) {
	c.Helper()
	letter := fmt.Sprintf("From: <%s@x.test>\r\nMessage-ID: <%[1]s@x>\r\n\r\nregister X\r\n", who)
	if err := c.hand(true, "x@x.test", []string{"corrd@" + local.Domain}, letter); err != nil {
		c.Fatal(err)
	}
	c.eventually("the answer to "+who+", tried in vain", func() bool {
		var rows []control.OutboxView
		if err := c.ctl.Call(context.Background(), "/outbox/list", control.None{}, &rows); err != nil {
			c.Fatal(err)
		}
		for _, r = range rows {
			if r.To == who+"@x.test" && r.Error != nil {
				return true
			}
		}
		return false
	})
	return r
}

func TestSubmissionThatRefusesAndDefers(t *testing.T) {
	c, m := handedToMoody(t)
	m.will(&smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such user"})
	if r := c.tried("one"); r.State != "parked" || r.Tries != 1 || !strings.Contains(*r.Error, "550 5.1.1 No such user") {
		t.Errorf("refused: %+v, %s", r, *r.Error)
	}
	m.will(&smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 2, 1}, Message: "Come again"})
	before := time.Now().Add(-time.Second) // the times of rows are whole seconds
	later := c.tried("two")
	if later.State != "queued" || later.Tries != 1 || !strings.Contains(*later.Error, "451 4.2.1 Come again") {
		t.Errorf("deferred: %+v, %s", later, *later.Error)
	}
	if tried := later.Next.Add(-time.Minute); tried.Before(before) || tried.After(time.Now()) {
		t.Errorf("it is tried again at %s, and was enqueued after %s", later.Next, before)
	}
	m.will(nil)
	if err := c.ctl.Call(context.Background(), "/outbox/retry", control.Numbered{ID: later.ID}, &later); err != nil {
		t.Fatal(err)
	}
	c.eventually("the letter that was retried", func() bool {
		m.mutex.Lock()
		defer m.mutex.Unlock()
		return m.taken == 1
	})
	if log := c.log.String(); !strings.Contains(log, "No such user") || !strings.Contains(log, "Come again") {
		t.Errorf("the log:\n%s", log)
	}
}
