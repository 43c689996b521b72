package game

import (
	"time"

	"corrd/game/clocks"
)

// Rehearse changes a law behind the next number, until undo is called: a side that cannot be
// reached waits for four days and no longer. The list names what the change touches.
func Rehearse(touches func(State) bool) (undo func()) {
	grace, all := mailboxGrace, mendings
	mailboxGrace = func(s State) time.Duration {
		if s.Rules > Rules {
			return 4 * clocks.Day
		}
		return grace(s)
	}
	mendings = append(all[:len(all):len(all)], Mending{Rules: Rules + 1, Touches: touches, Words: "a letter that nobody accepts is waited for four days long"})
	return func() { mailboxGrace, mendings = grace, all }
}

// Mendings lists the changes behind each number.
func Mendings() []Mending { return mendings }

// Stirs reports whether a fact changes what a letter can bring about.
func Stirs(f Fact) bool { return stirs(f) }
