package transport

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Glance is what is known of a letter without its text.
type Glance struct {
	UID          uint32
	InternalDate time.Time
	Size         int64  // in octets
	MessageID    string // without its brackets; "" if it has none
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
