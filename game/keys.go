package game

import (
	"slices"

	"corrd/game/board"
)

// Rotated makes old the keys that a member of a side has been given until now:
// what goes out to them from now on carries the next, and a letter with an older
// one waits until they confirm it.
type Rotated struct {
	Side   board.Side `json:"side"`
	Member int        `json:"member,omitempty"` // of a side in consultation, from 1; 0: the side is one player
	Why    Leak       `json:"why"`
}

// Leak is why keys are rotated.
type Leak string

// The reasons.
const (
	LeakCopied  Leak = "copied"  // a letter that carried one was addressed to the other side too
	LeakUsed    Leak = "used"    // a letter of the other side's has carried one
	LeakUmpire  Leak = "umpire"  // the umpire has ordered it
	LeakMailbox Leak = "mailbox" // the address that they were sent to is no longer the player's
)

// Keyring says which keys of a member of a side are right: those of generation
// Now. Those from Since on were theirs too; still older ones were another player's.
type Keyring struct {
	Now   int
	Since int
}

// Keyring gives the keys of a member of a side, of whom 0 and 1 are the first.
// Generations begin at 0.
func (s State) Keyring(side board.Side, member int) Keyring {
	if ring := s.Keys[side]; max(member, 1) <= len(ring) {
		return ring[max(member, 1)-1]
	}
	return Keyring{}
}

// apply gives out the next generation of keys.
func (f Rotated) apply(s *State, e Event) { s.turnKeys(f.Side, f.Member, false) }

// turnKeys gives out the next generation of keys; to another player, if the seat
// has changed hands.
func (s *State) turnKeys(side board.Side, member int, another bool) {
	place := max(member, 1) - 1
	rings := slices.Clone(s.Keys[side])
	for len(rings) <= place {
		rings = append(rings, Keyring{})
	}
	rings[place].Now++
	if another {
		rings[place].Since = rings[place].Now
	}
	s.Keys[side] = rings
}
