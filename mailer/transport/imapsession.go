package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// doneMark is the keyword of handled letters on a server that can neither move nor expunge
// single letters.
const doneMark imap.Flag = "$CorrdDone"

// longestAnswer is the largest answer to one command beside a letter, in octets: the UIDs
// of half a million letters.
const longestAnswer = 4 << 20

// maxHead is the number of octets that are fetched of a letter that is too large.
const maxHead = 64 << 10

// session is one connection with the mailbox selected.
type session struct {
	mailbox     *Mailbox
	options     IMAPOptions
	client      *imapclient.Client
	uidValidity uint32
	canMove     bool // the server has the MOVE command
	marksOnly   bool // handled letters are marked, not moved
	canIdle     bool
	left        map[imap.UID]bool   // letters that were handled and stay where they are
	stuck       map[imap.UID]string // of those, the ones that the server would not move, with the mailbox that each belongs in
	copied      map[imap.UID]bool   // letters that were copied to their mailbox and not yet expunged here
	refused     time.Time           // when the server last refused to move a letter
	told        chan struct{}       // has one element when the server has told of new mail
	looked      time.Time           // when the last look began
	asked       bool                // the server has asked for the look that comes next
	vain        int                 // the looks in a row that the server asked for in vain
	closing     sync.Once
	cut         atomic.Bool // the guard has cut the connection
}

// connect makes a session with the mailbox selected and the lease held.
func (m *Mailbox) connect(ctx context.Context) (*session, error) {
	s, err := m.greeted(ctx)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, s.close)
	defer stop()
	if err := s.open(); err != nil {
		s.close()
		return nil, s.explain(err)
	}
	return s, nil
}

// greeted makes a session that is not logged in.
func (m *Mailbox) greeted(ctx context.Context) (*session, error) {
	config := clientTLS(m.options.Addr, m.options.Roots)
	conn, err := dialServer(ctx, m.options.Dial, m.options.Addr, m.options.Security, config, m.options.CommandTimeout, m.options.LetterBytes+longestAnswer)
	if err != nil {
		return nil, fmt.Errorf("imap: %w", err)
	}
	told := make(chan struct{}, 1)
	client, err := m.greet(ctx, conn, func() { signal(told) })
	if err != nil {
		return nil, fmt.Errorf("imap: %w", err)
	}
	return &session{mailbox: m, options: m.options, client: client, told: told}, nil
}

func (s *session) close() { s.closing.Do(func() { s.client.Close() }) }

// guard cuts the connection if the command that follows is silent for CommandTimeout; the
// client library by itself waits for ever.
func (s *session) guard() (release func() bool) {
	return time.AfterFunc(s.options.CommandTimeout, func() {
		s.cut.Store(true)
		s.close()
	}).Stop
}

// explain says of an error after the guard cut the connection that the server was silent;
// the client library knows only that the connection is closed.
func (s *session) explain(err error) error {
	if err != nil && s.cut.Load() {
		return fmt.Errorf("imap: the server was silent for %s: %w", s.options.CommandTimeout, err)
	}
	return err
}

// drain hands over every letter that is there now, after another try to move the stuck
// letters.
func (s *session) drain(ctx context.Context, handle Handler) error {
	if err := s.retryMoves(); err != nil {
		return err
	}
	s.looked = time.Now()
	uids, err := s.search()
	if err != nil {
		return err
	}
	uids = slices.DeleteFunc(uids, func(uid imap.UID) bool { return s.left[uid] })
	s.weigh(len(uids))
	for _, uid := range uids {
		if err := s.hold(); err != nil {
			return err
		}
		if err := s.handOver(ctx, uid, handle); err != nil {
			return err
		}
	}
	return nil
}

// retryMoves tries to put the stuck letters away if the last refusal is some time ago: a
// server over its quota is not asked at every look.
func (s *session) retryMoves() error {
	if len(s.stuck) == 0 || time.Since(s.refused) < s.options.BackOff {
		return nil
	}
	again := s.stuck
	s.stuck = map[imap.UID]string{}
	// counted as gone before they are moved: nobody may take a letter that comes meanwhile for
	// one of them
	s.count()
	for _, uid := range slices.Sorted(maps.Keys(again)) {
		if err := s.putAway(uid, again[uid]); err != nil {
			return err
		}
	}
	return nil
}

// count tells the mailbox how many letters are stuck.
func (s *session) count() { s.mailbox.stuck.Store(int64(len(s.stuck))) }

// search returns the UIDs of the letters not yet handled, in order. search does not rely on
// \Seen, a flag that anybody who looks into the mailbox sets.
func (s *session) search() ([]imap.UID, error) {
	defer s.guard()()
	var criteria imap.SearchCriteria
	if s.marksOnly {
		criteria.NotFlag = []imap.Flag{doneMark}
	}
	data, err := s.client.UIDSearch(&criteria, nil).Wait()
	if err != nil {
		return nil, fmt.Errorf("imap: search: %w", err)
	}
	uids, err := uidsIn(data)
	if err != nil {
		return nil, fmt.Errorf("imap: search: %w", err)
	}
	return uids, nil
}

// errSearch means that the answer to a search names what no mailbox holds.
var errSearch = errors.New("the server names letters that cannot be there")

// uidsIn returns the UIDs that the answer to a search names, in order. The library panics at
// the UID 0, and writes out any range: a range of a few octets can stand for four thousand
// million UIDs. An answer that names more UIDs than longestAnswer has room for, each with
// the space before, is refused.
func uidsIn(data *imap.SearchData) ([]imap.UID, error) {
	set, _ := data.All.(imap.UIDSet)
	total := uint64(0)
	for _, r := range set {
		if r.Start == 0 || r.Stop < r.Start {
			return nil, errSearch
		}
		total += uint64(r.Stop-r.Start) + 1
		// the library does not come to the end of a range up to the last number
		if total > longestAnswer/2 || r.Stop == math.MaxUint32 {
			return nil, errSearch
		}
	}
	uids := data.AllUIDs()
	slices.Sort(uids)
	return uids, nil
}

// handOver fetches one letter, has the letter handled and puts it away.
func (s *session) handOver(ctx context.Context, uid imap.UID, handle Handler) error {
	letter, found, err := s.fetch(uid)
	if err != nil || !found {
		return err
	}
	disposition, err := handle(ctx, letter)
	switch {
	case err != nil:
		return &handleError{uint32(uid), err}
	case disposition == Processed:
		return s.putAway(uid, s.options.Processed)
	case disposition == Rejected:
		return s.putAway(uid, s.options.Rejected)
	}
	s.left[uid] = true
	return nil
}

// fetch gets one letter, its size first; found is false if the letter is gone.
func (s *session) fetch(uid imap.UID) (letter Fetched, found bool, err error) {
	buffers, err := s.fetchItems(uid, &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true})
	if err != nil || buffers == nil {
		return Fetched{}, false, err
	}
	letter = Fetched{
		UIDValidity: s.uidValidity, UID: uint32(uid),
		InternalDate: buffers.InternalDate,
		TooLarge:     buffers.RFC822Size > s.options.LetterBytes,
	}
	section := &imap.FetchItemBodySection{Peek: true}
	if letter.TooLarge {
		section.Specifier = imap.PartSpecifierHeader
		section.Partial = &imap.SectionPartial{Size: maxHead}
	}
	body, found, err := s.fetchSection(imap.UIDSetNum(uid), uid, section)
	if err == nil && !found {
		body, found, err = s.fetchAgain(uid, section)
	}
	if letter.TooLarge {
		letter.Head = body
	} else {
		letter.Raw = body
	}
	return letter, found, err
}

// fetchItems gets data of one letter, or nil if the letter is gone.
func (s *session) fetchItems(uid imap.UID, items *imap.FetchOptions) (*imapclient.FetchMessageBuffer, error) {
	defer s.guard()()
	buffers, err := s.client.Fetch(imap.UIDSetNum(uid), items).Collect()
	if err != nil {
		return nil, fmt.Errorf("imap: fetch UID %d: %w", uid, err)
	}
	for _, b := range buffers {
		if b.UID == uid {
			return b, nil
		}
	}
	return nil, nil
}

// fetchAgain gets a section of a letter that did not come under its UID. The letter may be gone
// meanwhile. A server may also name the UID behind the letter (RFC 3501, 7.4.2, sets no order),
// where the client library cannot use the UID, so that fetchAgain asks for the letter by its number
// in the mailbox.
func (s *session) fetchAgain(uid imap.UID, section *imap.FetchItemBodySection) (body []byte, found bool, err error) {
	letter, err := s.fetchItems(uid, &imap.FetchOptions{UID: true})
	if err != nil || letter == nil {
		return nil, false, err
	}
	body, found, err = s.fetchSection(imap.SeqSetNum(letter.SeqNum), uid, section)
	if err == nil && !found {
		err = fmt.Errorf("imap: fetch UID %d: the server lists the letter and does not give it", uid)
	}
	return body, found, err
}

// fetchSection gets a section of one letter without setting \Seen, and at most LetterBytes
// of it, whatever size the server has named. found is false where the answer has no letter with
// the UID.
func (s *session) fetchSection(set imap.NumSet, uid imap.UID, section *imap.FetchItemBodySection) (body []byte, found bool, err error) {
	defer s.guard()()
	command := s.client.Fetch(set, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}})
	for message := command.Next(); message != nil; message = command.Next() {
		var has []byte
		var named, read bool
		for item := message.Next(); item != nil; item = message.Next() {
			switch data := item.(type) {
			case imapclient.FetchItemDataUID:
				named = data.UID == uid
			case imapclient.FetchItemDataBodySection:
				if data.Literal == nil || found || read {
					continue
				}
				if has, err = s.readLetter(data.Literal); err != nil {
					s.close()
					return nil, false, fmt.Errorf("imap: fetch UID %d: %w", uid, err)
				}
				read = true
			}
		}
		if named && read && !found {
			body, found = has, true
		}
	}
	if err = command.Close(); err != nil {
		return nil, false, fmt.Errorf("imap: fetch UID %d: %w", uid, err)
	}
	return body, found, nil
}

// readLetter reads a literal, and at most LetterBytes of it. After an error the literal must
// not be touched again: the client library reads on behind it.
func (s *session) readLetter(literal imap.LiteralReader) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(literal, s.options.LetterBytes))
	if err == nil && int64(len(body)) < min(literal.Size(), s.options.LetterBytes) {
		return nil, io.ErrUnexpectedEOF // the client library takes the end of a connection for the end of a literal
	}
	return body, err
}

// putAway moves a handled letter, and makes the target if somebody removed it. A letter
// that the server will not move stays, so that later letters need not wait, and a later
// look tries again.
func (s *session) putAway(uid imap.UID, target string) error {
	if s.marksOnly {
		return s.mark(uid)
	}
	err := s.move(uid, target)
	var refusal *imap.Error
	if errors.As(err, &refusal) && refusal.Code == imap.ResponseCodeTryCreate {
		if err = s.ensure(target); err == nil {
			err = s.move(uid, target)
		}
	}
	switch {
	case err == nil:
		delete(s.left, uid)
		return nil
	case errors.As(err, &refusal):
		s.left[uid], s.stuck[uid] = true, target
		s.refused = time.Now()
		s.count()
		s.options.Log.Warn("letter not moved", "uid", uid, "to", target, "error", err)
		return nil
	}
	return fmt.Errorf("imap: move UID %d to %s: %w", uid, target, err)
}

// move uses MOVE or, on servers without MOVE, COPY, STORE and UID EXPUNGE, each after the
// answer to the one before: the client library would send all three at once and expunge a
// letter whose copy was refused.
func (s *session) move(uid imap.UID, target string) error {
	defer s.guard()()
	set := imap.UIDSetNum(uid)
	if s.canMove {
		_, err := s.client.Move(set, target).Wait()
		return err
	}
	if !s.copied[uid] {
		if _, err := s.client.Copy(set, target).Wait(); err != nil {
			return err
		}
		s.copied[uid] = true
	}
	deleted := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	if err := s.client.Store(set, deleted, nil).Close(); err != nil {
		return err
	}
	return expunged(s.client.UIDExpunge(set))
}

// expunged waits for the end of a command that expunges letters. The client library, which
// takes the number 0 for the end, would read nothing more after a server named a letter 0
// and then many others.
func expunged(command *imapclient.ExpungeCommand) error {
	ended := make(chan error, 1)
	go func() { ended <- command.Close() }()
	for {
		select {
		case err := <-ended:
			return err
		default:
			command.Next()
		}
	}
}

// mark gives a handled letter the keyword by which search leaves the letter out.
func (s *session) mark(uid imap.UID) error {
	defer s.guard()()
	store := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{doneMark}}
	if err := s.client.Store(imap.UIDSetNum(uid), store, nil).Close(); err != nil {
		return fmt.Errorf("imap: mark UID %d: %w", uid, err)
	}
	s.left[uid] = true
	return nil
}
