package game

import (
	"slices"

	"corrd/game/board"
)

// Rotated says that the keys of a member of a side are replaced. Letters to the member carry the
// new keys from now on, and a letter with an older key waits until the member confirms it.
type Rotated struct {
	Side board.Side `json:"side"`
	// the member of a side in consultation, from 1; 0: the side is one player
	Member int  `json:"member,omitempty"`
	Why    Leak `json:"why"`
}

// Leak is the reason why keys are replaced.
type Leak string

// The reasons.
const (
	LeakCopied Leak = "copied" // a letter that carried a key was addressed to the other side too
	LeakUsed   Leak = "used"   // a letter of the other side has carried a key
	LeakUmpire Leak = "umpire" // the umpire has ordered the rotation
	// the address to which the keys were sent is no longer the player's
	LeakMailbox Leak = "mailbox"
)

// Keyring says which keys of a member of a side are right: those of generation Now. Keys from generation Since on were
// the member's too; still older ones were another player's.
type Keyring struct {
	Now   int
	Since int
}

// Keyring returns the keys of a member of a side; 0 and 1 name the first member. Generations begin at 0.
func (s State) Keyring(side board.Side, member int) Keyring {
	if ring := s.Keys[side]; max(member, 1) <= len(ring) {
		return ring[max(member, 1)-1]
	}
	return Keyring{}
}

func (f Rotated) apply(s *State, e Event) { s.turnKeys(f.Side, f.Member, false) }

// turnKeys gives out the next generation of keys, to another player if the seat has changed hands.
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
