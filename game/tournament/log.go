package tournament

import (
	"slices"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/terms"
)

// Event is one thing that happened in a tournament. The log of a tournament is its events in
// order, and a State follows from the events alone.
type Event struct {
	At     time.Time // UTC, whole seconds
	By     By
	Law    game.Law
	Letter int64 // the letter that brought the event about; 0: no letter did
	Fact   Fact
}

// By says who brought an event about.
type By string

// The originators of events.
const (
	Director By = "director" // by the socket, which only the club's own people may open
	Entrant  By = "player"
	Corrd    By = "corrd"
)

// Fact is what an event says. The log keeps facts for ever: fields are added, and never changed.
type Fact interface{ apply(s *State, e Event) }

// Conditions are what everybody who enters accepts.
type Conditions struct {
	Name    string    `json:"name"`
	Games   int       `json:"games"`    // of each pair: 1 or 2
	EnterBy time.Time `json:"enter_by"` // the end of the last day for entries
	Begin   time.Time `json:"begin"`    // the games begin on this day or later
	Close   time.Time `json:"close"`    // from when games that are not over are adjudicated

	Terms terms.Terms `json:"terms"`

	// the only players who may enter, in the order of their seats; nil: everybody may, and a lot
	// seats them
	Invited   []int64 `json:"invited,omitempty"`
	LateEntry bool    `json:"late_entry,omitempty"` // entries are taken after EnterBy, up to the start
	Ties      []Tie   `json:"ties"`
	Silent    int     `json:"silent"` // the days without a move after which the director may ask a player

	Withdrawal Withdrawal `json:"withdrawal"`
}

// MostPlayers and FewestPlayers bound an event; a player has at most MostGames in it, two with each
// other player.
const (
	MostPlayers   = 15
	FewestPlayers = 2
	MostGames     = 2 * (MostPlayers - 1)
)

// Tie is a way to order players with equal points.
type Tie string

// The ways. Players whom none of an event's ways parts share a place.
const (
	SonnebornBerger Tie = "sonneborn-berger" // the points of the beaten, and half those of the drawn
	MoreWins        Tie = "wins"
	DirectGame      Tie = "direct" // the points in the games among the players who are equal
)

// Ties returns all ways, in the order in which they are used by default.
func Ties() []Tie { return []Tie{SonnebornBerger, MoreWins, DirectGame} }

// Withdrawal says what becomes of the games of a player who withdraws from a started event.
type Withdrawal string

// The rules.
const (
	// under half of the player's games are over: all of them are shown and none counts, and those
	// that go on are annulled; else those that go on are lost
	UnderHalf Withdrawal = "default"
	AllLost   Withdrawal = "lost" // the games that go on are lost
)

// Announced begins the log.
type Announced struct {
	Conditions Conditions `json:"conditions"`
	// the number that orders the seats (Order), which nobody may know before the start: it stands
	// beside the line of the log
	Drawn      string `json:"drawn"`
	Commitment string `json:"commitment"` // the SHA-256 of Drawn, which is announced
}

// Entered is an entry: the player accepts the conditions.
type Entered struct {
	Player int64  `json:"player"`
	Ground string `json:"ground,omitempty"` // how the player consented, where the director enters them
}

// Withdrawn takes a player out: before the start out of the entries, afterwards out of the games
// that go on, as Uncounted and the rulings in the games say.
type Withdrawn struct {
	Player    int64  `json:"player"`
	Reason    string `json:"reason,omitempty"`
	Uncounted bool   `json:"uncounted,omitempty"` // none of the player's games counts
}

// Started begins all games.
type Started struct {
	Seats []int64 `json:"seats"` // the players in the order of the seats
	Lot   string  `json:"lot,omitempty"`
	Games []Game  `json:"games"`
}

// Game is one game of an event. Its seats are counted from 0.
type Game struct {
	ID int64 `json:"id"`
	Pairing
}

// SideOf returns the side of one of the two seats of a game.
func (p Pairing) SideOf(seat int) board.Side {
	if p.Black == seat {
		return board.Black
	}
	return board.White
}

// Replayed says that a game is played in the place of one that was annulled.
type Replayed struct {
	Was int64 `json:"was"`
	Is  int64 `json:"is"`
}

// Substituted puts another player into a seat, with all games that go on.
type Substituted struct {
	Was    int64  `json:"was"`
	Is     int64  `json:"is"`
	Ground string `json:"ground,omitempty"` // how the substitute consented
	Reason string `json:"reason,omitempty"`
}

// Adjudicated says that the director has ended a game by a ruling, which stands in the game.
type Adjudicated struct {
	Game   int64  `json:"game"`
	Reason string `json:"reason,omitempty"`
}

// Closed ends an event whose games are all over.
type Closed struct{}

// Undone lets an earlier event count as not happened.
type Undone struct {
	Of     int64  `json:"of"` // the number of the event
	Reason string `json:"reason,omitempty"`
}

func (f Announced) apply(s *State, e Event) {
	s.Conditions, s.Drawn, s.Commitment = f.Conditions, f.Drawn, f.Commitment
	s.Announced, s.Phase = e.At, Open
}

func (f Entered) apply(s *State, e Event) {
	s.Entries = append(slices.Clone(s.Entries), Entry{Player: f.Player, At: e.At, Seq: e.seq(s)})
}

func (f Withdrawn) apply(s *State, e Event) {
	if s.Phase == Open {
		s.Entries = slices.DeleteFunc(slices.Clone(s.Entries), func(one Entry) bool { return one.Player == f.Player })
		return
	}
	s.Seats = slices.Clone(s.Seats)
	if i := s.SeatOf(f.Player); i >= 0 {
		s.Seats[i].Withdrawn, s.Seats[i].Uncounted = e.At, f.Uncounted
	}
}

func (f Started) apply(s *State, e Event) {
	s.Phase, s.Started, s.Games, s.Seats = Playing, e.At, slices.Clone(f.Games), nil
	for _, player := range f.Seats {
		s.Seats = append(s.Seats, Seat{Holders: []Holder{{Player: player, From: e.At}}})
	}
}

func (f Replayed) apply(s *State, _ Event) {
	s.Games = slices.Clone(s.Games)
	for i, g := range s.Games {
		if g.ID == f.Was {
			s.Games[i].ID = f.Is
		}
	}
}

func (f Substituted) apply(s *State, e Event) {
	i := s.SeatOf(f.Was)
	if i < 0 {
		return
	}
	s.Seats = slices.Clone(s.Seats)
	s.Seats[i].Holders = append(slices.Clone(s.Seats[i].Holders), Holder{Player: f.Is, From: e.At})
	s.Seats[i].Withdrawn = time.Time{}
}

func (f Adjudicated) apply(*State, Event) {}

func (f Closed) apply(s *State, e Event) { s.Phase, s.Ended = Over, e.At }

func (f Undone) apply(s *State, _ Event) {
	log := slices.Clone(s.Log)
	undone := append(slices.Clone(s.undone), f.Of)
	*s = State{ID: s.ID}
	for i, e := range log {
		s.Log = append(s.Log, e)
		s.undone = undone
		if seq := int64(i) + 1; slices.Contains(undone, seq) {
			continue
		}
		if _, is := e.Fact.(Undone); !is {
			e.Fact.apply(s, e)
		}
	}
	if s.Phase == "" {
		s.Phase = Abandoned
		if first, ok := log[0].Fact.(Announced); ok {
			s.Conditions, s.Announced = first.Conditions, log[0].At
		}
	}
}

// seq is the number of the event that is being applied.
func (e Event) seq(s *State) int64 { return int64(len(s.Log)) }
