package carrier

import "time"

// Post carries cards. A card lies in the box until the next collection, whose time is its
// postmark; it travels, on closed days too, and is brought by the first delivery after
// its arrival.
type Post struct {
	Collections []Hour        `json:"collections"` // sorted
	Deliveries  []Hour        `json:"deliveries"`  // sorted
	Transit     Span          `json:"transit"`
	Closed      Closed        `json:"closed"`
	Loss        float64       `json:"loss"`   // the probability, from 0 to 1, that a card is lost; a repeat never is
	Double      int           `json:"double"` // the days of one move above so many count twice; 0: they do not
	Grace       time.Duration `json:"grace"`  // for how long the flag of a side that writes cards by hand waits
}

// Letters posted as cards, and how long a side waits.
const (
	RepeatAfter = 14 * 24 * time.Hour // after the postmark a card may be repeated
	LostAfter   = 28 * 24 * time.Hour // after the postmark the clock of the sender of a card that is lost runs on
)

// DefaultPost is the post of a game whose terms say no more than `medium post`.
func DefaultPost() Post {
	return Post{
		Collections: []Hour{9 * 60, 17 * 60}, Deliveries: []Hour{8 * 60}, Transit: Span{48 * time.Hour, 48 * time.Hour},
		Closed: Closed{Weekdays: []time.Weekday{time.Sunday}}, Grace: 14 * 24 * time.Hour,
	}
}

// Name is "post".
func (Post) Name() string { return "post" }

// Carry gives the journey of a card.
func (p Post) Carry(c Communication, seed uint64) Journey {
	d := &draw{seed: seed, number: c.Number, purpose: "post"}
	lost := d.happens(p.Loss)
	j := Journey{Collected: next(c.HandedIn, p.Collections, p.Closed), Carried: c.Moves}
	if !lost || c.Repeat {
		j.Delivered = next(j.Collected.Add(p.Transit.drawn(d)), p.Deliveries, p.Closed)
	}
	return j
}

// Fastest is the shortest transit.
func (p Post) Fastest() time.Duration { return p.Transit.Least }

// Days gives the days of one move: the date of the postmark less the date of the
// delivery that the move answers, closed days counted. Where days above a number count
// twice, they do.
func (p Post) Days(delivered, postmark time.Time) int {
	midnight := func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	}
	days := max(0, int(midnight(postmark).Sub(midnight(delivered))/(24*time.Hour)))
	if p.Double > 0 && days > p.Double {
		days += days - p.Double
	}
	return days
}
