package office

import (
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

func openPost(path string, now func() time.Time) (*post, error) {
	p := &post{
		now:      now,
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
	go p.write()
	return p, nil
}

// close waits for the changes under way and closes the log.
func (p *post) close() error {
	close(p.quit)
	<-p.done
	return p.journal.file.Close()
}

// find returns the mailbox of an account by name, nil if there is none. The caller holds mu
// or is the writer.
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

// at returns the index of a UID among the letters, -1 if the UID is not there.
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
