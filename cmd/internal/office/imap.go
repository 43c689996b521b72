package office

import (
	"cmp"
	"io"
	"log"
	"log/slog"
	"maps"
	"slices"
	"sync"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

func (o *Office) newIMAPServer() *imapserver.Server {
	return imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &imapSession{office: o, post: o.post}, nil, nil
		},
		Caps: imap.CapSet{
			imap.CapIMAP4rev1: {}, imap.CapNamespace: {}, imap.CapUIDPlus: {}, imap.CapESearch: {},
			imap.CapMove: {}, imap.CapStatusSize: {}, imap.CapChildren: {}, imap.CapSpecialUse: {},
			imap.CapLiteralPlus: {},
		},
		InsecureAuth: true,
		Logger:       clientLog{slog.NewLogLogger(o.options.Logger.Handler(), slog.LevelWarn), o.imap},
	})
}

// clientLog takes what the library logs about clients, until the office hangs up on them.
type clientLog struct {
	log  *log.Logger
	gate *gate
}

// Printf logs a line.
func (l clientLog) Printf(format string, args ...any) {
	select {
	case <-l.gate.quit:
	default:
		l.log.Printf(format, args...)
	}
}

// imapSession is the IMAP conversation with one client (RFC 3501). Commands come one at a
// time, but the library may leave an Idle behind when the client hangs up, hence the mutex
// around the view.
type imapSession struct {
	office  *Office
	post    *post
	account string

	mu      sync.Mutex
	current *view // nil unless a mailbox is selected
}

var (
	_ imapserver.SessionNamespace   = (*imapSession)(nil)
	_ imapserver.SessionMove        = (*imapSession)(nil)
	_ imapserver.SessionAppendLimit = (*imapSession)(nil)
)

// Close ends the session.
func (s *imapSession) Close() error { return s.Unselect() }

// Login takes an address or its local part and the password of the office.
func (s *imapSession) Login(user, password string) (err error) {
	s.account, err = s.office.login(user, password)
	if err == nil && s.account == "" {
		return imapserver.ErrAuthFailed
	}
	return err
}

// AppendLimit is the largest letter that APPEND takes, in bytes (RFC 7889).
func (s *imapSession) AppendLimit() uint32 { return uint32(s.office.options.Limit) }

// Namespace says that a user sees only mailboxes of their own (RFC 2342).
func (s *imapSession) Namespace() (*imap.NamespaceData, error) {
	return &imap.NamespaceData{Personal: []imap.NamespaceDescriptor{{Delim: delim}}}, nil
}

// provide makes a customary mailbox that a command is about to need.
func (s *imapSession) provide(name string) error {
	if _, ok := customary[name]; !ok {
		return nil
	}
	return s.post.ensureCustomary(s.account, name)
}

// Select answers SELECT and EXAMINE (RFC 3501, 6.3.1 and 6.3.2).
func (s *imapSession) Select(name string, options *imap.SelectOptions) (*imap.SelectData, error) {
	if err := s.provide(name); err != nil {
		return nil, err
	}
	s.post.mu.Lock()
	defer s.post.mu.Unlock()
	b := s.post.find(s.account, name)
	if b == nil {
		return nil, errNoMailbox
	}
	s.setView(b.look(s.post, options.ReadOnly))
	flags := b.flags()
	data := &imap.SelectData{
		Flags: flags, NumMessages: uint32(len(b.letters)), FirstUnseenSeqNum: b.firstUnseen(),
		UIDNext: b.uidNext, UIDValidity: b.id,
	}
	if !options.ReadOnly {
		data.PermanentFlags = append(flags, imap.FlagWildcard)
	}
	return data, nil
}

func (b *box) firstUnseen() uint32 {
	for i, l := range b.letters {
		if !l.has(imap.FlagSeen) {
			return uint32(i + 1)
		}
	}
	return 0
}

func (s *imapSession) view() *view {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current
}

func (s *imapSession) setView(v *view) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current = v
}

// Unselect leaves the mailbox, if one is selected (RFC 3691).
func (s *imapSession) Unselect() error {
	if v := s.view(); v != nil {
		s.setView(nil)
		v.leave()
	}
	return nil
}

// Append answers APPEND (RFC 3501, 6.3.11). A letter without a date gets the office's time.
func (s *imapSession) Append(name string, r imap.LiteralReader, options *imap.AppendOptions) (*imap.AppendData, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if err := s.provide(name); err != nil {
		return nil, err
	}
	received := options.Time
	if received.IsZero() {
		received = s.office.options.Now()
	}
	return s.post.appendLetter(s.account, name, text, options.Flags, received)
}

// Poll reports what has changed in the selected mailbox.
func (s *imapSession) Poll(w *imapserver.UpdateWriter, allowExpunge bool) error {
	if v := s.view(); v != nil {
		return v.tracker.Poll(w, allowExpunge)
	}
	return nil
}

// Idle reports changes as they happen until stop is closed (RFC 2177).
func (s *imapSession) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	v := s.view()
	if v == nil {
		<-stop
		return nil
	}
	for {
		if err := v.tracker.Poll(w, true); err != nil {
			return err
		}
		select {
		case <-v.news:
		case <-stop:
			return nil
		}
	}
}

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
