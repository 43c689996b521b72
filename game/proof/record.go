package proof

import "corrd/game/board"

// meeting is a position that can arise, and how.
type meeting struct {
	position board.Position
	rights   rights
	move     board.Move
	before   int32 // the index of the position before the move, -1 at the start
	aims     int32 // the index of the squares on which the Kings can be lost
}

func (m *meeting) place() place { return placeOf(&m.position, m.rights) }

// record holds the positions met, each place once, numbered from 0. It is a
// table of hashed places in a compact form, for it is what a search spends its
// memory on; two places are the same only if they are equal, whatever their
// hashes.
type record struct {
	size  int
	pages []*[pageSize]meeting
	slots []slot // a power of two of them
}

const pageSize = 1 << 4

// slot is half the hash of a place and the number of its meeting, from 1 on; 0
// is empty.
type slot struct{ hash, number uint32 }

// at is the meeting of a number; it is good until the record is dropped.
func (r *record) at(i int) *meeting { return &r.pages[i/pageSize][i%pageSize] }

// add takes a meeting on record and gives its number, unless its place is there:
// then it is not fresh.
func (r *record) add(m meeting) (i int, fresh bool) {
	if 2*r.size >= len(r.slots) {
		r.grow()
	}
	at := m.place()
	hash := at.hash()
	mask := len(r.slots) - 1
	k := int(hash) & mask
	for ; r.slots[k].number != 0; k = (k + 1) & mask {
		if s := r.slots[k]; s.hash == uint32(hash>>32) && r.at(int(s.number-1)).place() == at {
			return int(s.number - 1), false
		}
	}
	if r.size%pageSize == 0 {
		r.pages = append(r.pages, new([pageSize]meeting))
	}
	*r.at(r.size) = m
	r.size++
	r.slots[k] = slot{uint32(hash >> 32), uint32(r.size)}
	return r.size - 1, true
}

// grow makes room for four times as many.
func (r *record) grow() {
	r.slots = make([]slot, max(32, 4*len(r.slots)))
	mask := len(r.slots) - 1
	for i := range r.size {
		hash := r.at(i).place().hash()
		k := int(hash) & mask
		for r.slots[k].number != 0 {
			k = (k + 1) & mask
		}
		r.slots[k] = slot{uint32(hash >> 32), uint32(i + 1)}
	}
}
