package office

import (
	"cmp"
	"maps"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// Create answers CREATE (RFC 3501, 6.3.3). Missing mailboxes above the new one are made
// too.
func (s *imapSession) Create(name string, _ *imap.CreateOptions) error {
	return s.post.createBox(s.account, name)
}

// Delete answers DELETE (RFC 3501, 6.3.4).
func (s *imapSession) Delete(name string) error { return s.post.deleteBox(s.account, name) }

// Rename answers RENAME (RFC 3501, 6.3.5).
func (s *imapSession) Rename(name, to string, _ *imap.RenameOptions) error {
	return s.post.renameBox(s.account, name, to)
}

// Subscribe answers SUBSCRIBE (RFC 3501, 6.3.6).
func (s *imapSession) Subscribe(name string) error { return s.post.subscribe(s.account, name, true) }

// Unsubscribe answers UNSUBSCRIBE (RFC 3501, 6.3.7).
func (s *imapSession) Unsubscribe(name string) error {
	return s.post.subscribe(s.account, name, false)
}

// Status answers STATUS (RFC 3501, 6.3.10).
func (s *imapSession) Status(name string, _ *imap.StatusOptions) (*imap.StatusData, error) {
	s.post.mu.RLock()
	defer s.post.mu.RUnlock()
	b := s.post.find(s.account, name)
	if b == nil {
		return nil, errNoMailbox
	}
	return b.status(s.AppendLimit()), nil
}

// status fills in every item; the library writes those that the client asked for.
func (b *box) status(limit uint32) *imap.StatusData {
	var size, deletedSize int64
	for _, l := range b.letters {
		size += l.size()
		if l.has(imap.FlagDeleted) {
			deletedSize += l.size()
		}
	}
	messages := uint32(len(b.letters))
	unseen, deleted, recent := messages-b.count(imap.FlagSeen), b.count(imap.FlagDeleted), uint32(0)
	return &imap.StatusData{
		Mailbox: b.name, UIDNext: b.uidNext, UIDValidity: b.id,
		NumMessages: &messages, NumUnseen: &unseen, NumDeleted: &deleted, NumRecent: &recent,
		Size: &size, DeletedStorage: &deletedSize, AppendLimit: &limit,
	}
}

// List answers LIST and LSUB (RFC 3501, 6.3.8 and 6.3.9; RFC 6154). Without a pattern the
// answer names the delimiter.
func (s *imapSession) List(w *imapserver.ListWriter, ref string, patterns []string, options *imap.ListOptions) error {
	if len(patterns) == 0 {
		return w.WriteList(&imap.ListData{Attrs: []imap.MailboxAttr{imap.MailboxAttrNoSelect}, Delim: delim})
	}
	for _, data := range s.listing(ref, patterns, options) {
		if err := w.WriteList(&data); err != nil {
			return err
		}
	}
	return nil
}

func (s *imapSession) listing(ref string, patterns []string, options *imap.ListOptions) (found []imap.ListData) {
	s.post.mu.RLock()
	defer s.post.mu.RUnlock()
	a := s.post.accounts[s.account]
	names := slices.Collect(maps.Keys(a.boxes))
	if options.SelectSubscribed {
		names = slices.Collect(maps.Keys(a.subscribed))
	}
	slices.SortFunc(names, byName)
	for _, name := range names {
		match := func(pattern string) bool { return imapserver.MatchList(name, delim, ref, pattern) }
		if !slices.ContainsFunc(patterns, match) || options.SelectSpecialUse && customary[name] == "" {
			continue
		}
		data := imap.ListData{Mailbox: name, Delim: delim, Attrs: a.attributes(name, options)}
		if b := a.boxes[name]; b != nil && options.ReturnStatus != nil {
			data.Status = b.status(s.AppendLimit())
		}
		found = append(found, data)
	}
	return found
}

// byName puts INBOX first and the others in order.
func byName(a, b string) int {
	switch {
	case a == b:
		return 0
	case a == inbox:
		return -1
	case b == inbox:
		return 1
	}
	return cmp.Compare(a, b)
}

func (a *account) attributes(name string, options *imap.ListOptions) (attrs []imap.MailboxAttr) {
	b := a.boxes[name]
	switch {
	case b == nil:
		attrs = append(attrs, imap.MailboxAttrNoSelect)
	case len(b.inferiors()) > 0:
		attrs = append(attrs, imap.MailboxAttrHasChildren)
	default:
		attrs = append(attrs, imap.MailboxAttrHasNoChildren)
	}
	if use := customary[name]; use != "" {
		attrs = append(attrs, use)
	}
	if options.ReturnSubscribed && a.subscribed[name] {
		attrs = append(attrs, imap.MailboxAttrSubscribed)
	}
	return attrs
}
