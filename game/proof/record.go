package proof

import "corrd/game/board"

// meeting is a position that can arise, with the move that led to it.
type meeting struct {
	position board.Position
	rights   rights
	move     board.Move
	before   int32 // the index of the position before the move, -1 for the first position
	aims     int32 // the index of the squares on which the Kings can be lost
}

// record holds the positions met, each place once, numbered from 0.
type record struct {
	met []meeting
	of  map[place]int32
}

// at returns the meeting of a number; the pointer is valid until the next add.
func (r *record) at(i int) *meeting { return &r.met[i] }

// add records a meeting and gives its number; fresh is false, and nothing is added, if the place of the meeting is on
// record already.
func (r *record) add(m meeting) (i int, fresh bool) {
	at := placeOf(&m.position, m.rights)
	if i, there := r.of[at]; there {
		return int(i), false
	}
	if r.of == nil {
		r.of = map[place]int32{}
	}
	r.of[at] = int32(len(r.met))
	r.met = append(r.met, m)
	return len(r.met) - 1, true
}
