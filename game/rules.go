package game

import (
	"slices"

	"corrd/game/codes"
	"corrd/game/line"
)

// Rules is what this program makes of the events of a game, as a number that grows. Release 1.0 has
// number 1, and what came before it is 0. The number of a game stands in its first event, and
// Renewed replaces it. A change in what apply or Deadline makes of events that are written already,
// or in a constant that they read, has an entry in mendings, and asks for the number of the game:
// s.Rules >= N. So a game decides by its own number, and its past never moves.
const Rules = 2

// Mending is what has changed under a number.
type Mending struct {
	Rules int
	// Touches reports whether the change can be felt in what is open in a game. nil: it never is.
	Touches func(State) bool
	Words   string // in which players read of it: a key of the table of words after "mended "
}

// mendings lists the changes behind each number, in the order of the numbers, each below its
// reason.
var mendings = []Mending{
	// The base, release 1.0. Under number 0 a question within a session spared a day, a withdrawal
	// outlived the move that it would take back, and an undone ruling put the mailbox back too.
	{Rules: 1},
	// The question which piece a Pawn becomes (L9), and which of the moves held a reply adopts, spare a day as every
	// first question of a turn does. A turn that the umpire restores begins without the bar that the retraction of a
	// move had put on making it again: the retraction is taken back with the rest.
	{Rules: 2},
}

// NewestRules returns the greatest number that this program knows.
func NewestRules() int { return mendings[len(mendings)-1].Rules }

// Renewed puts a running game under the number of a newer program.
type Renewed struct {
	Rules int `json:"rules"`
}

func (f Renewed) apply(s *State, _ Event) { s.Rules = f.Rules }

// Unknown reports whether a game goes by a number that this program does not know: nobody but a
// newer program can say what its events come to.
func (s State) Unknown() bool { return s.Rules > NewestRules() }

// Renewal returns the event that puts a running game under the newest number, by the letter and at
// the time of its last event; ok is false while the game has the number already, or is not at rest.
func (s State) Renewal() (e Event, ok bool) {
	if s.Rules >= NewestRules() || !s.AtRest() {
		return e, false
	}
	return Event{At: s.LastEvent, By: Corrd, Law: codes.HouseRules, Letter: s.Letter, Fact: Renewed{Rules: NewestRules()}}, true
}

// Mended returns the changes that another number makes in what is open in a game.
func (s State) Mended(to int) (touching []Mending) {
	for _, m := range mendings {
		if m.Rules > s.Rules && m.Rules <= to && m.Touches != nil && m.Touches(s) {
			touching = append(touching, m)
		}
	}
	return touching
}

// AtRest reports whether nothing is open in a running game but the next move: no choice, offence,
// offer, question, claim or dispute, no series that has not fired, and no communication under way.
func (s State) AtRest() bool {
	return s.InPlay() && s.Phase == AwaitMove && s.settled() && s.nothingAsked() && s.nothingUnderWay()
}

// settled reports whether no offence, penalty or end of the game waits.
func (s State) settled() bool {
	return s.Held == nil && s.Offence == nil && s.Stays() == nil && s.Withheld == nil && s.Sealed == nil && s.Doubt == 0 && len(s.Disputes()) == 0
}

// nothingAsked reports whether no side waits for an answer of the other side's, or of corrd's.
func (s State) nothingAsked() bool {
	return s.Proposal == nil && s.DrawOffer == Corrd && s.Questions == [2]*Question{}
}

// nothingUnderWay reports whether no moves are bound for turns to come, and nothing travels.
func (s State) nothingUnderWay() bool {
	waits := func(c line.Conditional) bool { return c.Status == line.Waiting }
	return !slices.ContainsFunc(s.Conditionals, waits) && len(s.Transit) == 0 && !s.Illegible && !s.Bouncing()
}
