package office

import (
	"context"
	"errors"
	"testing"

	"github.com/emersion/go-imap/v2"
)

// TestFailedDiskBreaksTheOffice takes the log away beneath the office: a change is
// refused with a code that asks the client to come again, and Watch gives the reason
// by which the daemon ends.
func TestFailedDiskBreaksTheOffice(t *testing.T) {
	o := openOffice(t, t.TempDir())
	c := dialIMAP(t, o, "alice", nil)
	o.post.journal.file.Close()
	err := c.Create("Elsewhere", nil).Wait()
	var no *imap.Error
	if !errors.As(err, &no) || no.Code != imap.ResponseCodeUnavailable {
		t.Errorf("create: %v", err)
	}
	if err := o.Watch(context.Background()); !errors.Is(err, ErrBroken) {
		t.Errorf("the office is watched and ends with %v", err)
	}
}
