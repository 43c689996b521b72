package game

import (
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/line"
)

// MostSaid is how often a day a side may say something to the other side beside its moves.
const MostSaid = 10

// TogetherAfter is how long after the end of a game the sides may still talk, and begin again.
const TogetherAfter = 30 * clocks.Day

// Parted reports whether the sides have been parted by a time: thirty days have passed since the
// end of the game.
func (s State) Parted(at time.Time) bool {
	return s.Ending != nil && at.After(s.Ending.At.Add(TogetherAfter))
}

// Said is what a side says to the other (house:32). The words change nothing in the game.
type Said struct {
	Words string `json:"words"`
	// the words are the prose of the letter, which goes to nobody otherwise
	Prose bool `json:"prose,omitempty"`
	// the side wants its prose passed on in this game without being asked
	Always bool `json:"always,omitempty"`
}

// Saying is what a side has said to the other beside its moves.
type Saying struct {
	Day    time.Time // the last day on which the side said something, UTC
	Count  int       // how often it did so on that day
	Always bool      // prose of the side is passed on without a question
	Unsaid *Unsaid   // words about which the side was asked; nil: none
	Seq    int64     // the event by which the other side was last told of what the side said; 0: none
}

// Unsaid is prose about which its writer was asked whether to pass it on.
type Unsaid struct {
	Words string
	Told  line.Notice
}

func (f Said) apply(s *State, e Event) { s.say(e, f.Always) }

// say counts what the side of an event says.
func (s *State) say(e Event, always bool) {
	by := e.By.AsSide()
	day := e.At.Truncate(clocks.Day)
	if !s.Sayings[by].Day.Equal(day) {
		s.Sayings[by].Day, s.Sayings[by].Count = day, 0
	}
	s.Sayings[by].Count++
	s.Sayings[by].Always = s.Sayings[by].Always || always
	s.Sayings[by].Unsaid, s.Sayings[by].Seq = nil, s.Began
}

// MaySay reports whether a side may say something to the other at a time; why says why not.
func (s State) MaySay(side board.Side, at time.Time) (why Why, ok bool) {
	said := s.Sayings[side]
	switch {
	case s.Parted(at):
		return GameOver, false
	case said.Count >= MostSaid && said.Day.Equal(at.Truncate(clocks.Day)):
		return SaidEnough, false
	}
	return "", true
}

// Unsaid returns the prose of a side that a yes passes on, or nil if a yes of the side answers
// something else.
func (s State) Unsaid(side board.Side) *Unsaid {
	if s.Question(side).Lasts() {
		return nil
	}
	return s.Sayings[side].Unsaid
}

// SaysOnly reports whether a communication under way holds words to the other side and no
// statement.
func (s State) SaysOnly(number int) bool {
	for _, p := range s.Transit {
		if p.Number == number {
			return len(p.Words) == 0
		}
	}
	return false
}

// Words returns what some events say to each side.
func Words(events []Event) (words [2]string) {
	for _, e := range events {
		if f, ok := e.Fact.(Said); ok {
			to := e.By.AsSide().Other()
			words[to] = strings.TrimSpace(words[to] + "\n\n" + f.Words)
		}
	}
	return words
}
