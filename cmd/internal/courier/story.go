package courier

import (
	"errors"
	"slices"
	"sync"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
	"corrd/templates"
)

// story is what the letters of one transaction tell of a game, whoever reads them.
type story struct {
	first, seq    int64        // the events that are told
	events        []game.Event // those events
	log           []game.Event // once the game is over also all events before
	began         game.State   // the game after its first event
	before, after game.State   // the game before the first and after the last of them
	chain         [32]byte     // the hash of the last
	cited         [2][]game.Law
}

// past is what a game had come to at the end of the last story that was told of it.
type past struct {
	end   store.End
	state game.State
	began game.State    // the game after its first event
	cited [2][]game.Law // laws that letters have told, by board.Side
}

// tell takes further events in.
func (p *past) tell(events []game.Event) {
	for i := range events {
		if p.state = p.state.Apply(events[i]); p.state.Seq == 1 {
			p.began = p.state
		}
	}
	for side := range p.cited {
		for _, law := range templates.CitedTo(board.Side(side), events) {
			if !slices.Contains(p.cited[side], law) {
				p.cited[side] = append(slices.Clip(p.cited[side]), law)
			}
		}
	}
}

// newStory reads the story of a row, whose game had come to something before. newStory returns an
// error if the game does not have the events that the row names.
func newStory(v store.View, row store.Row, p past) (*story, past, error) {
	if row.First < 1 || row.Seq < row.First {
		return nil, p, errNoEvents
	}
	if p.end.Seq >= row.First { // a letter of something earlier
		p = past{state: game.State{ID: row.Game}}
	}
	events, end, err := v.EventsAfter(row.Game, p.end, row.Seq)
	if errors.Is(err, store.ErrChanged) {
		p = past{state: game.State{ID: row.Game}}
		events, end, err = v.EventsAfter(row.Game, p.end, row.Seq)
	}
	if errors.Is(err, store.ErrNotFound) {
		err = errNoEvents
	}
	if err != nil {
		return nil, p, err
	}
	earlier := row.First - 1 - p.end.Seq
	p.tell(events[:earlier])
	s := &story{first: row.First, seq: row.Seq, events: events[earlier:], before: p.state, cited: p.cited, chain: end.Hash}
	p.tell(s.events)
	p.end = end
	s.began, s.after = p.began, p.state
	if s.after.Result != nil {
		s.log, _, err = v.EventsAfter(row.Game, store.End{}, row.Seq)
	}
	return s, p, err
}

var errNoEvents = errors.New("the row names events its game does not have")

// tell gives a letter the events of its row, with the game before and after them; once the game is
// over also all events before.
func (s *story) tell(l *templates.GameLetter) {
	l.Events, l.Chain, l.Log = s.events, s.chain, s.log
	l.Before, l.State = s.before, s.after
	l.Cited = s.cited[l.Reader.Side]
}

// The stories that are kept, and for how long: the letters of a transaction are rendered one
// directly after the other. What has been erased meanwhile must not be told much later.
const (
	storiesKept = 2 * renderers
	storyLasts  = time.Minute
)

// mostPasts bounds the games whose past is kept, and mostTold their events together. A state takes
// about 150 octets for each event.
const (
	mostPasts = 1000
	mostTold  = 40_000
)

// stories keeps the last stories that were read, and the past of the games that they tell of. The
// zero value keeps none yet.
type stories struct {
	mu   sync.Mutex
	kept [storiesKept]struct {
		*story
		game int64
		read time.Time
	}
	next  int // where the next story will be kept
	pasts map[int64]past
	told  int64 // the events of all pasts
}

// of returns the story of a row at the time now. A caller who asks while another reads waits: most
// likely for the same story.
func (s *stories) of(v store.View, row store.Row, now time.Time) (*story, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.kept {
		if k.story != nil && k.game == row.Game && k.first == row.First && k.seq == row.Seq && now.Sub(k.read).Abs() < storyLasts {
			return k.story, nil
		}
	}
	p, known := s.pasts[row.Game]
	if !known {
		p.state.ID = row.Game
	}
	st, p, err := newStory(v, row, p)
	if err != nil {
		return nil, err
	}
	s.keep(row.Game, p)
	k := &s.kept[s.next]
	k.story, k.game, k.read = st, row.Game, now
	s.next = (s.next + 1) % storiesKept
	return st, nil
}

// keep keeps the past of a game, and forgets that of others, whichever they are, where there are
// too many.
func (s *stories) keep(id int64, p past) {
	if s.pasts == nil {
		s.pasts = map[int64]past{}
	}
	s.told += p.end.Seq - s.pasts[id].end.Seq
	s.pasts[id] = p
	for other, q := range s.pasts {
		if len(s.pasts) <= mostPasts && s.told <= mostTold {
			break
		}
		s.told -= q.end.Seq
		delete(s.pasts, other)
	}
}

// companions are the letters that tell one story and are being rendered. Their bytes are written
// down at the same time, so that a store can commit or sync them together: whom a letter reaches
// second waits for no commit more than whom it reaches first.
type companions struct {
	letters  int           // how many are being rendered
	rendered chan struct{} // closed when none is any more
}

// tale names what a row tells.
type tale struct{ game, first, seq int64 }

// longestWait is how long at most a letter that has been rendered waits for its companions.
const longestWait = 10 * time.Millisecond

// joins notes that a row is being rendered, until leave is called for the first time.
func (c *Courier) joins(row store.Row) (with *companions, leave func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	of := tale{row.Game, row.First, row.Seq}
	if with = c.telling[of]; with == nil {
		with = &companions{rendered: make(chan struct{})}
		c.telling[of] = with
	}
	with.letters++
	return with, sync.OnceFunc(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if with.letters--; with.letters == 0 {
			delete(c.telling, of)
			close(with.rendered)
		}
	})
}

// wait waits a moment until the companions have been rendered. with may be nil.
func (with *companions) wait() {
	if with == nil {
		return
	}
	long := time.NewTimer(longestWait)
	defer long.Stop()
	select {
	case <-with.rendered:
	case <-long.C:
	}
}
