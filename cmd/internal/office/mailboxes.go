package office

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// customary are the mailboxes that come to exist when somebody puts a letter into them or
// opens them, with their special use (RFC 6154) if they have one.
var customary = map[string]imap.MailboxAttr{
	"Drafts":    imap.MailboxAttrDrafts,
	"Processed": "",
	"Sent":      imap.MailboxAttrSent,
	"Trash":     imap.MailboxAttrTrash,
}

func refuse(code imap.ResponseCode, text string) error {
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: code, Text: text}
}

// The refusals of mailbox commands.
var (
	errNoMailbox   = refuse(imap.ResponseCodeNonExistent, "No such mailbox")
	errTryCreate   = refuse(imap.ResponseCodeTryCreate, "No such mailbox; create it first")
	errExists      = refuse(imap.ResponseCodeAlreadyExists, "There is a mailbox of that name")
	errHasChildren = refuse(imap.ResponseCodeHasChildren, "The mailbox has inferiors; delete them first")
	errInbox       = refuse(imap.ResponseCodeCannot, "INBOX stays")
	errBadName     = refuse(imap.ResponseCodeCannot, "Not a name for a mailbox")
	errReadOnly    = refuse(imap.ResponseCodeNoPerm, "The mailbox was opened with EXAMINE")
)

// maxMailboxName is the longest name of a mailbox, in bytes.
const maxMailboxName = 255

func goodMailboxName(name string) bool {
	return name != "" && len(name) <= maxMailboxName && utf8.ValidString(name) &&
		strings.IndexFunc(name, unicode.IsControl) < 0 &&
		!slices.Contains(strings.Split(name, string(delim)), "")
}

// newID returns a UIDVALIDITY above every other that this log has given. The number is near
// the clock in seconds, so that a new log does not repeat the numbers of an old one. taken
// counts those given in the same plan.
func (p *post) newID(taken int) uint32 {
	return max(p.lastID+1, uint32(p.now().Unix())) + uint32(taken)
}

// ensureAccount makes an account with its INBOX, unless it is there.
func (p *post) ensureAccount(account string) error {
	p.mu.RLock()
	known := p.accounts[account] != nil
	p.mu.RUnlock()
	if known {
		return nil
	}
	return p.change(func() (plan, error) {
		if p.accounts[account] != nil {
			return plan{}, nil
		}
		return p.creation(account, inbox, true), nil
	})
}

// creation plans a mailbox and those above it that are missing.
func (p *post) creation(account, name string, subscribe bool) (made plan) {
	for i, r := range name + string(delim) {
		if r != delim || p.find(account, name[:i]) != nil {
			continue
		}
		id := p.newID(len(made.changes))
		made.changes = append(made.changes, change{Do: doCreate, Account: account, Name: name[:i], Box: id})
	}
	if subscribe {
		made.changes = append(made.changes, change{Do: doSubscribe, Account: account, Name: name})
	}
	return made
}

// createBox is CREATE (RFC 3501, 6.3.3).
func (p *post) createBox(account, name string) error {
	name = strings.TrimSuffix(name, string(delim))
	if !goodMailboxName(name) {
		return errBadName
	}
	return p.change(func() (plan, error) {
		if p.find(account, name) != nil {
			return plan{}, errExists
		}
		return p.creation(account, name, false), nil
	})
}

// ensureCustomary makes one of the customary mailboxes, unless it is there.
func (p *post) ensureCustomary(account, name string) error {
	return p.change(func() (plan, error) {
		if p.find(account, name) != nil {
			return plan{}, nil
		}
		return p.creation(account, name, true), nil
	})
}

// deleteBox is DELETE (RFC 3501, 6.3.4). A mailbox with inferiors stays.
func (p *post) deleteBox(account, name string) error {
	if name == inbox {
		return errInbox
	}
	return p.change(func() (plan, error) {
		b := p.find(account, name)
		if b == nil {
			return plan{}, errNoMailbox
		}
		if len(b.inferiors()) > 0 {
			return plan{}, errHasChildren
		}
		return plan{changes: []change{{Do: doDelete, Box: b.id}}}, nil
	})
}

// inferiors are the mailboxes whose names lie below the mailbox's.
func (b *box) inferiors() (below []*box) {
	for name, other := range b.owner.boxes {
		if strings.HasPrefix(name, b.name+string(delim)) {
			below = append(below, other)
		}
	}
	return below
}

// renameBox is RENAME (RFC 3501, 6.3.5): inferiors go along, and INBOX gives
// its letters to a new mailbox and stays.
func (p *post) renameBox(account, from, to string) error {
	to = strings.TrimSuffix(to, string(delim))
	if !goodMailboxName(to) || strings.HasPrefix(to, from+string(delim)) {
		return errBadName
	}
	return p.change(func() (plan, error) {
		b := p.find(account, from)
		if b == nil {
			return plan{}, errNoMailbox
		}
		if p.find(account, to) != nil {
			return plan{}, errExists
		}
		if from == inbox {
			return p.emptyInbox(b, to), nil
		}
		return p.renaming(b, to), nil
	})
}

func (p *post) renaming(b *box, to string) (made plan) {
	if i := strings.LastIndexByte(to, delim); i >= 0 {
		made = p.creation(b.owner.name, to[:i], false)
	}
	for _, moved := range append(b.inferiors(), b) {
		name := to + strings.TrimPrefix(moved.name, b.name)
		made.changes = append(made.changes, change{Do: doRename, Box: moved.id, Name: name})
	}
	return made
}

func (p *post) emptyInbox(b *box, to string) plan {
	made := p.creation(b.owner.name, to, false)
	id := made.changes[len(made.changes)-1].Box
	var uids []imap.UID
	for i, l := range b.letters {
		made.changes = append(made.changes, change{Do: doAdd, Box: id, Letter: l.copied(imap.UID(i + 1))})
		uids = append(uids, l.UID)
	}
	made.changes = append(made.changes, change{Do: doExpunge, Box: b.id, UIDs: uids})
	return made
}

// subscribe is SUBSCRIBE and UNSUBSCRIBE (RFC 3501, 6.3.6 and 6.3.7). The
// mailbox need not exist.
func (p *post) subscribe(account, name string, wanted bool) error {
	if !goodMailboxName(name) {
		return errBadName
	}
	do := doSubscribe
	if !wanted {
		do = doUnsubscribe
	}
	return p.change(func() (plan, error) {
		return plan{changes: []change{{Do: do, Account: account, Name: name}}}, nil
	})
}

// view is a mailbox in the eyes of one session. The tracker queues what happens to the
// mailbox until the session may hear of the change, so the session's sequence numbers can
// lag behind.
type view struct {
	post     *post
	box      *box
	readOnly bool
	tracker  *imapserver.SessionTracker
	news     chan struct{} // something was queued
}

// look begins a view. The caller holds mu.
func (b *box) look(p *post, readOnly bool) *view {
	v := &view{post: p, box: b, readOnly: readOnly, tracker: b.tracker.NewSession(), news: make(chan struct{}, 1)}
	b.views[v] = struct{}{}
	return v
}

func (v *view) leave() {
	v.post.mu.Lock()
	defer v.post.mu.Unlock()
	delete(v.box.views, v)
	v.tracker.Close()
}

// seen is a letter at the time when a command asked for the letter, with its sequence
// number for the session: 0 if the session has not heard of the letter yet.
type seen struct {
	letter
	seq uint32
}

// pick returns the letters of a set of sequence numbers or UIDs that the session knows of,
// in their present state.
func (v *view) pick(set imap.NumSet) []seen {
	in := members(set, v.last())
	return v.filter(func(l seen) bool { return l.seq != 0 && in(l) })
}

// filter returns the letters of the mailbox that want accepts, in their present state. The
// caller does not hold mu; want must be quick.
func (v *view) filter(want func(seen) bool) (wanted []seen) {
	v.post.mu.RLock()
	defer v.post.mu.RUnlock()
	for i, l := range v.box.letters {
		if s := (seen{letter: *l, seq: v.tracker.EncodeSeqNum(uint32(i + 1))}); want(s) {
			wanted = append(wanted, s)
		}
	}
	return wanted
}

// last returns the last letter that the session knows of.
func (v *view) last() (last seen) {
	v.post.mu.RLock()
	defer v.post.mu.RUnlock()
	for i := len(v.box.letters); i > 0 && last.seq == 0; i-- {
		last = seen{letter: *v.box.letters[i-1], seq: v.tracker.EncodeSeqNum(uint32(i))}
	}
	return last
}

// members returns the test for a set in which "*" is the last letter.
func members(set imap.NumSet, last seen) func(seen) bool {
	switch set := set.(type) {
	case imap.SeqSet:
		var fixed imap.SeqSet
		for _, r := range set {
			fixed.AddRange(fixRange(r.Start, r.Stop, last.seq))
		}
		return func(l seen) bool { return fixed.Contains(l.seq) }
	case imap.UIDSet:
		var fixed imap.UIDSet
		for _, r := range set {
			fixed.AddRange(fixRange(r.Start, r.Stop, last.UID))
		}
		return func(l seen) bool { return fixed.Contains(l.UID) }
	}
	return func(seen) bool { return false }
}

// fixRange puts the last number for "*", which is 0, and the ends in order.
func fixRange[N imap.UID | uint32](start, stop, last N) (N, N) {
	if start == 0 {
		start = last
	}
	if stop == 0 {
		stop = last
	}
	return min(start, stop), max(start, stop)
}

func uidsOf(letters []seen) []imap.UID {
	uids := make([]imap.UID, len(letters))
	for i, l := range letters {
		uids[i] = l.UID
	}
	return uids
}
