package transit

import (
	"cmp"
	"time"

	"corrd/game/board"
)

// Passage is a communication under way from one side to the other, by a carrier that takes time.
type Passage struct {
	Number    int // the number of the communication in the game, from 1
	Side      board.Side
	Letter    int64
	Ply       int   // the ply of the letter's key
	Answers   int64 // the number of the letter that is answered
	Words     []string
	Carried   []string // the statements as they arrive; nil: as they were handed in
	Text      string   // the prose that goes with them
	HandedIn  time.Time
	Collected time.Time // the postmark
	Delivered time.Time // zero: the communication is lost
	Count     int       // the words that are charged for
	Charge    int       // the charge in halfpence
	Form      int       // the charge for all that stands on the form, for other games too
	Stops     bool      // the clock of the side stands from the postmark to the delivery
	Repeats   int       // the number of the communication whose words this one repeats; 0: none
	Again     bool      // the repeated words have arrived already
	Ends      int       // the number of the communication whose words stand beside these, and which is under way no more; 0: none
	Turn      int       // the number of turns that were over when the communication was handed in
}

// Lost reports whether the communication will not arrive.
func (p Passage) Lost() bool { return p.Delivered.IsZero() }

// Mutilated reports whether the communication arrives with other words than were handed in.
func (p Passage) Mutilated() bool { return p.Carried != nil }

// FirstNumber returns the number of the communication whose words a passage carries: the passage's own number or, for a
// repeat, that of the first. The numbers give the order in which communications were handed in.
func (p Passage) FirstNumber() int { return cmp.Or(p.Repeats, p.Number) }

// Same reports whether two passages are of one communication.
func (p Passage) Same(o Passage) bool {
	return p.Number == o.Number || p.Number == o.Repeats || p.Repeats == o.Number || p.Repeats != 0 && p.Repeats == o.Repeats
}
