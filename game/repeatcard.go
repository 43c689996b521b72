package game

import "slices"

// HasArrived reports whether a communication, or one that repeats it, has been delivered.
func (s State) HasArrived(card Passage) bool {
	return !slices.ContainsFunc(s.Transit, card.same)
}

// same reports whether two passages are of one communication.
func (p Passage) same(o Passage) bool {
	return p.Number == o.Number || p.Number == o.Repeats || p.Repeats == o.Number || p.Repeats != 0 && p.Repeats == o.Repeats
}
