package courier

import (
	"errors"
	"sync"
	"time"

	"corrd/game"
	"corrd/store"
	"corrd/templates"
)

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
