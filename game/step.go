package game

import "iter"

// Step is an event of a game, with the game before and after the event.
type Step struct {
	Before, After State
	Event         Event
}

// Steps returns the steps of the game with a number, by the events of its log.
func Steps(id int64, log []Event) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		s := State{ID: id}
		for _, e := range log {
			before := s
			s = s.Apply(e)
			if !yield(Step{before, s, e}) {
				return
			}
		}
	}
}
