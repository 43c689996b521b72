package office

import (
	"bytes"
	"log/slog"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// watcher is a session in IDLE that reports what it is told.
type watcher struct {
	atFirst uint32 // letters at SELECT
	exists  chan uint32
	expunge chan uint32
	flags   chan []imap.Flag
	idle    *imapclient.IdleCommand
}

func watch(t *testing.T, o *Office, user, name string) *watcher {
	t.Helper()
	w := &watcher{exists: make(chan uint32, 16), expunge: make(chan uint32, 16), flags: make(chan []imap.Flag, 16)}
	c := dialIMAP(t, o, user, &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Expunge: func(seq uint32) { w.expunge <- seq },
		Mailbox: func(data *imapclient.UnilateralDataMailbox) {
			if data.NumMessages != nil {
				w.exists <- *data.NumMessages
			}
		},
		Fetch: func(message *imapclient.FetchMessageData) {
			if buffer, err := message.Collect(); err == nil {
				w.flags <- buffer.Flags
			}
		},
	}})
	data, err := c.Select(name, nil).Wait()
	if err != nil {
		t.Fatal(err)
	}
	w.atFirst = data.NumMessages
	if w.idle, err = c.Idle(); err != nil {
		t.Fatal(err)
	}
	return w
}

func told[T any](t *testing.T, what string, c <-chan T) (got T) {
	t.Helper()
	select {
	case got = <-c:
	case <-time.After(longEnough):
		t.Errorf("nobody told of %s", what)
	}
	return got
}

func TestIdlePushesToEverySession(t *testing.T) {
	o := openOffice(t, t.TempDir())
	fill(t, o, 1)
	watchers := []*watcher{watch(t, o, "alice", "INBOX"), watch(t, o, "alice", "INBOX")}
	fill(t, o, 1)
	for _, w := range watchers {
		if n := told(t, "the letter", w.exists); n != 2 {
			t.Errorf("EXISTS %d", n)
		}
	}
	c := mailbox(t, o, "alice", "INBOX")
	c.Store(imap.SeqSetNum(1), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagFlagged}}, nil).Close()
	for _, w := range watchers {
		if flags := told(t, "the flag", w.flags); len(flags) != 1 || flags[0] != imap.FlagFlagged {
			t.Errorf("flags %v", flags)
		}
	}
	c.Move(imap.UIDSetNum(1), "Trash").Wait()
	for _, w := range watchers {
		if n := told(t, "the move", w.expunge); n != 1 {
			t.Errorf("EXPUNGE %d", n)
		}
		if err := w.idle.Close(); err != nil {
			t.Error(err)
		}
		if err := w.idle.Wait(); err != nil {
			t.Error(err)
		}
	}
}

// A letter that arrives between SELECT and IDLE must be told too.
func TestIdleTellsWhatCameBefore(t *testing.T) {
	o := openOffice(t, t.TempDir())
	sender := dialSMTP(t, o, "corrd")
	dialIMAP(t, o, "alice", nil)
	for n := range uint32(50) {
		arrived := make(chan struct{})
		go func() {
			defer close(arrived)
			fillOne(t, sender, int(n+1))
		}()
		w := watch(t, o, "alice", "INBOX")
		for count := w.atFirst; count < n+1 && !t.Failed(); {
			count = told(t, "the letter", w.exists)
		}
		<-arrived
		w.idle.Close()
		w.idle.Wait()
	}
}

func TestNoopTellsOfLettersAndExpunges(t *testing.T) {
	o := openOffice(t, t.TempDir())
	fill(t, o, 2)
	mine, other := mailbox(t, o, "alice", "INBOX"), mailbox(t, o, "alice", "INBOX")
	other.Move(imap.UIDSetNum(1), "Trash").Wait()
	fill(t, o, 1)
	// Until it is told, the session counts as before: UID 2 is its second letter.
	letters, err := mine.Fetch(imap.SeqSetNum(2), &imap.FetchOptions{UID: true}).Collect()
	if err != nil || len(letters) != 1 || letters[0].UID != 2 {
		t.Fatal(letters, err)
	}
	if err := mine.Noop().Wait(); err != nil {
		t.Fatal(err)
	}
	letters, err = mine.Fetch(imap.SeqSet{{Start: 1, Stop: 0}}, &imap.FetchOptions{UID: true}).Collect()
	if err != nil || len(letters) != 2 || letters[0].UID != 2 || letters[1].UID != 3 || letters[1].SeqNum != 2 {
		t.Fatal(letters, err)
	}
}

func TestDeletedWhileSelected(t *testing.T) {
	o := openOffice(t, t.TempDir())
	fill(t, o, 1)
	c := mailbox(t, o, "alice", "INBOX")
	c.Copy(imap.SeqSetNum(1), "Trash").Wait()
	looking := mailbox(t, o, "alice", "Trash")
	if err := c.Delete("Trash").Wait(); err != nil {
		t.Fatal(err)
	}
	looking.Store(imap.SeqSetNum(1), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close()
	looking.Expunge().Close()
	looking.Move(imap.SeqSetNum(1), "INBOX").Wait()
	if err := looking.Noop().Wait(); err != nil {
		t.Error("the session broke:", err)
	}
	if got := listing(t, o, "alice", "INBOX"); got != "1:1[]" {
		t.Error(got)
	}
}

// TestCloseInIdle hangs up on a session that waits for news, which is not a trouble to
// be told of.
func TestCloseInIdle(t *testing.T) {
	var said bytes.Buffer
	options := testOptions(t.TempDir())
	options.Logger = slog.New(slog.NewTextHandler(&said, nil))
	o, err := Open(options)
	if err != nil {
		t.Fatal(err)
	}
	watch(t, o, "alice", "INBOX")
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
	if said.Len() > 0 {
		t.Errorf("the log says %s", &said)
	}
}
