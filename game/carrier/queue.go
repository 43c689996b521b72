package carrier

import (
	"cmp"
	"slices"
	"time"

	"corrd/game/board"
)

// Queue is what is under way in a game, and what is known of what has been carried. Its methods are
// those of a value: one that changes it never writes into a list that a copy may share.
type Queue struct {
	Transit []Passage    // the communications that are under way, in the order in which they were handed in
	Seed    uint64       // from which whatever happens on the way is drawn
	Handed  int          // how many have been handed in
	Cards   [2]*Passage  // for each side, the last passage that stopped its clock; nil: none
	Arrived [2]time.Time // when the last communication to each side was delivered; zero: none was
	Charges [2]int       // for each side, in halfpence, for what the side has handed in
}

// HandIn puts a communication on its way. A repeat takes the place of a lost one, and a
// communication that bears the words of another beside its own takes the place of that one.
func (q *Queue) HandIn(p Passage) {
	q.Handed = p.Number
	q.Charges[p.Side] += p.Charge
	way := slices.DeleteFunc(slices.Clone(q.Transit), func(o Passage) bool {
		return p.Repeats != 0 && o.Number == p.Repeats && o.Lost() || p.Ends != 0 && o.FirstNumber() == p.Ends
	})
	q.Transit = append(way, p)
	if p.Stops {
		q.Cards[p.Side] = &p
	}
}

// Written returns when the words of a communication were first handed in, by its first number.
func (q Queue) Written(first int) time.Time {
	for _, p := range append(slices.Clip(q.Transit), *cmp.Or(q.Cards[0], &Passage{}), *cmp.Or(q.Cards[1], &Passage{})) {
		if p.FirstNumber() == first {
			return cmp.Or(p.Written, p.HandedIn)
		}
	}
	return time.Time{}
}

// Deliver takes a communication off the way at its delivery. Others with the same words stay on the
// way and bring nothing new when they arrive; those of them that are lost come to an end. ok is
// false where no communication of the number is under way.
func (q *Queue) Deliver(number int, at time.Time) (arrives Passage, ok bool) {
	i := slices.IndexFunc(q.Transit, func(p Passage) bool { return p.Number == number })
	if i < 0 {
		return arrives, false
	}
	arrives = q.Transit[i]
	q.Arrived[arrives.Side.Other()] = at
	var way []Passage
	for _, p := range q.Transit {
		if p.same(arrives) {
			if p.Number == number || p.Lost() {
				continue
			}
			p.Again, p.Stops = true, false
		}
		way = append(way, p)
	}
	q.Transit = way
	return arrives, true
}

// ForgetLost takes the lost communications of a side off the way, which can be repeated no
// more because the reply has come.
func (q *Queue) ForgetLost(side board.Side) {
	q.forget(func(p Passage) bool { return p.Side == side && p.Lost() })
}

// Restore puts back, at an instant, what was under way before: what has been delivered since is not
// under way again, for none is delivered twice, and what was handed in since has fallen. What would
// have arrived meanwhile, while the game was over, arrives at that instant. What was charged for
// and when a communication arrived stay as they are.
func (q *Queue) Restore(before Queue, at time.Time) {
	now := *q
	*q = before
	q.Handed, q.Charges, q.Arrived = now.Handed, now.Charges, now.Arrived
	q.Transit = nil
	for _, p := range before.Transit {
		if !now.UnderWay(p.Number) {
			continue
		}
		if !p.Lost() && p.Delivered.Before(at) {
			p.Delivered = at
		}
		q.Transit = append(q.Transit, p)
	}
}

// forget takes communications off the way.
func (q *Queue) forget(which func(Passage) bool) {
	if slices.ContainsFunc(q.Transit, which) {
		q.Transit = slices.DeleteFunc(slices.Clone(q.Transit), which)
	}
}

// UnderWay reports whether the communication of a number is under way.
func (q Queue) UnderWay(number int) bool {
	return slices.ContainsFunc(q.Transit, func(p Passage) bool { return p.Number == number })
}

// NextDelivery returns the time of the next delivery, and whether one is to come.
func (q Queue) NextDelivery() (at time.Time, ok bool) {
	p, ok := q.Arriving()
	return p.Delivered, ok
}

// Arriving returns the communication that is delivered next, of those delivered at one instant the
// one handed in first; ok is false where none is.
func (q Queue) Arriving() (next Passage, ok bool) {
	for _, p := range q.Transit {
		if !p.Lost() && (!ok || p.Delivered.Before(next.Delivered)) {
			next, ok = p, true
		}
	}
	return next, ok
}

// HasArrived reports whether a communication, or one that repeats it, has been delivered.
func (q Queue) HasArrived(card Passage) bool {
	return !slices.ContainsFunc(q.Transit, func(p Passage) bool { return card.same(p) && !p.Again })
}

// Stopping reports whether a communication that stops the clock of a side in a turn is under way.
func (q Queue) Stopping(side board.Side, turn int) bool {
	return slices.ContainsFunc(q.Transit, func(p Passage) bool { return p.Side == side && p.Stops && p.Turn == turn })
}

// Saves reports whether something that is delivered by an instant may save a side from its flag,
// which falls then: something of the other side's, something that stops the side's clock, or
// something delivered before.
func (q Queue) Saves(side board.Side, by time.Time) bool {
	return slices.ContainsFunc(q.Transit, func(p Passage) bool {
		return !p.Lost() && !p.Delivered.After(by) && (p.Side != side || p.Stops || p.Delivered.Before(by))
	})
}

// ChargesTold returns, in halfpence, what a side has paid, and what the other side has paid for the
// communications that have been delivered.
func (q Queue) ChargesTold(side board.Side) (own, other int) {
	own, other = q.Charges[side], q.Charges[side.Other()]
	for _, p := range q.Transit {
		if p.Side != side {
			other -= p.Charge
		}
	}
	return own, other
}

// Paid returns what each side has paid, "1s 2½d", by the name of the side, or nil if neither has.
func (q Queue) Paid() map[string]string {
	if q.Charges == [2]int{} {
		return nil
	}
	paid := map[string]string{}
	for side, halfpence := range q.Charges {
		paid[board.Side(side).String()] = Charge(halfpence).String()
	}
	return paid
}

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
	Written   time.Time // when the oldest of the words were handed in, where the communication repeats or bears those of another; otherwise zero
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

// FirstNumber returns the number of the communication whose words a passage carries: the passage's
// own number or, for a repeat, that of the first. The numbers give the order in which
// communications were handed in.
func (p Passage) FirstNumber() int { return cmp.Or(p.Repeats, p.Number) }

// same reports whether two passages are of one communication.
func (p Passage) same(o Passage) bool {
	return p.Number == o.Number || p.Number == o.Repeats || p.Repeats == o.Number || p.Repeats != 0 && p.Repeats == o.Repeats
}
