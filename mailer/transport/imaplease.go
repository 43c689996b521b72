package transport

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// maxLeaseHead is the number of octets that are read of a message in the lease folder, and
// maxLeases the number of messages that are read.
const (
	maxLeaseHead = 4 << 10
	maxLeases    = 100
)

// hold makes sure that this process holds the mailbox: hold renews the lease when a renewal
// is due, and then selects the mailbox again. Without a Holder there is nothing to do. The
// error wraps ErrLeased if another corrd holds the mailbox.
func (s *session) hold() error {
	l := s.mailbox.lease
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now().Round(0) // without the monotonic clock, which stands still while a machine sleeps
	age := now.Sub(l.renewed)
	if 0 <= age && age < s.options.LeaseEvery {
		return nil
	}
	lapsed := l.renewed.IsZero() || age < 0 || age >= leaseGiveUp
	if err := s.renew(l, now, lapsed); err != nil {
		return fmt.Errorf("imap: %s: %w", leaseFolder, err)
	}
	if l.renewed.IsZero() {
		s.options.Log.Info("lease held", "mailbox", s.options.User+" "+s.options.Mailbox)
	}
	l.renewed = now
	return s.choose()
}

// renew puts a new message into the folder and finds out whether this process holds the
// mailbox. A lapsed lease is begun anew, behind the leases that came since. If the server
// is full and takes no message, the message that is there still counts, since nobody else
// can add one either.
func (s *session) renew(l *lease, now time.Time, lapsed bool) error {
	defer s.guard()()
	if lapsed {
		if err := s.endLease(l); err != nil {
			return err
		}
	}
	refused := s.putLease(l.message(now))
	var no *imap.Error
	if refused != nil && (lapsed || !errors.As(refused, &no)) {
		return refused
	}
	first := l.renewed.IsZero()
	for range 3 {
		entries, err := s.leases()
		if err != nil {
			return err
		}
		stands := l.judge(entries, first, now)
		if !slices.ContainsFunc(entries, func(e leaseEntry) bool { return e.run == l.run }) {
			return errors.Join(errors.New("our message is not there"), refused)
		}
		if err := s.removeLeases(stands.spent); err != nil {
			return err
		}
		if stands.leased != nil {
			l.renewed = time.Time{}
			return leasedTo(*stands.leased)
		}
		if !stands.stale {
			break
		}
	}
	if refused != nil {
		s.options.Log.Warn("lease not renewed", "error", refused)
	}
	return nil
}

// putLease appends a message to the folder, and makes the folder if there is none.
func (s *session) putLease(message []byte) error {
	put := func() error {
		command := s.client.Append(leaseFolder, int64(len(message)), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagSeen}})
		_, err := command.Write(message)
		err = errors.Join(err, command.Close())
		_, said := command.Wait()
		var no *imap.Error
		if errors.As(said, &no) {
			return said
		}
		return errors.Join(err, said)
	}
	err := put()
	var no *imap.Error
	if errors.As(err, &no) && (no.Code == imap.ResponseCodeTryCreate || no.Code == imap.ResponseCodeNonExistent) {
		if err = s.ensure(leaseFolder); err == nil {
			err = put()
		}
	}
	return err
}

// leases selects the folder and reads the leases in it, in the order of their UIDs.
func (s *session) leases() ([]leaseEntry, error) {
	if _, err := s.client.Select(leaseFolder, nil).Wait(); err != nil {
		return nil, err
	}
	found, err := s.client.UIDSearch(&imap.SearchCriteria{}, nil).Wait()
	if err != nil {
		return nil, err
	}
	uids, err := uidsIn(found)
	if err != nil {
		return nil, err
	}
	if len(uids) > maxLeases { // the oldest, and the newest, among which is ours
		uids = append(uids[:maxLeases/2:maxLeases/2], uids[len(uids)-maxLeases/2:]...)
	}
	if len(uids) == 0 {
		return nil, nil
	}
	head := &imap.FetchItemBodySection{Peek: true, Specifier: imap.PartSpecifierHeader, Partial: &imap.SectionPartial{Size: maxLeaseHead}}
	buffers, err := s.client.Fetch(imap.UIDSetNum(uids...), &imap.FetchOptions{UID: true, InternalDate: true, BodySection: []*imap.FetchItemBodySection{head}}).Collect()
	if err != nil {
		return nil, err
	}
	var entries []leaseEntry
	for _, b := range buffers {
		for _, section := range b.BodySection {
			header := append(bytes.TrimRight(section.Bytes, "\r\n"), "\r\n\r\n"...)
			if e, ok := readLease(uint32(b.UID), b.InternalDate, header); ok {
				entries = append(entries, e)
			}
		}
	}
	slices.SortFunc(entries, func(a, b leaseEntry) int { return int(int64(a.uid) - int64(b.uid)) })
	return entries, nil
}

// removeLeases removes messages from the folder, which is selected.
func (s *session) removeLeases(uids []uint32) error {
	if len(uids) == 0 {
		return nil
	}
	var set imap.UIDSet
	for _, uid := range uids {
		set.AddNum(imap.UID(uid))
	}
	deleted := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	if err := s.client.Store(set, deleted, nil).Close(); err != nil {
		return err
	}
	if s.client.Caps().Has(imap.CapUIDPlus) {
		return expunged(s.client.UIDExpunge(set))
	}
	return expunged(s.client.Expunge())
}

// endLease removes the messages of this process.
func (s *session) endLease(l *lease) error {
	if err := s.ensure(leaseFolder); err != nil {
		return err
	}
	entries, err := s.leases()
	if err != nil {
		return err
	}
	var own []uint32
	for _, e := range entries {
		if e.run == l.run {
			own = append(own, e.uid)
		}
	}
	return s.removeLeases(own)
}

// goodbye is how long giving the lease back may take when corrd stops.
const goodbye = 5 * time.Second

// release gives the lease back, over a connection of its own. If the server does not answer
// in time, the lease stays until it lapses.
func (m *Mailbox) release() {
	l := m.lease
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.renewed.IsZero() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	s, err := m.greeted(ctx)
	if err != nil {
		m.options.Log.Warn("lease not given back", "error", err)
		return
	}
	defer s.close()
	defer context.AfterFunc(ctx, s.close)()
	if err := s.login(); err == nil {
		err = s.endLease(l)
		if err != nil {
			m.options.Log.Warn("lease not given back", "error", err)
			return
		}
	}
	l.renewed = time.Time{}
}

// LeasedTo names the daemon whose lease is in the folder and has not lapsed, or "" if there is
// none. own reports whether that daemon is the Holder of the options. LeasedTo takes no lease and
// removes none.
func (m *Mailbox) LeasedTo(ctx context.Context) (who string, own bool, err error) {
	s, err := m.greeted(ctx)
	if err != nil {
		return "", false, err
	}
	defer s.close()
	defer context.AfterFunc(ctx, s.close)()
	defer s.guard()()
	if err := s.login(); err != nil {
		return "", false, s.explain(err)
	}
	if found, err := s.client.List("", leaseFolder, nil).Collect(); err != nil || len(found) == 0 {
		return "", false, s.explain(err)
	}
	entries, err := s.leases()
	if err != nil {
		return "", false, s.explain(err)
	}
	now := time.Now()
	for _, e := range entries {
		if alive(e, leaseEntry{arrived: now}, now) {
			return fmt.Sprintf("the corrd on host %s with the folder %s", e.Host, e.Dir), s.options.Holder != nil && e.Instance == s.options.Holder.Instance, nil
		}
	}
	return "", false, nil
}

// Glance is what is known of a letter without its text.
type Glance struct {
	UID          uint32
	InternalDate time.Time
	Size         int64  // in octets
	MessageID    string // without its brackets, or "" if it has none
}

// Taken hands over the letters that were put away as Processed since a day and whose Glance
// wanted accepts, in the order of their arrival, and leaves them in place. Taken works over
// a connection of its own and ends with the first error, of the server or of handle.
func (m *Mailbox) Taken(ctx context.Context, since time.Time, wanted func(Glance) bool, handle func(context.Context, Fetched) error) error {
	s, err := m.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	defer context.AfterFunc(ctx, s.close)()
	glances, err := s.glances(since)
	if err != nil {
		return s.explain(err)
	}
	for _, g := range glances {
		if !wanted(g) {
			continue
		}
		letter, found, err := s.fetch(imap.UID(g.UID))
		if err == nil && found {
			err = handle(ctx, letter)
		}
		if err != nil {
			return s.explain(err)
		}
	}
	return nil
}

// glancesAtOnce is the number of letters that one command looks at, so that the answer
// stays far below longestAnswer.
const glancesAtOnce = 50

// glances looks at the letters handled since a day, in the order of their arrival.
func (s *session) glances(since time.Time) ([]Glance, error) {
	uids, err := s.handledSince(since)
	if err != nil {
		return nil, fmt.Errorf("imap: search %s: %w", s.options.Processed, err)
	}
	var all []Glance
	for some := range slices.Chunk(uids, glancesAtOnce) {
		glances, err := s.glanceAt(some)
		if err != nil {
			return nil, fmt.Errorf("imap: fetch from %s: %w", s.options.Processed, err)
		}
		all = append(all, glances...)
	}
	slices.SortFunc(all, func(a, b Glance) int {
		return cmp.Or(a.InternalDate.Compare(b.InternalDate), cmp.Compare(a.UID, b.UID))
	})
	return all, nil
}

// handledSince finds the letters handled since a day.
func (s *session) handledSince(since time.Time) ([]imap.UID, error) {
	defer s.guard()()
	criteria := imap.SearchCriteria{Since: since}
	if s.marksOnly {
		criteria.Flag = []imap.Flag{doneMark}
	} else {
		data, err := s.client.Select(s.options.Processed, nil).Wait()
		if err != nil {
			return nil, fmt.Errorf("imap: select %s: %w", s.options.Processed, err)
		}
		if data.UIDValidity == 0 {
			return nil, errNoUIDValidity
		}
		s.uidValidity = data.UIDValidity
	}
	found, err := s.client.UIDSearch(&criteria, nil).Wait()
	if err != nil {
		return nil, err
	}
	return uidsIn(found)
}

// glanceAt looks at the letters with these UIDs.
func (s *session) glanceAt(uids []imap.UID) (all []Glance, err error) {
	defer s.guard()()
	buffers, err := s.client.Fetch(imap.UIDSetNum(uids...), &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true, Envelope: true}).Collect()
	for _, b := range buffers {
		g := Glance{UID: uint32(b.UID), InternalDate: b.InternalDate, Size: b.RFC822Size}
		if b.Envelope != nil {
			g.MessageID = b.Envelope.MessageID
		}
		all = append(all, g)
	}
	return all, err
}
