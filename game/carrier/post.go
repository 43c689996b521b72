package carrier

import (
	"strings"
	"time"
)

// Post carries cards. A card lies in the box until the next collection, whose time is its
// postmark; it travels, on closed days too, and is brought by the first delivery after
// its arrival.
type Post struct {
	Collections []Hour        `json:"collections"` // sorted
	Deliveries  []Hour        `json:"deliveries"`  // sorted
	Transit     Span          `json:"transit"`
	Closed      Closed        `json:"closed"`
	Loss        float64       `json:"loss"`   // the probability, from 0 to 1, that a card is lost; a repeated card is never lost
	Double      int           `json:"double"` // the days of one move above so many count twice; 0: they do not
	Grace       time.Duration `json:"grace"`  // how long the flag of a side that writes cards by hand waits
}

// LostAfter is the time from the postmark of a lost card until the clock of the card's sender runs on.
const LostAfter = 28 * 24 * time.Hour

// DefaultPost is the post of a game whose terms say no more than `medium post`.
func DefaultPost() Post {
	return Post{
		Collections: []Hour{9 * 60, 17 * 60}, Deliveries: []Hour{8 * 60}, Transit: Span{48 * time.Hour, 48 * time.Hour},
		Closed: Closed{Weekdays: []time.Weekday{time.Sunday}}, Grace: 14 * 24 * time.Hour,
	}
}

// Name is "post".
func (Post) Name() string { return "post" }

// Mode is "PM".
func (Post) Mode() string { return "PM" }

// Carry returns the journey of a card.
func (p Post) Carry(c Communication, seed uint64) Journey {
	d := &draw{seed: seed, number: c.Number, purpose: "post"}
	lost := d.happens(p.Loss)
	j := Journey{Collected: next(c.HandedIn, p.Collections, p.Closed), Carried: c.Moves}
	if !lost || c.Repeat {
		j.Delivered = next(j.Collected.Add(p.Transit.drawn(d)), p.Deliveries, p.Closed)
	}
	if c.Beside != nil {
		j.Delivered = c.Beside.Delivered
	}
	return j
}

// AtOnce is false.
func (Post) AtOnce() bool { return false }

// RepeatAfter is two weeks.
func (Post) RepeatAfter() time.Duration { return 14 * 24 * time.Hour }

// Dates is true.
func (Post) Dates() bool { return true }

// Fastest is the shortest transit.
func (p Post) Fastest() time.Duration { return p.Transit.Least }

// Leave is true.
func (Post) Leave() bool { return true }

// excess is the key for days that count twice.
const excess = "excess"

// owns reports whether a key begins with "post.", or is about the days that count twice.
func (Post) owns(key string) bool { return strings.HasPrefix(key, "post.") || key == excess }

// Reckoned returns the days that so many days of one move count for.
func (p Post) Reckoned(days int) int {
	if p.Double > 0 && days > p.Double {
		return days + days - p.Double
	}
	return days
}

// Within returns the most days of one move that count for no more than so many.
func (p Post) Within(days int) int {
	if p.Double > 0 && days > p.Double {
		return p.Double + (days-p.Double)/2
	}
	return days
}
