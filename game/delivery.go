package game

import (
	"slices"
	"strings"
	"time"
)

// NextDelivery gives the time of the next delivery, and whether one is to come.
func (s State) NextDelivery() (at time.Time, ok bool) {
	for _, p := range s.Transit {
		if d := p.Delivered; !d.IsZero() && (!ok || d.Before(at)) {
			at, ok = d, true
		}
	}
	return at, ok
}

// Arriving gives the communication that is delivered next; ok is false where none is.
func (s State) Arriving() (p Passage, ok bool) {
	at, ok := s.NextDelivery()
	i := slices.IndexFunc(s.Transit, func(p Passage) bool { return p.Delivered.Equal(at) })
	if !ok || i < 0 {
		return Passage{}, false
	}
	return s.Transit[i], true
}

// Notes gives the prose that some events of a game bring to each side: of the communications
// that are delivered.
func Notes(before State, events []Event) (notes [2]string) {
	s := before
	for _, e := range events {
		if f, ok := e.Fact.(Delivered); ok {
			for _, p := range s.Transit {
				if to := p.Side.Other(); p.Number == f.Number && !p.Again && p.Text != "" {
					notes[to] = strings.TrimSpace(notes[to] + "\n\n" + p.Text)
				}
			}
		}
		s = s.Apply(e)
	}
	return notes
}
