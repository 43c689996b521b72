package daemon_test

import (
	"context"
	"fmt"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// sexton sorts corrd's mail into a mailbox of its own, like a filter of a mail server. Now and
// then the sexton makes this mailbox anew, so that its UIDs begin again under another
// UIDVALIDITY. The sexton may also put old letters that were handled long ago back into it, as
// from a backup.
type sexton struct {
	*world
	client client
}

// sorted is the mailbox that corrd reads in a house with a sexton.
const sorted = "Sorted"

// live sorts letters until serving ends, and makes the mailbox anew now and then until acting
// ends.
func (x *sexton) live(serving, acting context.Context) {
	time.Sleep(pace("sexton"))
	r := x.house.faults.chance("sexton")
	next := time.Now().Add(upTo(time.Hour, r))
	for serving.Err() == nil {
		rebuild := acting.Err() == nil && time.Now().After(next)
		if rebuild {
			next = time.Now().Add(upTo(2*time.Hour, r))
		}
		if rebuild || len(x.unsorted()) > 0 {
			x.work(rebuild, r.IntN(2) == 0)
		}
		rest(serving, time.Minute+upTo(time.Second, r))
	}
}

// work is one visit of the sexton. When the connection fails, the visit ends, and the next visit
// does the rest.
func (x *sexton) work(rebuild, restore bool) {
	conn, err := x.house.net.dial(&x.client, "imap")
	if err != nil {
		return
	}
	c := imapclient.New(conn, nil)
	defer c.Close()
	if c.Login(site.Address(), password).Wait() != nil {
		return
	}
	if rebuild {
		x.rebuild(c, restore)
		if !restore {
			x.archive(c)
		}
	}
	for _, box := range x.unsorted() {
		c.Create(sorted, nil).Wait() // an interrupted visit may have left no mailbox
		x.empty(c, box, sorted)
	}
}

// unsorted returns the mailboxes whose letters belong in the sorted mailbox: INBOX, and old
// mailboxes that may not be empty.
func (w *world) unsorted() (boxes []string) {
	w.mu.Lock()
	all := append([]string{"INBOX"}, w.old...)
	w.mu.Unlock()
	for _, box := range all {
		if len(w.house.messages(site.Local, box)) > 0 {
			boxes = append(boxes, box)
		}
	}
	return boxes
}

// empty moves all letters of one mailbox to another.
func (x *sexton) empty(c *imapclient.Client, from, to string) {
	data, err := c.Select(from, nil).Wait()
	if err == nil && data.NumMessages > 0 {
		c.Move(everything, to).Wait()
	}
}

var everything = imap.SeqSet{{Start: 1, Stop: 0}}

// archive renames Processed, so that the next MOVE into it fails.
func (x *sexton) archive(c *imapclient.Client) {
	x.mu.Lock()
	name := fmt.Sprint("Archive", len(x.archives))
	x.archives = append(x.archives, name)
	x.mu.Unlock()
	if c.Rename("Processed", name, nil).Wait() == nil {
		x.house.faults.count("MOVE refused")
	}
}

func (x *sexton) rebuild(c *imapclient.Client, restore bool) {
	x.mu.Lock()
	old := fmt.Sprint("Old", len(x.old))
	x.old = append(x.old, old)
	x.mu.Unlock()
	if c.Rename(sorted, old, nil).Wait() != nil || c.Create(sorted, nil).Wait() != nil {
		return
	}
	x.house.faults.count("UIDVALIDITY changed")
	x.house.net.cutAll(func(l *line) bool { return (l.by.name == "clerk" || l.by.name == another) && l.service == "imap" })
	if data, err := c.Select("Processed", nil).Wait(); restore && err == nil && data.NumMessages > 0 {
		x.house.faults.count("backup put back")
		c.Copy(everything, sorted).Wait()
	}
}
