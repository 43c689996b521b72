package office

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// The kinds of change. The log holds these words: never rename one.
const (
	doCreate      = "create"      // mailbox Box, called Name, of Account
	doDelete      = "delete"      // mailbox Box
	doRename      = "rename"      // mailbox Box to Name
	doSubscribe   = "subscribe"   // Account to Name
	doUnsubscribe = "unsubscribe" // Account from Name
	doAdd         = "add"         // Letter to Box
	doFlagsSet    = "flags"       // of UIDs in Box to Flags
	doFlagsAdd    = "flags+"      // Flags to those of UIDs in Box
	doFlagsDel    = "flags-"      // Flags from those of UIDs in Box
	doExpunge     = "expunge"     // UIDs from Box
)

// change is one thing that happens to the mail, as the log holds the change.
type change struct {
	Do      string
	Account string      `json:",omitempty"`
	Name    string      `json:",omitempty"`
	Box     uint32      `json:",omitempty"`
	UIDs    []imap.UID  `json:",omitempty"`
	Flags   []imap.Flag `json:",omitempty"`
	Letter  *letterText `json:",omitempty"`

	source *imapserver.SessionTracker // the session that set the flags and need not be told of them
}

// letterText is a letter as the log holds the letter. A piece of text is either in the same
// frame (Fresh, placed from the start of the frame's text) or already in the log (Kept,
// placed from the start of the file).
type letterText struct {
	UID      imap.UID
	Received time.Time
	Flags    []imap.Flag `json:",omitempty"`
	Fresh    []span      `json:",omitempty"`
	Kept     []span      `json:",omitempty"`
}

// plan is what one job wants done, all or nothing: the changes, and the new text of their
// letters.
type plan struct {
	changes []change
	text    []byte
}

func (p plan) frame() (frame, error) {
	text, err := json.Marshal(p.changes)
	return frame{json: text, text: p.text}, err
}

// replay applies a frame of the log while it is opened.
func (p *post) replay(f frame, text int64) error {
	var changes []change
	if err := json.Unmarshal(f.json, &changes); err != nil {
		return fmt.Errorf("office: unknown entry in the log: %w", err)
	}
	for _, c := range changes {
		if err := p.apply(c, text); err != nil {
			return err
		}
	}
	return nil
}

// apply makes a change that the log holds, with the place of its frame's text,
// and tells the sessions that look at the mailbox. The caller holds mu.
func (p *post) apply(c change, text int64) error {
	if c.Do == doCreate {
		p.create(c)
		return nil
	}
	if a := p.accounts[c.Account]; a != nil && (c.Do == doSubscribe || c.Do == doUnsubscribe) {
		a.subscribe(c.Name, c.Do == doSubscribe)
		return nil
	}
	b := p.boxes[c.Box]
	if b == nil {
		return fmt.Errorf("office: the log speaks of an unknown mailbox %d", c.Box)
	}
	switch c.Do {
	case doDelete:
		p.remove(b)
	case doRename:
		b.rename(c.Name)
	case doAdd:
		b.add(c.Letter, text)
	case doFlagsSet, doFlagsAdd, doFlagsDel:
		b.flag(c)
	case doExpunge:
		b.expunge(c.UIDs)
	default:
		return fmt.Errorf("office: unknown entry %q in the log", c.Do)
	}
	b.wake()
	return nil
}

func (p *post) create(c change) {
	a := p.accounts[c.Account]
	if a == nil {
		a = &account{name: c.Account, boxes: make(map[string]*box), subscribed: make(map[string]bool)}
		p.accounts[c.Account] = a
	}
	b := &box{
		id: c.Box, owner: a, name: c.Name, uidNext: 1, reserved: 1,
		tracker: imapserver.NewMailboxTracker(0), views: make(map[*view]struct{}),
	}
	a.boxes[b.name], p.boxes[b.id] = b, b
	p.lastID = max(p.lastID, b.id)
}

func (p *post) remove(b *box) {
	delete(b.owner.boxes, b.name)
	delete(p.boxes, b.id)
	b.gone = true
}

func (a *account) subscribe(name string, wanted bool) {
	if wanted {
		a.subscribed[name] = true
	} else {
		delete(a.subscribed, name)
	}
}

func (b *box) rename(name string) {
	delete(b.owner.boxes, b.name)
	b.name = name
	b.owner.boxes[name] = b
}

func (b *box) add(t *letterText, text int64) {
	l := &letter{UID: t.UID, Received: t.Received, Flags: t.Flags, Text: t.Kept}
	for _, s := range t.Fresh {
		l.Text = append(l.Text, span{s[0] + text, s[1]})
	}
	b.letters = append(b.letters, l)
	b.uidNext = l.UID + 1
	b.reserved = max(b.reserved, b.uidNext)
	b.tracker.QueueNumMessages(uint32(len(b.letters)))
}

func (b *box) flag(c change) {
	for _, uid := range c.UIDs {
		i := b.at(uid)
		if i < 0 {
			continue
		}
		l := b.letters[i]
		switch c.Do {
		case doFlagsSet:
			l.Flags = c.Flags
		case doFlagsAdd:
			l.Flags = withFlags(l.Flags, c.Flags)
		case doFlagsDel:
			l.Flags = withoutFlags(l.Flags, c.Flags)
		}
		b.tracker.QueueMessageFlags(uint32(i+1), uid, l.Flags, c.source)
	}
}

// expunge removes letters and reports the letters from the last to the first, so that each sequence
// number is right when a session hears of it.
func (b *box) expunge(uids []imap.UID) {
	gone := make(map[imap.UID]bool, len(uids))
	for _, uid := range uids {
		gone[uid] = true
	}
	for i := len(b.letters) - 1; i >= 0; i-- {
		if gone[b.letters[i].UID] {
			b.tracker.QueueExpunge(uint32(i + 1))
		}
	}
	b.letters = slices.DeleteFunc(b.letters, func(l *letter) bool { return gone[l.UID] })
}

// wake calls every session that looks at the mailbox to report what is new.
func (b *box) wake() {
	for v := range b.views {
		select {
		case v.news <- struct{}{}:
		default:
		}
	}
}
