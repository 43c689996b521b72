package courier

import (
	"encoding/json"
	"errors"
	"sync"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/players"
	"corrd/game"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// officePage returns the page of a letter of the mail office, which tells of no event of a game.
func (c *Courier) officePage(v store.View, row store.Row, reader templates.Reader) (mailer.Page, error) {
	l := templates.OfficeLetter{Kind: row.Kind, Reader: reader, MessageID: row.MessageID, Now: row.At, Office: c.Office}
	if err := json.Unmarshal(row.Data, &l.Data); err != nil {
		return mailer.Page{}, err
	}
	var to reply
	var err error
	if row.Game != 0 && row.Seq != 0 {
		if l.State, err = v.GameAt(row.Game, row.Seq); err != nil {
			return mailer.Page{}, err
		}
		if l.Log, l.Chain, err = ledger.EventsOf(v, l.State); err != nil {
			return mailer.Page{}, err
		}
		if l.Names, err = ledger.Names(v, l.State); err != nil {
			return mailer.Page{}, err
		}
		if l.Data.Topic == templates.Book {
			if l.Book, err = ledger.Book(v, l.State, l.Names); err != nil {
				return mailer.Page{}, err
			}
		}
		if to, err = c.seatReply(v, l.State, row); err != nil {
			return mailer.Page{}, err
		}
	}
	thread, err := c.thread(v, row)
	if err != nil {
		return mailer.Page{}, err
	}
	l.InReplyTo, l.References = thread.inReplyTo, thread.references
	switch t, generation := officeToken(row, l.Data); t.Kind {
	case 0:
		if personal(l.Data.Topic) && row.Player != 0 {
			p, err := v.Player(row.Player)
			if err != nil {
				return mailer.Page{}, err
			}
			to = c.replyAs(mailer.Token{Kind: mailer.KindStop, Number: p.ID}, ledger.KeyOfOwn(p))
		}
	case mailer.KindHeld:
		if to, err = c.heldReply(v, row); err != nil {
			return mailer.Page{}, err
		}
	default:
		to = c.replyAs(t, generation)
	}
	l.ReplyTo, l.Token = to.address, to.subject
	page, err := templates.OfficePage(l)
	page.SubjectToken, page.Answers = to.subject, thread.answers
	return page, err
}

// personal reports whether a letter is about its reader and about no game. Such a letter bears a
// key of the reader's own, so that corrd can be certain who answers.
func personal(topic templates.Topic) bool {
	switch topic {
	case templates.Stopped, templates.Settings, templates.Blocked, templates.Leaving, templates.NotProven, templates.UmpiringSet, templates.News, templates.NewsStopped, templates.Sheet, templates.SheetStopped,
		templates.Events, templates.Entry, templates.EntryRefused, templates.EventTable, templates.Observed, templates.Unwatched:
		return true
	}
	return false
}

// officeToken returns the token of the key in an office letter and the generation of the key. The
// generation does not apply to the letter about a held letter. The token is zero when the letter
// asks for no answer.
func officeToken(row store.Row, data templates.Data) (t mailer.Token, generation int) {
	switch {
	case data.Topic == templates.UmpirePreview && data.Order != 0:
		return ledger.OrderToken(data.Order), data.Place
	case data.Umpire != 0:
		return ledger.UmpireToken(data.Umpire), data.Place
	}
	registration := mailer.Token{Kind: mailer.KindRegistration, Number: data.Number}
	switch data.Topic {
	case templates.EventAnnounced, templates.ConfirmWithdrawal, templates.EventBegun, templates.WhichOfEvent:
		return mailer.Token{Kind: mailer.KindEvent, Number: data.Number}, data.Place
	case templates.Countersign:
		return mailer.Token{Kind: mailer.KindHeld, Number: row.Letter}, 0
	case templates.ConfirmRegistration, templates.ConfirmAddress:
		return registration, ledger.KeyOfConsent
	case templates.Challenge, templates.AcceptOrDecline, templates.Consult, templates.Nudged:
		return players.ChallengeToken(data.Number), players.KeyOfPlace(data.Place)
	case templates.ConfirmLeaving, templates.ConfirmUmpiring, templates.Admissions:
		return registration, data.Place
	case templates.NotRegistered, templates.Admission:
		if data.Number != 0 {
			return registration, ledger.KeyOfConsent
		}
	case templates.AddressChanged:
		if data.Number != 0 {
			return registration, ledger.KeyOfUndo
		}
	case templates.ConfirmChallenge, templates.ChallengeSent, templates.ChallengesSent, templates.ChallengeWaits, templates.ChallengeLost:
		return players.ChallengeToken(data.Number), players.KeyOfChallenger
	}
	return mailer.Token{}, 0
}

// story is what the letters of one transaction tell of a game, whoever reads them.
type story struct {
	game, first, seq int64        // the game, and its events that are told
	events           []game.Event // of the game, up to the last that is told
	began            game.State   // the game after its first event
	before, after    game.State   // the game before the first and after the last of them
	chain            [32]byte     // the hash of the last
}

// newStory reads the story of a row. newStory returns an error if the game does not have the
// events that the row names.
func newStory(v store.View, row store.Row) (*story, error) {
	entries, err := v.Events(row.Game)
	if err != nil {
		return nil, err
	}
	if row.First < 1 || row.Seq < row.First || row.Seq > int64(len(entries)) {
		return nil, errors.New("the row names events its game does not have")
	}
	s := &story{game: row.Game, first: row.First, seq: row.Seq, events: make([]game.Event, row.Seq), chain: entries[row.Seq-1].Hash}
	state := game.State{ID: row.Game}
	for i, e := range entries[:row.Seq] {
		if int64(i) == row.First-1 {
			s.before = state
		}
		s.events[i] = e.Event
		state = state.Apply(e.Event)
		if i == 0 {
			s.began = state
		}
	}
	s.after = state
	return s, nil
}

// tell gives a letter the events of its row, with the game before and after them; once the game is
// over also all events before.
func (s *story) tell(l *templates.GameLetter) {
	earlier := s.events[:s.first-1]
	l.Events, l.Chain = s.events[s.first-1:], s.chain
	l.Before, l.State = s.before, s.after
	l.Cited = templates.CitedTo(l.Reader.Side, earlier)
	if l.State.Result != nil {
		l.Log = s.events
	}
}

// The stories that are kept, and for how long: the letters of a transaction are rendered one
// directly after the other. What has been erased meanwhile must not be told much later.
const (
	storiesKept = 2 * renderers
	storyLasts  = time.Minute
)

// stories keeps the last stories that were read. The zero value keeps none yet.
type stories struct {
	mu   sync.Mutex
	kept [storiesKept]struct {
		*story
		read time.Time
	}
	next int // where the next story will be kept
}

// of returns the story of a row at the time now. Who asks while another reads waits: most likely
// for the same story.
func (s *stories) of(v store.View, row store.Row, now time.Time) (*story, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.kept {
		if k.story != nil && k.game == row.Game && k.first == row.First && k.seq == row.Seq && now.Sub(k.read).Abs() < storyLasts {
			return k.story, nil
		}
	}
	st, err := newStory(v, row)
	if err != nil {
		return nil, err
	}
	s.kept[s.next].story, s.kept[s.next].read = st, now
	s.next = (s.next + 1) % storiesKept
	return st, nil
}
