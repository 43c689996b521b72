package office

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// inbox is the mailbox into which letters are delivered (RFC 3501, 5.1).
const inbox = "INBOX"

// delim stands between the names of a mailbox and its inferior.
const delim = '/'

// post is the index of all mail and the one place that changes the mail. Readers hold mu;
// only the writer goroutine changes anything, after the log holds the change.
type post struct {
	journal *journal
	now     func() time.Time

	mu       sync.RWMutex
	accounts map[string]*account
	boxes    map[uint32]*box
	lastID   uint32

	jobs   chan *job
	quit   chan struct{}
	done   chan struct{}
	broken error         // set once by the writer when the log cannot be trusted
	failed chan struct{} // closed when broken is set
}

// account is the owner of mailboxes, named by their local part.
type account struct {
	name       string
	boxes      map[string]*box
	subscribed map[string]bool
}

// box is a mailbox. Its id is never given to another mailbox, and is the UIDVALIDITY too.
type box struct {
	id       uint32
	owner    *account
	name     string
	letters  []*letter // by ascending UID
	uidNext  imap.UID  // above every UID that the log holds
	reserved imap.UID  // above every UID promised; only the writer looks
	gone     bool
	tracker  *imapserver.MailboxTracker
	views    map[*view]struct{}
}

// letter is a message in a mailbox; its text is in the log.
type letter struct {
	UID      imap.UID
	Received time.Time // INTERNALDATE
	Flags    []imap.Flag
	Text     []span
}

// size returns the length of the text in bytes (RFC822.SIZE).
func (l *letter) size() (n int64) {
	for _, s := range l.Text {
		n += s[1]
	}
	return n
}

func (l *letter) has(flag imap.Flag) bool {
	return slices.ContainsFunc(l.Flags, func(f imap.Flag) bool { return sameFlag(f, flag) })
}

// sameFlag compares flags and keywords, whatever their case (RFC 9051, 2.3.2).
func sameFlag(a, b imap.Flag) bool { return strings.EqualFold(string(a), string(b)) }

func openPost(path string, o Options) (*post, error) {
	p := &post{
		now:      o.Now,
		accounts: make(map[string]*account),
		boxes:    make(map[uint32]*box),
		jobs:     make(chan *job),
		quit:     make(chan struct{}),
		done:     make(chan struct{}),
		failed:   make(chan struct{}),
	}
	var err error
	if p.journal, err = openJournal(path, p.replay); err != nil {
		return nil, err
	}
	p.journal.noSync = o.NoSync
	go p.write()
	return p, nil
}

// close waits for the changes under way and closes the log.
func (p *post) close() error {
	close(p.quit)
	<-p.done
	return p.journal.file.Close()
}

// find returns the mailbox of an account by name, or nil if there is none. The caller holds mu or
// is the writer.
func (p *post) find(account, name string) *box {
	a := p.accounts[account]
	if a == nil {
		return nil
	}
	return a.boxes[name]
}

// users lists the accounts in order.
func (p *post) users() []string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return slices.Sorted(maps.Keys(p.accounts))
}

// at returns the index of a UID among the letters, or -1 if the UID is not there.
func (b *box) at(uid imap.UID) int {
	i := sort.Search(len(b.letters), func(i int) bool { return b.letters[i].UID >= uid })
	if i == len(b.letters) || b.letters[i].UID != uid {
		return -1
	}
	return i
}

// count returns the number of letters that have a flag.
func (b *box) count(flag imap.Flag) (n uint32) {
	for _, l := range b.letters {
		if l.has(flag) {
			n++
		}
	}
	return n
}

// flags returns the system flags and the keywords in use.
func (b *box) flags() []imap.Flag {
	flags := []imap.Flag{imap.FlagAnswered, imap.FlagFlagged, imap.FlagDeleted, imap.FlagSeen, imap.FlagDraft}
	for _, l := range b.letters {
		flags = withFlags(flags, l.Flags)
	}
	return flags
}

// withFlags returns flags with those of more that are missing, in a new slice if any are.
func withFlags(flags, more []imap.Flag) []imap.Flag {
	out := slices.Clip(flags)
	for _, f := range more {
		if !slices.ContainsFunc(out, func(g imap.Flag) bool { return sameFlag(f, g) }) {
			out = append(out, f)
		}
	}
	return out
}

// withoutFlags returns flags without those of less, in a new slice.
func withoutFlags(flags, less []imap.Flag) []imap.Flag {
	var out []imap.Flag
	for _, f := range flags {
		if !slices.ContainsFunc(less, func(g imap.Flag) bool { return sameFlag(f, g) }) {
			out = append(out, f)
		}
	}
	return out
}

// copied returns a letter's copy under another UID for the log; the two share their text.
func (l *letter) copied(uid imap.UID) *letterText {
	return &letterText{UID: uid, Received: l.Received, Flags: l.Flags, Kept: l.Text}
}

// reserve promises a UID to a letter that is about to be added. The UID of a letter that is then
// not added stays unused.
func (b *box) reserve() imap.UID {
	uid := b.reserved
	b.reserved++
	return uid
}

// delivery is a letter for one recipient: the trace fields above the text that all
// recipients share.
type delivery struct {
	account string
	trace   []byte
}

// deliver puts a letter into the INBOX of each recipient, all or none, and returns when the
// letter is on disk.
func (p *post) deliver(to []delivery, text []byte, received time.Time) error {
	joined := slices.Clone(text)
	for _, d := range to {
		if err := p.ensureAccount(d.account); err != nil {
			return err
		}
		joined = append(joined, d.trace...)
	}
	return p.addLetters(func() (plan, error) {
		made := plan{text: joined}
		shared := span{0, int64(len(text))}
		next := shared[1]
		for _, d := range to {
			b := p.find(d.account, inbox)
			trace := span{next, int64(len(d.trace))}
			next += trace[1]
			l := &letterText{UID: b.reserve(), Received: received, Fresh: []span{trace, shared}}
			made.changes = append(made.changes, change{Do: doAdd, Box: b.id, Letter: l})
		}
		return made, nil
	})
}

// appendLetter is APPEND (RFC 3501, 6.3.11).
func (p *post) appendLetter(account, name string, text []byte, flags []imap.Flag, received time.Time) (*imap.AppendData, error) {
	var data *imap.AppendData
	err := p.addLetters(func() (plan, error) {
		b := p.find(account, name)
		if b == nil {
			return plan{}, errTryCreate
		}
		data = &imap.AppendData{UIDValidity: b.id, UID: b.reserve()}
		l := &letterText{UID: data.UID, Received: received, Flags: storable(flags), Fresh: []span{{0, int64(len(text))}}}
		return plan{changes: []change{{Do: doAdd, Box: b.id, Letter: l}}, text: text}, nil
	})
	return data, err
}

// storable drops the flags that a client cannot set (RFC 3501, 2.3.2).
func storable(flags []imap.Flag) []imap.Flag {
	return withFlags(nil, withoutFlags(flags, []imap.Flag{`\Recent`, imap.FlagWildcard}))
}

// copyLetters copies letters of b, by UID, to another mailbox of its owner, all or none
// (RFC 3501, 6.4.7), or moves them if away (RFC 6851). The result is nil if none of the
// letters is left.
func (p *post) copyLetters(b *box, uids []imap.UID, name string, away bool) (*imap.CopyData, error) {
	var data *imap.CopyData
	err := p.change(func() (plan, error) {
		to := p.find(b.owner.name, name)
		if to == nil {
			return plan{}, errTryCreate
		}
		made, copied := copying(b, uids, to)
		if len(made.changes) == 0 {
			return plan{}, nil
		}
		data = copied
		if away {
			made.changes = append(made.changes, change{Do: doExpunge, Box: b.id, UIDs: uids})
		}
		return made, nil
	})
	return data, err
}

func copying(b *box, uids []imap.UID, to *box) (made plan, data *imap.CopyData) {
	data = &imap.CopyData{UIDValidity: to.id}
	for _, uid := range uids {
		i := b.at(uid)
		if i < 0 || b.gone {
			continue
		}
		l := b.letters[i].copied(to.reserve())
		made.changes = append(made.changes, change{Do: doAdd, Box: to.id, Letter: l})
		data.SourceUIDs.AddNum(uid)
		data.DestUIDs.AddNum(l.UID)
	}
	return made, data
}

// expungeLetters removes those of the letters that are marked \Deleted.
func (p *post) expungeLetters(b *box, uids []imap.UID) error {
	return p.change(func() (plan, error) {
		var gone []imap.UID
		for _, uid := range uids {
			if i := b.at(uid); i >= 0 && b.letters[i].has(imap.FlagDeleted) {
				gone = append(gone, uid)
			}
		}
		if len(gone) == 0 || b.gone {
			return plan{}, nil
		}
		return plan{changes: []change{{Do: doExpunge, Box: b.id, UIDs: gone}}}, nil
	})
}

// setFlags changes the flags of letters, and tells all sessions but source.
func (p *post) setFlags(b *box, uids []imap.UID, do string, flags []imap.Flag, source *imapserver.SessionTracker) error {
	return p.change(func() (plan, error) {
		if len(uids) == 0 || b.gone {
			return plan{}, nil
		}
		return plan{changes: []change{{Do: do, Box: b.id, UIDs: uids, Flags: storable(flags), source: source}}}, nil
	})
}

// Message is a letter in a mailbox, for callers inside the process.
type Message struct {
	Received time.Time // INTERNALDATE

	text []span
	post *post
}

// Bytes returns the letter: RFC 5322 text with the trace fields of its delivery. The error
// means that the office is closed.
func (m Message) Bytes() ([]byte, error) { return m.post.journal.read(m.text) }

// Users returns the accounts, named by their local parts in lower case, in order.
func (o *Office) Users() []string { return o.post.users() }

// Pending returns the number of letters now in the INBOX of an account, seen or not. A
// letter counts before its 250 is sent. An account that does not exist has none.
func (o *Office) Pending(local string) int {
	o.post.mu.RLock()
	defer o.post.mu.RUnlock()
	if b := o.post.find(accountOf(local), inbox); b != nil {
		return len(b.letters)
	}
	return 0
}

// Messages returns the letters of an account's mailbox in the order of UIDs. The error
// means that there is no such mailbox.
func (o *Office) Messages(local, mailbox string) ([]Message, error) {
	o.post.mu.RLock()
	defer o.post.mu.RUnlock()
	b := o.post.find(accountOf(local), mailbox)
	if b == nil {
		return nil, fmt.Errorf("office: %s has no mailbox %q", local, mailbox)
	}
	messages := make([]Message, len(b.letters))
	for i, l := range b.letters {
		messages[i] = Message{
			Received: l.Received, text: l.Text, post: o.post,
		}
	}
	return messages, nil
}
